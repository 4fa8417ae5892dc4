import op from 'api:PromocionesListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Promociones',
  columnas: ['codigo', 'nombre', 'beneficio', 'condicion', 'usos', 'activa'],
  abrir: (f) => `/consola/promociones/${f.promocionId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/promociones/nuevo', permiso: 'PromocionCrear' }],
});
