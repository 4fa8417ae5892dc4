-- Route sales: routes with their customers, the working day of each and what is loaded on its vehicle.

-- What the organization settled once for all its routes.
CREATE TABLE configuracionRuta (
    organizacionId     REF     NOT NULL,
    toleranciaEfectivo IMPORTE NOT NULL CHECK (toleranciaEfectivo >= 0),  -- a greater difference wants an authorization
    toleranciaProducto IMPORTE NOT NULL CHECK (toleranciaProducto >= 0),  -- the same, of all goods together
    valuacionFaltante  TEXTO   NOT NULL CHECK (valuacionFaltante IN ('precio', 'costo')),
    almacenEnvasesId   REF     NOT NULL,  -- where packaging is that customers have, or 0: none is lent
    version            ENTERO  NOT NULL,
    PRIMARY KEY (organizacionId)
);

CREATE TABLE ruta (
    organizacionId    REF      NOT NULL,
    rutaId            ID       NOT NULL,
    codigo            TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    sucursalId        REF      NOT NULL,
    vendedorId        REF      NOT NULL,
    ayudante          TEXTO    NOT NULL,
    almacenId         REF      NOT NULL,  -- its vehicle
    almacenBaseId     REF      NOT NULL,  -- that loads it
    cuentaBancariaId  REF      NOT NULL,  -- cash that is on the road
    cuentaEntregaId   REF      NOT NULL,  -- cash in which it is handed over
    listaPreciosId    REF      NOT NULL,  -- 0: as each customer has it
    referenciaExterna TEXTO,
    activo            BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version           ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, rutaId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna),
    CHECK (almacenId <> almacenBaseId),
    CHECK (cuentaBancariaId <> cuentaEntregaId)
);
CREATE UNIQUE INDEX ruta_vehiculo ON ruta (organizacionId, almacenId) WHERE activo = 1;
CREATE UNIQUE INDEX ruta_caja ON ruta (organizacionId, cuentaBancariaId) WHERE activo = 1;

-- Whom it visits, in which order and on which days: 1 Monday, 2 Tuesday, 4 Wednesday … 64 Sunday.
CREATE TABLE rutaCliente (
    organizacionId REF    NOT NULL,
    rutaId         REF    NOT NULL,
    entidadId      REF    NOT NULL,
    secuencia      ENTERO NOT NULL CHECK (secuencia > 0),
    dias           ENTERO NOT NULL CHECK (dias BETWEEN 1 AND 127),
    PRIMARY KEY (organizacionId, rutaId, entidadId),
    FOREIGN KEY (organizacionId, rutaId) REFERENCES ruta (organizacionId, rutaId)
) WITHOUT ROWID;
CREATE INDEX rutaCliente_cliente ON rutaCliente (organizacionId, entidadId);

