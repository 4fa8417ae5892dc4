-- What a payment of a school's charges brought about beside the deposit: a discount for being early, a surcharge for being late.
CREATE TABLE pagoEscolar (
    organizacionId  REF     NOT NULL,
    pagoId          REF     NOT NULL,  -- the deposit
    cargoId         REF     NOT NULL,  -- the note of the charge
    fecha           FECHA   NOT NULL,
    descuentoId     REF     NOT NULL,  -- the credit note, or 0
    recargoId       REF     NOT NULL,  -- the note of the surcharge, or 0
    recargoMeses    ENTERO  NOT NULL CHECK (recargoMeses >= 0),  -- that it charged for
    PRIMARY KEY (organizacionId, pagoId, cargoId),
    CHECK (descuentoId <> 0 OR recargoId <> 0),
    FOREIGN KEY (organizacionId, pagoId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, cargoId) REFERENCES cargoEscolar (organizacionId, transaccionId)
) WITHOUT ROWID;
CREATE INDEX pagoEscolar_cargo ON pagoEscolar (organizacionId, cargoId);
CREATE UNIQUE INDEX pagoEscolar_recargo ON pagoEscolar (organizacionId, recargoId) WHERE recargoId <> 0;
CREATE UNIQUE INDEX pagoEscolar_descuento ON pagoEscolar (organizacionId, descuentoId) WHERE descuentoId <> 0;
