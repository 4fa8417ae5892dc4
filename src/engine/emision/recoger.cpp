// Registration, first step: everything the request names in one trip, then what that names.

#include "engine/emision/recoger.hpp"

#include "db/rows.hpp"
#include "engine/cadena/pendientes.hpp"
#include "engine/emision/derivacion.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/unidades.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <array>

namespace cacao::engine {

const std::string_view partida_de_origen = R"(
    SELECT p.transaccionId, p.numeroPartida, d.tipo, d.estado, d.fecha, d.sucursalId, d.entidadId, d.vendedorId, d.canalId, p.proyectoId,
           d.proyectoId AS proyectoDocumento, d.moneda,
           p.productoId, p.conceptoId,
           p.unidadMedidaId, p.precioUnitario, p.cantidadBase, p.descuento + p.promocion AS descuento,
           p.importe - p.descuento - p.promocion + p.alCosto AS neto, d.tipoCambio, p.costo, p.almacenId,
           p.cuentaId,
           p.origenId, p.origenPartida, COALESCE(o.tipo, '') AS origenTipo, COALESCE(o.moneda, '') AS origenMoneda,
           CASE WHEN q.unidadMedidaId = p.unidadMedidaId THEN q.precioUnitario ELSE 0 END AS origenPrecio,
           COALESCE(q.origenId, 0) AS origenOrigenId, COALESCE(q.origenPartida, 0) AS origenOrigenPartida,
           COALESCE(r.tipo, '') AS origenOrigenTipo, c.vigenciaFecha, p.promocionId, p.sinCargo, p.terceroId
    FROM partida p
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
    LEFT JOIN documento o ON o.organizacionId = $1 AND o.transaccionId = p.origenId
    LEFT JOIN partida q ON q.organizacionId = $1 AND q.transaccionId = p.origenId AND q.numeroPartida = p.origenPartida
    LEFT JOIN documento r ON r.organizacionId = $1 AND r.transaccionId = q.origenId
    LEFT JOIN documentoCondicion c ON c.organizacionId = $1 AND c.transaccionId = p.transaccionId
    WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)";

bool en_libros(const Documento& tipo) {
    return !tipo.asientos.empty() || tipo.renglones == Renglones::diario || tipo.existencia == Existencia::reempaque;
}

Importe rebaja_de(const PartidaPedida& p) {
    const ConPrecio& c = p.precio;
    return std::max(c.descuento, Importe{}) + (c.promocionId == 0 ? std::max(c.promocion, Importe{}) : Importe{});
}

