// One line a screen: where it stands, what it is called, whose permission it asks for, and the file that says it.

import type { Capturable } from '../piezas/capturable';
import type { Pantalla as Dicha } from '../piezas/piezas';

export interface Pantalla {
  camino: string; // below /consola; `:id` stands for what the screen is about
  titulo: string;
  permiso?: string;
  menu?: false;
  carga: () => Promise<Dicha | Capturable>;
}
export interface Grupo {
  titulo: string;
  pantallas: Pantalla[];
}
const dicha = (camino: string, titulo: string, permiso: string | undefined, carga: () => Promise<{ default: unknown }>, menu = true): Pantalla => ({
  camino,
  titulo,
  permiso,
  ...(menu ? {} : { menu: false as const }),
  carga: () => carga().then(({ default: d }) => (typeof d === 'function' ? { es: 'hecha' as const, componente: d as never } : (d as Dicha | Capturable))),
});

export const grupos: Grupo[] = [
  {
    titulo: 'Ventas',
    pantallas: [
      dicha('/caja', 'Punto de venta', 'CajaVender', () => import('./Caja.svelte')),
      dicha('/turnos', 'Turnos de caja', 'TurnosListar', () => import('./mostrador/ListaTurnos')),
      dicha('/ventas-caja', 'Ventas de caja', 'CajaVentasListar', () => import('./mostrador/ListaVentasCaja')),
      dicha('/cajas', 'Cajas', 'CajasListar', () => import('./mostrador/ListaCajas')),
      dicha('/cajas/:id', 'Caja', 'CajasListar', () => import('./mostrador/FormaCajas'), false),
      dicha('/cotizaciones', 'Cotizaciones', 'CotizacionesCliente', () => import('./ventas/ListaCotizaciones')),
      dicha('/captura/Cotizacion', 'Cotización nueva', 'CotizacionCrear', () => import('./capturas/CapturaCotizacion'), false),
      dicha('/pedidos', 'Pedidos', 'PedidosCliente', () => import('./ventas/ListaPedidos')),
      dicha('/captura/PedidoCliente', 'Pedido nuevo', 'PedidoClienteCrear', () => import('./capturas/CapturaPedidoCliente'), false),
      dicha('/facturas', 'Facturas', 'FacturasVenta', () => import('./ventas/ListaFacturas')),
      dicha('/captura/FacturaVenta', 'Factura nueva', 'FacturaVentaCrear', () => import('./capturas/CapturaFacturaVenta'), false),
      dicha('/notas-venta', 'Notas de venta', 'NotasVenta', () => import('./ventas/ListaNotasVenta')),
      dicha('/captura/NotaVenta', 'Nota nueva', 'NotaVentaCrear', () => import('./capturas/CapturaNotaVenta'), false),
      dicha('/devoluciones', 'Devoluciones de clientes', 'NotasDevolucionCliente', () => import('./ventas/ListaDevoluciones')),
      dicha('/captura/NotaDevolucionCliente', 'Devolución nueva', 'NotaDevolucionClienteCrear', () => import('./capturas/CapturaNotaDevolucionCliente'), false),
      dicha('/notas-credito', 'Notas de crédito', 'NotasCreditoCliente', () => import('./ventas/ListaNotasCredito')),
      dicha('/captura/NotaCreditoCliente', 'Nota de crédito nueva', 'NotaCreditoClienteCrear', () => import('./capturas/CapturaNotaCreditoCliente'), false),
      dicha('/vendedores', 'Vendedores', 'VendedoresListar', () => import('./ventas/ListaVendedores')),
      dicha('/vendedores/:id', 'Vendedor', 'VendedoresListar', () => import('./ventas/FormaVendedores'), false),
      dicha('/addendas', 'Addendas', 'AddendasListar', () => import('./ventas/ListaAddendas')),
      dicha('/addendas/:id', 'Addenda', 'AddendasListar', () => import('./ventas/FormaAddendas'), false),
      dicha('/registro-ventas', 'Registro de ventas', 'RegistrosVenta', () => import('./ventas/RegistroVentas')),
    ],
  },
  {
    titulo: 'Cartera',
    pantallas: [
      dicha('/cobrar', 'Cobrar', 'DepositoAgregar', () => import('./Cobrar.svelte')),
      dicha('/pagar', 'Pagar', 'EgresoAgregar', () => import('./Pagar.svelte')),
      dicha('/estado-cuenta', 'Estado de cuenta', 'EstadoCuenta', () => import('./EstadoCuenta.svelte')),
      dicha('/cartera', 'Documentos por cobrar y por pagar', 'CarteraGlobal', () => import('./cartera/CarteraGlobal')),
      dicha('/antiguedad', 'Antigüedad de saldos', 'AntiguedadSaldos', () => import('./cartera/Antiguedad')),
      dicha('/saldos-contactos', 'Saldos de contactos', 'SaldosContactos', () => import('./cartera/SaldosContactos')),
    ],
  },
  {
    titulo: 'Compras',
    pantallas: [
      dicha('/ordenes-compra', 'Órdenes de compra', 'OrdenesCompra', () => import('./compras/ListaOrdenesCompra')),
      dicha('/captura/OrdenCompra', 'Orden nueva', 'OrdenCompraCrear', () => import('./capturas/CapturaOrdenCompra'), false),
      dicha('/facturas-compra', 'Facturas de compra', 'FacturasCompra', () => import('./compras/ListaFacturasCompra')),
      dicha('/captura/FacturaCompra', 'Factura de compra nueva', 'FacturaCompraCrear', () => import('./capturas/CapturaFacturaCompra'), false),
      dicha('/gastos', 'Gastos', 'Gastos', () => import('./compras/ListaGastos')),
      dicha('/captura/Gasto', 'Gasto nuevo', 'GastoCrear', () => import('./capturas/CapturaGasto'), false),
      dicha('/remisiones', 'Remisiones', 'NotasRemision', () => import('./compras/ListaRemisiones')),
      dicha('/captura/NotaRemision', 'Remisión nueva', 'NotaRemisionCrear', () => import('./capturas/CapturaNotaRemision'), false),
      dicha('/devoluciones-proveedor', 'Devoluciones a proveedores', 'NotasDevolucionProveedor', () => import('./compras/ListaDevolucionesProveedor')),
      dicha('/captura/NotaDevolucionProveedor', 'Devolución nueva', 'NotaDevolucionProveedorCrear', () => import('./capturas/CapturaNotaDevolucionProveedor'), false),
      dicha('/creditos-proveedor', 'Créditos de proveedores', 'NotasCreditoProveedor', () => import('./compras/ListaCreditosProveedor')),
      dicha('/captura/NotaCreditoProveedor', 'Nota de crédito nueva', 'NotaCreditoProveedorCrear', () => import('./capturas/CapturaNotaCreditoProveedor'), false),
      dicha('/gastos-compra', 'Gastos de importación', 'GastosCompra', () => import('./compras/ListaGastosCompra')),
      dicha('/clasificadores', 'Clasificadores de costo', 'ClasificadoresCostoListar', () => import('./compras/ListaClasificadores')),
      dicha('/clasificadores/:id', 'Clasificador de costo', 'ClasificadoresCostoListar', () => import('./compras/FormaClasificadores'), false),
      dicha('/configuracion-compras', 'Configuración de compras', 'ConfiguracionCompraObtener', () => import('./compras/ConfiguracionCompras')),
    ],
  },
  {
    titulo: 'Almacén',
    pantallas: [
      dicha('/conteo', 'Conteo', 'ConteosListar', () => import('./Conteo.svelte')),
      dicha('/recepciones', 'Recepciones', 'Recepciones', () => import('./almacen/ListaRecepciones')),
      dicha('/captura/Recepcion', 'Recepción nueva', 'RecepcionAgregar', () => import('./capturas/CapturaRecepcion'), false),
      dicha('/entregas', 'Entregas', 'Entregas', () => import('./almacen/ListaEntregas')),
      dicha('/captura/Entrega', 'Entrega nueva', 'EntregaAgregar', () => import('./capturas/CapturaEntrega'), false),
      dicha('/movimientos', 'Movimientos', 'MovimientosListar', () => import('./almacen/ListaMovimientos')),
      dicha('/captura/Movimiento', 'Movimiento nuevo', 'MovimientoAgregar', () => import('./capturas/CapturaMovimiento'), false),
      dicha('/reempaques', 'Reempaques', 'ReempaquesListar', () => import('./almacen/ListaReempaques')),
      dicha('/almacenes', 'Almacenes', 'AlmacenesListar', () => import('./almacen/ListaAlmacenes')),
      dicha('/almacenes/:id', 'Almacén', 'AlmacenesListar', () => import('./almacen/FormaAlmacenes'), false),
      dicha('/existencias', 'Existencias', 'Existencias', () => import('./almacen/Existencias')),
      dicha('/nivel-servicio', 'Nivel de servicio', 'NivelServicio', () => import('./almacen/NivelServicio')),
      dicha('/que-comprar', 'Qué comprar', 'CentroDistribucion', () => import('./almacen/CentroDistribucion')),
      dicha('/capas', 'Capas de costo', 'AnalisisCapas', () => import('./almacen/Capas')),
      dicha('/lotes', 'Lotes', 'LotesListar', () => import('./almacen/Lotes')),
      dicha('/reempaque/:id', 'Reempaque', 'ReempaqueAgregar', () => import('./almacen/FormaReempaque'), false),
    ],
  },
  {
    titulo: 'Bancos',
    pantallas: [
      dicha('/conciliar', 'Conciliar', 'ConciliacionAgregar', () => import('./Conciliar.svelte')),
      dicha('/depositos', 'Depósitos', 'Depositos', () => import('./bancos/ListaDepositos')),
      dicha('/egresos', 'Egresos', 'EgresosPorFechas', () => import('./bancos/ListaEgresos')),
      dicha('/movimientos-banco', 'Otros movimientos de banco', 'MovimientosBancarios', () => import('./bancos/ListaMovimientosBanco')),
      dicha('/solicitudes-pago', 'Solicitudes de pago', 'SolicitudesPago', () => import('./bancos/ListaSolicitudesPago')),
      dicha('/cuentas-bancarias', 'Cuentas bancarias', 'CuentasBancariasListar', () => import('./bancos/ListaCuentasBancarias')),
      dicha('/cuentas-bancarias/:id', 'Cuenta bancaria', 'CuentasBancariasListar', () => import('./bancos/FormaCuentasBancarias'), false),
      dicha('/formas-pago', 'Formas de pago', 'FormasPagoListar', () => import('./bancos/ListaFormasPago')),
      dicha('/formas-pago/:id', 'Forma de pago', 'FormasPagoListar', () => import('./bancos/FormaFormasPago'), false),
      dicha('/saldos-bancos', 'Saldos de bancos', 'SaldosBancos', () => import('./bancos/SaldosBancos')),
    ],
  },
  {
    titulo: 'Contabilidad',
    pantallas: [
      dicha('/periodos', 'Cierre de mes', 'PeriodosListar', () => import('./Periodos.svelte')),
      dicha('/captura/Poliza', 'Póliza nueva', 'PolizaCrear', () => import('./capturas/CapturaPoliza'), false),
      dicha('/conceptos', 'Conceptos', 'ConceptosListar', () => import('./contabilidad/ListaConceptos')),
      dicha('/conceptos/:id', 'Concepto', 'ConceptosListar', () => import('./contabilidad/FormaConceptos'), false),
      dicha('/cuentas', 'Catálogo de cuentas', 'CuentasListar', () => import('./contabilidad/ListaCuentas')),
      dicha('/cuentas/:id', 'Cuenta', 'CuentasListar', () => import('./contabilidad/FormaCuentas'), false),
      dicha('/balanza', 'Balanza de comprobación', 'SaldosCuentas', () => import('./contabilidad/Balanza')),
      dicha('/auxiliar/:cuentaId', 'Auxiliar', 'Auxiliar', () => import('./contabilidad/Auxiliar'), false),
      dicha('/estado-resultados', 'Estado de resultados', 'EstadoResultados', () => import('./contabilidad/EstadoResultados.svelte')),
      dicha('/balance-general', 'Balance general', 'BalanceGeneral', () => import('./contabilidad/BalanceGeneral.svelte')),
      dicha('/diario', 'Libro diario', 'Diario', () => import('./contabilidad/Diario')),
      dicha('/auxiliares', 'Auxiliares', 'Auxiliares', () => import('./contabilidad/Auxiliares')),
      dicha('/activos', 'Activos fijos', 'ActivosListar', () => import('./activos/ListaActivos')),
      dicha('/activos/:id', 'Activo fijo', 'ActivosListar', () => import('./activos/FormaActivos'), false),
      dicha('/activos-programa/:activoId', 'Depreciación mes por mes', 'ActivoPrograma', () => import('./activos/Programa'), false),
      dicha('/categorias-activo', 'Categorías de activos', 'CategoriasActivoListar', () => import('./activos/Categorias')),
      dicha('/categorias-activo/:id', 'Categoría de activos', 'CategoriasActivoListar', () => import('./activos/FormaCategorias'), false),
      dicha('/depreciaciones', 'Depreciaciones', 'DepreciacionesListar', () => import('./activos/Depreciaciones')),
      dicha('/bajas', 'Bajas de activos', 'BajasListar', () => import('./activos/Bajas')),
      dicha('/depreciacion-fiscal', 'Deducción fiscal de inversiones', 'DepreciacionFiscal', () => import('./activos/Fiscal')),
      dicha('/inpc', 'INPC', 'INPCListar', () => import('./activos/Inpc')),
      dicha('/periodicos', 'Lo que se repite', 'PeriodicosPendientes', () => import('./periodicos/Generar.svelte')),
      dicha('/plantillas', 'Documentos recurrentes', 'PlantillasListar', () => import('./periodicos/Plantillas')),
      dicha('/diferidos', 'Gastos diferidos', 'DiferidosListar', () => import('./periodicos/ListaDiferidos')),
      dicha('/diferidos/:id', 'Gasto diferido', 'DiferidosListar', () => import('./periodicos/FormaDiferidos'), false),
      dicha('/liquidacion-iva', 'IVA del mes', 'LiquidacionIva', () => import('./impuestos/Liquidar.svelte')),
      dicha('/liquidaciones-iva', 'Liquidaciones de IVA', 'LiquidacionesIva', () => import('./impuestos/LiquidacionesIva')),
      dicha('/iva-acreditable', 'IVA acreditable por tasas', 'IvaAcreditable', () => import('./impuestos/IvaAcreditable')),
      dicha('/diot', 'DIOT', 'Diot', () => import('./impuestos/Diot')),
      dicha('/iva-cobrado', 'IVA cobrado por tasas', 'IVAcobradoTasas', () => import('./contabilidad/IvaCobrado')),
      dicha('/clientes-proveedores', 'Clientes y proveedores contra libros', 'SaldosClientesProveedores', () => import('./contabilidad/SaldosClientesProveedores')),
      dicha('/configuracion-contable', 'Configuración contable', 'ConfiguracionObtener', () => import('./contabilidad/ConfiguracionContable')),
    ],
  },
  {
    titulo: 'Fiscal',
    pantallas: [
      dicha('/buzon', 'Buzón de comprobantes', 'BuzonListar', () => import('./Buzon.svelte')),
      dicha('/timbrados', 'Comprobantes', 'TimbradosListar', () => import('./fiscal/Timbrados')),
      dicha('/complementos', 'Complementos de pago por emitir', 'ComplementosPagoPendientes', () => import('./fiscal/ComplementosPendientes')),
      dicha('/certificados', 'Certificados de sello', 'CertificadosSelloListar', () => import('./fiscal/Certificados')),
      dicha('/validaciones', 'Validaciones de comprobantes', 'ValidacionesListar', () => import('./fiscal/Validaciones')),
      dicha('/correos', 'Correos', 'CorreosListar', () => import('./fiscal/Correos')),
      dicha('/configuracion-timbrado', 'Configuración de timbrado', 'TimbradoConfiguracionObtener', () => import('./fiscal/ConfiguracionTimbrado')),
      dicha('/impresos', 'Formatos impresos', 'ConfiguracionImpresosObtener', () => import('./fiscal/ConfiguracionImpresos')),
      dicha('/configuracion-correos', 'Envío de correos', 'CorreosConfiguracionObtener', () => import('./fiscal/ConfiguracionCorreos')),
    ],
  },
  {
    titulo: 'Contactos',
    pantallas: [
      dicha('/contactos', 'Contactos', 'ContactosListar', () => import('./contactos/ListaContactos')),
      dicha('/contactos/:id', 'Contacto', 'ContactosListar', () => import('./contactos/FormaContactos'), false),
    ],
  },
  {
    titulo: 'Productos',
    pantallas: [
      dicha('/productos', 'Productos', 'ProductosListar', () => import('./productos/ListaProductos')),
      dicha('/productos/:id', 'Producto', 'ProductosListar', () => import('./productos/FormaProductos'), false),
      dicha('/listas-precios', 'Listas de precios', 'ListasPreciosListar', () => import('./productos/ListaListasPrecios')),
      dicha('/listas-precios/:id', 'Lista de precios', 'ListasPreciosListar', () => import('./productos/FormaListasPrecios'), false),
      dicha('/promociones', 'Promociones', 'PromocionesListar', () => import('./productos/ListaPromociones')),
      dicha('/promociones/:id', 'Promoción', 'PromocionesListar', () => import('./productos/FormaPromociones'), false),
      dicha('/unidades', 'Unidades de medida', 'UnidadesMedidaListar', () => import('./productos/ListaUnidades')),
      dicha('/unidades/:id', 'Unidad de medida', 'UnidadesMedidaListar', () => import('./productos/FormaUnidades'), false),
      dicha('/clasificaciones', 'Clasificaciones', 'ClasificacionesProductoListar', () => import('./productos/ListaClasificaciones')),
      dicha('/clasificaciones/:id', 'Clasificación', 'ClasificacionesProductoListar', () => import('./productos/FormaClasificaciones'), false),
      dicha('/canales', 'Canales', 'CanalesListar', () => import('./productos/ListaCanales')),
      dicha('/canales/:id', 'Canal', 'CanalesListar', () => import('./productos/FormaCanales'), false),
    ],
  },
  {
    titulo: 'Servicio',
    pantallas: [
      dicha('/ordenes-servicio', 'Órdenes de servicio', 'OrdenesServicio', () => import('./servicio/ListaOrdenesServicio')),
      dicha('/captura/OrdenServicio', 'Orden nueva', 'OrdenServicioCrear', () => import('./capturas/CapturaOrdenServicio'), false),
      dicha('/equipos', 'Equipos', 'EquiposServicioListar', () => import('./servicio/ListaEquipos')),
      dicha('/equipos/:id', 'Equipo', 'EquiposServicioListar', () => import('./servicio/FormaEquipos'), false),
      dicha('/personal', 'Personal', 'PersonalServicioListar', () => import('./servicio/ListaPersonal')),
      dicha('/personal/:id', 'Personal de servicio', 'PersonalServicioListar', () => import('./servicio/FormaPersonal'), false),
      dicha('/contratos', 'Contratos', 'ContratosServicioListar', () => import('./servicio/ListaContratos')),
      dicha('/contratos/:id', 'Contrato de servicio', 'ContratosServicioListar', () => import('./servicio/FormaContratos'), false),
      dicha('/ordenes-trabajo', 'Órdenes de trabajo', 'OrdenesTrabajo', () => import('./servicio/OrdenesTrabajo')),
    ],
  },
  {
    titulo: 'Rutas',
    pantallas: [
      dicha('/rutas', 'Rutas', 'RutasListar', () => import('./rutas/ListaRutas')),
      dicha('/rutas/:id', 'Ruta', 'RutasListar', () => import('./rutas/FormaRutas'), false),
      dicha('/jornadas', 'Jornadas', 'RutaJornadasListar', () => import('./rutas/Jornadas')),
      dicha('/liquidaciones', 'Liquidaciones', 'RutaLiquidaciones', () => import('./rutas/Liquidaciones')),
      dicha('/cobertura', 'Cobertura de visitas', 'RutaCobertura', () => import('./rutas/Cobertura')),
      dicha('/configuracion-rutas', 'Configuración de rutas', 'RutaConfiguracionObtener', () => import('./rutas/ConfiguracionRutas')),
    ],
  },
  {
    titulo: 'Agencia',
    pantallas: [
      dicha('/facturas-viaje', 'Facturas de viajes', 'AgenciaViajeFacturas', () => import('./agencia/ListaFacturasViaje')),
      dicha('/margen', 'Margen por reservación', 'AgenciaViajeMargenReservacion', () => import('./agencia/Margen')),
    ],
  },
  {
    titulo: 'Escuela',
    pantallas: [
      dicha('/cargos-escolares', 'Cargos', 'NotasVentaEscolares', () => import('./escuela/ListaCargosEscolares')),
      dicha('/alumnos', 'Alumnos', 'AlumnosListar', () => import('./escuela/ListaAlumnos')),
      dicha('/alumnos/:id', 'Alumno', 'AlumnosListar', () => import('./escuela/FormaAlumnos'), false),
      dicha('/familias', 'Familias', 'FamiliasListar', () => import('./escuela/ListaFamilias')),
      dicha('/familias/:id', 'Familia', 'FamiliasListar', () => import('./escuela/FormaFamilias'), false),
      dicha('/ciclos', 'Ciclos', 'CiclosEscolaresListar', () => import('./escuela/ListaCiclos')),
      dicha('/ciclos/:id', 'Ciclo escolar', 'CiclosEscolaresListar', () => import('./escuela/FormaCiclos'), false),
      dicha('/planes', 'Planes', 'PlanesEscolaresListar', () => import('./escuela/ListaPlanes')),
      dicha('/planes/:id', 'Plan de cobro', 'PlanesEscolaresListar', () => import('./escuela/FormaPlanes'), false),
      dicha('/niveles', 'Niveles', 'NivelesEscolaresListar', () => import('./escuela/ListaNiveles')),
      dicha('/niveles/:id', 'Nivel escolar', 'NivelesEscolaresListar', () => import('./escuela/FormaNiveles'), false),
    ],
  },
  {
    titulo: 'Empresa',
    pantallas: [
      dicha('/importar', 'Importar', 'Importar', () => import('./ImportarDatos.svelte')),
      dicha('/sucursales', 'Sucursales', 'SucursalesListar', () => import('./empresa/ListaSucursales')),
      dicha('/sucursales/:id', 'Sucursal', 'SucursalesListar', () => import('./empresa/FormaSucursales'), false),
      dicha('/proyectos', 'Proyectos', 'ProyectosListar', () => import('./empresa/ListaProyectos')),
      dicha('/proyectos/:id', 'Proyecto', 'ProyectosListar', () => import('./empresa/FormaProyectos'), false),
      dicha('/centros-costo', 'Centros de costo', 'CentrosCostoListar', () => import('./empresa/ListaCentrosCosto')),
      dicha('/centros-costo/:id', 'Centro de costo', 'CentrosCostoListar', () => import('./empresa/FormaCentrosCosto'), false),
      dicha('/tipos-cambio', 'Tipos de cambio', 'TiposCambioListar', () => import('./empresa/TiposCambio')),
      dicha('/empresa', 'Datos de la empresa', 'OrganizacionObtener', () => import('./empresa/Organizacion')),
    ],
  },
  {
    titulo: 'Accesos',
    pantallas: [
      dicha('/usuarios', 'Usuarios', 'UsuariosListar', () => import('./accesos/ListaUsuarios')),
      dicha('/usuarios/:id', 'Usuario', 'UsuariosListar', () => import('./accesos/FormaUsuarios'), false),
      dicha('/roles', 'Roles', 'RolesListar', () => import('./accesos/ListaRoles')),
      dicha('/roles/:id', 'Rol', 'RolesListar', () => import('./accesos/FormaRoles'), false),
      dicha('/consumidores', 'Consumidores de API', 'ConsumidoresApiListar', () => import('./accesos/ListaConsumidores')),
      dicha('/consumidores/:id', 'Consumidor de API', 'ConsumidoresApiListar', () => import('./accesos/FormaConsumidores'), false),
      dicha('/proveedores-identidad', 'Proveedores de identidad', 'ProveedoresIdentidadListar', () => import('./accesos/ListaProveedoresIdentidad')),
      dicha('/proveedores-identidad/:id', 'Proveedor de identidad', 'ProveedoresIdentidadListar', () => import('./accesos/FormaProveedoresIdentidad'), false),
      dicha('/suscripciones', 'Suscripciones a avisos', 'SuscripcionesListar', () => import('./accesos/ListaSuscripciones')),
      dicha('/suscripciones/:id', 'Suscripción a avisos', 'SuscripcionesListar', () => import('./accesos/FormaSuscripciones'), false),
      dicha('/avisos/:suscripcionId', 'Avisos enviados', 'SuscripcionEntregasListar', () => import('./accesos/AvisosEnviados'), false),
      dicha('/bitacora', 'Bitácora', 'BitacoraListar', () => import('./accesos/Bitacora')),
      dicha('/trabajos', 'Trabajos', 'TrabajosListar', () => import('./accesos/Trabajos')),
    ],
  },
];

const sueltas: Pantalla[] = [
  dicha('/', 'Inicio', undefined, () => import('./Inicio.svelte'), false),
  dicha('/cuenta', 'Mi cuenta', undefined, () => import('./Cuenta.svelte'), false),
  dicha('/documento/:id', 'Documento', 'DocumentoObtener', () => import('../piezas/Documento.svelte'), false),
];

const todas = [...sueltas.map((pantalla) => ({ grupo: '', pantalla })), ...grupos.flatMap((g) => g.pantallas.map((pantalla) => ({ grupo: g.titulo, pantalla })))].map((x) => ({
  ...x,
  forma: new RegExp(`^${x.pantalla.camino.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

export interface Lugar {
  grupo: string;
  pantalla: Pantalla;
  parametros: Record<string, string>;
  llave: string; // another one is another screen
}
export function hallar(camino: string): Lugar | null {
  for (const { grupo, pantalla, forma } of todas) {
    const m = forma.exec(camino);
    if (m) return { grupo, pantalla, parametros: { ...m.groups }, llave: camino };
  }
  return null;
}
