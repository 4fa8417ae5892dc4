-- One entity, several roles: customer, supplier, salesperson, employee, other.
CREATE TABLE contacto (
    organizacionId       REF      NOT NULL,
    entidadId            ID       NOT NULL,
    codigo               TEXTO    NOT NULL CHECK (codigo <> ''),
    nombre               TEXTO    NOT NULL CHECK (nombre <> ''),
    nombreFiscal         TEXTO    NOT NULL,
    rfc                  TEXTO    NOT NULL,
    regimenFiscal        TEXTO    NOT NULL,
    codigoPostal         TEXTO    NOT NULL,
    usoCfdi              TEXTO    NOT NULL,
    correo               TEXTO    NOT NULL,
    telefono             TEXTO    NOT NULL,
    esCliente            BOOLEANO NOT NULL,
    esProveedor          BOOLEANO NOT NULL,
    esVendedor           BOOLEANO NOT NULL,
    esEmpleado           BOOLEANO NOT NULL,
    esOtro               BOOLEANO NOT NULL,
    listaPreciosId       REF      NOT NULL,
    limiteCredito        IMPORTE  NOT NULL CHECK (limiteCredito >= 0),
    diasCredito          ENTERO   NOT NULL CHECK (diasCredito >= 0),
    moneda               TEXTO    NOT NULL,
    notas                TEXTO    NOT NULL,
    referenciaExterna    TEXTO,  -- NULL: none, so that UNIQUE holds only those that have one
    activo               BOOLEANO NOT NULL,
    contactoPrincipal    TEXTO    NOT NULL,  -- name of the main one among contactosAdicionales, or ''
    contactosAdicionales TEXTO    NOT NULL,  -- lists as JSON: read and replaced as a whole (docs/decisions/0006)
    direcciones          TEXTO    NOT NULL,
    cuentasBancarias     TEXTO    NOT NULL,
    clasificado          BOOLEANO NOT NULL,  -- whether contactoClasificacion has rows of it
    version              ENTERO   NOT NULL,
    creadoEn             INSTANTE NOT NULL,
    modificadoEn         INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, entidadId),
    UNIQUE (organizacionId, codigo),
    UNIQUE (organizacionId, referenciaExterna),
    CHECK (esCliente + esProveedor + esVendedor + esEmpleado + esOtro > 0)
);
CREATE INDEX contacto_rfc ON contacto (organizacionId, rfc, entidadId) WHERE rfc <> '';
CREATE INDEX contacto_modificado ON contacto (organizacionId, modificadoEn, entidadId);
CREATE INDEX contacto_proveedor ON contacto (organizacionId, entidadId) WHERE esProveedor = 1;
CREATE INDEX contacto_vendedor ON contacto (organizacionId, entidadId) WHERE esVendedor = 1;
CREATE INDEX contacto_empleado ON contacto (organizacionId, entidadId) WHERE esEmpleado = 1;
CREATE INDEX contacto_otro ON contacto (organizacionId, entidadId) WHERE esOtro = 1;
CREATE INDEX contacto_lista ON contacto (organizacionId, listaPreciosId) WHERE listaPreciosId <> 0;
CREATE INDEX contacto_inactivo ON contacto (organizacionId, entidadId) WHERE activo = 0;

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
