import op from 'api:NotasDevolucionCliente';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Devoluciones de clientes',
  columnas: ['folio', 'fecha', 'cliente', 'estado'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Devolución nueva', camino: '/captura/NotaDevolucionCliente', permiso: 'NotaDevolucionClienteCrear' }],
});