namespace {

// Every distinct identifier that the lines name, 0 left out.
template <class Get>
std::set<std::int64_t> distintos(const Solicitud& pedida, Get get) {
    std::set<std::int64_t> ids;
    for (const PartidaPedida& p : pedida.partidas)
        if (const std::int64_t id = get(p); id != 0) ids.insert(id);
    return ids;
}

std::set<std::int64_t> fuentes_pedidas(const Solicitud& pedida) {
    return distintos(pedida, [](const PartidaPedida& p) { return p.origen.origenId; });
}

template <class Filas, class Id>
auto buscar(const Filas& filas, std::int64_t id, Id miembro) -> decltype(filas.data()) {
    const auto it = std::ranges::find(filas, id, miembro);
    return it == filas.end() ? nullptr : &*it;
}

// Who, where and when, as far as the request and the session say.
Encabezado encabezar(const Context& ctx, const Solicitud& pedida) {
    const Cabecera& c = pedida.cabecera;
    const auto& sesion = ctx.sesion();
    Encabezado e;
    e.sucursalId = c.sucursalId != 0 ? c.sucursalId : sesion.sucursalId;
    e.centroCostoId = c.centroCostoId != 0 ? c.centroCostoId : sesion.centroCostoId;
    e.proyectoId = c.proyectoId != 0 ? c.proyectoId : sesion.divisionId;
    e.fecha = c.fecha.value_or(ctx.hoy(e.sucursalId));
    e.periodo = pedida.periodo.periodo != 0 ? pedida.periodo.periodo : periodo_de(e.fecha);
    return e;
}

void pedir_cabecera(db::Reader& tx, const Documento& tipo, const Solicitud& pedida, Hallado& h) {
    const auto org = tx.organizacion();
    const Cabecera& c = pedida.cabecera;
    CabeceraHallada& hallada = h.cabecera;
    if (h.encabezado.sucursalId != 0)
        tx.all_later(hallada.sucursales, R"(SELECT sucursalId, codigo, frontera, almacenId, activo FROM sucursal
                                            WHERE organizacionId = $1 AND sucursalId = $2)",
                     org, h.encabezado.sucursalId);
    if (!c.serie.empty())
        tx.one_later(hallada.sucursal_de_serie,
                     "SELECT sucursalId FROM serie WHERE organizacionId = $1 AND tipo = $2 AND serie = $3 AND activo = 1", org,
                     tipo.tipo, c.serie);
    if (c.entidadId != 0)
        tx.all_later(
            hallada.contactos,
            R"(SELECT c.entidadId, c.rfc, c.regimenFiscal, c.moneda, c.ivaFrontera, c.tratoIva, c.esCliente, c.esProveedor, c.limiteCredito, c.diasCredito, c.activo,
                               t.toleranciaRecepcion
                        FROM contacto c
                        LEFT JOIN proveedorCompra t ON t.organizacionId = $1 AND t.entidadId = c.entidadId
                        WHERE c.organizacionId = $1 AND c.entidadId = $2)",
            org, c.entidadId);
    for (const auto id : {pedida.banco.cuentaBancariaId, pedida.banco.cuentaDestinoId})
        if (id != 0)
            tx.all_later(hallada.bancos, R"(SELECT cuentaBancariaId, moneda, cuentaId, activo FROM cuentaBancaria
                                            WHERE organizacionId = $1 AND cuentaBancariaId = $2)",
                         org, id);
    if (pedida.banco.formaPagoId != 0)
        tx.all_later(hallada.formas,
                     R"(SELECT formaPagoId FROM formaPago WHERE organizacionId = $1 AND formaPagoId = $2 AND activo = 1)", org,
                     pedida.banco.formaPagoId);
    if (pedida.cliente.vendedorId != 0)
        tx.one_later(hallada.vendedor_activo, "SELECT activo FROM vendedor WHERE organizacionId = $1 AND vendedorId = $2", org,
                     pedida.cliente.vendedorId);
    if (pedida.cliente.canalId != 0)
        tx.one_later(hallada.canal_activo, "SELECT activo FROM canal WHERE organizacionId = $1 AND canalId = $2", org,
                     pedida.cliente.canalId);
    auto proyectos = distintos(pedida, [](const PartidaPedida& p) { return p.renglon.proyectoId; });
    if (h.encabezado.proyectoId != 0) proyectos.insert(h.encabezado.proyectoId);
    for (const auto id : proyectos)
        tx.all_later(hallada.proyectos, R"(SELECT proyectoId FROM proyecto
                                           WHERE organizacionId = $1 AND proyectoId = $2 AND estado = 'activo')",
                     org, id);
    if (h.encabezado.centroCostoId != 0)
        tx.one_later(hallada.centro_activo, "SELECT activo FROM centroCosto WHERE organizacionId = $1 AND centroCostoId = $2",
                     org, h.encabezado.centroCostoId);
    if (!c.referenciaExterna.empty())
        tx.all_later(hallada.repetidas, R"(SELECT transaccionId FROM documento
                                           WHERE organizacionId = $1 AND tipo = $2 AND referenciaExterna = $3)",
                     org, tipo.tipo, c.referenciaExterna);
    if (!pedida.papel.uuid.empty())
        tx.all_later(hallada.timbradas, R"(SELECT transaccionId FROM documento
                                           WHERE organizacionId = $1 AND uuid = $2 AND canceladoEn IS NULL)",
                     org, pedida.papel.uuid);
    for (const RelacionPedida& r : c.relacionados)
        if (r.transaccionId != 0)
            tx.all_later(hallada.relacionados,
                         "SELECT transaccionId FROM documento WHERE organizacionId = $1 AND transaccionId = $2", org,
                         r.transaccionId);
    if (tipo.addenda && c.entidadId != 0) tx.one_later(hallada.addenda, addenda_de_cliente, org, c.entidadId);
}

