import op from 'api:ActivosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Activos fijos',
  columnas: ['codigo', 'nombre', 'categoria', 'estado', 'fechaAdquisicion', 'costo', 'depreciacion', 'valorLibros'],
  filtros: ['categoriaId', 'sucursalId', 'estado', 'periodo'],
  abrir: (f) => `/consola/activos/${f.activoId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/activos/nuevo', permiso: 'ActivoCrear' }],
});
