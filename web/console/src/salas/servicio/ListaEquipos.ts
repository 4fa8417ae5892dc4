import op from 'api:EquiposServicioListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Equipos',
  columnas: ['codigo', 'nombre', 'clienteId', 'serie', 'marca', 'modelo', 'proximoPreventivo', 'activo'],
  filtros: ['clienteId', 'activo'],
  abrir: (f) => `/consola/equipos/${f.equipoServicioId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/equipos/nuevo', permiso: 'EquipoServicioCrear' }],
});
