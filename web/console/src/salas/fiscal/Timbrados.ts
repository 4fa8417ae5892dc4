import op from 'api:TimbradosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Comprobantes',
  columnas: ['folio', 'tipoDocumento', 'fecha', 'contacto', 'total', 'estado', 'uuid', 'mensaje'],
  filtros: ['estado'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
