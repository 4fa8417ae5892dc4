-- Where cash came from and went to: of the entries that move it, what their other rows say, kept by month as balances are.
CREATE TABLE saldoFlujo (
    organizacionId REF     NOT NULL,
    periodo        ENTERO  NOT NULL,
    cuentaId       REF     NOT NULL,  -- on the other side of the cash
    sucursalId     REF     NOT NULL,
    proyectoId     REF     NOT NULL,
    franja         ENTERO  NOT NULL,
    entradas       IMPORTE NOT NULL CHECK (entradas >= 0),
    salidas        IMPORTE NOT NULL CHECK (salidas >= 0),
    PRIMARY KEY (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja)
) WITHOUT ROWID;

INSERT INTO saldoFlujo (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja, entradas, salidas)
SELECT a.organizacionId, p.periodo, a.cuentaId, a.sucursalId, a.proyectoId, 0, CAST(SUM(a.abono) AS BIGINT), CAST(SUM(a.cargo) AS BIGINT)
FROM asiento a
JOIN poliza p ON p.organizacionId = a.organizacionId AND p.polizaId = a.polizaId
JOIN cuenta c ON c.organizacionId = a.organizacionId AND c.cuentaId = a.cuentaId AND substr(c.codigoAgrupador, 1, 3) NOT IN ('101', '102')
WHERE EXISTS (SELECT 1 FROM asiento e
              JOIN cuenta k ON k.organizacionId = e.organizacionId AND k.cuentaId = e.cuentaId AND substr(k.codigoAgrupador, 1, 3) IN ('101', '102')
              WHERE e.organizacionId = a.organizacionId AND e.polizaId = a.polizaId)
GROUP BY a.organizacionId, p.periodo, a.cuentaId, a.sucursalId, a.proyectoId;
