-- What of a tax is cost, and what of it is withheld of rent, goes with each of its parts (docs/decisions/0032, 0034): of what an
-- application moved, of what was moved in all, of what a credit gave back. What a credit gives back is worth what was collected.
ALTER TABLE aplicacionImpuesto ADD COLUMN alCosto IMPORTE NOT NULL DEFAULT 0;
ALTER TABLE aplicacionImpuesto ADD COLUMN renta IMPORTE NOT NULL DEFAULT 0;  -- as `arrendamiento`, in the document's currency
ALTER TABLE documentoImpuesto ADD COLUMN alCostoLiquidado IMPORTE NOT NULL DEFAULT 0;
ALTER TABLE documentoImpuesto ADD COLUMN rentaLiquidada IMPORTE NOT NULL DEFAULT 0;
ALTER TABLE documentoImpuesto ADD COLUMN alCostoRestituido IMPORTE NOT NULL DEFAULT 0;
ALTER TABLE documentoImpuesto ADD COLUMN rentaRestituida IMPORTE NOT NULL DEFAULT 0;
-- In the organization's currency, as it counts: restituidoLocal is what left what was posted.
ALTER TABLE documentoImpuesto ADD COLUMN baseRestituidaLocal IMPORTE NOT NULL DEFAULT 0;
ALTER TABLE documentoImpuesto ADD COLUMN restituidoEfectivo IMPORTE NOT NULL DEFAULT 0;

-- Until now each part had the share of its document.
UPDATE documentoImpuesto
SET alCostoRestituido = CAST(ROUND(CAST(alCosto AS DOUBLE PRECISION) * restituido / importe) AS BIGINT),
    rentaRestituida = CAST(ROUND(CAST(arrendamiento AS DOUBLE PRECISION) * restituido / importe) AS BIGINT)
WHERE importe <> 0 AND restituido <> 0 AND (alCosto <> 0 OR arrendamiento <> 0);
UPDATE aplicacionImpuesto
SET alCosto = (SELECT CAST(ROUND(CAST(t.alCosto AS DOUBLE PRECISION) * aplicacionImpuesto.importe / t.importe) AS BIGINT)
               FROM documentoImpuesto t
               WHERE t.organizacionId = aplicacionImpuesto.organizacionId AND t.transaccionId = aplicacionImpuesto.transaccionId
                 AND t.impuesto = aplicacionImpuesto.impuesto AND t.factor = aplicacionImpuesto.factor
                 AND t.tasa = aplicacionImpuesto.tasa),
    renta = (SELECT CAST(ROUND(CAST(t.arrendamiento AS DOUBLE PRECISION) * aplicacionImpuesto.importe / t.importe) AS BIGINT)
             FROM documentoImpuesto t
             WHERE t.organizacionId = aplicacionImpuesto.organizacionId AND t.transaccionId = aplicacionImpuesto.transaccionId
               AND t.impuesto = aplicacionImpuesto.impuesto AND t.factor = aplicacionImpuesto.factor
               AND t.tasa = aplicacionImpuesto.tasa)
WHERE EXISTS (SELECT 1 FROM documentoImpuesto t
              WHERE t.organizacionId = aplicacionImpuesto.organizacionId AND t.transaccionId = aplicacionImpuesto.transaccionId
                AND t.impuesto = aplicacionImpuesto.impuesto AND t.factor = aplicacionImpuesto.factor
                AND t.tasa = aplicacionImpuesto.tasa AND t.importe <> 0 AND (t.alCosto <> 0 OR t.arrendamiento <> 0));
UPDATE documentoImpuesto
SET alCostoLiquidado = alCostoRestituido
        + COALESCE((SELECT CAST(SUM(i.alCosto) AS BIGINT) FROM aplicacion a
                    JOIN aplicacionImpuesto i ON i.organizacionId = a.organizacionId AND i.aplicacionId = a.aplicacionId
                    WHERE a.organizacionId = documentoImpuesto.organizacionId AND a.estado = 'vigente'
                      AND (a.documentoId = documentoImpuesto.transaccionId OR a.pagoId = documentoImpuesto.transaccionId)
                      AND i.transaccionId = documentoImpuesto.transaccionId AND i.impuesto = documentoImpuesto.impuesto
                      AND i.factor = documentoImpuesto.factor AND i.tasa = documentoImpuesto.tasa), 0),
    rentaLiquidada = rentaRestituida
        + COALESCE((SELECT CAST(SUM(i.renta) AS BIGINT) FROM aplicacion a
                    JOIN aplicacionImpuesto i ON i.organizacionId = a.organizacionId AND i.aplicacionId = a.aplicacionId
                    WHERE a.organizacionId = documentoImpuesto.organizacionId AND a.estado = 'vigente'
                      AND (a.documentoId = documentoImpuesto.transaccionId OR a.pagoId = documentoImpuesto.transaccionId)
                      AND i.transaccionId = documentoImpuesto.transaccionId AND i.impuesto = documentoImpuesto.impuesto
                      AND i.factor = documentoImpuesto.factor AND i.tasa = documentoImpuesto.tasa), 0)
WHERE liquidado <> 0 AND (alCosto <> 0 OR arrendamiento <> 0);
UPDATE documentoImpuesto
SET restituidoEfectivo = restituidoLocal,
    baseRestituidaLocal = (SELECT CASE WHEN d.tipoCambio = 1000000 THEN documentoImpuesto.baseRestituida
        ELSE CAST(ROUND(CAST(documentoImpuesto.baseRestituida AS DOUBLE PRECISION) * d.tipoCambio / 1000000 / 10000) AS BIGINT) * 10000
        END FROM documento d
        WHERE d.organizacionId = documentoImpuesto.organizacionId AND d.transaccionId = documentoImpuesto.transaccionId)
WHERE baseRestituida <> 0 OR restituido <> 0;
