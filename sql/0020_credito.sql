-- What an organization lets go of a customer's or a supplier's account.

-- The greatest balance that may be written off as small, in the organization's currency: 100.00.
ALTER TABLE configuracion ADD COLUMN ajusteSaldoMaximo IMPORTE NOT NULL DEFAULT 100000000 CHECK (ajusteSaldoMaximo >= 0);
