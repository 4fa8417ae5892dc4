#include "rooms/viajes/documento_viaje.hpp"

#include "db/rows.hpp"
#include "engine/consulta/consulta_propios.hpp"
#include "engine/tipos/compras.hpp"
#include "reflect/objeto.hpp"

namespace cacao {
namespace {

// Documents by booking: invoices, what was credited of these, expenses.
constexpr std::string_view de_alguna_reservacion = R"(d.transaccionId IN (SELECT m.transaccionId FROM (
    SELECT f.transaccionId, f.reservacionId FROM facturaViaje f WHERE f.organizacionId = $1
    UNION ALL SELECT n.transaccionId, f.reservacionId FROM facturaViaje f
              JOIN partida n ON n.organizacionId = $1 AND n.origenId = f.transaccionId AND n.origenId <> 0
              WHERE f.organizacionId = $1
    UNION ALL SELECT g.transaccionId, g.reservacionId FROM gastoViaje g WHERE g.organizacionId = $1) m
    WHERE m.reservacionId > $))";
constexpr std::string_view de_una_reservacion = R"(d.transaccionId IN (SELECT m.transaccionId FROM (
    SELECT f.transaccionId, f.reservacionId FROM facturaViaje f WHERE f.organizacionId = $1
    UNION ALL SELECT n.transaccionId, f.reservacionId FROM facturaViaje f
              JOIN partida n ON n.organizacionId = $1 AND n.origenId = f.transaccionId AND n.origenId <> 0
              WHERE f.organizacionId = $1
    UNION ALL SELECT g.transaccionId, g.reservacionId FROM gastoViaje g WHERE g.organizacionId = $1) m
    WHERE m.reservacionId = $))";
constexpr std::string_view de_un_servicio = R"(d.transaccionId IN (SELECT m.transaccionId FROM (
    SELECT p.transaccionId, p.servicioId FROM partidaViaje p WHERE p.organizacionId = $1
    UNION ALL SELECT n.transaccionId, p.servicioId FROM partidaViaje p
              JOIN partida n ON n.organizacionId = $1 AND n.origenId = p.transaccionId AND n.origenPartida = p.numeroPartida
                            AND n.origenId <> 0
              WHERE p.organizacionId = $1
    UNION ALL SELECT g.transaccionId, g.servicioId FROM gastoViaje g WHERE g.organizacionId = $1 AND g.servicioId <> 0) m
    WHERE m.servicioId = $))";

// Nothing has this number: a locator that nobody has finds nothing.
constexpr std::int64_t ninguna = -1;

void pedir_datos_factura(db::Reader& tx, std::int64_t transaccionId, std::optional<DatosFacturaViaje>& datos) {
    tx.one_later(datos, R"(
        SELECT f.reservacionId, r.localizador,
               CASE WHEN f.referenciaCancelada <> '' THEN f.referenciaCancelada ELSE f.referencia END AS referenciaAgencia, CAST(SUM(s.terceros) AS BIGINT) AS terceros,
               CAST(SUM(s.comision) AS BIGINT) AS comision, COUNT(*) AS servicios
        FROM facturaViaje f
        JOIN reservacionViaje r ON r.organizacionId = $1 AND r.reservacionId = f.reservacionId
        JOIN servicioViaje s ON s.organizacionId = $1 AND s.transaccionId = f.transaccionId
        WHERE f.organizacionId = $1 AND f.transaccionId = $2
        GROUP BY f.reservacionId, r.localizador, f.referencia, f.referenciaCancelada)",
                 tx.organizacion(), transaccionId);
}

