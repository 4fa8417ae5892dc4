-- What the provisional income tax of a year is worked out with: its coefficient of profit, and losses of years before that are taken off.
CREATE TABLE isrEjercicio (
    organizacionId REF     NOT NULL,
    ejercicio      ENTERO  NOT NULL CHECK (ejercicio BETWEEN 1900 AND 2199),
    coeficiente    TASA    NOT NULL CHECK (coeficiente >= 0),
    perdidas       IMPORTE NOT NULL CHECK (perdidas >= 0),
    version        ENTERO  NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId, ejercicio)
) WITHOUT ROWID;
