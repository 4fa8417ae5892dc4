-- What a movement of an own account is posted at, in the organization's currency: what a balance in another one is worth in the books.
ALTER TABLE movimientoBanco ADD COLUMN importeLocal IMPORTE NOT NULL DEFAULT 0;
UPDATE movimientoBanco SET importeLocal = importe
WHERE EXISTS (SELECT 1 FROM cuentaBancaria b JOIN configuracion c ON c.organizacionId = b.organizacionId AND c.moneda = b.moneda
              WHERE b.organizacionId = movimientoBanco.organizacionId AND b.cuentaBancariaId = movimientoBanco.cuentaBancariaId);
-- Of the others: what their entry says of the ledger account, by the row that carries the same amount on the same side. Accounts that
-- share one ledger account and exchanged money have no row: both sides of that are worth the same, by the document's rate.
UPDATE movimientoBanco SET importeLocal = COALESCE(
    (SELECT MAX(a.cargo - a.abono) FROM asiento a
     JOIN cuentaBancaria b ON b.organizacionId = a.organizacionId AND b.cuentaBancariaId = movimientoBanco.cuentaBancariaId
     WHERE a.organizacionId = movimientoBanco.organizacionId AND a.polizaId = movimientoBanco.polizaId AND a.cuentaId = b.cuentaId
       AND a.moneda = b.moneda AND a.original = ABS(movimientoBanco.importe)
       AND (a.cargo > 0 AND movimientoBanco.importe > 0 OR a.abono > 0 AND movimientoBanco.importe < 0)),
    (SELECT CAST(ROUND(movimientoBanco.importe / 1000000.0 * d.tipoCambio / 10000.0) AS BIGINT) * 10000 FROM documento d
     WHERE d.organizacionId = movimientoBanco.organizacionId AND d.transaccionId = movimientoBanco.transaccionId), 0)
WHERE importeLocal = 0;
-- … kept by month, as what moved is.
ALTER TABLE saldoBanco ADD COLUMN valor IMPORTE NOT NULL DEFAULT 0;
UPDATE saldoBanco SET valor = COALESCE(
    (SELECT CAST(SUM(m.importeLocal) AS BIGINT) FROM movimientoBanco m
     JOIN poliza p ON p.organizacionId = m.organizacionId AND p.polizaId = m.polizaId AND p.periodo = saldoBanco.periodo
     WHERE m.organizacionId = saldoBanco.organizacionId AND m.cuentaBancariaId = saldoBanco.cuentaBancariaId), 0)
WHERE franja = (SELECT MIN(k.franja) FROM saldoBanco k WHERE k.organizacionId = saldoBanco.organizacionId
                AND k.cuentaBancariaId = saldoBanco.cuentaBancariaId AND k.periodo = saldoBanco.periodo);

-- What a transfer between accounts of two currencies brought in, in the currency of the account that it went to, and the rate of that
-- one; what went out stands in the document.
CREATE TABLE traspasoMoneda (
    organizacionId REF     NOT NULL,
    transaccionId  REF     NOT NULL,
    moneda         TEXTO   NOT NULL,
    importe        IMPORTE NOT NULL CHECK (importe > 0),
    tipoCambio     PRECIO  NOT NULL CHECK (tipoCambio > 0),
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
) WITHOUT ROWID;
