-- Fixed assets: what they are, how they lose their value month by month, what of it was posted, and how they went.

CREATE TABLE categoriaActivo (
    organizacionId       REF      NOT NULL,
    categoriaId          ID       NOT NULL,
    codigo               TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre               TEXTO    NOT NULL CHECK (nombre <> ''),
    claveTasa            TEXTO    NOT NULL,  -- of the table of maximum rates, or ''
    cuentaActivoId       REF      NOT NULL,
    cuentaDepreciacionId REF      NOT NULL,  -- 0, and so the next: it loses no value (land)
    cuentaGastoId        REF      NOT NULL,
    cuentaPerdidaId      REF      NOT NULL,  -- what is lost, or gained, when one of them goes
    cuentaGananciaId     REF      NOT NULL,
    tasaAnual            TASA     NOT NULL CHECK (tasaAnual BETWEEN 0 AND 1000000),   -- of the books
    tasaFiscal           TASA     NOT NULL CHECK (tasaFiscal BETWEEN 0 AND 1000000),  -- of the tax
    activo               BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version              ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, categoriaId),
    UNIQUE (organizacionId, codigo),
    CHECK ((cuentaDepreciacionId = 0) = (cuentaGastoId = 0)),
    CHECK (cuentaDepreciacionId <> 0 OR tasaAnual = 0),
    FOREIGN KEY (organizacionId, cuentaActivoId) REFERENCES cuenta (organizacionId, cuentaId)
);

CREATE TABLE activoFijo (
    organizacionId      REF      NOT NULL,
    activoId            ID       NOT NULL,
    codigo              TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre              TEXTO    NOT NULL CHECK (nombre <> ''),
    categoriaId         REF      NOT NULL,
    fechaAdquisicion    FECHA    NOT NULL,
    fechaUso            FECHA    NOT NULL,  -- from when it is used: its first month is the first whole one
    costo               IMPORTE  NOT NULL CHECK (costo > 0),
    montoDeducible      IMPORTE  NOT NULL CHECK (montoDeducible BETWEEN 0 AND costo),
    depreciacionInicial IMPORTE  NOT NULL CHECK (depreciacionInicial BETWEEN 0 AND costo),  -- posted before it was registered here
    sucursalId          REF      NOT NULL,
    proyectoId          REF      NOT NULL,
    origenId            REF      NOT NULL,  -- the line by which it was bought, or 0
    origenPartida       ENTERO   NOT NULL,
    numeroSerie         TEXTO    NOT NULL,
    ubicacion           TEXTO    NOT NULL,
    responsable         TEXTO    NOT NULL,
    notas               TEXTO    NOT NULL,
    estado              TEXTO    NOT NULL CHECK (estado IN ('enUso', 'baja', 'anulado')),
    version             ENTERO   NOT NULL,
    creadoEn            INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, activoId),
    UNIQUE (organizacionId, codigo),
    CHECK ((origenId = 0) = (origenPartida = 0)),
    CHECK (fechaUso >= fechaAdquisicion),
    FOREIGN KEY (organizacionId, categoriaId) REFERENCES categoriaActivo (organizacionId, categoriaId)
);
CREATE INDEX activoFijo_categoria ON activoFijo (organizacionId, categoriaId);
CREATE INDEX activoFijo_sucursal ON activoFijo (organizacionId, sucursalId);
CREATE INDEX activoFijo_origen ON activoFijo (organizacionId, origenId, origenPartida) WHERE origenId <> 0;

