import op from 'api:ProveedoresIdentidadListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Proveedores de identidad',
  columnas: ['emisor', 'nombre', 'activo'],
  abrir: (f) => `/consola/proveedores-identidad/${f.proveedorIdentidadId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/proveedores-identidad/nuevo', permiso: 'ProveedorIdentidadCrear' }],
});
