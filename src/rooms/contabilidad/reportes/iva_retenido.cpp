#include "rooms/contabilidad/reportes/iva_retenido.hpp"

#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/libros/flujo.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/tipos/documento.hpp"
#include "rooms/contabilidad/reportes/iva_de_retencion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cacao {
namespace {

using engine::Cuenta;

struct FilaIvaRetenido : engine::ImpuestoEnFlujo {
    Fecha fecha2;
    std::string uuid;
    std::string moneda;
    std::string rfc;
    Importe total;
    Importe pagado;
    std::int64_t aplicacionId{};  // 0: paid as it was registered
};
DESCRIBE_STRUCT(FilaIvaRetenido, (engine::ImpuestoEnFlujo), (fecha2, uuid, moneda, rfc, total, pagado, aplicacionId))

// Of each document that the rows name.
std::map<std::int64_t, IvasDeRetencion> leer_ivas(db::Reader& tx, const std::vector<FilaIvaRetenido>& filas) {
    std::set<std::int64_t> documentos;
    for (const FilaIvaRetenido& f : filas) documentos.insert(f.transaccionId);
    return ivas_de_retencion(tx, documentos);
}

// Which way the tax of a kind goes at the account of VAT withheld; 0: it never gets there.
int sentido_de_lo_retenido(const FilaIvaRetenido& f) {
    for (const engine::Asiento& a : engine::tipo_de(f.tipo)->asientos) {
        if (a.monto != engine::Monto::iva_retenido) continue;
        const int lado = a.lado == engine::Lado::abono ? 1 : -1;
        // A credit gives back what had been settled.
        const Cuenta cuenta = f.registro && a.liquidada == Cuenta::partida ? a.cuenta : a.liquidada;
        if (cuenta == Cuenta::iva_retenido_por_pagar) return f.cancelacion ? -lado : lado;
    }
    return 0;
}

engine::Flujo aplicaciones() {
    return engine::flujo_de_aplicaciones("ivaRetenido", R"(
        d.fecha AS fecha2, COALESCE(d.uuid, '') AS uuid, d.moneda, COALESCE(c.rfc, '') AS rfc, t.importe AS total,
        t.liquidado AS pagado, a.aplicacionId)",
                                         R"(
        JOIN documentoImpuesto t ON t.organizacionId = $1 AND t.transaccionId = i.transaccionId AND t.impuesto = i.impuesto
                                AND t.factor = i.factor AND t.tasa = i.tasa)");
}

engine::Flujo registros(bool de_credito = false) {
    return engine::flujo_de_registros("ivaRetenido",
                                      fmt::format(R"(
        d.fecha AS fecha2, COALESCE(d.uuid, '') AS uuid, d.moneda, COALESCE(c.rfc, '') AS rfc, i.importe AS total,
        i.{} AS pagado, 0 AS aplicacionId)",
                                                  de_credito ? "liquidado" : "importe"),
                                      de_credito);
}

// The kinds whose tax is owed as they are registered; their dates are walked one kind at a time, as the index has them.
std::vector<std::string_view> tipos_de_contado() {
    std::vector<std::string_view> tipos;
    for (const engine::Documento* t : engine::todos_los_tipos())
        for (const engine::Asiento& a : t->asientos)
            if (a.monto == engine::Monto::iva_retenido && a.cuenta == Cuenta::iva_retenido_por_pagar) tipos.push_back(t->tipo);
    return tipos;
}

std::vector<FilaIvaRetenido> leer_iva_retenido(db::Reader& tx, const IvaRetenidoPedido& p) {
    std::vector<FilaIvaRetenido> filas;
    engine::pedir_flujo(tx, filas, aplicaciones(), p.fechaInicial, p.fechaFinal);
    for (const std::string_view tipo : tipos_de_contado())
        engine::pedir_flujo(tx, filas, registros(), p.fechaInicial, p.fechaFinal, tipo);
    engine::pedir_flujo(tx, filas, registros(true), p.fechaInicial, p.fechaFinal, engine::NotaCreditoProveedor.tipo);
    tx.settle();
    std::erase_if(filas, [&](const FilaIvaRetenido& f) {
        return sentido_de_lo_retenido(f) == 0 || (p.proveedorId.value_or(0) != 0 && f.entidadId != std::int64_t{*p.proveedorId});
    });
    std::ranges::stable_sort(filas, {}, &FilaIvaRetenido::fecha);
    return filas;
}

// What a row adds, in the organization's currency; VAT as the base of what is withheld came to there.
CifrasRetenidas cifras_de(const FilaIvaRetenido& f, const IvasDeRetencion& ivas, int decimales) {
    const int signo = sentido_de_lo_retenido(f);
    const Importe base = engine::convertir(f.base, f.tipoCambio, decimales);
    CifrasRetenidas c{signo > 0 ? base : -base, {}, signo > 0 ? f.importe : -f.importe};
    if (const auto suyo = ivas.find({f.aplicacionId, f.tasa}); suyo != ivas.end() && suyo->second.base > Importe{})
        c.iva = engine::proporcion(suyo->second.iva, c.base.micros(), suyo->second.base.micros(), decimales);
    return c;
}

