-- Where goods are sold, beside the branch: for price lists, analysis and routes.
CREATE TABLE canal (
    organizacionId REF      NOT NULL,
    canalId        ID       NOT NULL,
    codigo         TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, canalId),
    UNIQUE (organizacionId, codigo)
);

-- A validity without an end ends on the last day that the calendar knows (84005 is 2199-12-31), so that what is still in force
-- stands together at the end of an index.
CREATE TABLE listaPrecios (
    organizacionId    REF      NOT NULL,
    listaPreciosId    ID       NOT NULL,
    codigo            TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    moneda            TEXTO    NOT NULL REFERENCES moneda (moneda),
    incluyeImpuestos  BOOLEANO NOT NULL CHECK (incluyeImpuestos IN (0, 1)),
    esGeneral         BOOLEANO NOT NULL CHECK (esGeneral IN (0, 1)),  -- the one that answers when no other does
    vigenciaInicio    FECHA    NOT NULL,
    vigenciaFin       FECHA    NOT NULL,
    listaBaseId       REF      NOT NULL,  -- 0: none; what this list does not say is that one's price × factor
    factor            TASA     NOT NULL CHECK (factor > 0),
    redondeo          TEXTO    NOT NULL CHECK (redondeo IN ('ninguno', 'cercano', 'arriba', 'abajo')),
    redondeoMultiplo  PRECIO   NOT NULL CHECK (redondeoMultiplo >= 0),
    convierteMoneda   BOOLEANO NOT NULL CHECK (convierteMoneda IN (0, 1)),
    margenMinimo      TASA     CHECK (margenMinimo >= 0),  -- NULL: no minimum price
    canalId           REF      NOT NULL,  -- the channel whose list it is, or 0
    sucursales        TEXTO    NOT NULL,  -- where it is valid, as a JSON list read as a whole; [] everywhere
    referenciaExterna TEXTO,
    activa            BOOLEANO NOT NULL CHECK (activa IN (0, 1)),
    version           ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, listaPreciosId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna),
    CHECK (vigenciaFin >= vigenciaInicio),
    CHECK ((redondeo = 'ninguno') = (redondeoMultiplo = 0))
);
CREATE UNIQUE INDEX listaPrecios_general ON listaPrecios (organizacionId) WHERE esGeneral = 1 AND activa = 1;
CREATE UNIQUE INDEX listaPrecios_canal ON listaPrecios (organizacionId, canalId) WHERE canalId <> 0 AND activa = 1;
CREATE INDEX listaPrecios_base ON listaPrecios (organizacionId, listaBaseId) WHERE listaBaseId <> 0;
CREATE INDEX listaPrecios_margen ON listaPrecios (organizacionId, listaPreciosId) WHERE margenMinimo IS NOT NULL;

-- A price of a list, or one agreed with a customer, for a span of days. What was in force on a past day is never rewritten: a
-- change ends the row and begins another; one replaced before its first day ends the day before it began.
CREATE TABLE precio (
    organizacionId   REF      NOT NULL,
    precioId         ID       NOT NULL,
    listaPreciosId   REF      NOT NULL,  -- 0: agreed
    entidadId        REF      NOT NULL,  -- 0: of a list
    productoId       REF      NOT NULL,
    unidadMedidaId   REF      NOT NULL,
    cantidadMinima   CANTIDAD NOT NULL CHECK (cantidadMinima >= 0),
    precio           PRECIO   NOT NULL CHECK (precio > 0),
    moneda           TEXTO    NOT NULL REFERENCES moneda (moneda),
    incluyeImpuestos BOOLEANO NOT NULL CHECK (incluyeImpuestos IN (0, 1)),
    vigenciaInicio   FECHA    NOT NULL,
    vigenciaFin      FECHA    NOT NULL,
    creadoPor        REF      NOT NULL,
    creadoEn         INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, precioId),
    CHECK ((listaPreciosId = 0) <> (entidadId = 0)),
    CHECK (vigenciaFin >= vigenciaInicio - 1),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId),
    FOREIGN KEY (organizacionId, unidadMedidaId) REFERENCES unidadMedida (organizacionId, unidadMedidaId)
);
CREATE INDEX precio_vigente ON precio (organizacionId, listaPreciosId, entidadId, productoId, vigenciaFin);
CREATE INDEX precio_orden ON precio (organizacionId, listaPreciosId, entidadId, productoId, precioId);

CREATE TABLE vendedor (
    organizacionId    REF      NOT NULL,
    vendedorId        ID       NOT NULL,
    codigo            TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    entidadId         REF      NOT NULL,  -- the contact with that role, or 0
    comision          TASA     NOT NULL CHECK (comision BETWEEN 0 AND 1000000),
    sucursalId        REF      NOT NULL,  -- 0: of all
    referenciaExterna TEXTO,
    activo            BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version           ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, vendedorId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna)
);
CREATE UNIQUE INDEX vendedor_contacto ON vendedor (organizacionId, entidadId) WHERE entidadId <> 0;

-- What a cart must hold and what it then gets. Lists as JSON: read and replaced as a whole.
CREATE TABLE promocion (
    organizacionId     REF      NOT NULL,
    promocionId        ID       NOT NULL,
    codigo             TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre             TEXTO    NOT NULL CHECK (nombre <> ''),
    vigenciaInicio     FECHA    NOT NULL,
    vigenciaFin        FECHA    NOT NULL,
    horaInicio         ENTERO   NOT NULL CHECK (horaInicio BETWEEN 0 AND 1439),  -- minutes of the day
    horaFin            ENTERO   NOT NULL CHECK (horaFin BETWEEN 0 AND 1439),     -- that minute included
    dias               TEXTO    NOT NULL,  -- of the week, 1 Monday to 7 Sunday; [] all
    sucursales         TEXTO    NOT NULL,  -- [] all
    prioridad          ENTERO   NOT NULL,  -- the greater one first
    acumulable         BOOLEANO NOT NULL CHECK (acumulable IN (0, 1)),
    limitePorTicket    ENTERO   NOT NULL CHECK (limitePorTicket BETWEEN 1 AND 1000),
    limiteTotal        ENTERO   NOT NULL CHECK (limiteTotal >= 0),  -- documents that may use it; 0: any number
    usos               ENTERO   NOT NULL CHECK (usos >= 0),         -- documents in force that do
    condicion          TEXTO    NOT NULL CHECK (condicion IN ('productos', 'importe')),
    condicionImporte   IMPORTE  NOT NULL CHECK (condicionImporte >= 0),
    condicionProductos TEXTO    NOT NULL,
    beneficio          TEXTO    NOT NULL CHECK (beneficio IN ('porcentaje', 'importe', 'regalo', 'precio')),
    beneficioValor     PRECIO   NOT NULL CHECK (beneficioValor >= 0),
    beneficioProductos TEXTO    NOT NULL,
    referenciaExterna  TEXTO,
    activa             BOOLEANO NOT NULL CHECK (activa IN (0, 1)),
    version            ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, promocionId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna),
    CHECK (vigenciaFin >= vigenciaInicio)
);
CREATE INDEX promocion_vigente ON promocion (organizacionId, vigenciaFin) WHERE activa = 1;

-- Which document used which; the amount stands on its lines. Only src/engine writes it.
CREATE TABLE promocionUso (
    organizacionId REF     NOT NULL,
    transaccionId  REF     NOT NULL,
    promocionId    REF     NOT NULL,
    importe        IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, promocionId),
    FOREIGN KEY (organizacionId, promocionId) REFERENCES promocion (organizacionId, promocionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX promocionUso_de ON promocionUso (organizacionId, promocionId, transaccionId);
