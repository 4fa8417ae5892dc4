-- Serials that an order put aside, and until when it did.

-- Which line of which order a serial is put aside for; its state says that it is.
CREATE TABLE reservaSerie (
    organizacionId REF    NOT NULL,
    productoId     REF    NOT NULL,
    serie          TEXTO  NOT NULL,
    transaccionId  REF    NOT NULL,
    numeroPartida  ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, productoId, serie),
    FOREIGN KEY (organizacionId, productoId, serie) REFERENCES numeroSerie (organizacionId, productoId, serie)
) WITHOUT ROWID;
CREATE INDEX reservaSerie_pedido ON reservaSerie (organizacionId, transaccionId, numeroPartida);

-- What has expired is let go by whoever moves goods next.
CREATE INDEX reserva_vence ON reserva (organizacionId, vence, transaccionId) WHERE vence IS NOT NULL;
