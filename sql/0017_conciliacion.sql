-- Own accounts against what the bank says of them.

-- A line of the bank's statement, known by the bank's own reference: a statement read twice adds nothing.
CREATE TABLE lineaBanco (
    organizacionId   REF     NOT NULL,
    lineaBancoId     ID      NOT NULL,
    cuentaBancariaId REF     NOT NULL,
    referenciaBanco  TEXTO   NOT NULL CHECK (referenciaBanco <> ''),
    fecha            FECHA   NOT NULL,
    importe          IMPORTE NOT NULL CHECK (importe <> 0),  -- negative: money that left
    descripcion      TEXTO   NOT NULL,
    referencia       TEXTO   NOT NULL,  -- what the payer wrote, which a deposit may carry too
    conciliacionId   REF     NOT NULL,  -- or 0
    PRIMARY KEY (organizacionId, lineaBancoId),
    UNIQUE (organizacionId, cuentaBancariaId, referenciaBanco),
    FOREIGN KEY (organizacionId, cuentaBancariaId) REFERENCES cuentaBancaria (organizacionId, cuentaBancariaId)
);
CREATE INDEX lineaBanco_fecha ON lineaBanco (organizacionId, cuentaBancariaId, fecha, lineaBancoId);
CREATE INDEX lineaBanco_abierta ON lineaBanco (organizacionId, cuentaBancariaId, fecha, lineaBancoId) WHERE conciliacionId = 0;
CREATE INDEX lineaBanco_conciliacion ON lineaBanco (organizacionId, conciliacionId) WHERE conciliacionId <> 0;

-- Movements and lines that are the same money. One that was undone has neither.
CREATE TABLE conciliacion (
    organizacionId   REF      NOT NULL,
    conciliacionId   ID       NOT NULL,
    cuentaBancariaId REF      NOT NULL,
    importe          IMPORTE  NOT NULL,  -- of either side
    automatica       BOOLEANO NOT NULL CHECK (automatica IN (0, 1)),
    estado           TEXTO    NOT NULL CHECK (estado IN ('vigente', 'cancelada')),
    usuarioId        REF      NOT NULL,
    instante         INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, conciliacionId),
    FOREIGN KEY (organizacionId, cuentaBancariaId) REFERENCES cuentaBancaria (organizacionId, cuentaBancariaId)
);

-- Which reconciliation took a movement, instead of whether one did.
DROP INDEX movimientoBanco_conciliado;
ALTER TABLE movimientoBanco ADD COLUMN conciliacionId REF NOT NULL DEFAULT 0;
ALTER TABLE movimientoBanco DROP COLUMN conciliado;
CREATE INDEX movimientoBanco_abierto ON movimientoBanco (organizacionId, cuentaBancariaId, fecha, polizaId) WHERE conciliacionId = 0;
CREATE INDEX movimientoBanco_conciliacion ON movimientoBanco (organizacionId, conciliacionId) WHERE conciliacionId <> 0;

-- Kept sums of a month: of its movements, those that are reconciled; and the lines of its statements.
ALTER TABLE saldoBanco ADD COLUMN conciliado IMPORTE NOT NULL DEFAULT 0;
ALTER TABLE saldoBanco ADD COLUMN estadoCuenta IMPORTE NOT NULL DEFAULT 0;
