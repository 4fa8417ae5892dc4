import op from 'api:FormasPagoListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Formas de pago',
  columnas: ['nombre', 'claveSAT', 'maneja_cheques', 'activo'],
  abrir: (f) => `/consola/formas-pago/${f.formaPagoId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/formas-pago/nuevo', permiso: 'FormaPagoCrear' }],
});
