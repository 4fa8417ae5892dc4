-- Who the organization is, in one row: what its papers say at the top, and the version of it and of its settings together, because
-- each shows something of the other.
ALTER TABLE organizacion ADD COLUMN regimenFiscal TEXTO NOT NULL DEFAULT '';
ALTER TABLE organizacion ADD COLUMN calle TEXTO NOT NULL DEFAULT '';
ALTER TABLE organizacion ADD COLUMN numeroExterior TEXTO NOT NULL DEFAULT '';
ALTER TABLE organizacion ADD COLUMN numeroInterior TEXTO NOT NULL DEFAULT '';
ALTER TABLE organizacion ADD COLUMN colonia TEXTO NOT NULL DEFAULT '';
ALTER TABLE organizacion ADD COLUMN municipio TEXTO NOT NULL DEFAULT '';
ALTER TABLE organizacion ADD COLUMN estado TEXTO NOT NULL DEFAULT '';
ALTER TABLE organizacion ADD COLUMN codigoPostal TEXTO NOT NULL DEFAULT '';
ALTER TABLE organizacion ADD COLUMN pais TEXTO NOT NULL DEFAULT 'MEX' CHECK (pais <> '');
ALTER TABLE organizacion ADD COLUMN version ENTERO NOT NULL DEFAULT 1;

UPDATE organizacion SET
    regimenFiscal = COALESCE((SELECT c.regimenFiscal FROM configuracion c WHERE c.organizacionId = organizacion.organizacionId), ''),
    version = COALESCE((SELECT c.version FROM configuracion c WHERE c.organizacionId = organizacion.organizacionId), 1);
ALTER TABLE configuracion DROP COLUMN regimenFiscal;
ALTER TABLE configuracion DROP COLUMN version;

-- One at most, kept as images of products are.
CREATE TABLE organizacionLogo (
    organizacionId REF      NOT NULL,
    logoId         REF      NOT NULL CHECK (logoId = 1),
    tipo           TEXTO    NOT NULL,
    ancho          ENTERO   NOT NULL,
    alto           ENTERO   NOT NULL,
    tamano         ENTERO   NOT NULL,
    huella         TEXTO    NOT NULL,
    modificadoEn   INSTANTE NOT NULL,
    contenido      BYTES    NOT NULL,
    PRIMARY KEY (organizacionId, logoId),
    FOREIGN KEY (organizacionId) REFERENCES organizacion (organizacionId)
);
