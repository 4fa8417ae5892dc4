import op from 'api:ConsumidoresApiListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Consumidores de API',
  columnas: ['nombre', 'tipoIntegracion', 'usuario', 'alcances', 'activo'],
  abrir: (f) => `/consola/consumidores/${f.consumidorId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/consumidores/nuevo', permiso: 'ConsumidorApiCrear' }],
});
