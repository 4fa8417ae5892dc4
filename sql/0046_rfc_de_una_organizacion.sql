-- An RFC is of one organization. Where several have the same, the first keeps the name and verify tells of the others.
INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn)
SELECT 'rfc:' || UPPER(rfc), MIN(organizacionId), 0, 0, '', NULL FROM organizacion
WHERE UPPER(rfc) NOT IN ('', 'XAXX010101000', 'XEXX010101000') GROUP BY UPPER(rfc);
