-- XML that customers want behind their invoices. What it looked like at each version is kept for the documents that used it.
CREATE TABLE addenda (
    organizacionId REF      NOT NULL,
    addendaId      ID       NOT NULL,
    codigo         TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, addendaId),
    UNIQUE (organizacionId, codigo)
);

-- A row for each version that changed fields or template; the one in use is the newest.
CREATE TABLE addendaVersion (
    organizacionId REF      NOT NULL,
    addendaId      REF      NOT NULL,
    version        ENTERO   NOT NULL,
    campos         TEXTO    NOT NULL,  -- a JSON list
    plantilla      TEXTO    NOT NULL CHECK (plantilla <> ''),
    usuarioId      REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, addendaId, version),
    FOREIGN KEY (organizacionId, addendaId) REFERENCES addenda (organizacionId, addendaId)
) WITHOUT ROWID;

-- A customer has one at the most.
CREATE TABLE addendaCliente (
    organizacionId REF NOT NULL,
    entidadId      REF NOT NULL,
    addendaId      REF NOT NULL,
    PRIMARY KEY (organizacionId, entidadId),
    FOREIGN KEY (organizacionId, addendaId) REFERENCES addenda (organizacionId, addendaId),
    FOREIGN KEY (organizacionId, entidadId) REFERENCES contacto (organizacionId, entidadId)
) WITHOUT ROWID;
CREATE INDEX addendaCliente_de ON addendaCliente (organizacionId, addendaId, entidadId);

-- What a document says in its customer's addendum. Replacing it makes a version; the newest counts.
CREATE TABLE documentoAddenda (
    organizacionId   REF      NOT NULL,
    transaccionId    REF      NOT NULL,
    version          ENTERO   NOT NULL CHECK (version > 0),
    addendaId        REF      NOT NULL,
    versionPlantilla ENTERO   NOT NULL,
    valores          TEXTO    NOT NULL,  -- JSON, of the header and of each line
    usuarioId        REF      NOT NULL,
    creadoEn         INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, version),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, addendaId, versionPlantilla) REFERENCES addendaVersion (organizacionId, addendaId, version)
) WITHOUT ROWID;
