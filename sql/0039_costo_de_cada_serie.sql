-- Goods with serials are each at their own cost, whatever the method of their product: which layer holds a serial's.
ALTER TABLE numeroSerie ADD COLUMN capaId REF NOT NULL DEFAULT 0;      -- while it is here; afterwards the last one
ALTER TABLE movimientoSerie ADD COLUMN capaId REF NOT NULL DEFAULT 0;  -- 0 of what moved before each serial had its own cost
CREATE INDEX numeroSerie_capa ON numeroSerie (organizacionId, capaId) WHERE almacenId <> 0;

-- Until now the oldest layer left first, whichever serial was taken: those that are here share the layers that are left, in order.
UPDATE numeroSerie SET capaId = x.capaId
  FROM (SELECT n.organizacionId, n.productoId, n.serie, c.capaId
          FROM (SELECT organizacionId, productoId, serie, almacenId, loteId,
                       ROW_NUMBER() OVER (PARTITION BY organizacionId, productoId, almacenId, loteId ORDER BY serieId) * 1000000 AS lugar
                  FROM numeroSerie WHERE almacenId <> 0) n
          JOIN (SELECT organizacionId, productoId, almacenId, loteId, capaId, cantidadRestante,
                       SUM(cantidadRestante) OVER (PARTITION BY organizacionId, productoId, almacenId, loteId
                                                   ORDER BY fecha, capaId) AS hasta
                  FROM capa WHERE cantidadRestante > 0 AND metodo = 'peps') c
            ON c.organizacionId = n.organizacionId AND c.productoId = n.productoId AND c.almacenId = n.almacenId
           AND c.loteId = n.loteId AND n.lugar <= c.hasta AND n.lugar > c.hasta - c.cantidadRestante) x
 WHERE numeroSerie.organizacionId = x.organizacionId AND numeroSerie.productoId = x.productoId AND numeroSerie.serie = x.serie;
UPDATE numeroSerie SET capaId = COALESCE((
    SELECT c.capaId FROM capa c WHERE c.organizacionId = numeroSerie.organizacionId AND c.productoId = numeroSerie.productoId
       AND c.almacenId = numeroSerie.almacenId AND c.metodo = 'promedio'), 0)
 WHERE almacenId <> 0 AND capaId = 0;

-- The serials of a line were told of its last movement; each of its movements gets as many as it moved.
UPDATE movimientoSerie SET movimientoId = x.nuevo
  FROM (SELECT s.organizacionId, s.productoId, s.serie, s.movimientoId, s.signo, h.movimientoId AS nuevo
          FROM (SELECT s.organizacionId, s.productoId, s.serie, s.movimientoId, s.signo, m.transaccionId, m.numeroPartida, m.almacenId,
                       m.loteId, CASE WHEN m.revierteId = 0 THEN 0 ELSE 1 END AS deshace,
                       ROW_NUMBER() OVER (PARTITION BY s.organizacionId, s.movimientoId, s.signo ORDER BY s.serie) * 1000000 AS lugar
                  FROM movimientoSerie s
                  JOIN movimiento m ON m.organizacionId = s.organizacionId AND m.movimientoId = s.movimientoId) s
          JOIN (SELECT m.organizacionId, m.movimientoId, m.transaccionId, m.numeroPartida, m.productoId, m.almacenId, m.loteId,
                       CASE WHEN m.revierteId = 0 THEN 0 ELSE 1 END AS deshace, CASE WHEN m.cantidad > 0 THEN 1 ELSE -1 END AS signo,
                       ABS(m.cantidad) AS cantidad,
                       SUM(ABS(m.cantidad)) OVER (PARTITION BY m.organizacionId, m.transaccionId, m.numeroPartida, m.productoId,
                                                               m.almacenId, m.loteId, CASE WHEN m.revierteId = 0 THEN 0 ELSE 1 END,
                                                               CASE WHEN m.cantidad > 0 THEN 1 ELSE -1 END
                                                  ORDER BY m.movimientoId) AS hasta
                  FROM movimiento m
                  JOIN producto p ON p.organizacionId = m.organizacionId AND p.productoId = m.productoId
                   AND p.seguimiento IN ('serie', 'loteSerie')
                 WHERE m.cantidad <> 0) h
            ON h.organizacionId = s.organizacionId AND h.transaccionId = s.transaccionId AND h.numeroPartida = s.numeroPartida
           AND h.productoId = s.productoId AND h.almacenId = s.almacenId AND h.loteId = s.loteId AND h.deshace = s.deshace
           AND h.signo = s.signo AND s.lugar <= h.hasta AND s.lugar > h.hasta - h.cantidad) x
 WHERE movimientoSerie.organizacionId = x.organizacionId AND movimientoSerie.productoId = x.productoId
   AND movimientoSerie.serie = x.serie AND movimientoSerie.movimientoId = x.movimientoId AND movimientoSerie.signo = x.signo
   AND x.nuevo <> x.movimientoId;
