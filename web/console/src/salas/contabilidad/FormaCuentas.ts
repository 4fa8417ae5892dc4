import crea from 'api:CuentaCrear';
import cambia from 'api:CuentaActualizar';
import lista from 'llama:CuentasListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Cuenta',
  id: 'cuentaId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'padreId', 'naturaleza', 'tipo', 'codigoAgrupador', 'activo'],
  },
  despues: () => '/consola/cuentas',
});
