-- A credit of what was collected, or paid, already gives its taxes back as it is registered: this much of each of them was settled
-- by the document itself, on its own day, and not by an application. `liquidado` has it too.
ALTER TABLE documentoImpuesto ADD COLUMN baseRestituida IMPORTE NOT NULL DEFAULT 0;
ALTER TABLE documentoImpuesto ADD COLUMN restituido IMPORTE NOT NULL DEFAULT 0 CHECK (restituido BETWEEN 0 AND liquidado);
ALTER TABLE documentoImpuesto ADD COLUMN restituidoLocal IMPORTE NOT NULL DEFAULT 0;
