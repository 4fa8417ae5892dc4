-- How an organization wants its printed documents; without a row, as the service has them.
CREATE TABLE configuracionImpresos (
    organizacionId REF      NOT NULL,
    color          TEXTO    NOT NULL CHECK (color <> ''),                -- #RRGGBB
    conLogo        BOOLEANO NOT NULL CHECK (conLogo IN (0, 1)),
    columnas       TEXTO    NOT NULL,                                    -- of the lines, as JSON: read and replaced as a whole
    pie            TEXTO    NOT NULL,
    version        ENTERO   NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId),
    FOREIGN KEY (organizacionId) REFERENCES organizacion (organizacionId)
) WITHOUT ROWID;
