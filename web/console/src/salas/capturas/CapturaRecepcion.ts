import op from 'api:RecepcionAgregar';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Recepción', ['proveedorId', 'fecha', 'almacenId', 'referencia'], ['productoId', 'cantidad', 'almacenId'], { pendiente: 'pendienteRecibir', vista: ['descripcion', 'costo'] });
