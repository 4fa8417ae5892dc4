-- Currencies of ISO 4217 that the tax authority lists (c_Moneda), with their decimals. One catalog for every organization.
CREATE TABLE moneda (
    moneda    TEXTO  PRIMARY KEY,
    monedaId  ENTERO NOT NULL UNIQUE,  -- the numeric code of ISO 4217
    nombre    TEXTO  NOT NULL,
    decimales ENTERO NOT NULL CHECK (decimales BETWEEN 0 AND 4)
);
INSERT INTO moneda (moneda, monedaId, nombre, decimales) VALUES
    ('MXN', 484, 'Peso mexicano', 2), ('USD', 840, 'Dólar americano', 2), ('EUR', 978, 'Euro', 2),
    ('CAD', 124, 'Dólar canadiense', 2), ('GBP', 826, 'Libra esterlina', 2), ('JPY', 392, 'Yen', 0),
    ('CHF', 756, 'Franco suizo', 2), ('CNY', 156, 'Yuan renminbi', 2), ('BRL', 986, 'Real brasileño', 2),
    ('COP', 170, 'Peso colombiano', 2), ('CLP', 152, 'Peso chileno', 0), ('ARS', 32, 'Peso argentino', 2),
    ('PEN', 604, 'Sol', 2), ('GTQ', 320, 'Quetzal', 2), ('KRW', 410, 'Won', 0), ('KWD', 414, 'Dinar kuwaití', 3);

-- What an organization decided once. One row each.
CREATE TABLE configuracion (
    organizacionId       REF      NOT NULL,
    moneda               TEXTO    NOT NULL REFERENCES moneda (moneda),  -- in which its books are kept
    existenciaNegativa   BOOLEANO NOT NULL CHECK (existenciaNegativa IN (0, 1)),
    pagoDeTerceros       BOOLEANO NOT NULL CHECK (pagoDeTerceros IN (0, 1)),  -- a deposit may settle another contact's document
    limiteCreditoEstricto BOOLEANO NOT NULL CHECK (limiteCreditoEstricto IN (0, 1)),
    autorizaQuienSolicita BOOLEANO NOT NULL DEFAULT 0 CHECK (autorizaQuienSolicita IN (0, 1)),  -- nobody else has to
    version              ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId),
    FOREIGN KEY (organizacionId) REFERENCES organizacion (organizacionId)
);

CREATE TABLE organizacionMoneda (
    organizacionId REF      NOT NULL,
    moneda         TEXTO    NOT NULL REFERENCES moneda (moneda),
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    PRIMARY KEY (organizacionId, moneda)
) WITHOUT ROWID;

-- How much of the organization's currency one unit costs on a day.
CREATE TABLE tipoCambio (
    organizacionId REF    NOT NULL,
    moneda         TEXTO  NOT NULL REFERENCES moneda (moneda),
    fecha          FECHA  NOT NULL,
    tipoCambio     PRECIO NOT NULL CHECK (tipoCambio > 0),
    fuente         TEXTO  NOT NULL,
    PRIMARY KEY (organizacionId, moneda, fecha)
) WITHOUT ROWID;

CREATE TABLE cuenta (
    organizacionId   REF      NOT NULL,
    cuentaId         ID       NOT NULL,
    codigo           TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre           TEXTO    NOT NULL CHECK (nombre <> ''),
    padreId          REF      NOT NULL,  -- 0: a root
    nivel            ENTERO   NOT NULL CHECK (nivel >= 1),
    naturaleza       TEXTO    NOT NULL CHECK (naturaleza IN ('deudora', 'acreedora')),
    tipo             TEXTO    NOT NULL CHECK (tipo IN ('activo', 'pasivo', 'capital', 'ingreso', 'costo', 'gasto', 'orden')),
    codigoAgrupador  TEXTO    NOT NULL,  -- of the tax authority (Anexo 24)
    esAcumulativa    BOOLEANO NOT NULL CHECK (esAcumulativa IN (0, 1)),  -- has children and takes no entries
    activo           BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version          ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, cuentaId),
    UNIQUE (organizacionId, codigo)
);
CREATE INDEX cuenta_padre ON cuenta (organizacionId, padreId);

