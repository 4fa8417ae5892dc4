import op from 'api:ConceptosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Conceptos',
  columnas: ['codigo', 'nombre', 'cuentaId', 'iva', 'enVenta', 'enCompra', 'enGasto', 'activo'],
  filtros: ['buscar', 'activo'],
  abrir: (f) => `/consola/conceptos/${f.conceptoId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/conceptos/nuevo', permiso: 'ConceptoCrear' }],
});
