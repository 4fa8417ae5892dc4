-- Fiscal documents that others issued to the organization, each once by its fiscal folio: what they say, what was found in them,
-- and which document of the books they became. A proposal is not kept: it is made of what the company has when it is asked for.
CREATE TABLE recibido (
    organizacionId    REF      NOT NULL,
    recibidoId        REF      NOT NULL,
    uuid              TEXTO    NOT NULL CHECK (length(uuid) = 36),  -- in lower case
    estado            TEXTO    NOT NULL CHECK (estado IN ('pendiente', 'registrado', 'descartado', 'conservado')),
    tipoDeComprobante TEXTO    NOT NULL CHECK (tipoDeComprobante IN ('I', 'E', 'P', 'T', 'N')),
    versionCfdi       TEXTO    NOT NULL,
    serie             TEXTO    NOT NULL,
    folio             TEXTO    NOT NULL,
    fecha             FECHA    NOT NULL,  -- the day that it was issued, at its place
    timbradoEn        INSTANTE NOT NULL,
    rfcEmisor         TEXTO    NOT NULL CHECK (rfcEmisor <> ''),
    nombreEmisor      TEXTO    NOT NULL,
    regimenEmisor     TEXTO    NOT NULL,
    lugarExpedicion   TEXTO    NOT NULL,
    usoCfdi           TEXTO    NOT NULL,
    moneda            TEXTO    NOT NULL,
    tipoCambio        PRECIO   NOT NULL,  -- 0: it says none
    metodoPago        TEXTO    NOT NULL,
    formaPago         TEXTO    NOT NULL,
    condiciones       TEXTO    NOT NULL,
    subtotal          IMPORTE  NOT NULL,
    descuento         IMPORTE  NOT NULL,
    iva               IMPORTE  NOT NULL,
    ieps              IMPORTE  NOT NULL,
    ivaRetenido       IMPORTE  NOT NULL,
    isrRetenido       IMPORTE  NOT NULL,
    total             IMPORTE  NOT NULL,
    resumen           TEXTO    NOT NULL,  -- its taxes by kind and rate, and the local ones, as JSON: written once and read as a whole
    sha256            TEXTO    NOT NULL,  -- of the XML
    nombre            TEXTO    NOT NULL,  -- of the file that it came in
    origen            TEXTO    NOT NULL CHECK (origen IN ('envio', 'carpeta')),
    validacionId      REF      NOT NULL,
    resultado         TEXTO    NOT NULL,  -- what was found in it, and the authority's word, as they stand now
    estadoSat         TEXTO    NOT NULL,
    transaccionId     REF      NOT NULL,  -- the document of the books, or 0
    motivo            TEXTO    NOT NULL,  -- why it was put aside
    version           ENTERO   NOT NULL CHECK (version > 0),
    creadoPor         REF      NOT NULL,
    creadoEn          INSTANTE NOT NULL,
    modificadoEn      INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, recibidoId),
    UNIQUE (organizacionId, uuid),
    CHECK ((estado = 'registrado') = (transaccionId <> 0)),
    CHECK (estado NOT IN ('pendiente', 'registrado') OR tipoDeComprobante IN ('I', 'E')),
    CHECK (estado <> 'conservado' OR tipoDeComprobante IN ('P', 'T', 'N')),
    FOREIGN KEY (organizacionId, sha256) REFERENCES contenido (organizacionId, sha256)
);
CREATE UNIQUE INDEX recibido_documento ON recibido (organizacionId, transaccionId) WHERE transaccionId <> 0;
CREATE INDEX recibido_estado ON recibido (organizacionId, estado, recibidoId);
CREATE INDEX recibido_emisor ON recibido (organizacionId, rfcEmisor, recibidoId);
CREATE INDEX recibido_fecha ON recibido (organizacionId, fecha, recibidoId);
CREATE INDEX recibido_total ON recibido (organizacionId, total, recibidoId);
CREATE INDEX recibido_tipo ON recibido (organizacionId, tipoDeComprobante, recibidoId);
CREATE INDEX recibido_estado_sat ON recibido (organizacionId, estadoSat, recibidoId);

-- What people look for it by.
CREATE TABLE recibidoPalabra (
    organizacionId REF   NOT NULL,
    palabra        TEXTO NOT NULL,
    recibidoId     REF   NOT NULL,
    PRIMARY KEY (organizacionId, palabra, recibidoId),
    FOREIGN KEY (organizacionId, recibidoId) REFERENCES recibido (organizacionId, recibidoId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

CREATE TABLE recibidoConcepto (
    organizacionId   REF      NOT NULL,
    recibidoId       REF      NOT NULL,
    numeroPartida    ENTERO   NOT NULL CHECK (numeroPartida > 0),
    claveProdServ    TEXTO    NOT NULL,
    noIdentificacion TEXTO    NOT NULL,
    claveUnidad      TEXTO    NOT NULL,
    unidad           TEXTO    NOT NULL,
    descripcion      TEXTO    NOT NULL,
    cantidad         CANTIDAD NOT NULL,
    precioUnitario   PRECIO   NOT NULL,
    importe          IMPORTE  NOT NULL,
    descuento        IMPORTE  NOT NULL,
    impuestos        TEXTO    NOT NULL,  -- as JSON: written once and read as a whole
    PRIMARY KEY (organizacionId, recibidoId, numeroPartida),
    FOREIGN KEY (organizacionId, recibidoId) REFERENCES recibido (organizacionId, recibidoId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

-- Fiscal documents that it names: related ones, and those that a receipt of payments pays.
CREATE TABLE recibidoRelacion (
    organizacionId REF     NOT NULL,
    recibidoId     REF     NOT NULL,
    consecutivo    ENTERO  NOT NULL,
    uuid           TEXTO   NOT NULL,
    tipoRelacion   TEXTO   NOT NULL,  -- a key of c_TipoRelacion; '' for what is paid
    pagado         IMPORTE NOT NULL,
    saldoInsoluto  IMPORTE NOT NULL,
    moneda         TEXTO   NOT NULL,
    PRIMARY KEY (organizacionId, recibidoId, consecutivo),
    FOREIGN KEY (organizacionId, recibidoId) REFERENCES recibido (organizacionId, recibidoId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX recibidoRelacion_uuid ON recibidoRelacion (organizacionId, uuid);

-- What a supplier calls what we call a product or a concept, learnt from each confirmation. `llave` begins with what it is by: the
-- supplier's own code (N), its key and words (D), or its key alone (C).
CREATE TABLE recibidoEquivalencia (
    organizacionId REF      NOT NULL,
    rfcEmisor      TEXTO    NOT NULL,
    llave          TEXTO    NOT NULL CHECK (llave <> ''),
    productoId     REF      NOT NULL,
    conceptoId     REF      NOT NULL,
    unidadMedidaId REF      NOT NULL,
    usos           ENTERO   NOT NULL CHECK (usos > 0),
    modificadoEn   INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, rfcEmisor, llave),
    CHECK ((productoId = 0) <> (conceptoId = 0))
) WITHOUT ROWID;
