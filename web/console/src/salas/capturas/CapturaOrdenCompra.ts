import op from 'api:OrdenCompraCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Orden de compra', ['proveedorId', 'fecha', 'fechaRequerida', 'almacenId'], ['productoId', 'cantidad', 'precioUnitario', 'descuento']);
