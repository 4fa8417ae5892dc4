import crea from 'api:CajaCrear';
import cambia from 'api:CajaActualizar';
import lee from 'llama:CajaObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Caja',
  id: 'cajaId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'sucursalId', 'almacenId', 'clienteId', 'activo'],
    Dinero: ['cuentaBancariaId', 'cuentaEntregaId', 'fondo', 'tolerancia', 'formas'],
  },
  despues: () => '/consola/cajas',
});
