-- Closing a year moves what the result of the year held before on to that of earlier years (docs/decisions/0035). Years that were
-- closed before this step did not: verify looks at later ones.
ALTER TABLE configuracion ADD COLUMN ejercicioSinTraspaso ENTERO NOT NULL DEFAULT 0;
UPDATE configuracion SET ejercicioSinTraspaso =
    COALESCE((SELECT MAX(p.periodo) / 100 FROM documento d
              JOIN poliza p ON p.organizacionId = d.organizacionId AND p.transaccionId = d.transaccionId
              WHERE d.organizacionId = configuracion.organizacionId AND d.tipo = 'CierreAnual' AND d.estado = 'vigente'), 0);

-- How many days ahead what moves books or goods may be dated.
ALTER TABLE configuracion ADD COLUMN diasAdelanto ENTERO NOT NULL DEFAULT 31 CHECK (diasAdelanto BETWEEN 0 AND 3650);
