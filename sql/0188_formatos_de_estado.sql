-- Layouts of financial statements of a company's own: lines of accounts and sums of lines, read and replaced as a whole.
CREATE TABLE formatoEstado (
    organizacionId  REF      NOT NULL,
    formatoEstadoId ID       NOT NULL,
    codigo          TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre          TEXTO    NOT NULL CHECK (nombre <> ''),
    estado          TEXTO    NOT NULL CHECK (estado IN ('resultados', 'balance', 'flujoDirecto', 'flujoIndirecto')),
    lineas          TEXTO    NOT NULL,  -- as JSON
    activo          BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version         ENTERO   NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId, formatoEstadoId),
    UNIQUE (organizacionId, codigo)
);
