-- How much of a product a warehouse should hold.
CREATE TABLE nivelInventario (
    organizacionId REF      NOT NULL,
    productoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,
    minimo         CANTIDAD NOT NULL CHECK (minimo >= 0),
    maximo         CANTIDAD NOT NULL CHECK (maximo >= minimo),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, productoId, almacenId),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId),
    FOREIGN KEY (organizacionId, almacenId) REFERENCES almacen (organizacionId, almacenId)
) WITHOUT ROWID;
CREATE INDEX nivelInventario_almacen ON nivelInventario (organizacionId, almacenId, productoId);

-- Why an order was cancelled, where somebody said: what was lacking counts against the service level, a change of mind does not.
CREATE TABLE causaCancelacion (
    organizacionId REF   NOT NULL,
    transaccionId  REF   NOT NULL,
    causa          TEXTO NOT NULL CHECK (causa IN ('cliente', 'faltaExistencia')),
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
) WITHOUT ROWID;

-- A count of a warehouse. What moves after the freeze is added in when it is posted.
CREATE TABLE conteo (
    organizacionId REF      NOT NULL,
    conteoId       ID       NOT NULL,
    almacenId      REF      NOT NULL,
    fecha          FECHA    NOT NULL,  -- of the documents that post it
    congeladoEn    INSTANTE NOT NULL,
    estado         TEXTO    NOT NULL CHECK (estado IN ('abierto', 'aplicado', 'cancelado')),
    notas          TEXTO    NOT NULL,
    sobranteId     REF      NOT NULL,  -- the documents that posted it, or 0
    faltanteId     REF      NOT NULL,
    usuarioId      REF      NOT NULL,
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, conteoId),
    CHECK (estado = 'aplicado' OR (sobranteId = 0 AND faltanteId = 0)),
    FOREIGN KEY (organizacionId, almacenId) REFERENCES almacen (organizacionId, almacenId)
);
CREATE INDEX conteo_fecha ON conteo (organizacionId, fecha, conteoId);
CREATE INDEX conteo_almacen ON conteo (organizacionId, almacenId, fecha, conteoId);

-- `existencia` is what the books had at the freeze. Not counted is not zero: it is left as it is.
CREATE TABLE conteoPartida (
    organizacionId REF      NOT NULL,
    conteoId       REF      NOT NULL,
    productoId     REF      NOT NULL,
    lote           TEXTO    NOT NULL,  -- '' of goods without lots
    existencia     CANTIDAD NOT NULL,
    contado        CANTIDAD CHECK (contado >= 0),
    costoUnitario  PRECIO   NOT NULL CHECK (costoUnitario >= 0),  -- at which what was found too much comes in
    series         TEXTO    NOT NULL,  -- the serials found, as JSON, of goods that have them
    seriesCongeladas TEXTO  NOT NULL,  -- those of the freeze
    ubicacion      TEXTO    NOT NULL,
    PRIMARY KEY (organizacionId, conteoId, productoId, lote),
    FOREIGN KEY (organizacionId, conteoId) REFERENCES conteo (organizacionId, conteoId),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId)
) WITHOUT ROWID;
