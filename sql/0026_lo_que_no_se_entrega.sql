-- Goods that an invoice delivered by a delivery of its own, that came back and were credited: the invoice waits for them no more,
-- and its line counts them as credited. Where they were delivered again all the same, `cacao verify` names it.
INSERT INTO avance (organizacionId, transaccionId, numeroPartida, avance, cantidad, limite, valor)
SELECT i.organizacionId, i.transaccionId, i.numeroPartida, a.avance, CAST(SUM(c.cantidadBase) AS BIGINT), i.cantidadBase, 0
FROM documento d
JOIN partida c ON c.organizacionId = d.organizacionId AND c.transaccionId = d.transaccionId
JOIN partida r ON r.organizacionId = c.organizacionId AND r.transaccionId = c.origenId AND r.numeroPartida = c.origenPartida
JOIN partida e ON e.organizacionId = r.organizacionId AND e.transaccionId = r.origenId AND e.numeroPartida = r.origenPartida
JOIN documento w ON w.organizacionId = e.organizacionId AND w.transaccionId = e.transaccionId AND w.tipo = 'Entrega'
JOIN documento f ON f.organizacionId = e.organizacionId AND f.transaccionId = e.origenId AND f.tipo = 'FacturaVenta'
JOIN partida i ON i.organizacionId = e.organizacionId AND i.transaccionId = e.origenId AND i.numeroPartida = e.origenPartida
CROSS JOIN (SELECT 'acreditado' AS avance UNION ALL SELECT 'entregado') a
WHERE d.tipo = 'NotaCreditoCliente' AND d.estado <> 'cancelado'
GROUP BY i.organizacionId, i.transaccionId, i.numeroPartida, i.cantidadBase, a.avance
ON CONFLICT (organizacionId, transaccionId, numeroPartida, avance)
DO UPDATE SET cantidad = CASE WHEN avance.cantidad + excluded.cantidad > avance.limite THEN avance.limite
                              ELSE avance.cantidad + excluded.cantidad END;
