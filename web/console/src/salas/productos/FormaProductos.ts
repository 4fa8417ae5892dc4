import crea from 'api:ProductoCrear';
import cambia from 'api:ProductoActualizar';
import lee from 'llama:ProductoObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Producto',
  id: 'productoId',
  crea,
  cambia,
  lee,
  grupos: {
    General: ['codigo', 'nombre', 'tipo', 'unidadMedidaId', 'clasificacionId', 'descripcion', 'numeroParte', 'activo'],
    'Precio e impuestos': ['precio', 'iva', 'ivaFrontera', 'iepsTasa', 'iepsCuota', 'ivaRetenido', 'isrRetenido'],
    Existencia: ['seguimiento', 'metodoCosto', 'peso', 'volumen', 'toleranciaEntrega'],
    Fiscal: ['claveProdServ'],
    Kit: ['componentes'],
    'Más': ['isrPor', 'ivaNoAcreditable', 'iepsAlCosto', 'agrupadorServicioId', 'referenciaExterna', 'unidades'],
  },
  despues: () => '/consola/productos',
});
