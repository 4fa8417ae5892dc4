import crea from 'api:PlanEscolarCrear';
import cambia from 'api:PlanEscolarActualizar';
import lista from 'llama:PlanesEscolaresListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Plan de cobro',
  id: 'planEscolarId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'tipo', 'cicloEscolarId', 'nivelEscolarId', 'sucursalId', 'conceptoId', 'precio', 'incluyeImpuestos', 'inicio', 'periodos', 'diasVencimiento', 'opcional', 'conBeca', 'prontoPagoDias', 'prontoPagoTasa', 'diasGracia', 'recargoTasa', 'recargoImporte', 'conceptoRecargoId', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/planes',
});
