import op from 'api:PedidosCliente';
import cerrar from 'llama:PedidoClienteCerrar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Pedidos',
  columnas: ['folio', 'fecha', 'cliente', 'estado', 'entregaFecha', 'total'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Pedido nuevo', camino: '/captura/PedidoCliente', permiso: 'PedidoClienteCrear' }],
  varias: { id: 'transaccionId', nombre: 'folio', acciones: [{ titulo: 'Cerrar', op: cerrar, pregunta: '¿Cerrar las elegidas?' }] },
});
