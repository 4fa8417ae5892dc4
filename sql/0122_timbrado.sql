-- How far the fiscal document of a document of ours has come. What is sent stands here before it is sent (`xml`), with the take of
-- the work that sealed it: whoever comes later asks for it before it is sent again.
CREATE TABLE timbrado (
    organizacionId   REF      NOT NULL,
    transaccionId    REF      NOT NULL,
    estado           TEXTO    NOT NULL CHECK (estado IN ('porTimbrar', 'enviado', 'timbrado', 'rechazado', 'porCancelar', 'enCancelacion',
                                                         'cancelado', 'cancelacionRechazada')),
    proveedor        TEXTO    NOT NULL DEFAULT '',  -- whom it was sent to
    xml              TEXTO    NOT NULL DEFAULT '',  -- sealed and sent; '' before, and once it is stamped
    trabajoId        REF      NOT NULL DEFAULT 0,
    toma             ENTERO   NOT NULL DEFAULT 0,
    intentos         ENTERO   NOT NULL DEFAULT 0,   -- how often the provider was asked
    uuid             TEXTO    NOT NULL DEFAULT '',
    timbradoEn       INSTANTE,
    archivoId        REF      NOT NULL DEFAULT 0,   -- the stamped XML
    total            IMPORTE  NOT NULL DEFAULT 0,   -- as it was stamped
    codigo           TEXTO    NOT NULL DEFAULT '',  -- what the provider, or we before it, said last
    mensaje          TEXTO    NOT NULL DEFAULT '',
    motivo           TEXTO    NOT NULL DEFAULT '' CHECK (motivo IN ('', '01', '02', '03', '04')),
    uuidSustitucion  TEXTO    NOT NULL DEFAULT '',
    cancelacionFecha FECHA,                         -- of the reversal, where it was said
    conAplicaciones  BOOLEANO NOT NULL DEFAULT 0 CHECK (conAplicaciones IN (0, 1)),
    acuse            TEXTO    NOT NULL DEFAULT '',
    creadoEn         INSTANTE NOT NULL,
    modificadoEn     INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId),
    CHECK ((uuid = '') = (timbradoEn IS NULL)),
    CHECK (estado NOT IN ('timbrado', 'porCancelar', 'enCancelacion', 'cancelacionRechazada') OR uuid <> ''),
    CHECK (estado <> 'enviado' OR xml <> ''),
    CHECK (estado NOT IN ('porCancelar', 'enCancelacion', 'cancelacionRechazada') OR motivo <> ''),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX timbrado_estado ON timbrado (organizacionId, estado, transaccionId);
CREATE UNIQUE INDEX timbrado_uuid ON timbrado (organizacionId, uuid) WHERE uuid <> '';
-- The last work about a document, whether it waits or has failed.
CREATE INDEX trabajo_de ON trabajo (organizacionId, tipo, clave, trabajoId);
