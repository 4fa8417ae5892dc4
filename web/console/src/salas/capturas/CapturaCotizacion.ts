import op from 'api:CotizacionCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Cotización', ['clienteId', 'fecha', 'vigenciaFecha', 'vendedorId'], ['productoId', 'cantidad', 'precioUnitario', 'descuento']);
