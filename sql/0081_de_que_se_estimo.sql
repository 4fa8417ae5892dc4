-- What leaves before it comes in leaves at an estimate: the cost of the last goods of its place. Which movement that was, and of how much
-- of it, so that a late cost which these carried is undone in the estimate too, where something was made of the goods.
ALTER TABLE faltanteSalida ADD COLUMN estimadoDeId REF NOT NULL DEFAULT 0;     -- the movement, or 0
ALTER TABLE faltanteSalida ADD COLUMN estimada CANTIDAD NOT NULL DEFAULT 0;    -- how much of the exit has its cost
CREATE INDEX faltanteSalida_estimado ON faltanteSalida (organizacionId, estimadoDeId) WHERE estimadoDeId <> 0;
