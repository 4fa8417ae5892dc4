import op from 'api:AgenciaViajeFacturas';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Facturas de viajes',
  columnas: ['folio', 'fecha', 'cliente', 'localizador', 'estado', 'total', 'terceros', 'saldo'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'proveedorId', 'sucursalId', 'estado', 'pendiente', 'folio', 'referencia', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
