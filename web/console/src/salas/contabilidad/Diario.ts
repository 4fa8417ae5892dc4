import op from 'api:Diario';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Libro diario',
  columnas: ['fecha', 'tipoDocumento', 'folio', 'evento', 'contacto', 'referencia', 'importe'],
  filtros: ['periodoInicial', 'periodoFinal', 'fechaInicial', 'fechaFinal', 'sucursalId', 'proyectoId', 'conCierre'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
