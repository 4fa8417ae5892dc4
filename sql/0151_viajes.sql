-- Travel agency: bookings, who travels, what was sold of each, and what suppliers charged for it.

CREATE TABLE reservacionViaje (
    organizacionId REF      NOT NULL,
    reservacionId  ID       NOT NULL,
    localizador    TEXTO    NOT NULL CHECK (localizador <> ''),
    fechaSalida    FECHA,
    fechaRegreso   FECHA,
    creadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, reservacionId),
    UNIQUE (organizacionId, localizador),
    CHECK (fechaRegreso IS NULL OR fechaSalida IS NULL OR fechaRegreso >= fechaSalida)
);

CREATE TABLE pasajeroViaje (
    organizacionId REF    NOT NULL,
    reservacionId  REF    NOT NULL,
    consecutivo    ENTERO NOT NULL CHECK (consecutivo > 0),
    nombre         TEXTO  NOT NULL CHECK (nombre <> ''),
    tipo           TEXTO  NOT NULL CHECK (tipo IN ('adulto', 'menor', 'infante')),
    PRIMARY KEY (organizacionId, reservacionId, consecutivo),
    UNIQUE (organizacionId, reservacionId, nombre, tipo),
    FOREIGN KEY (organizacionId, reservacionId) REFERENCES reservacionViaje (organizacionId, reservacionId)
) WITHOUT ROWID;

-- An invoice of the agency. Its reference is the agency's own: what it asks twice is registered once, if it is the same (huella).
CREATE TABLE facturaViaje (
    organizacionId REF   NOT NULL,
    transaccionId  REF   NOT NULL,
    reservacionId  REF   NOT NULL,
    referencia     TEXTO NOT NULL CHECK (referencia <> ''),
    huella         TEXTO NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId),
    UNIQUE (organizacionId, referencia),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, reservacionId) REFERENCES reservacionViaje (organizacionId, reservacionId)
) WITHOUT ROWID;
CREATE INDEX facturaViaje_reservacion ON facturaViaje (organizacionId, reservacionId, transaccionId);

-- What was sold: in the agency's name, or for somebody else. Amounts are in the currency of the invoice.
CREATE TABLE servicioViaje (
    organizacionId REF      NOT NULL,
    servicioId     ID       NOT NULL,
    reservacionId  REF      NOT NULL,
    transaccionId  REF      NOT NULL,  -- its invoice
    consecutivo    ENTERO   NOT NULL CHECK (consecutivo > 0),
    tipo           TEXTO    NOT NULL CHECK (tipo IN ('vuelo', 'hotel', 'tour', 'automovil', 'seguro', 'crucero', 'traslado',
                                                     'cargoPorServicio', 'penalizacion', 'comision', 'otro')),
    modalidad      TEXTO    NOT NULL CHECK (modalidad IN ('reventa', 'intermediacion')),
    proveedorId    REF      NOT NULL,  -- 0: none
    referidoId     REF      NOT NULL,  -- the service that a commission or a penalty is about, or 0
    descripcion    TEXTO    NOT NULL,
    boleto         TEXTO    NOT NULL,
    pasajeros      TEXTO    NOT NULL,  -- a JSON list of their numbers in the booking, read as a whole
    fechaInicio    FECHA,
    fechaFin       FECHA,
    tarifa         IMPORTE  NOT NULL CHECK (tarifa >= 0),
    tua            IMPORTE  NOT NULL CHECK (tua >= 0),
    otrosCargos    IMPORTE  NOT NULL CHECK (otrosCargos >= 0),
    impuestos      IMPORTE  NOT NULL CHECK (impuestos >= 0),
    cargoServicio  IMPORTE  NOT NULL CHECK (cargoServicio >= 0),
    comision       IMPORTE  NOT NULL CHECK (comision >= 0),       -- that its supplier is to pay, before taxes
    costoEsperado  IMPORTE  NOT NULL CHECK (costoEsperado >= 0),  -- that its supplier is to charge; 0: nothing is expected
    terceros       IMPORTE  NOT NULL CHECK (terceros >= 0),       -- of the total, what is somebody else's
    total          IMPORTE  NOT NULL CHECK (total >= terceros),
    PRIMARY KEY (organizacionId, servicioId),
    UNIQUE (organizacionId, transaccionId, consecutivo),
    CHECK (modalidad = 'intermediacion' OR terceros = 0),
    CHECK (modalidad = 'reventa' OR proveedorId <> 0),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES facturaViaje (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, reservacionId) REFERENCES reservacionViaje (organizacionId, reservacionId)
);
CREATE INDEX servicioViaje_reservacion ON servicioViaje (organizacionId, reservacionId, servicioId);
CREATE INDEX servicioViaje_proveedor ON servicioViaje (organizacionId, proveedorId, boleto) WHERE proveedorId <> 0;
CREATE INDEX servicioViaje_referido ON servicioViaje (organizacionId, referidoId) WHERE referidoId <> 0;

-- Of which service each line of the invoice is.
CREATE TABLE partidaViaje (
    organizacionId REF    NOT NULL,
    transaccionId  REF    NOT NULL,
    numeroPartida  ENTERO NOT NULL,
    servicioId     REF    NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
        DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, servicioId) REFERENCES servicioViaje (organizacionId, servicioId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX partidaViaje_servicio ON partidaViaje (organizacionId, servicioId);

-- What a line of an expense was spent for: bookings and, where it is known, services. The parts of a line come to its net.
CREATE TABLE gastoViaje (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL,
    consecutivo    ENTERO   NOT NULL CHECK (consecutivo > 0),
    reservacionId  REF      NOT NULL,
    servicioId     REF      NOT NULL,  -- 0: of the booking as a whole
    importe        IMPORTE  NOT NULL CHECK (importe > 0),
    ultimo         BOOLEANO NOT NULL CHECK (ultimo IN (0, 1)),  -- the supplier charges nothing more for it
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida, consecutivo),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
        DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, reservacionId) REFERENCES reservacionViaje (organizacionId, reservacionId)
) WITHOUT ROWID;
CREATE INDEX gastoViaje_reservacion ON gastoViaje (organizacionId, reservacionId, transaccionId);
CREATE INDEX gastoViaje_servicio ON gastoViaje (organizacionId, servicioId, transaccionId) WHERE servicioId <> 0;
