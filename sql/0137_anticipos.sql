-- How an advance that has a CFDI comes off the invoice that it pays (guide of Anexo 20, appendix 6): the invoice is of the whole and a CFDI of
-- type E takes the advance off, or the invoice is for what is left.
ALTER TABLE configuracionFiscal ADD COLUMN anticipos TEXTO NOT NULL DEFAULT 'egreso' CHECK (anticipos IN ('egreso', 'remanente'));

-- What the CFDI of an invoice says of an advance that was applied to it: it names the advance (07) and, where `descontado`, is for so much
-- less. Written as it is sealed; in force until the invoice leaves the books.
CREATE TABLE anticipoFacturado (
    organizacionId REF      NOT NULL,
    aplicacionId   REF      NOT NULL,
    descontado     BOOLEANO NOT NULL CHECK (descontado IN (0, 1)),
    vigente        BOOLEANO NOT NULL CHECK (vigente IN (0, 1)),
    PRIMARY KEY (organizacionId, aplicacionId),
    FOREIGN KEY (organizacionId, aplicacionId) REFERENCES aplicacion (organizacionId, aplicacionId)
) WITHOUT ROWID;
