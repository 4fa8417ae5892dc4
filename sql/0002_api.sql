-- Answers kept for Idempotency-Key, in the transaction of their effect.
CREATE TABLE idempotencia (
    organizacionId REF      NOT NULL,
    llave          TEXTO    NOT NULL,
    ambito         BYTES    NOT NULL,  -- hash of caller, method, path and query
    huella         BYTES    NOT NULL,  -- hash of the decoded request
    respuesta      TEXTO    NOT NULL,  -- '' for one too large to keep: it is rebuilt from the record
    registroId     REF      NOT NULL,
    etag           TEXTO    NOT NULL,
    vence          INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, llave, ambito)
);
CREATE INDEX idempotencia_vence ON idempotencia (organizacionId, vence);

-- Who changed what. Rows are sealed into a hash chain after they are committed, so that no write waits on its end.
CREATE TABLE bitacora (
    organizacionId REF      NOT NULL,
    bitacoraId     ID       NOT NULL,
    instante       INSTANTE NOT NULL,
    usuarioId      REF      NOT NULL,
    consumidorId   REF      NOT NULL,
    operacion      TEXTO    NOT NULL,
    tipo           TEXTO    NOT NULL,
    registroId     REF      NOT NULL,
    antes          TEXTO    NOT NULL,
    despues        TEXTO    NOT NULL,
    traza          TEXTO    NOT NULL,
    posicion       ENTERO,
    sello          BYTES,
    PRIMARY KEY (organizacionId, bitacoraId),
    UNIQUE (organizacionId, posicion),
    CHECK ((posicion IS NULL) = (sello IS NULL))
);
CREATE INDEX bitacora_registro ON bitacora (organizacionId, tipo, registroId);
CREATE INDEX bitacora_sin_sello ON bitacora (organizacionId, bitacoraId) WHERE posicion IS NULL;
