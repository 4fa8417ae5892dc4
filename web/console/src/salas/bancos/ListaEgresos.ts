import op from 'api:EgresosPorFechas';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Egresos',
  columnas: ['folio', 'fecha', 'beneficiario', 'cuenta', 'forma', 'consecutivo', 'estado', 'importe'],
  filtros: ['fechaInicial', 'fechaFinal', 'beneficiarioId', 'cuentaBancariaId', 'estado'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
  nuevos: [{ titulo: 'Pagar', camino: '/pagar', permiso: 'EgresoAgregar' }],
});
