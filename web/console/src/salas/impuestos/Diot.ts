import op from 'api:Diot';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'DIOT',
  filas: 'lineas',
  resumen: ['pagado', 'acreditable', 'retenido', 'diferencia'],
  columnas: ['tipoTercero', 'tipoOperacion', 'proveedor', 'rfc', 'ivaRetenido', 'exento', 'tasaCero', 'noObjeto'],
  filtros: ['periodo'],
});
