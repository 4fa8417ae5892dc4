-- What balances in other currencies are worth at the end of a month: one revaluation per month, and what it said of each balance.
CREATE TABLE revaluacion (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    periodo        ENTERO   NOT NULL CHECK (periodo % 100 BETWEEN 1 AND 12),
    reversaId      REF      NOT NULL,  -- takes it back on the next day
    vigente        BOOLEANO NOT NULL CHECK (vigente IN (0, 1)),
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, reversaId) REFERENCES documento (organizacionId, transaccionId)
) WITHOUT ROWID;
CREATE UNIQUE INDEX revaluacion_periodo ON revaluacion (organizacionId, periodo) WHERE vigente = 1;

CREATE TABLE revaluacionTipoCambio (
    organizacionId REF    NOT NULL,
    transaccionId  REF    NOT NULL,
    moneda         TEXTO  NOT NULL,
    tipoCambio     PRECIO NOT NULL CHECK (tipoCambio > 0),
    PRIMARY KEY (organizacionId, transaccionId, moneda),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES revaluacion (organizacionId, transaccionId)
) WITHOUT ROWID;

CREATE TABLE revaluacionPartida (
    organizacionId   REF     NOT NULL,
    transaccionId    REF     NOT NULL,
    numero           ENTERO  NOT NULL,
    clase            TEXTO   NOT NULL CHECK (clase IN ('cobrar', 'pagar', 'favorCliente', 'favorProveedor', 'banco')),
    documentoId      REF     NOT NULL,  -- whose balance it is; 0 for an own account
    cuentaBancariaId REF     NOT NULL,  -- or 0
    entidadId        REF     NOT NULL,
    cuentaId         REF     NOT NULL,  -- that the difference is posted to
    moneda           TEXTO   NOT NULL,
    saldo            IMPORTE NOT NULL,
    valorLibros      IMPORTE NOT NULL,  -- what it is booked at
    valorCierre      IMPORTE NOT NULL,  -- at the rate of the last day
    PRIMARY KEY (organizacionId, transaccionId, numero),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES revaluacion (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, cuentaId) REFERENCES cuenta (organizacionId, cuentaId)
) WITHOUT ROWID;
