import op from 'api:CiclosEscolaresListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Ciclos',
  columnas: ['codigo', 'nombre', 'inicio', 'fin', 'activo'],
  filtros: ['activo'],
  abrir: (f) => `/consola/ciclos/${f.cicloEscolarId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/ciclos/nuevo', permiso: 'CicloEscolarCrear' }],
});
