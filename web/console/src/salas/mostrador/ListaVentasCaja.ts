import op from 'api:CajaVentasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Ventas de caja',
  columnas: ['folio', 'tipoDocumento', 'fecha', 'cliente', 'estado', 'total', 'recibido', 'cambio'],
  filtros: ['turnoId', 'clienteId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
