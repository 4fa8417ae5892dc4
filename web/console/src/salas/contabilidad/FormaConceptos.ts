import crea from 'api:ConceptoCrear';
import cambia from 'api:ConceptoActualizar';
import lista from 'llama:ConceptosListar';
import { forma } from '../../piezas/piezas';

export default forma({
  titulo: 'Concepto',
  id: 'conceptoId',
  crea,
  cambia,
  lista,
  grupos: {
    Datos: ['iva', 'ivaFrontera', 'iepsTasa', 'iepsCuota', 'ivaRetenido', 'isrRetenido', 'isrPor', 'ivaNoAcreditable', 'iepsAlCosto', 'codigo', 'nombre', 'cuentaId', 'claveProdServ', 'enVenta', 'enCompra', 'enGasto', 'enEgreso', 'enDeposito', 'cuentaBancariaId', 'entidadId', 'activo'],
  },
  despues: () => '/consola/conceptos',
});
