import op from 'api:SucursalesListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Sucursales',
  columnas: ['codigo', 'nombre', 'codigoPostal', 'zona', 'activo'],
  abrir: (f) => `/consola/sucursales/${f.sucursalId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/sucursales/nuevo', permiso: 'SucursalCrear' }],
});
