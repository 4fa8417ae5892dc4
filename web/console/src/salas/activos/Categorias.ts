import op from 'api:CategoriasActivoListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Categorías de activos',
  columnas: ['codigo', 'nombre', 'claveTasa', 'tasaAnual', 'tasaFiscal', 'activo'],
  abrir: (f) => `/consola/categorias-activo/${f.categoriaId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/categorias-activo/nuevo', permiso: 'CategoriaActivoCrear' }],
});
