-- Everything a business does is a document. Only src/engine writes the tables of this step.
CREATE TABLE documento (
    organizacionId     REF      NOT NULL,
    transaccionId      ID       NOT NULL,
    tipo               TEXTO    NOT NULL CHECK (tipo <> ''),  -- a kind of src/engine/tipos
    serie              TEXTO    NOT NULL CHECK (serie <> ''),
    folio              ENTERO   NOT NULL CHECK (folio > 0),
    fecha              FECHA    NOT NULL,
    vencimiento        FECHA    NOT NULL,
    estado             TEXTO    NOT NULL CHECK (estado <> ''),
    sucursalId         REF      NOT NULL,
    proyectoId         REF      NOT NULL,
    centroCostoId      REF      NOT NULL,
    entidadId          REF      NOT NULL,  -- the contact, or 0
    vendedorId         REF      NOT NULL,
    almacenId          REF      NOT NULL,
    almacenDestinoId   REF      NOT NULL,
    cuentaBancariaId   REF      NOT NULL,
    cuentaDestinoId    REF      NOT NULL,  -- the other own account of a bank transfer
    formaPagoId        REF      NOT NULL,
    origenId           REF      NOT NULL,  -- the document this one comes from as a whole, or 0
    moneda             TEXTO    NOT NULL REFERENCES moneda (moneda),
    tipoCambio         PRECIO   NOT NULL CHECK (tipoCambio > 0),
    subtotal           IMPORTE  NOT NULL,
    descuento          IMPORTE  NOT NULL,
    iva                IMPORTE  NOT NULL,
    ieps               IMPORTE  NOT NULL,
    ivaRetenido        IMPORTE  NOT NULL,
    isrRetenido        IMPORTE  NOT NULL,
    total              IMPORTE  NOT NULL,
    notas              TEXTO    NOT NULL,
    referencia         TEXTO    NOT NULL,
    motivo             TEXTO    NOT NULL,
    referenciaExterna  TEXTO,
    uuid               TEXTO,
    fechaTimbrado      INSTANTE,
    version            ENTERO   NOT NULL CHECK (version > 0),
    creadoPor          REF      NOT NULL,
    creadoEn           INSTANTE NOT NULL,
    modificadoEn       INSTANTE NOT NULL,
    canceladoEn        INSTANTE,
    cancelacionFecha   FECHA,
    cancelacionMotivo  TEXTO    NOT NULL,
    uuidSustitucion    TEXTO,              -- of the fiscal document that takes a cancelled one's place
    PRIMARY KEY (organizacionId, transaccionId),
    UNIQUE (organizacionId, tipo, serie, folio),
    CHECK (total = subtotal + iva + ieps - ivaRetenido - isrRetenido),
    FOREIGN KEY (organizacionId, sucursalId) REFERENCES sucursal (organizacionId, sucursalId)
);
CREATE UNIQUE INDEX documento_referencia ON documento (organizacionId, tipo, referenciaExterna) WHERE referenciaExterna IS NOT NULL;
CREATE INDEX documento_fecha ON documento (organizacionId, tipo, fecha, transaccionId);
CREATE INDEX documento_contacto ON documento (organizacionId, entidadId, fecha, transaccionId) WHERE entidadId <> 0;
CREATE UNIQUE INDEX documento_uuid ON documento (organizacionId, uuid) WHERE uuid IS NOT NULL AND canceladoEn IS NULL;
CREATE INDEX documento_origen ON documento (organizacionId, origenId) WHERE origenId <> 0;
CREATE INDEX documento_cancelado ON documento (organizacionId, cancelacionFecha, transaccionId) WHERE cancelacionFecha IS NOT NULL;

