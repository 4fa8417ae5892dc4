import crea from 'api:CentroCostoCrear';
import cambia from 'api:CentroCostoActualizar';
import lee from 'llama:CentroCostoObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Centro de costo',
  id: 'centroCostoId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'responsable', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/centros-costo',
});
