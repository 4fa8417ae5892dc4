import op from 'api:OrdenesServicio';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Órdenes de servicio',
  columnas: ['folio', 'fecha', 'cliente', 'estado', 'total'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Orden nueva', camino: '/captura/OrdenServicio', permiso: 'OrdenServicioCrear' }],
});
