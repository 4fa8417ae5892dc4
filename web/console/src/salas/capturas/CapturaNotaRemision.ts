import op from 'api:NotaRemisionCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Remisión del proveedor', ['proveedorId', 'fecha', 'almacenId', 'referencia'], ['productoId', 'cantidad', 'almacenId'], { pendiente: 'pendienteRecibir', vista: ['descripcion', 'costo'] });
