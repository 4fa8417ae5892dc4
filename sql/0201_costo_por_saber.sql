-- A service whose supplier charges, and nobody has said how much: it is open until something comes.

ALTER TABLE servicioViaje ADD COLUMN costoPorSaber BOOLEANO NOT NULL DEFAULT 0 CHECK (costoPorSaber IN (0, 1));
UPDATE servicioViaje SET costoPorSaber = 1
 WHERE modalidad = 'reventa' AND proveedorId <> 0 AND referidoId = 0 AND tipo NOT IN ('comision', 'penalizacion', 'cargoPorServicio')
   AND costoEsperado = 0;