-- Which account plays a part of the engine's table of accounts: for one class, warehouse, concept, bank account or tax rate,
-- or, with ambito '', for all that have none of their own.
CREATE TABLE cuentaPapel (
    organizacionId REF   NOT NULL,
    papel          TEXTO NOT NULL CHECK (papel <> ''),
    ambito         TEXTO NOT NULL CHECK (ambito IN ('', 'clasificacion', 'almacen', 'contacto', 'tasa')),
    ambitoId       REF   NOT NULL,
    cuentaId       REF   NOT NULL,
    PRIMARY KEY (organizacionId, papel, ambito, ambitoId),
    FOREIGN KEY (organizacionId, cuentaId) REFERENCES cuenta (organizacionId, cuentaId)
) WITHOUT ROWID;

-- A month without a row is open. Month 13 holds the entries that close a year.
CREATE TABLE periodo (
    organizacionId REF      NOT NULL,
    periodo        ENTERO   NOT NULL CHECK (periodo % 100 BETWEEN 1 AND 13),  -- 202611
    estado         TEXTO    NOT NULL CHECK (estado IN ('abierto', 'cerrando', 'cerrado')),
    motivo         TEXTO    NOT NULL,
    usuarioId      REF      NOT NULL,
    instante       INSTANTE NOT NULL,
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, periodo)
) WITHOUT ROWID;

CREATE TABLE sucursal (
    organizacionId   REF      NOT NULL,
    sucursalId       ID       NOT NULL,
    codigo           TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre           TEXTO    NOT NULL CHECK (nombre <> ''),
    codigoPostal     TEXTO    NOT NULL,
    zona             TEXTO    NOT NULL,
    frontera         BOOLEANO NOT NULL CHECK (frontera IN (0, 1)),  -- VAT at 8 %
    almacenId        REF      NOT NULL,  -- default warehouse, or 0
    cuentaBancariaId REF      NOT NULL,  -- its cash, or 0
    direccion        TEXTO    NOT NULL DEFAULT '',
    listaPreciosId   REF      NOT NULL DEFAULT 0,
    activo           BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version          ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, sucursalId),
    UNIQUE (organizacionId, codigo)
);

-- A project is a business division.
CREATE TABLE proyecto (
    organizacionId REF    NOT NULL,
    proyectoId     ID     NOT NULL,
    codigo         TEXTO  NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO  NOT NULL CHECK (nombre <> ''),
    padreId        REF    NOT NULL,
    estado         TEXTO  NOT NULL CHECK (estado IN ('activo', 'cerrado')),
    responsable    TEXTO  NOT NULL DEFAULT '',
    clienteId      REF    NOT NULL DEFAULT 0,
    fechaInicio    FECHA,
    fechaFin       FECHA,
    presupuesto    IMPORTE NOT NULL DEFAULT 0 CHECK (presupuesto >= 0),
    referenciaExterna TEXTO,
    version        ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, proyectoId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna)
);
CREATE INDEX proyecto_padre ON proyecto (organizacionId, padreId);

CREATE TABLE almacen (
    organizacionId REF      NOT NULL,
    almacenId      ID       NOT NULL,
    codigo         TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    sucursalId     REF      NOT NULL,
    tipo           TEXTO    NOT NULL CHECK (tipo IN ('normal', 'transito', 'merma')),
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, almacenId),
    UNIQUE (organizacionId, codigo),
    FOREIGN KEY (organizacionId, sucursalId) REFERENCES sucursal (organizacionId, sucursalId)
);

-- One unit is numerador/denominador of its base unit; a base unit is its own base.
CREATE TABLE unidadMedida (
    organizacionId REF      NOT NULL,
    unidadMedidaId ID       NOT NULL,
    codigo         TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    claveUnidad    TEXTO    NOT NULL,  -- c_ClaveUnidad
    baseId         REF      NOT NULL,
    numerador      ENTERO   NOT NULL CHECK (numerador > 0),
    denominador    ENTERO   NOT NULL CHECK (denominador > 0),
    decimales      ENTERO   NOT NULL CHECK (decimales BETWEEN 0 AND 6),
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, unidadMedidaId),
    UNIQUE (organizacionId, codigo)
);

