import crea from 'api:CicloEscolarCrear';
import cambia from 'api:CicloEscolarActualizar';
import lista from 'llama:CiclosEscolaresListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Ciclo escolar',
  id: 'cicloEscolarId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'inicio', 'fin', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/ciclos',
});
