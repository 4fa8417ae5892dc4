import cambia from 'api:RutaConfiguracionActualizar';
import lee from 'llama:RutaConfiguracionObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Configuración de rutas',
  id: 'id',
  uno: true,
  cambia,
  lee,
  grupos: { Datos: ['toleranciaEfectivo', 'toleranciaProducto', 'valuacionFaltante', 'almacenEnvasesId'] },
  despues: () => '/consola/configuracion-rutas',
});
