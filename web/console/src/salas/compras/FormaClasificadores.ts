import crea from 'api:ClasificadorCostoCrear';
import cambia from 'api:ClasificadorCostoActualizar';
import lista from 'llama:ClasificadoresCostoListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Clasificador de costo',
  id: 'clasificadorCostoId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'padreId', 'cuentaId', 'usuarios', 'activo'],
  },
  despues: () => '/consola/clasificadores',
});
