import crea from 'api:SuscripcionCrear';
import cambia from 'api:SuscripcionActualizar';
import lee from 'llama:SuscripcionObtener';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Suscripción a avisos',
  id: 'suscripcionId',
  crea,
  cambia,
  lee,
  grupos: { Datos: ['consumidorId', 'nombre', 'url', 'tipos', 'desde', 'activo'] },
  despues: () => '/consola/suscripciones',
});
