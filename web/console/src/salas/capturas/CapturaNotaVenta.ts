import op from 'api:NotaVentaCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Nota de venta', ['clienteId', 'fecha', 'almacenId'], ['productoId', 'cantidad', 'precioUnitario', 'descuento']);
