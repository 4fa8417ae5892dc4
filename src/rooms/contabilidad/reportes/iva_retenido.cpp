#include "rooms/contabilidad/reportes/iva_retenido.hpp"

#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/tipos/documento.hpp"
#include "rooms/contabilidad/reportes/flujo.hpp"
#include "rooms/contabilidad/reportes/iva_de_retencion.hpp"
#include "tabla/hoja.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cacao {
namespace {

using engine::Cuenta;

struct FilaIvaRetenido : ImpuestoEnFlujo {
    Fecha fecha2;
    std::string uuid;
    std::string moneda;
    std::string rfc;
    Importe total;
    Importe pagado;
    std::int64_t aplicacionId{};  // 0: paid as it was registered
};
DESCRIBE_STRUCT(FilaIvaRetenido, (ImpuestoEnFlujo), (fecha2, uuid, moneda, rfc, total, pagado, aplicacionId))

// In the organization's currency, as the base of what is withheld came to there.
Importe iva_de(const IvasDeRetencion& ivas, const FilaIvaRetenido& f, Importe baseLocal, int decimales) {
    const auto suyo = ivas.find({f.aplicacionId, f.tasa});
    if (suyo == ivas.end() || suyo->second.base <= Importe{}) return {};
    return engine::proporcion(suyo->second.iva, baseLocal.micros(), suyo->second.base.micros(), decimales);
}

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

Flujo aplicaciones() {
    return flujo_de_aplicaciones("ivaRetenido", R"(
        d.fecha AS fecha2, COALESCE(d.uuid, '') AS uuid, d.moneda, COALESCE(c.rfc, '') AS rfc, t.importe AS total,
        t.liquidado AS pagado, a.aplicacionId)",
                                 R"(
        JOIN documentoImpuesto t ON t.organizacionId = $1 AND t.transaccionId = i.transaccionId AND t.impuesto = i.impuesto
                                AND t.factor = i.factor AND t.tasa = i.tasa)");
}

Flujo registros(bool de_credito = false) {
    return flujo_de_registros("ivaRetenido",
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
    pedir_flujo(tx, filas, aplicaciones(), p.fechaInicial, p.fechaFinal);
    for (const std::string_view tipo : tipos_de_contado())
        pedir_flujo(tx, filas, registros(), p.fechaInicial, p.fechaFinal, tipo);
    pedir_flujo(tx, filas, registros(true), p.fechaInicial, p.fechaFinal, engine::NotaCreditoProveedor.tipo);
    tx.settle();
    std::erase_if(filas, [&](const FilaIvaRetenido& f) {
        return sentido_de_lo_retenido(f) == 0 || (p.proveedorId.value_or(0) != 0 && f.entidadId != std::int64_t{*p.proveedorId});
    });
    std::ranges::stable_sort(filas, {}, &FilaIvaRetenido::fecha);
    return filas;
}

struct PagoAutoridad {
    Fecha fecha;
    Importe importe;
    Precio tipoCambio;
    bool cancelacion{};
    bool registro{};
};
DESCRIBE_STRUCT(PagoAutoridad, (), (fecha, importe, tipoCambio, cancelacion, registro))

// What egresses paid to the authority: lines of a concept whose account this is, less those of egresses cancelled in the range.
Importe leer_enterado(db::Reader& tx, Fecha desde, Fecha hasta) {
    const Flujo egresos{.columnas = "p.importe - p.descuento - p.promocion AS importe, d.tipoCambio",
                        .de = R"(
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.cuentaId = $4
        WHERE d.organizacionId = $1 AND d.tipo = 'Egreso')",
                        .tabla = "d",
                        .llave = "transaccionId",
                        .registro = true};
    std::vector<PagoAutoridad> pagos;
    for (const auto cuentaId : engine::cuentas_de_papel(tx, Cuenta::iva_retenido_por_pagar))
        pedir_flujo(tx, pagos, egresos, desde, hasta, cuentaId);
    tx.settle();
    const int decimales = engine::moneda_local(tx).decimales;
    Importe enterado;
    for (const PagoAutoridad& p : pagos) {
        const Importe local = engine::convertir(p.importe, p.tipoCambio, decimales);
        enterado += p.cancelacion ? -local : local;
    }
    return enterado;
}

