import op from 'api:NotasVentaEscolares';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Cargos',
  columnas: ['folio', 'fecha', 'vencimiento', 'cliente', 'estado', 'total', 'saldo'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
