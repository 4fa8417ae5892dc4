-- The reference of an invoice that was cancelled, once another one has it. `referencia` is then something that nobody can ask for.
ALTER TABLE facturaViaje ADD COLUMN referenciaCancelada TEXTO NOT NULL DEFAULT '';
