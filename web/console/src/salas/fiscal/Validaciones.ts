import op from 'api:ValidacionesListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Validaciones de comprobantes',
  columnas: ['uuid', 'rfcEmisor', 'total', 'resultado', 'estadoSat', 'verificadoEn'],
  filtros: ['resultado', 'uuid'],
  abrir: (f) => f.transaccionId ? `/consola/documento/${f.transaccionId}` : '',
});
