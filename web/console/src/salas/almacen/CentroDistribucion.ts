import op from 'api:CentroDistribucion';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Qué comprar',
  columnas: ['codigo', 'producto', 'almacen', 'existencia', 'disponible', 'ordenPendiente', 'demandaDiaria', 'diasCobertura', 'minimo', 'maximo', 'sugerido'],
  filtros: ['productoId', 'almacenId', 'clasificacionId', 'diasDemanda'],
  abrir: (f) => `/consola/productos/${f.productoId}`,
});
