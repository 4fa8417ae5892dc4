-- Reminders of what customers owe: when before and after it is due, in which words, and what was sent.

CREATE TABLE politicaRecordatorio (
    organizacionId REF      NOT NULL,
    politicaId     ID       NOT NULL,
    codigo         TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    asunto         TEXTO    NOT NULL CHECK (asunto <> ''),
    texto          TEXTO    NOT NULL CHECK (texto <> ''),
    saldoMinimo    IMPORTE  NOT NULL CHECK (saldoMinimo >= 0),  -- what is owed below it is not worth a message
    general        BOOLEANO NOT NULL CHECK (general IN (0, 1)),  -- of whoever has none of its own
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, politicaId),
    UNIQUE (organizacionId, codigo)
);
CREATE UNIQUE INDEX politicaRecordatorio_general ON politicaRecordatorio (organizacionId) WHERE general = 1 AND activo = 1;
CREATE TABLE politicaPaso (
    organizacionId REF    NOT NULL,
    politicaId     REF    NOT NULL,
    dias           ENTERO NOT NULL CHECK (dias BETWEEN -60 AND 365),  -- after it is due; negative: before
    PRIMARY KEY (organizacionId, politicaId, dias),
    FOREIGN KEY (organizacionId, politicaId) REFERENCES politicaRecordatorio (organizacionId, politicaId)
) WITHOUT ROWID;

-- The policy of a contact: 0, it is not reminded.
CREATE TABLE contactoPolitica (
    organizacionId REF NOT NULL,
    entidadId      REF NOT NULL,
    politicaId     REF NOT NULL,
    PRIMARY KEY (organizacionId, entidadId),
    FOREIGN KEY (organizacionId, entidadId) REFERENCES contacto (organizacionId, entidadId)
) WITHOUT ROWID;

-- Each step of a document once.
CREATE TABLE recordatorio (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    dias           ENTERO   NOT NULL,
    politicaId     REF      NOT NULL,
    entidadId      REF      NOT NULL,
    saldo          IMPORTE  NOT NULL CHECK (saldo > 0),
    correoId       REF      NOT NULL,  -- the first of its messages
    mensajes       ENTERO   NOT NULL CHECK (mensajes > 0),
    creadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, dias),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
) WITHOUT ROWID;
CREATE INDEX recordatorio_correo ON recordatorio (organizacionId, correoId);
CREATE INDEX recordatorio_contacto ON recordatorio (organizacionId, entidadId, correoId);

CREATE TABLE programacionRecordatorio (
    organizacionId REF      NOT NULL,
    automatico     BOOLEANO NOT NULL CHECK (automatico IN (0, 1)),
    hora           ENTERO   NOT NULL CHECK (hora BETWEEN 0 AND 23),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId)
);
