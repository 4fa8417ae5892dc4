-- Providers over the network can be chosen, each with its service of tests beside it as a provider of its own: what one of them stamped
-- the other knows nothing of.
CREATE TABLE configuracionFiscalAntes (
    organizacionId     REF    NOT NULL,
    proveedor          TEXTO  NOT NULL,
    librosAlCancelar   TEXTO  NOT NULL,
    certificadoSandbox BYTES,
    llaveSandbox       BYTES,
    version            ENTERO NOT NULL,
    PRIMARY KEY (organizacionId)
);
INSERT INTO configuracionFiscalAntes (organizacionId, proveedor, librosAlCancelar, certificadoSandbox, llaveSandbox, version)
SELECT organizacionId, proveedor, librosAlCancelar, certificadoSandbox, llaveSandbox, version FROM configuracionFiscal;
DROP TABLE configuracionFiscal;
CREATE TABLE configuracionFiscal (
    organizacionId     REF    NOT NULL,
    proveedor          TEXTO  NOT NULL CHECK (proveedor IN ('ninguno', 'sandbox', 'sw', 'swPruebas', 'finkok', 'finkokPruebas')),
    librosAlCancelar   TEXTO  NOT NULL CHECK (librosAlCancelar IN ('alConfirmar', 'alSolicitar')),
    certificadoSandbox BYTES,
    llaveSandbox       BYTES,
    version            ENTERO NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId),
    CHECK ((certificadoSandbox IS NULL) = (llaveSandbox IS NULL)),
    CHECK (proveedor <> 'sandbox' OR llaveSandbox IS NOT NULL)
);
INSERT INTO configuracionFiscal (organizacionId, proveedor, librosAlCancelar, certificadoSandbox, llaveSandbox, version)
SELECT organizacionId, proveedor, librosAlCancelar, certificadoSandbox, llaveSandbox, version FROM configuracionFiscalAntes;
DROP TABLE configuracionFiscalAntes;

-- What opens the organization's account with each of them, sealed as keys of certificates are. It stays when another is chosen: what was
-- sent to one goes on with it.
CREATE TABLE accesoProveedor (
    organizacionId REF      NOT NULL,
    proveedor      TEXTO    NOT NULL CHECK (proveedor IN ('sw', 'swPruebas', 'finkok', 'finkokPruebas')),
    forma          TEXTO    NOT NULL CHECK (forma IN ('contrasena', 'token')),
    secreto        BYTES    NOT NULL,
    desde          INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, proveedor)
);
