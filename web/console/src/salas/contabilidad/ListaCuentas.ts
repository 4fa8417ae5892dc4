import op from 'api:CuentasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Catálogo de cuentas',
  columnas: ['codigo', 'nombre', 'tipo', 'naturaleza', 'codigoAgrupador', 'activo'],
  abrir: (f) => `/consola/cuentas/${f.cuentaId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/cuentas/nuevo', permiso: 'CuentaCrear' }],
});