CREATE TABLE clasificacionProducto (
    organizacionId  REF      NOT NULL,
    clasificacionId ID       NOT NULL,
    nombre          TEXTO    NOT NULL CHECK (nombre <> ''),
    activo          BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version         ENTERO   NOT NULL DEFAULT 1,
    PRIMARY KEY (organizacionId, clasificacionId),
    UNIQUE (organizacionId, nombre)
);

-- Services that are offered, planned and reported together.
CREATE TABLE agrupadorServicio (
    organizacionId      REF      NOT NULL,
    agrupadorServicioId ID       NOT NULL,
    codigo              TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre              TEXTO    NOT NULL CHECK (nombre <> ''),
    activo              BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version             ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, agrupadorServicioId),
    UNIQUE (organizacionId, codigo)
);

CREATE TABLE producto (
    organizacionId  REF      NOT NULL,
    productoId      ID       NOT NULL,
    codigo          TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre          TEXTO    NOT NULL CHECK (nombre <> ''),
    tipo            TEXTO    NOT NULL CHECK (tipo IN ('producto', 'servicio', 'kit')),
    unidadMedidaId  REF      NOT NULL,
    clasificacionId REF      NOT NULL,  -- 0: none
    seguimiento     TEXTO    NOT NULL CHECK (seguimiento IN ('ninguno', 'lote', 'serie', 'loteSerie')),
    metodoCosto     TEXTO    NOT NULL CHECK (metodoCosto IN ('peps', 'promedio')),
    claveProdServ   TEXTO    NOT NULL,
    precio          PRECIO   NOT NULL CHECK (precio >= 0),  -- when no price list says otherwise; shares out a kit's price
    peso            CANTIDAD NOT NULL CHECK (peso >= 0),
    volumen         CANTIDAD NOT NULL CHECK (volumen >= 0),
    iva             TEXTO    NOT NULL CHECK (iva IN ('tasa', 'cero', 'exento', 'noObjeto')),
    ivaFrontera     BOOLEANO NOT NULL CHECK (ivaFrontera IN (0, 1)),  -- may be sold at 8 % where the branch may
    iepsTasa        TASA     NOT NULL CHECK (iepsTasa >= 0),
    iepsCuota       PRECIO   NOT NULL CHECK (iepsCuota >= 0),  -- per base unit
    ivaRetenido     TASA     NOT NULL CHECK (ivaRetenido >= 0),
    isrRetenido     TASA     NOT NULL CHECK (isrRetenido >= 0),
    descripcion     TEXTO    NOT NULL DEFAULT '',
    numeroParte     TEXTO    NOT NULL DEFAULT '',
    agrupadorServicioId REF  NOT NULL DEFAULT 0,  -- 0: none
    referenciaExterna TEXTO,  -- NULL: none, so that UNIQUE holds only those that have one
    activo          BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version         ENTERO   NOT NULL,
    creadoEn        INSTANTE NOT NULL,
    modificadoEn    INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, productoId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna),
    FOREIGN KEY (organizacionId, unidadMedidaId) REFERENCES unidadMedida (organizacionId, unidadMedidaId)
);
CREATE INDEX producto_unidad ON producto (organizacionId, unidadMedidaId, productoId);
CREATE INDEX producto_numeroParte ON producto (organizacionId, numeroParte, productoId) WHERE numeroParte <> '';
CREATE INDEX producto_clasificacion ON producto (organizacionId, clasificacionId, productoId) WHERE clasificacionId <> 0;
CREATE INDEX producto_agrupador ON producto (organizacionId, agrupadorServicioId, productoId) WHERE agrupadorServicioId <> 0;
CREATE INDEX producto_servicio ON producto (organizacionId, productoId) WHERE tipo = 'servicio';
CREATE INDEX producto_kit ON producto (organizacionId, productoId) WHERE tipo = 'kit';
CREATE INDEX producto_inactivo ON producto (organizacionId, productoId) WHERE activo = 0;
CREATE INDEX producto_modificado ON producto (organizacionId, modificadoEn, productoId);

