import op from 'api:PedidoClienteCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Pedido de cliente', ['clienteId', 'fecha', 'entregaFecha', 'almacenId', 'reservar'], ['productoId', 'cantidad', 'precioUnitario', 'descuento'], { pendiente: 'pendientePedir' });
