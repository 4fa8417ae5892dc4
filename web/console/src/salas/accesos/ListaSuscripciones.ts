import op from 'api:SuscripcionesListar';
import probar from 'llama:SuscripcionProbar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Suscripciones a avisos',
  columnas: ['nombre', 'url', 'tipos', 'activo', 'pendientes', 'ultimoExito', 'fallaDesde', 'motivo'],
  abrir: (f) => `/consola/suscripciones/${f.suscripcionId}`,
  enlaces: { pendientes: (f) => `/consola/avisos/${f.suscripcionId}` },
  nuevos: [{ titulo: 'Agregar', camino: '/suscripciones/nuevo', permiso: 'SuscripcionCrear' }],
  varias: { id: 'suscripcionId', nombre: 'nombre', acciones: [{ titulo: 'Probar', op: probar }] },
});
