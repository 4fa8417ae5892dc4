-- Concepts by which money may come in: interest, loans, capital.
ALTER TABLE concepto ADD COLUMN enDeposito BOOLEANO NOT NULL DEFAULT 0 CHECK (enDeposito IN (0, 1));
