-- How many there are, kept, so that a list tells its total without counting.

-- Documents of a kind in a state, of one day or of 32, of one contact or of all (0). Stripes add up.
CREATE TABLE conteoDocumento (
    organizacionId REF    NOT NULL,
    tipo           TEXTO  NOT NULL,
    entidadId      REF    NOT NULL,
    dias           ENTERO NOT NULL CHECK (dias IN (1, 32)),
    fecha          FECHA  NOT NULL,  -- the day, or the first of the 32; those are counted from the first of 1900
    estado         TEXTO  NOT NULL,
    franja         ENTERO NOT NULL,
    documentos     ENTERO NOT NULL,
    PRIMARY KEY (organizacionId, entidadId, tipo, dias, fecha, estado, franja)
) WITHOUT ROWID;

INSERT INTO conteoDocumento (organizacionId, tipo, entidadId, dias, fecha, estado, franja, documentos)
SELECT organizacionId, tipo, 0, 1, fecha, estado, 0, COUNT(*) FROM documento GROUP BY organizacionId, tipo, fecha, estado;
INSERT INTO conteoDocumento (organizacionId, tipo, entidadId, dias, fecha, estado, franja, documentos)
SELECT organizacionId, tipo, entidadId, 1, fecha, estado, 0, COUNT(*) FROM documento WHERE entidadId <> 0
GROUP BY organizacionId, tipo, entidadId, fecha, estado;
INSERT INTO conteoDocumento (organizacionId, tipo, entidadId, dias, fecha, estado, franja, documentos)
SELECT organizacionId, tipo, entidadId, 32, fecha - (fecha + 25567) % 32, estado, 0, CAST(SUM(documentos) AS BIGINT)
FROM conteoDocumento
GROUP BY organizacionId, tipo, entidadId, fecha - (fecha + 25567) % 32, estado;

-- Records of a catalog, by what they are (a number with a bit for each answer) and whether they are in use.
CREATE TABLE conteoRegistro (
    organizacionId REF      NOT NULL,
    tipo           TEXTO    NOT NULL,  -- as in the audit log: Contacto, Producto
    clase          ENTERO   NOT NULL,
    activo         BOOLEANO NOT NULL CHECK (activo IN (0, 1)),
    franja         ENTERO   NOT NULL,
    registros      ENTERO   NOT NULL,
    PRIMARY KEY (organizacionId, tipo, clase, activo, franja)
) WITHOUT ROWID;

INSERT INTO conteoRegistro (organizacionId, tipo, clase, activo, franja, registros)
SELECT organizacionId, 'Contacto', esCliente + 2 * esProveedor + 4 * esVendedor + 8 * esEmpleado + 16 * esOtro, activo, 0, COUNT(*)
FROM contacto
GROUP BY organizacionId, esCliente + 2 * esProveedor + 4 * esVendedor + 8 * esEmpleado + 16 * esOtro, activo;
INSERT INTO conteoRegistro (organizacionId, tipo, clase, activo, franja, registros)
SELECT organizacionId, 'Producto', CASE tipo WHEN 'producto' THEN 1 WHEN 'servicio' THEN 2 ELSE 4 END, activo, 0, COUNT(*)
FROM producto
GROUP BY organizacionId, CASE tipo WHEN 'producto' THEN 1 WHEN 'servicio' THEN 2 ELSE 4 END, activo;
