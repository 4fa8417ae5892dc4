-- What was open on a day that has passed, without reading everything that happened since.

-- The last day on which a balance changed. One that is closed was open from its own day to the day before that one.
ALTER TABLE saldo ADD COLUMN cambio FECHA NOT NULL DEFAULT 0;
-- Of the days on which a closed balance was open, the one that the greatest power of two divides; 0 for one that is open, or never was
-- at the end of a day. A day is asked for at those days that halve the way to it, and finds every stretch that holds it there.
ALTER TABLE saldo ADD COLUMN nodo ENTERO NOT NULL DEFAULT 0;

UPDATE saldo SET cambio = fecha;
UPDATE saldo SET cambio = x.ultimo
FROM (SELECT y.organizacionId, y.transaccionId, MAX(y.dia) AS ultimo
      FROM (SELECT organizacionId, documentoId AS transaccionId, fecha AS dia FROM aplicacion
            UNION ALL SELECT organizacionId, pagoId, fecha FROM aplicacion
            UNION ALL SELECT organizacionId, documentoId, cancelacionFecha FROM aplicacion WHERE cancelacionFecha IS NOT NULL
            UNION ALL SELECT organizacionId, pagoId, cancelacionFecha FROM aplicacion WHERE cancelacionFecha IS NOT NULL
            UNION ALL SELECT organizacionId, transaccionId, cancelacionFecha FROM documento WHERE cancelacionFecha IS NOT NULL) y
      GROUP BY y.organizacionId, y.transaccionId) x
WHERE x.organizacionId = saldo.organizacionId AND x.transaccionId = saldo.transaccionId AND x.ultimo > saldo.cambio;
-- Days are counted from the first of 1900, which is 1.
UPDATE saldo SET nodo =
    CASE WHEN (cambio + 25567) / 65536 * 65536 >= fecha + 25568 THEN (cambio + 25567) / 65536 * 65536
         WHEN (cambio + 25567) / 32768 * 32768 >= fecha + 25568 THEN (cambio + 25567) / 32768 * 32768
         WHEN (cambio + 25567) / 16384 * 16384 >= fecha + 25568 THEN (cambio + 25567) / 16384 * 16384
         WHEN (cambio + 25567) / 8192 * 8192 >= fecha + 25568 THEN (cambio + 25567) / 8192 * 8192
         WHEN (cambio + 25567) / 4096 * 4096 >= fecha + 25568 THEN (cambio + 25567) / 4096 * 4096
         WHEN (cambio + 25567) / 2048 * 2048 >= fecha + 25568 THEN (cambio + 25567) / 2048 * 2048
         WHEN (cambio + 25567) / 1024 * 1024 >= fecha + 25568 THEN (cambio + 25567) / 1024 * 1024
         WHEN (cambio + 25567) / 512 * 512 >= fecha + 25568 THEN (cambio + 25567) / 512 * 512
         WHEN (cambio + 25567) / 256 * 256 >= fecha + 25568 THEN (cambio + 25567) / 256 * 256
         WHEN (cambio + 25567) / 128 * 128 >= fecha + 25568 THEN (cambio + 25567) / 128 * 128
         WHEN (cambio + 25567) / 64 * 64 >= fecha + 25568 THEN (cambio + 25567) / 64 * 64
         WHEN (cambio + 25567) / 32 * 32 >= fecha + 25568 THEN (cambio + 25567) / 32 * 32
         WHEN (cambio + 25567) / 16 * 16 >= fecha + 25568 THEN (cambio + 25567) / 16 * 16
         WHEN (cambio + 25567) / 8 * 8 >= fecha + 25568 THEN (cambio + 25567) / 8 * 8
         WHEN (cambio + 25567) / 4 * 4 >= fecha + 25568 THEN (cambio + 25567) / 4 * 4
         WHEN (cambio + 25567) / 2 * 2 >= fecha + 25568 THEN (cambio + 25567) / 2 * 2
         ELSE cambio + 25567 END
WHERE saldo = 0 AND cambio > fecha;

CREATE INDEX saldo_cerrado_hasta ON saldo (organizacionId, naturaleza, nodo, cambio, entidadId) WHERE nodo <> 0;
CREATE INDEX saldo_cerrado_desde ON saldo (organizacionId, naturaleza, nodo, fecha, entidadId) WHERE nodo <> 0;