void pedir_articulos(db::Reader& tx, const Solicitud& pedida, Hallado& h) {
    static const std::string conceptos_sql =
        "SELECT iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido, isrRetenido, isrPor, ivaNoAcreditable, iepsAlCosto, "
        "conceptoId, "
        "nombre, cuentaId, claveProdServ, enVenta, enCompra, enGasto, enEgreso, enDeposito, activo, " +
        de_control_sql("concepto.cuentaId") + " AS deControl FROM concepto WHERE organizacionId = $1 AND conceptoId = $2";
    static const std::string cuentas_sql = "SELECT cuentaId, esAcumulativa, activo, " + de_control_sql("cuenta.cuentaId") +
                                           " AS deControl FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2";
    const auto org = tx.organizacion();
    for (const auto id : distintos(pedida, [](const PartidaPedida& p) { return p.articulo.productoId; }))
        tx.all_later(h.productos,
                     R"(SELECT p.iva, p.ivaFrontera, p.iepsTasa, p.iepsCuota, p.ivaRetenido, p.isrRetenido, p.isrPor,
                               p.ivaNoAcreditable, p.iepsAlCosto, p.productoId, p.codigo, p.nombre, p.tipo, p.unidadMedidaId, u.codigo AS unidad, u.claveUnidad,
                               u.decimales, p.clasificacionId, p.seguimiento, p.metodoCosto, p.claveProdServ, p.precio,
                               p.toleranciaEntrega, p.activo
                        FROM producto p
                        JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = p.unidadMedidaId
                        WHERE p.organizacionId = $1 AND p.productoId = $2)",
                     org, id);
    for (const auto id : distintos(pedida, [](const PartidaPedida& p) { return p.articulo.conceptoId; }))
        tx.all_later(h.conceptos, conceptos_sql, org, id);
    for (const auto id : distintos(pedida, [](const PartidaPedida& p) { return p.precio.promocionId; }))
        tx.all_later(h.promociones, std::string{promocion_sql} + " AND promocionId = $2", org, id);
    for (const auto id : distintos(pedida, [](const PartidaPedida& p) { return p.cuenta.cuentaId; }))
        tx.all_later(h.cuentas, cuentas_sql, org, id);
    auto almacenes = distintos(pedida, [](const PartidaPedida& p) { return p.mercancia.almacenId; });
    for (const auto id : {pedida.almacen.almacenId, pedida.traspaso.almacenDestinoId})
        if (id != 0) almacenes.insert(id);
    for (const auto id : almacenes)
        tx.all_later(h.almacenes, R"(SELECT almacenId, tipo, activo FROM almacen WHERE organizacionId = $1 AND almacenId = $2)",
                     org, id);
    for (const PartidaPedida& p : pedida.partidas)
        if (p.origen.origenId != 0) tx.all_later(h.origenes, partida_de_origen, org, p.origen.origenId, p.origen.origenPartida);
}

// Who sold it, by which channel and for which project is what the documents say that it derives from, where all say the same.
void heredar(const Solicitud& pedida, Hallado& h) {
    const auto suyo = [&](std::int64_t pedido, std::int64_t OrigenFila::*cual) {
        if (pedido != 0 || h.origenes.empty()) return pedido;
        const std::int64_t primero = h.origenes.front().*cual;
        return std::ranges::all_of(h.origenes, [&](const OrigenFila& o) { return o.*cual == primero; }) ? primero : 0;
    };
    Encabezado& e = h.encabezado;
    e.vendedorId = suyo(pedida.cliente.vendedorId, &OrigenFila::vendedorId);
    e.canalId = suyo(pedida.cliente.canalId, &OrigenFila::canalId);
    if (const auto proyecto = suyo(pedida.cabecera.proyectoId, &OrigenFila::proyectoDocumento); proyecto != 0)
        e.proyectoId = proyecto;
}

