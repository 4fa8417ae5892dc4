import op from 'api:IvaAcreditable';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'IVA acreditable por tasas',
  filas: 'proveedores',
  resumen: ['base16', 'iva16', 'base8', 'iva8', 'base0', 'baseExenta', 'importacion', 'noAcreditable', 'impuesto', 'diferencia'],
  columnas: ['proveedor', 'rfc', 'base16', 'iva16', 'base8', 'iva8', 'base0', 'baseExenta', 'noAcreditable', 'impuesto'],
  filtros: ['fechaInicial', 'fechaFinal', 'proveedorId'],
});
