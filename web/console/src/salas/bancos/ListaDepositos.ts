import op from 'api:Depositos';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Depósitos',
  columnas: ['folio', 'tipoDocumento', 'fecha', 'cliente', 'cuenta', 'forma', 'estado', 'importe', 'porAsignar'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'cuentaBancariaId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Cobrar', camino: '/cobrar', permiso: 'DepositoAgregar' }],
});
