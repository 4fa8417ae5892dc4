import crea from 'api:UnidadMedidaCrear';
import cambia from 'api:UnidadMedidaActualizar';
import lista from 'llama:UnidadesMedidaListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Unidad de medida',
  id: 'unidadMedidaId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'claveUnidad', 'baseId', 'numerador', 'denominador', 'decimales', 'activo'],
  },
  despues: () => '/consola/unidades',
});
