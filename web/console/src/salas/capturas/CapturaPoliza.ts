import op from 'api:PolizaCrear';
import { capturable } from '../../piezas/capturable';

export default capturable(op, 'Póliza', ['fecha', 'referencia', 'notas'], ['cuentaId', 'cargo', 'abono', 'descripcion'], { vista: [] });
