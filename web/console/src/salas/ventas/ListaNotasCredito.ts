import op from 'api:NotasCreditoCliente';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Notas de crédito',
  columnas: ['folio', 'fecha', 'cliente', 'estado', 'motivo', 'total', 'saldo'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Nota de crédito nueva', camino: '/captura/NotaCreditoCliente', permiso: 'NotaCreditoClienteCrear' }],
});
