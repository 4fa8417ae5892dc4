-- Private schools: levels with their recognition, school years, families, students, and what each is charged for, once.

CREATE TABLE nivelEscolar (
    organizacionId    REF      NOT NULL,
    nivelEscolarId    ID       NOT NULL,
    codigo            TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    nivelEducativo    TEXTO    NOT NULL CHECK (nivelEducativo IN ('preescolar', 'primaria', 'secundaria', 'profesionalTecnico',
                                                                  'bachillerato', 'superior')),
    autRvoe           TEXTO    NOT NULL,  -- recognition of studies, or key of the work centre
    referenciaExterna TEXTO,
    activo            BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version           ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, nivelEscolarId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna),
    CHECK (nivelEducativo = 'superior' OR autRvoe <> '')  -- that level has no complement
);

CREATE TABLE cicloEscolar (
    organizacionId    REF      NOT NULL,
    cicloEscolarId    ID       NOT NULL,
    codigo            TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    inicio            FECHA    NOT NULL,
    fin               FECHA    NOT NULL,
    referenciaExterna TEXTO,
    activo            BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version           ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, cicloEscolarId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna),
    CHECK (inicio <= fin)
);

CREATE TABLE familia (
    organizacionId    REF      NOT NULL,
    familiaId         ID       NOT NULL,
    codigo            TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    clienteId         REF      NOT NULL,  -- whom its documents are for
    pagadorId         REF      NOT NULL,  -- who pays, where that is another; 0: the customer
    referenciaExterna TEXTO,
    activo            BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version           ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, familiaId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna)
);
CREATE INDEX familia_cliente ON familia (organizacionId, clienteId);

CREATE TABLE alumno (
    organizacionId    REF      NOT NULL,
    alumnoId          ID       NOT NULL,
    matricula         TEXTO    NOT NULL CHECK (matricula <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    curp              TEXTO    NOT NULL CHECK (curp <> ''),
    familiaId         REF      NOT NULL,
    clienteId         REF      NOT NULL,  -- 0: the family's
    pagadorId         REF      NOT NULL,  -- 0: the family's, or the customer
    nivelEscolarId    REF      NOT NULL,
    cicloEscolarId    REF      NOT NULL,
    grado             TEXTO    NOT NULL,
    grupo             TEXTO    NOT NULL,
    beca              TASA     NOT NULL CHECK (beca >= 0),
    descuento         TASA     NOT NULL CHECK (descuento >= 0),
    ingreso           FECHA    NOT NULL,
    baja              FECHA,              -- the last day
    busqueda          TEXTO    NOT NULL DEFAULT '',  -- matricula and name without accents and case
    referenciaExterna TEXTO,
    activo            BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version           ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, alumnoId),
    UNIQUE (organizacionId, matricula),
    UNIQUE (organizacionId, curp),
    UNIQUE (organizacionId, referenciaExterna),
    CHECK (beca + descuento <= 1000000),
    CHECK (baja IS NULL OR baja >= ingreso),
    FOREIGN KEY (organizacionId, familiaId) REFERENCES familia (organizacionId, familiaId),
    FOREIGN KEY (organizacionId, nivelEscolarId) REFERENCES nivelEscolar (organizacionId, nivelEscolarId),
    FOREIGN KEY (organizacionId, cicloEscolarId) REFERENCES cicloEscolar (organizacionId, cicloEscolarId)
);
CREATE INDEX alumno_familia ON alumno (organizacionId, familiaId);
CREATE INDEX alumno_ciclo ON alumno (organizacionId, cicloEscolarId, nivelEscolarId, alumnoId);

-- What a school year is charged for: so many periods of a month, and what is due early and late.
CREATE TABLE planEscolar (
    organizacionId    REF      NOT NULL,
    planEscolarId     ID       NOT NULL,
    codigo            TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    tipo              TEXTO    NOT NULL CHECK (tipo IN ('inscripcion', 'colegiatura', 'transporte', 'comedor', 'materiales',
                                                        'otro')),
    cicloEscolarId    REF      NOT NULL,
    nivelEscolarId    REF      NOT NULL,  -- 0: of every level
    sucursalId        REF      NOT NULL,  -- of the charges; 0: of who asks for them
    conceptoId        REF      NOT NULL,
    precio            PRECIO   NOT NULL CHECK (precio > 0),
    incluyeImpuestos  BOOLEANO NOT NULL CHECK (incluyeImpuestos IN (0, 1)),
    inicio            FECHA    NOT NULL,  -- of the first period
    periodos          ENTERO   NOT NULL CHECK (periodos BETWEEN 1 AND 24),
    diasVencimiento   ENTERO   NOT NULL CHECK (diasVencimiento >= 0),
    opcional          BOOLEANO NOT NULL CHECK (opcional IN (0, 1)),  -- only of students who name it
    conBeca           BOOLEANO NOT NULL CHECK (conBeca IN (0, 1)),
    prontoPagoDias    ENTERO   NOT NULL CHECK (prontoPagoDias >= 0),  -- through so many days after the period begins
    prontoPagoTasa    TASA     NOT NULL CHECK (prontoPagoTasa BETWEEN 0 AND 1000000),  -- 0: none
    diasGracia        ENTERO   NOT NULL CHECK (diasGracia >= 0),
    recargoTasa       TASA     NOT NULL CHECK (recargoTasa BETWEEN 0 AND 1000000),  -- of what is owed, for each month begun
    recargoImporte    IMPORTE  NOT NULL CHECK (recargoImporte >= 0),                -- once
    conceptoRecargoId REF      NOT NULL,  -- 0: none is charged
    referenciaExterna TEXTO,
    activo            BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version           ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, planEscolarId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna),
    CHECK ((recargoTasa = 0 AND recargoImporte = 0) OR conceptoRecargoId <> 0),
    FOREIGN KEY (organizacionId, cicloEscolarId) REFERENCES cicloEscolar (organizacionId, cicloEscolarId)
);
CREATE INDEX planEscolar_ciclo ON planEscolar (organizacionId, cicloEscolarId);

