import crea from 'api:NivelEscolarCrear';
import cambia from 'api:NivelEscolarActualizar';
import lista from 'llama:NivelesEscolaresListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Nivel escolar',
  id: 'nivelEscolarId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['codigo', 'nombre', 'nivelEducativo', 'autRvoe', 'referenciaExterna', 'activo'],
  },
  despues: () => '/consola/niveles',
});
