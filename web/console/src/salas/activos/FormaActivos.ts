import crea from 'api:ActivoCrear';
import cambia from 'api:ActivoActualizar';
import lee from 'llama:ActivoObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Activo fijo',
  id: 'activoId',
  crea,
  cambia,
  lee,
  grupos: {
    Datos: ['codigo', 'nombre', 'categoriaId', 'numeroSerie', 'ubicacion', 'responsable', 'sucursalId', 'proyectoId', 'notas'],
    Valor: ['fechaAdquisicion', 'fechaUso', 'costo', 'valorResidual', 'vidaMeses', 'tasaAnual', 'montoDeducible', 'depreciacionInicial', 'periodoInicial', 'transaccionId', 'numeroPartida'],
  },
  elige: { categoriaId: 'categoriaActivoId' },
  despues: (a) => `/consola/activos-programa/${a.activoId}`,
});
