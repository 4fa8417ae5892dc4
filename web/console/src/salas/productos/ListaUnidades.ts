import op from 'api:UnidadesMedidaListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Unidades de medida',
  columnas: ['codigo', 'nombre', 'claveUnidad', 'decimales', 'activo'],
  abrir: (f) => `/consola/unidades/${f.unidadMedidaId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/unidades/nuevo', permiso: 'UnidadMedidaCrear' }],
});
