import op from 'api:AlumnosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Alumnos',
  columnas: ['matricula', 'nombre', 'familiaId', 'nivelEscolarId', 'grado', 'grupo', 'activo'],
  filtros: ['buscar', 'familiaId', 'nivelEscolarId', 'cicloEscolarId', 'activo'],
  abrir: (f) => `/consola/alumnos/${f.alumnoId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/alumnos/nuevo', permiso: 'AlumnoCrear' }],
});
