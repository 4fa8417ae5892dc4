import op from 'api:SaldosContactos';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Saldos de contactos',
  columnas: ['nombre', 'limiteCredito', 'expuesto', 'disponible', 'netoLocal'],
  filtros: ['tipo'],
  abrir: (f) => `/consola/estado-cuenta?entidadId=${f.entidadId}`,
});
