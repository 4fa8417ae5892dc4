import op from 'api:SuscripcionEntregasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Avisos enviados',
  columnas: ['tipo', 'estado', 'intentos', 'siguienteIntento', 'codigo', 'error', 'creadoEn'],
  filtros: ['estado'],
});
