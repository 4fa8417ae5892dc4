import op from 'api:NotasVenta';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Notas de venta',
  columnas: ['folio', 'fecha', 'cliente', 'estado', 'total', 'saldo'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Nota nueva', camino: '/captura/NotaVenta', permiso: 'NotaVentaCrear' }],
});
