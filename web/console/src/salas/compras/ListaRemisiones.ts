import op from 'api:NotasRemision';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Remisiones',
  columnas: ['folio', 'fecha', 'proveedor', 'estado', 'total'],
  filtros: ['fechaInicial', 'fechaFinal', 'proveedorId', 'sucursalId', 'estado', 'pendiente', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Remisión nueva', camino: '/captura/NotaRemision', permiso: 'NotaRemisionCrear' }],
});
