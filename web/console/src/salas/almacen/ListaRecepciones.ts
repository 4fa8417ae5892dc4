import op from 'api:Recepciones';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Recepciones',
  columnas: ['folio', 'fecha', 'proveedor', 'almacenId', 'estado', 'total'],
  filtros: ['fechaInicial', 'fechaFinal', 'proveedorId', 'sucursalId', 'estado', 'pendiente', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Recepción nueva', camino: '/captura/Recepcion', permiso: 'RecepcionAgregar' }],
});