Importe con(int signo, Importe i) { return signo > 0 ? i : -i; }

void revisar(const IvaRetenidoPedido& p) { reject_if(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal"); }

void tabla_iva_retenido(const Context& ctx, const IvaRetenidoPedido& p, const IvaRetenido& r, tabla::Hoja& hoja) {
    using tabla::celda;
    const auto local = engine::moneda_local(ctx.db());
    hoja.encabezar({"IVA retenido por pagar", r.fechaInicial, r.fechaFinal, "En " + local.moneda},
                   {tabla::texto("Concepto", 14), tabla::texto("Proveedor", 30), tabla::texto("RFC", 13), tabla::importe("Base"),
                    tabla::importe("IVA"), tabla::importe("IVA retenido")});
    const auto monto = [&](Importe i) { return tabla::monto(i, local.decimales); };
    // Rows like the others, so that a CSV, which has no totals, has them too.
    const auto saldo = [&](const char* que, Importe i) {
        hoja.renglon({celda(que), celda(""), celda(""), celda(""), celda(""), monto(i)});
    };
    const bool todos = p.proveedorId.value_or(0) == 0;  // the authority is paid for all of them together
    if (todos) saldo("Saldo inicial", r.saldoInicial);
    for (const IvaRetenidoProveedor& s : r.proveedores)
        hoja.renglon({celda("Proveedor"), celda(s.proveedor), celda(s.rfc), monto(s.base), monto(s.iva), monto(s.retenido)});
    for (const IvaRetenidoMes& m : r.meses)
        hoja.renglon({celda(fmt::format("Mes {:04}-{:02}", m.periodo / 100, m.periodo % 100)), celda(""), celda(""),
                      monto(m.base), monto(m.iva), monto(m.retenido)});
    if (todos) {
        saldo("Enterado", r.enterado);
        saldo("Por enterar", r.porEnterar);
    }
    hoja.total({celda("Total"), celda(""), celda(""), monto(r.base), monto(r.iva), monto(r.retenido)});
}

void tabla_analisis(const Context& ctx, const IvaRetenidoPedido&, const IvaRetenidoAnalisis& r, tabla::Hoja& hoja) {
    using tabla::celda;
    const auto local = engine::moneda_local(ctx.db());
    hoja.encabezar(
        {"Análisis de IVA retenido por pagar", r.fechaInicial, r.fechaFinal, "En " + local.moneda},
        {tabla::fecha("Pago"), tabla::texto("Folio", 10), tabla::texto("Documento", 14), tabla::texto("Folio doc.", 10),
         tabla::texto("Proveedor", 24), tabla::texto("RFC", 13), tabla::si_no("Cancel."), tabla::texto("Tasa", 9),
         tabla::importe("Base"), tabla::importe("IVA"), tabla::importe("IVA retenido")});
    const auto monto = [&](Importe i) { return tabla::monto(i, local.decimales); };
    for (const IvaRetenidoDetalle& d : r.detalle)
        hoja.renglon({celda(d.fecha), celda(d.folio), celda(d.tipoDocumento), celda(d.folio2), celda(d.proveedor), celda(d.rfc),
                      celda(d.cancelacion), celda(d.tasa.texto()), monto(d.base), monto(d.iva), monto(d.retenido)});
    hoja.total({celda("Total"), celda(""), celda(""), celda(""), celda(""), celda(""), celda(""), celda(""), monto(r.base),
                monto(r.iva), monto(r.retenido)});
}

// The account as the books have it, credit positive.
struct Libro {
    Importe inicial;
    Importe movido;
};
Libro leer_libro(db::Reader& tx, Fecha desde, Fecha hasta) {
    const auto s = engine::saldo_de_papeles(tx, {Cuenta::iva_retenido_por_pagar}, desde, hasta);
    return {-s.inicial, s.abonos - s.cargos};
}

}  // namespace

IvaRetenido consultar_iva_retenido(const Context& ctx, const IvaRetenidoPedido& p) {
    revisar(p);
    auto& tx = ctx.db();
    const engine::Ajustes ajustes = engine::leer_ajustes(tx);
    IvaRetenido r;
    r.fechaInicial = p.fechaInicial;
    r.fechaFinal = p.fechaFinal;
    std::map<std::int64_t, IvaRetenidoProveedor> proveedores;
    std::map<std::int64_t, IvaRetenidoMes> meses;
    const auto filas = leer_iva_retenido(tx, p);
    const auto ivas = leer_ivas(tx, filas);
    for (const FilaIvaRetenido& f : filas) {
        const int signo = sentido_de_lo_retenido(f);
        const Importe base = con(signo, engine::convertir(f.base, f.tipoCambio, ajustes.decimales));
        const Importe retenido = con(signo, f.importe);
        const Importe iva = iva_de(ivas.at(f.transaccionId), f, base, ajustes.decimales);
        IvaRetenidoProveedor& suyo = proveedores[f.entidadId];
        suyo.proveedorId = f.entidadId;
        suyo.proveedor = f.contacto;
        suyo.rfc = f.rfc;
        suyo.base += base;
        suyo.iva += iva;
        suyo.retenido += retenido;
        IvaRetenidoMes& mes = meses[engine::periodo_de(f.fecha)];
        mes.periodo = engine::periodo_de(f.fecha);
        mes.base += base;
        mes.iva += iva;
        mes.retenido += retenido;
        r.base += base;
        r.iva += iva;
        r.retenido += retenido;
    }
    for (auto& [id, s] : proveedores) r.proveedores.push_back(std::move(s));
    for (auto& [periodo, m] : meses) r.meses.push_back(m);
    const Libro libro = leer_libro(tx, r.fechaInicial, r.fechaFinal);
    if (p.proveedorId.value_or(0) != 0) return r;  // the authority is paid for all of them together
    r.saldoInicial = libro.inicial;
    r.enterado = leer_enterado(tx, r.fechaInicial, r.fechaFinal);
    r.porEnterar = r.saldoInicial + r.retenido - r.enterado;
    r.diferencia = r.retenido - r.enterado - libro.movido;
    return r;
}

IvaRetenidoAnalisis analizar_iva_retenido(const Context& ctx, const IvaRetenidoPedido& p) {
    revisar(p);
    auto& tx = ctx.db();
    const engine::Ajustes ajustes = engine::leer_ajustes(tx);
    IvaRetenidoAnalisis r;
    r.fechaInicial = p.fechaInicial;
    r.fechaFinal = p.fechaFinal;
    const auto filas = leer_iva_retenido(tx, p);
    const auto ivas = leer_ivas(tx, filas);
    for (const FilaIvaRetenido& f : filas) {
        const int signo = sentido_de_lo_retenido(f);
        IvaRetenidoDetalle& d = r.detalle.emplace_back();
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
        d.base = con(signo, engine::convertir(f.base, f.tipoCambio, ajustes.decimales));
        d.iva = iva_de(ivas.at(f.transaccionId), f, d.base, ajustes.decimales);
        d.retenido = con(signo, f.importe);
        d.retenidoDocumento = f.total;
        d.pagadoDocumento = f.pagado;
        d.moneda = f.moneda;
        d.cancelacion = f.cancelacion;
        r.base += d.base;
        r.iva += d.iva;
        r.retenido += d.retenido;
    }
    if (p.proveedorId.value_or(0) != 0) return r;
    const Libro libro = leer_libro(tx, r.fechaInicial, r.fechaFinal);
    r.diferencia = r.retenido - leer_enterado(tx, r.fechaInicial, r.fechaFinal) - libro.movido;
    return r;
}

void register_iva_retenido(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/IVARetenidoPorPagar", "IVARetenidoPorPagar", consultar_iva_retenido)
        .como_tabla(consultar_iva_retenido, tabla_iva_retenido)
        .rechaza({Codigo::fuera_de_rango, Codigo::fecha_invalida, Codigo::requerido});
    ops.add(GET, "/api/Contabilidad/AnalisisIVARetenidoPorPagar", "AnalisisIVARetenidoPorPagar", analizar_iva_retenido)
        .como_tabla(analizar_iva_retenido, tabla_analisis)
        .rechaza({Codigo::fuera_de_rango, Codigo::fecha_invalida, Codigo::requerido});
}

}  // namespace cacao
