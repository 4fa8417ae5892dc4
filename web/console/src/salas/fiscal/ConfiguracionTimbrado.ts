import cambia from 'api:TimbradoConfiguracionCambiar';
import lee from 'llama:TimbradoConfiguracionObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Configuración de timbrado',
  id: 'id',
  uno: true,
  cambia,
  lee,
  grupos: { Datos: ['proveedor', 'librosAlCancelar', 'credenciales', 'anticipos'] },
  despues: () => '/consola/configuracion-timbrado',
});
