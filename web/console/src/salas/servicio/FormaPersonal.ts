import crea from 'api:PersonalServicioCrear';
import cambia from 'api:PersonalServicioActualizar';
import lee from 'llama:PersonalServicioObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Personal de servicio',
  id: 'personalServicioId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'puesto', 'email', 'telefono', 'sucursalId', 'entidadId', 'especialidades', 'costoHora', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/personal',
});
