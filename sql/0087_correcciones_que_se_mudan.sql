-- What came in for what a repackaging had consumed lies in what was made, and goes back with it when an act that moved that is undone:
-- a part may be taken out of one layer and put into another.
CREATE TABLE correccionAntes (
    organizacionId REF    NOT NULL,
    movimientoId   REF    NOT NULL,
    pagoId         REF    NOT NULL,
    parte          ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, movimientoId)
) WITHOUT ROWID;
INSERT INTO correccionAntes (organizacionId, movimientoId, pagoId, parte)
SELECT organizacionId, movimientoId, pagoId, parte FROM correccionProducido;
DROP TABLE correccionProducido;
CREATE TABLE correccionProducido (
    organizacionId REF    NOT NULL,
    movimientoId   REF    NOT NULL,  -- the value, in a layer where some of what was made lies; none where the provisional was right
    pagoId         REF    NOT NULL,  -- the payment of the exit that had consumed them
    parte          ENTERO NOT NULL CHECK (parte <> 0),  -- of what was made, how much lay there: millionths of a million; or left it
    PRIMARY KEY (organizacionId, movimientoId),
    FOREIGN KEY (organizacionId, movimientoId) REFERENCES movimiento (organizacionId, movimientoId),
    FOREIGN KEY (organizacionId, pagoId) REFERENCES faltantePago (organizacionId, pagoId)
) WITHOUT ROWID;
INSERT INTO correccionProducido (organizacionId, movimientoId, pagoId, parte)
SELECT organizacionId, movimientoId, pagoId, parte FROM correccionAntes;
DROP TABLE correccionAntes;
CREATE INDEX correccionProducido_pago ON correccionProducido (organizacionId, pagoId);
