#include "rooms/egresos/documentos/gasto_agencia.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"
#include "rooms/egresos/documentos/pago.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view moneda_nacional = "MXN";

template <class Pedida>
Pedida encabezado(const GastoAgenciaNuevo& nuevo) {
    Pedida s;
    s.sucursalId = nuevo.sucursalId.value_or(0);
    s.proyectoId = nuevo.proyectoId.value_or(0);
    s.centroCostoId = nuevo.centroCostoId.value_or(0);
    return s;
}

// Of the currency that the engine will give it: the one that is named, the supplier's, or the organization's.
int decimales_de(db::Reader& tx, const ProveedorGastoNuevo& p) {
    const auto ajustes = engine::leer_ajustes(tx);
    const auto moneda = p.moneda ? std::optional<std::string>{std::string{*p.moneda}}
                                 : tx.one<std::string>("SELECT moneda FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                                                       tx.organizacion(), std::int64_t{p.proveedorId});
    const auto suya = engine::moneda_de(tx, moneda.value_or(ajustes.moneda));
    return suya ? suya->decimales : ajustes.decimales;
}

// What each line of one supplier was spent for. What is somebody else's money is nobody's cost, and its taxes are not ours.
std::vector<DestinosDePartida> destinos_de(db::Reader& tx, const GastoAgenciaNuevo& nuevo, std::size_t i, Faltas& faltas) {
    const ProveedorGastoNuevo& p = nuevo.proveedores[i];
    std::vector<DestinosDePartida> destinos;
    for (std::size_t n = 0; n < p.partidas.size(); ++n) {
        const std::string campo = "/proveedores/" + std::to_string(i) + "/partidas/" + std::to_string(n);
        const auto& d = destinos.emplace_back(
            leer_destinos(tx, p.partidas[n].servicios, nuevo.localizador.value_or(""), p.proveedorId, campo, faltas));
        faltas.agregar_si(d.de_terceros && p.partidas[n].impuestos, Codigo::valor_no_permitido, campo + "/impuestos");
        faltas.agregar_si(d.de_terceros && p.partidas[n].clasificadores, Codigo::valor_no_permitido, campo + "/clasificadores");
    }
    return destinos;
}

// One that looks like this one: of that number of the supplier, or, without a number, of the same day, amount and booking. It may
// be another one all the same; who sends it knows.
void advertir_gasto_repetido(Context& ctx, const engine::Emitido& e, const engine::SolicitudCompra& s, const std::string& campo) {
    constexpr int un_anio = 366;
    const int lapso = s.referencia.empty() ? 0 : un_anio;
    const auto otro = ctx.db().one<std::int64_t>(R"(
        SELECT transaccionId FROM documento
        WHERE organizacionId = $1 AND entidadId = $2 AND fecha BETWEEN $3 AND $4 AND tipo = $5 AND estado <> 'cancelado'
          AND transaccionId <> $6 AND referencia = $7 AND ($7 <> '' OR (total = $8 AND moneda = $9 AND motivo = $10))
        ORDER BY fecha, transaccionId LIMIT 1)",
                                                 ctx.organizacionId(), s.entidadId, e.fecha + -lapso, e.fecha + lapso, e.tipo,
                                                 e.transaccionId, s.referencia, e.total, e.moneda, s.motivo);
    if (otro)
        ctx.advertir(Codigo::duplicado, campo + (s.referencia.empty() ? "" : "/referencia"),
                     reflect::objeto("transaccionId", *otro));
}

// One expense for each supplier, related to the sale where one is named. Faults are those of one supplier at a time, at its
// place.
engine::Emitido registrar_proveedor(Context& ctx, const GastoAgenciaNuevo& nuevo, std::size_t i,
                                    const std::vector<RepartoPedido>& repartos, const std::vector<DestinosDePartida>& destinos) {
    const ProveedorGastoNuevo& p = nuevo.proveedores[i];
    const std::string campo = "/proveedores/" + std::to_string(i);
    auto s = encabezado<engine::SolicitudCompra>(nuevo);
    s.fecha = p.fecha;
    s.entidadId = p.proveedorId;
    s.campo_entidad = campo + "/proveedorId";
    for (const std::string_view c : {"/fecha", "/moneda", "/tipoCambio", "/uuid"}) s.campos.emplace(c, campo + std::string{c});
    s.moneda = p.moneda.value_or("");
    s.tipoCambio = p.tipoCambio;
    if (p.uuid) s.uuid = p.uuid->texto();
    s.referencia = p.referencia.value_or("");
    s.notas = p.notas.value_or("");
    s.motivo = nuevo.localizador.value_or("");
    if (const std::int64_t venta = nuevo.transaccionIdReferencia.value_or(0); venta != 0)
        s.relacionados.push_back({"/transaccionIdReferencia", venta, {}, {}});
    for (const PartidaGastoNueva& l : p.partidas) {
        const std::size_t n = s.partidas.size();
        auto& hecha = s.partidas.emplace_back(partida_de_gasto(l, campo + "/partidas/" + std::to_string(n), s.faltas));
        if (destinos[n].de_terceros) pagar_a_tercero(hecha, p.proveedorId, decimales_de(ctx.db(), p));
    }
    const engine::Emitido e = engine::emitir(ctx, engine::Gasto, s);
    advertir_gasto_repetido(ctx, e, s, campo);
    guardar_repartos(ctx, e, repartos);
    guardar_destinos(ctx, e.transaccionId, destinos);
    return e;
}

