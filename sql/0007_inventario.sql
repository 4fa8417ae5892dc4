-- Stock. Only src/engine writes the tables of this step.
CREATE TABLE lote (
    organizacionId   REF    NOT NULL,
    loteId           ID     NOT NULL,
    productoId       REF    NOT NULL,
    codigo           TEXTO  NOT NULL CHECK (codigo <> ''),
    fechaFabricacion FECHA,
    caducidad        FECHA,
    proveedorId      REF    NOT NULL,
    pedimento        TEXTO  NOT NULL,
    estado           TEXTO  NOT NULL CHECK (estado IN ('liberado', 'cuarentena', 'bloqueado')),
    version          ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, loteId),
    UNIQUE (organizacionId, productoId, codigo),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId)
);

-- On hand. Tested and taken by one conditional statement.
CREATE TABLE existencia (
    organizacionId REF      NOT NULL,
    productoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,
    loteId         REF      NOT NULL,  -- 0: without lots; with lots and average cost, an empty row that guards the pool
    cantidad       CANTIDAD NOT NULL,
    reservado      CANTIDAD NOT NULL CHECK (reservado >= 0),
    ultimaFecha    FECHA    NOT NULL,  -- the latest day that has movements: earlier ones are back-dated and need a look
    PRIMARY KEY (organizacionId, productoId, almacenId, loteId),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId),
    FOREIGN KEY (organizacionId, almacenId) REFERENCES almacen (organizacionId, almacenId)
) WITHOUT ROWID;
CREATE INDEX existencia_almacen ON existencia (organizacionId, almacenId, productoId, loteId);

-- On hand at the end of each day that had a movement, so that a back-dated one sees whether a later day would turn negative.
CREATE TABLE existenciaDia (
    organizacionId REF      NOT NULL,
    productoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,
    loteId         REF      NOT NULL,
    fecha          FECHA    NOT NULL,
    movido         CANTIDAD NOT NULL,  -- in minus out of that day
    PRIMARY KEY (organizacionId, productoId, almacenId, loteId, fecha)
) WITHOUT ROWID;

-- Value. PEPS: one layer per entry. Average: one pool per product and warehouse, under loteId 0, whose original figures stay 0.
-- Quantity 0 means value 0.
CREATE TABLE capa (
    organizacionId   REF      NOT NULL,
    capaId           ID       NOT NULL,
    productoId       REF      NOT NULL,
    almacenId        REF      NOT NULL,
    loteId           REF      NOT NULL,
    fecha            FECHA    NOT NULL,  -- age; kept when goods are transferred
    transaccionId    REF      NOT NULL,
    numeroPartida    ENTERO   NOT NULL,
    origenCapaId     REF      NOT NULL,  -- the layer it was split from by a transfer, return or repackaging, or 0
    metodo           TEXTO    NOT NULL CHECK (metodo IN ('peps', 'promedio')),
    cantidadOriginal CANTIDAD NOT NULL CHECK (cantidadOriginal >= 0),
    cantidadRestante CANTIDAD NOT NULL CHECK (cantidadRestante >= 0),
    costoOriginal    IMPORTE  NOT NULL,
    costoAgregado    IMPORTE  NOT NULL,  -- landed costs and price differences since
    valorRestante    IMPORTE  NOT NULL CHECK (valorRestante >= 0),
    PRIMARY KEY (organizacionId, capaId),
    CHECK (cantidadRestante > 0 OR valorRestante = 0),
    FOREIGN KEY (organizacionId, productoId, almacenId, loteId) REFERENCES existencia (organizacionId, productoId, almacenId, loteId)
);
CREATE INDEX capa_abierta ON capa (organizacionId, productoId, almacenId, loteId, fecha, capaId) WHERE cantidadRestante > 0;
CREATE INDEX capa_documento ON capa (organizacionId, transaccionId, numeroPartida);
CREATE INDEX capa_origen ON capa (organizacionId, origenCapaId) WHERE origenCapaId <> 0;
CREATE UNIQUE INDEX capa_promedio ON capa (organizacionId, productoId, almacenId) WHERE metodo = 'promedio';

-- Where negative stock is allowed: what left before it came in, at the provisional value at which it left, until the next entry
-- settles it. On hand = Σ layers − this. Its layer is empty: it stands for what no layer held.
CREATE TABLE faltante (
    organizacionId REF      NOT NULL,
    productoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,
    loteId         REF      NOT NULL,
    capaId         REF      NOT NULL,
    cantidad       CANTIDAD NOT NULL CHECK (cantidad >= 0),
    valor          IMPORTE  NOT NULL CHECK (valor >= 0),
    PRIMARY KEY (organizacionId, productoId, almacenId, loteId),
    CHECK (cantidad > 0 OR valor = 0),
    FOREIGN KEY (organizacionId, capaId) REFERENCES capa (organizacionId, capaId)
) WITHOUT ROWID;

