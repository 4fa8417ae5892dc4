import op from 'api:DepreciacionFiscal';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Deducción fiscal de inversiones',
  columnas: ['codigo', 'nombre', 'categoria', 'montoDeducible', 'tasaFiscal', 'meses', 'deducidoAntes', 'deduccion', 'factor', 'deduccionActualizada'],
  filtros: ['ejercicio'],
});
