-- Who is told of what happens, by a call to an address of theirs (Standard Webhooks): each subscription is of a consumer, and is told what
-- that one may read.
CREATE TABLE suscripcion (
    organizacionId     REF      NOT NULL,
    suscripcionId      ID       NOT NULL,
    consumidorId       REF      NOT NULL,
    usuarioId          REF      NOT NULL,  -- who made it
    nombre             TEXTO    NOT NULL CHECK (nombre <> ''),
    url                TEXTO    NOT NULL CHECK (url <> ''),
    tipos              TEXTO    NOT NULL CHECK (tipos <> ''),  -- patterns, with a blank between them
    secreto            BYTES    NOT NULL,                      -- sealed, as the next
    anterior           BYTES,                                  -- signs too, until
    anteriorHasta      INSTANTE,
    activo             BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    motivo             TEXTO    NOT NULL,             -- why it is not active; '': somebody said so
    hastaPosicion      ENTERO   NOT NULL CHECK (hastaPosicion >= 0),  -- events up to here have their deliveries
    fallaDesde         INSTANTE,                      -- of the first failure since the last success
    ultimoExito        INSTANTE,
    reenvioPosicion    ENTERO   NOT NULL DEFAULT 0,   -- what is sent again: behind this one …
    reenvioHasta       ENTERO   NOT NULL DEFAULT 0,   -- … up to this one; both the same when nothing is
    reenvioFallidas    BOOLEANO NOT NULL DEFAULT 0 CHECK (reenvioFallidas IN (0, 1)),
    toma               ENTERO   NOT NULL DEFAULT 0,   -- under which number some instance delivers it, until
    tomadaHasta        INSTANTE NOT NULL DEFAULT 0,
    tomadaPor          TEXTO    NOT NULL DEFAULT '',
    version            ENTERO   NOT NULL,
    creadoEn           INSTANTE NOT NULL,
    modificadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, suscripcionId),
    UNIQUE (organizacionId, nombre),
    CHECK ((anterior IS NULL) = (anteriorHasta IS NULL)),
    CHECK (reenvioPosicion <= reenvioHasta),
    FOREIGN KEY (organizacionId, consumidorId) REFERENCES consumidorApi (organizacionId, consumidorId),
    FOREIGN KEY (organizacionId, usuarioId) REFERENCES usuario (organizacionId, usuarioId)
);
CREATE INDEX suscripcion_consumidor ON suscripcion (organizacionId, consumidorId);

-- One event on its way to one subscription.
CREATE TABLE entrega (
    organizacionId REF      NOT NULL,
    suscripcionId  REF      NOT NULL,
    posicion       ENTERO   NOT NULL CHECK (posicion > 0),  -- of the event
    objeto         TEXTO    NOT NULL,                       -- what it is about: of one thing they go one after the other
    tipo           TEXTO    NOT NULL,
    estado         TEXTO    NOT NULL CHECK (estado IN ('pendiente', 'entregada', 'fallida', 'omitida')),
    intentos       ENTERO   NOT NULL CHECK (intentos >= 0),  -- since it was due the first time, or sent again
    siguiente      INSTANTE NOT NULL,                        -- not before
    codigo         ENTERO   NOT NULL,                        -- of the last answer; 0: there was none
    error          TEXTO    NOT NULL,
    historia       TEXTO    NOT NULL,                        -- JSON: its attempts, the last twenty
    creadoEn       INSTANTE NOT NULL,
    terminadoEn    INSTANTE NOT NULL,                        -- 0: it waits
    PRIMARY KEY (organizacionId, suscripcionId, posicion),
    CHECK ((estado = 'pendiente') = (terminadoEn = 0)),
    FOREIGN KEY (organizacionId, suscripcionId) REFERENCES suscripcion (organizacionId, suscripcionId)
);
CREATE INDEX entrega_debida ON entrega (organizacionId, suscripcionId, siguiente, posicion) WHERE estado = 'pendiente';
CREATE INDEX entrega_objeto ON entrega (organizacionId, suscripcionId, objeto, posicion) WHERE estado = 'pendiente';
CREATE INDEX entrega_estado ON entrega (organizacionId, suscripcionId, estado, posicion);
CREATE INDEX entrega_creada ON entrega (organizacionId, creadoEn);
