-- Money that is charged and paid for somebody else is neither income nor cost: whose a line is, and which taxes of theirs are inside
-- it, as the fiscal paper shows them.
ALTER TABLE partida ADD COLUMN terceroId REF NOT NULL DEFAULT 0;
ALTER TABLE partida ADD COLUMN impuestosTercero TEXTO NOT NULL DEFAULT '[]';

-- The account of the seeded chart where it waits. An organization that has no such leaf, or has it play another part, says which
-- one it is before it charges for others.
INSERT INTO cuentaPapel (organizacionId, papel, ambito, ambitoId, cuentaId)
SELECT c.organizacionId, 'cobros_por_terceros', '', 0, c.cuentaId FROM cuenta c
WHERE c.codigo = '205.06-02' AND c.esAcumulativa = 0 AND c.activo = 1
  AND NOT EXISTS (SELECT 1 FROM cuentaPapelHistoria h WHERE h.organizacionId = c.organizacionId AND h.cuentaId = c.cuentaId);
INSERT INTO cuentaPapelHistoria (organizacionId, papel, cuentaId, desde)
SELECT p.organizacionId, p.papel, p.cuentaId, 0 FROM cuentaPapel p WHERE p.ambito = '' AND p.papel = 'cobros_por_terceros';
