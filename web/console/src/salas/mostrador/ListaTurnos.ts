import op from 'api:TurnosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Turnos de caja',
  columnas: ['folio', 'fecha', 'caja', 'usuario', 'estado', 'ventas', 'efectivoEsperado', 'efectivoContado', 'diferencia', 'abiertoEn', 'cerradoEn'],
  filtros: ['fechaInicial', 'fechaFinal', 'cajaId', 'estado', 'folio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