-- The optional plans of a student.
CREATE TABLE alumnoPlan (
    organizacionId REF NOT NULL,
    alumnoId       REF NOT NULL,
    planEscolarId  REF NOT NULL,
    PRIMARY KEY (organizacionId, alumnoId, planEscolarId),
    FOREIGN KEY (organizacionId, alumnoId) REFERENCES alumno (organizacionId, alumnoId),
    FOREIGN KEY (organizacionId, planEscolarId) REFERENCES planEscolar (organizacionId, planEscolarId)
) WITHOUT ROWID;

-- Of which student a line of a sales note or invoice is, and what for. What he is called, his CURP and the recognition of his
-- level are read where they are kept.
CREATE TABLE partidaAlumno (
    organizacionId REF    NOT NULL,
    transaccionId  REF    NOT NULL,
    numeroPartida  ENTERO NOT NULL,
    alumnoId       REF    NOT NULL,
    nivelEscolarId REF    NOT NULL,  -- that he was in
    tipo           TEXTO  NOT NULL CHECK (tipo IN ('inscripcion', 'colegiatura', 'transporte', 'comedor', 'materiales', 'recargo',
                                                   'otro')),
    pagadorId      REF    NOT NULL,  -- 0: who the document is for
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
        DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, alumnoId) REFERENCES alumno (organizacionId, alumnoId),
    FOREIGN KEY (organizacionId, nivelEscolarId) REFERENCES nivelEscolar (organizacionId, nivelEscolarId)
) WITHOUT ROWID;
CREATE INDEX partidaAlumno_alumno ON partidaAlumno (organizacionId, alumnoId, transaccionId);

-- Whom a student was ever charged to: what is open of him is looked for among what they owe.
CREATE TABLE clienteDeAlumno (
    organizacionId REF NOT NULL,
    alumnoId       REF NOT NULL,
    entidadId      REF NOT NULL,
    PRIMARY KEY (organizacionId, alumnoId, entidadId),
    FOREIGN KEY (organizacionId, alumnoId) REFERENCES alumno (organizacionId, alumnoId)
) WITHOUT ROWID;

-- What a student was charged for a period of a plan, once, with the terms that held then.
CREATE TABLE cargoEscolar (
    organizacionId    REF      NOT NULL,
    planEscolarId     REF      NOT NULL,
    periodo           FECHA    NOT NULL,
    alumnoId          REF      NOT NULL,
    transaccionId     REF,                -- none: his scholarship leaves nothing
    beca              TASA     NOT NULL CHECK (beca BETWEEN 0 AND 1000000),  -- with other discounts of the student
    prontoPagoHasta   FECHA,              -- none: no discount
    prontoPagoTasa    TASA     NOT NULL,
    recargoDesde      FECHA,              -- the first day of the first month that is charged for; none: never
    recargoTasa       TASA     NOT NULL,
    recargoImporte    IMPORTE  NOT NULL,
    conceptoRecargoId REF      NOT NULL,
    instante          INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, planEscolarId, periodo, alumnoId),
    CHECK (transaccionId IS NOT NULL OR beca > 0),
    FOREIGN KEY (organizacionId, planEscolarId) REFERENCES planEscolar (organizacionId, planEscolarId),
    FOREIGN KEY (organizacionId, alumnoId) REFERENCES alumno (organizacionId, alumnoId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE UNIQUE INDEX cargoEscolar_documento ON cargoEscolar (organizacionId, transaccionId);
CREATE INDEX cargoEscolar_alumno ON cargoEscolar (organizacionId, alumnoId, periodo);

-- Periods of which every student who owes them has been charged. Gone as soon as a student changes.
CREATE TABLE periodoCobrado (
    organizacionId REF   NOT NULL,
    planEscolarId  REF   NOT NULL,
    periodo        FECHA NOT NULL,
    PRIMARY KEY (organizacionId, planEscolarId, periodo),
    FOREIGN KEY (organizacionId, planEscolarId) REFERENCES planEscolar (organizacionId, planEscolarId)
) WITHOUT ROWID;

-- Files of a note that are about one of its students.
CREATE TABLE archivoAlumno (
    organizacionId REF NOT NULL,
    alumnoId       REF NOT NULL,
    archivoId      REF NOT NULL,
    transaccionId  REF NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, alumnoId, archivoId),
    FOREIGN KEY (organizacionId, alumnoId) REFERENCES alumno (organizacionId, alumnoId)
) WITHOUT ROWID;
