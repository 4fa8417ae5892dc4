import op from 'api:ActivoPrograma';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Depreciación mes por mes',
  columnas: ['periodo', 'depreciacion', 'acumulada', 'valorLibros'],
});
