CREATE TABLE organizacion (
    organizacionId ID       NOT NULL,
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    rfc            TEXTO    NOT NULL,
    zona           TEXTO    NOT NULL CHECK (zona <> ''),
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    creadoEn       INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId)
);

-- From the name of a credential to its organization: asked before a row-level wall can stand, so it belongs to nobody.
-- 'usuario:ana@ejemplo.mx', 'llave:<prefix>', 'renovacion:<hash of a refresh token, current or rotated>'.
CREATE TABLE acceso (
    clave          TEXTO PRIMARY KEY,
    organizacionId REF   NOT NULL,
    usuarioId      REF   NOT NULL,
    consumidorId   REF   NOT NULL,
    familia        TEXTO NOT NULL,  -- of a refresh token; otherwise empty
    venceEn        INSTANTE         -- NULL: does not expire
);
CREATE INDEX acceso_organizacion ON acceso (organizacionId);
CREATE INDEX acceso_familia ON acceso (familia) WHERE familia <> '';

CREATE TABLE usuario (
    organizacionId   REF      NOT NULL,
    usuarioId        ID       NOT NULL,
    usuario          TEXTO    NOT NULL CHECK (usuario <> ''),
    nombre           TEXTO    NOT NULL,
    correo           TEXTO    NOT NULL,
    busqueda         TEXTO    NOT NULL,  -- name, user name and mail without accents and case
    contrasena       TEXTO    NOT NULL,  -- argon2id; empty: no password opens it
    activo           BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    esServicio       BOOLEANO NOT NULL CHECK (esServicio IN (0, 1)),
    sucursalId       REF      NOT NULL,
    centroCostoId    REF      NOT NULL,
    divisionId       REF      NOT NULL,
    intentosFallidos ENTERO   NOT NULL CHECK (intentosFallidos >= 0),
    bloqueadoHasta   INSTANTE NOT NULL,
    version          ENTERO   NOT NULL,
    creadoEn         INSTANTE NOT NULL,
    modificadoEn     INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, usuarioId),
    UNIQUE (organizacionId, usuario),
    FOREIGN KEY (organizacionId) REFERENCES organizacion (organizacionId)
);

CREATE TABLE rol (
    organizacionId REF      NOT NULL,
    rolId          ID       NOT NULL,
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    descripcion    TEXTO    NOT NULL,
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version        ENTERO   NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    modificadoEn   INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, rolId),
    UNIQUE (organizacionId, nombre)
);

-- An operation's id, or a wildcard: '*', 'leer', 'Bancos.*', 'Bancos.leer'.
CREATE TABLE rolPermiso (
    organizacionId REF   NOT NULL,
    rolId          REF   NOT NULL,
    permiso        TEXTO NOT NULL CHECK (permiso <> ''),
    PRIMARY KEY (organizacionId, rolId, permiso),
    FOREIGN KEY (organizacionId, rolId) REFERENCES rol (organizacionId, rolId)
);

-- Up to which amount a role may use an operation.
CREATE TABLE rolLimite (
    organizacionId REF     NOT NULL,
    rolId          REF     NOT NULL,
    operacion      TEXTO   NOT NULL,
    moneda         TEXTO   NOT NULL,
    importe        IMPORTE NOT NULL CHECK (importe >= 0),
    PRIMARY KEY (organizacionId, rolId, operacion, moneda),
    FOREIGN KEY (organizacionId, rolId) REFERENCES rol (organizacionId, rolId)
);

CREATE TABLE usuarioRol (
    organizacionId REF NOT NULL,
    usuarioId      REF NOT NULL,
    rolId          REF NOT NULL,
    PRIMARY KEY (organizacionId, usuarioId, rolId),
    FOREIGN KEY (organizacionId, usuarioId) REFERENCES usuario (organizacionId, usuarioId),
    FOREIGN KEY (organizacionId, rolId) REFERENCES rol (organizacionId, rolId)
);
CREATE INDEX usuarioRol_por_rol ON usuarioRol (organizacionId, rolId);

-- A program that calls the interface: it acts as its service user, narrowed to its scopes.
CREATE TABLE consumidorApi (
    organizacionId  REF      NOT NULL,
    consumidorId    ID       NOT NULL,
    nombre          TEXTO    NOT NULL CHECK (nombre <> ''),
    tipoIntegracion TEXTO    NOT NULL,
    usuarioId       REF      NOT NULL,
    activo          BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    version         ENTERO   NOT NULL,
    creadoEn        INSTANTE NOT NULL,
    modificadoEn    INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, consumidorId),
    UNIQUE (organizacionId, nombre),
    FOREIGN KEY (organizacionId, usuarioId) REFERENCES usuario (organizacionId, usuarioId)
);

CREATE TABLE consumidorAlcance (
    organizacionId REF   NOT NULL,
    consumidorId   REF   NOT NULL,
    permiso        TEXTO NOT NULL CHECK (permiso <> ''),
    PRIMARY KEY (organizacionId, consumidorId, permiso),
    FOREIGN KEY (organizacionId, consumidorId) REFERENCES consumidorApi (organizacionId, consumidorId)
);

CREATE TABLE consumidorLlave (
    organizacionId REF      NOT NULL,
    consumidorId   REF      NOT NULL,
    prefijo        TEXTO    NOT NULL,
    huella         BYTES    NOT NULL,
    creadaEn       INSTANTE NOT NULL,
    venceEn        INSTANTE,
    ultimoUso      INSTANTE,
    revocadaEn     INSTANTE,
    PRIMARY KEY (organizacionId, consumidorId, prefijo),
    FOREIGN KEY (organizacionId, consumidorId) REFERENCES consumidorApi (organizacionId, consumidorId)
);

-- One login and all that was refreshed from it. Every refresh token of the family stands in `acceso`; only the one whose hash
-- is here may still be used, any other one revokes the family.
CREATE TABLE sesion (
    organizacionId REF      NOT NULL,
    familia        TEXTO    NOT NULL,
    usuarioId      REF      NOT NULL,
    consumidorId   REF      NOT NULL,  -- 0: a person
    prefijo        TEXTO    NOT NULL,  -- of the API key that opened it; empty for a person
    huella         BYTES    NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    venceEn        INSTANTE NOT NULL,
    revocadaEn     INSTANTE,
    PRIMARY KEY (organizacionId, familia),
    FOREIGN KEY (organizacionId, usuarioId) REFERENCES usuario (organizacionId, usuarioId)
);
CREATE INDEX sesion_usuario ON sesion (organizacionId, usuarioId, venceEn);

-- Keys that sign access tokens, sealed with the installation's master key; shared by all instances.
CREATE TABLE llaveFirma (
    kid       TEXTO    PRIMARY KEY,
    sellada   BYTES    NOT NULL,
    creadaEn  INSTANTE NOT NULL,
    retirarEn INSTANTE  -- NULL: signs; otherwise it only verifies, until then
);

CREATE INDEX bitacora_instante ON bitacora (organizacionId, instante, bitacoraId);