// The currency that a sale or a purchase has where nobody names one: that of what it derives from, or of its contact.
std::string moneda_propia(const Documento& tipo, const Hallado& h) {
    if (!es_venta(tipo) && tipo.renglones != Renglones::compra) return {};
    for (const OrigenFila& o : h.origenes)
        if (tipo_de(o.tipo)->renglones == tipo.renglones) return o.moneda;
    // Goods were delivered in no currency, but what asked for them has one.
    for (const OrigenFila& o : h.origenes)
        if (const Documento* antes = tipo_de(o.origenTipo); antes != nullptr && antes->renglones == tipo.renglones)
            return o.origenMoneda;
    return h.cabecera.contactos.empty() ? std::string{} : h.cabecera.contactos.front().moneda;
}

// The currency: the one that is asked for, that of the bank account, its own, or the organization's.
void valuar(db::Reader& tx, const Documento& tipo, const Solicitud& pedida, Hallado& h) {
    Encabezado& e = h.encabezado;
    const BancoFila* banco = nullptr;
    if (tipo.banco || tipo.banco_sale)
        banco = buscar(h.cabecera.bancos, pedida.banco.cuentaBancariaId, &BancoFila::cuentaBancariaId);
    e.moneda = !pedida.cabecera.moneda.empty() ? pedida.cabecera.moneda
               : banco != nullptr              ? banco->moneda
                                               : moneda_propia(tipo, h);
    if (e.moneda.empty()) e.moneda = h.ajustes.moneda;
    e.decimales = h.ajustes.decimales;
    if (e.moneda == h.ajustes.moneda) return;
    h.cabecera.otra_moneda = moneda_de(tx, e.moneda);
    if (!h.cabecera.otra_moneda) {
        e.decimales = 2;
        return;
    }
    e.decimales = h.cabecera.otra_moneda->decimales;
    const auto& dicho = pedida.cabecera.tipoCambio;
    if (!dicho) h.cabecera.cambio_del_dia = tipo_cambio(tx, e.moneda, e.fecha, h.ajustes.moneda);
    if (const auto cambio = dicho ? dicho : h.cabecera.cambio_del_dia) e.tipoCambio = *cambio;
}

// The account that money goes to may be of another currency, with a rate of its own.
void valuar_destino(db::Reader& tx, const Solicitud& pedida, Hallado& h) {
    const auto* const destino = buscar(h.cabecera.bancos, pedida.banco.cuentaDestinoId, &BancoFila::cuentaBancariaId);
    if (pedida.banco.cuentaDestinoId == 0 || destino == nullptr || destino->moneda == h.encabezado.moneda) return;
    const bool propia = destino->moneda == h.ajustes.moneda;
    h.cabecera.moneda_destino = propia ? Moneda{h.ajustes.moneda, h.ajustes.decimales} : moneda_de(tx, destino->moneda);
    h.cabecera.cambio_destino = pedida.banco.tipoCambioDestino
                                    ? pedida.banco.tipoCambioDestino
                                    : tipo_cambio(tx, destino->moneda, h.encabezado.fecha, h.ajustes.moneda);
}

// A cost centre that was put away goes on in what follows from a document that carries it, or writes it anew.
bool lleva_centro(db::Reader& tx, const Solicitud& pedida, const Hallado& h) {
    auto anteriores = fuentes_pedidas(pedida);
    anteriores.insert({pedida.cabecera.origenId, h.rehecho});
    return std::ranges::any_of(anteriores, [&](std::int64_t id) {
        return tx
            .one<std::int64_t>(R"(SELECT 1 FROM documento
                                  WHERE organizacionId = $1 AND transaccionId = $2 AND centroCostoId = $3)",
                               tx.organizacion(), id, h.encabezado.centroCostoId)
            .has_value();
    });
}

