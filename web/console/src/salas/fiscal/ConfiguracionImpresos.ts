import cambia from 'api:ConfiguracionImpresosCambiar';
import lee from 'llama:ConfiguracionImpresosObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Formatos impresos',
  id: 'id',
  uno: true,
  cambia,
  lee,
  grupos: { Datos: ['color', 'conLogo', 'columnas', 'pie'] },
  despues: () => '/consola/impresos',
});
