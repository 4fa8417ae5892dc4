-- Of a late cost, what an act that was undone took from one class of goods to another, wherever it lies by then: undoing the cost
-- takes it from where it is. Of before, what lay in goods.
CREATE TABLE costoCruzado (
    organizacionId  REF     NOT NULL,
    transaccionId   REF     NOT NULL,  -- the document that brought the cost
    porId           REF     NOT NULL,  -- the one that was undone
    clasificacionId REF     NOT NULL,
    importe         IMPORTE NOT NULL,  -- that came to the class
    PRIMARY KEY (organizacionId, transaccionId, porId, clasificacionId)
) WITHOUT ROWID;
INSERT INTO costoCruzado (organizacionId, transaccionId, porId, clasificacionId, importe)
SELECT c.organizacionId, c.transaccionId, m.transaccionId, q.clasificacionId, CAST(SUM(m.valor) AS BIGINT)
  FROM costoMudado c
  JOIN movimiento m ON m.organizacionId = c.organizacionId AND m.movimientoId = c.movimientoId
  JOIN reempaque r ON r.organizacionId = c.organizacionId AND r.transaccionId = m.transaccionId
  JOIN producto q ON q.organizacionId = c.organizacionId AND q.productoId = m.productoId
 GROUP BY c.organizacionId, c.transaccionId, m.transaccionId, q.clasificacionId
HAVING SUM(m.valor) <> 0;
