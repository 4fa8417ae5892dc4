import crea from 'api:ConsumidorApiCrear';
import cambia from 'api:ConsumidorApiActualizar';
import lista from 'llama:ConsumidoresApiListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Consumidor de API',
  id: 'consumidorId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['nombre', 'tipoIntegracion', 'usuarioId', 'alcances', 'venceEn', 'activo'],
  },
  despues: () => '/consola/consumidores',
});
