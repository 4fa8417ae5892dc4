import op from 'api:MovimientoAgregar';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Movimiento de inventario', ['tipo', 'fecha', 'almacenId', 'almacenDestinoId', 'motivo'], ['productoId', 'cantidad', 'costoUnitario'], { vista: ['descripcion', 'costo'] });