-- What a working day says beside the header of every document: how its route stood when it was opened.
CREATE TABLE jornadaRuta (
    organizacionId   REF      NOT NULL,
    transaccionId    REF      NOT NULL,
    rutaId           REF      NOT NULL,
    vendedorId       REF      NOT NULL,
    almacenId        REF      NOT NULL,
    almacenBaseId    REF      NOT NULL,
    cuentaBancariaId REF      NOT NULL,
    cuentaEntregaId  REF      NOT NULL,
    listaPreciosId   REF      NOT NULL,
    enCurso          BOOLEANO NOT NULL CHECK (enCurso IN (0, 1)),  -- until it is validated or cancelled
    salidaEn         INSTANTE,
    regresoEn        INSTANTE,
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
-- One at a time of a route, and of its vehicle and its cash.
CREATE UNIQUE INDEX jornadaRuta_enCurso ON jornadaRuta (organizacionId, rutaId) WHERE enCurso = 1;
CREATE UNIQUE INDEX jornadaRuta_vehiculo ON jornadaRuta (organizacionId, almacenId) WHERE enCurso = 1;
CREATE UNIQUE INDEX jornadaRuta_caja ON jornadaRuta (organizacionId, cuentaBancariaId) WHERE enCurso = 1;
CREATE INDEX jornadaRuta_ruta ON jornadaRuta (organizacionId, rutaId, transaccionId);

-- What its vehicle had on board when it was opened.
CREATE TABLE jornadaInicial (
    organizacionId REF      NOT NULL,
    jornadaId      REF      NOT NULL,
    productoId     REF      NOT NULL,
    loteId         REF      NOT NULL,  -- 0: without lots
    cantidad       CANTIDAD NOT NULL CHECK (cantidad <> 0),
    PRIMARY KEY (organizacionId, jornadaId, productoId, loteId),
    FOREIGN KEY (organizacionId, jornadaId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

-- Documents of a working day: what was loaded, sold, collected, brought back and settled; and, of one that is validated, what
-- corrects it.
CREATE TABLE jornadaDocumento (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    jornadaId      REF      NOT NULL,
    operacionId    REF      NOT NULL,  -- what was done on the road, or 0
    ajuste         BOOLEANO NOT NULL CHECK (ajuste IN (0, 1)),
    motivo         TEXTO    NOT NULL CHECK (ajuste = 0 OR motivo <> ''),
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, jornadaId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX jornadaDocumento_jornada ON jornadaDocumento (organizacionId, jornadaId, transaccionId);
CREATE INDEX jornadaDocumento_operacion ON jornadaDocumento (organizacionId, operacionId, transaccionId) WHERE operacionId <> 0;

-- Goods that go between the base and a vehicle, once both sides have confirmed them.
CREATE TABLE cargaRuta (
    organizacionId       REF      NOT NULL,
    cargaId              ID       NOT NULL,
    jornadaId            REF      NOT NULL,
    numero               ENTERO   NOT NULL CHECK (numero > 0),
    tipo                 TEXTO    NOT NULL CHECK (tipo IN ('carga', 'recarga', 'descarga')),
    estado               TEXTO    NOT NULL CHECK (estado IN ('pendiente', 'confirmada', 'cancelada')),
    condicion            TEXTO    NOT NULL CHECK (condicion IN ('bueno', 'danado', 'caducado')),
    almacenConfirmadoPor REF      NOT NULL,
    almacenConfirmadoEn  INSTANTE,
    rutaConfirmadoPor    REF      NOT NULL,
    rutaConfirmadoEn     INSTANTE,
    transaccionId        REF      NOT NULL,  -- the document that moved them, or 0
    cartaPorte           TEXTO    NOT NULL,  -- JSON, or null
    notas                TEXTO    NOT NULL,
    version              ENTERO   NOT NULL CHECK (version > 0),
    creadoPor            REF      NOT NULL,
    creadoEn             INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, cargaId),
    UNIQUE (organizacionId, jornadaId, numero),
    CHECK ((estado = 'confirmada') = (transaccionId <> 0)),
    CHECK (estado <> 'confirmada' OR (almacenConfirmadoEn IS NOT NULL AND rutaConfirmadoEn IS NOT NULL)),
    FOREIGN KEY (organizacionId, jornadaId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX cargaRuta_documento ON cargaRuta (organizacionId, transaccionId) WHERE transaccionId <> 0;

CREATE TABLE cargaRutaPartida (
    organizacionId REF      NOT NULL,
    cargaId        REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL CHECK (numeroPartida > 0),
    productoId     REF      NOT NULL,
    unidadMedidaId REF      NOT NULL,  -- 0: the product's own
    cantidad       CANTIDAD NOT NULL CHECK (cantidad > 0),
    lote           TEXTO    NOT NULL,
    series         TEXTO    NOT NULL,  -- JSON
    notas          TEXTO    NOT NULL,
    PRIMARY KEY (organizacionId, cargaId, numeroPartida),
    FOREIGN KEY (organizacionId, cargaId) REFERENCES cargaRuta (organizacionId, cargaId)
) WITHOUT ROWID;

-- Products that go with the goods and come back.
CREATE TABLE envaseRuta (
    organizacionId REF NOT NULL,
    productoId     REF NOT NULL,
    PRIMARY KEY (organizacionId, productoId)
) WITHOUT ROWID;
