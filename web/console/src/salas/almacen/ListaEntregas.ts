import op from 'api:Entregas';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Entregas',
  columnas: ['folio', 'fecha', 'cliente', 'almacenId', 'estado'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'pendiente', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Entrega nueva', camino: '/captura/Entrega', permiso: 'EntregaAgregar' }],
});
