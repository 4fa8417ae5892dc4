import op from 'api:DiferidosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Gastos diferidos',
  columnas: ['codigo', 'nombre', 'importe', 'meses', 'periodoInicial', 'devengado', 'porDevengar', 'estado'],
  filtros: ['sucursalId', 'estado'],
  abrir: (f) => `/consola/diferidos/${f.diferidoId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/diferidos/nuevo', permiso: 'DiferidoCrear' }],
});
