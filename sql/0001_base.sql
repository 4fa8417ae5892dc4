-- Identifiers are leased in blocks from here, so that writers do not wait for each other over a number.
CREATE TABLE contador (
    nombre    TEXTO  PRIMARY KEY,
    siguiente ENTERO NOT NULL CHECK (siguiente > 0)
);
