-- Every account that plays a part, or played it: balances that it carried stay on it, so whoever compares with the books looks there
-- too.
CREATE TABLE cuentaPapelHistoria (
    organizacionId REF      NOT NULL,
    papel          TEXTO    NOT NULL CHECK (papel <> ''),
    cuentaId       REF      NOT NULL,
    desde          INSTANTE NOT NULL,  -- what was posted there before is none of the part's; 0: there was nothing
    PRIMARY KEY (organizacionId, papel, cuentaId),
    FOREIGN KEY (organizacionId, cuentaId) REFERENCES cuenta (organizacionId, cuentaId)
) WITHOUT ROWID;

INSERT INTO cuentaPapelHistoria (organizacionId, papel, cuentaId, desde)
SELECT DISTINCT organizacionId, papel, cuentaId, 0 FROM cuentaPapel;

-- Accounts that carry balances and play no part any more.
INSERT INTO cuentaPapelHistoria (organizacionId, papel, cuentaId, desde)
SELECT DISTINCT s.organizacionId,
       CASE s.naturaleza WHEN 'cobrar' THEN 'clientes' WHEN 'pagar' THEN 'proveedores'
                         WHEN 'favorCliente' THEN 'anticipo_clientes' ELSE 'anticipo_proveedores' END,
       s.cuentaId, 0
FROM saldo s
WHERE NOT EXISTS (SELECT 1 FROM cuentaPapel p WHERE p.organizacionId = s.organizacionId AND p.cuentaId = s.cuentaId);
