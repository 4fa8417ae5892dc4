import op from 'api:RutaCobertura';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Cobertura de visitas',
  columnas: ['ruta', 'jornadas', 'programadas', 'visitadas', 'conVenta', 'sinVenta', 'fueraDeRuta'],
  filtros: ['fechaInicial', 'fechaFinal', 'rutaId'],
});
