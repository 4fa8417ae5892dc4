import op from 'api:SaldosBancos';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'Saldos de bancos',
  filas: 'cuentas',
  columnas: ['codigo', 'cuenta', 'moneda', 'saldoInicial', 'ingresos', 'egresos', 'saldoFinal', 'conciliado', 'enTransito', 'diferencia'],
  filtros: ['fechaInicial', 'fechaFinal', 'cuentaBancariaId'],
  abrir: (f) => `/consola/conciliar?cuentaBancariaId=${f.cuentaBancariaId}`,
});
