-- Lines of which something is still to be invoiced, and lines of invoices whose goods leave later. A row may outlive what it says:
-- whoever reads it asks the progress of the line too. A line that is open and has none would be missing from lists.
CREATE TABLE partidaAbierta (
    organizacionId REF    NOT NULL,
    avance         TEXTO  NOT NULL CHECK (avance IN ('facturado', 'entregado')),  -- the progress by which it ends
    tipo           TEXTO  NOT NULL,                                               -- of its document
    transaccionId  REF    NOT NULL,
    numeroPartida  ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, avance, tipo, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;
CREATE INDEX partidaAbierta_partida ON partidaAbierta (organizacionId, transaccionId, numeroPartida);

INSERT INTO partidaAbierta (organizacionId, avance, tipo, transaccionId, numeroPartida)
SELECT d.organizacionId, 'facturado', d.tipo, p.transaccionId, p.numeroPartida
  FROM documento d
  JOIN partida p ON p.organizacionId = d.organizacionId AND p.transaccionId = d.transaccionId
  LEFT JOIN documento x ON x.organizacionId = d.organizacionId AND x.transaccionId = p.origenId
  LEFT JOIN avance a ON a.organizacionId = d.organizacionId AND a.transaccionId = p.transaccionId
                    AND a.numeroPartida = p.numeroPartida AND a.avance = 'facturado'
 WHERE d.tipo IN ('PedidoCliente', 'Entrega', 'NotaVenta', 'OrdenCompra', 'Recepcion', 'NotaRemision')
   AND d.estado NOT IN ('cancelado', 'cerrado', 'rechazada')
   AND NOT (d.tipo = 'Entrega' AND COALESCE(x.tipo, '') = 'FacturaVenta')
   AND p.cantidadBase > COALESCE(a.cantidad, 0);

INSERT INTO partidaAbierta (organizacionId, avance, tipo, transaccionId, numeroPartida)
SELECT d.organizacionId, 'entregado', d.tipo, p.transaccionId, p.numeroPartida
  FROM documento d
  JOIN partida p ON p.organizacionId = d.organizacionId AND p.transaccionId = d.transaccionId AND p.almacenId = 0
  JOIN producto q ON q.organizacionId = d.organizacionId AND q.productoId = p.productoId AND q.tipo <> 'servicio'
  LEFT JOIN documento x ON x.organizacionId = d.organizacionId AND x.transaccionId = p.origenId
  LEFT JOIN avance a ON a.organizacionId = d.organizacionId AND a.transaccionId = p.transaccionId
                    AND a.numeroPartida = p.numeroPartida AND a.avance = 'entregado'
 WHERE d.tipo = 'FacturaVenta' AND d.estado NOT IN ('cancelado', 'cerrado', 'rechazada')
   AND COALESCE(x.tipo, '') NOT IN ('Entrega', 'NotaVenta')
   AND p.cantidadBase > COALESCE(a.cantidad, 0);