Medida medir(const PartidaPedida& p, const ProductoFila& producto, const std::optional<Unidad>& otra) {
    Medida m;
    m.unidadMedidaId = producto.unidadMedidaId;
    m.unidad = producto.unidad;
    m.claveUnidad = producto.claveUnidad;
    m.cantidad = m.cantidadBase = p.articulo.cantidad;
    Unidad u{m.unidadMedidaId, m.unidad, m.claveUnidad, 1, 1, producto.decimales, producto.decimales};
    if (p.articulo.unidadMedidaId != 0 && p.articulo.unidadMedidaId != producto.unidadMedidaId) {
        m.conocida = otra.has_value();
        if (!otra) return m;
        u = *otra;
        m.unidadMedidaId = u.unidadMedidaId;
        m.unidad = u.codigo;
        m.claveUnidad = u.claveUnidad;
    }
    if (const auto base = en_base(p.articulo.cantidad, u); base && *base > Cantidad{}) m.cantidadBase = *base;
    else m.convertible = p.articulo.cantidad <= Cantidad{};
    return m;
}

// Each line with what it is of, what it derives from, and how much it is.
void hallar_lineas(db::Reader& tx, const Documento& tipo, const Solicitud& pedida, Hallado& h) {
    h.lineas.resize(pedida.partidas.size());
    for (std::size_t i = 0; i < h.lineas.size(); ++i) {
        const PartidaPedida& p = pedida.partidas[i];
        LineaHallada& l = h.lineas[i];
        l.producto = buscar(h.productos, p.articulo.productoId, &ProductoFila::productoId);
        l.concepto = buscar(h.conceptos, p.articulo.conceptoId, &ConceptoFila::conceptoId);
        if (p.origen.origenId != 0) l.origen = origen_de(h.origenes, p.origen);
        if (l.origen != nullptr) l.regla = regla_de(tipo, *l.origen);
        if (l.producto == nullptr) {
            const bool por_uno = es_bancaria(tipo) || tipo.renglones == Renglones::diario;
            l.medida.cantidad = l.medida.cantidadBase = por_uno ? Cantidad::de_enteros(1) : p.articulo.cantidad;
            continue;
        }
        std::optional<Unidad> otra;
        if (p.articulo.unidadMedidaId != 0 && p.articulo.unidadMedidaId != l.producto->unidadMedidaId)
            otra = unidad_de(tx, p.articulo.productoId, l.producto->unidadMedidaId, p.articulo.unidadMedidaId);
        l.medida = medir(p, *l.producto, otra);
    }
}

bool vuelve(const Documento& tipo) {
    return tipo.existencia == Existencia::devolucion_proveedor || tipo.existencia == Existencia::devolucion_cliente;
}

// What comes or goes back, or arrives, is what moved then; everything else is what the kit consists of today.
std::vector<Componente> componentes_de(db::Reader& tx, Recetario& recetario, const Documento& tipo, const PartidaPedida& p,
                                       const LineaHallada& l) {
    const bool a_proveedor = tipo.existencia == Existencia::devolucion_proveedor;
    if (l.origen != nullptr && (vuelve(tipo) || tipo.existencia == Existencia::traspaso)) {
        const auto [id, numero] = movida_por(*l.origen);
        auto movidas = componentes_movidos(tx, id, numero, a_proveedor, l.medida.cantidadBase, p.renglon.campo);
        if (!movidas.empty()) return movidas;
    }
    return recetario.abrir(l.producto->productoId, l.medida.cantidadBase, p.renglon.campo);
}

