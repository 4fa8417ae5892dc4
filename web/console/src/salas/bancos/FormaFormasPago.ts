import crea from 'api:FormaPagoCrear';
import cambia from 'api:FormaPagoActualizar';
import lista from 'llama:FormasPagoListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Forma de pago',
  id: 'formaPagoId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['nombre', 'maneja_cheques', 'monedaId', 'referencia', 'comentario', 'generaConsecutivo', 'claveSAT', 'claveContabilidadElectronica', 'claveSAT33', 'enEgreso', 'activo'],
  },
  despues: () => '/consola/formas-pago',
});
