-- Promotions on the lines that they were given on, how much of a quotation was ordered, and invoices before delivery.

ALTER TABLE partida ADD COLUMN promocionId REF NOT NULL DEFAULT 0;
CREATE INDEX partida_promocion ON partida (organizacionId, promocionId, transaccionId, numeroPartida) WHERE promocionId <> 0;

-- Until now only the document knew: a promotion that was its only one gave what its lines say; one of several, the line that has
-- its very amount. Uses that cannot be told that way are given back.
UPDATE partida SET promocionId = COALESCE((
    SELECT MIN(u.promocionId) FROM promocionUso u
    WHERE u.organizacionId = partida.organizacionId AND u.transaccionId = partida.transaccionId
      AND (u.importe = partida.promocion OR 1 = (SELECT count(*) FROM promocionUso v WHERE v.organizacionId = u.organizacionId
                                                 AND v.transaccionId = u.transaccionId))), 0)
WHERE promocion > 0 AND EXISTS (SELECT 1 FROM promocionUso u
                                WHERE u.organizacionId = partida.organizacionId AND u.transaccionId = partida.transaccionId);

-- Lines that sold with a promotion. `pactadoId` is the document that agreed it, the sale itself or what it derives from: each has
-- one use of the promotion while something of it is sold. Only src/engine writes it.
CREATE TABLE promocionPartida (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL,
    promocionId    REF      NOT NULL,
    pactadoId      REF      NOT NULL,
    cantidad       CANTIDAD NOT NULL,                                          -- of the line, in the product's base unit
    vuelta         CANTIDAD NOT NULL CHECK (vuelta BETWEEN 0 AND cantidad),  -- … that was returned, credited or cancelled
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, promocionId) REFERENCES promocion (organizacionId, promocionId),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;
CREATE INDEX promocionPartida_pactado ON promocionPartida (organizacionId, pactadoId, promocionId);
CREATE INDEX promocionPartida_de ON promocionPartida (organizacionId, promocionId, transaccionId, numeroPartida);

INSERT INTO promocionPartida (organizacionId, transaccionId, numeroPartida, promocionId, pactadoId, cantidad, vuelta)
WITH RECURSIVE abajo (organizacionId, ventaId, ventaPartida, transaccionId, numeroPartida, tipo, cantidad) AS (
    SELECT p.organizacionId, p.transaccionId, p.numeroPartida, p.transaccionId, p.numeroPartida, d.tipo, p.cantidadBase
    FROM partida p
    JOIN documento d ON d.organizacionId = p.organizacionId AND d.transaccionId = p.transaccionId
    WHERE p.promocionId <> 0
    UNION ALL
    SELECT a.organizacionId, a.ventaId, a.ventaPartida, p.transaccionId, p.numeroPartida, d.tipo, p.cantidadBase
    FROM abajo a
    JOIN partida p ON p.organizacionId = a.organizacionId AND p.origenId = a.transaccionId AND p.origenPartida = a.numeroPartida
                  AND p.origenId <> 0
    JOIN documento d ON d.organizacionId = a.organizacionId AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
), vueltas (organizacionId, transaccionId, numeroPartida, cantidad) AS (
    SELECT s.organizacionId, s.ventaId, s.ventaPartida, MAX(s.cantidad)
    FROM (SELECT organizacionId, ventaId, ventaPartida, tipo, CAST(SUM(cantidad) AS BIGINT) AS cantidad
          FROM abajo WHERE tipo IN ('NotaDevolucionCliente', 'NotaCreditoCliente')
          GROUP BY organizacionId, ventaId, ventaPartida, tipo) s
    GROUP BY s.organizacionId, s.ventaId, s.ventaPartida)
SELECT p.organizacionId, p.transaccionId, p.numeroPartida, p.promocionId, p.transaccionId, p.cantidadBase,
       CASE WHEN d.estado = 'cancelado' OR COALESCE(v.cantidad, 0) > p.cantidadBase THEN p.cantidadBase ELSE COALESCE(v.cantidad, 0) END
FROM partida p
JOIN documento d ON d.organizacionId = p.organizacionId AND d.transaccionId = p.transaccionId
LEFT JOIN vueltas v ON v.organizacionId = p.organizacionId AND v.transaccionId = p.transaccionId AND v.numeroPartida = p.numeroPartida
WHERE p.promocionId <> 0;
UPDATE promocion SET usos = (
    SELECT count(DISTINCT u.pactadoId) FROM promocionPartida u
    WHERE u.organizacionId = promocion.organizacionId AND u.promocionId = promocion.promocionId AND u.vuelta < u.cantidad);
DROP TABLE promocionUso;

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
