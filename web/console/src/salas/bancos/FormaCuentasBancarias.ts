import crea from 'api:CuentaBancariaCrear';
import cambia from 'api:CuentaBancariaActualizar';
import lista from 'llama:CuentasBancariasListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Cuenta bancaria',
  id: 'cuentaBancariaId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'tipo', 'moneda', 'cuentaId', 'sucursalId', 'bancoId', 'numero', 'clabe', 'activo'],
  },
  despues: () => '/consola/cuentas-bancarias',
});
