import op from 'api:GastoCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Gasto', ['proveedorId', 'fecha', 'referencia', 'vencimiento'], ['conceptoId', 'cantidad', 'precioUnitario', 'descripcion'], { vista: ['total'] });
