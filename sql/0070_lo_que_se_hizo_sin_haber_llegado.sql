-- What a repackaging consumed before it came in had a provisional cost, and so had what was made of it. What comes in for it puts
-- that right in what was made, as far as it is still there: value without goods, layer by layer.
CREATE TABLE correccionProducido (
    organizacionId REF    NOT NULL,
    movimientoId   REF    NOT NULL,  -- the value, in a layer where some of what was made lies; none where the provisional was right
    pagoId         REF    NOT NULL,  -- the payment of the exit that had consumed them
    parte          ENTERO NOT NULL CHECK (parte > 0),  -- of what was made, how much lay there: millionths of a million
    PRIMARY KEY (organizacionId, movimientoId),
    FOREIGN KEY (organizacionId, movimientoId) REFERENCES movimiento (organizacionId, movimientoId),
    FOREIGN KEY (organizacionId, pagoId) REFERENCES faltantePago (organizacionId, pagoId)
) WITHOUT ROWID;
CREATE INDEX correccionProducido_pago ON correccionProducido (organizacionId, pagoId);
