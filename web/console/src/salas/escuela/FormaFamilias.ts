import crea from 'api:FamiliaCrear';
import cambia from 'api:FamiliaActualizar';
import lee from 'llama:FamiliaObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Familia',
  id: 'familiaId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'clienteId', 'pagadorId', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/familias',
});
