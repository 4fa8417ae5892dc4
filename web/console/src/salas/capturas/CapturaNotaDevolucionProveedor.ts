import op from 'api:NotaDevolucionProveedorCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Devolución a proveedor', ['proveedorId', 'fecha', 'almacenId'], ['productoId', 'cantidad', 'almacenId'], { pendiente: 'pendienteDevolver', vista: ['descripcion', 'costo'] });