-- Words of a product without accents and case, for searching by prefix.
CREATE TABLE productoPalabra (
    organizacionId REF   NOT NULL,
    palabra        TEXTO NOT NULL,
    productoId     REF   NOT NULL,
    PRIMARY KEY (organizacionId, palabra, productoId),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId)
) WITHOUT ROWID;
CREATE INDEX productoPalabra_de ON productoPalabra (organizacionId, productoId, palabra);

-- What a kit explodes into.
CREATE TABLE productoComponente (
    organizacionId REF      NOT NULL,
    productoId     REF      NOT NULL,
    componenteId   REF      NOT NULL,
    cantidad       CANTIDAD NOT NULL CHECK (cantidad > 0),  -- in the component's base unit
    obligatorio    BOOLEANO NOT NULL CHECK (obligatorio IN (0, 1)),
    PRIMARY KEY (organizacionId, productoId, componenteId),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId),
    FOREIGN KEY (organizacionId, componenteId) REFERENCES producto (organizacionId, productoId)
) WITHOUT ROWID;
CREATE INDEX productoComponente_de ON productoComponente (organizacionId, componenteId, productoId);

-- A unit in which one product is also counted: a box of twelve.
CREATE TABLE productoUnidad (
    organizacionId REF    NOT NULL,
    productoId     REF    NOT NULL,
    unidadMedidaId REF    NOT NULL,
    numerador      ENTERO NOT NULL CHECK (numerador > 0),
    denominador    ENTERO NOT NULL CHECK (denominador > 0),
    PRIMARY KEY (organizacionId, productoId, unidadMedidaId),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId),
    FOREIGN KEY (organizacionId, unidadMedidaId) REFERENCES unidadMedida (organizacionId, unidadMedidaId)
) WITHOUT ROWID;

-- What is sold, bought or paid without being a product, with its account and taxes.
CREATE TABLE concepto (
    organizacionId REF      NOT NULL,
    conceptoId     ID       NOT NULL,
    codigo         TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    cuentaId       REF      NOT NULL,
    claveProdServ  TEXTO    NOT NULL,
    iva            TEXTO    NOT NULL CHECK (iva IN ('tasa', 'cero', 'exento', 'noObjeto')),
    ivaFrontera    BOOLEANO NOT NULL CHECK (ivaFrontera IN (0, 1)),
    iepsTasa       TASA     NOT NULL CHECK (iepsTasa >= 0),
    iepsCuota      PRECIO   NOT NULL CHECK (iepsCuota >= 0),
    ivaRetenido    TASA     NOT NULL CHECK (ivaRetenido >= 0),
    isrRetenido    TASA     NOT NULL CHECK (isrRetenido >= 0),
    enVenta        BOOLEANO NOT NULL CHECK (enVenta IN (0, 1)),
    enCompra       BOOLEANO NOT NULL CHECK (enCompra IN (0, 1)),
    enGasto        BOOLEANO NOT NULL CHECK (enGasto IN (0, 1)),
    enEgreso       BOOLEANO NOT NULL CHECK (enEgreso IN (0, 1)),
    cuentaBancariaId REF    NOT NULL DEFAULT 0,  -- the only own account it is paid from, or 0
    entidadId      REF      NOT NULL DEFAULT 0,  -- the only contact it is paid to, or 0
    busqueda       TEXTO    NOT NULL DEFAULT '',  -- code and name without accents and case
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, conceptoId),
    UNIQUE (organizacionId, codigo),
    FOREIGN KEY (organizacionId, cuentaId) REFERENCES cuenta (organizacionId, cuentaId)
);

