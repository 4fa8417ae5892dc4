import op from 'api:CuentasBancariasListar';
import { lista } from '../../piezas/piezas';

export default lista(op, {
  titulo: 'Cuentas bancarias',
  columnas: ['codigo', 'nombre', 'tipo', 'moneda', 'numero', 'clabe', 'activo'],
  abrir: (f) => `/consola/cuentas-bancarias/${f.cuentaBancariaId}`,
  nuevos: [{ titulo: 'Agregar', camino: '/cuentas-bancarias/nuevo', permiso: 'CuentaBancariaCrear' }],
});
