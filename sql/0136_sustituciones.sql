-- A fiscal document that another takes the place of: the new one is stamped first, related to it (04), and then it is cancelled (01).
CREATE TABLE sustitucion (
    organizacionId REF      NOT NULL,
    viejoId        REF      NOT NULL,
    nuevoId        REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, viejoId),
    CHECK (viejoId <> nuevoId),
    FOREIGN KEY (organizacionId, viejoId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, nuevoId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX sustitucion_nuevo ON sustitucion (organizacionId, nuevoId);
