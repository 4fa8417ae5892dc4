-- Cost centres, and what is added to documents after their registration.

CREATE TABLE centroCosto (
    organizacionId    REF      NOT NULL,
    centroCostoId     REF      NOT NULL,  -- no ID: numbers that were in use before there was a catalog are kept
    codigo            TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    responsable       TEXTO    NOT NULL,
    referenciaExterna TEXTO,
    activo            BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version           ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, centroCostoId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna)
);

-- Until now any number could be sent. Those in use become records under it, for their owner to name: documents stay as they are,
-- and whoever has one in the session goes on working.
INSERT INTO centroCosto (organizacionId, centroCostoId, codigo, nombre, responsable, referenciaExterna, activo, version)
SELECT u.organizacionId, u.centroCostoId, 'CC-' || CAST(u.centroCostoId AS TEXTO), 'Centro de costo ' || CAST(u.centroCostoId AS TEXTO),
       '', NULL, 1, 1
FROM (SELECT organizacionId, centroCostoId FROM documento WHERE centroCostoId <> 0
      UNION SELECT organizacionId, centroCostoId FROM usuario WHERE centroCostoId <> 0) u;

-- Notes written to a document after its registration. Numbered by the version of the document that each of them made.
CREATE TABLE documentoNota (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    consecutivo    ENTERO   NOT NULL,
    nota           TEXTO    NOT NULL CHECK (nota <> ''),
    creadoPor      REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, consecutivo),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
) WITHOUT ROWID;

-- The version of the document that the file made, who added it and when; 0: it came with the document.
ALTER TABLE documentoArchivo ADD COLUMN version ENTERO NOT NULL DEFAULT 0 CHECK (version >= 0);
ALTER TABLE documentoArchivo ADD COLUMN creadoPor REF NOT NULL DEFAULT 0;
ALTER TABLE documentoArchivo ADD COLUMN creadoEn INSTANTE;
