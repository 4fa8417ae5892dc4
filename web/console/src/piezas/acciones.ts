// What can be done with a document, by its kind: how it is cancelled, what its life knows, what follows from it.

import ajusteCancelar from 'api:MovimientoBancarioCancelar';
import anticipoCancelar from 'api:DepositoCancelar';
import cotizacionAceptar from 'api:CotizacionAceptar';
import cotizacionCancelar from 'api:CotizacionCancelar';
import cotizacionRechazar from 'api:CotizacionRechazar';
import creditoClienteAplicar from 'api:NotaCreditoClienteAplicar';
import creditoClienteCancelar from 'api:NotaCreditoClienteCancelar';
import creditoProveedorAplicar from 'api:NotaCreditoProveedorAplicar';
import creditoProveedorCancelar from 'api:NotaCreditoProveedorCancelar';
import depositoAsignar from 'api:DepositoAsignar';
import depositoDesasignar from 'api:DepositoDesasignar';
import devolucionClienteCancelar from 'api:NotaDevolucionClienteCancelar';
import devolucionProveedorCancelar from 'api:NotaDevolucionProveedorCancelar';
import egresoCancelar from 'api:EgresoCancelar';
import entregaCancelar from 'api:EntregaCancelar';
import facturaCompraAprobar from 'api:FacturaCompraAprobar';
import facturaCompraCancelar from 'api:FacturaCompraCancelar';
import gastoCancelar from 'api:GastoCancelar';
import gastoCompraCancelar from 'api:GastoCompraCancelar';
import movimientoCancelar from 'api:MovimientoCancelar';
import notaVentaCancelar from 'api:NotaVentaCancelar';
import notaVentaFacturar from 'api:NotaVentaFacturar';
import ordenAutorizar from 'api:OrdenCompraAutorizar';
import ordenCancelar from 'api:OrdenCompraCancelar';
import ordenCerrar from 'api:OrdenCompraCerrar';
import pedidoCancelar from 'api:PedidoClienteCancelar';
import pedidoCerrar from 'api:PedidoClienteCerrar';
import polizaCancelar from 'api:PolizaCancelar';
import polizaRevertir from 'api:PolizaRevertir';
import recepcionCancelar from 'api:RecepcionCancelar';
import reempaqueCancelar from 'api:ReempaqueCancelar';
import remisionCancelar from 'api:NotaRemisionCancelar';
import servicioAutorizar from 'api:OrdenServicioAutorizar';
import servicioCancelar from 'api:OrdenServicioCancelar';
import servicioCerrar from 'api:OrdenServicioCerrar';
import servicioFacturar from 'api:OrdenServicioFacturar';
import solicitudAutorizar from 'api:SolicitudPagoAutorizar';
import solicitudCancelar from 'api:SolicitudPagoCancelar';
import solicitudRechazar from 'api:SolicitudPagoRechazar';
import ventaCancelar from 'api:RegistroVentaCancelar';
import type { Operacion } from '../lib/tipos';

export interface Accion {
  titulo: string;
  op: Operacion<any, any, any>;
  en?: string[]; // states in which it can be; none: in all but cancelled
  grave?: true;
}
export interface Siguiente {
  titulo: string;
  captura: string; // a kind that is written from it
  permiso: string;
  si?: string; // a figure of its lines, or of itself, that must be open
}
interface Vida {
  acciones: Accion[];
  siguientes?: Siguiente[];
}
const cancela = (op: Operacion<any, any, any>): Accion => ({ titulo: 'Cancelar', op, grave: true });
const sigue = (titulo: string, captura: string, permiso: string, si?: string): Siguiente => ({ titulo, captura, permiso, si });

const movimiento: Vida = { acciones: [cancela(movimientoCancelar)] };
const banco: Vida = { acciones: [cancela(ajusteCancelar)] };

