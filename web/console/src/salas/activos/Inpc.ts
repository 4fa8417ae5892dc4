import op from 'api:INPCListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'INPC',
  columnas: ['periodo', 'valor'],
  filtros: ['ejercicio'],
});
