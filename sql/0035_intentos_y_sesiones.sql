-- Failed attempts to log in, by the fingerprint of the name that was tried and the network that tried it; of nobody's organization,
-- because a name may be nobody's. quien '': all attempts of a network.
CREATE TABLE intento (
    quien  TEXTO    NOT NULL,
    red    TEXTO    NOT NULL,
    fallos ENTERO   NOT NULL CHECK (fallos > 0),
    ultimo INSTANTE NOT NULL,
    hasta  INSTANTE NOT NULL,  -- 0: nobody waits
    PRIMARY KEY (quien, red)
) WITHOUT ROWID;
CREATE INDEX intento_ultimo ON intento (ultimo);

-- A user is found by organization and name; by the name alone only where one was given out before, by the operator, or in the
-- first organization of the installation ('principal').
INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn)
SELECT 'usuario:' || organizacionId || '/' || substr(clave, 9), organizacionId, usuarioId, 0, '', NULL FROM acceso
WHERE clave LIKE 'usuario:%' AND clave NOT LIKE 'usuario:%/%';
INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn)
SELECT 'principal', organizacionId, 0, 0, '', NULL FROM acceso ORDER BY organizacionId LIMIT 1;

-- From where a session was opened, and when it was last renewed.
ALTER TABLE sesion ADD COLUMN remoto TEXTO NOT NULL DEFAULT '';
ALTER TABLE sesion ADD COLUMN renovadaEn INSTANTE NOT NULL DEFAULT 0;
UPDATE sesion SET renovadaEn = creadoEn;
