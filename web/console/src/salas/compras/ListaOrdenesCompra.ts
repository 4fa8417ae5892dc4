import op from 'api:OrdenesCompra';
import autorizar from 'llama:OrdenCompraAutorizar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Órdenes de compra',
  columnas: ['folio', 'fecha', 'proveedor', 'estado', 'moneda', 'total'],
  filtros: ['fechaInicial', 'fechaFinal', 'proveedorId', 'sucursalId', 'estado', 'pendiente', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Orden nueva', camino: '/captura/OrdenCompra', permiso: 'OrdenCompraCrear' }],
  varias: { id: 'transaccionId', nombre: 'folio', acciones: [{ titulo: 'Autorizar', op: autorizar, pregunta: '¿Autorizar las elegidas?' }] },
});