void abrir_kits(db::Reader& tx, const Documento& tipo, const Solicitud& pedida, Hallado& h) {
    Recetario recetario{tx};
    std::size_t partes = 0;
    for (std::size_t i = 0; i < h.lineas.size(); ++i) {
        LineaHallada& l = h.lineas[i];
        const bool hace_falta = mueve(tipo, pedida, l) || espera_de(tipo) != nullptr;
        if (l.producto == nullptr || l.producto->tipo != "kit" || !hace_falta || l.medida.cantidadBase <= Cantidad{}) continue;
        try {
            for (const Componente& c : componentes_de(tx, recetario, tipo, pedida.partidas[i], l))
                l.partes.push_back({c, {}, {}, {}, {}});
        } catch (const Error& e) {  // told with whatever else is wrong
            for (const Falta& f : e.faltas()) l.faltas.agregar(f.codigo, f.campo, f.en, f.datos);
        }
        partes += l.partes.size();
        if (partes > kit_partes_por_documento) {
            l.partes.clear();
            l.faltas.agregar(Codigo::kit_muy_grande, pedida.partidas[i].renglon.campo, En::donde_sea,
                             reflect::objeto("maximo", kit_partes_por_documento));
            break;
        }
        for (ParteKit& parte : l.partes) {
            const std::array<db::Value, 2> valores{db::to_value(tx.organizacion()), db::to_value(parte.componente.productoId)};
            tx.query_later(R"(SELECT codigo, seguimiento, metodoCosto, precio, clasificacionId FROM producto
                              WHERE organizacionId = $1 AND productoId = $2)",
                           valores, [&parte](const db::Row& r) {
                               parte.codigo = r.text(0);
                               parte.seguimiento = r.text(1);
                               parte.metodoCosto = r.text(2);
                               parte.precio = Precio::de_micros(r.integer(3));
                               parte.clasificacionId = r.integer(4);
                           });
        }
        tx.settle();
    }
}

}  // namespace

Hallado recoger(Context& ctx, const Documento& tipo, const Solicitud& pedida, std::int64_t rehecho) {
    auto& tx = ctx.db();
    Hallado h;
    h.divisionId = ctx.sesion().divisionId;
    h.en_control = api::tiene_derecho(ctx.sesion(), derecho_de_control, grupo_de_control);
    h.rehecho = rehecho;
    h.encabezado = encabezar(ctx, pedida);
    h.hoy = ctx.hoy(h.encabezado.sucursalId);
    std::optional<Ajustes> ajustes;
    pedir_ajustes(tx, ajustes);
    // Nobody makes a parent of an account while we post to it.
    if (tipo.renglones == Renglones::diario) tx.lock_shared("cuentas");
    // Whoever cancels a source waits for us, or we for whoever cancels it.
    retener(tx, {.documentos = fuentes_pedidas(pedida)});
    // What is only agreed, or asked for, may lie as far ahead as it likes; the close of a year has no day of its own.
    const bool mueve = tipo.existencia != Existencia::ninguna && tipo.existencia != Existencia::reserva;
    if ((en_libros(tipo) || mueve) && pedida.periodo.periodo == 0)
        exigir_dia(ctx, h.encabezado.fecha, h.encabezado.sucursalId, "/fecha", h.faltas);
    if (en_libros(tipo)) pedir_periodo(ctx, h.encabezado.periodo, "/fecha", h.faltas);
    pedir_cabecera(tx, tipo, pedida, h);
    pedir_articulos(tx, pedida, h);
    if (tipo.existencia != Existencia::ninguna)
        tx.all_later(h.reservas_vencidas, R"(SELECT transaccionId FROM reserva
                                             WHERE organizacionId = $1 AND vence IS NOT NULL AND vence < $2 LIMIT 1)",
                     tx.organizacion(), ctx.hoy_en_todas());
    tx.settle();

    h.ajustes = std::move(ajustes.value());
    if (en_libros(tipo)) h.papeles = cuentas_de(tx, h.ajustes.papeles);
    heredar(pedida, h);
    valuar(tx, tipo, pedida, h);
    valuar_destino(tx, pedida, h);
    if (!h.cabecera.centro_activo.value_or(true)) h.cabecera.centro_heredado = lleva_centro(tx, pedida, h);
    hallar_lineas(tx, tipo, pedida, h);
    abrir_kits(tx, tipo, pedida, h);
    recoger_precios(ctx, tipo, pedida, h);
    recoger_cifras(tx, tipo, pedida, h);
    recoger_promociones(ctx, pedida, h);
    return h;
}

}  // namespace cacao::engine
