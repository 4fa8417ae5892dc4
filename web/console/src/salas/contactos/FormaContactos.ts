import crea from 'api:ContactoCrear';
import cambia from 'api:ContactoActualizar';
import lee from 'llama:ContactoObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Contacto',
  id: 'entidadId',
  crea,
  cambia,
  lee,
  grupos: {
    General: ['codigo', 'nombre', 'roles', 'correo', 'telefono', 'notas', 'activo'],
    Fiscal: ['rfc', 'nombreFiscal', 'regimenFiscal', 'codigoPostal', 'usoCfdi', 'tratoIva', 'ivaFrontera'],
    'Crédito y precios': ['diasCredito', 'moneda', 'listaPreciosId'],
    'Direcciones y personas': ['direcciones', 'contactosAdicionales', 'clasificaciones'],
    'Más': ['limiteCredito', 'referenciaExterna', 'cuentasBancarias'],
  },
  despues: () => '/consola/contactos',
});
