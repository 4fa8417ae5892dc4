import op from 'api:NotaCreditoClienteCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Nota de crédito de cliente', ['clienteId', 'fecha', 'motivo', 'aplicar'], ['productoId', 'conceptoId', 'cantidad', 'precioUnitario']);
