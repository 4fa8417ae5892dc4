import op from 'api:VendedoresListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Vendedores',
  columnas: ['codigo', 'nombre', 'comision', 'activo'],
  abrir: (f) => `/consola/vendedores/${f.vendedorId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/vendedores/nuevo', permiso: 'VendedorCrear' }],
});
