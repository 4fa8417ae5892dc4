-- The journal by day, and what was posted of each contact: both are read from any day on.
CREATE INDEX poliza_fecha ON poliza (organizacionId, fecha, polizaId);
CREATE INDEX asiento_contacto ON asiento (organizacionId, entidadId, fecha, polizaId, renglon) WHERE entidadId <> 0;
