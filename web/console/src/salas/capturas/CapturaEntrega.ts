import op from 'api:EntregaAgregar';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Entrega', ['clienteId', 'fecha', 'almacenId', 'direccionEntrega'], ['productoId', 'cantidad', 'almacenId'], { pendiente: 'pendienteEntregar', vista: ['descripcion', 'costo'] });
