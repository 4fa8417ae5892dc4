import op from 'api:SolicitudesPago';
import autorizar from 'llama:SolicitudPagoAutorizar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Solicitudes de pago',
  columnas: ['folio', 'fecha', 'beneficiario', 'solicitante', 'prioridad', 'estado', 'importe', 'pagado'],
  filtros: ['fechaInicial', 'fechaFinal', 'beneficiarioId', 'sucursalId', 'estado', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  varias: { id: 'transaccionId', nombre: 'folio', acciones: [{ titulo: 'Autorizar', op: autorizar, pregunta: '¿Autorizar las elegidas?' }] },
});
