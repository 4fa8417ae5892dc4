import op from 'api:PersonalServicioListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Personal',
  columnas: ['codigo', 'nombre', 'puesto', 'telefono', 'costoHora', 'activo'],
  filtros: ['activo'],
  abrir: (f) => `/consola/personal/${f.personalServicioId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/personal/nuevo', permiso: 'PersonalServicioCrear' }],
});
