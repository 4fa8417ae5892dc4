import crea from 'api:DiferidoCrear';
import cambia from 'api:DiferidoActualizar';
import lee from 'llama:DiferidoObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Gasto diferido',
  id: 'diferidoId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'importe', 'meses', 'periodoInicial', 'cuentaId', 'cuentaGastoId', 'sucursalId', 'proyectoId', 'transaccionId', 'numeroPartida', 'notas'],
  },
  elige: { cuentaGastoId: 'cuentaId' },
  despues: () => '/consola/diferidos',
});
