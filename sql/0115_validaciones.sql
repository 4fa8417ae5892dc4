-- What was found in a fiscal document that somebody presented: the whole, each step, and what the authority last said of it.
CREATE TABLE validacion (
    organizacionId     REF      NOT NULL,
    validacionId       REF      NOT NULL,
    origen             TEXTO    NOT NULL CHECK (origen IN ('archivo', 'folio', 'almacenado', 'transaccion')),
    transaccionId      REF      NOT NULL,  -- the document that it was compared with, or 0
    archivoId          REF      NOT NULL,  -- the stored file that was judged, or 0
    huella             TEXTO    NOT NULL,  -- SHA-256 of the bytes that were judged; '' where there were none
    uuid               TEXTO    NOT NULL,
    expresion          TEXTO    NOT NULL,  -- what the authority is asked; '' when there is nothing to ask with
    versionCfdi        TEXTO    NOT NULL,
    tipoDeComprobante  TEXTO    NOT NULL,
    rfcEmisor          TEXTO    NOT NULL,
    rfcReceptor        TEXTO    NOT NULL,
    moneda             TEXTO    NOT NULL,
    total              IMPORTE  NOT NULL,
    timbradoEn         INSTANTE NOT NULL,  -- 0: not known
    resultado          TEXTO    NOT NULL CHECK (resultado IN ('valido', 'con_avisos', 'no_verificado', 'no_valido')),
    estadoSat          TEXTO    NOT NULL CHECK (estadoSat IN ('vigente', 'cancelado', 'no_encontrado', 'no_verificado')),
    codigoEstatus      TEXTO    NOT NULL,
    esCancelable       TEXTO    NOT NULL,
    estatusCancelacion TEXTO    NOT NULL,
    validacionEfos     TEXTO    NOT NULL,
    verificadoEn       INSTANTE NOT NULL,  -- when the authority answered last; 0: it never did
    resueltoEn         INSTANTE NOT NULL,  -- when it first said what it says now; 0: it never did
    sinMostrar         ENTERO   NOT NULL CHECK (sinMostrar >= 0),  -- what was found beyond what is kept
    ultima             BOOLEANO NOT NULL CHECK (ultima IN (0, 1)),  -- of its document, or of what the authority is asked
    version            ENTERO   NOT NULL CHECK (version > 0),
    creadoPor          REF      NOT NULL,
    creadoEn           INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, validacionId)
);
CREATE UNIQUE INDEX validacion_documento ON validacion (organizacionId, transaccionId) WHERE ultima = 1 AND transaccionId <> 0;
CREATE INDEX validacion_expresion ON validacion (organizacionId, expresion) WHERE ultima = 1 AND expresion <> '';
CREATE INDEX validacion_uuid ON validacion (organizacionId, uuid) WHERE uuid <> '';

-- A step has one row, or one for each thing that was found in it.
CREATE TABLE validacionPaso (
    organizacionId REF    NOT NULL,
    validacionId   REF    NOT NULL,
    consecutivo    ENTERO NOT NULL,  -- in the order of the steps
    paso           TEXTO  NOT NULL,
    resultado      TEXTO  NOT NULL CHECK (resultado IN ('bien', 'aviso', 'no_verificado', 'mal')),
    codigo         TEXTO  NOT NULL,
    donde          TEXTO  NOT NULL,
    detalle        TEXTO  NOT NULL,
    sat            TEXTO  NOT NULL,
    PRIMARY KEY (organizacionId, validacionId, consecutivo),
    FOREIGN KEY (organizacionId, validacionId) REFERENCES validacion (organizacionId, validacionId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
