-- Whether what leaves without naming a lot takes those that expire first.
ALTER TABLE configuracion ADD COLUMN lotesPorCaducidad BOOLEANO NOT NULL DEFAULT 0 CHECK (lotesPorCaducidad IN (0, 1));
