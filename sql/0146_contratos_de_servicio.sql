-- Contracts: what a customer pays for, or has done, once in each period.
CREATE TABLE contratoServicio (
    organizacionId      REF      NOT NULL,
    contratoServicioId  ID       NOT NULL,
    codigo              TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre              TEXTO    NOT NULL CHECK (nombre <> ''),
    clienteId           REF      NOT NULL,
    sucursalId          REF      NOT NULL,  -- of what it makes; 0: of who asks for it
    agrupadorServicioId REF      NOT NULL,  -- 0: none
    inicio              FECHA    NOT NULL,
    fin                 FECHA,              -- the last day that it holds
    meses               ENTERO   NOT NULL CHECK (meses > 0),  -- between one period and the next
    genera              TEXTO    NOT NULL CHECK (genera IN ('orden', 'factura')),
    conceptoId          REF      NOT NULL,  -- that is invoiced, or done
    precio              PRECIO   NOT NULL CHECK (precio >= 0),
    descripcion         TEXTO    NOT NULL,
    equipos             TEXTO    NOT NULL,  -- a JSON list of their identifiers, read and replaced as a whole
    siguiente           FECHA    NOT NULL,  -- the first day of the next period that makes something
    referenciaExterna   TEXTO,
    activo              BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version             ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, contratoServicioId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna)
);
CREATE INDEX contratoServicio_cliente ON contratoServicio (organizacionId, clienteId);
CREATE INDEX contratoServicio_siguiente ON contratoServicio (organizacionId, siguiente) WHERE activo = 1;

-- What a period made, for each equipment that it is for (0: for the contract as a whole). Nothing is made twice.
CREATE TABLE contratoServicioPeriodo (
    organizacionId     REF      NOT NULL,
    contratoServicioId REF      NOT NULL,
    periodo            FECHA    NOT NULL,
    equipoServicioId   REF      NOT NULL,
    transaccionId      REF      NOT NULL,
    instante           INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, contratoServicioId, periodo, equipoServicioId),
    FOREIGN KEY (organizacionId, contratoServicioId) REFERENCES contratoServicio (organizacionId, contratoServicioId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
        DEFERRABLE INITIALLY DEFERRED
) WITHOUT ROWID;
CREATE UNIQUE INDEX contratoServicioPeriodo_documento ON contratoServicioPeriodo (organizacionId, transaccionId);
