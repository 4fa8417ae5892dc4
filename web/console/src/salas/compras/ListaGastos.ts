import op from 'api:Gastos';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Gastos',
  columnas: ['folio', 'fecha', 'proveedor', 'estado', 'total', 'saldo'],
  filtros: ['fechaInicial', 'fechaFinal', 'proveedorId', 'sucursalId', 'estado', 'pendiente', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Gasto nuevo', camino: '/captura/Gasto', permiso: 'GastoCrear' }],
});
