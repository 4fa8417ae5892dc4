import crea from 'api:CategoriaActivoCrear';
import cambia from 'api:CategoriaActivoActualizar';
import lee from 'llama:CategoriaActivoObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Categoría de activos',
  id: 'categoriaId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'claveTasa', 'tasaAnual', 'tasaFiscal', 'activo'],
    Cuentas: ['cuentaActivoId', 'cuentaDepreciacionId', 'cuentaGastoId', 'cuentaPerdidaId', 'cuentaGananciaId'],
  },
  elige: { cuentaActivoId: 'cuentaId', cuentaDepreciacionId: 'cuentaId', cuentaGastoId: 'cuentaId', cuentaPerdidaId: 'cuentaId', cuentaGananciaId: 'cuentaId' },
  despues: () => '/consola/categorias-activo',
});
