-- How much of a quotation was ordered, and invoices before delivery.

-- What was ordered of the lines of quotations. Those that were exceeded before there was a limit keep what they have.
INSERT INTO avance (organizacionId, transaccionId, numeroPartida, avance, cantidad, limite, valor)
SELECT o.organizacionId, o.transaccionId, o.numeroPartida, 'pedido', CAST(SUM(p.cantidadBase) AS BIGINT),
       CASE WHEN SUM(p.cantidadBase) > o.cantidadBase THEN CAST(SUM(p.cantidadBase) AS BIGINT) ELSE o.cantidadBase END, 0
FROM documento c
JOIN partida o ON o.organizacionId = c.organizacionId AND o.transaccionId = c.transaccionId
JOIN partida p ON p.organizacionId = c.organizacionId AND p.origenId = o.transaccionId AND p.origenPartida = o.numeroPartida
              AND p.origenId <> 0
JOIN documento d ON d.organizacionId = c.organizacionId AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
                AND d.tipo = 'PedidoCliente'
WHERE c.tipo = 'Cotizacion'
GROUP BY o.organizacionId, o.transaccionId, o.numeroPartida, o.cantidadBase;

-- Whether goods may be invoiced before they are delivered.
ALTER TABLE configuracion ADD COLUMN facturaSinEntrega BOOLEANO NOT NULL DEFAULT 1 CHECK (facturaSinEntrega IN (0, 1));
