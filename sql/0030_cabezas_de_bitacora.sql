-- Where the audit log ended after each batch of seals. `codigo` is made with a key that no table holds, over this row and the one
-- before it: who can write here can make a chain of seals that agrees with itself, but none that agrees with its heads.
CREATE TABLE bitacoraCabeza (
    organizacionId REF      NOT NULL,
    numero         ENTERO   NOT NULL CHECK (numero > 0),
    posicion       ENTERO   NOT NULL CHECK (posicion >= 0),  -- of the last row of the batch
    cuenta         ENTERO   NOT NULL CHECK (cuenta >= 0),    -- its rows; none where only the key changed
    instante       INSTANTE NOT NULL,
    sello          BYTES    NOT NULL,  -- of the last row
    llave          BYTES    NOT NULL,  -- which key made the code; empty: none
    codigo         BYTES    NOT NULL,
    PRIMARY KEY (organizacionId, numero)
) WITHOUT ROWID;
CREATE INDEX bitacoraCabeza_posicion ON bitacoraCabeza (organizacionId, posicion);

-- What was sealed before there were heads stands under one without a key, which the first one with a key seals.
INSERT INTO bitacoraCabeza (organizacionId, numero, posicion, cuenta, instante, sello, llave, codigo)
SELECT b.organizacionId, 1, b.posicion, b.posicion, b.instante, b.sello, CAST('' AS BYTES), CAST('' AS BYTES)
FROM bitacora b JOIN (SELECT organizacionId, max(posicion) AS posicion FROM bitacora GROUP BY organizacionId) u
    ON u.organizacionId = b.organizacionId AND u.posicion = b.posicion;
