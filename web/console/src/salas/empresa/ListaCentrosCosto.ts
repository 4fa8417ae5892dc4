import op from 'api:CentrosCostoListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Centros de costo',
  columnas: ['codigo', 'nombre', 'responsable', 'activo'],
  filtros: ['activo'],
  abrir: (f) => `/consola/centros-costo/${f.centroCostoId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/centros-costo/nuevo', permiso: 'CentroCostoCrear' }],
});
