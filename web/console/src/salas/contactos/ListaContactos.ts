import op from 'api:ContactosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Contactos',
  columnas: ['codigo', 'nombre', 'rfc', 'correo', 'telefono', 'roles', 'activo'],
  filtros: ['buscar', 'rol', 'clasificacionId', 'activo'],
  elige: { clasificacionId: 'clasificacionContactoId' },
  abrir: (f) => `/consola/contactos/${f.entidadId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/contactos/nuevo', permiso: 'ContactoCrear' }],
});
