import op from 'api:Existencias';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Existencias',
  columnas: ['codigo', 'producto', 'almacen', 'existencia', 'reservado', 'disponible', 'enTransito', 'porRecibir', 'valor'],
  filtros: ['productoId', 'almacenId', 'sucursalId', 'clasificacionId', 'soloConExistencia', 'fecha'],
  abrir: (f) => `/consola/productos/${f.productoId}`,
});
