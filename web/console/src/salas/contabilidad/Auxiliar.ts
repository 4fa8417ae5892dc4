import op from 'api:Auxiliar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Auxiliar',
  columnas: ['fecha', 'folio', 'tipoDocumento', 'evento', 'rfc', 'cargo', 'abono', 'notas'],
  filtros: ['periodoInicial', 'periodoFinal', 'fechaInicial', 'fechaFinal', 'sucursalId', 'proyectoId', 'conCierre'],
  abrir: (f) => f.transaccionId ? `/consola/documento/${f.transaccionId}` : '',
});