export const vidas: Record<string, Vida> = {
  Cotizacion: {
    acciones: [
      { titulo: 'Aceptar', op: cotizacionAceptar, en: ['vigente'] },
      { titulo: 'Rechazar', op: cotizacionRechazar, en: ['vigente', 'aceptada'] },
      cancela(cotizacionCancelar),
    ],
    siguientes: [sigue('Pedir', 'PedidoCliente', 'PedidoClienteCrear', 'pendientePedir'), sigue('Facturar', 'FacturaVenta', 'FacturaVentaCrear')],
  },
  PedidoCliente: {
    acciones: [{ titulo: 'Cerrar', op: pedidoCerrar, en: ['vigente', 'autorizado'] }, cancela(pedidoCancelar)],
    siguientes: [sigue('Entregar', 'Entrega', 'EntregaAgregar', 'pendienteEntregar'), sigue('Facturar', 'FacturaVenta', 'FacturaVentaCrear', 'pendienteFacturar')],
  },
  Entrega: {
    acciones: [cancela(entregaCancelar)],
    siguientes: [sigue('Facturar', 'FacturaVenta', 'FacturaVentaCrear', 'pendienteFacturar'), sigue('Devolver', 'NotaDevolucionCliente', 'NotaDevolucionClienteCrear', 'pendienteDevolver')],
  },
  FacturaVenta: {
    acciones: [cancela(ventaCancelar)],
    siguientes: [
      sigue('Entregar', 'Entrega', 'EntregaAgregar', 'pendienteEntregar'),
      sigue('Devolver', 'NotaDevolucionCliente', 'NotaDevolucionClienteCrear', 'pendienteDevolver'),
      sigue('Nota de crédito', 'NotaCreditoCliente', 'NotaCreditoClienteCrear'),
    ],
  },
  NotaVenta: {
    acciones: [{ titulo: 'Facturar', op: notaVentaFacturar, en: ['vigente'] }, cancela(notaVentaCancelar)],
    siguientes: [sigue('Devolver', 'NotaDevolucionCliente', 'NotaDevolucionClienteCrear', 'pendienteDevolver'), sigue('Nota de crédito', 'NotaCreditoCliente', 'NotaCreditoClienteCrear')],
  },
  NotaDevolucionCliente: { acciones: [cancela(devolucionClienteCancelar)], siguientes: [sigue('Nota de crédito', 'NotaCreditoCliente', 'NotaCreditoClienteCrear')] },
  NotaCreditoCliente: { acciones: [{ titulo: 'Aplicar', op: creditoClienteAplicar, en: ['vigente'] }, cancela(creditoClienteCancelar)] },
  OrdenCompra: {
    acciones: [
      { titulo: 'Autorizar', op: ordenAutorizar, en: ['porAutorizar'] },
      { titulo: 'Cerrar', op: ordenCerrar, en: ['autorizado'] },
      cancela(ordenCancelar),
    ],
    siguientes: [sigue('Recibir', 'Recepcion', 'RecepcionAgregar', 'pendienteRecibir'), sigue('Facturar', 'FacturaCompra', 'FacturaCompraCrear', 'pendienteFacturar')],
  },
  Recepcion: {
    acciones: [cancela(recepcionCancelar)],
    siguientes: [sigue('Facturar', 'FacturaCompra', 'FacturaCompraCrear', 'pendienteFacturar'), sigue('Devolver', 'NotaDevolucionProveedor', 'NotaDevolucionProveedorCrear', 'pendienteDevolver')],
  },
  NotaRemision: { acciones: [cancela(remisionCancelar)], siguientes: [sigue('Facturar', 'FacturaCompra', 'FacturaCompraCrear', 'pendienteFacturar')] },
  FacturaCompra: { acciones: [{ titulo: 'Aprobar', op: facturaCompraAprobar, en: ['porRevisar'] }, cancela(facturaCompraCancelar)] },
  Gasto: { acciones: [cancela(gastoCancelar)] },
  GastoCompra: { acciones: [cancela(gastoCompraCancelar)] },
  NotaDevolucionProveedor: { acciones: [cancela(devolucionProveedorCancelar)] },
  NotaCreditoProveedor: { acciones: [{ titulo: 'Aplicar', op: creditoProveedorAplicar, en: ['vigente'] }, cancela(creditoProveedorCancelar)] },
  Deposito: { acciones: [{ titulo: 'Asignar', op: depositoAsignar }, { titulo: 'Desasignar', op: depositoDesasignar }, cancela(anticipoCancelar)] },
  Anticipo: { acciones: [{ titulo: 'Asignar', op: depositoAsignar }, cancela(anticipoCancelar)] },
  DepositoConcepto: { acciones: [cancela(anticipoCancelar)] },
  Egreso: { acciones: [cancela(egresoCancelar)] },
  ComisionBancaria: banco,
  TraspasoBancario: banco,
  Reembolso: banco,
  ReembolsoProveedor: banco,
  AjusteSaldoCliente: banco,
  AjusteSaldoProveedor: banco,
  Compensacion: banco,
  SolicitudPago: {
    acciones: [
      { titulo: 'Autorizar', op: solicitudAutorizar, en: ['solicitada'] },
      { titulo: 'Rechazar', op: solicitudRechazar, en: ['solicitada'] },
      cancela(solicitudCancelar),
    ],
  },
  EntradaInventario: movimiento,
  SalidaInventario: movimiento,
  InventarioInicial: movimiento,
  Merma: movimiento,
  ConsumoInterno: movimiento,
  Traspaso: movimiento,
  TraspasoEnvio: movimiento,
  TraspasoRecepcion: movimiento,
  Reempaque: { acciones: [cancela(reempaqueCancelar)] },
  Poliza: { acciones: [{ titulo: 'Revertir', op: polizaRevertir }, cancela(polizaCancelar)] },
  OrdenServicio: {
    acciones: [
      { titulo: 'Autorizar', op: servicioAutorizar, en: ['capturada', 'asignada', 'abierta'] },
      { titulo: 'Cerrar', op: servicioCerrar, en: ['terminada', 'autorizada', 'enProceso'] },
      { titulo: 'Facturar', op: servicioFacturar, en: ['cerrada', 'terminada'] },
      cancela(servicioCancelar),
    ],
  },
};
