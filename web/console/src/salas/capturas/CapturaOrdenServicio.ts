import op from 'api:OrdenServicioCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Orden de servicio', ['clienteId', 'equipoServicioId', 'fecha', 'fechaCompromiso', 'prioridad', 'falla'], ['productoId', 'conceptoId', 'cantidad', 'precioUnitario', 'cobro'], { vista: ['total'] });
