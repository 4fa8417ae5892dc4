-- What was posted on an account is cleared on that same account, whatever account plays the part by then (docs/decisions/0038):
-- each tax of a document keeps where it waits to be collected or paid, and an advance where its own waits to be taken over; a line
-- that others take their share of keeps the account that waits for them in `partida.cuentaId`.
ALTER TABLE documentoImpuesto ADD COLUMN cuentaId REF NOT NULL DEFAULT 0;     -- 0: nothing waits, or nobody knows where
ALTER TABLE documentoImpuesto ADD COLUMN liquidadaId REF NOT NULL DEFAULT 0;  -- where settlement moves it, if the document says so
-- Whether the part had several accounts while clearings still went to the newest: their balances only add up together.
ALTER TABLE cuentaPapelHistoria ADD COLUMN mezclada BOOLEANO NOT NULL DEFAULT 0;

UPDATE cuentaPapelHistoria
SET mezclada = 1
WHERE EXISTS (SELECT 1 FROM cuentaPapelHistoria o
              WHERE o.organizacionId = cuentaPapelHistoria.organizacionId AND o.papel = cuentaPapelHistoria.papel
                AND o.cuentaId <> cuentaPapelHistoria.cuentaId);

-- Of what was registered before, the entry says the account.
UPDATE documentoImpuesto
SET cuentaId = COALESCE((
    SELECT MIN(s.cuentaId)
    FROM documento d
    JOIN poliza p ON p.organizacionId = d.organizacionId AND p.transaccionId = d.transaccionId AND p.evento = 'registro'
    JOIN asiento s ON s.organizacionId = p.organizacionId AND s.polizaId = p.polizaId
    JOIN cuentaPapelHistoria h
      ON h.organizacionId = s.organizacionId AND h.cuentaId = s.cuentaId
     AND h.papel = CASE WHEN d.tipo = 'Anticipo' THEN 'iva_trasladado_cobrado'
                        WHEN d.tipo IN ('NotaVenta', 'NotaVentaFacturada', 'FacturaVenta', 'NotaCreditoCliente',
                                        'SaldoInicialCliente', 'AjusteSaldoCliente')
                        THEN CASE documentoImpuesto.impuesto WHEN 'iva' THEN 'iva_trasladado_no_cobrado'
                                                             WHEN 'ieps' THEN 'ieps_trasladado_no_cobrado'
                                                             WHEN 'ivaRetenido' THEN 'iva_retenido_por_cobrar'
                                                             ELSE 'isr_retenido_por_cobrar' END
                        WHEN d.tipo IN ('FacturaCompra', 'Gasto', 'NotaCreditoProveedor', 'SaldoInicialProveedor',
                                        'AjusteSaldoProveedor')
                        THEN CASE documentoImpuesto.impuesto WHEN 'iva' THEN 'iva_acreditable_pendiente'
                                                             WHEN 'ieps' THEN 'ieps_acreditable_pendiente'
                                                             WHEN 'ivaRetenido' THEN 'iva_retenido_pendiente'
                                                             ELSE 'isr_retenido_pendiente' END
                        ELSE '' END
    WHERE d.organizacionId = documentoImpuesto.organizacionId AND d.transaccionId = documentoImpuesto.transaccionId), 0)
WHERE importe <> 0;
UPDATE documentoImpuesto
SET liquidadaId = COALESCE((
    SELECT MIN(s.cuentaId)
    FROM poliza p
    JOIN asiento s ON s.organizacionId = p.organizacionId AND s.polizaId = p.polizaId
    JOIN cuentaPapelHistoria h
      ON h.organizacionId = s.organizacionId AND h.papel = 'iva_de_anticipos' AND h.cuentaId = s.cuentaId
    WHERE p.organizacionId = documentoImpuesto.organizacionId AND p.transaccionId = documentoImpuesto.transaccionId
      AND p.evento = 'registro'), 0)
WHERE EXISTS (SELECT 1 FROM documento d
              WHERE d.organizacionId = documentoImpuesto.organizacionId AND d.transaccionId = documentoImpuesto.transaccionId
                AND d.tipo = 'Anticipo');
-- Where an entry has several, by class or warehouse, it does not say which line is whose: the part does, as until now.
UPDATE partida
SET cuentaId = COALESCE((
    SELECT CASE WHEN MIN(s.cuentaId) = MAX(s.cuentaId) THEN MIN(s.cuentaId) ELSE 0 END
    FROM poliza p
    JOIN asiento s ON s.organizacionId = p.organizacionId AND s.polizaId = p.polizaId
    JOIN cuentaPapelHistoria h
      ON h.organizacionId = s.organizacionId AND h.cuentaId = s.cuentaId
     AND h.papel IN ('recibido_no_facturado', 'devoluciones_por_acreditar')
    WHERE p.organizacionId = partida.organizacionId AND p.transaccionId = partida.transaccionId AND p.evento = 'registro'), 0)
WHERE cuentaId = 0
  AND EXISTS (SELECT 1 FROM documento d
              WHERE d.organizacionId = partida.organizacionId AND d.transaccionId = partida.transaccionId
                AND d.tipo IN ('Recepcion', 'NotaRemision', 'NotaDevolucionProveedor'));
