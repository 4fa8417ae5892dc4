import op from 'api:NotasCreditoProveedor';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Créditos de proveedores',
  columnas: ['folio', 'fecha', 'proveedor', 'estado', 'total', 'saldo'],
  filtros: ['fechaInicial', 'fechaFinal', 'proveedorId', 'sucursalId', 'estado', 'pendiente', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Nota de crédito nueva', camino: '/captura/NotaCreditoProveedor', permiso: 'NotaCreditoProveedorCrear' }],
});