// The splits of one supplier's lines.
std::vector<RepartoPedido> repartos_de(const ProveedorGastoNuevo& p, std::size_t i) {
    std::vector<RepartoPedido> repartos;
    for (std::size_t n = 0; n < p.partidas.size(); ++n)
        if (const auto& c = p.partidas[n].clasificadores)
            repartos.push_back({"/proveedores/" + std::to_string(i) + "/partidas/" + std::to_string(n),
                                static_cast<std::int64_t>(n + 1),
                                {c->begin(), c->end()}});
    return repartos;
}

class Pagos {
public:
    Pagos(Context& ctx, const GastoAgenciaNuevo& nuevo) : ctx_(ctx), nuevo_(nuevo) {}

    // What can be told before anything is registered.
    void revisar(Faltas& faltas) {
        for (std::size_t i = 0; nuevo_.pagos && i < nuevo_.pagos->size(); ++i) {
            const PagoAgenciaNuevo& p = (*nuevo_.pagos)[i];
            const std::string campo = "/pagos/" + std::to_string(i);
            const std::int64_t de = p.proveedorId.value_or(0);
            const bool hay = std::ranges::any_of(nuevo_.proveedores, [&](const auto& x) { return x.proveedorId == de; });
            faltas.agregar_si(de == 0 && nuevo_.proveedores.size() > 1, Codigo::requerido, campo + "/proveedorId");
            faltas.agregar_si(de != 0 && !hay, Codigo::no_encontrado, campo + "/proveedorId");
            faltas.agregar_si(p.importe <= Importe{}, Codigo::fuera_de_rango, campo + "/importe");
            const bool antes = std::ranges::any_of(
                nuevo_.proveedores, [&](const auto& x) { return (de == 0 || x.proveedorId == de) && p.fechaPago < x.fecha; });
            faltas.agregar_si(antes, Codigo::fuera_de_rango, campo + "/fechaPago");
            const auto cuenta = ctx_.db().one<std::string>(R"(SELECT moneda FROM cuentaBancaria WHERE organizacionId = $1
                                                              AND cuentaBancariaId = $2 AND activo = 1)",
                                                           ctx_.organizacionId(), std::int64_t{p.cuentaBancariaId});
            faltas.agregar_si(!cuenta, Codigo::no_encontrado, campo + "/cuentaBancariaId");
            faltas.agregar_si(cuenta && *cuenta != moneda(p), Codigo::moneda_distinta, campo + "/moneda");
            const std::int64_t forma = p.formaPagoId.value_or(0);
            const bool conocida =
                forma == 0 || ctx_.db().one<std::int64_t>(
                                  "SELECT 1 FROM formaPago WHERE organizacionId = $1 AND formaPagoId = $2 AND activo = 1",
                                  ctx_.organizacionId(), forma);
            faltas.agregar_si(!conocida, Codigo::no_encontrado, campo + "/formaPagoId");
            const std::string referencia = p.referencia.value_or("");
            con_cheque_.push_back(revisar_forma_pago(
                ctx_.db(), {forma, p.cuentaBancariaId, referencia, campo + "/formaPagoId", campo + "/referencia"}, faltas));
        }
    }

    // Each payment settles the expenses of its supplier in their order, as far as it reaches.
    std::vector<PagoCreado> registrar(std::vector<GastoAgenciaDocumento>& gastos) {
        std::vector<PagoCreado> hechos;
        for (std::size_t i = 0; nuevo_.pagos && i < nuevo_.pagos->size(); ++i) hechos.push_back(uno(i, gastos));
        return hechos;
    }