-- Every movement of goods and of their value: one row per line and layer.
CREATE TABLE movimiento (
    organizacionId REF      NOT NULL,
    movimientoId   ID       NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL,
    polizaId       REF      NOT NULL,  -- the entry that carries its value
    fecha          FECHA    NOT NULL,
    productoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,
    loteId         REF      NOT NULL,
    capaId         REF      NOT NULL,
    capaDestinoId  REF      NOT NULL,  -- where a transfer or repackaging carried it, or 0
    cantidad       CANTIDAD NOT NULL,  -- negative: out; 0: value only (late cost)
    valor          IMPORTE  NOT NULL,
    revierteId     REF      NOT NULL,  -- the movement this one undoes, or 0
    devuelveId     REF      NOT NULL,  -- the exit that a customer's return brings back, or 0; kept by what undoes the return
    PRIMARY KEY (organizacionId, movimientoId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, capaId) REFERENCES capa (organizacionId, capaId) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX movimiento_documento ON movimiento (organizacionId, transaccionId, numeroPartida);
CREATE INDEX movimiento_producto ON movimiento (organizacionId, productoId, almacenId, fecha);
CREATE INDEX movimiento_capa ON movimiento (organizacionId, capaId);
CREATE UNIQUE INDEX movimiento_revierte ON movimiento (organizacionId, revierteId) WHERE revierteId <> 0;
CREATE INDEX movimiento_destino ON movimiento (organizacionId, capaId) WHERE capaDestinoId <> 0;
CREATE INDEX movimiento_lote ON movimiento (organizacionId, loteId) WHERE loteId <> 0;
CREATE INDEX movimiento_devuelve ON movimiento (organizacionId, devuelveId) WHERE devuelveId <> 0;

-- A serial is in one place.
CREATE TABLE numeroSerie (
    organizacionId REF   NOT NULL,
    productoId     REF   NOT NULL,
    serie          TEXTO NOT NULL CHECK (serie <> ''),
    serieId        REF   NOT NULL,  -- by which lists walk
    loteId         REF   NOT NULL,
    almacenId      REF   NOT NULL,  -- where it is, or 0 once it left
    estado         TEXTO NOT NULL CHECK (estado IN ('enAlmacen', 'enTransito', 'reservada', 'vendida', 'enServicio', 'baja')),
    entidadId      REF   NOT NULL,  -- who bought it, or 0
    PRIMARY KEY (organizacionId, productoId, serie),
    CHECK ((almacenId <> 0) = (estado IN ('enAlmacen', 'enTransito', 'reservada'))),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId)
) WITHOUT ROWID;
CREATE INDEX numeroSerie_lugar ON numeroSerie (organizacionId, productoId, almacenId, loteId, serieId) WHERE almacenId <> 0;
CREATE INDEX numeroSerie_serie ON numeroSerie (organizacionId, serie, productoId);

CREATE TABLE movimientoSerie (
    organizacionId REF    NOT NULL,
    productoId     REF    NOT NULL,
    serie          TEXTO  NOT NULL,
    movimientoId   REF    NOT NULL,
    signo          ENTERO NOT NULL CHECK (signo IN (-1, 1)),
    transaccionId  REF    NOT NULL,
    numeroPartida  ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, productoId, serie, movimientoId, signo),
    FOREIGN KEY (organizacionId, productoId, serie) REFERENCES numeroSerie (organizacionId, productoId, serie)
) WITHOUT ROWID;
CREATE INDEX movimientoSerie_documento ON movimientoSerie (organizacionId, transaccionId, numeroPartida);

CREATE TABLE reserva (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,  -- the order that owns it
    numeroPartida  ENTERO   NOT NULL,
    productoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,
    loteId         REF      NOT NULL,
    cantidad       CANTIDAD NOT NULL CHECK (cantidad > 0),
    vence          FECHA,
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida, productoId, almacenId, loteId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX reserva_lugar ON reserva (organizacionId, productoId, almacenId, loteId);

-- Lines that wait for goods: orders of customers and to suppliers, transfers on their way. How much a line still waits for is the
-- line less its progress; `abierto` only keeps lines that wait for nothing out of the way of whoever adds up the others.
CREATE TABLE pendiente (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL,
    clase          TEXTO    NOT NULL CHECK (clase IN ('pedido', 'orden', 'transitoSalida', 'transitoEntrada')),
    productoId     REF      NOT NULL,  -- of a kit, each component
    almacenId      REF      NOT NULL,  -- that gives or expects the goods
    avance         TEXTO    NOT NULL,  -- the progress by which the wait ends
    cantidad       CANTIDAD NOT NULL CHECK (cantidad > 0),  -- of the product, for the whole line
    abierto        BOOLEANO NOT NULL CHECK (abierto IN (0, 1)),
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida, clase, productoId),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;
CREATE INDEX pendiente_abierto ON pendiente (organizacionId, productoId, almacenId, clase) WHERE abierto = 1;
CREATE INDEX pendiente_almacen ON pendiente (organizacionId, almacenId, productoId) WHERE abierto = 1;

-- How a repackaging shared its cost, and what its lines say beside their quantities.
CREATE TABLE reempaque (
    organizacionId REF     NOT NULL,
    transaccionId  REF     NOT NULL,
    reparto        TEXTO   NOT NULL CHECK (reparto IN ('cantidad', 'valor', 'manual')),
    costoConsumido IMPORTE NOT NULL CHECK (costoConsumido >= 0),
    costoAgregado  IMPORTE NOT NULL CHECK (costoAgregado >= 0),
    mermaAnormal   IMPORTE NOT NULL CHECK (mermaAnormal >= 0),
    costoProducido IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId),
    CHECK (costoProducido = costoConsumido + costoAgregado - mermaAnormal),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE TABLE partidaReempaque (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL,
    produce        BOOLEANO NOT NULL CHECK (produce IN (0, 1)),
    subproducto    BOOLEANO NOT NULL CHECK (subproducto IN (0, 1)),  -- produced at a value of its own
    merma          CANTIDAD NOT NULL CHECK (merma >= 0),
    porcentaje     TASA     NOT NULL CHECK (porcentaje >= 0),
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

-- Where in the warehouse the goods of a line were put or taken from.
CREATE TABLE partidaUbicacion (
    organizacionId REF    NOT NULL,
    transaccionId  REF    NOT NULL,
    numeroPartida  ENTERO NOT NULL,
    ubicacion      TEXTO  NOT NULL CHECK (ubicacion <> ''),
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;
