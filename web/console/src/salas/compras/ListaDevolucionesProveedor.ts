import op from 'api:NotasDevolucionProveedor';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Devoluciones a proveedores',
  columnas: ['folio', 'fecha', 'proveedor', 'estado'],
  filtros: ['fechaInicial', 'fechaFinal', 'proveedorId', 'sucursalId', 'estado', 'pendiente', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Devolución nueva', camino: '/captura/NotaDevolucionProveedor', permiso: 'NotaDevolucionProveedorCrear' }],
});
