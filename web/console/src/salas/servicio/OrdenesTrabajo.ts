import op from 'api:OrdenesTrabajo';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Órdenes de trabajo',
  columnas: ['folio', 'numero', 'cliente', 'equipo', 'personal', 'estado', 'programado', 'horas'],
  filtros: ['estado', 'personalServicioId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
