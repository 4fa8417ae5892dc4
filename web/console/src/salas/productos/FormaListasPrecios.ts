import crea from 'api:ListaPreciosCrear';
import cambia from 'api:ListaPreciosActualizar';
import lee from 'llama:ListaPreciosObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Lista de precios',
  id: 'listaPreciosId',
  crea,
  cambia,
  lee,
  grupos: {
    General: ['codigo', 'nombre', 'moneda', 'incluyeImpuestos', 'esGeneral', 'canalId', 'sucursales', 'activa'],
    'De otra lista': ['listaBaseId', 'factor', 'redondeo', 'redondeoMultiplo', 'convierteMoneda'],
    Vigencia: ['vigenciaInicio', 'vigenciaFin'],
    'Más': ['referenciaExterna'],
  },
  despues: () => '/consola/listas-precios',
});
