import op from 'api:ListasPreciosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Listas de precios',
  columnas: ['codigo', 'nombre', 'moneda', 'incluyeImpuestos', 'esGeneral', 'activa'],
  abrir: (f) => `/consola/listas-precios/${f.listaPreciosId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/listas-precios/nuevo', permiso: 'ListaPreciosCrear' }],
});
