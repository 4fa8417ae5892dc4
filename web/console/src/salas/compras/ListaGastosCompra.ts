import op from 'api:GastosCompra';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Gastos de importación',
  columnas: ['folio', 'fecha', 'estado', 'base', 'total'],
  filtros: ['fechaInicial', 'fechaFinal', 'sucursalId', 'estado', 'pendiente', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
