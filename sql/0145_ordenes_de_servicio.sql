-- Service orders: what a customer's equipment needs, who works on it, what it took and who pays for it.

-- A line that nobody is charged for: a warranty or a contract pays it. It is never invoiced.
ALTER TABLE partida ADD COLUMN sinCargo BOOLEANO NOT NULL DEFAULT 0 CHECK (sinCargo IN (0, 1));

-- What an hour of a person costs, in the organization's currency.
ALTER TABLE personalServicio ADD COLUMN costoHora PRECIO NOT NULL DEFAULT 0 CHECK (costoHora >= 0);
-- Orders of this family are closed with a file or a signature.
ALTER TABLE agrupadorServicio ADD COLUMN requiereArchivo BOOLEANO NOT NULL DEFAULT 0 CHECK (requiereArchivo IN (0, 1));

-- What customers have and bring, or have looked after.
CREATE TABLE equipoServicio (
    organizacionId      REF      NOT NULL,
    equipoServicioId    ID       NOT NULL,
    codigo              TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre              TEXTO    NOT NULL CHECK (nombre <> ''),
    clienteId           REF      NOT NULL,  -- whose it is
    serie               TEXTO    NOT NULL,
    marca               TEXTO    NOT NULL,
    modelo              TEXTO    NOT NULL,
    ubicacion           TEXTO    NOT NULL,
    agrupadorServicioId REF      NOT NULL,  -- 0: none
    garantiaHasta       FECHA,
    contador            CANTIDAD NOT NULL CHECK (contador >= 0),  -- hours, kilometres, copies: as it was last read
    contadorUnidad      TEXTO    NOT NULL,
    preventivoDias      ENTERO   NOT NULL CHECK (preventivoDias >= 0),      -- 0: not by days
    preventivoContador  CANTIDAD NOT NULL CHECK (preventivoContador >= 0),  -- 0: not by its counter
    ultimoPreventivo    FECHA,
    ultimoContador      CANTIDAD NOT NULL CHECK (ultimoContador >= 0),      -- at that one
    proximoPreventivo   FECHA,                                              -- by days
    proximoContador     CANTIDAD NOT NULL CHECK (proximoContador >= 0),     -- 0: none
    referenciaExterna   TEXTO,
    activo              BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version             ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, equipoServicioId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna)
);
CREATE INDEX equipoServicio_cliente ON equipoServicio (organizacionId, clienteId);
CREATE INDEX equipoServicio_serie ON equipoServicio (organizacionId, serie) WHERE serie <> '';
CREATE INDEX equipoServicio_preventivo ON equipoServicio (organizacionId, proximoPreventivo) WHERE proximoPreventivo IS NOT NULL;

