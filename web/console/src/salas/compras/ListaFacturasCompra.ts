import op from 'api:FacturasCompra';
import aprobar from 'llama:FacturaCompraAprobar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Facturas de compra',
  columnas: ['folio', 'folioProveedor', 'fecha', 'vencimiento', 'proveedor', 'estado', 'moneda', 'total', 'saldo'],
  filtros: ['fechaInicial', 'fechaFinal', 'proveedorId', 'sucursalId', 'estado', 'pendiente', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Factura de compra nueva', camino: '/captura/FacturaCompra', permiso: 'FacturaCompraCrear' }],
  varias: { id: 'transaccionId', nombre: 'folio', acciones: [{ titulo: 'Aprobar', op: aprobar, pregunta: '¿Aprobar las elegidas?' }] },
});
