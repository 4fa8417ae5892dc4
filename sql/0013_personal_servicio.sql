-- Who performs services: planned, assigned and reported by name.
CREATE TABLE personalServicio (
    organizacionId     REF      NOT NULL,
    personalServicioId ID       NOT NULL,
    codigo             TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre             TEXTO    NOT NULL CHECK (nombre <> ''),
    puesto             TEXTO    NOT NULL,
    correo             TEXTO    NOT NULL,
    telefono           TEXTO    NOT NULL,
    sucursalId         REF      NOT NULL,  -- 0: of all
    entidadId          REF      NOT NULL,  -- the contact that is this person, or 0
    especialidades     TEXTO    NOT NULL,  -- a JSON list, read and replaced as a whole
    referenciaExterna  TEXTO,
    activo             BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version            ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, personalServicioId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna)
);
CREATE UNIQUE INDEX personalServicio_contacto ON personalServicio (organizacionId, entidadId) WHERE entidadId <> 0;
