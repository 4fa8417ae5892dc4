-- Every answer is kept as it was given; none is read again from its record.
ALTER TABLE idempotencia DROP COLUMN registroId;
