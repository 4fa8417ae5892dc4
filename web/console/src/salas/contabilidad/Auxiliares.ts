import op from 'api:Auxiliares';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'Auxiliares',
  filas: 'movimientos',
  resumen: ['saldoInicial', 'cargos', 'abonos', 'saldoFinal'],
  columnas: ['fecha', 'tipoDocumento', 'folio', 'cuenta', 'contacto', 'cargo', 'abono', 'saldo'],
  filtros: ['cuentaId', 'entidadId', 'fechaInicial', 'fechaFinal', 'periodoInicial', 'periodoFinal', 'sucursalId', 'proyectoId', 'conCierre'],
  necesita: ['cuentaId', 'entidadId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