private:
    static std::string moneda(const PagoAgenciaNuevo& p) {
        return p.moneda ? std::string{*p.moneda} : std::string{moneda_nacional};
    }

    PagoCreado uno(std::size_t i, std::vector<GastoAgenciaDocumento>& gastos) {
        const PagoAgenciaNuevo& p = (*nuevo_.pagos)[i];
        const std::string campo = "/pagos/" + std::to_string(i);
        auto s = encabezado<engine::SolicitudEgreso>(nuevo_);
        s.fecha = p.fechaPago;
        s.campo_entidad = campo + "/proveedorId";
        s.campos = {{"/fecha", campo + "/fechaPago"}, {"/moneda", campo + "/moneda"}, {"/tipoCambio", campo + "/tipoCambio"}};
        s.entidadId =
            p.proveedorId.value_or(0) != 0 ? std::int64_t{*p.proveedorId} : std::int64_t{nuevo_.proveedores[0].proveedorId};
        s.cuentaBancariaId = p.cuentaBancariaId;
        s.formaPagoId = p.formaPagoId.value_or(0);
        s.moneda = moneda(p);
        s.tipoCambio = p.tipoCambio;
        s.referencia = p.referencia.value_or("");
        Importe resto = p.importe;
        for (GastoAgenciaDocumento& g : gastos) {
            if (g.proveedorId != s.entidadId || g.saldo.es_cero() || resto.es_cero()) continue;
            reject_if(g.moneda != s.moneda, Codigo::moneda_distinta, campo + "/moneda");
            auto& l = s.partidas.emplace_back();
            l.campo = campo;
            l.campo_importe = "/importe";
            l.importe = std::min(resto, g.saldo);
            l.transaccionIdCompra = g.transaccionId;
            g.saldo -= l.importe;
            resto -= l.importe;
        }
        reject_if(!resto.es_cero(), Codigo::excede_saldo, campo + "/importe");
        const Pagado pagado = pagar(ctx_, s, con_cheque_[i]);
        const engine::Emitido& e = pagado.egreso;
        return {e.transaccionId, engine::folio_texto(e.serie, e.folio), e.fecha, e.moneda, e.total, pagado.consecutivo};
    }

    Context& ctx_;
    const GastoAgenciaNuevo& nuevo_;
    std::vector<bool> con_cheque_;
};

}  // namespace

GastoAgenciaCreado registrar_gasto_agencia(Context& ctx, const GastoAgenciaNuevo& nuevo) {
    std::vector<std::vector<RepartoPedido>> repartos;
    Faltas faltas;
    for (std::size_t i = 0; i < nuevo.proveedores.size(); ++i)
        revisar_repartos(ctx.db(), repartos.emplace_back(repartos_de(nuevo.proveedores[i], i)), faltas);
    std::vector<std::vector<DestinosDePartida>> destinos;
    for (std::size_t i = 0; i < nuevo.proveedores.size(); ++i) destinos.push_back(destinos_de(ctx.db(), nuevo, i, faltas));
    Pagos pagos{ctx, nuevo};
    pagos.revisar(faltas);
    const std::int64_t venta = nuevo.transaccionIdReferencia.value_or(0);
    if (venta != 0) {
        const auto hay = ctx.db().one<std::int64_t>("SELECT 1 FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                                    ctx.organizacionId(), venta);
        faltas.agregar_si(!hay, Codigo::no_encontrado, "/transaccionIdReferencia");
    }
    faltas.lanzar();

    GastoAgenciaCreado r;
    r.localizador = nuevo.localizador.value_or("");
    for (std::size_t i = 0; i < nuevo.proveedores.size(); ++i) {
        const engine::Emitido e = registrar_proveedor(ctx, nuevo, i, repartos[i], destinos[i]);
        r.gastos.push_back({engine::creado(e), nuevo.proveedores[i].proveedorId, e.total});
    }
    r.pagos = pagos.registrar(r.gastos);
    r.transaccionIdServiceReferencia = venta != 0 ? venta : r.gastos.front().transaccionId;
    return r;
}

void register_gasto_agencia(api::Operations& ops) {
    using enum api::Verb;
    ops.group("AgenciaViaje");
    ops.add(POST, "/api/AgenciaViaje/RegistrarGasto", "AgenciaViajeRegistrarGasto", registrar_gasto_agencia)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fecha_invalida, Codigo::fuera_de_rango,
                  Codigo::valor_no_permitido, Codigo::demasiados_decimales, Codigo::moneda_distinta,
                  Codigo::moneda_sin_tipo_cambio, Codigo::excede_saldo, Codigo::reparto_descuadrado, Codigo::duplicado,
                  Codigo::otro_contacto, Codigo::documento_cancelado, Codigo::cuenta_sin_definir, Codigo::periodo_cerrado});
}

}  // namespace cacao
