-- What the console keeps of each user, and which company is there to be tried.

ALTER TABLE organizacion ADD COLUMN demostracion BOOLEANO NOT NULL DEFAULT 0 CHECK (demostracion IN (0, 1));
UPDATE organizacion SET demostracion = 1
 WHERE organizacionId IN (SELECT u.organizacionId FROM usuario u WHERE u.usuario LIKE 'demo-______@ejemplo.mx');

-- A list as somebody likes it: its filters under a name.
CREATE TABLE vista (
    organizacionId REF      NOT NULL,
    vistaId        ID       NOT NULL,
    usuarioId      REF      NOT NULL,
    pantalla       TEXTO    NOT NULL CHECK (pantalla <> ''),
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    consulta       TEXTO    NOT NULL,
    compartida     BOOLEANO NOT NULL CHECK (compartida IN (0, 1)),
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, vistaId),
    UNIQUE (organizacionId, usuarioId, pantalla, nombre)
);
CREATE INDEX vista_compartida ON vista (organizacionId, pantalla) WHERE compartida = 1;

-- What somebody began to write and has not sent.
CREATE TABLE borrador (
    organizacionId REF      NOT NULL,
    usuarioId      REF      NOT NULL,
    llave          TEXTO    NOT NULL CHECK (llave <> ''),
    titulo         TEXTO    NOT NULL,
    contenido      TEXTO    NOT NULL,
    modificadoEn   INSTANTE NOT NULL,
    version        ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, usuarioId, llave)
) WITHOUT ROWID;
