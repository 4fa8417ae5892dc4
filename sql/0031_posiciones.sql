-- Where an event stands among all of its organization's: one row of numbers over both tables, without a gap, that rises as rows
-- become visible. NULL until it is given: on SQLite at once, on PostgreSQL after the commit.
ALTER TABLE evento ADD COLUMN posicion ENTERO;

-- What happened to a record that is no document.
CREATE TABLE eventoRegistro (
    organizacionId REF      NOT NULL,
    eventoId       ID       NOT NULL,  -- of the row in the audit log that says more
    tipo           TEXTO    NOT NULL,  -- as in the audit log: Contacto, Producto
    registroId     REF      NOT NULL,
    evento         TEXTO    NOT NULL CHECK (evento IN ('registrado', 'cambiado')),
    instante       INSTANTE NOT NULL,
    posicion       ENTERO,
    PRIMARY KEY (organizacionId, eventoId),
    UNIQUE (organizacionId, posicion)
);
CREATE INDEX eventoRegistro_tipo ON eventoRegistro (organizacionId, tipo, posicion, registroId);

UPDATE evento SET posicion = n.posicion
FROM (SELECT organizacionId, transaccionId, consecutivo,
             row_number() OVER (PARTITION BY organizacionId ORDER BY instante, transaccionId, consecutivo) AS posicion
      FROM evento) n
WHERE n.organizacionId = evento.organizacionId AND n.transaccionId = evento.transaccionId AND n.consecutivo = evento.consecutivo;

-- Records of before have one event, of the last time that they were touched: so position 0 is the beginning of everything.
INSERT INTO eventoRegistro (organizacionId, eventoId, tipo, registroId, evento, instante, posicion)
SELECT r.organizacionId, r.registroId, r.tipo, r.registroId, 'registrado', r.instante,
       COALESCE((SELECT max(e.posicion) FROM evento e WHERE e.organizacionId = r.organizacionId), 0) +
           row_number() OVER (PARTITION BY r.organizacionId ORDER BY r.instante, r.registroId)
FROM (SELECT organizacionId, entidadId AS registroId, 'Contacto' AS tipo, modificadoEn AS instante FROM contacto
      UNION ALL SELECT organizacionId, productoId, 'Producto', modificadoEn FROM producto) r;

CREATE UNIQUE INDEX evento_posicion ON evento (organizacionId, posicion);
CREATE INDEX evento_sin_posicion ON evento (organizacionId, instante, transaccionId, consecutivo) WHERE posicion IS NULL;
CREATE INDEX eventoRegistro_sin_posicion ON eventoRegistro (organizacionId, eventoId) WHERE posicion IS NULL;
