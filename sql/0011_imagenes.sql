-- One image of a product. The bytes come last: whoever asks only for the rest does not read them.
CREATE TABLE productoImagen (
    organizacionId REF      NOT NULL,
    productoId     REF      NOT NULL,
    tipo           TEXTO    NOT NULL CHECK (tipo IN ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
    ancho          ENTERO   NOT NULL CHECK (ancho > 0),
    alto           ENTERO   NOT NULL CHECK (alto > 0),
    tamano         ENTERO   NOT NULL CHECK (tamano > 0),
    huella         TEXTO    NOT NULL,  -- SHA-256 of the bytes, in hexadecimal
    modificadoEn   INSTANTE NOT NULL,
    contenido      BYTES    NOT NULL,
    PRIMARY KEY (organizacionId, productoId),
    FOREIGN KEY (organizacionId, productoId) REFERENCES producto (organizacionId, productoId)
);
