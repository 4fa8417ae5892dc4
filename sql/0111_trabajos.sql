-- Work that is due outside of requests. Whoever takes it does so for a while (`tomadoHasta`) and under a number of its own
-- (`toma`): who comes back after another has taken it ends nothing.
CREATE TABLE trabajo (
    organizacionId REF      NOT NULL,
    trabajoId      REF      NOT NULL,
    tipo           TEXTO    NOT NULL,
    clave          TEXTO    NOT NULL,  -- what it is about: of those that wait, one of a kind
    datos          TEXTO    NOT NULL,  -- JSON
    estado         TEXTO    NOT NULL CHECK (estado IN ('pendiente', 'hecho', 'fallido', 'cancelado')),
    pedidas        ENTERO   NOT NULL DEFAULT 1,  -- how often it was asked for: what is asked for while it is done is done again
    siguiente      INSTANTE NOT NULL,            -- not before
    toma           ENTERO   NOT NULL DEFAULT 0 CHECK (toma >= 0),
    tomadoHasta    INSTANTE NOT NULL DEFAULT 0,
    tomadoPor      TEXTO    NOT NULL DEFAULT '',
    intentos       ENTERO   NOT NULL DEFAULT 0 CHECK (intentos >= 0),  -- since it was asked for, or ended well the last time
    resultado      TEXTO    NOT NULL DEFAULT '',
    error          TEXTO    NOT NULL DEFAULT '',
    usuarioId      REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    terminadoEn    INSTANTE NOT NULL DEFAULT 0,
    PRIMARY KEY (organizacionId, trabajoId),
    CHECK ((estado = 'pendiente') = (terminadoEn = 0)),
    CHECK (estado = 'pendiente' OR tomadoHasta = 0)
);
CREATE UNIQUE INDEX trabajo_clave ON trabajo (organizacionId, tipo, clave) WHERE estado = 'pendiente';
CREATE INDEX trabajo_debido ON trabajo (organizacionId, siguiente) WHERE estado = 'pendiente';
CREATE INDEX trabajo_terminado ON trabajo (organizacionId, terminadoEn) WHERE terminadoEn <> 0;
