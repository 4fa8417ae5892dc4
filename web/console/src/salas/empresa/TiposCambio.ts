import op from 'api:TiposCambioListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Tipos de cambio',
  columnas: ['moneda', 'fecha', 'tipoCambio', 'fuente'],
  filtros: ['moneda'],
});
