-- What a company means to earn and to spend: by account, month, branch and project. A year changes as one, so it has a version.
CREATE TABLE presupuesto (
    organizacionId REF    NOT NULL,
    ejercicio      ENTERO NOT NULL CHECK (ejercicio BETWEEN 1900 AND 2199),
    version        ENTERO NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId, ejercicio)
) WITHOUT ROWID;

CREATE TABLE presupuestoMes (
    organizacionId REF     NOT NULL,
    periodo        ENTERO  NOT NULL CHECK (periodo % 100 BETWEEN 1 AND 12),  -- 202611
    cuentaId       REF     NOT NULL,
    sucursalId     REF     NOT NULL,  -- 0: of the company as a whole
    proyectoId     REF     NOT NULL,  -- 0: of none
    importe        IMPORTE NOT NULL CHECK (importe <> 0),  -- positive on the side of the account's nature
    PRIMARY KEY (organizacionId, periodo, cuentaId, sucursalId, proyectoId),
    FOREIGN KEY (organizacionId, cuentaId) REFERENCES cuenta (organizacionId, cuentaId)
) WITHOUT ROWID;
