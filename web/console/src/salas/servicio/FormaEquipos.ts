import crea from 'api:EquipoServicioCrear';
import cambia from 'api:EquipoServicioActualizar';
import lee from 'llama:EquipoServicioObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Equipo',
  id: 'equipoServicioId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'clienteId', 'serie', 'marca', 'modelo', 'ubicacion', 'agrupadorServicioId', 'garantiaHasta', 'contador', 'contadorUnidad', 'preventivoDias', 'preventivoContador', 'ultimoPreventivo', 'ultimoContador', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/equipos',
});
