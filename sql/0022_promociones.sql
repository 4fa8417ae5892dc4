-- Invoices before delivery.

-- Whether goods may be invoiced before they are delivered.
ALTER TABLE configuracion ADD COLUMN facturaSinEntrega BOOLEANO NOT NULL DEFAULT 1 CHECK (facturaSinEntrega IN (0, 1));
