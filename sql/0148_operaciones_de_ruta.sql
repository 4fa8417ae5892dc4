-- What is done on the road: sales, pre-sales, collections, exchanges, returns, expenses, visits, packaging and losses, each once.

CREATE TABLE operacionRuta (
    organizacionId REF      NOT NULL,
    operacionId    ID       NOT NULL,
    jornadaId      REF      NOT NULL,
    clase          TEXTO    NOT NULL CHECK (clase IN ('venta', 'preventa', 'cobro', 'cambio', 'devolucion', 'gasto', 'visita',
                                                      'envase', 'merma')),
    entidadId      REF      NOT NULL,  -- the customer, or 0
    dispositivo    TEXTO    NOT NULL,  -- '': none, it was done here
    consecutivo    ENTERO   NOT NULL CHECK (consecutivo >= 0),  -- of the device
    momento        INSTANTE NOT NULL,  -- by the clock of whoever did it
    instante       INSTANTE NOT NULL,  -- when we learnt of it
    usuarioId      REF      NOT NULL,
    latitud        CANTIDAD CHECK (latitud BETWEEN -90000000 AND 90000000),
    longitud       CANTIDAD CHECK (longitud BETWEEN -180000000 AND 180000000),
    versionLista   ENTERO   NOT NULL CHECK (versionLista >= 0),  -- of the prices that it had, or 0
    credito        BOOLEANO NOT NULL CHECK (credito IN (0, 1)),  -- of a sale: it is paid later
    facturacion    TEXTO    NOT NULL CHECK (facturacion IN ('', 'global', 'individual', 'sinDecidir')),
    motivo         TEXTO    NOT NULL,
    notas          TEXTO    NOT NULL,
    autorizadoPor  REF      NOT NULL,  -- of an expense
    autorizadoEn   INSTANTE,
    huella         TEXTO    NOT NULL,  -- of what was asked
    PRIMARY KEY (organizacionId, operacionId),
    CHECK ((dispositivo = '') = (consecutivo = 0)),
    CHECK ((latitud IS NULL) = (longitud IS NULL)),
    FOREIGN KEY (organizacionId, jornadaId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX operacionRuta_consecutivo ON operacionRuta (organizacionId, dispositivo, consecutivo) WHERE dispositivo <> '';
CREATE INDEX operacionRuta_jornada ON operacionRuta (organizacionId, jornadaId, operacionId);
CREATE INDEX operacionRuta_cliente ON operacionRuta (organizacionId, entidadId, operacionId) WHERE entidadId <> 0;

-- Packaging that each customer has. All of it together is what lies in configuracionRuta.almacenEnvasesId.
CREATE TABLE saldoEnvase (
    organizacionId REF      NOT NULL,
    entidadId      REF      NOT NULL,
    productoId     REF      NOT NULL,
    cantidad       CANTIDAD NOT NULL CHECK (cantidad >= 0),
    PRIMARY KEY (organizacionId, entidadId, productoId)
) WITHOUT ROWID;
CREATE INDEX saldoEnvase_producto ON saldoEnvase (organizacionId, productoId, entidadId);

-- The prices that devices have: one version after the other of each route, kept so that what was sold by one is judged by it.
CREATE TABLE versionPrecioRuta (
    organizacionId REF      NOT NULL,
    rutaId         REF      NOT NULL,
    versionLista   ENTERO   NOT NULL CHECK (versionLista > 0),
    huella         TEXTO    NOT NULL,
    creadaEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, rutaId, versionLista),
    FOREIGN KEY (organizacionId, rutaId) REFERENCES ruta (organizacionId, rutaId)
) WITHOUT ROWID;
CREATE TABLE precioRuta (
    organizacionId   REF      NOT NULL,
    rutaId           REF      NOT NULL,
    versionLista     ENTERO   NOT NULL,
    productoId       REF      NOT NULL,
    unidadMedidaId   REF      NOT NULL,
    precioUnitario   PRECIO   NOT NULL CHECK (precioUnitario > 0),
    incluyeImpuestos BOOLEANO NOT NULL CHECK (incluyeImpuestos IN (0, 1)),
    PRIMARY KEY (organizacionId, rutaId, versionLista, productoId, unidadMedidaId),
    FOREIGN KEY (organizacionId, rutaId, versionLista) REFERENCES versionPrecioRuta (organizacionId, rutaId, versionLista)
) WITHOUT ROWID;
