-- Documents that are sent by e-mail: a row for each message and whom it is for, asked for before anything is sent. `mensajeId` is the same at
-- every try, so that who gets it twice can tell.
CREATE TABLE correoEnviado (
    organizacionId REF      NOT NULL,
    correoId       REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    destinatario   TEXTO    NOT NULL CHECK (destinatario <> ''),
    asunto         TEXTO    NOT NULL,
    texto          TEXTO    NOT NULL,
    mensajeId      TEXTO    NOT NULL CHECK (mensajeId <> ''),
    automatico     BOOLEANO NOT NULL CHECK (automatico IN (0, 1)),  -- because it was stamped, and nobody asked
    estado         TEXTO    NOT NULL CHECK (estado IN ('porEnviar', 'enviado', 'rechazado')),
    adjuntos       TEXTO    NOT NULL DEFAULT '[]',  -- as JSON: what went with it at the last try, with its fingerprints
    codigo         TEXTO    NOT NULL DEFAULT '',    -- what the server said last
    respuesta      TEXTO    NOT NULL DEFAULT '',
    intentos       ENTERO   NOT NULL DEFAULT 0 CHECK (intentos >= 0),
    creadoPor      REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    terminadoEn    INSTANTE,
    PRIMARY KEY (organizacionId, correoId),
    UNIQUE (organizacionId, mensajeId),
    CHECK ((estado = 'porEnviar') = (terminadoEn IS NULL)),
    CHECK (estado <> 'enviado' OR adjuntos <> '[]'),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX correoEnviado_documento ON correoEnviado (organizacionId, transaccionId, correoId);
CREATE INDEX correoEnviado_estado ON correoEnviado (organizacionId, estado, correoId);
CREATE INDEX correoEnviado_destinatario ON correoEnviado (organizacionId, destinatario, correoId);
CREATE INDEX correoEnviado_creado ON correoEnviado (organizacionId, creadoEn);

-- Under which name an organization writes, where answers go, and whether what is stamped is sent by itself.
CREATE TABLE configuracionCorreo (
    organizacionId  REF      NOT NULL,
    nombreRemitente TEXTO    NOT NULL,
    responderA      TEXTO    NOT NULL,
    enviarAlTimbrar BOOLEANO NOT NULL CHECK (enviarAlTimbrar IN (0, 1)),
    version         ENTERO   NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId)
);
