import op from 'api:PlanesEscolaresListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Planes',
  columnas: ['codigo', 'nombre', 'tipo', 'precio', 'periodos', 'activo'],
  filtros: ['cicloEscolarId', 'activo'],
  abrir: (f) => `/consola/planes/${f.planEscolarId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/planes/nuevo', permiso: 'PlanEscolarCrear' }],
});
