import crea from 'api:ProveedorIdentidadCrear';
import cambia from 'api:ProveedorIdentidadActualizar';
import lista from 'llama:ProveedoresIdentidadListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Proveedor de identidad',
  id: 'proveedorIdentidadId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['nombre', 'emisor', 'idCliente', 'secreto', 'consumidorId', 'porCorreo', 'activo'],
  },
  despues: () => '/consola/proveedores-identidad',
});
