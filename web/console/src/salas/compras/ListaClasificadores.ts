import op from 'api:ClasificadoresCostoListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Clasificadores de costo',
  columnas: ['codigo', 'nombre', 'nivel', 'activo'],
  abrir: (f) => `/consola/clasificadores/${f.clasificadorCostoId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/clasificadores/nuevo', permiso: 'ClasificadorCostoCrear' }],
});
