import op from 'api:CotizacionesCliente';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  siempre: { orden: 'descendente' },
  titulo: 'Cotizaciones',
  columnas: ['folio', 'fecha', 'cliente', 'estado', 'vigenciaFecha', 'total'],
  filtros: ['fechaInicial', 'fechaFinal', 'clienteId', 'sucursalId', 'estado', 'folio', 'vendedorId'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Cotización nueva', camino: '/captura/Cotizacion', permiso: 'CotizacionCrear' }],
});
