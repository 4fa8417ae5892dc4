-- Contents of files, each once for an organization. Large ones are outside, under `lugar`; until somebody names one (`listo`) it
-- may be missing there, and is taken away when it has waited too long since `tocadoEn`.
CREATE TABLE contenido (
    organizacionId REF      NOT NULL,
    sha256         TEXTO    NOT NULL CHECK (length(sha256) = 64),
    tipo           TEXTO    NOT NULL,
    tamano         ENTERO   NOT NULL CHECK (tamano > 0),
    lugar          TEXTO    NOT NULL,
    datos          BYTES,
    listo          BOOLEANO NOT NULL CHECK (listo IN (0, 1)),
    tocadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, sha256),
    CHECK ((lugar = '') = (datos IS NOT NULL)),
    CHECK (listo = 1 OR lugar <> '')
);
CREATE INDEX contenido_en_espera ON contenido (organizacionId, tocadoEn) WHERE listo = 0;

-- Places outside whose row is gone and that have still to be emptied.
CREATE TABLE lugarRetirado (
    organizacionId REF      NOT NULL,
    lugar          TEXTO    NOT NULL,
    retiradoEn     INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, lugar)
) WITHOUT ROWID;

-- Which file of a document is kept here; 0: it is elsewhere, at its url.
ALTER TABLE documentoArchivo ADD COLUMN archivoId REF NOT NULL DEFAULT 0;

-- A file that is kept: one content of one document, whatever its name there.
CREATE TABLE archivoDigital (
    organizacionId REF   NOT NULL,
    archivoId      REF   NOT NULL,
    transaccionId  REF   NOT NULL,
    sha256         TEXTO NOT NULL,
    PRIMARY KEY (organizacionId, archivoId),
    UNIQUE (organizacionId, transaccionId, sha256),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, sha256) REFERENCES contenido (organizacionId, sha256)
);
CREATE INDEX archivoDigital_contenido ON archivoDigital (organizacionId, sha256);
