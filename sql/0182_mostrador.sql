-- The counter: tills, their shifts, and what is sold and taken out in each.

CREATE TABLE caja (
    organizacionId   REF      NOT NULL,
    cajaId           ID       NOT NULL,
    codigo           TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre           TEXTO    NOT NULL CHECK (nombre <> ''),
    sucursalId       REF      NOT NULL,
    almacenId        REF      NOT NULL,  -- whose goods it sells
    cuentaBancariaId REF      NOT NULL,  -- the cash in its drawer
    cuentaEntregaId  REF      NOT NULL,  -- the cash where it is handed over
    clienteId        REF      NOT NULL,  -- whoever says no name, or 0
    fondo            IMPORTE  NOT NULL CHECK (fondo >= 0),
    tolerancia       IMPORTE  NOT NULL CHECK (tolerancia >= 0),  -- a greater difference wants a right
    activo           BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version          ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, cajaId),
    UNIQUE (organizacionId, codigo),
    CHECK (cuentaBancariaId <> cuentaEntregaId)
);
CREATE UNIQUE INDEX caja_cuenta ON caja (organizacionId, cuentaBancariaId) WHERE activo = 1;

-- The own account that takes what is paid in another form than cash.
CREATE TABLE cajaForma (
    organizacionId   REF   NOT NULL,
    cajaId           REF   NOT NULL,
    formaPago        TEXTO NOT NULL CHECK (formaPago <> '' AND formaPago <> '01'),
    cuentaBancariaId REF   NOT NULL,
    PRIMARY KEY (organizacionId, cajaId, formaPago),
    FOREIGN KEY (organizacionId, cajaId) REFERENCES caja (organizacionId, cajaId)
) WITHOUT ROWID;

-- What a shift says beside the header of every document: how its till stood when it was opened, and what it came to.
CREATE TABLE turnoCaja (
    organizacionId    REF      NOT NULL,
    transaccionId     REF      NOT NULL,
    cajaId            REF      NOT NULL,
    usuarioId         REF      NOT NULL,  -- whoever opened it
    almacenId         REF      NOT NULL,
    cuentaBancariaId  REF      NOT NULL,
    cuentaEntregaId   REF      NOT NULL,
    clienteId         REF      NOT NULL,
    enCurso           BOOLEANO NOT NULL CHECK (enCurso IN (0, 1)),
    abiertoEn         INSTANTE NOT NULL,
    cerradoEn         INSTANTE,
    cerradoPor        REF      NOT NULL,
    fondo             IMPORTE  NOT NULL CHECK (fondo >= 0),
    ventas            IMPORTE  NOT NULL,  -- from here on as it was closed
    ventasCredito     IMPORTE  NOT NULL,
    efectivoVentas    IMPORTE  NOT NULL,
    otrasFormas       IMPORTE  NOT NULL,
    entradas          IMPORTE  NOT NULL,
    retiros           IMPORTE  NOT NULL,
    otros             IMPORTE  NOT NULL,
    efectivoEsperado  IMPORTE  NOT NULL,
    efectivoContado   IMPORTE  NOT NULL,
    diferencia        IMPORTE  NOT NULL,
    fondoSiguiente    IMPORTE  NOT NULL CHECK (fondoSiguiente >= 0),
    motivo            TEXTO    NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId),
    CHECK ((cerradoEn IS NULL) = (cerradoPor = 0)),
    CHECK (efectivoEsperado = fondo + efectivoVentas + entradas - retiros + otros OR cerradoEn IS NULL),
    CHECK (diferencia = efectivoContado - efectivoEsperado),
    CHECK (diferencia = 0 OR motivo <> ''),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
-- One at a time of a till and of its cash.
CREATE UNIQUE INDEX turnoCaja_enCurso ON turnoCaja (organizacionId, cajaId) WHERE enCurso = 1;
CREATE UNIQUE INDEX turnoCaja_cuenta ON turnoCaja (organizacionId, cuentaBancariaId) WHERE enCurso = 1;
CREATE INDEX turnoCaja_caja ON turnoCaja (organizacionId, cajaId, transaccionId);

-- What was registered in a shift: sales, the money of each, what was put in and taken out, what opening and closing made.
CREATE TABLE turnoDocumento (
    organizacionId REF   NOT NULL,
    transaccionId  REF   NOT NULL,
    turnoId        REF   NOT NULL,
    clase          TEXTO NOT NULL CHECK (clase IN ('venta', 'cobro', 'entrada', 'retiro', 'apertura', 'cierre')),
    ventaId        REF   NOT NULL,  -- of money, the sale that it paid; otherwise 0
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, turnoId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX turnoDocumento_turno ON turnoDocumento (organizacionId, turnoId, transaccionId);
CREATE INDEX turnoDocumento_venta ON turnoDocumento (organizacionId, ventaId, transaccionId) WHERE ventaId <> 0;

-- What was handed over for a sale, and what was given back of it.
CREATE TABLE ventaCaja (
    organizacionId REF     NOT NULL,
    transaccionId  REF     NOT NULL,
    recibido       IMPORTE NOT NULL CHECK (recibido >= 0),
    cobrado        IMPORTE NOT NULL CHECK (cobrado >= 0),
    cambio         IMPORTE NOT NULL CHECK (cambio >= 0),
    PRIMARY KEY (organizacionId, transaccionId),
    CHECK (recibido = cobrado + cambio),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES turnoDocumento (organizacionId, transaccionId)
) WITHOUT ROWID;

-- What was counted when it was closed: cash by denomination, the slips of each other form together.
CREATE TABLE turnoEfectivo (
    organizacionId REF     NOT NULL,
    turnoId        REF     NOT NULL,
    denominacion   IMPORTE NOT NULL CHECK (denominacion > 0),
    cantidad       ENTERO  NOT NULL CHECK (cantidad > 0),
    PRIMARY KEY (organizacionId, turnoId, denominacion),
    FOREIGN KEY (organizacionId, turnoId) REFERENCES turnoCaja (organizacionId, transaccionId)
) WITHOUT ROWID;
CREATE TABLE turnoForma (
    organizacionId REF     NOT NULL,
    turnoId        REF     NOT NULL,
    formaPago      TEXTO   NOT NULL,
    cobrado        IMPORTE NOT NULL,
    contado        IMPORTE NOT NULL CHECK (contado >= 0),
    PRIMARY KEY (organizacionId, turnoId, formaPago),
    FOREIGN KEY (organizacionId, turnoId) REFERENCES turnoCaja (organizacionId, transaccionId)
) WITHOUT ROWID;