-- Banks with the keys of the tax authority (c_Banco, that of the CLABE); an organization may add those that it lacks.
CREATE TABLE banco (
    organizacionId REF      NOT NULL,
    bancoId        ID       NOT NULL,
    clave          TEXTO    NOT NULL,  -- three digits, or '' for a foreign bank
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    razonSocial    TEXTO    NOT NULL,
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, bancoId),
    UNIQUE (organizacionId, nombre)
);
CREATE UNIQUE INDEX banco_clave ON banco (organizacionId, clave) WHERE clave <> '';

CREATE TABLE cuentaBancaria (
    organizacionId   REF      NOT NULL,
    cuentaBancariaId ID       NOT NULL,
    codigo           TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre           TEXTO    NOT NULL CHECK (nombre <> ''),
    tipo             TEXTO    NOT NULL CHECK (tipo IN ('banco', 'caja')),
    moneda           TEXTO    NOT NULL REFERENCES moneda (moneda),
    cuentaId         REF      NOT NULL,
    sucursalId       REF      NOT NULL,  -- 0: of all
    bancoId          REF      NOT NULL DEFAULT 0,
    numero           TEXTO    NOT NULL DEFAULT '',
    clabe            TEXTO    NOT NULL DEFAULT '',
    activo           BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version          ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, cuentaBancariaId),
    UNIQUE (organizacionId, codigo),
    FOREIGN KEY (organizacionId, cuentaId) REFERENCES cuenta (organizacionId, cuentaId)
);

-- How money moves; the keys of the tax authority (c_FormaPago) come as a start.
CREATE TABLE formaPago (
    organizacionId REF      NOT NULL,
    formaPagoId    ID       NOT NULL,
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    maneja_cheques BOOLEANO NOT NULL DEFAULT 0 CHECK (maneja_cheques IN (0, 1)),
    monedaId       ENTERO   NOT NULL DEFAULT 0,  -- the only currency it takes, or 0
    referencia     TEXTO    NOT NULL DEFAULT '',
    comentario     TEXTO    NOT NULL DEFAULT '',
    generaConsecutivo BOOLEANO NOT NULL DEFAULT 0 CHECK (generaConsecutivo IN (0, 1)),
    claveSAT       TEXTO    NOT NULL,
    claveContabilidadElectronica TEXTO NOT NULL DEFAULT '',  -- Anexo 24
    claveSAT33     TEXTO    NOT NULL DEFAULT '',
    enEgreso       BOOLEANO NOT NULL DEFAULT 0 CHECK (enEgreso IN (0, 1)),  -- money may leave by it
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, formaPagoId),
    UNIQUE (organizacionId, nombre)
);

-- Where costs and expenses belong, beside their account: a tree of which only the leaves take movements.
CREATE TABLE clasificadorCosto (
    organizacionId      REF      NOT NULL,
    clasificadorCostoId ID       NOT NULL,
    codigo              TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre              TEXTO    NOT NULL CHECK (nombre <> ''),
    padreId             REF      NOT NULL,  -- 0: a root
    nivel               ENTERO   NOT NULL CHECK (nivel >= 1),
    aceptaMovimientos   BOOLEANO NOT NULL CHECK (aceptaMovimientos IN (0, 1)),  -- has no children
    cuentaId            REF      NOT NULL,  -- 0: none of its own
    busqueda            TEXTO    NOT NULL,
    activo              BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version             ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, clasificadorCostoId),
    UNIQUE (organizacionId, codigo)
);
CREATE INDEX clasificadorCosto_padre ON clasificadorCosto (organizacionId, padreId);

-- Whose it is. One that belongs to nobody is everybody's.
CREATE TABLE clasificadorUsuario (
    organizacionId      REF NOT NULL,
    clasificadorCostoId REF NOT NULL,
    usuarioId           REF NOT NULL,
    PRIMARY KEY (organizacionId, clasificadorCostoId, usuarioId),
    FOREIGN KEY (organizacionId, clasificadorCostoId) REFERENCES clasificadorCosto (organizacionId, clasificadorCostoId)
) WITHOUT ROWID;
CREATE INDEX clasificadorUsuario_de ON clasificadorUsuario (organizacionId, usuarioId, clasificadorCostoId);
