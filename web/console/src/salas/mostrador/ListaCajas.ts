import op from 'api:CajasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Cajas',
  columnas: ['codigo', 'nombre', 'sucursal', 'fondo', 'tolerancia', 'activo'],
  filtros: ['sucursalId', 'activo'],
  abrir: (f) => `/consola/cajas/${f.cajaId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/cajas/nuevo', permiso: 'CajaCrear' }],
});
