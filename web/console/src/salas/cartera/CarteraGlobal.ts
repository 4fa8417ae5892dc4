import op from 'api:CarteraGlobal';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Documentos por cobrar y por pagar',
  columnas: ['folio', 'tipoDocumento', 'fecha', 'vencimiento', 'dias', 'nombre', 'moneda', 'total', 'saldo'],
  filtros: ['tipo', 'entidadId', 'moneda', 'vencidos', 'sucursalId', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