// Both reports: what each row adds, in their order, and what that comes to.
template <class Reporte, class Una>
Reporte recorrer(const Context& ctx, const IvaRetenidoPedido& p, Una&& una) {
    reject_if(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    auto& tx = ctx.db();
    Reporte r;
    r.fechaInicial = p.fechaInicial;
    r.fechaFinal = p.fechaFinal;
    const int decimales = engine::leer_ajustes(tx).decimales;
    const auto filas = leer_iva_retenido(tx, p);
    const auto ivas = leer_ivas(tx, filas);
    for (const FilaIvaRetenido& f : filas) {
        const CifrasRetenidas cifras = cifras_de(f, ivas.at(f.transaccionId), decimales);
        una(r, f, cifras);
        r.sumar(cifras);
    }
    return r;
}

// Against the account as the books have it. The authority is paid for all suppliers together: of one of them nobody knows.
struct Enterado {
    Importe inicial;
    Importe enterado;
    Importe diferencia;
};
std::optional<Enterado> comparar(db::Reader& tx, const IvaRetenidoPedido& p, Importe retenido) {
    if (p.proveedorId.value_or(0) != 0) return std::nullopt;
    const auto s = engine::saldo_de_papeles(tx, {Cuenta::iva_retenido_por_pagar}, p.fechaInicial, p.fechaFinal);
    const Importe enterado = engine::enterado(tx, {Cuenta::iva_retenido_por_pagar}, p.fechaInicial, p.fechaFinal);
    return Enterado{-s.inicial, enterado, retenido - enterado - (s.abonos - s.cargos)};
}

}  // namespace

IvaRetenido consultar_iva_retenido(const Context& ctx, const IvaRetenidoPedido& p) {
    std::map<std::int64_t, IvaRetenidoProveedor> proveedores;
    std::map<std::int64_t, IvaRetenidoMes> meses;
    auto r = recorrer<IvaRetenido>(ctx, p, [&](IvaRetenido&, const FilaIvaRetenido& f, const CifrasRetenidas& cifras) {
        IvaRetenidoProveedor& suyo = proveedores[f.entidadId];
        suyo.proveedorId = f.entidadId;
        suyo.proveedor = f.contacto;
        suyo.rfc = f.rfc;
        suyo.sumar(cifras);
        IvaRetenidoMes& mes = meses[engine::periodo_de(f.fecha)];
        mes.periodo = engine::periodo_de(f.fecha);
        mes.sumar(cifras);
    });
    for (auto& [id, s] : proveedores) r.proveedores.push_back(std::move(s));
    for (auto& [periodo, m] : meses) r.meses.push_back(m);
    if (const auto todos = comparar(ctx.db(), p, r.retenido)) {
        r.saldoInicial = todos->inicial;
        r.enterado = todos->enterado;
        r.porEnterar = r.saldoInicial + r.retenido - r.enterado;
        r.diferencia = todos->diferencia;
    }
    return r;
}

IvaRetenidoAnalisis analizar_iva_retenido(const Context& ctx, const IvaRetenidoPedido& p) {
    const auto detallar = [](IvaRetenidoAnalisis& r, const FilaIvaRetenido& f, const CifrasRetenidas& cifras) {
        IvaRetenidoDetalle& d = r.detalle.emplace_back();
        static_cast<CifrasRetenidas&>(d) = cifras;
        d.fecha = f.fecha;
        d.periodo = engine::periodo_de(f.fecha);
        d.transaccionId = f.pagoId;
        d.folio = engine::folio_texto(f.pagoSerie, f.pagoFolio);
        d.transaccionId2 = f.transaccionId;
        d.tipoDocumento = f.tipo;
        d.folio2 = engine::folio_texto(f.serie, f.folio);
        d.fecha2 = f.fecha2;
        d.uuid = f.uuid;
        d.proveedorId = f.entidadId;
        d.proveedor = f.contacto;
        d.rfc = f.rfc;
        d.tasa = f.tasa;
        d.retenidoDocumento = f.total;
        d.pagadoDocumento = f.pagado;
        d.moneda = f.moneda;
        d.cancelacion = f.cancelacion;
    };
    auto r = recorrer<IvaRetenidoAnalisis>(ctx, p, detallar);
    if (const auto todos = comparar(ctx.db(), p, r.retenido)) r.diferencia = todos->diferencia;
    return r;
}

void register_iva_retenido(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/IVARetenidoPorPagar", "IVARetenidoPorPagar", consultar_iva_retenido)
        .rechaza({Codigo::fuera_de_rango, Codigo::fecha_invalida, Codigo::requerido});
    ops.add(GET, "/api/Contabilidad/AnalisisIVARetenidoPorPagar", "AnalisisIVARetenidoPorPagar", analizar_iva_retenido)
        .en_local(&IvaRetenidoDetalle::base, &IvaRetenidoDetalle::iva, &IvaRetenidoDetalle::retenido)
        .rechaza({Codigo::fuera_de_rango, Codigo::fecha_invalida, Codigo::requerido});
}

}  // namespace cacao
