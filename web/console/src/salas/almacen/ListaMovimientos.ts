import op from 'api:MovimientosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Movimientos',
  columnas: ['folio', 'tipoDocumento', 'fecha', 'almacenId', 'motivo', 'estado'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'almacenId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Movimiento nuevo', camino: '/captura/Movimiento', permiso: 'MovimientoAgregar' }],
});
