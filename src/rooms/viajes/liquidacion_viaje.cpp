#include "rooms/viajes/liquidacion_viaje.hpp"

#include "db/rows.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view moneda_de_liquidacion = "MXN";

struct ServicioPorLiquidar {
    std::int64_t servicioId = 0;
    std::int64_t reservacionId = 0;
    std::string localizador, moneda;
    Importe terceros, pagado, comision;
};
DESCRIBE_STRUCT(ServicioPorLiquidar, (), (servicioId, reservacionId, localizador, moneda, terceros, pagado, comision))

// What was charged for the supplier by that ticket, and what expenses in force paid of it.
std::vector<ServicioPorLiquidar> con_boleto(db::Reader& tx, std::int64_t proveedorId, std::string_view boleto) {
    return tx.all<ServicioPorLiquidar>(R"(
        SELECT s.servicioId, s.reservacionId, r.localizador, d.moneda, s.terceros, s.comision,
               COALESCE((SELECT CAST(SUM(g.importe) AS BIGINT) FROM gastoViaje g
                         JOIN documento e ON e.organizacionId = $1 AND e.transaccionId = g.transaccionId AND e.estado <> 'cancelado'
                         WHERE g.organizacionId = $1 AND g.servicioId <> 0 AND g.servicioId = s.servicioId), 0) AS pagado
        FROM servicioViaje s
        JOIN reservacionViaje r ON r.organizacionId = $1 AND r.reservacionId = s.reservacionId
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId AND d.estado <> 'cancelado'
        WHERE s.organizacionId = $1 AND s.proveedorId <> 0 AND s.proveedorId = $2 AND s.boleto = $3 AND s.terceros > 0
        ORDER BY s.servicioId)",
                                       tx.organizacion(), proveedorId, boleto);
}

// Each ticket with its service. One that nobody sold, that several have or that was paid already is told by its place.
std::vector<ServicioPorLiquidar> casar(db::Reader& tx, const LiquidacionViajeNueva& p, const std::string& moneda,
                                       Faltas& faltas) {
    std::vector<ServicioPorLiquidar> suyos(p.boletos.size());
    for (std::size_t i = 0; i < p.boletos.size(); ++i) {
        const BoletoLiquidadoNuevo& b = p.boletos[i];
        const auto campo = [&](std::string_view miembro) { return fmt::format("/boletos/{}{}", i, miembro); };
        const auto antes = std::ranges::find(p.boletos.begin(), p.boletos.begin() + static_cast<std::ptrdiff_t>(i), b.boleto,
                                             &BoletoLiquidadoNuevo::boleto);
        const bool otra_vez = antes != p.boletos.begin() + static_cast<std::ptrdiff_t>(i);
        faltas.agregar_si(otra_vez, Codigo::duplicado, campo("/boleto"));
        faltas.agregar_si(b.importe <= Importe{}, Codigo::fuera_de_rango, campo("/importe"));
        const auto servicios = con_boleto(tx, p.proveedorId, b.boleto);
        if (servicios.empty()) {
            faltas.agregar(Codigo::no_encontrado, campo("/boleto"));
            continue;
        }
        if (servicios.size() > 1) {
            std::vector<std::int64_t> ids;
            for (const auto& s : servicios) ids.push_back(s.servicioId);
            faltas.agregar(Codigo::conflicto, campo("/boleto"), En::donde_sea, reflect::objeto("servicios", ids));
            continue;
        }
        suyos[i] = servicios.front();
        const Importe pendiente = std::max(Importe{}, suyos[i].terceros - suyos[i].pagado);
        faltas.agregar_si(suyos[i].moneda != moneda, Codigo::moneda_distinta, campo("/boleto"));
        if (b.importe > pendiente)
            faltas.agregar(Codigo::excede_saldo, campo("/importe"), En::donde_sea, reflect::objeto("pendiente", pendiente));
    }
    return suyos;
}

}  // namespace

LiquidacionViajeCreada registrar_liquidacion_viaje(Context& ctx, const LiquidacionViajeNueva& p) {
    auto& tx = ctx.db();
    tx.lock("reservacionesViaje");  // a ticket is settled once, also by two at once
    engine::SolicitudCompra s;
    s.fecha = p.fecha;
    s.sucursalId = p.sucursalId.value_or(0);
    s.proyectoId = p.proyectoId.value_or(0);
    s.centroCostoId = p.centroCostoId.value_or(0);
    s.entidadId = p.proveedorId;
    s.campo_entidad = "/proveedorId";
    s.moneda = p.moneda ? std::string{*p.moneda} : std::string{moneda_de_liquidacion};
    s.tipoCambio = p.tipoCambio;
    s.referencia = p.referencia;
    const auto servicios = casar(tx, p, s.moneda, s.faltas);
    for (std::size_t i = 0; i < p.boletos.size(); ++i) {
        auto& l = s.partidas.emplace_back();
        l.campo = fmt::format("/boletos/{}", i);
        l.conceptoId = p.conceptoId;
        l.cantidad = Cantidad::de_enteros(1);
        l.descripcion = p.boletos[i].boleto;
        l.terceroId = p.proveedorId;
        l.cifras.emplace();
        l.cifras->importe = l.cifras->neto = p.boletos[i].importe;
        l.cifras->precioNeto = Precio::de_micros(p.boletos[i].importe.micros());
    }
    const auto gasto = engine::emitir(ctx, engine::Gasto, s);
    LiquidacionViajeCreada r;
    static_cast<engine::DocumentoCreado&>(r) = engine::creado(gasto);
    for (std::size_t i = 0; i < p.boletos.size(); ++i) {
        const ServicioPorLiquidar& suyo = servicios[i];
        const BoletoLiquidadoNuevo& b = p.boletos[i];
        const Importe pendiente = suyo.terceros - suyo.pagado;
        tx.run(R"(INSERT INTO gastoViaje (organizacionId, transaccionId, numeroPartida, consecutivo, reservacionId, servicioId,
                                          importe, ultimo)
                  VALUES ($1, $2, $3, 1, $4, $5, $6, 0))",
               ctx.organizacionId(), gasto.transaccionId, static_cast<std::int64_t>(i + 1), suyo.reservacionId, suyo.servicioId,
               b.importe);
        const Importe comision = b.comision ? Importe{*b.comision} : Importe{};
        r.comision += comision;
        r.boletos.push_back(
            {b.boleto, suyo.servicioId, suyo.localizador, pendiente, b.importe, pendiente - b.importe, suyo.comision, comision});
    }
    r.neto = r.total - r.comision;
    return r;
}

void register_liquidacion_viaje(api::Operations& ops) {
    using enum api::Verb;
    ops.group("AgenciaViaje");
    ops.add(POST, "/api/AgenciaViaje/RegistrarLiquidacion", "AgenciaViajeRegistrarLiquidacion", registrar_liquidacion_viaje)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::conflicto, Codigo::fuera_de_rango, Codigo::moneda_distinta,
                  Codigo::excede_saldo, Codigo::valor_no_permitido});
}

}  // namespace cacao
