import crea from 'api:AddendaCrear';
import cambia from 'api:AddendaActualizar';
import lee from 'llama:AddendaObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Addenda',
  id: 'addendaId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'clientes', 'campos', 'plantilla', 'activo'],
  },
  despues: () => '/consola/addendas',
});
