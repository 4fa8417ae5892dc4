import op from 'api:AntiguedadSaldos';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'Antigüedad de saldos',
  filas: 'contactos',
  resumen: ['diferencia'],
  columnas: ['codigo', 'nombre', 'moneda', 'porVencer', 'vencido', 'total', 'sinAsignar', 'neto'],
  filtros: ['fecha', 'tipo', 'porFecha', 'moneda', 'sucursalId', 'vendedorId'],
  abrir: (f) => `/consola/cartera?entidadId=${f.entidadId}`,
});
