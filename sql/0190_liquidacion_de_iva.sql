-- What each month's VAT came to, while it stands: one per month. Whoever undoes one takes its row away; the document stays.
CREATE TABLE liquidacionIva (
    organizacionId REF     NOT NULL,
    periodo        TEXTO   NOT NULL CHECK (length(periodo) = 7),  -- 2026-11
    transaccionId  REF     NOT NULL,
    cobrado        IMPORTE NOT NULL,  -- negative: more was given back
    acreditable    IMPORTE NOT NULL,
    importacion    IMPORTE NOT NULL,
    retenido       IMPORTE NOT NULL,  -- by customers
    aplicado       IMPORTE NOT NULL CHECK (aplicado >= 0),  -- of what was in favour before
    porPagar       IMPORTE NOT NULL CHECK (porPagar >= 0),
    aFavor         IMPORTE NOT NULL CHECK (aFavor >= 0),
    PRIMARY KEY (organizacionId, periodo),
    UNIQUE (organizacionId, transaccionId),
    CHECK (cobrado - acreditable - importacion - retenido = aplicado + porPagar - aFavor),
    CHECK (aFavor = 0 OR (aplicado = 0 AND porPagar = 0)),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
);

-- The accounts of the seeded chart where it goes. An organization that has no such leaf, or has it play another part, says which
-- ones they are before it settles a month.
INSERT INTO cuentaPapel (organizacionId, papel, ambito, ambitoId, cuentaId)
SELECT c.organizacionId, n.papel, '', 0, c.cuentaId
FROM cuenta c
JOIN (SELECT 'iva_por_pagar' AS papel, '213.01' AS codigo UNION ALL SELECT 'iva_a_favor', '113.01-01') n ON n.codigo = c.codigo
WHERE c.esAcumulativa = 0 AND c.activo = 1
  AND NOT EXISTS (SELECT 1 FROM cuentaPapelHistoria h WHERE h.organizacionId = c.organizacionId AND h.cuentaId = c.cuentaId);
INSERT INTO cuentaPapelHistoria (organizacionId, papel, cuentaId, desde)
SELECT p.organizacionId, p.papel, p.cuentaId, 0 FROM cuentaPapel p WHERE p.ambito = '' AND p.papel IN ('iva_por_pagar', 'iva_a_favor');
