import op from 'api:AddendasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Addendas',
  columnas: ['codigo', 'nombre', 'activo'],
  filtros: ['activo'],
  abrir: (f) => `/consola/addendas/${f.addendaId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/addendas/nuevo', permiso: 'AddendaCrear' }],
});
