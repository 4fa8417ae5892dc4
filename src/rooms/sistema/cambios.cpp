#include "rooms/sistema/cambios.hpp"

#include <algorithm>

namespace cacao {
namespace {

struct Entrada {
    std::int64_t id;
    std::string_view fecha;
    TipoCambio tipo;
    std::string_view descripcion;
    std::string_view endpoint;
    std::string_view accionRequerida;
};

// Oldest first; ids only grow and an entry, once released, does not change.
constexpr Entrada entradas[] = {
    {1, "2026-11-15", TipoCambio::info, "Primera publicación de la interfaz.", "", ""},
    {2, "2026-11-15", TipoCambio::nuevo,
     "Autenticación con usuario y contraseña o con llave de API; renovación y cierre de sesión.",
     "POST /api/Seguridad/Autenticacion", ""},
    {3, "2026-11-15", TipoCambio::nuevo,
     "Contactos: consulta, alta, actualización por identificador y por código, lista y clasificaciones.", "/api/Contactos", ""},
    {4, "2026-11-15", TipoCambio::nuevo,
     "Toda escritura acepta Idempotency-Key y simular=true, salvo las de Seguridad y ConsumidoresApi.", "", ""},
    {5, "2026-11-15", TipoCambio::nuevo, "Catálogo de consumidores de la API, con rotación de llaves.",
     "GET /api/ConsumidoresApi", ""},
    {6, "2026-11-15", TipoCambio::nuevo,
     "Contabilidad: catálogo de cuentas, cuentas por papel, periodos y configuración. Cada organización empieza con un catálogo "
     "ligado al código agrupador del SAT.",
     "/api/Contabilidad", ""},
    {7, "2026-11-15", TipoCambio::nuevo, "Tipos de cambio por día.", "/api/Bancos/TiposCambio", ""},
    {8, "2026-11-15", TipoCambio::nuevo,
     "Productos, servicios y kits con sus componentes; unidades de medida, clasificaciones y agrupadores de servicios.",
     "/api/Productos", ""},
    {9, "2026-11-15", TipoCambio::nuevo, "Sucursales con sus series de folios, almacenes y proyectos (divisiones de negocio).",
     "/api/Sucursales", ""},
    {10, "2026-11-15", TipoCambio::nuevo,
     "Bancos, cajas y cuentas bancarias, formas de pago, monedas generales y de la organización.", "/api/Bancos", ""},
    {11, "2026-11-15", TipoCambio::nuevo,
     "Conceptos de compra, gasto y egreso, clasificadores de costo, y objetos con los conceptos que admite cada uno.",
     "/api/Conceptos", ""},
    {12, "2026-11-15", TipoCambio::nuevo, "Catálogos del SAT: regímenes fiscales, usos de CFDI, métodos y formas de pago.",
     "/api/CatalogosSAT", ""},
    {13, "2026-11-15", TipoCambio::nuevo,
     "Facturas de venta y registro de ventas: crear, consultar y cancelar, con existencia, póliza, saldo y folio en un paso.",
     "/api/FacturaVenta", ""},
    {14, "2026-11-15", TipoCambio::nuevo, "Depósitos y su asignación a documentos, en una o dos monedas; saldo de un contacto.",
     "/api/Bancos/DepositoAgregar", ""},
    {15, "2026-11-15", TipoCambio::nuevo, "Movimientos de inventario y existencias con su valor.",
     "/api/Inventario/MovimientoAgregar", ""},
    {16, "2026-11-15", TipoCambio::nuevo, "Pólizas de diario, balanza, auxiliares y cierre del ejercicio.",
     "/api/Contabilidad/SaldosCuentas", ""},
    {20, "2026-11-15", TipoCambio::nuevo,
     "Listas de precios con vigencia, lista base y redondeo; precios en bloque (hasta 20,000) con historia, precios acordados "
     "con "
     "clientes y canales de venta.",
     "/api/ListasPrecios", ""},
    {21, "2026-11-15", TipoCambio::nuevo,
     "Resolución de precios con explicación, hasta 1,000 partidas; las facturas toman el precio que no se envía.",
     "POST /api/ListasPrecios/Resolver", ""},
    {22, "2026-11-15", TipoCambio::nuevo,
     "Promociones, promociones cruzadas y cálculo de una compra en punto de venta; las partidas de factura aceptan promocionId.",
     "/api/PuntoVenta", ""},
    {23, "2026-11-15", TipoCambio::nuevo, "Vendedores; los documentos revisan vendedorId.", "/api/Vendedores", ""},
    {24, "2026-11-15", TipoCambio::breaking, "listaPreciosId de contactos y sucursales debe ser una lista existente y activa.",
     "/api/Contactos", "Envíe una lista de GET /api/ListasPrecios, o 0."},
    {25, "2026-11-15", TipoCambio::nuevo,
     "Catálogos del SAT por su nombre, con vigencias (`vigenciaInicio`, `vigenciaFin`) y filtro por fecha.",
     "GET /api/CatalogosSAT/{catalogo}", ""},
    {26, "2026-11-15", TipoCambio::nuevo,
     "Búsqueda de claves de productos y servicios, unidades y códigos postales del SAT por clave y por palabras.",
     "GET /api/CatalogosSAT/ClavesProducto", ""},
    {27, "2026-11-15", TipoCambio::nuevo, "Imagen de un producto, en base64 o como archivo, con una dirección propia.",
     "GET /api/Productos/ProductoImagen/{productoId}", ""},
    {28, "2026-11-15", TipoCambio::nuevo, "Addendas: campos, plantilla, clientes, versiones y prueba de la plantilla.",
     "/api/Addendas", ""},
    {29, "2026-11-15", TipoCambio::nuevo, "Personal de servicio.", "/api/PersonalServicio", ""},
    {30, "2026-11-15", TipoCambio::nuevo,
     "Saldos iniciales como documentos propios: SaldoInicialCliente, SaldoInicialProveedor y SaldoInicialBanco. Se cobran y se "
     "pagan como cualquier otro; el IVA pendiente que declaran se cobra o se paga con ellos.",
     "POST /api/Contabilidad/SaldosIniciales", ""},
    {31, "2026-11-15", TipoCambio::nuevo,
     "Cotizaciones, pedidos de clientes, entregas y notas de venta; facturas de venta en lista, por proyecto y por "
     "identificadores.",
     "/api/PedidoCliente", ""},
    {32, "2026-11-15", TipoCambio::nuevo,
     "Una nota de venta se factura entera, por partes o junto a otras; las de un día al público, en una factura global.",
     "POST /api/NotaVenta/NotaVentaFacturar/{id}", ""},
    {33, "2026-11-15", TipoCambio::nuevo, "Notas de devolución y de crédito a clientes.", "/api/NotaDevolucionCliente", ""},
    {34, "2026-11-15", TipoCambio::nuevo,
     "Anticipos, pagos en especie, compensaciones, traspasos, comisiones, reembolsos y saldos menores; depósitos en lista, por "
     "fechas, deshacer asignaciones y cancelar.",
     "/api/Bancos/Depositos", ""},
    {35, "2026-11-15", TipoCambio::nuevo,
     "Antigüedad de saldos, cartera global, saldos de contactos, estado de cuenta, saldos de bancos e IVA cobrado por tasas, "
     "cada "
     "uno con su diferencia contra la contabilidad.",
     "GET /api/Cartera/AntiguedadSaldos", ""},
    {36, "2026-11-15", TipoCambio::mejorado,
     "Cuando todas las faltas de una respuesta son del mismo código, `codigo` es ese y no `regla_incumplida`.", "", ""},
    {37, "2026-11-15", TipoCambio::nuevo,
     "Reportes como libro XLSX, CSV o PDF según `Accept`: antigüedad, cartera global, saldos, estado de cuenta, bancos, IVA "
     "cobrado "
     "y balanza. JSON sigue siendo lo predeterminado.",
     "GET /api/Cartera/AntiguedadSaldos", ""},
    {38, "2026-11-15", TipoCambio::nuevo,
     "Órdenes de compra: crear, autorizar con límite por importe, revisar sus partidas, cerrar y cancelar; lectura incremental a "
     "partir de un identificador.",
     "/api/OrdenCompra", ""},
    {39, "2026-11-15", TipoCambio::nuevo,
     "Recepciones de mercancía, notas de remisión y facturas de compra: conciliación de cantidad y precio contra lo ordenado y "
     "recibido, con tolerancias; lo que difiere queda por revisar y no se paga hasta aprobarse.",
     "/api/FacturaCompra", ""},
    {40, "2026-11-15", TipoCambio::nuevo,
     "Gastos sobre compras, notas de devolución a proveedores, notas de crédito de proveedores y su reporte detallado.",
     "/api/GastosCompra", ""},
    {41, "2026-11-15", TipoCambio::nuevo,
     "Gastos con reparto por clasificadores de costo, retenciones y pago al registrarse; gastos de agencias de viaje.",
     "POST /api/AgenciaViaje/RegistrarGasto", ""},
    {42, "2026-11-15", TipoCambio::nuevo,
     "Egresos por documentos y por conceptos, con su cheque; solicitudes de pago V1 y V2: solicitar, modificar, autorizar, "
     "rechazar, "
     "cancelar y pagar.",
     "POST /api/Bancos/EgresoAgregar", ""},
    {43, "2026-11-15", TipoCambio::nuevo, "IVA retenido por pagar y su análisis, con su diferencia contra la contabilidad.",
     "GET /api/Contabilidad/IVARetenidoPorPagar", ""},
    {44, "2026-11-15", TipoCambio::nuevo,
     "Existencias al cierre de cualquier fecha, con lo que viene en camino y por recibir; por series y lotes; centros de "
     "distribución con mínimos y máximos; nivel de servicio; análisis de capas: cada uno con su cuadre y como XLSX, CSV o PDF.",
     "GET /api/Inventario/Existencias", ""},
    {45, "2026-11-15", TipoCambio::nuevo,
     "Reempaques; movimientos de inventario en lista, por id y cancelar; traspasos en dos pasos con almacén final, merma y "
     "regreso de lo que no llegó; conteos físicos.",
     "POST /api/Inventario/ReempaqueAgregar", ""},
    {46, "2026-11-15", TipoCambio::mejorado,
     "Lotes que se liberan, se ponen en cuarentena o se bloquean, y trazabilidad de lotes y series en ambos sentidos. Una "
     "recepción de traspaso nombra su envío, y un envío va a un almacén de tránsito.",
     "GET /api/Inventario/Trazabilidad",
     "En `MovimientoAgregar`, dar `transaccionIdOrigen` y `partidaOrigen` en `recepcion`, y un almacén de tránsito en `envio`."},
    {47, "2026-11-15", TipoCambio::nuevo,
     "Las facturas de venta llevan los valores que pide la addenda de su cliente, por versiones, y dan su XML.",
     "PUT /api/FacturaVenta/{id}/Addenda", "A clientes con addenda, enviar `addenda` con los campos requeridos."},
    {48, "2026-11-15", TipoCambio::corregido,
     "Lo devuelto por la factura de una entrega o de una nota de venta vuelve a quedar por entregar en su pedido, y lo devuelto "
     "al "
     "proveedor por la factura de una recepción, por recibir en su orden: como lo devuelto por la entrega, la nota o la "
     "recepción.",
     "POST /api/NotaDevolucionCliente", ""},
    {49, "2026-11-15", TipoCambio::nuevo,
     "Conciliación bancaria: se importan las líneas del estado de cuenta, se concilian con los movimientos (solas las que no "
     "admiten duda) y los saldos de bancos dicen qué está en tránsito y qué suma el banco. Lo conciliado no se cancela.",
     "POST /api/Bancos/ConciliacionAutomatica", ""},
    {50, "2026-11-15", TipoCambio::corregido,
     "El estado de cuenta de una fecha pasada ya no cambia con lo que se asigna después: asignar entre monedas o entre contactos "
     "es un "
     "movimiento con su fecha (`evento`, `transaccionId2`). Los renglones de un día van en orden de registro, también en los "
     "saldos "
     "de bancos. Llega por páginas si se piden (`registrosPorPagina`, `cursor`) y en la moneda de la organización "
     "(`enMonedaLocal`).",
     "GET /api/Contabilidad/EstadoCuenta", ""},
    {51, "2026-11-15", TipoCambio::corregido,
     "En el IVA retenido por pagar, `iva` es el de los conceptos que retienen, una vez cada uno; llega también por mes y por "
     "documento "
     "en el análisis. Como libro, CSV o PDF trae los meses, el saldo inicial, lo enterado y lo que falta por enterar.",
     "GET /api/Contabilidad/IVARetenidoPorPagar", ""},
    {52, "2026-11-15", TipoCambio::corregido,
     "Las diferencias contra la contabilidad se comparan con todas las cuentas que tienen o tuvieron el papel, y las de bancos "
     "en la "
     "moneda de la organización, también las de cuentas en otra moneda o que comparten cuenta contable. Lo que está en tránsito "
     "llega "
     "aparte por depósitos y egresos.",
     "GET /api/Bancos/SaldosCuentas", ""},
    {53, "2026-11-15", TipoCambio::corregido,
     "El auxiliar toma los filtros de la balanza con el mismo sentido: `sucursalId=0` son todas las sucursales, por periodos, y "
     "`conCierre=false`, que deja fuera los cierres de todos los ejercicios que terminan en el rango. Sus renglones suman la "
     "cifra.",
     "GET /api/Contabilidad/Auxiliar/{cuentaId}", ""},
    {54, "2026-11-15", TipoCambio::nuevo,
     "Los saldos de contactos tienen un renglón para lo que no tiene contacto (`entidadId` 0), dicen qué es anticipo y qué nota "
     "de "
     "crédito, y su suma se compara con las cuentas de control en `Contactos/Saldos/Totales`; la cartera, en "
     "`Cartera/Global/Totales`, "
     "con el nombre del vendedor en cada renglón. El saldo de un contacto y las listas de depósitos llegan como libro, CSV o "
     "PDF.",
     "GET /api/Contactos/Saldos", ""},
    {55, "2026-11-15", TipoCambio::corregido,
     "La devolución de un kit (de cliente o a proveedor) y la recepción de uno enviado mueven los componentes que se movieron "
     "entonces, aunque la receta haya cambiado.",
     "POST /api/NotaDevolucionCliente", ""},
    {56, "2026-11-15", TipoCambio::mejorado,
     "Un pedido con `reservar` y `series` aparta esas series (`reservada`): otra venta de ellas se rechaza con "
     "`serie_no_disponible`. Sin `reservar`, y en una cotización, `series` se rechaza.",
     "POST /api/PedidoCliente", "No envíe `series` en cotizaciones ni en pedidos que no apartan."},
    {57, "2026-11-15", TipoCambio::corregido,
     "Lo apartado por un pedido queda libre al día siguiente de su `vigenciaFecha`: existencias, centro de distribución y series "
     "y "
     "lotes ya no lo cuentan como reservado.",
     "GET /api/Inventario/Existencias", ""},
    {58, "2026-11-15", TipoCambio::corregido,
     "IVA en base a flujo: un crédito aplicado al documento que acredita, la factura de una nota y la cancelación de un saldo "
     "menor ya no cuentan como cobro; cada uno quita los impuestos que le tocan. La cancelación de un saldo menor tiene un tope "
     "(`ajusteSaldoMaximo` de la configuración, 100 si no se cambia) y acepta `tipoCambio`.",
     "POST /api/Bancos/AjusteSaldoAgregar", "Subir `ajusteSaldoMaximo` donde se cancelen saldos mayores."},
    {59, "2026-11-15", TipoCambio::nuevo,
     "Lo que queda de una nota de crédito a cliente o de un pago en especie se aplica a otros documentos, y toda aplicación se "
     "deshace, también la de una nota de crédito de proveedor.",
     "PUT /api/NotaCreditoCliente/NotaCreditoClienteAplicar/{id}", ""},
    {60, "2026-11-15", TipoCambio::corregido,
     "Una bonificación lleva los impuestos del documento que acredita, no los de su concepto: si son varios, una partida por "
     "cada "
     "uno. El precio mínimo se compara con lo que queda tras `descuento` y `promocion`, también en partidas con origen y precio "
     "propio; lo vendido por debajo con permiso queda en la bitácora (`PrecioMinimo`).",
     "POST /api/NotaCreditoCliente", ""},
    {61, "2026-11-15", TipoCambio::mejorado,
     "El límite de crédito cuenta también lo entregado por facturar y, con `creditoConPedidos` de la configuración, los pedidos "
     "abiertos; una entrega que lo pasa se rechaza o se advierte como una factura. Con `autorizaCredito`, quien tiene el permiso "
     "`CreditoAutorizar` vende o entrega más allá; queda en la bitácora. `toleranciaEntrega` de un producto dice cuánto pasa de "
     "su pedido lo entregado y facturado.",
     "PUT /api/Contactos/{entidadId}/Credito", ""},
    {62, "2026-11-15", TipoCambio::corregido,
     "Una venta que deriva de una cotización, un pedido o una entrega y no dice precio toma lo pactado: precio, descuento, "
     "promoción "
     "e impuestos, en proporción y al centavo. Una nota de venta factura su pedido: lo que tomó ya no se factura por otro lado, "
     "y lo "
     "devuelto y acreditado se puede facturar de nuevo.",
     "POST /api/FacturaVenta", "Quien quiera otro precio lo envía en la partida."},
    {63, "2026-11-15", TipoCambio::corregido,
     "Lo devuelto de una entrega antes de facturarse ya no se factura; lo facturado se devuelve por su factura. Ningún documento "
     "es "
     "anterior a aquel del que deriva.",
     "POST /api/NotaDevolucionCliente", "Devolver por la factura lo que ya se facturó."},
    {64, "2026-11-15", TipoCambio::nuevo,
     "Se leen las entregas, con lo que de ellas se facturó y volvió, y los traspasos, comisiones, reembolsos, ajustes de saldo, "
     "compensaciones y pagos en especie.",
     "GET /api/Inventario/Entregas", ""},
    {65, "2026-11-15", TipoCambio::corregido,
     "La promoción que una partida nombra (`promocionId`) debe valer en la fecha, el día de la semana, la sucursal y el "
     "producto.",
     "POST /api/FacturaVenta", ""},
    {66, "2026-11-15", TipoCambio::nuevo,
     "Las partidas muestran `promocionId`, que pasa de la cotización o el pedido a lo que deriva de ellos y de la venta a su "
     "nota de "
     "crédito. Lo pactado no se juzga de nuevo y cuenta un solo uso, aunque se venda por partes; lo devuelto, acreditado por "
     "partida "
     "o cancelado lo quita en proporción y, cuando vuelve todo, libera el uso. Cancelar esa devolución lo toma otra vez, aunque "
     "pase de `limiteTotal`.",
     "GET /api/FacturaVenta/{id}", ""},
    {67, "2026-11-15", TipoCambio::corregido,
     "La promoción que una partida nombra se juzga como en PuntoVenta/Calcular: el documento cumple su condición y sus partidas "
     "no "
     "toman más de lo que da (`datos.maximo`); la hora se juzga en documentos con fecha de hoy. El importe se compara antes de "
     "`descuento`, con o sin impuestos según el precio.",
     "POST /api/FacturaVenta", "Enviar en `promocion` lo que responde PuntoVenta/Calcular."},
    {68, "2026-11-15", TipoCambio::corregido,
     "Un pedido no pide más de lo que queda de la partida cotizada (`excede_pendiente`). Una cotización no se acepta después de "
     "su "
     "`vigenciaFecha` (`vencido`); una rechazada se puede cancelar.",
     "POST /api/PedidoCliente", "Pedir en otra partida, sin origen, lo que pase de lo cotizado."},
    {69, "2026-11-15", TipoCambio::mejorado,
     "`estado` filtra cotizaciones como se muestran: `vigente` ya no trae las vencidas, que se buscan con `vencida`. Solo acepta "
     "los "
     "estados de una cotización.",
     "GET /api/Cotizaciones/Cliente", "Quien buscaba `vigente` para ver también las vencidas las pide aparte."},
    {70, "2026-11-15", TipoCambio::nuevo,
     "`facturaSinEntrega` de la configuración dice si se factura mercancía antes de entregarla; de inicio se permite. Si no, una "
     "factura con `sinEntrega` y mercancía por entregar se rechaza (`entrega_requerida`).",
     "PUT /api/Contabilidad/Configuracion", ""},
    {71, "2026-11-15", TipoCambio::nuevo,
     "A un documento registrado, de cualquier tipo y estado, se le agregan notas y archivos; queda quién y cuándo. Se leen en "
     "`notasAgregadas` y `archivos` de sus consultas (los campos del registro de venta no cambian: solo `archivos`). No se "
     "quitan.",
     "POST /api/Documentos/DocumentoNotaAgregar/{id}", ""},
    {72, "2026-11-15", TipoCambio::mejorado,
     "La consulta de un documento dice de cada partida `lotes` y `series` que movió y lo que falta de ella: `pendienteEntregar`, "
     "`pendienteRecibir`, `pendienteFacturar` y `pendienteDevolver`, en la unidad base del producto (`cantidadBase`).",
     "GET /api/FacturaVenta/{id}", ""},
    {73, "2026-11-15", TipoCambio::mejorado,
     "`creadoPor` (usuario que registró) y `creadoEn` en documentos, egresos, depósitos, gastos y solicitudes de pago.",
     "GET /api/FacturaVenta", ""},
    {74, "2026-11-15", TipoCambio::nuevo, "Centros de costo: catálogo, y filtro `centroCostoId` en las listas de documentos.",
     "/api/CentrosCosto", ""},
    {75, "2026-11-15", TipoCambio::breaking,
     "`centroCostoId` de documentos y usuarios debe ser un centro de costo existente y activo, también el que viene de la "
     "sesión. Los números que ya estaban en uso quedaron en el catálogo, con código `CC-` y el número.",
     "/api/CentrosCosto", "Envíe un centro de GET /api/CentrosCosto, o 0; dé nombre a los que ya usaba."},
    {76, "2026-11-15", TipoCambio::corregido,
     "Una nota de crédito de lo que ya se había cobrado resta del IVA cobrado en su propia fecha, no cuando se usa; la de un "
     "proveedor, de lo pagado y lo retenido.",
     "GET /api/Contabilidad/IVAcobradoTasas", "Volver a consultar los meses con notas de crédito de ventas cobradas."},
    {77, "2026-11-15", TipoCambio::nuevo,
     "Las notas de crédito dicen su `motivo`: devolucion, bonificacion o correccionPrecio. Las ventas y devoluciones leídas "
     "también lo llevan.",
     "POST /api/NotaCreditoCliente", ""},
    {78, "2026-11-15", TipoCambio::corregido,
     "`sucursalId` y `divisionId` de un usuario deben ser una sucursal y un proyecto existentes y activos.",
     "POST /api/Seguridad/Usuarios", ""},
    {79, "2026-11-15", TipoCambio::nuevo,
     "Las ventas dicen su canal (`canalId`): de él salen los precios que no se envían, se lee en sus consultas y filtra sus "
     "listas. "
     "Lo que deriva de otra venta toma su vendedor y su canal si no los dice.",
     "POST /api/FacturaVenta", ""},
    {80, "2026-11-15", TipoCambio::corregido,
     "Lo que deriva de otro documento (factura de un pedido, devolución, nota de crédito) queda en su proyecto, partida por "
     "partida, si no se dice otro.",
     "POST /api/NotaCreditoCliente", ""},
    {81, "2026-11-15", TipoCambio::corregido,
     "Lo que queda de una nota de crédito vuelve a lo que acredita cuando se deshace su pago o su uso, en cualquier orden y con "
     "sus propias tasas. Lo cancelado como saldo menor ya no se acredita, y su límite es por documento. El encabezado de una "
     "nota "
     "de crédito y sus partidas son del mismo documento.",
     "PUT /api/NotaCreditoCliente/NotaCreditoClienteDesaplicar/{id}", ""},
    {82, "2026-11-15", TipoCambio::nuevo,
     "La consulta de una nota de crédito trae sus `asignaciones`, con el `aplicacionId` para deshacerlas. `tipo` en los saldos "
     "de "
     "contactos deja en cada renglón solo ese lado.",
     "GET /api/NotaCreditoCliente/{id}", ""},
    {83, "2026-11-15", TipoCambio::corregido,
     "Ningún documento pasa de 100,000,000,000 en la moneda de la organización (`fuera_de_rango`).", "POST /api/FacturaVenta",
     ""},
    {84, "2026-11-16", TipoCambio::corregido,
     "Lo que una factura sin entrega entregó, volvió y se acreditó ya no se entrega otra vez. Lo que todavía no entrega se "
     "acredita en su propia partida con `motivo` devolucion (sin decirlo, si está por entregar): ya no se entrega y su pedido "
     "puede facturarse de nuevo. Así se acredita también lo devuelto de un pedido que se entregó y se facturó aparte.",
     "POST /api/NotaCreditoCliente", "Decir `motivo` bonificacion si lo acreditado por cantidad todavía se va a entregar."},
    {85, "2026-11-16", TipoCambio::corregido,
     "`pendienteEntregar` y `pendienteFacturar` de lo que deriva de un pedido toman en cuenta lo que el pedido ya entregó o "
     "facturó "
     "por otro documento. Con tolerancia de entrega solo se factura de más lo que sale o salió, y una devolución puede "
     "cancelarse.",
     "GET /api/FacturaVenta/{id}", ""},
    {86, "2026-11-16", TipoCambio::corregido,
     "`If-Match` vale en la cancelación de todo documento y en los cambios de estado de documentos; una operación que no lo "
     "atiende lo rechaza "
     "(`encabezado_invalido`) en lugar de ignorarlo.",
     "DELETE /api/RegistroVenta/RegistroVentaCancelar/{id}",
     "No enviar `If-Match` donde el documento de la interfaz no lo lista."},
    {87, "2026-11-16", TipoCambio::corregido,
     "Si se deshace el pago de una nota de venta ya facturada, lo que se debe es la factura: la nota queda saldada por ella, "
     "y las notas de crédito de la factura se le aplican.",
     "PUT /api/Bancos/DepositoDesasignar/{id}", ""},
    {88, "2026-11-16", TipoCambio::corregido,
     "De una venta de varias tasas con una nota de crédito de parte de ella, los pagos posteriores cuentan por las tasas que "
     "quedan, y al deshacer uno anterior la nota de crédito vuelve a quitar solo las suyas.",
     "GET /api/Contabilidad/IVAcobradoTasas", ""},
    {89, "2026-11-16", TipoCambio::corregido,
     "Con fecha anterior no se asigna, acredita ni cancela lo que en algún día desde entonces ya estaba usado: `fuera_de_rango` "
     "en `/fecha`, una sola vez, con el primer día posible en `datos.desde`.",
     "PUT /api/Bancos/DepositoAsignar/{id}", "Quien registra con fechas pasadas lee `datos.desde`."},
    {90, "2026-11-16", TipoCambio::corregido,
     "En otra moneda, el IVA de un anticipo o de una nota de crédito que se usa en partes suma en moneda local exactamente lo "
     "que "
     "se registró: no quedan centavos.",
     "GET /api/Contabilidad/IVAcobradoTasas", ""},
    {91, "2026-11-16", TipoCambio::corregido,
     "Un depósito registrado sin `clienteId` se puede asignar: queda identificado con el cliente de los documentos que paga. Con "
     "`clienteId`, debe ser un cliente (`valor_no_permitido`).",
     "PUT /api/Bancos/DepositoAsignar/{id}", ""},
    {92, "2026-11-16", TipoCambio::nuevo,
     "Los depósitos y anticipos traen `proyectoId` e `iva`, y la consulta de uno sus `documentosRelacionados`. Un reembolso "
     "vence "
     "el día en que se paga y dice en `documentosRelacionados` el pago que devuelve.",
     "GET /api/Bancos/Depositos", ""},
    {93, "2026-11-16", TipoCambio::corregido,
     "Una compensación con los lados cambiados se rechaza (`valor_no_permitido` en cada documento). La conciliación automática "
     "deja como ambiguo lo que también podría ser de una línea fuera del rango.",
     "POST /api/Bancos/CompensacionAgregar", ""},
    {94, "2026-11-16", TipoCambio::corregido,
     "`limiteTotal` de una promoción vale también para pedidos, que cuentan un uso desde que se registran hasta que se venden, "
     "se "
     "cierran o se cancelan; y de las promociones acumulables, la que tiene límite da solo donde una partida la nombra. Su "
     "importe "
     "mínimo se compara después de `descuento`. Una nota de crédito por bonificación o corrección de precio ya no devuelve el "
     "uso.",
     "POST /api/Promociones", "Nombrar en una partida cada promoción acumulable con límite que se use."},
    {95, "2026-11-16", TipoCambio::corregido,
     "Repetir en una partida el precio, el descuento o la promoción que se pactó en su cotización o pedido es lo mismo que no "
     "decirlos: se toma lo pactado, con sus impuestos, sin juzgarlo de nuevo.",
     "POST /api/FacturaVenta", ""},
    {96, "2026-11-16", TipoCambio::nuevo,
     "Se consulta una cotización, y cada partida dice en `pendientePedir` cuánto falta pedir de ella. La que tiene pedidos "
     "vigentes no se rechaza (`con_dependientes`).",
     "GET /api/Cotizaciones/{id}", ""},
    {97, "2026-11-16", TipoCambio::corregido,
     "Un crédito por importe de un producto que el documento no tiene se rechaza. La factura de una nota de venta con créditos "
     "por "
     "importe dice hasta cuánto se puede facturar (`facturable`) y qué notas de crédito lo impiden (`creditos`).",
     "POST /api/NotaCreditoCliente", ""},
    {98, "2026-11-16", TipoCambio::corregido,
     "`url` de un archivo es una dirección absoluta http o https; su `nombre` queda sin la extensión cuando ya termina en ella, "
     "y "
     "`nombreExtension` la dice una vez. En CSV, un texto que empieza con =, +, -, @, tabulador o retorno lleva un apóstrofo "
     "delante, para que ninguna hoja de cálculo lo tome por fórmula; los números no cambian.",
     "POST /api/Documentos/DocumentoArchivoAgregar/{id}", "Enviar direcciones completas en `url`."},
    {99, "2026-11-16", TipoCambio::nuevo,
     "También como libro, CSV o PDF: Cartera/Global/Totales, Contactos/Saldos/Totales, Bancos/Movimientos, Bancos/EstadoCuenta y "
     "Bancos/MovimientosBancarios.",
     "GET /api/Bancos/Movimientos", ""},
    {100, "2026-11-16", TipoCambio::corregido,
     "Un documento dice de una vez lo que falla en su encabezado y en sus partidas: también `serie`, `almacenId` y, en notas de "
     "crédito, lo que antes se decía aparte. Una orden de compra ya no espera recibir servicios (`cantidadPendiente`, "
     "`cantidadCerrada`).",
     "POST /api/NotaCreditoCliente", ""},
    {101, "2026-11-16", TipoCambio::nuevo,
     "Las pólizas de un documento dicen su uuid, contacto, RFC, cuenta bancaria, forma de pago (clave de contabilidad "
     "electrónica) y referencia; el auxiliar, uuid y RFC.",
     "GET /api/Contabilidad/Polizas/Documento/{transaccionId}", ""},
    {102, "2026-11-16", TipoCambio::nuevo,
     "Cuántos juegos de un kit alcanzan, por almacén; y qué lotes conviene tomar (`GET /api/Inventario/Lotes/Sugeridos`).",
     "GET /api/Inventario/Existencias/Kits/{productoId}", ""},
    {103, "2026-11-16", TipoCambio::mejorado,
     "Con `simular=true` la respuesta lleva `simulacion` (y el encabezado `Simulacion: true`): cada documento que se "
     "registraría, con "
     "sus partidas (precios, impuestos y por qué, mercancía con su costo y lo que quedaría), sus totales y sus asientos.",
     "", ""},
    {104, "2026-11-16", TipoCambio::corregido,
     "Con existencia negativa, una capa que debe y a la vez guarda mercancía es un solo renglón del análisis de capas: las "
     "páginas "
     "suman lo que dicen los totales.",
     "GET /api/Inventario/AnalisisCapas", ""},
    {105, "2026-11-16", TipoCambio::mejorado,
     "Un rechazo nombra a lo más 100 faltas; `masErrores` dice cuántas más hay. Sin token, un cuerpo tiene a lo más 16 KiB "
     "(413). Ruta, método, token y permiso se juzgan con los encabezados: quien no puede enviar el cuerpo recibe la respuesta "
     "sin que se lea, y se cierra la conexión. Dos encabezados `Authorization` son una petición mal formada.",
     "", "Corregir lo nombrado y repetir para ver lo demás."},
    {106, "2026-11-16", TipoCambio::mejorado,
     "Cuando el servicio atiende ya todo lo que puede, un cuerpo grande o un reporte se rechaza con 503 `saturado` y "
     "`Retry-After`; una lista o reporte que tarda demasiado se cancela (503 `consulta_cancelada`). Demasiadas conexiones desde "
     "una "
     "dirección son 429 `demasiadas_conexiones`.",
     "", "Repetir después de `Retry-After`; pedir reportes por periodos más cortos."},
    {107, "2026-11-16", TipoCambio::mejorado,
     "`/openapi.json` y las páginas de documentación llevan `ETag`: quien ya las tiene recibe 304.", "GET /openapi.json", ""},
    {108, "2026-11-16", TipoCambio::mejorado,
     "Una simulación dice también los asientos de lo que liquida en la misma petición (cobros con `asignaciones`, créditos, "
     "ajustes, compensaciones), los que agregaría a documentos que ya existen (`afectados`: asignar, cancelar) y las partidas de "
     "una orden o solicitud que se revisa. Con `Idempotency-Key` responde lo que respondería la petición, y no lleva `ETag`. "
     "`simular=false` no hace otra petición de una con la misma llave.",
     "", ""},
    {110, "2026-11-16", TipoCambio::mejorado,
     "Un nombre de usuario es único en su organización, no en la instalación: `usuario` puede llevarla (`12/ana`). "
     "`UsuarioCrear` "
     "responde en `acceso` cómo se escribe al entrar.",
     "POST /api/Seguridad/Autenticacion",
     "En una instalación con varias organizaciones, entrar con el `acceso` de cada usuario nuevo."},
    {111, "2026-11-16", TipoCambio::nuevo,
     "Las sesiones abiertas, propias y de un usuario, con su dirección y su última renovación; se cierran una por una o todas.",
     "GET /api/Seguridad/Sesiones", ""},
    {112, "2026-11-16", TipoCambio::mejorado,
     "Los intentos fallidos se cuentan por nombre y por red: quien adivina desde otra red ya no deja fuera al usuario. Entrar y "
     "renovar cuentan en el límite de peticiones. Un token de renovación cambiado hace mucho deja de reconocerse.",
     "POST /api/Seguridad/Autenticacion", ""},
    {113, "2026-11-16", TipoCambio::mejorado,
     "Se rechazan las contraseñas fáciles de adivinar: estaciones, meses y años, los nombres del usuario y de la organización, "
     "recorridos del teclado.",
     "POST /api/Seguridad/CambiarContrasena", ""},
    {114, "2026-11-16", TipoCambio::corregido,
     "Nadie otorga un importe mayor que el de sus propios límites, en un rol, a un usuario o con una llave; y quien no tiene los "
     "permisos de un consumidor no lo desactiva ni revoca su llave.",
     "PUT /api/Seguridad/Roles/{rolId}", ""},
    {115, "2026-11-16", TipoCambio::corregido,
     "Una cuenta de control (clientes, proveedores, anticipos, inventario, mercancía por facturar) no se asigna a un concepto ni "
     "a "
     "una cuenta bancaria (`cuenta_de_control`), y una póliza de diario solo la toca con el derecho `PolizaEnControl`, que el "
     "administrador tiene.",
     "POST /api/Contabilidad/Polizas", "Otorgar `PolizaEnControl` a los roles que registran pólizas en esas cuentas."},
    {116, "2026-11-16", TipoCambio::corregido,
     "El XML de una addenda crece hasta 4 MiB y se rechaza antes de escribirse (`addenda_muy_grande`); un kit reúne con sus kits "
     "a lo "
     "más 500 productos (`kit_muy_grande`; `regla_incumplida` si creció por dentro y se usa), y los de un documento se abren en "
     "a lo más 10,000 "
     "partes.",
     "POST /api/Addendas/{addendaId}/Prueba", ""},
    {117, "2026-11-16", TipoCambio::corregido,
     "Una imagen tiene a lo más 50 millones de pixeles y 16,383 por lado (`imagen_muy_grande`), y se entrega con una política "
     "que no "
     "deja ejecutar nada.",
     "POST /api/Productos/ProductoImagenBase64/{productoId}", ""},
    {120, "2026-11-16", TipoCambio::nuevo,
     "Un ancla de la bitácora para guardarla fuera: enviada después, dice si la bitácora sigue siendo la de entonces. Requiere "
     "el "
     "permiso `BitacoraAncla`. Lo que hace la línea de comandos también queda en la bitácora, sin usuario.",
     "GET /api/Bitacora/Ancla", ""},
    {121, "2026-11-16", TipoCambio::nuevo,
     "Las listas que aceptan `modificadoDesde` (documentos, contactos, productos) aceptan `desdePosicion` y responden "
     "`hastaPosicion`, que se envía la próxima vez: así no se salta lo que se confirmó tarde. `0` es el principio; una posición "
     "que "
     "aún no existe se rechaza con `fuera_de_rango`.",
     "GET /api/FacturaVenta", "Para seguir cambios con un programa, usar `desdePosicion` en lugar de `modificadoDesde`."},
    {130, "2026-11-16", TipoCambio::corregido,
     "Lo que se aplica a un documento (cobros, pagos, créditos de otros documentos, compensaciones) se reparte según lo abierto "
     "de cada tasa y de cada impuesto, no según lo que se facturó: ninguna tasa baja de cero ni pasa de lo que es, también al "
     "deshacer. Una nota de crédito devuelve de cada impuesto solo lo ya cobrado o pagado.",
     "GET /api/Contabilidad/IVAcobradoTasas", ""},
    {131, "2026-11-16", TipoCambio::corregido,
     "Las partes se redondean juntas y dentro de los límites de la autoridad: las de un pedido o una cotización, las de lo que "
     "se acredita, y el IVA de los cobros y pagos. La última ya no lleva el residuo de todas (15.95 de IVA sobre 100.03), "
     "tampoco después de cancelar algunas.",
     "POST /api/FacturaVenta", ""},
    {132, "2026-11-16", TipoCambio::corregido,
     "Las notas de crédito de un documento no quitan de ninguna tasa más de lo que cobró (`excede_pendiente`, con la tasa en "
     "`datos`), aunque el total lo permita; una bonificación se reparte según lo que queda por acreditar de cada tasa. Si se "
     "acredita lo que antes se canceló como saldo menor, el ajuste se cancela y se registra de nuevo sobre lo que queda.",
     "POST /api/NotaCreditoCliente", "Acreditar por partida antes que por importe, si se hacen ambas cosas."},
    {133, "2026-11-16", TipoCambio::corregido,
     "Un saldo inicial acepta el IVA que sus partidas, redondeadas cada una, dejaron (34.95 con IVA de 4.83). Una partida de "
     "centavos con impuestos incluidos que es toda IEPS conserva ese impuesto: el documento y su saldo dicen lo mismo.",
     "POST /api/Contabilidad/SaldosIniciales", ""},
    {135, "2026-11-16", TipoCambio::corregido,
     "Un gasto sobre compra, o una factura a otro precio que su recepción, sigue a la mercancía por traspasos y devoluciones "
     "también "
     "a costo promedio, y cancelado deja la existencia al valor que tendría sin él.",
     "POST /api/GastosCompra", ""},
    {136, "2026-11-16", TipoCambio::corregido,
     "Con existencia negativa, lo que llega paga lo que se debe a su propio costo: entradas, devoluciones, traspasos y salidas "
     "canceladas. Lo que vuelve de una venta así regresa a lo que costó.",
     "POST /api/NotaDevolucionCliente", ""},
    {137, "2026-11-16", TipoCambio::corregido,
     "La mercancía con series sale, se traspasa y regresa cada una a su propio costo, sea cual sea el método de su producto.",
     "POST /api/FacturaVenta", ""},
    {138, "2026-11-16", TipoCambio::nuevo,
     "Las partidas de kits aceptan `componentes`: de qué lote o con qué series sale o vuelve cada uno. Con `lotesPorCaducidad` "
     "lo que sale sin decir su lote se toma de los que caducan primero. En una devolución, el componente que no dice su lote "
     "vuelve al que salió, si fue uno solo o vuelve todo.",
     "POST /api/FacturaVenta", ""},
    {140, "2026-11-16", TipoCambio::corregido,
     "`periodoInicial` y `periodoFinal` aceptan el mes 13 (202513), el del cierre: solo, parte del saldo al 31 de diciembre "
     "antes de las pólizas de cierre. Lo mismo en `Auxiliar`. Con `conCierre=false` se rechaza.",
     "GET /api/Contabilidad/SaldosCuentas", ""},
    {141, "2026-11-16", TipoCambio::corregido,
     "El ISR retenido por arrendamiento se debe en su propia cuenta (papel `isr_arrendamiento_por_pagar`, 216.03). `isrPor` "
     "de un concepto o producto dice por qué se retiene; los conceptos cuya cuenta es de arrendamiento a personas físicas "
     "(601.45 y similares) ya lo dicen. Lo asentado y lo que estaba por pagar de documentos anteriores queda donde estaba.",
     "POST /api/Conceptos", "Asignar `isr_arrendamiento_por_pagar` si el catálogo no tiene la cuenta 216.03."},
    {142, "2026-11-16", TipoCambio::corregido,
     "El IVA de lo que se compra es el del proveedor y no el de la sucursal que compra: la tasa general, la de frontera si "
     "el contacto tiene `ivaFrontera`, ninguna si es extranjero (XEXX010101000), o la que digan los `impuestos` de la "
     "partida. Una comisión bancaria de 116.00 lleva 16.00 en cualquier sucursal.",
     "POST /api/Contactos", "Marcar `ivaFrontera` en los proveedores de la frontera que facturan al 8 %."},
    {143, "2026-11-16", TipoCambio::corregido,
     "Las retenciones miran quién paga y quién cobra: ISR y dos tercios del IVA solo los retiene una persona moral a una "
     "persona física (por su RFC); las demás tasas, como la de fletes, a cualquiera. A una persona física en RESICO (626) "
     "se le retiene 1.25 % de ISR de todo lo que se le paga (LISR 113-J). `regimenFiscal` de la configuración es el de la "
     "organización. Si falta un RFC, la respuesta lo advierte con `retencion_sin_rfc` y `rfcDe`: sin el de la organización "
     "no se retiene al pagar.",
     "POST /api/Gasto", "Registrar el RFC y el régimen de los proveedores."},
    {144, "2026-11-16", TipoCambio::nuevo,
     "`impuestos` en las partidas de un gasto, como en las de una factura de compra: los del comprobante del proveedor, "
     "cada uno con un centavo de tolerancia.",
     "POST /api/Gasto", ""},
    {145, "2026-11-16", TipoCambio::corregido,
     "A un cliente extranjero se le vende al 0 % de exportación y sin IEPS; `tratoIva` de un contacto dice otra cosa, y una "
     "partida de venta la suya con `iva` y `motivoIva`. El ingreso va a la cuenta de su tasa: `ventas_frontera` (401.04), "
     "`ventas_cero` (401.07), `ventas_exentas` (401.10), `ventas_exportacion` (401.28), y las devoluciones a las suyas "
     "(402.02 a 402.04); donde una no tiene cuenta, a `ventas` o `devoluciones_venta`. Un concepto conserva su cuenta, "
     "salvo que sea la general.",
     "POST /api/FacturaVenta",
     "Asignar `ventas_exportacion` en una organización que ya existía: su catálogo no tiene la cuenta 401.28."},
    {146, "2026-11-16", TipoCambio::corregido,
     "La moneda de un documento de venta o de compra que no la dice es la de su origen, la de su contacto o la de la "
     "organización, en ese orden. La de un contacto nuevo es la de la organización.",
     "POST /api/FacturaVenta", "Revisar la `moneda` de los contactos que operan en otra."},
    {147, "2026-11-16", TipoCambio::nuevo,
     "`ivaNoAcreditable` (de 0 a 1) e `iepsAlCosto`, por concepto, por producto y en la configuración: esa parte del IVA "
     "pagado, y el IEPS, son costo de la partida (gasto o mercancía) y no impuesto por acreditar. `alCosto` de cada "
     "impuesto de una partida dice cuánto. Los `clasificadores` de un gasto reparten su costo.",
     "PUT /api/Contabilidad/Configuracion", ""},
    {148, "2026-11-16", TipoCambio::nuevo,
     "`metodoPago` (PUE, PPD) y `formaPago` (c_FormaPago) en facturas y `formaPago` en notas de venta. PPD lleva 99; PUE "
     "otra, y vence a más tardar el último día del mes. Sin ninguno, PPD y 99.",
     "POST /api/FacturaVenta", ""},
    {149, "2026-11-16", TipoCambio::nuevo,
     "La factura global es de un día, una semana o un mes (`periodo`), en una exhibición y con la forma de pago de mayor "
     "importe; su lectura da un concepto por nota, con la información que pide la autoridad.",
     "GET /api/NotaVenta/FacturaGlobal/{id}", ""},
    {150, "2026-11-16", TipoCambio::corregido,
     "El cierre de un ejercicio lleva antes al resultado de ejercicios anteriores (304) lo que el resultado del ejercicio (305) "
     "tiene de años anteriores. Un ejercicio no se cierra mientras otro anterior tenga resultados sin cerrar "
     "(`ejercicio_anterior_abierto`), ni se deshace su cierre mientras esté cerrado uno posterior (`ejercicio_cerrado`). Una "
     "sucursal cuyo cierre se canceló se cierra de nuevo por sí sola.",
     "POST /api/Contabilidad/CierreAnual", "Cerrar los ejercicios en orden."},
    {151, "2026-11-16", TipoCambio::corregido,
     "Los días y las horas son los de la zona horaria de la sucursal del documento o, donde no hay otra, de la sesión: fecha de "
     "hoy, horario y vigencia de promociones, vigencias y reportes. Antes eran los de la organización.",
     "POST /api/FacturaVenta", ""},
    {152, "2026-11-16", TipoCambio::breaking,
     "Sin límite de crédito y límite de 0 son dos cosas: `limiteCredito` null es no tener límite, y 0 es vender solo de contado "
     "(lo vendido debe estar pagado antes). Lo que estaba en 0 quedó en null. En los saldos, `limiteCredito` y `disponible` son "
     "null sin límite. En `PUT /api/Contactos/{entidadId}/Credito` lo que se omite no cambia.",
     "GET /api/Contactos/{entidadId}", "Enviar null, no 0, para quitar el límite, y aceptar null al leerlo."},
    {153, "2026-11-16", TipoCambio::mejorado,
     "Una cuenta sin `padreId` va debajo de la cuenta cuyo número continúa, y suma en su grupo; con `padreId` 0 es una raíz.",
     "POST /api/Contabilidad/Cuentas", "Enviar `padreId` 0 donde se quiera una raíz cuyo número continúa otro."},
    {154, "2026-11-16", TipoCambio::mejorado,
     "Lo que mueve la contabilidad o la mercancía se fecha a lo más `diasAdelanto` días después de hoy (31 de inicio); más allá "
     "se rechaza con `fuera_de_rango` en `/fecha` y el último día en `maximo`. Cotizaciones, pedidos, órdenes, solicitudes de "
     "pago y vencimientos no tienen ese límite.",
     "PUT /api/Contabilidad/Configuracion", ""},
    {160, "2026-11-16", TipoCambio::nuevo,
     "Traspasos entre cuentas propias de monedas distintas: `importe` sale, `importeDestino` entra, cada uno en su moneda; "
     "`tipoCambio` y `tipoCambioDestino` dicen lo que valen en libros (el del día si faltan) y la diferencia es ganancia o "
     "pérdida cambiaria. Ya no se rechazan con `moneda_distinta`.",
     "POST /api/Bancos/TraspasoAgregar", ""},
    {161, "2026-11-16", TipoCambio::nuevo,
     "Reembolsos de proveedores: dinero que devuelven y que cubre un anticipo o una nota de crédito.",
     "POST /api/Bancos/ReembolsoProveedorAgregar", ""},
    {162, "2026-11-16", TipoCambio::nuevo,
     "Depósitos por conceptos (`partidas`): intereses, préstamos, aportaciones y otros, sin cliente y sin nada por asignar "
     "(`porConcepto`), con los impuestos del concepto. Los conceptos dicen en `enDeposito` si sirven para ello, y "
     "`GET /api/Bancos/ConceptosDeposito` los lista.",
     "POST /api/Bancos/DepositoAgregar", "Las listas de depósitos traen también documentos `DepositoConcepto`."},
    {163, "2026-11-16", TipoCambio::nuevo,
     "Revaluación cambiaria al cierre de un mes: lo abierto en otras monedas y las cuentas bancarias en ellas, al tipo de "
     "cambio del último día, con su reversa el día siguiente. `GET /api/Contabilidad/RevaluacionSaldos` la compara con la "
     "cartera y los libros.",
     "POST /api/Contabilidad/Revaluaciones",
     "Organizaciones que ya existían: crear las cuentas complementarias y asignarles los papeles `revaluacion_clientes`, "
     "`revaluacion_proveedores`, `revaluacion_anticipo_clientes`, `revaluacion_anticipo_proveedores` y `revaluacion_bancos`."},
    {175, "2026-11-17", TipoCambio::corregido,
     "Un crédito es primero para lo que acredita: mientras eso se deba, a otros documentos o a un reembolso va solo lo que "
     "sobra; "
     "más se rechaza con `origen_con_saldo`, con el documento en `datos`. Si se deshace un cobro de lo acreditado, lo que el "
     "crédito había pagado a otros vuelve ahí, y lo otro se debe. Así el IVA cobrado de ninguna tasa baja de cero. En otra "
     "moneda, "
     "lo que un crédito devuelve cuenta a lo que se cobró; la diferencia con su tipo de cambio es ganancia o pérdida cambiaria.",
     "PUT /api/NotaCreditoCliente/NotaCreditoClienteAplicar/{id}",
     "Aplicar el crédito a lo que acredita antes que a otros documentos."},
    {176, "2026-11-17", TipoCambio::corregido,
     "Una nota de crédito de proveedor quita el IVA acreditable, y el ISR de arrendamiento, de las partidas que acredita, no en "
     "proporción a todo el documento. Las dos terceras partes del IVA se retienen sobre la base del IVA, que incluye el IEPS.",
     "POST /api/NotaCreditoProveedor", ""},
    {177, "2026-11-17", TipoCambio::mejorado,
     "Las notas de venta con una bonificación o con un saldo menor cancelado se facturan, solas, juntas o en la factura global: "
     "lo "
     "bonificado va como descuento, y el saldo cancelado pasa a la factura. Antes se rechazaban con `excede_pendiente`, y con "
     "ellas "
     "toda la factura global.",
     "POST /api/NotaVenta/FacturaGlobal", ""},
    {180, "2026-11-17", TipoCambio::mejorado,
     "Nadie ocupa más que su parte: un usuario o consumidor que ya tiene mucho en camino (cuerpos por llegar, respuestas sin "
     "leer) recibe 503 `saturado` con `Retry-After`, y los demás no lo notan. Las entradas con contraseña tienen una cola corta, "
     "por turnos entre redes; más allá de ella responden 503 `saturado`. Con llave de API o al renovar no se espera por ellas.",
     "POST /api/Seguridad/Autenticacion", "Ante 503, repetir después de lo que diga `Retry-After`."},
    {181, "2026-11-17", TipoCambio::mejorado,
     "Un cuerpo JSON tiene a lo más 500,000 valores (`demasiados_valores`), y una lista que ocuparía demasiada memoria se "
     "rechaza "
     "con `lista_muy_larga` y lo que cabe en `maximo`.",
     "", ""},
    {185, "2026-11-17", TipoCambio::mejorado,
     "Una contraseña se rechaza (`contrasena_debil`) también cuando es una palabra común escrita con signos o cifras en lugar de "
     "letras, o con una o dos letras de más, y cuando es una sola palabra de menos de diez letras a la que solo alargan cifras y "
     "signos.",
     "POST /api/Seguridad/CambiarContrasena", ""},
    {186, "2026-11-17", TipoCambio::corregido,
     "El límite de 10,000 partes en que se abren los kits de un documento (`kit_muy_grande`) vale en toda operación que los "
     "abre, "
     "también en devoluciones, y todas lo declaran.",
     "POST /api/NotaDevolucionCliente", "Devolver en varias notas lo que pase del límite."},
    {187, "2026-11-17", TipoCambio::corregido,
     "Sobre PostgreSQL, una lectura de un registro o un registro ordinario que no recibe respuesta de la base de datos se "
     "contesta con 503 `no_disponible` (o `resultado_desconocido`) y `Retry-After` en unos cinco segundos; antes, en un minuto.",
     "", "Ante 503, repetir después de lo que diga `Retry-After`, con la misma `Idempotency-Key`."},
    {190, "2026-11-17", TipoCambio::corregido,
     "La nota de crédito que bonificó un importe de una nota de venta no se cancela mientras la nota esté facturada por lo que "
     "dejó: se rechaza con `con_dependientes`, que nombra la factura. Antes quedaba en la nota un importe que nadie podía "
     "facturar.",
     "DELETE /api/NotaCreditoCliente/NotaCreditoClienteCancelar/{id}", "Cancelar antes la factura."},
    {191, "2026-11-17", TipoCambio::corregido,
     "Cancelar un traspaso, su envío o recepción, un reempaque, una venta o una devolución regresa también el costo que llegó "
     "después a "
     "esa mercancía (gastos sobre compra, factura a otro precio), y no regresa el que ya se había cancelado; antes quedaba en "
     "variación de costo, en costo de ventas o en la mercancía del destino, o con costeo PEPS se rechazaba con "
     "`con_dependientes`.",
     "DELETE /api/Inventario/MovimientoCancelar/{id}", ""},
    {192, "2026-11-17", TipoCambio::mejorado,
     "Con existencias negativas, cancelar una entrada cuya mercancía ya siguió a donde un traspaso la esperaba, o está en lo que "
     "un "
     "reempaque hizo sin ella, se rechaza con `con_dependientes` y dice cuál, también con costo promedio.",
     "DELETE /api/FacturaCompra/FacturaCompraCancelar/{id}", "Cancelar antes el traspaso o reempaque."},
    {200, "2026-11-17", TipoCambio::mejorado,
     "Las entradas con contraseña que llegan juntas esperan su turno en lugar de recibir 503: hasta 64 de una misma red y 256 en "
     "total.",
     "POST /api/Seguridad/Autenticacion", ""},
    {201, "2026-11-17", TipoCambio::mejorado,
     "Las organizaciones, y en cada una sus usuarios y consumidores, se turnan al registrar y al simular: quien manda mucho "
     "espera por lo suyo. Una organización, con todos los suyos, ocupa a lo más la mitad de lo que hay para cuerpos por llegar y "
     "respuestas sin leer; más allá recibe 503 `saturado` con `Retry-After`.",
     "", "Ante 503, repetir después de lo que diga `Retry-After`."},
    {202, "2026-11-17", TipoCambio::mejorado,
     "Un registro de más de 4 MiB se lee como un reporte: pocos a la vez, y cuando esperan demasiados responde 503 `saturado` "
     "con "
     "`Retry-After`. También una exportación, cuando las que van en camino ocupan ya el disco que hay para ellas.",
     "", "Ante 503, repetir después de lo que diga `Retry-After`."},
    {203, "2026-11-17", TipoCambio::corregido,
     "Sobre PostgreSQL, también una lista, un reporte o un registro grande que no recibe respuesta alguna de la base de datos se "
     "contesta con 503 `no_disponible` y `Retry-After` en unos cinco segundos; antes, en uno o dos minutos.",
     "", "Ante 503, repetir después de lo que diga `Retry-After`, con la misma `Idempotency-Key`."},
    {206, "2026-11-17", TipoCambio::corregido,
     "Cuando un papel contable cambia de cuenta, lo que se asentó antes se salda en la cuenta que se usó entonces (impuestos por "
     "cobrar o pagar, recibido no facturado, devoluciones por acreditar, IVA de anticipos, la venta de una nota que se factura); "
     "los documentos nuevos usan la nueva. Antes se saldaba en la nueva y la anterior conservaba su saldo.",
     "PUT /api/Contabilidad/CuentasPapel", ""},
    {207, "2026-11-17", TipoCambio::corregido,
     "Mientras haya mercancía cuya cuenta de inventario cambiaría, o saldo de gastos por distribuir, la cuenta de esos papeles "
     "no "
     "cambia: se rechaza con 409 `papel_con_saldo`, que dice el almacén y la cuenta. Lo mismo la clasificación de un producto "
     "con existencia, si la otra tiene otra cuenta de inventario.",
     "PUT /api/Contabilidad/CuentasPapel",
     "Sacar la mercancía o traspasarla antes a un almacén que tenga ya la otra cuenta; repartir antes los gastos."},
    {208, "2026-11-17", TipoCambio::corregido,
     "El papel de un impuesto que espera y el del ya cobrado o pagado no comparten cuenta: se rechaza con `papel_opuesto`, que "
     "nombra el otro papel. Lo ya asignado sigue valiendo. `cuenta_de_control` nombra también el otro papel.",
     "PUT /api/Contabilidad/CuentasPapel", "Asignar a cada uno su cuenta."},
    {209, "2026-11-17", TipoCambio::mejorado,
     "Una contraseña nueva se juzga por cuántos intentos lleva acertarla: se rechazan también recorridos del teclado, fechas, "
     "patrones que siguen y palabras con año (`contrasena_debil`); se aceptan frases de varias palabras y lo escogido al azar.",
     "", "Escoger otra si se rechaza."},
    {210, "2026-11-17", TipoCambio::corregido,
     "Lo que un cliente devuelve después de cancelado un gasto sobre compra que había llevado vuelve sin ese gasto, que el costo "
     "de "
     "ventas ya había recuperado: antes volvía con él, y la existencia valía más de lo que costó.",
     "POST /api/NotaDevolucionCliente", "Ninguna; las devoluciones ya registradas se quedan como están."},
    {211, "2026-11-17", TipoCambio::corregido,
     "Cancelar gastos sobre compra o reempaques donde se permite existencia negativa deja la existencia en lo que valdría si "
     "nunca "
     "hubieran sido: también si un reempaque consumió lo que no había llegado y lo que llegó costó menos de lo estimado, o si "
     "llegó con un gasto que se canceló antes que el reempaque.",
     "DELETE /api/GastosCompra/GastoCompraCancelar/{id}", "Ninguna."},
    {213, "2026-11-17", TipoCambio::corregido,
     "Lo que un kit cuesta y lo que de él hay en existencia va a las cuentas (inventario, costo de ventas, merma, consumo, "
     "ajuste) de la clasificación de cada componente, también al devolverlo, al cancelarlo y cuando un gasto llega después; el "
     "ingreso sigue en la del kit. Antes todo iba a las del kit.",
     "", ""},
    {214, "2026-11-17", TipoCambio::corregido,
     "Una nota de crédito en otra moneda, al tipo de cambio de lo que acredita, no gana ni pierde por el cambio: los centavos "
     "que dejan sus partes, también después de cancelar algunas, van a la cuenta de lo acreditado, o a la variación si es "
     "mercancía devuelta. La última parte de un pedido toma lo que queda de cada impuesto, si la autoridad lo acepta.",
     "POST /api/NotaCreditoCliente", ""},
    {215, "2026-11-17", TipoCambio::corregido,
     "En otra moneda, al deshacer pagos hechos a distintos tipos de cambio después de una nota de crédito, el IVA cobrado o "
     "pagado queda en lo que cobraron los pagos que siguen, y en nada si no queda ninguno.",
     "PUT /api/NotaCreditoCliente/NotaCreditoClienteDesaplicar/{id}", ""},
    {220, "2026-11-17", TipoCambio::corregido,
     "Una repetición con `Idempotency-Key` es la misma aunque la dirección se escriba de otro modo (una diagonal al final, "
     "escapes, un parámetro que se ignora): antes se registraba otra vez.",
     "", "Ninguna."},
    {221, "2026-11-17", TipoCambio::corregido,
     "En otra moneda, con varias notas de crédito y pagos a distintos tipos de cambio, lo que queda cobrado o pagado de cada "
     "impuesto es su parte de lo que cobraron los pagos que siguen, en cualquier orden en que se deshagan pagos y se cancelen "
     "notas. Para eso puede hacerse de nuevo la última aplicación de una nota a su documento, en la fecha de lo que se deshace.",
     "PUT /api/NotaCreditoCliente/NotaCreditoClienteDesaplicar/{id}", ""},
    {225, "2026-11-17", TipoCambio::corregido,
     "Al cancelar, lo que cambia el costo de la mercancía se asienta en las cuentas de la clasificación de la que es, sin "
     "compensar "
     "una con otra; lo que un reempaque llevó de una clasificación a otra vuelve a la primera, y no queda variación de costo por "
     "un "
     "gasto de compra o una diferencia de precio cancelados antes.",
     "DELETE /api/Inventario/ReempaqueCancelar/{id}", "Ninguna."},
    {226, "2026-11-17", TipoCambio::corregido,
     "Con existencia negativa y costo promedio, cancelar una compra que había cubierto ventas anteriores las deja otra vez por "
     "cubrir, "
     "al costo estimado con que salieron, y las cubre lo que haya: antes quedaban con el costo de la compra cancelada.",
     "DELETE /api/FacturaCompra/FacturaCompraCancelar/{id}", "Ninguna."},
    {227, "2026-11-17", TipoCambio::corregido,
     "Al cancelar un gasto de compra, lo que salió antes de llegar y se estimó con él se estima otra vez sin él. Lo producido "
     "sin "
     "haber llegado lo consumido vuelve de una venta o traspaso cancelados con lo que llegó a costar. La parte de un gasto que "
     "corresponde a mercancía vendida es costo de la clasificación de lo vendido, también si salió de un reempaque.",
     "DELETE /api/GastosCompra/GastoCompraCancelar/{id}", "Ninguna."},
    {230, "2026-11-17", TipoCambio::corregido,
     "Una repetición con `Idempotency-Key` responde siempre lo primero, tal cual: también las respuestas grandes (antes se leían "
     "de nuevo y decían lo de hoy), con sus `advertencias` (antes se perdían), y aunque hoy la solicitud se rechazaría.",
     "", "Ninguna."},
    {231, "2026-11-17", TipoCambio::corregido,
     "Un consumidor de la API ve y cierra sus propias sesiones y las de otros consumidores de su usuario que no puedan más que "
     "él; antes, las de todos.",
     "GET /api/Seguridad/Sesiones", ""},
    {232, "2026-11-17", TipoCambio::corregido,
     "La contraseña correcta de un usuario desactivado cuenta como intento fallido. En una red que espera por intentos fallidos "
     "entra sin esperar por otros quien ya entró desde ahí con su contraseña.",
     "POST /api/Seguridad/Autenticacion", ""},
    {233, "2026-11-17", TipoCambio::mejorado,
     "Una página de la bitácora lleva a lo más dos millones de letras en `antes` y `despues`: por cursor trae los registros que "
     "caben y sigue en `siguiente`; pedida por número se rechaza con `lista_muy_larga` y lo que cabe en `maximo`.",
     "GET /api/Bitacora", "Si sus registros son muy grandes, recorra la bitácora con `cursor`."},
    {234, "2026-11-17", TipoCambio::corregido,
     "Dos encabezados `Idempotency-Key`, o uno vacío, se rechazan con `encabezado_invalido`: antes valía el primero, o ninguno.",
     "", "Envíe una sola llave, no vacía."},
    {235, "2026-11-17", TipoCambio::corregido,
     "Deshacer un pago deja cada impuesto como si no hubiera existido, también donde una nota de crédito o un saldo cancelado "
     "habían tomado otros impuestos que los suyos: antes podían quedar centavos, o lo retenido de otros conceptos, como cobrados "
     "o "
     "pagados. Lo que sobraba de una nota de crédito que cerró su documento vuelve a él. Una nota de crédito no se quita de su "
     "documento (`estado_invalido`) tampoco si dejaría negativo lo que es costo o lo retenido por arrendamiento.",
     "", ""},
    {236, "2026-11-17", TipoCambio::corregido,
     "`iva` es siempre el de los conceptos que retienen: un saldo cancelado no lo deja negativo, y no quedan centavos por "
     "créditos en partes, por conceptos con `ivaNoAcreditable` ni por pagos deshechos.",
     "GET /api/Contabilidad/IVARetenidoPorPagar", ""},
    {237, "2026-11-17", TipoCambio::corregido,
     "Un saldo cancelado mientras una nota de crédito esperaba se registra de nuevo, completo, si esa nota se cancela.",
     "POST /api/Bancos/AjusteSaldoAgregar", ""},
    {240, "2026-11-17", TipoCambio::corregido,
     "Lo devuelto a un proveedor espera en devoluciones por acreditar lo que vale su partida en la factura; lo que costó de más, "
     "como "
     "los gastos de compra, va desde luego a la variación. `costo` de la partida devuelta es lo que se espera.",
     "/api/NotaDevolucionProveedor", ""},
    {241, "2026-11-17", TipoCambio::corregido,
     "Los costos que llegan tarde a mercancía que ya salió, y lo que se deshace de ellos, van a la cuenta de lo que la sacó "
     "(merma, "
     "consumo interno, ajuste, variación), y no siempre al costo de ventas; también lo que se corrige de lo que salió antes de "
     "entrar.",
     "/api/GastosCompra", ""},
    {245, "2026-11-17", TipoCambio::corregido,
     "Los intentos fallidos se cuentan por el usuario tal como se escribió (`ana` y `12/ana` por separado) y por la red.",
     "POST /api/Seguridad/Autenticacion", ""},
    {246, "2026-11-17", TipoCambio::mejorado,
     "Una persona y cada consumidor de API tienen hasta 500 sesiones cada uno; antes, 500 entre todos los de un usuario.",
     "POST /api/Seguridad/Autenticacion", ""},
    {247, "2026-11-17", TipoCambio::mejorado,
     "El documento de la interfaz y `/docs/plain` explican cada campo y cada parámetro, con ejemplos verosímiles.", "", ""},
    {252, "2026-11-17", TipoCambio::mejorado,
     "Los totales de las listas no se cuentan: documentos por tipo, estado, fechas y contacto, contactos por rol y productos por "
     "tipo los llevan guardados. Con otros filtros se cuenta hasta 10,000; si hay más, `totalRegistros` y `totalPaginas` son "
     "null "
     "y `masDe` dice 10000.",
     "", "Donde se use `totalPaginas`, recorrer por `siguiente` cuando sea null."},
    {253, "2026-11-17", TipoCambio::mejorado,
     "El estado de cuenta de un contacto cuesta sus propios movimientos, no los de toda su historia.",
     "GET /api/Contabilidad/EstadoCuenta", ""},
    {254, "2026-11-17", TipoCambio::mejorado,
     "`estado` en las listas de documentos admite los de su tipo; otro se rechaza (`valor_no_permitido`), con los que hay en "
     "`datos.permitidos`. Antes la lista venía vacía.",
     "", ""},
    {255, "2026-11-17", TipoCambio::mejorado,
     "Los momentos, como `modificadoDesde`, se aceptan también con su diferencia con UTC: `2026-11-17T10:00:00-06:00`.", "", ""},
};

}  // namespace

std::vector<CambioPublicado> listar_cambios(const Context&, const CambiosFiltro& filtro) {
    std::vector<CambioPublicado> lista;
    for (const auto& e : entradas) {
        CambioPublicado c{e.id,
                          Fecha::leer_iso(e.fecha).value(),
                          e.tipo,
                          std::string{e.descripcion},
                          std::string{e.endpoint},
                          std::string{e.accionRequerida}};
        if ((!filtro.desde || c.fecha >= *filtro.desde) && (!filtro.tipo || c.tipo == *filtro.tipo))
            lista.push_back(std::move(c));
    }
    std::ranges::reverse(lista);
    return lista;
}

void register_cambios(api::Operations& ops) {
    ops.group("Version");
    ops.add(api::Verb::GET, "/api/Cambios", "CambiosListar", listar_cambios, "Registro de cambios de la interfaz")
        .para_todos()
        .sin_base();
}

}  // namespace cacao
