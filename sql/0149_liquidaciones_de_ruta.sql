-- What a route brings back: goods as they are counted, cash by denomination, other forms one by one; and what its devices send.

CREATE TABLE liquidacionRuta (
    organizacionId     REF      NOT NULL,
    transaccionId      REF      NOT NULL,  -- the working day
    devolucionId       REF      NOT NULL,  -- the document of what was counted, or 0
    contadoEn          INSTANTE,
    liquidadaPor       REF      NOT NULL,
    liquidadaEn        INSTANTE,
    motivoEfectivo     TEXTO    NOT NULL,
    motivoProducto     TEXTO    NOT NULL,
    notas              TEXTO    NOT NULL,
    autorizadoPor      REF      NOT NULL,
    autorizadoEn       INSTANTE,
    autorizadoEfectivo IMPORTE  NOT NULL,  -- the difference that was authorized; another one is not
    autorizadoProducto IMPORTE  NOT NULL,
    motivoAutorizacion TEXTO    NOT NULL,
    validadaPor        REF      NOT NULL,
    validadaEn         INSTANTE,
    ventasContado      IMPORTE  NOT NULL,  -- as validated, from here on
    ventasCredito      IMPORTE  NOT NULL,
    cobranza           IMPORTE  NOT NULL,
    efectivoVentas     IMPORTE  NOT NULL,
    efectivoCobranza   IMPORTE  NOT NULL,
    reembolsos         IMPORTE  NOT NULL,
    gastos             IMPORTE  NOT NULL,
    efectivoEsperado   IMPORTE  NOT NULL,
    efectivoEntregado  IMPORTE  NOT NULL,
    diferenciaEfectivo IMPORTE  NOT NULL,
    otrasFormas        IMPORTE  NOT NULL,
    faltanteProducto   IMPORTE  NOT NULL CHECK (faltanteProducto >= 0),
    sobranteProducto   IMPORTE  NOT NULL CHECK (sobranteProducto >= 0),
    PRIMARY KEY (organizacionId, transaccionId),
    CHECK (diferenciaEfectivo = efectivoEntregado - efectivoEsperado),
    CHECK (efectivoEsperado = efectivoVentas + efectivoCobranza - reembolsos - gastos),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX liquidacionRuta_liquidada ON liquidacionRuta (organizacionId, transaccionId) WHERE liquidadaPor > 0;

-- Cash as it was handed over.
CREATE TABLE liquidacionEfectivo (
    organizacionId REF     NOT NULL,
    transaccionId  REF     NOT NULL,
    denominacion   IMPORTE NOT NULL CHECK (denominacion > 0),
    cantidad       ENTERO  NOT NULL CHECK (cantidad > 0),
    PRIMARY KEY (organizacionId, transaccionId, denominacion),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES liquidacionRuta (organizacionId, transaccionId)
) WITHOUT ROWID;
-- … and what of it was taken to a bank on the way.
CREATE TABLE liquidacionFicha (
    organizacionId   REF     NOT NULL,
    transaccionId    REF     NOT NULL,
    numero           ENTERO  NOT NULL CHECK (numero > 0),
    cuentaBancariaId REF     NOT NULL,
    referencia       TEXTO   NOT NULL,
    importe          IMPORTE NOT NULL CHECK (importe > 0),
    PRIMARY KEY (organizacionId, transaccionId, numero),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES liquidacionRuta (organizacionId, transaccionId)
) WITHOUT ROWID;
-- The slip of each collection that was not cash.
CREATE TABLE liquidacionForma (
    organizacionId REF     NOT NULL,
    transaccionId  REF     NOT NULL,
    depositoId     REF     NOT NULL,
    referencia     TEXTO   NOT NULL,
    importe        IMPORTE NOT NULL CHECK (importe > 0),
    PRIMARY KEY (organizacionId, transaccionId, depositoId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES liquidacionRuta (organizacionId, transaccionId)
) WITHOUT ROWID;

-- What was counted, and, once the day is validated, what led to it.
CREATE TABLE conteoRuta (
    organizacionId  REF      NOT NULL,
    transaccionId   REF      NOT NULL,
    productoId      REF      NOT NULL,
    loteId          REF      NOT NULL,
    conteo          CANTIDAD NOT NULL CHECK (conteo >= 0),
    series          TEXTO    NOT NULL,  -- JSON: those that are missing, or too much
    inicial         CANTIDAD NOT NULL,
    carga           CANTIDAD NOT NULL,
    recarga         CANTIDAD NOT NULL,
    devolucion      CANTIDAD NOT NULL,
    cambioRecibido  CANTIDAD NOT NULL,
    venta           CANTIDAD NOT NULL,
    cambioEntregado CANTIDAD NOT NULL,
    merma           CANTIDAD NOT NULL,
    envases         CANTIDAD NOT NULL,  -- given back by customers less lent to them
    descarga        CANTIDAD NOT NULL,  -- before it was counted
    otros           CANTIDAD NOT NULL,
    existencia      CANTIDAD NOT NULL,
    valorUnitario   PRECIO   NOT NULL,
    importe         IMPORTE  NOT NULL,  -- of the difference
    validado        BOOLEANO NOT NULL CHECK (validado IN (0, 1)),
    PRIMARY KEY (organizacionId, transaccionId, productoId, loteId),
    CHECK (existencia = inicial + carga + recarga + devolucion + cambioRecibido - venta - cambioEntregado - merma + envases
                        - descarga + otros),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES liquidacionRuta (organizacionId, transaccionId)
) WITHOUT ROWID;

-- What a device sent and could not be registered: it is tried again with what comes later, until somebody puts it aside.
CREATE TABLE envioRuta (
    organizacionId REF      NOT NULL,
    dispositivo    TEXTO    NOT NULL CHECK (dispositivo <> ''),
    consecutivo    ENTERO   NOT NULL CHECK (consecutivo > 0),
    jornadaId      REF      NOT NULL,
    estado         TEXTO    NOT NULL CHECK (estado IN ('pendiente', 'registrado', 'descartado')),
    cuerpo         TEXTO    NOT NULL,  -- as it was asked
    faltas         TEXTO    NOT NULL,  -- JSON: why it was refused last
    motivo         TEXTO    NOT NULL CHECK (estado <> 'descartado' OR motivo <> ''),
    recibidoEn     INSTANTE NOT NULL,
    intentadoEn    INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, dispositivo, consecutivo),
    FOREIGN KEY (organizacionId, jornadaId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE INDEX envioRuta_jornada ON envioRuta (organizacionId, jornadaId, dispositivo, consecutivo);

-- The last consecutive that a device says to have given in a day, so that what is lacking at its end is known too.
CREATE TABLE jornadaDispositivo (
    organizacionId    REF    NOT NULL,
    jornadaId         REF    NOT NULL,
    dispositivo       TEXTO  NOT NULL CHECK (dispositivo <> ''),
    ultimoConsecutivo ENTERO NOT NULL CHECK (ultimoConsecutivo >= 0),
    PRIMARY KEY (organizacionId, jornadaId, dispositivo),
    FOREIGN KEY (organizacionId, jornadaId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
