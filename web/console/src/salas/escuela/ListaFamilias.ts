import op from 'api:FamiliasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Familias',
  columnas: ['codigo', 'nombre', 'referencia', 'activo'],
  filtros: ['activo'],
  abrir: (f) => `/consola/familias/${f.familiaId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/familias/nuevo', permiso: 'FamiliaCrear' }],
});
