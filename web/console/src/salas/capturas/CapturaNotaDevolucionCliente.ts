import op from 'api:NotaDevolucionClienteCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Devolución de cliente', ['clienteId', 'fecha', 'almacenId', 'motivo'], ['productoId', 'cantidad', 'almacenId'], { pendiente: 'pendienteDevolver', vista: ['descripcion', 'costo'] });
