-- What a payment paid of an invoice that is paid later (PPD) is a part of it, with a number that its payment complement shows; 0:
-- it asks for none. A number is free again once what it was of is undone and the authority has cancelled its complement.
ALTER TABLE aplicacion ADD COLUMN parcialidad ENTERO NOT NULL DEFAULT 0;
UPDATE aplicacion SET parcialidad =
    (SELECT COUNT(*) FROM aplicacion b JOIN documento p ON p.organizacionId = b.organizacionId AND p.transaccionId = b.pagoId
      WHERE b.organizacionId = aplicacion.organizacionId AND b.documentoId = aplicacion.documentoId AND b.estado = 'vigente'
        AND b.aplicacionId <= aplicacion.aplicacionId AND p.tipo IN ('Deposito', 'PagoEspecie', 'Compensacion'))
 WHERE estado = 'vigente'
   AND EXISTS (SELECT 1 FROM documento p WHERE p.organizacionId = aplicacion.organizacionId AND p.transaccionId = aplicacion.pagoId
               AND p.tipo IN ('Deposito', 'PagoEspecie', 'Compensacion'))
   AND EXISTS (SELECT 1 FROM documento f WHERE f.organizacionId = aplicacion.organizacionId
               AND f.transaccionId = aplicacion.documentoId AND f.tipo = 'FacturaVenta' AND f.metodoPago = 'PPD');
CREATE INDEX aplicacion_por_complementar ON aplicacion (organizacionId, aplicacionId) WHERE parcialidad <> 0 AND estado = 'vigente';
CREATE UNIQUE INDEX aplicacion_parcialidad ON aplicacion (organizacionId, documentoId, parcialidad)
    WHERE parcialidad <> 0 AND estado = 'vigente';

-- A payment complement is a document; here is of which payment, and which other one stands in its place.
CREATE TABLE complementoPago (
    organizacionId  REF NOT NULL,
    complementoId   REF NOT NULL,
    pagoId          REF NOT NULL,
    sustituidoPorId REF NOT NULL DEFAULT 0,
    PRIMARY KEY (organizacionId, complementoId),
    FOREIGN KEY (organizacionId, complementoId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, pagoId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX complementoPago_pago ON complementoPago (organizacionId, pagoId, complementoId);
CREATE INDEX complementoPago_sustituto ON complementoPago (organizacionId, sustituidoPorId) WHERE sustituidoPorId <> 0;

-- What it is about. Of an application one complement is in force at a time.
CREATE TABLE complementoAplicacion (
    organizacionId REF      NOT NULL,
    complementoId  REF      NOT NULL,
    aplicacionId   REF      NOT NULL,
    vigente        BOOLEANO NOT NULL CHECK (vigente IN (0, 1)),
    PRIMARY KEY (organizacionId, complementoId, aplicacionId),
    FOREIGN KEY (organizacionId, complementoId) REFERENCES complementoPago (organizacionId, complementoId),
    FOREIGN KEY (organizacionId, aplicacionId) REFERENCES aplicacion (organizacionId, aplicacionId)
) WITHOUT ROWID;
CREATE UNIQUE INDEX complementoAplicacion_vigente ON complementoAplicacion (organizacionId, aplicacionId) WHERE vigente = 1;
CREATE INDEX complementoAplicacion_de ON complementoAplicacion (organizacionId, aplicacionId);