-- What a service order says beside the header of every document.
CREATE TABLE ordenServicio (
    organizacionId      REF      NOT NULL,
    transaccionId       REF      NOT NULL,
    equipoServicioId    REF      NOT NULL,  -- 0: none
    agrupadorServicioId REF      NOT NULL,  -- 0: none
    contratoServicioId  REF      NOT NULL,  -- 0: none
    cotizacionId        REF      NOT NULL,  -- 0: none
    contacto            TEXTO    NOT NULL,  -- who to ask for
    direccion           TEXTO    NOT NULL,
    prioridad           TEXTO    NOT NULL CHECK (prioridad IN ('baja', 'normal', 'alta', 'urgente')),
    falla               TEXTO    NOT NULL,
    diagnostico         TEXTO    NOT NULL,
    fechaCompromiso     FECHA,
    preventivo          BOOLEANO NOT NULL CHECK (preventivo IN (0, 1)),
    importeAutorizado   IMPORTE  NOT NULL CHECK (importeAutorizado >= 0),
    autorizadoPor       REF      NOT NULL,
    autorizadoEn        INSTANTE,
    solucion            TEXTO    NOT NULL,  -- of one that is closed, from here on
    fechaTermino        FECHA,
    contador            CANTIDAD NOT NULL CHECK (contador >= 0),
    firma               TEXTO    NOT NULL,  -- who signed
    cerradoPor          REF      NOT NULL,
    cerradoEn           INSTANTE,
    costoId             REF      NOT NULL,  -- the document that posted hours and outside work, or 0
    PRIMARY KEY (organizacionId, transaccionId),
    CHECK ((cerradoEn IS NULL) = (fechaTermino IS NULL)),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX ordenServicio_equipo ON ordenServicio (organizacionId, equipoServicioId, transaccionId) WHERE equipoServicioId <> 0;
CREATE INDEX ordenServicio_agrupador ON ordenServicio (organizacionId, agrupadorServicioId, transaccionId)
    WHERE agrupadorServicioId <> 0;
CREATE INDEX ordenServicio_contrato ON ordenServicio (organizacionId, contratoServicioId, transaccionId)
    WHERE contratoServicioId <> 0;
CREATE INDEX ordenServicio_compromiso ON ordenServicio (organizacionId, fechaCompromiso) WHERE fechaCompromiso IS NOT NULL;

CREATE TABLE partidaServicio (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL,
    clase          TEXTO    NOT NULL CHECK (clase IN ('manoObra', 'refaccion', 'gasto', 'servicioExterno', 'diagnostico')),
    cobro          TEXTO    NOT NULL CHECK (cobro IN ('cobrable', 'garantia', 'contrato')),
    costo          PRECIO   NOT NULL CHECK (costo >= 0),  -- of one, in the organization's currency; of parts an estimate
    almacenId      REF      NOT NULL,                     -- that gives the part, or 0
    usado          CANTIDAD NOT NULL CHECK (usado >= 0),  -- of a part, in its base unit, once the order is closed
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

-- The work of an order that one person has.
CREATE TABLE ordenTrabajo (
    organizacionId     REF      NOT NULL,
    ordenTrabajoId     ID       NOT NULL,
    transaccionId      REF      NOT NULL,  -- the service order
    numero             ENTERO   NOT NULL CHECK (numero > 0),
    personalServicioId REF      NOT NULL,
    rol                TEXTO    NOT NULL,
    descripcion        TEXTO    NOT NULL,
    programado         INSTANTE,
    estado             TEXTO    NOT NULL CHECK (estado IN ('pendiente', 'enProceso', 'enEspera', 'terminada', 'cancelada')),
    motivo             TEXTO    NOT NULL,  -- why it waits
    costoHora          PRECIO   NOT NULL CHECK (costoHora >= 0),
    version            ENTERO   NOT NULL CHECK (version > 0),
    creadoPor          REF      NOT NULL,
    creadoEn           INSTANTE NOT NULL,
    modificadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, ordenTrabajoId),
    UNIQUE (organizacionId, transaccionId, numero),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX ordenTrabajo_personal ON ordenTrabajo (organizacionId, personalServicioId, ordenTrabajoId);
CREATE INDEX ordenTrabajo_estado ON ordenTrabajo (organizacionId, estado, ordenTrabajoId);

-- From when to when somebody worked; open while he does.
CREATE TABLE ordenTrabajoTiempo (
    organizacionId     REF      NOT NULL,
    ordenTrabajoId     REF      NOT NULL,
    consecutivo        ENTERO   NOT NULL CHECK (consecutivo > 0),
    personalServicioId REF      NOT NULL,
    inicio             INSTANTE NOT NULL,
    fin                INSTANTE,
    costoHora          PRECIO   NOT NULL CHECK (costoHora >= 0),
    horas              CANTIDAD NOT NULL CHECK (horas >= 0),
    costo              IMPORTE  NOT NULL CHECK (costo >= 0),
    PRIMARY KEY (organizacionId, ordenTrabajoId, consecutivo),
    CHECK (fin IS NULL OR fin >= inicio),
    CHECK (fin IS NOT NULL OR (horas = 0 AND costo = 0)),
    FOREIGN KEY (organizacionId, ordenTrabajoId) REFERENCES ordenTrabajo (organizacionId, ordenTrabajoId)
) WITHOUT ROWID;
CREATE UNIQUE INDEX ordenTrabajoTiempo_abierto ON ordenTrabajoTiempo (organizacionId, ordenTrabajoId) WHERE fin IS NULL;
CREATE INDEX ordenTrabajoTiempo_personal ON ordenTrabajoTiempo (organizacionId, personalServicioId, inicio);

-- What was done, by whom and where. `clave` is the caller's own: what it asks twice happens once.
CREATE TABLE ordenTrabajoAccion (
    organizacionId     REF      NOT NULL,
    accionId           ID       NOT NULL,
    ordenTrabajoId     REF      NOT NULL,
    clave              TEXTO,
    accion             TEXTO    NOT NULL CHECK (accion IN ('iniciar', 'pausar', 'reanudar', 'terminar', 'reasignar')),
    momento            INSTANTE NOT NULL,
    usuarioId          REF      NOT NULL,
    instante           INSTANTE NOT NULL,
    motivo             TEXTO    NOT NULL,
    latitud            CANTIDAD CHECK (latitud BETWEEN -90000000 AND 90000000),
    longitud           CANTIDAD CHECK (longitud BETWEEN -180000000 AND 180000000),
    personalServicioId REF      NOT NULL,  -- who has it from then on
    estado             TEXTO    NOT NULL,  -- that it led to
    estadoOrden        TEXTO    NOT NULL,
    PRIMARY KEY (organizacionId, accionId),
    UNIQUE (organizacionId, clave),
    CHECK ((latitud IS NULL) = (longitud IS NULL)),
    FOREIGN KEY (organizacionId, ordenTrabajoId) REFERENCES ordenTrabajo (organizacionId, ordenTrabajoId)
);
CREATE INDEX ordenTrabajoAccion_trabajo ON ordenTrabajoAccion (organizacionId, ordenTrabajoId, accionId);

-- Files of the order that came from a work order.
CREATE TABLE ordenTrabajoArchivo (
    organizacionId REF NOT NULL,
    ordenTrabajoId REF NOT NULL,
    archivoId      REF NOT NULL,
    PRIMARY KEY (organizacionId, ordenTrabajoId, archivoId),
    FOREIGN KEY (organizacionId, ordenTrabajoId) REFERENCES ordenTrabajo (organizacionId, ordenTrabajoId)
) WITHOUT ROWID;
CREATE INDEX ordenServicio_termino ON ordenServicio (organizacionId, fechaTermino) WHERE fechaTermino IS NOT NULL;
