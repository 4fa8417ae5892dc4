import op from 'api:AgenciaViajeMargenReservacion';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'Margen por reservación',
  filas: 'renglones',
  resumen: ['total', 'ventaEnLibros', 'costoEnLibros', 'diferencia'],
  columnas: ['localizador', 'servicios', 'venta', 'costo', 'margen', 'cobradoTerceros', 'pagadoTerceros', 'saldoTerceros'],
  filtros: ['fechaInicial', 'fechaFinal'],
});
