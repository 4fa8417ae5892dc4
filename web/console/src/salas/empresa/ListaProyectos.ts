import op from 'api:ProyectosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Proyectos',
  columnas: ['codigo', 'nombre', 'estado', 'responsable', 'fechaInicio', 'fechaFin'],
  filtros: ['estado'],
  abrir: (f) => `/consola/proyectos/${f.proyectoId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/proyectos/nuevo', permiso: 'ProyectoCrear' }],
});
