import cambia from 'api:CorreosConfiguracionCambiar';
import lee from 'llama:CorreosConfiguracionObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Envío de correos',
  id: 'id',
  uno: true,
  cambia,
  lee,
  grupos: { Datos: ['nombreRemitente', 'responderA', 'enviarAlTimbrar'] },
  despues: () => '/consola/configuracion-correos',
});
