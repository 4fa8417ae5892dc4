import op from 'api:RutaJornadasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Jornadas',
  columnas: ['folio', 'fecha', 'ruta', 'vendedor', 'estado', 'salidaEn', 'regresoEn'],
  filtros: ['fechaInicial', 'fechaFinal', 'rutaId', 'estado'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
