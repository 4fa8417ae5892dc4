import crea from 'api:SucursalCrear';
import cambia from 'api:SucursalActualizar';
import lista from 'llama:SucursalesListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Sucursal',
  id: 'sucursalId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'direccion', 'codigoPostal', 'zona', 'frontera', 'almacenId', 'cuentaBancariaId', 'listaPreciosId', 'activo'],
  },
  despues: () => '/consola/sucursales',
});
