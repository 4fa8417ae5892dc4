import op from 'api:TrabajosListar';
import reintentar from 'llama:TrabajoReintentar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Trabajos',
  columnas: ['tipo', 'clave', 'estado', 'intentos', 'siguienteIntento', 'resultado', 'error', 'creadoEn'],
  filtros: ['tipo', 'estado'],
  varias: { id: 'trabajoId', nombre: 'clave', acciones: [{ titulo: 'Reintentar', op: reintentar }] },
});
