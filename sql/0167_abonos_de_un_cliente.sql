-- Whose document an application settles, so that what a customer paid since a day is found without what he paid before it. 0:
-- nobody's, or a supplier's.
ALTER TABLE aplicacion ADD COLUMN clienteId REF NOT NULL DEFAULT 0;
UPDATE aplicacion SET clienteId =
    COALESCE((SELECT s.entidadId FROM saldo s
              WHERE s.organizacionId = aplicacion.organizacionId AND s.transaccionId = aplicacion.documentoId
                AND s.naturaleza = 'cobrar'), 0);
CREATE INDEX aplicacion_cliente ON aplicacion (organizacionId, clienteId, fecha, aplicacionId)
    WHERE clienteId <> 0 AND estado = 'vigente';
