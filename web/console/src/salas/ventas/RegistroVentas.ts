import op from 'api:RegistrosVenta';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Registro de ventas',
  columnas: ['folio', 'tipoDocumento', 'fecha', 'cliente', 'estado', 'total', 'saldo', 'validacion'],
  filtros: ['fechaInicial', 'fechaFinal', 'estado', 'folio', 'clienteId'],
  abrir: (f) => f.transaccionId ? `/consola/documento/${f.transaccionId}` : '',
});
