import op from 'api:FacturaVentaCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Factura de venta', ['clienteId', 'fecha', 'metodoPago', 'formaPago', 'almacenId'], ['productoId', 'cantidad', 'precioUnitario', 'descuento'], { pendiente: 'pendienteFacturar' });
