import op from 'api:CanalesListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Canales',
  columnas: ['codigo', 'nombre', 'activo'],
  abrir: (f) => `/consola/canales/${f.canalId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/canales/nuevo', permiso: 'CanalCrear' }],
});
