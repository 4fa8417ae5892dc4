import crea from 'api:ClasificacionProductoCrear';
import cambia from 'api:ClasificacionProductoActualizar';
import lista from 'llama:ClasificacionesProductoListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Clasificación',
  id: 'clasificacionId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['nombre', 'activo'],
  },
  despues: () => '/consola/clasificaciones',
});
