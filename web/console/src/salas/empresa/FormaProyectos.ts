import crea from 'api:ProyectoCrear';
import cambia from 'api:ProyectoActualizar';
import lee from 'llama:ProyectoObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Proyecto',
  id: 'proyectoId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'padreId', 'responsable', 'clienteId', 'fechaInicio', 'fechaFin', 'presupuesto', 'referenciaExterna', 'estado'],
  },
  despues: () => '/consola/proyectos',
});
