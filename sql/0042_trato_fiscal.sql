-- What is withheld depends on who pays and who charges: the organization has a regime as its contacts do, and a concept or product
-- says what income tax is withheld for.
ALTER TABLE configuracion ADD COLUMN regimenFiscal TEXTO NOT NULL DEFAULT '';
ALTER TABLE concepto ADD COLUMN isrPor TEXTO NOT NULL DEFAULT 'servicios' CHECK (isrPor IN ('servicios', 'arrendamiento'));
ALTER TABLE producto ADD COLUMN isrPor TEXTO NOT NULL DEFAULT 'servicios' CHECK (isrPor IN ('servicios', 'arrendamiento'));
-- Concepts that post to what the authority calls rent paid to natural persons are of rent (docs/decisions/0034).
UPDATE concepto SET isrPor = 'arrendamiento'
WHERE EXISTS (SELECT 1 FROM cuenta c WHERE c.organizacionId = concepto.organizacionId AND c.cuentaId = concepto.cuentaId
              AND c.codigoAgrupador IN ('601.45', '602.45', '603.45', '604.45'));

-- A supplier of the border charges its rate; a customer abroad, or one that is treated so, is sold to at 0 %.
ALTER TABLE contacto ADD COLUMN ivaFrontera BOOLEANO NOT NULL DEFAULT 0 CHECK (ivaFrontera IN (0, 1));
ALTER TABLE contacto ADD COLUMN tratoIva TEXTO NOT NULL DEFAULT 'automatico'
    CHECK (tratoIva IN ('automatico', 'nacional', 'exportacion'));
-- The currency of a contact is that of its documents now: what nobody had chosen is the organization's.
UPDATE contacto SET moneda = (SELECT c.moneda FROM configuracion c WHERE c.organizacionId = contacto.organizacionId)
WHERE moneda = 'MXN'
  AND EXISTS (SELECT 1 FROM configuracion c WHERE c.organizacionId = contacto.organizacionId AND c.moneda <> 'MXN');

-- Taxes paid that are not credited are cost: a share of VAT, and IEPS. NULL: as the organization has it.
ALTER TABLE configuracion ADD COLUMN ivaNoAcreditable TASA NOT NULL DEFAULT 0
    CHECK (ivaNoAcreditable BETWEEN 0 AND 1000000);
ALTER TABLE configuracion ADD COLUMN iepsAlCosto BOOLEANO NOT NULL DEFAULT 0 CHECK (iepsAlCosto IN (0, 1));
ALTER TABLE concepto ADD COLUMN ivaNoAcreditable TASA CHECK (ivaNoAcreditable BETWEEN 0 AND 1000000);
ALTER TABLE concepto ADD COLUMN iepsAlCosto BOOLEANO CHECK (iepsAlCosto IN (0, 1));
ALTER TABLE producto ADD COLUMN ivaNoAcreditable TASA CHECK (ivaNoAcreditable BETWEEN 0 AND 1000000);
ALTER TABLE producto ADD COLUMN iepsAlCosto BOOLEANO CHECK (iepsAlCosto IN (0, 1));

-- Of a tax of a document: what of it is cost (importeLocal is what was posted, without it), and what of the income tax is of rent;
-- of the latter, what each application moved.
ALTER TABLE partida ADD COLUMN alCosto IMPORTE NOT NULL DEFAULT 0;  -- of its taxes, what is cost
ALTER TABLE documentoImpuesto ADD COLUMN alCosto IMPORTE NOT NULL DEFAULT 0;
ALTER TABLE documentoImpuesto ADD COLUMN arrendamiento IMPORTE NOT NULL DEFAULT 0;
ALTER TABLE aplicacionImpuesto ADD COLUMN arrendamiento IMPORTE NOT NULL DEFAULT 0;

-- Accounts of the seeded chart that play the new parts from now on. What was posted stays where it is. An organization that has no
-- such leaf goes on with the part that each new one was split off.
INSERT INTO cuentaPapel (organizacionId, papel, ambito, ambitoId, cuentaId)
SELECT c.organizacionId, n.papel, '', 0, c.cuentaId
FROM cuenta c
JOIN (SELECT 'isr_arrendamiento_por_pagar' AS papel, '216.03' AS codigo
      UNION ALL SELECT 'ventas_frontera', '401.04'
      UNION ALL SELECT 'ventas_cero', '401.07'
      UNION ALL SELECT 'ventas_exentas', '401.10'
      UNION ALL SELECT 'ventas_exportacion', '401.28'
      UNION ALL SELECT 'devoluciones_venta_frontera', '402.02'
      UNION ALL SELECT 'devoluciones_venta_cero', '402.03'
      UNION ALL SELECT 'devoluciones_venta_exentas', '402.04') n ON n.codigo = c.codigo
WHERE c.esAcumulativa = 0 AND c.activo = 1
  AND NOT EXISTS (SELECT 1 FROM cuentaPapelHistoria h WHERE h.organizacionId = c.organizacionId AND h.cuentaId = c.cuentaId);
INSERT INTO cuentaPapelHistoria (organizacionId, papel, cuentaId, desde)
SELECT p.organizacionId, p.papel, p.cuentaId, 0 FROM cuentaPapel p
WHERE p.ambito = '' AND p.papel IN ('isr_arrendamiento_por_pagar', 'ventas_frontera', 'ventas_cero', 'ventas_exentas', 'ventas_exportacion',
                  'devoluciones_venta_frontera', 'devoluciones_venta_cero', 'devoluciones_venta_exentas');
