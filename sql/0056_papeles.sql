-- Which accounts play which part is asked by every document and changes once a year, so each process keeps it while this number
-- stays: whoever changes `cuentaPapel` draws another one (engine/tipos/cuentas.hpp). 0: not kept.
ALTER TABLE configuracion ADD COLUMN papeles ENTERO NOT NULL DEFAULT 0;
UPDATE configuracion SET papeles = organizacionId;
