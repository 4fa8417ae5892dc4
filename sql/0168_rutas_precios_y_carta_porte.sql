-- Prices of a version by quantity and by customer: what holds from each quantity on, and what is agreed with a customer of the
-- route, or his list says where the route has none. Versions that were written before hold for every quantity and everybody.
CREATE TABLE precioRutaAntes (
    organizacionId   REF      NOT NULL,
    rutaId           REF      NOT NULL,
    versionLista     ENTERO   NOT NULL,
    productoId       REF      NOT NULL,
    unidadMedidaId   REF      NOT NULL,
    precioUnitario   PRECIO   NOT NULL,
    incluyeImpuestos BOOLEANO NOT NULL,
    PRIMARY KEY (organizacionId, rutaId, versionLista, productoId, unidadMedidaId)
) WITHOUT ROWID;
INSERT INTO precioRutaAntes (organizacionId, rutaId, versionLista, productoId, unidadMedidaId, precioUnitario, incluyeImpuestos)
SELECT organizacionId, rutaId, versionLista, productoId, unidadMedidaId, precioUnitario, incluyeImpuestos FROM precioRuta;
DROP TABLE precioRuta;
CREATE TABLE precioRuta (
    organizacionId   REF      NOT NULL,
    rutaId           REF      NOT NULL,
    versionLista     ENTERO   NOT NULL,
    entidadId        REF      NOT NULL,  -- 0: everybody who has none of his own
    productoId       REF      NOT NULL,
    unidadMedidaId   REF      NOT NULL,
    cantidadMinima   CANTIDAD NOT NULL CHECK (cantidadMinima >= 0),
    precioUnitario   PRECIO   NOT NULL CHECK (precioUnitario > 0),
    incluyeImpuestos BOOLEANO NOT NULL CHECK (incluyeImpuestos IN (0, 1)),
    PRIMARY KEY (organizacionId, rutaId, versionLista, entidadId, productoId, unidadMedidaId, cantidadMinima),
    FOREIGN KEY (organizacionId, rutaId, versionLista) REFERENCES versionPrecioRuta (organizacionId, rutaId, versionLista)
) WITHOUT ROWID;
INSERT INTO precioRuta (organizacionId, rutaId, versionLista, entidadId, productoId, unidadMedidaId, cantidadMinima,
                        precioUnitario, incluyeImpuestos)
SELECT organizacionId, rutaId, versionLista, 0, productoId, unidadMedidaId, 0, precioUnitario, incluyeImpuestos
FROM precioRutaAntes;
DROP TABLE precioRutaAntes;

-- What goods that ride on federal roads want to be told of: of loads, transfers, deliveries and of invoices of freight. It is
-- issued with the CFDI of the document.
CREATE TABLE cartaPorte (
    organizacionId REF    NOT NULL,
    transaccionId  REF    NOT NULL,
    idCcp          TEXTO  NOT NULL CHECK (idCcp <> ''),  -- the complement's own folio, the same however often it is sealed
    datos          TEXTO  NOT NULL,                      -- JSON, read as a whole
    version        ENTERO NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId, transaccionId),
    UNIQUE (organizacionId, idCcp),
    FOREIGN KEY (organizacionId, transaccionId) REFERENCES documento (organizacionId, transaccionId) DEFERRABLE INITIALLY DEFERRED
);

-- Loads that were asked for before have nothing of what is new.
UPDATE cargaRuta SET cartaPorte = REPLACE(cartaPorte, '"tramoFederal":',
    '"salida":null,"llegada":null,"origenRfc":"","origenNombre":"","destinoRfc":"","destinoNombre":"","aseguradoraAmbiental":"","polizaAmbiental":"","aseguradoraCarga":"","polizaCarga":"","remolques":[],"mercancias":[],"tramoFederal":')
 WHERE cartaPorte LIKE '%"tramoFederal":%';
