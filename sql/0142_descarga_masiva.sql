-- What is asked of the authority's massive download: a period, its request there, and the packages in which it comes. Each step is
-- stored before the next.
ALTER TABLE recibido ADD COLUMN procedencia TEXTO NOT NULL DEFAULT 'envio' CHECK (procedencia IN ('envio', 'carpeta', 'descarga'));
UPDATE recibido SET procedencia = origen;
ALTER TABLE recibido DROP COLUMN origen;
ALTER TABLE recibido RENAME COLUMN procedencia TO origen;
ALTER TABLE recibido ADD COLUMN descargaId REF NOT NULL DEFAULT 0;  -- that brought it, or 0

CREATE TABLE descarga (
    organizacionId REF      NOT NULL,
    descargaId     REF      NOT NULL,
    tipo           TEXTO    NOT NULL CHECK (tipo IN ('cfdi', 'metadata')),
    fechaInicial   FECHA    NOT NULL,
    fechaFinal     FECHA    NOT NULL,
    estado         TEXTO    NOT NULL CHECK (estado IN ('porSolicitar', 'solicitada', 'enProceso', 'descargando', 'terminada', 'incompleta',
                                                       'rechazada', 'vencida')),
    programada     BOOLEANO NOT NULL CHECK (programada IN (0, 1)),
    inicio         TEXTO    NOT NULL,  -- the period as it is asked for, in the authority's hour; '' before
    fin            TEXTO    NOT NULL,
    corrimiento    ENTERO   NOT NULL CHECK (corrimiento >= 0),  -- seconds by which it begins earlier: the same one may be asked for twice
    solicitudes    ENTERO   NOT NULL CHECK (solicitudes >= 0),  -- that the authority took
    idSolicitud    TEXTO    NOT NULL,
    codigo         TEXTO    NOT NULL,  -- what it said last
    mensaje        TEXTO    NOT NULL,
    numeroCfdis    ENTERO   NOT NULL,  -- that it counts
    recibidos      ENTERO   NOT NULL,
    repetidos      ENTERO   NOT NULL,
    rechazados     ENTERO   NOT NULL,
    cancelados     ENTERO   NOT NULL,
    desconocidos   ENTERO   NOT NULL,
    solicitadaEn   INSTANTE NOT NULL,  -- 0: not yet
    terminadaEn    INSTANTE,
    version        ENTERO   NOT NULL CHECK (version > 0),
    creadoPor      REF      NOT NULL,
    creadoEn       INSTANTE NOT NULL,
    modificadoEn   INSTANTE NOT NULL,
    PRIMARY KEY (organizacionId, descargaId),
    CHECK (fechaInicial <= fechaFinal),
    CHECK ((terminadaEn IS NULL) = (estado IN ('porSolicitar', 'solicitada', 'enProceso', 'descargando')))
);
-- Of a period and a kind one is under way.
CREATE UNIQUE INDEX descarga_periodo ON descarga (organizacionId, tipo, fechaInicial, fechaFinal) WHERE terminadaEn IS NULL;
CREATE INDEX descarga_estado ON descarga (organizacionId, estado, descargaId);
CREATE INDEX descarga_tipo ON descarga (organizacionId, tipo, descargaId);

CREATE TABLE descargaPaquete (
    organizacionId REF    NOT NULL,
    descargaId     REF    NOT NULL,
    numero         ENTERO NOT NULL CHECK (numero > 0),
    idPaquete      TEXTO  NOT NULL CHECK (idPaquete <> ''),
    estado         TEXTO  NOT NULL CHECK (estado IN ('porBajar', 'bajado', 'terminado', 'danado')),
    intentos       ENTERO NOT NULL CHECK (intentos >= 0),  -- that brought what is no ZIP
    sha256         TEXTO,  -- of the ZIP, once it is here
    posicion       ENTERO NOT NULL CHECK (posicion >= 0),  -- up to where it was taken in
    recibidos      ENTERO NOT NULL,
    repetidos      ENTERO NOT NULL,
    rechazados     ENTERO NOT NULL,
    cancelados     ENTERO NOT NULL,
    desconocidos   ENTERO NOT NULL,
    codigo         TEXTO  NOT NULL,
    mensaje        TEXTO  NOT NULL,
    avisos         TEXTO  NOT NULL,  -- the first of what was not taken or is not known, as JSON: read as a whole
    PRIMARY KEY (organizacionId, descargaId, numero),
    CHECK ((sha256 IS NOT NULL) = (estado IN ('bajado', 'terminado'))),
    FOREIGN KEY (organizacionId, descargaId) REFERENCES descarga (organizacionId, descargaId) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (organizacionId, sha256) REFERENCES contenido (organizacionId, sha256)
) WITHOUT ROWID;

-- What an organization asks for each day by itself: of how many days before; 0 is none.
CREATE TABLE descargaProgramada (
    organizacionId REF    NOT NULL,
    diasCfdi       ENTERO NOT NULL CHECK (diasCfdi BETWEEN 0 AND 31),
    diasMetadata   ENTERO NOT NULL CHECK (diasMetadata BETWEEN 0 AND 92),
    cfdiHasta      FECHA,  -- the last day that was asked for
    metadataHasta  FECHA,
    version        ENTERO NOT NULL CHECK (version > 0),
    PRIMARY KEY (organizacionId)
);
