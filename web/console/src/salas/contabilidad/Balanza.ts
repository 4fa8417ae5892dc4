import op from 'api:SaldosCuentas';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'Balanza de comprobación',
  filas: 'cuentas',
  resumen: ['cargos', 'abonos', 'diferencia'],
  columnas: ['codigo', 'nombre', 'saldoInicial', 'cargos', 'abonos', 'saldoFinal'],
  filtros: ['periodoInicial', 'periodoFinal', 'fechaInicial', 'fechaFinal', 'nivel', 'sucursalId', 'proyectoId', 'conCeros', 'conCierre'],
  abrir: (f) => `/consola/auxiliar/${f.cuentaId}${location.search}`,
  arbol: true,
});
