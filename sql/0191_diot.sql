-- What the informative return of suppliers (DIOT) asks of each beside its RFC; '' or none: as its RFC and what it is paid for say.
CREATE TABLE proveedorDiot (
    organizacionId REF      NOT NULL,
    entidadId      REF      NOT NULL,
    tipoTercero    TEXTO    NOT NULL CHECK (tipoTercero IN ('', '04', '05', '15')),
    tipoOperacion  TEXTO    NOT NULL CHECK (tipoOperacion IN ('', '02', '03', '06', '07', '08', '85', '87')),
    idFiscal       TEXTO    NOT NULL,  -- abroad
    pais           TEXTO    NOT NULL CHECK (length(pais) IN (0, 3)),
    lugar          TEXTO    NOT NULL,
    efectosFiscales BOOLEANO NOT NULL CHECK (efectosFiscales IN (0, 1)),
    version        ENTERO   NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId, entidadId)
) WITHOUT ROWID;

-- Which operation a concept is, of suppliers that say nothing.
CREATE TABLE conceptoDiot (
    organizacionId REF   NOT NULL,
    conceptoId     REF   NOT NULL,
    tipoOperacion  TEXTO NOT NULL CHECK (tipoOperacion IN ('02', '03', '06', '07', '08', '85')),
    PRIMARY KEY (organizacionId, conceptoId)
) WITHOUT ROWID;
