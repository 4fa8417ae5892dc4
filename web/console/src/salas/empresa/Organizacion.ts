import cambia from 'api:OrganizacionActualizar';
import lee from 'llama:OrganizacionObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Datos de la empresa',
  id: 'id',
  uno: true,
  cambia,
  lee,
  grupos: { Datos: ['nombre', 'rfc', 'regimenFiscal', 'calle', 'numeroExterior', 'numeroInterior', 'colonia', 'municipio', 'estado', 'codigoPostal', 'pais', 'zona'] },
  despues: () => '/consola/empresa',
});
