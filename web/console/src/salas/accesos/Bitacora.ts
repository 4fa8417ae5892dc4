import op from 'api:BitacoraListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Bitácora',
  columnas: ['instante', 'usuario', 'operacion', 'tipo', 'registroId'],
  filtros: ['tipo', 'registroId', 'usuarioId', 'operacion'],
});