// By the document itself, by what it credits, or by what it was spent for.
constexpr std::string_view reservaciones_de_documento = R"(
    FROM reservacionViaje r
    WHERE r.organizacionId = $1 AND r.reservacionId IN (
        SELECT f.reservacionId FROM facturaViaje f WHERE f.organizacionId = $1 AND f.transaccionId = $2
        UNION SELECT f.reservacionId FROM partida n
              JOIN facturaViaje f ON f.organizacionId = $1 AND f.transaccionId = n.origenId
              WHERE n.organizacionId = $1 AND n.transaccionId = $2 AND n.origenId <> 0
        UNION SELECT g.reservacionId FROM gastoViaje g WHERE g.organizacionId = $1 AND g.transaccionId = $2)
    ORDER BY r.localizador)";

void pedir_localizadores(db::Reader& tx, std::int64_t transaccionId, std::vector<std::string>& localizadores) {
    static const std::string sql = "SELECT r.localizador" + std::string{reservaciones_de_documento};
    tx.all_later(localizadores, sql, tx.organizacion(), transaccionId);
}

void pedir_viaje(db::Reader& tx, std::int64_t transaccionId, DatosDeViaje& v) {
    static const std::string reservaciones =
        "SELECT r.reservacionId, r.localizador, r.fechaSalida, r.fechaRegreso" + std::string{reservaciones_de_documento};
    static const std::string servicios = std::string{servicios_de_viaje} + " AND s.transaccionId = $2 ORDER BY s.consecutivo";
    tx.all_later(v.reservaciones, reservaciones, tx.organizacion(), transaccionId);
    tx.all_later(v.pasajeros, R"(
        SELECT p.consecutivo, p.nombre, p.tipo FROM facturaViaje f
        JOIN pasajeroViaje p ON p.organizacionId = $1 AND p.reservacionId = f.reservacionId
        WHERE f.organizacionId = $1 AND f.transaccionId = $2 ORDER BY p.consecutivo)",
                 tx.organizacion(), transaccionId);
    tx.all_later(v.servicios, servicios, tx.organizacion(), transaccionId);
    tx.all_later(v.gastos, R"(
        SELECT g.numeroPartida, g.reservacionId, r.localizador, g.servicioId, g.importe, g.ultimo FROM gastoViaje g
        JOIN reservacionViaje r ON r.organizacionId = $1 AND r.reservacionId = g.reservacionId
        WHERE g.organizacionId = $1 AND g.transaccionId = $2 ORDER BY g.numeroPartida, g.consecutivo)",
                 tx.organizacion(), transaccionId);
}

}  // namespace

Pagina<FacturaViajeResumen> listar_facturas_viaje(const Context& ctx, const FacturasViajeFiltro& filtro) {
    auto& tx = ctx.db();
    std::vector<engine::OtroFiltro> otros{
        {"d.transaccionId IN (SELECT f.transaccionId FROM facturaViaje f WHERE f.organizacionId = $1 AND f.reservacionId > $)",
         0}};
    if (filtro.localizador)
        otros.push_back(
            {"d.transaccionId IN (SELECT f.transaccionId FROM facturaViaje f WHERE f.organizacionId = $1 AND f.reservacionId = "
             "$)",
             reservacion_de(tx, *filtro.localizador).value_or(ninguna)});
    if (filtro.referencia)
        otros.push_back(
            {"d.transaccionId = $",
             tx.one<std::int64_t>("SELECT transaccionId FROM facturaViaje WHERE organizacionId = $1 AND referencia = $2",
                                  ctx.organizacionId(), std::string{*filtro.referencia})
                 .value_or(ninguna)});
    if (filtro.proveedorId)
        otros.push_back(
            {"d.transaccionId IN (SELECT s.transaccionId FROM servicioViaje s WHERE s.organizacionId = $1 "
             "AND s.proveedorId <> 0 AND s.proveedorId = $)",
             filtro.proveedorId->valor});
    return engine::con_propios<std::optional<DatosFacturaViaje>>(
        ctx, engine::listar_documentos(ctx, filtro, "FacturasViaje", {engine::FacturaVenta.tipo}, otros), pedir_datos_factura,
        [](engine::DocumentoResumen& d, std::optional<DatosFacturaViaje>& suyos) {
            return FacturaViajeResumen{std::move(d), std::move(suyos.value())};
        });
}

