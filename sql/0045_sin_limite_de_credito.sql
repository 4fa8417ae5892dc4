-- No limit of credit and a limit of 0 (cash only) are two things: NULL is the former, which 0 meant until now.
ALTER TABLE contacto ADD COLUMN limite IMPORTE CHECK (limite >= 0);
UPDATE contacto SET limite = limiteCredito WHERE limiteCredito > 0;
ALTER TABLE contacto DROP COLUMN limiteCredito;
ALTER TABLE contacto RENAME COLUMN limite TO limiteCredito;
