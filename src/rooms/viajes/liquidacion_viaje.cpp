#include "rooms/viajes/liquidacion_viaje.hpp"

#include "api/aparte.hpp"
#include "base/renglones.hpp"
#include "db/rows.hpp"
#include "engine/entorno/gastos_viaje.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"
#include "rooms/viajes/factura_viaje.hpp"

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
    static const std::string sql = fmt::format(R"(
        SELECT s.servicioId, s.reservacionId, r.localizador, d.moneda, s.terceros, s.comision, {} AS pagado FROM servicioViaje s
        JOIN reservacionViaje r ON r.organizacionId = $1 AND r.reservacionId = s.reservacionId
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId AND d.estado <> 'cancelado'
        WHERE s.organizacionId = $1 AND s.proveedorId <> 0 AND s.proveedorId = $2 AND s.boleto = $3 AND s.terceros > 0
        ORDER BY s.servicioId)",
                                               engine::pagado_de_servicio_sql);
    return tx.all<ServicioPorLiquidar>(sql, tx.organizacion(), proveedorId, boleto);
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

// What a supplier keeps of what it is owed is one payment by compensation (c_FormaPago).
constexpr std::string_view forma_compensacion = "17";

struct FacturaDeComision {
    FacturaViajeNueva pedida;
    std::vector<std::size_t> boletos;  // of each of its services, the place of the ticket
};

// A fault of the invoice of commissions, as whoever sent the report calls it.
std::string campo_de_comision(const FacturaDeComision& f, std::string_view campo) {
    constexpr std::string_view de_servicio = "/servicios/";
    if (campo == "/clienteId") return "/proveedorId";
    if (!campo.starts_with(de_servicio)) return std::string{campo};
    campo.remove_prefix(de_servicio.size());
    const auto cual = std::stoul(std::string{tomar_hasta(campo, '/')});
    if (campo == "conceptoId") return "/conceptoComisionId";
    if (campo == "proveedorId") return "/proveedorId";
    return fmt::format("/boletos/{}/{}", f.boletos.at(cual), campo == "servicioReferidoId" ? "boleto" : "comision");
}

// An invoice for each booking, since an invoice is of one.
std::vector<FacturaDeComision> facturas_de_comision(const LiquidacionViajeNueva& p,
                                                    const std::vector<ServicioPorLiquidar>& servicios) {
    std::vector<FacturaDeComision> facturas;
    for (std::size_t i = 0; i < p.boletos.size(); ++i) {
        const BoletoLiquidadoNuevo& b = p.boletos[i];
        if (!b.comision || Importe{*b.comision}.es_cero()) continue;
        const std::string_view localizador = servicios[i].localizador;
        auto f =
            std::ranges::find_if(facturas, [&](const auto& x) { return std::string_view{x.pedida.localizador} == localizador; });
        if (f == facturas.end()) {
            FacturaViajeNueva nueva;
            nueva.referencia = Texto<100, 1>{fmt::format("{}/{}", std::string_view{p.referencia}, localizador)};
            nueva.localizador = Texto<60, 1>{std::string{localizador}};
            nueva.clienteId = p.proveedorId;
            nueva.fecha = p.fecha;
            nueva.sucursalId = p.sucursalId;
            nueva.proyectoId = p.proyectoId;
            nueva.centroCostoId = p.centroCostoId;
            nueva.moneda = p.moneda;
            nueva.tipoCambio = p.tipoCambio;
            nueva.metodoPago = engine::MetodoPago::PUE;
            nueva.formaPago = Texto<2, 2>{std::string{forma_compensacion}};
            f = facturas.insert(facturas.end(), {std::move(nueva), {}});
        }
        f->boletos.push_back(i);
        auto& s = f->pedida.servicios.emplace_back();
        s.tipo = TipoServicioViaje::comision;
        s.conceptoId = Id{p.conceptoComisionId->valor};
        s.proveedorId = IdOpcional{p.proveedorId.valor};
        s.servicioReferidoId = IdOpcional{servicios[i].servicioId};
        s.descripcion = Texto<1000>{"Comisión del boleto " + std::string{b.boleto}};
        s.tarifa = *b.comision;
    }
    return facturas;
}

ComisionRetenida retener(Context& ctx, const FacturaDeComision& comision, const engine::Emitido& gasto) {
    const FacturaViajeNueva& pedida = comision.pedida;
    FacturaViajeCreada factura;
    Faltas faltas;
    for (const Falta& f : api::faltas_de([&] { factura = registrar_factura_viaje_v2(ctx, pedida); }))
        faltas.agregar(f.codigo, campo_de_comision(comision, f.campo), f.en, f.datos);
    faltas.lanzar();
    engine::SolicitudImporte s;
    s.fecha = gasto.fecha;
    s.sucursalId = pedida.sucursalId.value_or(0);
    s.entidadId = pedida.clienteId;
    s.campo_entidad = "/proveedorId";
    s.moneda = factura.moneda;
    s.tipoCambio = pedida.tipoCambio;
    s.referencia = pedida.referencia;
    s.importe = factura.total;
    const auto compensa = engine::emitir(ctx, engine::Compensacion, s);
    engine::aplicar(
        ctx, compensa.transaccionId,
        {{"/boletos", factura.transaccionId, factura.total, {}}, {"/boletos", gasto.transaccionId, factura.total, {}}},
        compensa.fecha);
    return {std::string{pedida.localizador}, factura.transaccionId, factura.folio, factura.total, compensa.transaccionId};
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
    s.campos.emplace("/boletos/0", "/boletos");  // of what they come to
    constexpr std::size_t mas_larga = 100;       // of an invoice, whose reference is that of the report with the booking
    for (const ServicioPorLiquidar& suyo : servicios)
        if (p.conceptoComisionId.value_or(0) != 0 &&
            std::string_view{p.referencia}.size() + 1 + suyo.localizador.size() > mas_larga) {
            s.faltas.agregar(Codigo::texto_muy_largo, "/referencia");
            break;
        }
    for (std::size_t i = 0; i < p.boletos.size(); ++i) {
        auto& l = s.partidas.emplace_back();
        l.campo = fmt::format("/boletos/{}", i);
        s.campos.emplace(l.campo + "/conceptoId", "/conceptoId");
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
    if (p.conceptoComisionId.value_or(0) == 0) {
        r.neto = r.total - r.comision;
        return r;
    }
    r.neto = r.total;
    for (const FacturaDeComision& f : facturas_de_comision(p, servicios)) {
        r.comisiones.push_back(retener(ctx, f, gasto));
        r.neto -= r.comisiones.back().total;
    }
    return r;
}

void register_liquidacion_viaje(api::Operations& ops) {
    using enum api::Verb;
    ops.group("AgenciaViaje");
    ops.add(POST, "/api/AgenciaViaje/RegistrarLiquidacion", "AgenciaViajeRegistrarLiquidacion", registrar_liquidacion_viaje)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::conflicto, Codigo::fuera_de_rango, Codigo::moneda_distinta,
                  Codigo::excede_saldo, Codigo::valor_no_permitido, Codigo::texto_muy_largo});
}

}  // namespace cacao
