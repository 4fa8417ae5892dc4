import op from 'api:ReempaquesListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Reempaques',
  columnas: ['folio', 'fecha', 'almacenId', 'motivo', 'estado'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Reempaque nuevo', camino: '/reempaque/nuevo', permiso: 'ReempaqueAgregar' }],
});
