import cambia from 'api:ConfiguracionCompraCambiar';
import lee from 'llama:ConfiguracionCompraObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Configuración de compras',
  id: 'id',
  uno: true,
  cambia,
  lee,
  grupos: { Datos: ['toleranciaRecepcion', 'toleranciaPrecio', 'facturaSinRecepcion'] },
  despues: () => '/consola/configuracion-compras',
});
