-- What an event of a record tells beside whose it is: stock that fell below its minimum, credit that was exceeded. '': nothing.
ALTER TABLE eventoRegistro ADD COLUMN datos TEXTO NOT NULL DEFAULT '';

-- Up to which position movements of stock were looked at, for telling which products changed.
CREATE TABLE existenciaSeguida (
    organizacionId REF    NOT NULL,
    hastaPosicion  ENTERO NOT NULL CHECK (hastaPosicion >= 0),
    PRIMARY KEY (organizacionId)
);
-- Products that were told to be below their minimum: they are told again once they rose above it and fell once more.
CREATE TABLE existenciaBaja (
    organizacionId REF      NOT NULL,
    productoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,
    desde          INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, productoId, almacenId),
    FOREIGN KEY (organizacionId, productoId, almacenId) REFERENCES nivelInventario (organizacionId, productoId, almacenId)
);
