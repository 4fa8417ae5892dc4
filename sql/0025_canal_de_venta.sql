-- The channel that a sale came by, which its prices go by.
ALTER TABLE documento ADD COLUMN canalId REF NOT NULL DEFAULT 0;
