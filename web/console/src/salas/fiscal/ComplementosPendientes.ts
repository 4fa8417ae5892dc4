import op from 'api:ComplementosPagoPendientes';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Complementos de pago por emitir',
  columnas: ['pagoFolio', 'folio', 'fecha', 'vence', 'contacto', 'parcialidad', 'importe2', 'situacion'],
  abrir: (f) => `/consola/documento/${f.pagoId}`,
});
