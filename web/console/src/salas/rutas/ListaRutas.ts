import op from 'api:RutasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Rutas',
  columnas: ['codigo', 'nombre', 'vendedor', 'almacen', 'clientes', 'activo'],
  filtros: ['activo'],
  abrir: (f) => `/consola/rutas/${f.rutaId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/rutas/nuevo', permiso: 'RutaCrear' }],
});
