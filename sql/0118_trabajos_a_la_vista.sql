-- People look at work, by state and by kind, and cancel it for a reason; threads find what is taken without reading what waits.
ALTER TABLE trabajo ADD COLUMN motivo TEXTO NOT NULL DEFAULT '';
CREATE INDEX trabajo_estado ON trabajo (organizacionId, estado, trabajoId);
CREATE INDEX trabajo_tipo ON trabajo (organizacionId, tipo, trabajoId);
CREATE INDEX trabajo_tomado ON trabajo (organizacionId, tomadoHasta) WHERE tomadoHasta <> 0;
