import crea from 'api:ContratoServicioCrear';
import cambia from 'api:ContratoServicioActualizar';
import lee from 'llama:ContratoServicioObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Contrato de servicio',
  id: 'contratoServicioId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'clienteId', 'sucursalId', 'agrupadorServicioId', 'inicio', 'fin', 'meses', 'genera', 'conceptoId', 'precio', 'descripcion', 'equipos', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/contratos',
});
