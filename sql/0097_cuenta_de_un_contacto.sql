-- What the statement of one contact starts from, and where it finds its movements.

-- By how much what is open of a contact changed in 32 days; these are counted from the first of 1900, and `fecha` is their first.
CREATE TABLE cambioContacto (
    organizacionId REF     NOT NULL,
    entidadId      REF     NOT NULL,
    naturaleza     TEXTO   NOT NULL,
    moneda         TEXTO   NOT NULL,
    fecha          FECHA   NOT NULL,
    cambio         IMPORTE NOT NULL,
    cambioLocal    IMPORTE NOT NULL,
    PRIMARY KEY (organizacionId, entidadId, naturaleza, fecha, moneda)
) WITHOUT ROWID;

INSERT INTO cambioContacto (organizacionId, entidadId, naturaleza, moneda, fecha, cambio, cambioLocal)
SELECT x.organizacionId, x.entidadId, x.naturaleza, x.moneda, x.dia - (x.dia + 25567) % 32, CAST(SUM(x.cambio) AS BIGINT),
       CAST(SUM(x.local) AS BIGINT)
FROM (SELECT s.organizacionId, s.entidadId, s.naturaleza, s.moneda, s.fecha AS dia, s.total AS cambio, s.totalLocal AS local
      FROM saldo s
      UNION ALL
      SELECT s.organizacionId, s.entidadId, s.naturaleza, s.moneda, d.cancelacionFecha, -s.total, -s.totalLocal
      FROM saldo s JOIN documento d ON d.organizacionId = s.organizacionId AND d.transaccionId = s.transaccionId
      WHERE d.cancelacionFecha IS NOT NULL
      UNION ALL
      SELECT s.organizacionId, s.entidadId, s.naturaleza, s.moneda, a.fecha, -a.importe2, -a.localDocumento
      FROM aplicacion a
      JOIN saldo s ON s.organizacionId = a.organizacionId AND s.transaccionId = a.documentoId AND s.naturaleza IN ('cobrar', 'pagar')
      UNION ALL
      SELECT s.organizacionId, s.entidadId, s.naturaleza, s.moneda, a.cancelacionFecha, a.importe2, a.localDocumento
      FROM aplicacion a
      JOIN saldo s ON s.organizacionId = a.organizacionId AND s.transaccionId = a.documentoId AND s.naturaleza IN ('cobrar', 'pagar')
      WHERE a.cancelacionFecha IS NOT NULL
      UNION ALL
      SELECT p.organizacionId, p.entidadId, p.naturaleza, p.moneda, a.fecha, -a.importe, -a.localPago
      FROM aplicacion a
      JOIN saldo s ON s.organizacionId = a.organizacionId AND s.transaccionId = a.documentoId AND s.naturaleza IN ('cobrar', 'pagar')
      JOIN saldo p ON p.organizacionId = a.organizacionId AND p.transaccionId = a.pagoId
                  AND p.naturaleza = CASE s.naturaleza WHEN 'cobrar' THEN 'favorCliente' ELSE 'favorProveedor' END
      UNION ALL
      SELECT p.organizacionId, p.entidadId, p.naturaleza, p.moneda, a.cancelacionFecha, a.importe, a.localPago
      FROM aplicacion a
      JOIN saldo s ON s.organizacionId = a.organizacionId AND s.transaccionId = a.documentoId AND s.naturaleza IN ('cobrar', 'pagar')
      JOIN saldo p ON p.organizacionId = a.organizacionId AND p.transaccionId = a.pagoId
                  AND p.naturaleza = CASE s.naturaleza WHEN 'cobrar' THEN 'favorCliente' ELSE 'favorProveedor' END
      WHERE a.cancelacionFecha IS NOT NULL) x
WHERE x.entidadId <> 0
GROUP BY x.organizacionId, x.entidadId, x.naturaleza, x.moneda, x.dia - (x.dia + 25567) % 32;

-- Assignments that change the account of a contact: between two contacts, two currencies or two carrying values. Most do not.
CREATE TABLE asignacionContacto (
    organizacionId REF      NOT NULL,
    entidadId      REF      NOT NULL,
    deshecha       BOOLEANO NOT NULL CHECK (deshecha IN (0, 1)),
    fecha          FECHA    NOT NULL,
    aplicacionId   REF      NOT NULL,
    PRIMARY KEY (organizacionId, entidadId, deshecha, fecha, aplicacionId)
) WITHOUT ROWID;

INSERT INTO asignacionContacto (organizacionId, entidadId, deshecha, fecha, aplicacionId)
SELECT x.organizacionId, x.entidadId, 0, x.fecha, x.aplicacionId
FROM (SELECT a.organizacionId, s.entidadId, a.fecha, a.aplicacionId
      FROM aplicacion a
      JOIN saldo s ON s.organizacionId = a.organizacionId AND s.transaccionId = a.documentoId AND s.naturaleza IN ('cobrar', 'pagar')
      JOIN saldo p ON p.organizacionId = a.organizacionId AND p.transaccionId = a.pagoId
                  AND p.naturaleza = CASE s.naturaleza WHEN 'cobrar' THEN 'favorCliente' ELSE 'favorProveedor' END
      WHERE s.moneda <> p.moneda OR s.entidadId <> p.entidadId OR a.localPago <> a.localDocumento
      UNION
      SELECT a.organizacionId, p.entidadId, a.fecha, a.aplicacionId
      FROM aplicacion a
      JOIN saldo s ON s.organizacionId = a.organizacionId AND s.transaccionId = a.documentoId AND s.naturaleza IN ('cobrar', 'pagar')
      JOIN saldo p ON p.organizacionId = a.organizacionId AND p.transaccionId = a.pagoId
                  AND p.naturaleza = CASE s.naturaleza WHEN 'cobrar' THEN 'favorCliente' ELSE 'favorProveedor' END
      WHERE s.moneda <> p.moneda OR s.entidadId <> p.entidadId OR a.localPago <> a.localDocumento) x
WHERE x.entidadId <> 0;
INSERT INTO asignacionContacto (organizacionId, entidadId, deshecha, fecha, aplicacionId)
SELECT k.organizacionId, k.entidadId, 1, a.cancelacionFecha, k.aplicacionId
FROM asignacionContacto k JOIN aplicacion a ON a.organizacionId = k.organizacionId AND a.aplicacionId = k.aplicacionId
WHERE a.cancelacionFecha IS NOT NULL;

-- What was cancelled of one contact.
CREATE INDEX documento_contacto_cancelado ON documento (organizacionId, entidadId, cancelacionFecha, transaccionId)
    WHERE entidadId <> 0 AND cancelacionFecha IS NOT NULL;
