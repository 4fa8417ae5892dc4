import crea from 'api:CanalCrear';
import cambia from 'api:CanalActualizar';
import lista from 'llama:CanalesListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Canal',
  id: 'canalId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'activo'],
  },
  despues: () => '/consola/canales',
});
