import op from 'api:SaldosClientesProveedores';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'Clientes y proveedores contra libros',
  filas: 'saldos',
  resumen: ['totalLocal', 'diferencia'],
  columnas: ['codigo', 'nombre', 'moneda', 'porCobrar', 'aFavorCliente', 'porPagar', 'aFavorProveedor', 'neto', 'netoLocal'],
  filtros: ['fecha'],
});
