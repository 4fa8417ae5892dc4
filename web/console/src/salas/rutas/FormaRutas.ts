import crea from 'api:RutaCrear';
import cambia from 'api:RutaActualizar';
import lee from 'llama:RutaObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Ruta',
  id: 'rutaId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'sucursalId', 'vendedorId', 'ayudante', 'almacenId', 'almacenBaseId', 'cuentaBancariaId', 'cuentaEntregaId', 'listaPreciosId', 'clientes', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/rutas',
});
