import op from 'api:MovimientosBancarios';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Otros movimientos de banco',
  columnas: ['folio', 'tipoDocumento', 'fecha', 'cuenta', 'cuentaDestino', 'estado', 'total'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'cuentaBancariaId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
