import op from 'api:DepreciacionesListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Depreciaciones',
  columnas: ['periodo', 'importe', 'activos', 'vigente', 'creadoEn'],
  filtros: ['ejercicio'],
});
