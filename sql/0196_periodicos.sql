-- What repeats: documents of a template, what was paid ahead and becomes cost, and the runs that make both.

CREATE TABLE plantilla (
    organizacionId REF      NOT NULL,
    plantillaId    ID       NOT NULL,
    codigo         TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    operacion      TEXTO    NOT NULL CHECK (operacion <> ''),  -- that registers the document
    cuerpo         TEXTO    NOT NULL,                          -- what it is asked, as JSON, without its day
    ritmo          TEXTO    NOT NULL CHECK (ritmo IN ('semanal', 'quincenal', 'mensual', 'bimestral', 'trimestral', 'semestral', 'anual')),
    dia            ENTERO   NOT NULL CHECK (dia BETWEEN 0 AND 31),  -- of the month, or the last; 0: that of desde
    desde          FECHA    NOT NULL,
    hasta          FECHA,
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    usuarioId      REF      NOT NULL,
    PRIMARY KEY (organizacionId, plantillaId),
    UNIQUE (organizacionId, codigo),
    CHECK (hasta IS NULL OR hasta >= desde)
);

-- What was paid ahead: so much of a line goes from one account to another, month by month.
CREATE TABLE diferido (
    organizacionId REF      NOT NULL,
    diferidoId     ID       NOT NULL,
    codigo         TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    cuentaId       REF      NOT NULL,  -- on which it stands
    cuentaGastoId  REF      NOT NULL,  -- to which it goes
    importe        IMPORTE  NOT NULL CHECK (importe > 0),
    meses          ENTERO   NOT NULL CHECK (meses BETWEEN 1 AND 600),
    periodoInicial ENTERO   NOT NULL CHECK (periodoInicial BETWEEN 190001 AND 219912),
    sucursalId     REF      NOT NULL,
    proyectoId     REF      NOT NULL,
    origenId       REF      NOT NULL,  -- the line that paid it, or 0
    origenPartida  ENTERO   NOT NULL,
    notas          TEXTO    NOT NULL,
    estado         TEXTO    NOT NULL CHECK (estado IN ('vigente', 'anulado')),
    version        ENTERO   NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, diferidoId),
    UNIQUE (organizacionId, codigo),
    CHECK ((origenId = 0) = (origenPartida = 0)),
    CHECK (cuentaId <> cuentaGastoId),
    FOREIGN KEY (organizacionId, cuentaId) REFERENCES cuenta (organizacionId, cuentaId),
    FOREIGN KEY (organizacionId, cuentaGastoId) REFERENCES cuenta (organizacionId, cuentaId)
);
CREATE INDEX diferido_origen ON diferido (organizacionId, origenId, origenPartida) WHERE origenId <> 0;

-- One time that the generator was asked, of a month.
CREATE TABLE corrida (
    organizacionId REF      NOT NULL,
    corridaId      ID       NOT NULL,
    periodo        ENTERO   NOT NULL CHECK (periodo BETWEEN 190001 AND 219912),
    automatica     BOOLEANO NOT NULL CHECK (automatica IN (0, 1)),
    estado         TEXTO    NOT NULL CHECK (estado IN ('hecha', 'deshecha')),
    usuarioId      REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, corridaId)
);
CREATE INDEX corrida_periodo ON corrida (organizacionId, periodo);

-- Each day of a template once, whoever makes it.
CREATE TABLE ocurrencia (
    organizacionId REF      NOT NULL,
    plantillaId    REF      NOT NULL,
    fecha          FECHA    NOT NULL,
    estado         TEXTO    NOT NULL CHECK (estado IN ('generada', 'fallida', 'omitida', 'deshecha')),
    transaccionId  REF      NOT NULL,
    corridaId      REF      NOT NULL,  -- that made it, or tried last; 0: of none
    intentos       ENTERO   NOT NULL CHECK (intentos >= 0),
    faltas         TEXTO    NOT NULL,
    motivo         TEXTO    NOT NULL,
    intentadaEn    INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, plantillaId, fecha),
    CHECK ((transaccionId <> 0) = (estado IN ('generada', 'deshecha'))),
    FOREIGN KEY (organizacionId, plantillaId) REFERENCES plantilla (organizacionId, plantillaId)
) WITHOUT ROWID;
CREATE INDEX ocurrencia_corrida ON ocurrencia (organizacionId, corridaId) WHERE corridaId <> 0;
CREATE INDEX ocurrencia_estado ON ocurrencia (organizacionId, estado, fecha);
CREATE UNIQUE INDEX ocurrencia_documento ON ocurrencia (organizacionId, transaccionId) WHERE transaccionId <> 0;

-- The accruals of a month, once; a document for each branch.
CREATE TABLE devengo (
    organizacionId REF      NOT NULL,
    diferidoId     REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    corridaId      REF      NOT NULL,
    periodo        ENTERO   NOT NULL,
    importe        IMPORTE  NOT NULL CHECK (importe > 0),
    vigente        BOOLEANO NOT NULL CHECK (vigente IN (0, 1)),
    PRIMARY KEY (organizacionId, transaccionId, diferidoId),
    FOREIGN KEY (organizacionId, diferidoId) REFERENCES diferido (organizacionId, diferidoId),
    FOREIGN KEY (organizacionId, corridaId) REFERENCES corrida (organizacionId, corridaId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE UNIQUE INDEX devengo_uno ON devengo (organizacionId, diferidoId, periodo) WHERE vigente = 1;
CREATE INDEX devengo_corrida ON devengo (organizacionId, corridaId);

-- Which depreciation a run made.
CREATE TABLE corridaDepreciacion (
    organizacionId REF NOT NULL,
    corridaId      REF NOT NULL,
    depreciacionId REF NOT NULL,
    PRIMARY KEY (organizacionId, corridaId),
    FOREIGN KEY (organizacionId, corridaId) REFERENCES corrida (organizacionId, corridaId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, depreciacionId) REFERENCES depreciacionMes (organizacionId, depreciacionId)
) WITHOUT ROWID;
CREATE UNIQUE INDEX corridaDepreciacion_una ON corridaDepreciacion (organizacionId, depreciacionId);

CREATE TABLE programacionPeriodicos (
    organizacionId REF      NOT NULL,
    automatico     BOOLEANO NOT NULL CHECK (automatico IN (0, 1)),
    hora           ENTERO   NOT NULL CHECK (hora BETWEEN 0 AND 23),
    dia            ENTERO   NOT NULL CHECK (dia BETWEEN 1 AND 28),  -- of the next month, on which the month before is done
    depreciacion   BOOLEANO NOT NULL CHECK (depreciacion IN (0, 1)),
    devengos       BOOLEANO NOT NULL CHECK (devengos IN (0, 1)),
    recurrentes    BOOLEANO NOT NULL CHECK (recurrentes IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId)
);

-- What the list before a month closes counts, however much there is beside it.
CREATE INDEX documento_por_revisar ON documento (organizacionId, tipo, fecha) WHERE estado = 'porRevisar';
CREATE INDEX documento_por_autorizar ON documento (organizacionId, tipo, fecha) WHERE estado = 'porAutorizar';
CREATE INDEX documento_solicitado ON documento (organizacionId, tipo, fecha) WHERE estado = 'solicitada';
CREATE INDEX existencia_negativa ON existencia (organizacionId, ultimaFecha) WHERE cantidad < 0;
