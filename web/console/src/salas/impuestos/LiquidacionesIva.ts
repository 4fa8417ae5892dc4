import op from 'api:LiquidacionesIva';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Liquidaciones de IVA',
  columnas: ['periodo', 'folio', 'cobrado', 'acreditable', 'importacion', 'retenido', 'aplicado', 'porPagar', 'aFavor'],
  filtros: ['ejercicio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Liquidar un mes', camino: '/liquidacion-iva', permiso: 'LiquidacionIvaCrear' }],
});
