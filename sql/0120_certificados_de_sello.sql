-- Certificates with which an organization seals its fiscal documents. The key is sealed with the key file of the installation and
-- never leaves it; a certificate that is retired stays, because documents bear its number.
CREATE TABLE certificadoSello (
    organizacionId REF      NOT NULL,
    certificadoId  ID       NOT NULL,
    numero         TEXTO    NOT NULL CHECK (numero <> ''),
    rfc            TEXTO    NOT NULL,
    nombre         TEXTO    NOT NULL,
    desde          INSTANTE NOT NULL,
    hasta          INSTANTE NOT NULL,
    certificado    BYTES    NOT NULL,
    llave          BYTES    NOT NULL,
    creadoPor      REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    retiradoEn     INSTANTE,
    PRIMARY KEY (organizacionId, certificadoId),
    UNIQUE (organizacionId, numero)
);
