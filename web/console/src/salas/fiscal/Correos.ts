import op from 'api:CorreosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Correos',
  columnas: ['folio', 'destinatario', 'asunto', 'estado', 'intentos', 'error', 'creadoEn'],
  filtros: ['estado'],
  abrir: (f) => f.transaccionId ? `/consola/documento/${f.transaccionId}` : '',
});
