import op from 'api:FacturasVenta';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Facturas',
  columnas: ['folio', 'fecha', 'vencimiento', 'cliente', 'estado', 'moneda', 'total', 'saldo'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Factura nueva', camino: '/captura/FacturaVenta', permiso: 'FacturaVentaCrear' }],
});
