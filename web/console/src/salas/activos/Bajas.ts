import op from 'api:BajasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Bajas de activos',
  columnas: ['folio', 'fecha', 'codigo', 'nombre', 'clase', 'costo', 'depreciacion', 'valorLibros', 'precio', 'resultado', 'vigente'],
  filtros: ['ejercicio'],
  abrir: (f) => `/consola/documento/${f.transaccionId}`,
});
