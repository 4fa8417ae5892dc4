import crea from 'api:ReempaqueAgregar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Reempaque',
  id: 'transaccionId',
  crea,
  grupos: { Datos: ['fecha', 'almacenId', 'almacenDestinoId', 'motivo', 'reparto', 'costoAgregado'], 'Lo que se consume': ['consume'], 'Lo que se produce': ['produce'] },
  despues: (r) => `/consola/documento/${r.transaccionId}`,
});
