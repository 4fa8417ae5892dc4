-- What left a place before it came in is nowhere yet. Where a transfer took it, or a customer brought it back to another place, that
-- place waits for it: no layer holds it there, and whoever takes it on owes it too. What comes in for it goes on to that place.
CREATE TABLE porLlegar (
    organizacionId REF      NOT NULL,
    llegadaId      REF      NOT NULL,  -- the movement that brought the goods there
    salidaId       REF      NOT NULL,  -- the exit that owes them; of what it owes (faltanteSalida) this is a part
    productoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,  -- where they are waited for
    loteId         REF      NOT NULL,
    cantidad       CANTIDAD NOT NULL CHECK (cantidad >= 0),
    valor          IMPORTE  NOT NULL CHECK (valor >= 0),
    PRIMARY KEY (organizacionId, llegadaId),
    CHECK (cantidad > 0 OR valor = 0),
    FOREIGN KEY (organizacionId, llegadaId) REFERENCES movimiento (organizacionId, movimientoId),
    FOREIGN KEY (organizacionId, salidaId) REFERENCES faltanteSalida (organizacionId, movimientoId)
) WITHOUT ROWID;
CREATE INDEX porLlegar_abierta ON porLlegar (organizacionId, productoId, almacenId, loteId) WHERE cantidad > 0;
CREATE INDEX porLlegar_salida ON porLlegar (organizacionId, salidaId);

-- Goods that go on: out of the layer that paid (pasaDeId = 0), into one of the place that waits for them (negative figures).
ALTER TABLE faltantePago ADD COLUMN llegadaId REF NOT NULL DEFAULT 0;  -- what waits for them, or 0
ALTER TABLE faltantePago ADD COLUMN pasaDeId REF NOT NULL DEFAULT 0;   -- of goods that go on: the payment they went by
CREATE INDEX faltantePago_llegada ON faltantePago (organizacionId, llegadaId) WHERE llegadaId <> 0;
CREATE INDEX faltantePago_pasa ON faltantePago (organizacionId, pasaDeId) WHERE pasaDeId <> 0;

-- Of goods that a customer brings back and that had come in after they left: the payment they had come in by.
ALTER TABLE movimiento ADD COLUMN pagoId REF NOT NULL DEFAULT 0;
CREATE INDEX movimiento_pago ON movimiento (organizacionId, pagoId) WHERE pagoId <> 0;
