import op from 'api:PlantillasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Documentos recurrentes',
  columnas: ['codigo', 'nombre', 'operacion', 'ritmo', 'dia', 'desde', 'hasta', 'siguiente', 'activo'],
  filtros: ['activo'],
});
