import crea from 'api:PromocionCrear';
import cambia from 'api:PromocionActualizar';
import lista from 'llama:PromocionesListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Promoción',
  id: 'promocionId',
  crea,
  cambia,
  lista,
  grupos: {
    General: ['codigo', 'nombre', 'prioridad', 'acumulable', 'activa'],
    'Condición': ['condicion', 'condicionImporte', 'condicionProductos'],
    Beneficio: ['beneficio', 'beneficioValor', 'beneficioProductos'],
    'Cuándo': ['vigenciaInicio', 'vigenciaFin', 'horaInicio', 'horaFin', 'dias', 'sucursales'],
    'Límites': ['limitePorTicket', 'limiteTotal'],
    'Más': ['referenciaExterna'],
  },
  despues: () => '/consola/promociones',
});