-- What some documents say beyond their figures: until when they hold, when and where goods are wanted.
CREATE TABLE documentoCondicion (
    organizacionId   REF   NOT NULL,
    transaccionId    REF   NOT NULL,
    vigenciaFecha    FECHA,
    entregaFecha     FECHA,
    direccionEntrega TEXTO NOT NULL,
    condiciones      TEXTO NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX documentoCondicion_entrega ON documentoCondicion (organizacionId, entregaFecha, transaccionId) WHERE entregaFecha IS NOT NULL;

-- Documents that one names, by our identifier or by the fiscal folio of somebody else's, with the authority's key of the relation.
CREATE TABLE documentoRelacionado (
    organizacionId REF    NOT NULL,
    transaccionId  REF    NOT NULL,
    consecutivo    ENTERO NOT NULL,
    relacionadoId  REF    NOT NULL,  -- or 0
    uuid           TEXTO  NOT NULL,
    tipoRelacion   TEXTO  NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, consecutivo),
    CHECK (relacionadoId <> 0 OR uuid <> ''),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

-- Files that belong to a document and are kept elsewhere.
CREATE TABLE documentoArchivo (
    organizacionId REF    NOT NULL,
    transaccionId  REF    NOT NULL,
    consecutivo    ENTERO NOT NULL,
    nombre         TEXTO  NOT NULL CHECK (nombre <> ''),
    extension      TEXTO  NOT NULL,
    url            TEXTO  NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, consecutivo),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

CREATE TABLE partida (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL CHECK (numeroPartida > 0),
    productoId     REF      NOT NULL,  -- one of these, or neither on a line of a bank document
    conceptoId     REF      NOT NULL,
    descripcion    TEXTO    NOT NULL,
    unidadMedidaId REF      NOT NULL,
    unidad         TEXTO    NOT NULL,
    claveProdServ  TEXTO    NOT NULL,
    claveUnidad    TEXTO    NOT NULL,
    cantidad       CANTIDAD NOT NULL CHECK (cantidad > 0),
    cantidadBase   CANTIDAD NOT NULL CHECK (cantidadBase > 0),  -- in the product's base unit
    precioUnitario PRECIO   NOT NULL CHECK (precioUnitario >= 0),
    importe        IMPORTE  NOT NULL,  -- the debit of a journal line
    abono          IMPORTE  NOT NULL,  -- the credit of a journal line
    descuento      IMPORTE  NOT NULL CHECK (descuento >= 0),
    promocion      IMPORTE  NOT NULL CHECK (promocion >= 0),
    iva            IMPORTE  NOT NULL,
    ieps           IMPORTE  NOT NULL,
    ivaRetenido    IMPORTE  NOT NULL,
    isrRetenido    IMPORTE  NOT NULL,
    impuestos      TEXTO    NOT NULL,  -- in detail, as JSON: written once and read as a whole
    proyectoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,
    cuentaId       REF      NOT NULL,  -- that it was posted to; the account of a journal line
    notas          TEXTO    NOT NULL,
    origenId       REF      NOT NULL,  -- the line it derives from: document and number, or 0
    origenPartida  ENTERO   NOT NULL,
    costo          IMPORTE  NOT NULL,  -- value of the goods it moved, in the organization's currency
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED,
    CHECK (importe - descuento - promocion >= 0)
) WITHOUT ROWID;
CREATE INDEX partida_origen ON partida (organizacionId, origenId, origenPartida) WHERE origenId <> 0;

-- In which state goods came back.
CREATE TABLE partidaCondicion (
    organizacionId REF    NOT NULL,
    transaccionId  REF    NOT NULL,
    numeroPartida  ENTERO NOT NULL,
    condicion      TEXTO  NOT NULL CHECK (condicion IN ('bueno', 'danado', 'caducado')),
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;

-- How much of a line was delivered, invoiced, returned … by others. One row that two callers cannot pass.
CREATE TABLE avance (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL,
    avance         TEXTO    NOT NULL CHECK (avance <> ''),
    cantidad       CANTIDAD NOT NULL CHECK (cantidad >= 0),
    limite         CANTIDAD NOT NULL,
    valor          IMPORTE  NOT NULL,  -- of what the line is worth, how much went with it
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida, avance),
    CHECK (cantidad <= limite),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;

-- Taxes of a document by rate. `liquidado` is what settlement moved from accrued to collected or paid, in the document's currency.
CREATE TABLE documentoImpuesto (
    organizacionId REF     NOT NULL,
    transaccionId  REF     NOT NULL,
    impuesto       TEXTO   NOT NULL CHECK (impuesto IN ('iva', 'ieps', 'ivaRetenido', 'isrRetenido')),
    factor         TEXTO   NOT NULL CHECK (factor IN ('tasa', 'cuota', 'exento', 'noObjeto')),
    tasa           TASA    NOT NULL CHECK (tasa >= 0),
    base           IMPORTE NOT NULL,
    importe        IMPORTE NOT NULL,
    importeLocal   IMPORTE NOT NULL,  -- in the organization's currency, as posted
    baseLiquidada  IMPORTE NOT NULL,
    liquidado      IMPORTE NOT NULL,
    liquidadoLocal IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, impuesto, factor, tasa),
    CHECK (liquidado BETWEEN 0 AND importe),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

-- A journal entry: what one event of one document did to the books.
CREATE TABLE poliza (
    organizacionId REF      NOT NULL,
    polizaId       ID       NOT NULL,
    transaccionId  REF      NOT NULL,
    evento         TEXTO    NOT NULL CHECK (evento IN ('registro', 'cancelacion', 'aplicacion', 'desaplicacion', 'ajuste')),
    fecha          FECHA    NOT NULL,
    periodo        ENTERO   NOT NULL,
    cargo          IMPORTE  NOT NULL,
    abono          IMPORTE  NOT NULL,
    revierteId     REF      NOT NULL,  -- the entry this one undoes, or 0
    instante       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, polizaId),
    CHECK (cargo = abono),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX poliza_documento ON poliza (organizacionId, transaccionId);
CREATE UNIQUE INDEX poliza_revierte ON poliza (organizacionId, revierteId) WHERE revierteId <> 0;

-- One row touches one account on one side.
CREATE TABLE asiento (
    organizacionId REF     NOT NULL,
    polizaId       REF     NOT NULL,
    renglon        ENTERO  NOT NULL,
    fecha          FECHA   NOT NULL,
    cuentaId       REF     NOT NULL,
    sucursalId     REF     NOT NULL,
    proyectoId     REF     NOT NULL,
    entidadId      REF     NOT NULL,
    cargo          IMPORTE NOT NULL CHECK (cargo >= 0),
    abono          IMPORTE NOT NULL CHECK (abono >= 0),
    moneda         TEXTO   NOT NULL,
    original       IMPORTE NOT NULL CHECK (original >= 0),  -- in that currency, on the same side; 0 for a pure exchange difference
    PRIMARY KEY (organizacionId, polizaId, renglon),
    CHECK ((cargo = 0) <> (abono = 0)),
    FOREIGN KEY (organizacionId, polizaId) REFERENCES poliza (organizacionId, polizaId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, cuentaId) REFERENCES cuenta (organizacionId, cuentaId)
) WITHOUT ROWID;
CREATE INDEX asiento_fecha ON asiento (organizacionId, fecha, cuentaId, polizaId, renglon);

-- Kept sums, in stripes so that no two connections wait for one row.
CREATE TABLE saldoCuenta (
    organizacionId REF     NOT NULL,
    periodo        ENTERO  NOT NULL,
    cuentaId       REF     NOT NULL,
    sucursalId     REF     NOT NULL,
    proyectoId     REF     NOT NULL,
    franja         ENTERO  NOT NULL,
    cargos         IMPORTE NOT NULL,
    abonos         IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja)
) WITHOUT ROWID;

CREATE TABLE saldoBanco (
    organizacionId   REF     NOT NULL,
    cuentaBancariaId REF     NOT NULL,
    periodo          ENTERO  NOT NULL,
    franja           ENTERO  NOT NULL,
    ingresos         IMPORTE NOT NULL,  -- in the account's currency
    egresos          IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, cuentaBancariaId, periodo, franja),
    FOREIGN KEY (organizacionId, cuentaBancariaId) REFERENCES cuentaBancaria (organizacionId, cuentaBancariaId)
) WITHOUT ROWID;

