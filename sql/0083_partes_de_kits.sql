-- Parts of a kit lie on the accounts of their own classes. Until now everything that a kit moved was posted to the account of the
-- kit's class, while goods that were cancelled, or moved by themselves, were taken from that of their own: where classes have
-- inventory accounts, what those carry only adds up together.
UPDATE cuentaPapelHistoria
SET mezclada = 1
WHERE papel = 'inventario'
  AND EXISTS (SELECT 1 FROM cuentaPapel k
              WHERE k.organizacionId = cuentaPapelHistoria.organizacionId AND k.papel = 'inventario' AND k.ambito = 'clasificacion')
  AND EXISTS (SELECT 1 FROM partida p
              JOIN producto kit ON kit.organizacionId = p.organizacionId AND kit.productoId = p.productoId AND kit.tipo = 'kit'
              WHERE p.organizacionId = cuentaPapelHistoria.organizacionId AND p.almacenId <> 0);
