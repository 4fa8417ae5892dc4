-- VAT that was withheld from suppliers is credited in the return after the one that remits it (LIVA, article 5, IV): what a month leaves
-- for the next, and what it takes of the one before.

ALTER TABLE liquidacionIva ADD COLUMN retenidoPorAcreditar IMPORTE NOT NULL DEFAULT 0 CHECK (retenidoPorAcreditar >= 0);
ALTER TABLE liquidacionIva ADD COLUMN retenidoAcreditado IMPORTE NOT NULL DEFAULT 0 CHECK (retenidoAcreditado >= 0);