-- How it loses its value from a month on: in so many months, or by a rate a year; neither: not at all.
CREATE TABLE activoPlan (
    organizacionId REF     NOT NULL,
    activoId       REF     NOT NULL,
    desdePeriodo   ENTERO  NOT NULL CHECK (desdePeriodo BETWEEN 190001 AND 219912),
    acumulado      IMPORTE NOT NULL CHECK (acumulado >= 0),  -- by the end of the month before
    valorResidual  IMPORTE NOT NULL CHECK (valorResidual >= 0),
    vidaMeses      ENTERO  NOT NULL CHECK (vidaMeses BETWEEN 0 AND 1200),  -- from this month on
    tasaAnual      TASA    NOT NULL CHECK (tasaAnual BETWEEN 0 AND 1000000),
    motivo         TEXTO   NOT NULL,
    PRIMARY KEY (organizacionId, activoId, desdePeriodo),
    CHECK (vidaMeses = 0 OR tasaAnual = 0),
    FOREIGN KEY (organizacionId, activoId) REFERENCES activoFijo (organizacionId, activoId)
) WITHOUT ROWID;

-- The depreciation of a month, once.
CREATE TABLE depreciacionMes (
    organizacionId REF      NOT NULL,
    depreciacionId ID       NOT NULL,
    periodo        ENTERO   NOT NULL CHECK (periodo BETWEEN 190001 AND 219912),
    importe        IMPORTE  NOT NULL CHECK (importe > 0),
    activos        ENTERO   NOT NULL CHECK (activos > 0),
    vigente        BOOLEANO NOT NULL CHECK (vigente IN (0, 1)),
    usuarioId      REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, depreciacionId)
);
CREATE UNIQUE INDEX depreciacionMes_una ON depreciacionMes (organizacionId, periodo) WHERE vigente = 1;
CREATE TABLE depreciacion (
    organizacionId REF      NOT NULL,
    depreciacionId REF      NOT NULL,
    activoId       REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    periodo        ENTERO   NOT NULL,
    importe        IMPORTE  NOT NULL CHECK (importe > 0),
    vigente        BOOLEANO NOT NULL CHECK (vigente IN (0, 1)),
    PRIMARY KEY (organizacionId, depreciacionId, activoId),
    FOREIGN KEY (organizacionId, depreciacionId) REFERENCES depreciacionMes (organizacionId, depreciacionId),
    FOREIGN KEY (organizacionId, activoId) REFERENCES activoFijo (organizacionId, activoId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE UNIQUE INDEX depreciacion_una ON depreciacion (organizacionId, activoId, periodo) WHERE vigente = 1;
CREATE INDEX depreciacion_documento ON depreciacion (organizacionId, transaccionId);

-- How an asset went.
CREATE TABLE bajaActivo (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    activoId       REF      NOT NULL,
    clase          TEXTO    NOT NULL CHECK (clase IN ('venta', 'retiro')),
    periodo        ENTERO   NOT NULL,
    depreciacion   IMPORTE  NOT NULL CHECK (depreciacion >= 0),  -- by then
    valorLibros    IMPORTE  NOT NULL CHECK (valorLibros >= 0),
    precio         IMPORTE  NOT NULL CHECK (precio >= 0),
    facturaId      REF      NOT NULL,  -- by which it was sold, or 0
    motivo         TEXTO    NOT NULL,
    vigente        BOOLEANO NOT NULL CHECK (vigente IN (0, 1)),
    PRIMARY KEY (organizacionId, transaccionId),
    CHECK (clase = 'venta' OR (precio = 0 AND facturaId = 0)),
    FOREIGN KEY (organizacionId, activoId) REFERENCES activoFijo (organizacionId, activoId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX bajaActivo_una ON bajaActivo (organizacionId, activoId) WHERE vigente = 1;
CREATE INDEX bajaActivo_factura ON bajaActivo (organizacionId, facturaId) WHERE facturaId <> 0;

-- The national consumer price index of each month, as the organization brings it from the statistics institute.
CREATE TABLE inpc (
    organizacionId REF    NOT NULL,
    periodo        ENTERO NOT NULL CHECK (periodo BETWEEN 190001 AND 219912),
    valor          PRECIO NOT NULL CHECK (valor > 0),
    PRIMARY KEY (organizacionId, periodo)
) WITHOUT ROWID;
