-- What a product is scanned by, and products that are variants of one model.

CREATE TABLE codigoBarras (
    organizacionId REF   NOT NULL,
    codigo         TEXTO NOT NULL CHECK (codigo <> ''),
    productoId     REF   NOT NULL,
    unidadMedidaId REF   NOT NULL,  -- of what it is on: 0, the product's own unit
    PRIMARY KEY (organizacionId, codigo),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId)
) WITHOUT ROWID;
CREATE INDEX codigoBarras_producto ON codigoBarras (organizacionId, productoId, codigo);

CREATE TABLE modeloProducto (
    organizacionId REF      NOT NULL,
    modeloId       ID       NOT NULL,
    codigo         TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    productoId     REF      NOT NULL,  -- what variants are made like
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, modeloId),
    UNIQUE (organizacionId, codigo),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId)
);
-- In which they differ, and what each may be.
CREATE TABLE modeloAtributo (
    organizacionId REF    NOT NULL,
    modeloId       REF    NOT NULL,
    lugar          ENTERO NOT NULL CHECK (lugar > 0),
    nombre         TEXTO  NOT NULL CHECK (nombre <> ''),
    valores        TEXTO  NOT NULL,  -- JSON: those that there are, in their order
    PRIMARY KEY (organizacionId, modeloId, lugar),
    FOREIGN KEY (organizacionId, modeloId) REFERENCES modeloProducto (organizacionId, modeloId)
) WITHOUT ROWID;
-- One product for each combination.
CREATE TABLE varianteProducto (
    organizacionId REF   NOT NULL,
    productoId     REF   NOT NULL,
    modeloId       REF   NOT NULL,
    valores        TEXTO NOT NULL CHECK (valores <> ''),  -- JSON: one of each attribute, in their order
    PRIMARY KEY (organizacionId, productoId),
    UNIQUE (organizacionId, modeloId, valores),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId),
    FOREIGN KEY (organizacionId, modeloId) REFERENCES modeloProducto (organizacionId, modeloId)
) WITHOUT ROWID;
