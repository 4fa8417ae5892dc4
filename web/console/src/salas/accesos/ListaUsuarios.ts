import op from 'api:UsuariosListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Usuarios',
  columnas: ['usuario', 'nombre', 'correo', 'roles', 'activo'],
  abrir: (f) => `/consola/usuarios/${f.usuarioId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/usuarios/nuevo', permiso: 'UsuarioCrear' }],
});
