import op from 'api:ProductosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Productos',
  columnas: ['codigo', 'nombre', 'tipo', 'unidad', 'precio', 'iva', 'activo'],
  filtros: ['buscar', 'tipo', 'clasificacionId', 'activo'],
  abrir: (f) => `/consola/productos/${f.productoId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/productos/nuevo', permiso: 'ProductoCrear' }],
});
