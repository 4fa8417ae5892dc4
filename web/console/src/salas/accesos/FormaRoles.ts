import crea from 'api:RolCrear';
import cambia from 'api:RolActualizar';
import lista from 'llama:RolesListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Rol',
  id: 'rolId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['nombre', 'descripcion', 'permisos', 'limites', 'activo'],
  },
  despues: () => '/consola/roles',
});
