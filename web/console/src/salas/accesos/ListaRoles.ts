import op from 'api:RolesListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Roles',
  columnas: ['nombre', 'descripcion', 'activo'],
  abrir: (f) => `/consola/roles/${f.rolId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/roles/nuevo', permiso: 'RolCrear' }],
});
