import op from 'api:CertificadosSelloListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Certificados de sello',
  columnas: ['numero', 'rfc', 'nombre', 'desde', 'hasta', 'estado', 'diasRestantes'],
});
