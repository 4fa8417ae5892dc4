-- A late cost lies in goods that move on, and an act that moved them may be undone: what it put on their way, or took from there when
-- it was itself undone, goes back with them.
CREATE TABLE costoTardio (
    organizacionId REF     NOT NULL,
    transaccionId  REF     NOT NULL,  -- the document that brought the cost, and its line
    numeroPartida  ENTERO  NOT NULL,
    origenId       REF     NOT NULL,  -- the line whose goods bear it
    origenPartida  ENTERO  NOT NULL,
    costo          IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;

-- Where the goods had been by the time that it came, or was undone: whoever left that layer between these moments had borne a part of
-- it, or may have.
CREATE TABLE costoPaso (
    organizacionId REF    NOT NULL,
    capaId         REF    NOT NULL,
    transaccionId  REF    NOT NULL,  -- the document that brought the cost
    desde          ENTERO NOT NULL,
    hasta          ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, capaId, transaccionId),
    FOREIGN KEY (organizacionId, capaId) REFERENCES capa (organizacionId, capaId)
) WITHOUT ROWID;

-- Value without goods that is of a late cost, though another document put it there.
CREATE TABLE costoMudado (
    organizacionId REF    NOT NULL,
    movimientoId   REF    NOT NULL,
    transaccionId  REF    NOT NULL,  -- the document that brought the cost, and its line
    numeroPartida  ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, movimientoId),
    FOREIGN KEY (organizacionId, movimientoId) REFERENCES movimiento (organizacionId, movimientoId)
) WITHOUT ROWID;
CREATE INDEX costoMudado_costo ON costoMudado (organizacionId, transaccionId, numeroPartida);