Pagina<DocumentoViajeResumen> listar_documentos_viaje(const Context& ctx, const DocumentosViajeFiltro& filtro) {
    auto& tx = ctx.db();
    std::vector<engine::OtroFiltro> otros;
    if (filtro.localizador) otros.push_back({de_una_reservacion, reservacion_de(tx, *filtro.localizador).value_or(ninguna)});
    if (filtro.servicioId) otros.push_back({de_un_servicio, filtro.servicioId->valor});
    if (otros.empty()) otros.push_back({de_alguna_reservacion, 0});
    const auto mostrar = [](engine::DocumentoResumen& d, std::vector<std::string>& suyos) {
        return DocumentoViajeResumen{std::move(d), std::move(suyos)};
    };
    const auto listar = [&](std::initializer_list<std::string_view> tipos) {
        return engine::con_propios<std::vector<std::string>>(
            ctx, engine::listar_documentos(ctx, filtro, "DocumentosViaje", tipos, otros), pedir_localizadores, mostrar);
    };
    if (!filtro.tipoDocumento) return listar({engine::FacturaVenta.tipo, engine::NotaCreditoCliente.tipo, engine::Gasto.tipo});
    switch (*filtro.tipoDocumento) {
        case TipoDocumentoViaje::FacturaVenta: return listar({engine::FacturaVenta.tipo});
        case TipoDocumentoViaje::NotaCreditoCliente: return listar({engine::NotaCreditoCliente.tipo});
        case TipoDocumentoViaje::Gasto: break;
    }
    return listar({engine::Gasto.tipo});
}

std::vector<DocumentoViajePorId> obtener_documentos_viaje(const Context& ctx, const DocumentosViajePorIds& pedidos) {
    const std::vector<std::int64_t> ids{pedidos.ids.begin(), pedidos.ids.end()};
    auto leidos =
        engine::leer_documentos(ctx, ids, {engine::FacturaVenta.tipo, engine::NotaCreditoCliente.tipo, engine::Gasto.tipo});
    std::vector<DatosDeViaje> viajes(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (leidos[i]) pedir_viaje(ctx.db(), ids[i], viajes[i]);
    ctx.db().settle();
    std::vector<DocumentoViajePorId> r;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        auto& uno = r.emplace_back(DocumentoViajePorId{ids[i], false, {}});
        // What is of no booking is none of the agency's.
        if (!leidos[i] || viajes[i].reservaciones.empty()) continue;
        uno.encontrado = true;
        uno.documento.emplace(DocumentoViajeVista{std::move(*leidos[i]), std::move(viajes[i])});
    }
    return r;
}

// Cancelling through the interface was taken away from it: a booking is undone by what its documents are.
BookingRetirado cancelar_booking(Context& /*ctx*/, const BookingPedido& /*pedido*/) {
    reject(Codigo::retirado, "/id", reflect::objeto("use", "POST /api/NotaCreditoCliente"));
}

void register_documento_viaje(api::Operations& ops) {
    using enum api::Verb;
    ops.group("AgenciaViaje");
    ops.add(GET, "/api/AgenciaViaje/Facturas", "AgenciaViajeFacturas", listar_facturas_viaje)
        .totales(&FacturaViajeResumen::total, &FacturaViajeResumen::saldo, &FacturaViajeResumen::terceros,
                 &FacturaViajeResumen::comision)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/AgenciaViaje/Documentos", "AgenciaViajeDocumentos", listar_documentos_viaje)
        .totales(&DocumentoViajeResumen::total, &DocumentoViajeResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(POST, "/api/AgenciaViaje/DocumentosPorIds", "AgenciaViajeDocumentosPorIds", obtener_documentos_viaje);
    ops.add(DELETE, "/api/AgenciaViaje/BookingCancelar/{id}", "AgenciaViajeBookingCancelar", cancelar_booking)
        .rechaza({Codigo::retirado});
}

}  // namespace cacao
