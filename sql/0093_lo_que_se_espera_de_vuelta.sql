-- What goes back to a supplier waits for what its invoice line came to, in parts that are counted. Of before: what was put to wait.
UPDATE avance
   SET valor = (SELECT COALESCE(SUM(p.costo), 0) FROM partida p
                  JOIN documento d ON d.organizacionId = p.organizacionId AND d.transaccionId = p.transaccionId
                 WHERE p.organizacionId = avance.organizacionId AND p.origenId = avance.transaccionId
                   AND p.origenPartida = avance.numeroPartida AND p.origenId <> 0
                   AND d.tipo = 'NotaDevolucionProveedor' AND d.estado <> 'cancelado')
 WHERE avance = 'devuelto'
   AND EXISTS (SELECT 1 FROM documento f
                WHERE f.organizacionId = avance.organizacionId AND f.transaccionId = avance.transaccionId
                  AND f.tipo = 'FacturaCompra');
