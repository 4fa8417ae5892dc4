import op from 'api:AnalisisCapas';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Capas de costo',
  columnas: ['codigo', 'producto', 'almacen', 'folio', 'fecha', 'dias', 'cantidadRestante', 'costoUnitario', 'valorRestante'],
  filtros: ['productoId', 'almacenId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
