#include "rooms/impuestos/iva_acreditable.hpp"

#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/impuestos/impuesto_seguido.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

constexpr Tasa tasa_general = Tasa::de_micros(160'000);
constexpr Tasa tasa_frontera = Tasa::de_micros(80'000);

PagadoPorTasas por_tasas(const ImpuestoMovido& m) {
    PagadoPorTasas p;
    p.noAcreditable = m.alCosto;
    const FilaSeguida& f = m.fila;
    if (f.factor == "exento") p.baseExenta = m.base;
    else if (f.factor == "noObjeto") p.baseNoObjeto = m.base;
    else if (f.tasa == tasa_general) p.base16 = m.base, p.iva16 = m.importe;
    else if (f.tasa == tasa_frontera) p.base8 = m.base, p.iva8 = m.importe;
    else if (f.tasa == Tasa{}) p.base0 = m.base;
    else p.baseOtras = m.base, p.ivaOtras = m.importe;
    return p;
}

IvaAcreditableDetalle renglon_acreditable(const FilaSeguida& f) {
    IvaAcreditableDetalle d;
    d.fecha = f.fecha;
    d.transaccionId = f.pagoId;
    d.folio = engine::folio_texto(f.pagoSerie, f.pagoFolio);
    d.transaccionId2 = f.transaccionId;
    d.tipoDocumento = f.tipo;
    d.folio2 = engine::folio_texto(f.serie, f.folio);
    d.proveedorId = f.entidadId;
    d.proveedor = f.contacto;
    d.rfc = f.rfc;
    d.cancelacion = f.cancelacion;
    return d;
}

IvaAcreditableDetalle renglon_acreditable(const IvaDeImportacion& i) {
    IvaAcreditableDetalle d;
    d.fecha = i.fecha;
    d.transaccionId = d.transaccionId2 = i.transaccionId;
    d.tipoDocumento = i.tipo;
    d.folio = d.folio2 = engine::folio_texto(i.serie, i.folio);
    d.proveedorId = i.entidadId;
    d.proveedor = i.contacto;
    d.rfc = i.rfc;
    return d;
}

bool sigue_el_mismo(const IvaAcreditableDetalle& a, const IvaAcreditableDetalle& b) {
    return a.transaccionId == b.transaccionId && a.transaccionId2 == b.transaccionId2 && a.fecha == b.fecha &&
           a.cancelacion == b.cancelacion;
}

}  // namespace

void PagadoPorTasas::sumar(const PagadoPorTasas& o) {
    base16 += o.base16;
    iva16 += o.iva16;
    base8 += o.base8;
    iva8 += o.iva8;
    base0 += o.base0;
    baseExenta += o.baseExenta;
    baseNoObjeto += o.baseNoObjeto;
    baseOtras += o.baseOtras;
    ivaOtras += o.ivaOtras;
    noAcreditable += o.noAcreditable;
    importacion += o.importacion;
}

std::vector<std::int64_t> cuentas_de_importacion(db::Reader& tx) {
    return tx.all<std::int64_t>(
        "SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigoAgrupador = '118.02' AND esAcumulativa = 0 ORDER BY "
        "cuentaId",
        tx.organizacion());
}

std::vector<IvaDeImportacion> leer_iva_de_importacion(db::Reader& tx, Fecha desde, Fecha hasta) {
    std::vector<IvaDeImportacion> filas;
    for (const auto cuentaId : cuentas_de_importacion(tx))
        tx.all_later(filas, R"(
            SELECT a.fecha, d.transaccionId, d.tipo, d.serie, d.folio, d.entidadId, COALESCE(c.nombre, '') AS contacto,
                   COALESCE(c.rfc, '') AS rfc, a.cargo - a.abono AS importe
            FROM asiento a
            JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo <> $5
            LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
            WHERE a.organizacionId = $1 AND a.cuentaId = $2 AND a.fecha BETWEEN $3 AND $4
            ORDER BY a.fecha, a.polizaId, a.renglon)",
                     tx.organizacion(), cuentaId, desde, hasta, engine::LiquidacionIva.tipo);
    tx.settle();
    std::ranges::stable_sort(filas, {}, &IvaDeImportacion::fecha);
    return filas;
}

IvaAcreditable consultar_iva_acreditable(const Context& ctx, const IvaAcreditablePedido& p) {
    reject_if(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    auto& tx = ctx.db();
    IvaAcreditable r;
    r.fechaInicial = p.fechaInicial;
    r.fechaFinal = p.fechaFinal;
    const std::int64_t de_quien = p.proveedorId.value_or(0);
    std::map<std::int64_t, IvaAcreditableProveedor> proveedores;
    const auto agregar = [&](IvaAcreditableDetalle d, const PagadoPorTasas& cifras) {
        if (de_quien != 0 && d.proveedorId != de_quien) return;
        r.sumar(cifras);
        IvaAcreditableProveedor& suyo = proveedores[d.proveedorId];
        suyo.proveedorId = d.proveedorId;
        suyo.proveedor = d.proveedor;
        suyo.rfc = d.rfc;
        suyo.sumar(cifras);
        if (!p.conDetalle.value_or(true)) return;
        if (r.detalle.empty() || !sigue_el_mismo(r.detalle.back(), d)) r.detalle.push_back(std::move(d));
        r.detalle.back().sumar(cifras);
    };
    const int decimales = engine::leer_ajustes(tx).decimales;
    for (const ImpuestoMovido& m : seguir_impuesto(tx, iva_de_proveedores, r.fechaInicial, r.fechaFinal, decimales))
        agregar(renglon_acreditable(m.fila), por_tasas(m));
    for (const IvaDeImportacion& i : leer_iva_de_importacion(tx, r.fechaInicial, r.fechaFinal)) {
        PagadoPorTasas cifras;
        cifras.importacion = i.importe;
        agregar(renglon_acreditable(i), cifras);
    }
    for (auto& [id, s] : proveedores) r.proveedores.push_back(std::move(s));
    r.impuesto = r.iva16 + r.iva8 + r.ivaOtras;
    if (de_quien != 0) return r;
    const auto libro = engine::saldo_de_papeles_sin(tx, engine::LiquidacionIva.tipo, {engine::Cuenta::iva_acreditable_pagado},
                                                    r.fechaInicial, r.fechaFinal);
    r.diferencia = r.impuesto - (libro.cargos - libro.abonos);
    return r;
}

void register_iva_acreditable(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Impuestos");
    ops.add(GET, "/api/Impuestos/IvaAcreditable", "IvaAcreditable", consultar_iva_acreditable)
        .renglones(&IvaAcreditable::detalle)
        .cierran(&IvaAcreditable::proveedores)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::fecha_invalida, Codigo::requerido});
}

}  // namespace cacao
