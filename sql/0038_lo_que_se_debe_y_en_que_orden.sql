-- What happened to a layer, in its order: undoing a late cost walks it again. Identifiers do not rise in that order, so that of
-- what was moved before today is only likely: it is negative.
ALTER TABLE movimiento ADD COLUMN orden ENTERO NOT NULL DEFAULT 0;   -- among what happened to its layer
ALTER TABLE movimiento ADD COLUMN vieneDeId REF NOT NULL DEFAULT 0;  -- of goods that a transfer brings: the exit they left by, or 0
UPDATE movimiento SET orden = n.orden
  FROM (SELECT movimientoId, ROW_NUMBER() OVER (PARTITION BY organizacionId, capaId ORDER BY movimientoId)
                             - COUNT(*) OVER (PARTITION BY organizacionId, capaId) - 1 AS orden
          FROM movimiento) n
 WHERE movimiento.movimientoId = n.movimientoId;
UPDATE movimiento SET vieneDeId = COALESCE((
    SELECT MIN(o.movimientoId) FROM movimiento o
     WHERE o.organizacionId = movimiento.organizacionId AND o.transaccionId = movimiento.transaccionId
       AND o.numeroPartida = movimiento.numeroPartida AND o.productoId = movimiento.productoId AND o.loteId = movimiento.loteId
       AND o.capaDestinoId = movimiento.capaId AND o.almacenId <> movimiento.almacenId
       AND o.cantidad = -movimiento.cantidad AND o.revierteId = 0), 0)
 WHERE cantidad > 0 AND revierteId = 0 AND devuelveId = 0;
DROP INDEX movimiento_capa;
CREATE UNIQUE INDEX movimiento_orden ON movimiento (organizacionId, capaId, orden);
CREATE INDEX movimiento_tardio ON movimiento (organizacionId, capaId, orden) WHERE cantidad = 0;
CREATE INDEX movimiento_viene ON movimiento (organizacionId, vieneDeId) WHERE vieneDeId <> 0;

-- Where negative stock is allowed: what each exit still owes, at the provisional value at which it left. Those of a place add up
-- to its `faltante`; the oldest is settled first.
CREATE TABLE faltanteSalida (
    organizacionId REF      NOT NULL,
    movimientoId   REF      NOT NULL,  -- the exit
    productoId     REF      NOT NULL,
    almacenId      REF      NOT NULL,
    loteId         REF      NOT NULL,
    cantidad       CANTIDAD NOT NULL CHECK (cantidad >= 0),
    valor          IMPORTE  NOT NULL CHECK (valor >= 0),
    PRIMARY KEY (organizacionId, movimientoId),
    CHECK (cantidad > 0 OR valor = 0),
    FOREIGN KEY (organizacionId, movimientoId) REFERENCES movimiento (organizacionId, movimientoId)
) WITHOUT ROWID;
CREATE INDEX faltanteSalida_abierta ON faltanteSalida (organizacionId, productoId, almacenId, loteId) WHERE cantidad > 0;

-- Goods that came into a layer and were owed: they went on to the exit, at what they are worth. On hand in a layer = its
-- movements − these; what an exit came to cost = its value + Σ `ajuste`.
CREATE TABLE faltantePago (
    organizacionId REF      NOT NULL,
    pagoId         ID       NOT NULL,
    salidaId       REF      NOT NULL,  -- the exit; 0 of what was settled before this was kept
    movimientoId   REF      NOT NULL,  -- what brought the goods, or undid the exit; 0 likewise
    capaId         REF      NOT NULL,  -- the layer they came into
    orden          ENTERO   NOT NULL,  -- among what happened to that layer
    cantidad       CANTIDAD NOT NULL,  -- negative: the exit was undone, and they are back
    valor          IMPORTE  NOT NULL,
    ajuste         IMPORTE  NOT NULL,  -- how far the provisional value of the exit was off
    PRIMARY KEY (organizacionId, pagoId),
    FOREIGN KEY (organizacionId, capaId) REFERENCES capa (organizacionId, capaId) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX faltantePago_salida ON faltantePago (organizacionId, salidaId) WHERE salidaId <> 0;
CREATE INDEX faltantePago_movimiento ON faltantePago (organizacionId, movimientoId) WHERE movimientoId <> 0;
CREATE UNIQUE INDEX faltantePago_capa ON faltantePago (organizacionId, capaId, orden);

-- What is owed today is owed by the exits that went last.
INSERT INTO faltanteSalida (organizacionId, movimientoId, productoId, almacenId, loteId, cantidad, valor)
SELECT x.organizacionId, x.movimientoId, x.productoId, x.almacenId, x.loteId, x.hasta - x.antes,
       CAST(ROUND(x.valor * (1.0 * x.hasta / x.debe) / 10000) AS BIGINT) * 10000
       - CAST(ROUND(x.valor * (1.0 * x.antes / x.debe) / 10000) AS BIGINT) * 10000
FROM (SELECT w.organizacionId, w.movimientoId, w.productoId, w.almacenId, w.loteId, w.debe, w.valor, w.suma - w.sale AS antes,
             CASE WHEN w.suma < w.debe THEN w.suma ELSE w.debe END AS hasta
      FROM (SELECT f.organizacionId, m.movimientoId, f.productoId, f.almacenId, f.loteId, f.cantidad AS debe, f.valor,
                   -m.cantidad AS sale,
                   CAST(SUM(-m.cantidad) OVER (PARTITION BY f.organizacionId, f.capaId ORDER BY m.orden DESC) AS BIGINT) AS suma
            FROM faltante f
            JOIN movimiento m ON m.organizacionId = f.organizacionId AND m.capaId = f.capaId AND m.cantidad < 0
            WHERE f.cantidad > 0
              AND NOT EXISTS (SELECT 1 FROM movimiento r WHERE r.organizacionId = m.organizacionId
                              AND r.revierteId = m.movimientoId AND r.revierteId <> 0)) w) x
WHERE x.antes < x.debe;
-- What was settled before: the layers say how much, nobody to whom.
INSERT INTO faltantePago (organizacionId, pagoId, salidaId, movimientoId, capaId, orden, cantidad, valor, ajuste)
SELECT x.organizacionId, x.capaId, 0, 0, x.capaId, x.orden, x.cantidad, x.valor, 0
FROM (SELECT c.organizacionId, c.capaId, MAX(m.orden) + 1 AS orden, CAST(SUM(m.cantidad) AS BIGINT) - c.cantidadRestante AS cantidad,
             CAST(SUM(m.valor) AS BIGINT) - c.valorRestante AS valor
      FROM capa c
      JOIN movimiento m ON m.organizacionId = c.organizacionId AND m.capaId = c.capaId
      WHERE EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = c.organizacionId AND f.productoId = c.productoId
                    AND f.almacenId = c.almacenId)
        AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = c.organizacionId AND f.capaId = c.capaId)
      GROUP BY c.organizacionId, c.capaId, c.cantidadRestante, c.valorRestante) x
WHERE x.cantidad <> 0 OR x.valor <> 0;
