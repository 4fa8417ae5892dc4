import op from 'api:NotaCreditoProveedorCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Nota de crédito de proveedor', ['proveedorId', 'fecha', 'motivo'], ['productoId', 'conceptoId', 'cantidad', 'precioUnitario']);
