import crea from 'api:AlmacenCrear';
import cambia from 'api:AlmacenActualizar';
import lista from 'llama:AlmacenesListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Almacén',
  id: 'almacenId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'sucursalId', 'tipo', 'activo'],
  },
  despues: () => '/consola/almacenes',
});
