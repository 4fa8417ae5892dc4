import crea from 'api:AlumnoCrear';
import cambia from 'api:AlumnoActualizar';
import lee from 'llama:AlumnoObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Alumno',
  id: 'alumnoId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['matricula', 'nombre', 'curp', 'familiaId', 'clienteId', 'pagadorId', 'nivelEscolarId', 'cicloEscolarId', 'grado', 'grupo', 'beca', 'descuento', 'ingreso', 'planes', 'referenciaExterna', 'baja', 'activo'],
  },
  despues: () => '/consola/alumnos',
});