-- Each movement of an own account, in its currency; what the kept sums add up.
CREATE TABLE movimientoBanco (
    organizacionId   REF     NOT NULL,
    polizaId         REF     NOT NULL,
    cuentaBancariaId REF     NOT NULL,
    transaccionId    REF     NOT NULL,
    fecha            FECHA   NOT NULL,
    importe          IMPORTE NOT NULL CHECK (importe <> 0),  -- negative: money that left
    conciliado       BOOLEANO NOT NULL CHECK (conciliado IN (0, 1)),
    PRIMARY KEY (organizacionId, polizaId, cuentaBancariaId),
    FOREIGN KEY (organizacionId, polizaId) REFERENCES poliza (organizacionId, polizaId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX movimientoBanco_fecha ON movimientoBanco (organizacionId, cuentaBancariaId, fecha, polizaId);
CREATE INDEX movimientoBanco_conciliado ON movimientoBanco (organizacionId, cuentaBancariaId, fecha) WHERE conciliado = 1;

-- What a document still has open: owed by a customer, owed to a supplier, or money and credit not yet assigned. Original and
-- carrying value; the last application takes the residue of both.
CREATE TABLE saldo (
    organizacionId REF     NOT NULL,
    transaccionId  REF     NOT NULL,
    naturaleza     TEXTO   NOT NULL CHECK (naturaleza IN ('cobrar', 'pagar', 'favorCliente', 'favorProveedor')),
    entidadId      REF     NOT NULL,
    fecha          FECHA   NOT NULL,
    vencimiento    FECHA   NOT NULL,
    moneda         TEXTO   NOT NULL,
    cuentaId       REF     NOT NULL,  -- the control account that carries it
    total          IMPORTE NOT NULL CHECK (total >= 0),
    totalLocal     IMPORTE NOT NULL CHECK (totalLocal >= 0),
    saldo          IMPORTE NOT NULL CHECK (saldo >= 0 AND saldo <= total),
    saldoLocal     IMPORTE NOT NULL CHECK (saldoLocal >= 0 AND saldoLocal <= totalLocal),
    aplicaciones   ENTERO  NOT NULL CHECK (aplicaciones >= 0),  -- how many there ever were: numbers partial payments
    PRIMARY KEY (organizacionId, transaccionId, naturaleza),
    CHECK (saldo > 0 OR saldoLocal = 0),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX saldo_abierto ON saldo (organizacionId, entidadId, naturaleza, vencimiento, transaccionId) WHERE saldo > 0;

-- A contact's open balance: the sum of its rows in `saldo`.
CREATE TABLE saldoContacto (
    organizacionId REF     NOT NULL,
    entidadId      REF     NOT NULL,
    naturaleza     TEXTO   NOT NULL,
    moneda         TEXTO   NOT NULL,
    saldo          IMPORTE NOT NULL,
    saldoLocal     IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, entidadId, naturaleza, moneda)
) WITHOUT ROWID;

-- One settlement of one document by another.
CREATE TABLE aplicacion (
    organizacionId   REF      NOT NULL,
    aplicacionId     ID       NOT NULL,
    pagoId           REF      NOT NULL,  -- the deposit, egress, credit or compensation
    documentoId      REF      NOT NULL,  -- what it settles
    fecha            FECHA    NOT NULL,
    importe          IMPORTE  NOT NULL CHECK (importe > 0),   -- in the currency of the payment
    importe2         IMPORTE  NOT NULL CHECK (importe2 > 0),  -- in the currency of the document
    localPago        IMPORTE  NOT NULL,  -- carrying values that left both balances
    localDocumento   IMPORTE  NOT NULL,
    consecutivo      ENTERO   NOT NULL,  -- number of the partial payment of the document
    saldoAnterior    IMPORTE  NOT NULL,
    saldoNuevo       IMPORTE  NOT NULL,
    polizaId         REF      NOT NULL,
    estado           TEXTO    NOT NULL CHECK (estado IN ('vigente', 'cancelada')),
    creadoEn         INSTANTE NOT NULL,
    cancelacionFecha FECHA,
    PRIMARY KEY (organizacionId, aplicacionId),
    UNIQUE (organizacionId, documentoId, consecutivo),
    FOREIGN KEY (organizacionId, pagoId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, documentoId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX aplicacion_pago ON aplicacion (organizacionId, pagoId);
CREATE INDEX aplicacion_fecha ON aplicacion (organizacionId, fecha, aplicacionId);
CREATE INDEX aplicacion_cancelada ON aplicacion (organizacionId, cancelacionFecha, aplicacionId) WHERE cancelacionFecha IS NOT NULL;

-- Tax that an application turned from accrued into collected or paid, of the settled document and of the settling one.
CREATE TABLE aplicacionImpuesto (
    organizacionId REF     NOT NULL,
    aplicacionId   REF     NOT NULL,
    transaccionId  REF     NOT NULL,
    impuesto       TEXTO   NOT NULL,
    factor         TEXTO   NOT NULL,
    tasa           TASA    NOT NULL,
    base           IMPORTE NOT NULL,  -- in the document's currency
    importe        IMPORTE NOT NULL,
    pendienteLocal IMPORTE NOT NULL,  -- what left the accrued account
    efectivoLocal  IMPORTE NOT NULL,  -- what reached the collected or paid one, at the rate of the payment
    baseLocal      IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, aplicacionId, transaccionId, impuesto, factor, tasa),
    FOREIGN KEY (organizacionId, aplicacionId) REFERENCES aplicacion (organizacionId, aplicacionId)
) WITHOUT ROWID;

-- Folios: the next one of each series. A series belongs to one branch.
CREATE TABLE serie (
    organizacionId REF      NOT NULL,
    tipo           TEXTO    NOT NULL,
    serie          TEXTO    NOT NULL CHECK (serie <> ''),
    sucursalId     REF      NOT NULL,
    siguiente      ENTERO   NOT NULL CHECK (siguiente >= inicial),
    inicial        ENTERO   NOT NULL DEFAULT 1 CHECK (inicial > 0),  -- a company that comes from elsewhere goes on from its last folio
    predeterminada BOOLEANO NOT NULL CHECK (predeterminada IN (0, 1)),
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    PRIMARY KEY (organizacionId, tipo, serie),
    FOREIGN KEY (organizacionId, sucursalId) REFERENCES sucursal (organizacionId, sucursalId)
) WITHOUT ROWID;
CREATE UNIQUE INDEX serie_predeterminada ON serie (organizacionId, tipo, sucursalId) WHERE predeterminada = 1;

-- Outbox: what happened to a document, in its order, for those who are told later.
CREATE TABLE evento (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    consecutivo    ENTERO   NOT NULL,
    evento         TEXTO    NOT NULL CHECK (evento IN ('registrado', 'liquidado', 'cancelado', 'cambiado')),
    instante       INSTANTE NOT NULL,
    datos          TEXTO    NOT NULL,  -- JSON
    PRIMARY KEY (organizacionId, transaccionId, consecutivo),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX evento_instante ON evento (organizacionId, instante, transaccionId);
