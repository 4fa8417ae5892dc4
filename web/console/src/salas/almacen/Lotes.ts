import op from 'api:LotesListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Lotes',
  columnas: ['codigo', 'productoId', 'caducidad', 'pedimento', 'estado'],
  filtros: ['productoId', 'estado'],
});
