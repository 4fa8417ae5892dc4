import op from 'api:NivelServicio';
import { reporte } from '../../piezas/piezas';

export default reporte(op, {
  titulo: 'Nivel de servicio',
  filas: 'grupos',
  columnas: ['codigo', 'nombre', 'lineasPedidas', 'lineasATiempo', 'nivelLineas', 'pedidos', 'pedidosPerfectos', 'nivelPedidos', 'diasSinExistencia'],
  filtros: ['fechaInicial', 'fechaFinal', 'agruparPor', 'sucursalId', 'clienteId', 'productoId'],
});
