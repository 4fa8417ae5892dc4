import op from 'api:RutaLiquidaciones';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Liquidaciones',
  columnas: ['folio', 'fecha', 'ruta', 'vendedor', 'estado', 'ventasContado', 'ventasCredito', 'cobranza', 'efectivoEsperado', 'efectivoEntregado', 'diferenciaEfectivo'],
  filtros: ['fechaInicial', 'fechaFinal', 'rutaId', 'estado'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
