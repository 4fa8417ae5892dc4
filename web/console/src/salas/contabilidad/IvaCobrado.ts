import op from 'api:IVAcobradoTasas';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'IVA cobrado por tasas',
  filas: 'detalle',
  resumen: ['subtotal16', 'impuesto16', 'subtotal8', 'impuesto8', 'subtotal0', 'subtotalExento', 'impuesto', 'diferencia'],
  columnas: ['fecha', 'folio', 'cliente', 'subtotal16', 'impuesto16', 'subtotal8', 'impuesto8', 'subtotal0', 'subtotalExento'],
  filtros: ['fechaInicial', 'fechaFinal'],
  abrir: (f) => f.transaccionId ? `/consola/documento/${f.transaccionId}` : '',
});
