import cambia from 'api:ConfiguracionCambiar';
import lee from 'llama:ConfiguracionObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Configuración contable',
  id: 'id',
  uno: true,
  cambia,
  lee,
  grupos: { Datos: ['moneda', 'monedas', 'existenciaNegativa', 'pagoDeTerceros', 'limiteCreditoEstricto', 'autorizaQuienSolicita', 'creditoConPedidos', 'facturaSinEntrega', 'lotesPorCaducidad', 'ajusteSaldoMaximo', 'regimenFiscal', 'ivaNoAcreditable', 'iepsAlCosto', 'diasAdelanto'] },
  despues: () => '/consola/configuracion-contable',
});
