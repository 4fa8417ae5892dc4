-- The e.firma of an organization, with which it asks the authority for what others issued to it. Kept apart from certificates of seal:
-- its key signs for the person, and is sealed under a purpose of its own. One that is retired stays, without its key.
CREATE TABLE efirma (
    organizacionId REF      NOT NULL,
    efirmaId       ID       NOT NULL,
    numero         TEXTO    NOT NULL CHECK (length(numero) = 20),
    rfc            TEXTO    NOT NULL CHECK (rfc <> ''),
    nombre         TEXTO    NOT NULL,
    desde          INSTANTE NOT NULL,
    hasta          INSTANTE NOT NULL,
    certificado    BYTES    NOT NULL,
    llave          BYTES,
    creadoPor      REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    retiradoEn     INSTANTE,
    PRIMARY KEY (organizacionId, efirmaId),
    CHECK ((retiradoEn IS NULL) = (llave IS NOT NULL))
);
CREATE UNIQUE INDEX efirma_numero ON efirma (organizacionId, numero) WHERE retiradoEn IS NULL;
