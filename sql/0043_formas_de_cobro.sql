-- How a sale is paid, by the keys of the authority: c_MetodoPago and c_FormaPago. A sales note has a form alone. What is paid later
-- has no form yet (99); what is paid at once has one.
ALTER TABLE documento ADD COLUMN formaPago TEXTO NOT NULL DEFAULT '';
ALTER TABLE documento ADD COLUMN metodoPago TEXTO NOT NULL DEFAULT '' CHECK (metodoPago IN ('', 'PUE', 'PPD'));

-- Which sales an invoice to the public is of: c_Periodicidad (day, week, month), c_Meses and the year, and the days themselves.
CREATE TABLE facturaGlobal (
    organizacionId REF    NOT NULL,
    transaccionId  REF    NOT NULL,
    periodicidad   TEXTO  NOT NULL CHECK (periodicidad IN ('01', '02', '04')),
    meses          TEXTO  NOT NULL CHECK (meses BETWEEN '01' AND '12'),
    anio           ENTERO NOT NULL CHECK (anio BETWEEN 2019 AND 2199),
    desde          FECHA  NOT NULL,
    hasta          FECHA  NOT NULL CHECK (hasta >= desde),
    PRIMARY KEY (organizacionId, transaccionId),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId)
) WITHOUT ROWID;
