import op from 'api:AlmacenesListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Almacenes',
  columnas: ['codigo', 'nombre', 'sucursalId', 'tipo', 'activo'],
  abrir: (f) => `/consola/almacenes/${f.almacenId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/almacenes/nuevo', permiso: 'AlmacenCrear' }],
});
