-- An order uses the promotions that it agreed until it is sold, closed or cancelled; a credit that leaves the goods sold gives no
-- use back.

INSERT INTO promocionPartida (organizacionId, transaccionId, numeroPartida, promocionId, pactadoId, cantidad, vuelta)
SELECT p.organizacionId, p.transaccionId, p.numeroPartida, p.promocionId,
       CASE WHEN o.promocionId = p.promocionId THEN o.transaccionId ELSE p.transaccionId END, p.cantidadBase,
       CASE WHEN d.estado IN ('cancelado', 'cerrado') OR COALESCE(f.cantidad, 0) > p.cantidadBase THEN p.cantidadBase
            ELSE COALESCE(f.cantidad, 0) END
FROM partida p
JOIN documento d ON d.organizacionId = p.organizacionId AND d.transaccionId = p.transaccionId AND d.tipo = 'PedidoCliente'
LEFT JOIN partida o ON o.organizacionId = p.organizacionId AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
                   AND p.origenId <> 0
LEFT JOIN avance f ON f.organizacionId = p.organizacionId AND f.transaccionId = p.transaccionId AND f.numeroPartida = p.numeroPartida
                  AND f.avance = 'facturado'
WHERE p.promocionId <> 0;

WITH RECURSIVE abajo (organizacionId, ventaId, ventaPartida, transaccionId, numeroPartida, tipo, motivo, cantidad) AS (
    SELECT u.organizacionId, u.transaccionId, u.numeroPartida, u.transaccionId, u.numeroPartida, d.tipo, d.motivo, u.cantidad
    FROM promocionPartida u
    JOIN documento d ON d.organizacionId = u.organizacionId AND d.transaccionId = u.transaccionId AND d.tipo <> 'PedidoCliente'
    UNION ALL
    SELECT a.organizacionId, a.ventaId, a.ventaPartida, p.transaccionId, p.numeroPartida, d.tipo, d.motivo, p.cantidadBase
    FROM abajo a
    JOIN partida p ON p.organizacionId = a.organizacionId AND p.origenId = a.transaccionId AND p.origenPartida = a.numeroPartida
                  AND p.origenId <> 0
    JOIN documento d ON d.organizacionId = a.organizacionId AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
), vueltas (organizacionId, transaccionId, numeroPartida, cantidad) AS (
    SELECT s.organizacionId, s.ventaId, s.ventaPartida, MAX(s.cantidad)
    FROM (SELECT organizacionId, ventaId, ventaPartida, tipo, CAST(SUM(cantidad) AS BIGINT) AS cantidad
          FROM abajo WHERE tipo = 'NotaDevolucionCliente' OR (tipo = 'NotaCreditoCliente' AND motivo = 'devolucion')
          GROUP BY organizacionId, ventaId, ventaPartida, tipo) s
    GROUP BY s.organizacionId, s.ventaId, s.ventaPartida)
UPDATE promocionPartida SET vuelta = COALESCE((
    SELECT CASE WHEN v.cantidad < promocionPartida.cantidad THEN v.cantidad ELSE promocionPartida.cantidad END FROM vueltas v
    WHERE v.organizacionId = promocionPartida.organizacionId AND v.transaccionId = promocionPartida.transaccionId
      AND v.numeroPartida = promocionPartida.numeroPartida), 0)
WHERE EXISTS (SELECT 1 FROM documento d
              WHERE d.organizacionId = promocionPartida.organizacionId AND d.transaccionId = promocionPartida.transaccionId
                AND d.tipo <> 'PedidoCliente' AND d.estado <> 'cancelado');

UPDATE promocion SET usos = (
    SELECT count(DISTINCT u.pactadoId) FROM promocionPartida u
    WHERE u.organizacionId = promocion.organizacionId AND u.promocionId = promocion.promocionId AND u.vuelta < u.cantidad);
