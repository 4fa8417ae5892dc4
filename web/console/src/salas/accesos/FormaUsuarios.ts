import crea from 'api:UsuarioCrear';
import cambia from 'api:UsuarioActualizar';
import lee from 'llama:UsuarioObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Usuario',
  id: 'usuarioId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['usuario', 'nombre', 'correo', 'password', 'esServicio', 'sucursalId', 'centroCostoId', 'divisionId', 'roles', 'activo'],
  },
  despues: () => '/consola/usuarios',
});
