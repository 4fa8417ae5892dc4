import op from 'api:NivelesEscolaresListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Niveles',
  columnas: ['codigo', 'nombre', 'nivelEducativo', 'autRvoe', 'activo'],
  filtros: ['activo'],
  abrir: (f) => `/consola/niveles/${f.nivelEscolarId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/niveles/nuevo', permiso: 'NivelEscolarCrear' }],
});
