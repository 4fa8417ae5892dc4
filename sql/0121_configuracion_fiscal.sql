-- Who stamps for an organization, and when its books follow a cancellation: at the authority's word, or as it is asked for. The
-- sandbox stamps with a pair of its own, made with the row; its key is sealed as those of certificates are.
CREATE TABLE configuracionFiscal (
    organizacionId     REF    NOT NULL,
    proveedor          TEXTO  NOT NULL CHECK (proveedor IN ('ninguno', 'sandbox')),
    librosAlCancelar   TEXTO  NOT NULL CHECK (librosAlCancelar IN ('alConfirmar', 'alSolicitar')),
    certificadoSandbox BYTES,
    llaveSandbox       BYTES,
    version            ENTERO NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId),
    CHECK ((certificadoSandbox IS NULL) = (llaveSandbox IS NULL)),
    CHECK (proveedor <> 'sandbox' OR llaveSandbox IS NOT NULL)
);

-- Whether documents of a series are stamped as they are registered, when somebody asks, or never.
ALTER TABLE serie ADD COLUMN timbrado TEXTO NOT NULL DEFAULT 'aSolicitud' CHECK (timbrado IN ('alRegistrar', 'aSolicitud', 'nunca'));
