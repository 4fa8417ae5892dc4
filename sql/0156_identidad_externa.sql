-- Who people are by an identity provider (OpenID Connect): its address, and which of its people are users here.
CREATE TABLE proveedorIdentidad (
    organizacionId       REF      NOT NULL,
    proveedorIdentidadId ID       NOT NULL,
    clave                TEXTO    NOT NULL CHECK (clave <> ''),      -- by which whoever signs in names it
    nombre               TEXTO    NOT NULL CHECK (nombre <> ''),
    emisor               TEXTO    NOT NULL CHECK (emisor <> ''),     -- `iss`, byte by byte
    idCliente            TEXTO    NOT NULL CHECK (idCliente <> ''),  -- `aud`
    secreto              BYTES,                                      -- sealed; NULL: a client without one
    consumidorId         REF      NOT NULL,                          -- whose scopes narrow the person
    porCorreo            BOOLEANO NOT NULL CHECK (porCorreo IN (0, 1)),
    activo               BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version              ENTERO   NOT NULL,
    creadoEn             INSTANTE NOT NULL,
    modificadoEn         INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, proveedorIdentidadId),
    UNIQUE (organizacionId, nombre),
    UNIQUE (organizacionId, clave),
    UNIQUE (organizacionId, emisor, idCliente),
    FOREIGN KEY (organizacionId, consumidorId) REFERENCES consumidorApi (organizacionId, consumidorId)
);

CREATE TABLE identidadExterna (
    organizacionId       REF      NOT NULL,
    identidadExternaId   ID       NOT NULL,
    proveedorIdentidadId REF      NOT NULL,
    sub                  TEXTO    NOT NULL CHECK (sub <> ''),  -- the provider's name of the person, byte by byte
    usuarioId            REF      NOT NULL,
    correo               TEXTO    NOT NULL,                    -- that it was linked by; empty: by an administrator
    ultimoUso            INSTANTE,
    creadoEn             INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, identidadExternaId),
    UNIQUE (organizacionId, proveedorIdentidadId, sub),
    FOREIGN KEY (organizacionId, proveedorIdentidadId) REFERENCES proveedorIdentidad (organizacionId, proveedorIdentidadId),
    FOREIGN KEY (organizacionId, usuarioId) REFERENCES usuario (organizacionId, usuarioId)
);
CREATE INDEX identidadExterna_usuario ON identidadExterna (organizacionId, usuarioId);

-- By which provider a session was opened; 0: by a password or a key.
ALTER TABLE sesion ADD COLUMN proveedorIdentidadId REF NOT NULL DEFAULT 0;
