-- Purchases: what they may differ from their order by, the supplier's own folios, and what receptions and invoices say beyond the
-- figures of their documents.
CREATE TABLE configuracionCompra (
    organizacionId      REF      NOT NULL,
    toleranciaRecepcion TASA     NOT NULL CHECK (toleranciaRecepcion BETWEEN 0 AND 1000000),  -- beyond the quantity of an order line
    toleranciaPrecio    TASA     NOT NULL CHECK (toleranciaPrecio BETWEEN 0 AND 1000000),     -- of an invoice, in both directions
    facturaSinRecepcion BOOLEANO NOT NULL CHECK (facturaSinRecepcion IN (0, 1)),  -- an invoice of an order may bring the goods itself
    version             ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId),
    FOREIGN KEY (organizacionId) REFERENCES organizacion (organizacionId)
) WITHOUT ROWID;

-- A supplier with a tolerance of its own.
CREATE TABLE proveedorCompra (
    organizacionId      REF    NOT NULL,
    entidadId           REF    NOT NULL,
    toleranciaRecepcion TASA NOT NULL CHECK (toleranciaRecepcion BETWEEN 0 AND 1000000),
    PRIMARY KEY (organizacionId, entidadId),
    FOREIGN KEY (organizacionId, entidadId) REFERENCES contacto (organizacionId, entidadId)
) WITHOUT ROWID;

-- Orders are read by identifier, from one on.
CREATE INDEX documento_orden_compra ON documento (organizacionId, transaccionId) WHERE tipo = 'OrdenCompra';

-- Whatever became of it, a document is found by its fiscal folio.
CREATE INDEX documento_folio_fiscal ON documento (organizacionId, uuid) WHERE uuid IS NOT NULL;

-- How an order was before each change of its lines, and who changed it.
CREATE TABLE documentoRevision (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    revision       ENTERO   NOT NULL CHECK (revision > 0),
    usuarioId      REF      NOT NULL,
    instante       INSTANTE NOT NULL,
    estado         TEXTO    NOT NULL,
    total          IMPORTE  NOT NULL,
    motivo         TEXTO    NOT NULL,
    partidas       TEXTO    NOT NULL,  -- JSON: written once and read as a whole
    PRIMARY KEY (organizacionId, transaccionId, revision),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
) WITHOUT ROWID;

-- Series and folio of the supplier's own paper.
CREATE TABLE documentoProveedor (
    organizacionId REF   NOT NULL,
    transaccionId  REF   NOT NULL,
    entidadId      REF   NOT NULL,
    serie          TEXTO NOT NULL,
    folio          TEXTO NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX documentoProveedor_folio ON documentoProveedor (organizacionId, folio, entidadId, serie);

-- What came to the door and was not taken in.
CREATE TABLE recepcionRechazo (
    organizacionId      REF      NOT NULL,
    transaccionId       REF      NOT NULL,
    consecutivo         ENTERO   NOT NULL,
    numeroPartida       ENTERO   NOT NULL,  -- the line with what was accepted of it, or 0
    productoId          REF      NOT NULL,
    transaccionIdOrigen REF      NOT NULL,
    partidaOrigen       ENTERO   NOT NULL,
    cantidad            CANTIDAD NOT NULL CHECK (cantidad > 0),
    motivo              TEXTO    NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, consecutivo),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
) WITHOUT ROWID;

-- Where an invoice differs from what was ordered and received.
CREATE TABLE compraDiferencia (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL,
    diferencia     TEXTO    NOT NULL CHECK (diferencia IN ('cantidad', 'precio')),
    esperado       CANTIDAD NOT NULL,  -- a quantity, or the line's amount at the price of the order
    facturado      CANTIDAD NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida, diferencia),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;

-- How a landed cost was shared out, and the costs that it is made of.
CREATE TABLE gastoCompra (
    organizacionId REF   NOT NULL,
    transaccionId  REF   NOT NULL,
    base           TEXTO NOT NULL CHECK (base IN ('importe', 'cantidad', 'peso', 'volumen', 'partesIguales', 'manual')),
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
) WITHOUT ROWID;

CREATE TABLE gastoCompraCosto (
    organizacionId      REF     NOT NULL,
    transaccionId       REF     NOT NULL,
    consecutivo         ENTERO  NOT NULL,
    transaccionIdOrigen REF     NOT NULL,  -- the purchase invoice or expense, or 0: an estimate
    partidaOrigen       ENTERO  NOT NULL,
    proveedorId         REF     NOT NULL,
    descripcion         TEXTO   NOT NULL,
    moneda              TEXTO   NOT NULL,
    tipoCambio          PRECIO  NOT NULL CHECK (tipoCambio > 0),
    importe             IMPORTE NOT NULL CHECK (importe <> 0),
    importeLocal        IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, consecutivo),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES gastoCompra (organizacionId, transaccionId)
) WITHOUT ROWID;
CREATE INDEX gastoCompraCosto_origen ON gastoCompraCosto (organizacionId, transaccionIdOrigen) WHERE transaccionIdOrigen <> 0;
