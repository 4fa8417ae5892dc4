-- Money that leaves: expenses and what they belong to, egresses, and the requests that ask for them.

-- Where an expense belongs: the net of a line, shared among cost classifiers to the cent.
CREATE TABLE partidaClasificador (
    organizacionId      REF     NOT NULL,
    transaccionId       REF     NOT NULL,
    numeroPartida       ENTERO  NOT NULL,
    clasificadorCostoId REF     NOT NULL,
    porcentaje          TASA,             -- as asked for, in hundredths; NULL where the amount was given
    importe             IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida, clasificadorCostoId),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, clasificadorCostoId) REFERENCES clasificadorCosto (organizacionId, clasificadorCostoId)
) WITHOUT ROWID;
CREATE INDEX partidaClasificador_por_clasificador ON partidaClasificador (organizacionId, clasificadorCostoId, transaccionId);

-- Cheques of an own account: the next number, and which egress took which. Both change in the egress's transaction.
CREATE TABLE chequera (
    organizacionId   REF    NOT NULL,
    cuentaBancariaId REF    NOT NULL,
    siguiente        ENTERO NOT NULL CHECK (siguiente > 0),
    PRIMARY KEY (organizacionId, cuentaBancariaId),
    FOREIGN KEY (organizacionId, cuentaBancariaId) REFERENCES cuentaBancaria (organizacionId, cuentaBancariaId)
) WITHOUT ROWID;

CREATE TABLE cheque (
    organizacionId   REF    NOT NULL,
    transaccionId    REF    NOT NULL,
    cuentaBancariaId REF    NOT NULL,
    consecutivo      ENTERO NOT NULL CHECK (consecutivo > 0),
    PRIMARY KEY (organizacionId, transaccionId),
    UNIQUE (organizacionId, cuentaBancariaId, consecutivo),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

-- What a payment request has beside its document. A request has no effect on the books.
CREATE TABLE solicitudPago (
    organizacionId  REF      NOT NULL,
    transaccionId   REF      NOT NULL,
    solicitanteId   REF      NOT NULL,  -- who asked, or changed what is asked, last
    fechaProgramada FECHA,
    prioridad       TEXTO    NOT NULL CHECK (prioridad IN ('baja', 'normal', 'alta', 'urgente')),
    autorizado      IMPORTE  NOT NULL CHECK (autorizado >= 0),
    pagado          IMPORTE  NOT NULL CHECK (pagado >= 0 AND pagado <= autorizado),
    autorizadoPor   REF      NOT NULL,  -- or 0
    autorizadoEn    INSTANTE,
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;

-- Whom and what it pays, and where to. The bank data is the beneficiary's own when asked for, and frozen when authorized.
CREATE TABLE solicitudPagoPartida (
    organizacionId      REF     NOT NULL,
    transaccionId       REF     NOT NULL,
    numeroPartida       ENTERO  NOT NULL CHECK (numeroPartida > 0),
    beneficiarioId      REF     NOT NULL,
    transaccionIdCompra REF     NOT NULL,  -- the payable document, or 0
    conceptoId          REF     NOT NULL,  -- … or the concept paid directly
    importe             IMPORTE NOT NULL CHECK (importe > 0),
    pagado              IMPORTE NOT NULL CHECK (pagado >= 0 AND pagado <= importe),
    banco               TEXTO   NOT NULL,
    cuenta              TEXTO   NOT NULL,
    clabe               TEXTO   NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    CHECK ((transaccionIdCompra = 0) <> (conceptoId = 0)),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES solicitudPago (organizacionId, transaccionId)
) WITHOUT ROWID;
CREATE INDEX solicitudPagoPartida_compra ON solicitudPagoPartida (organizacionId, transaccionIdCompra) WHERE transaccionIdCompra <> 0;
CREATE INDEX solicitudPagoPartida_beneficiario ON solicitudPagoPartida (organizacionId, beneficiarioId, transaccionId);

-- Every decision on a request: who, when, how much.
CREATE TABLE solicitudPagoDecision (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    consecutivo    ENTERO   NOT NULL,
    accion         TEXTO    NOT NULL CHECK (accion IN ('solicitar', 'modificar', 'autorizar', 'rechazar', 'cancelar', 'pagar', 'cancelarPago')),
    usuarioId      REF      NOT NULL,
    instante       INSTANTE NOT NULL,
    importe        IMPORTE  NOT NULL,
    motivo         TEXTO    NOT NULL,
    egresoId       REF      NOT NULL,  -- that paid, or 0
    PRIMARY KEY (organizacionId, transaccionId, consecutivo),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES solicitudPago (organizacionId, transaccionId)
) WITHOUT ROWID;

-- What a line of an egress pays. One line of an egress pays one line of a request.
CREATE TABLE egresoPartida (
    organizacionId      REF    NOT NULL,
    transaccionId       REF    NOT NULL,
    numeroPartida       ENTERO NOT NULL,
    transaccionIdCompra REF    NOT NULL,  -- or 0
    importe             IMPORTE NOT NULL CHECK (importe > 0),
    solicitudPagoId     REF    NOT NULL,  -- or 0
    solicitudPartida    ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    CHECK ((solicitudPagoId = 0) = (solicitudPartida = 0)),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;
CREATE INDEX egresoPartida_solicitud ON egresoPartida (organizacionId, solicitudPagoId) WHERE solicitudPagoId <> 0;
