-- Documents by what is open of them: money by its balance, goods by the lines that wait.
CREATE INDEX saldo_pendiente ON saldo (organizacionId, naturaleza, transaccionId) WHERE saldo > 0;
CREATE INDEX pendiente_documento ON pendiente (organizacionId, avance, transaccionId) WHERE abierto = 1;
