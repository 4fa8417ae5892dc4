import op from 'api:FacturaCompraCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Factura de compra', ['proveedorId', 'fecha', 'serieProveedor', 'folioProveedor', 'uuid', 'vencimiento'], ['productoId', 'cantidad', 'precioUnitario', 'descuento'], { pendiente: 'pendienteFacturar' });
