import crea from 'api:VendedorCrear';
import cambia from 'api:VendedorActualizar';
import lista from 'llama:VendedoresListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Vendedor',
  id: 'vendedorId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'entidadId', 'comision', 'sucursalId', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/vendedores',
});
