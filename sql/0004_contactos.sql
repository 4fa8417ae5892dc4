-- One entity, several roles: customer, supplier, salesperson, employee, other.
CREATE TABLE contacto (
    organizacionId    REF      NOT NULL,
    entidadId         ID       NOT NULL,
    codigo            TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre            TEXTO    NOT NULL CHECK (nombre <> ''),
    nombreFiscal      TEXTO    NOT NULL,
    rfc               TEXTO    NOT NULL,
    regimenFiscal     TEXTO    NOT NULL,
    codigoPostal      TEXTO    NOT NULL,
    usoCfdi           TEXTO    NOT NULL,
    correo            TEXTO    NOT NULL,
    telefono          TEXTO    NOT NULL,
    esCliente         BOOLEANO NOT NULL,
    esProveedor       BOOLEANO NOT NULL,
    esVendedor        BOOLEANO NOT NULL,
    esEmpleado        BOOLEANO NOT NULL,
    esOtro            BOOLEANO NOT NULL,
    listaPreciosId    REF      NOT NULL,
    limiteCredito     IMPORTE  NOT NULL CHECK (limiteCredito >= 0),
    diasCredito       ENTERO   NOT NULL CHECK (diasCredito >= 0),
    moneda            TEXTO    NOT NULL,
    notas             TEXTO    NOT NULL,
    referenciaExterna TEXTO,  -- NULL: none, so that UNIQUE holds only those that have one
    activo            BOOLEANO NOT NULL,
    listas            ENTERO   NOT NULL,  -- which of the lists below have rows, one bit each: a read asks for no empty one
    version           ENTERO   NOT NULL,
    creadoEn          INSTANTE NOT NULL,
    modificadoEn      INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, entidadId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna),
    CHECK (esCliente + esProveedor + esVendedor + esEmpleado + esOtro > 0)
) WITHOUT ROWID;
CREATE INDEX contacto_rfc ON contacto (organizacionId, rfc, entidadId) WHERE rfc <> '';
CREATE INDEX contacto_modificado ON contacto (organizacionId, modificadoEn, entidadId);
CREATE INDEX contacto_proveedor ON contacto (organizacionId, entidadId) WHERE esProveedor = 1;
CREATE INDEX contacto_vendedor ON contacto (organizacionId, entidadId) WHERE esVendedor = 1;
CREATE INDEX contacto_empleado ON contacto (organizacionId, entidadId) WHERE esEmpleado = 1;
CREATE INDEX contacto_otro ON contacto (organizacionId, entidadId) WHERE esOtro = 1;
CREATE INDEX contacto_inactivo ON contacto (organizacionId, entidadId) WHERE activo = 0;

-- The people to talk to at a contact; at most one of them is the main one.
CREATE TABLE contactoAdicional (
    organizacionId REF      NOT NULL,
    entidadId      REF      NOT NULL,
    numero         ENTERO   NOT NULL,
    nombre         TEXTO    NOT NULL CHECK (nombre <> ''),
    puesto         TEXTO    NOT NULL,
    correo         TEXTO    NOT NULL,
    telefono       TEXTO    NOT NULL,
    recibeFacturas BOOLEANO NOT NULL,
    principal      BOOLEANO NOT NULL,
    PRIMARY KEY (organizacionId, entidadId, numero),
    FOREIGN KEY (organizacionId, entidadId) REFERENCES contacto (organizacionId, entidadId)
) WITHOUT ROWID;
CREATE UNIQUE INDEX contactoAdicional_principal ON contactoAdicional (organizacionId, entidadId) WHERE principal = 1;

CREATE TABLE contactoDireccion (
    organizacionId REF   NOT NULL,
    entidadId      REF   NOT NULL,
    numero         ENTERO NOT NULL,
    tipo           TEXTO NOT NULL CHECK (tipo IN ('fiscal', 'entrega', 'otra')),
    calle          TEXTO NOT NULL,
    numeroExterior TEXTO NOT NULL,
    numeroInterior TEXTO NOT NULL,
    colonia        TEXTO NOT NULL,
    municipio      TEXTO NOT NULL,
    estado         TEXTO NOT NULL,
    pais           TEXTO NOT NULL,
    codigoPostal   TEXTO NOT NULL,
    referencia     TEXTO NOT NULL,
    PRIMARY KEY (organizacionId, entidadId, numero),
    FOREIGN KEY (organizacionId, entidadId) REFERENCES contacto (organizacionId, entidadId)
) WITHOUT ROWID;

CREATE TABLE contactoCuenta (
    organizacionId REF    NOT NULL,
    entidadId      REF    NOT NULL,
    numero         ENTERO NOT NULL,
    banco          TEXTO  NOT NULL,
    cuenta         TEXTO  NOT NULL,
    clabe          TEXTO  NOT NULL,
    moneda         TEXTO  NOT NULL,
    titular        TEXTO  NOT NULL,
    PRIMARY KEY (organizacionId, entidadId, numero),
    FOREIGN KEY (organizacionId, entidadId) REFERENCES contacto (organizacionId, entidadId),
    CHECK (cuenta <> '' OR clabe <> '')
) WITHOUT ROWID;

CREATE TABLE clasificacionContacto (
    organizacionId  REF      NOT NULL,
    clasificacionId ID       NOT NULL,
    nombre          TEXTO    NOT NULL CHECK (nombre <> ''),
    activo          BOOLEANO NOT NULL,
    PRIMARY KEY (organizacionId, clasificacionId),
    UNIQUE (organizacionId, nombre)
) WITHOUT ROWID;

CREATE TABLE contactoClasificacion (
    organizacionId  REF NOT NULL,
    entidadId       REF NOT NULL,
    clasificacionId REF NOT NULL,
    PRIMARY KEY (organizacionId, entidadId, clasificacionId),
    FOREIGN KEY (organizacionId, entidadId) REFERENCES contacto (organizacionId, entidadId),
    FOREIGN KEY (organizacionId, clasificacionId) REFERENCES clasificacionContacto (organizacionId, clasificacionId)
) WITHOUT ROWID;
CREATE INDEX contactoClasificacion_por_clasificacion ON contactoClasificacion (organizacionId, clasificacionId, entidadId);

-- Words of a contact without accents and case, for searching by prefix.
CREATE TABLE contactoPalabra (
    organizacionId REF   NOT NULL,
    palabra        TEXTO NOT NULL,
    entidadId      REF   NOT NULL,
    PRIMARY KEY (organizacionId, palabra, entidadId),
    FOREIGN KEY (organizacionId, entidadId) REFERENCES contacto (organizacionId, entidadId)
) WITHOUT ROWID;
CREATE INDEX contactoPalabra_de ON contactoPalabra (organizacionId, entidadId, palabra);
