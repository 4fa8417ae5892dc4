import op from 'api:ClasificacionesProductoListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Clasificaciones',
  columnas: ['nombre', 'activo'],
  abrir: (f) => `/consola/clasificaciones/${f.clasificacionId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/clasificaciones/nuevo', permiso: 'ClasificacionProductoCrear' }],
});
