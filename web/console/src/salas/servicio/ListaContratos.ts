import op from 'api:ContratosServicioListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Contratos',
  columnas: ['codigo', 'nombre', 'clienteId', 'inicio', 'fin', 'precio', 'siguiente', 'activo'],
  filtros: ['clienteId', 'activo'],
  abrir: (f) => `/consola/contratos/${f.contratoServicioId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/contratos/nuevo', permiso: 'ContratoServicioCrear' }],
});
