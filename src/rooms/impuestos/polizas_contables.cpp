#include "rooms/impuestos/polizas_contables.hpp"

#include "base/rfc.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/cuenta_contacto.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/decode.hpp"
#include "rooms/impuestos/claves_contables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cacao::contable {
namespace {

constexpr std::int64_t polizas_por_pagina = 500;
constexpr std::int64_t renglones_por_pagina = 2000;
constexpr std::string_view rfc_de_nadie = "XAXX010101000";

struct CuentaPropia {
    std::int64_t cuentaBancariaId{};
    std::int64_t cuentaId{};
    std::string tipo;
    std::string numero;
    std::string clabe;
    std::string clave;
    std::string banco;
};
DESCRIBE_STRUCT(CuentaPropia, (), (cuentaBancariaId, cuentaId, tipo, numero, clabe, clave, banco))

struct FilaPoliza {
    std::int64_t polizaId{};
    std::int64_t transaccionId{};
    std::string evento;
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
    std::string uuid;
    std::int64_t entidadId{};
    Importe total;
    std::string moneda;
    Precio tipoCambio;
    std::int64_t cuentaBancariaId{};
    std::int64_t cuentaDestinoId{};
    std::string metodo;
    std::string referencia;
    std::string contacto;
    std::string rfc;
    std::string idFiscal;
    Guardado<std::vector<engine::CuentaBancaria>> cuentas;
};
DESCRIBE_STRUCT(FilaPoliza, (),
                (polizaId, transaccionId, evento, tipo, serie, folio, uuid, entidadId, total, moneda, tipoCambio,
                 cuentaBancariaId, cuentaDestinoId, metodo, referencia, contacto, rfc, idFiscal, cuentas))

struct FilaComprobante {
    std::int64_t polizaId{};
    std::string uuid;
    std::string rfc;
    Importe total;
    std::string moneda;
    Precio tipoCambio;
};
DESCRIBE_STRUCT(FilaComprobante, (), (polizaId, uuid, rfc, total, moneda, tipoCambio))

struct FilaAsiento {
    std::int64_t polizaId{};
    std::int64_t cuentaId{};
    std::int64_t entidadId{};
    Importe cargo;
    Importe abono;
};
DESCRIBE_STRUCT(FilaAsiento, (), (polizaId, cuentaId, entidadId, cargo, abono))

struct NombreDeCuenta {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
};
DESCRIBE_STRUCT(NombreDeCuenta, (), (cuentaId, codigo, nombre))

std::string numero_de_poliza(std::string_view serie, std::int64_t folio, std::int64_t polizaId) {
    return texto_contable(fmt::format("{}/{}", engine::folio_texto(serie, folio), polizaId), 50);
}

std::string concepto_de_poliza(std::string_view tipo, std::string_view serie, std::int64_t folio, std::string_view evento,
                               std::string_view contacto) {
    const engine::Documento* t = engine::tipo_de(tipo);
    std::string texto =
        fmt::format("{} {}", t == nullptr || t->nombre.empty() ? tipo : t->nombre, engine::folio_texto(serie, folio));
    if (evento == "cancelacion") texto += ", cancelación";
    else if (evento == "aplicacion") texto += ", aplicación";
    else if (evento == "desaplicacion") texto += ", aplicación deshecha";
    else if (evento == "ajuste") texto += ", ajuste";
    if (!contacto.empty()) texto.append(", ").append(contacto);
    return texto;
}

std::string rfc_o_nadie(std::string_view rfc) {
    const auto leido = Rfc::leer(rfc);
    return leido ? leido->texto() : std::string{rfc_de_nadie};
}

class LectorDePolizas {
public:
    LectorDePolizas(db::Reader& tx, std::int64_t periodo) : tx_(tx), periodo_(periodo), ajustes_(engine::leer_ajustes(tx)) {
        for (auto& c : tx.all<CuentaPropia>(R"(
                 SELECT b.cuentaBancariaId, b.cuentaId, b.tipo, b.numero, b.clabe, COALESCE(k.clave, '') AS clave,
                        COALESCE(k.nombre, '') AS banco
                 FROM cuentaBancaria b LEFT JOIN banco k ON k.organizacionId = $1 AND k.bancoId = b.bancoId
                 WHERE b.organizacionId = $1)",
                                            tx.organizacion()))
            propias_.emplace(c.cuentaBancariaId, std::move(c));
        for (auto& c :
             tx.all<NombreDeCuenta>("SELECT cuentaId, codigo, nombre FROM cuenta WHERE organizacionId = $1", tx.organizacion()))
            cuentas_.emplace(c.cuentaId, std::move(c));
        tx.each(
            "SELECT nombre FROM organizacion WHERE organizacionId = $1", [&](const db::Row& r) { nombre_ = r.text(0); },
            tx.organizacion());
    }

    void recorrer(FunctionRef<void(const PolizaDelMes&)> una) {
        const auto [primero, ultimo] = engine::dias_del_mes(periodo_);
        for (Fecha dia = primero; dia <= ultimo; dia = dia + 1) {
            std::int64_t desde = 0;
            for (;;) {
                const auto ids = tx_.all<std::int64_t>(R"(
                    SELECT polizaId FROM asiento WHERE organizacionId = $1 AND fecha = $2 AND polizaId > $3
                    GROUP BY polizaId ORDER BY polizaId LIMIT $4)",
                                                       tx_.organizacion(), dia, desde, polizas_por_pagina);
                if (ids.empty()) break;
                pagina(dia, ids.front(), ids.back(), una);
                desde = ids.back();
                if (static_cast<std::int64_t>(ids.size()) < polizas_por_pagina) break;
            }
        }
    }

private:
    void pagina(Fecha dia, std::int64_t primera, std::int64_t ultima, FunctionRef<void(const PolizaDelMes&)> una) {
        std::vector<FilaPoliza> polizas;
        std::vector<FilaAsiento> asientos;
        std::vector<FilaComprobante> comprobantes;
        tx_.all_later(polizas, R"(
            SELECT p.polizaId, p.transaccionId, p.evento, d.tipo, d.serie, d.folio, COALESCE(d.uuid, '') AS uuid, d.entidadId, d.total,
                   d.moneda, d.tipoCambio, d.cuentaBancariaId, d.cuentaDestinoId, COALESCE(f.claveContabilidadElectronica, '') AS metodo,
                   d.referencia, COALESCE(e.nombre, '') AS contacto, COALESCE(e.rfc, '') AS rfc, COALESCE(x.idFiscal, '') AS idFiscal,
                   COALESCE(e.cuentasBancarias, '[]') AS cuentas
            FROM poliza p
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
            LEFT JOIN contacto e ON e.organizacionId = $1 AND e.entidadId = d.entidadId
            LEFT JOIN proveedorDiot x ON x.organizacionId = $1 AND x.entidadId = d.entidadId
            LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
            WHERE p.organizacionId = $1 AND p.polizaId BETWEEN $2 AND $3 AND p.fecha = $4 AND p.periodo = $5
            ORDER BY p.polizaId)",
                      tx_.organizacion(), primera, ultima, dia, periodo_);
        tx_.all_later(asientos, R"(
            SELECT polizaId, cuentaId, entidadId, cargo, abono FROM asiento
            WHERE organizacionId = $1 AND polizaId BETWEEN $2 AND $3 AND fecha = $4 ORDER BY polizaId, renglon)",
                      tx_.organizacion(), primera, ultima, dia);
        // What an entry of a payment settles, or no longer does.
        tx_.all_later(comprobantes, R"(
            SELECT p.polizaId, d.uuid, COALESCE(e.rfc, '') AS rfc, d.total, d.moneda, d.tipoCambio
            FROM poliza p
            CROSS JOIN aplicacion a
            CROSS JOIN documento d
            LEFT JOIN contacto e ON e.organizacionId = $1 AND e.entidadId = d.entidadId
            WHERE p.organizacionId = $1 AND p.polizaId BETWEEN $2 AND $3 AND p.fecha = $4
              AND a.organizacionId = $1 AND a.pagoId = p.transaccionId
              AND a.polizaId = CASE WHEN p.evento = 'desaplicacion' THEN p.revierteId ELSE p.polizaId END
              AND d.organizacionId = $1 AND d.transaccionId = a.documentoId AND d.uuid IS NOT NULL
            ORDER BY p.polizaId, d.transaccionId)",
                      tx_.organizacion(), primera, ultima, dia);
        tx_.settle();
        std::size_t a = 0;
        std::size_t c = 0;
        for (const FilaPoliza& f : polizas) {
            PolizaDelMes p = encabezar(f, dia);
            for (; a < asientos.size() && asientos[a].polizaId <= f.polizaId; ++a)
                if (asientos[a].polizaId == f.polizaId) agregar(p, asientos[a]);
            for (; c < comprobantes.size() && comprobantes[c].polizaId <= f.polizaId; ++c)
                if (comprobantes[c].polizaId == f.polizaId) agregar(p, comprobantes[c]);
            if (!p.asientos.empty()) una(p);
        }
    }

    PolizaDelMes encabezar(const FilaPoliza& f, Fecha dia) {
        PolizaDelMes p;
        p.polizaId = f.polizaId;
        p.numero = numero_de_poliza(f.serie, f.folio, f.polizaId);
        p.fecha = dia;
        p.concepto = concepto_de_poliza(f.tipo, f.serie, f.folio, f.evento, f.contacto);
        p.moneda_local = ajustes_.moneda;
        if (!f.uuid.empty()) p.comprobantes.push_back({f.uuid, "", rfc_o_nadie(f.rfc), f.total, f.moneda, f.tipoCambio});
        else if (f.rfc == rfc_extranjero && !f.referencia.empty() && engine::tipo_de(f.tipo)->fiscal)
            p.comprobantes.push_back({"", f.referencia, f.idFiscal, f.total, f.moneda, f.tipoCambio});
        if (f.evento == "registro") p.pago = pago_de(f);
        return p;
    }

    void agregar(PolizaDelMes& p, const FilaAsiento& f) {
        const NombreDeCuenta& c = cuentas_.at(f.cuentaId);
        p.asientos.push_back({c.codigo, c.nombre, f.cuentaId, f.entidadId, f.cargo, f.abono});
    }

    static void agregar(PolizaDelMes& p, const FilaComprobante& f) {
        if (std::ranges::find(p.comprobantes, f.uuid, &ComprobanteDelMes::uuid) == p.comprobantes.end())
            p.comprobantes.push_back({f.uuid, "", rfc_o_nadie(f.rfc), f.total, f.moneda, f.tipoCambio});
    }

    // Money that came or went: by cheque or transfer where both ends are known, otherwise by its way alone.
    PagoDelMes pago_de(const FilaPoliza& f) {
        PagoDelMes pago;
        const engine::Documento* tipo = engine::tipo_de(f.tipo);
        const auto propia = propias_.find(f.cuentaBancariaId);
        if (tipo == nullptr || (!tipo->banco && !tipo->banco_sale) || propia == propias_.end()) return pago;
        const CuentaPropia& nuestra = propia->second;
        const auto otra = propias_.find(f.cuentaDestinoId);
        pago.total = f.total;
        pago.moneda = f.moneda;
        pago.tipoCambio = f.tipoCambio;
        pago.cuentaId = nuestra.cuentaId;
        pago.beneficiario = texto_contable(tipo->banco_sale && !f.contacto.empty() ? f.contacto : nombre_, 300);
        pago.rfc = f.entidadId != 0 ? rfc_o_nadie(f.rfc) : rfc_o_nadie(ajustes_.rfc);
        pago.metodo = hay_metodo(f.metodo) ? f.metodo : nuestra.tipo == "caja" ? "01" : "99";
        pago.medio = MedioDePago::otro;
        const auto numero_de = [](const CuentaPropia& c) { return c.clabe.empty() ? c.numero : c.clabe; };
        struct Lado {
            std::string cuenta, banco, nombre;
        };
        const Lado nuestro{texto_contable(numero_de(nuestra), 50, ""), std::string{banco_o_ninguno(nuestra.clave)},
                           nuestra.banco};
        if (pago.metodo == "02" && tipo->banco_sale && !f.referencia.empty() && !nuestro.cuenta.empty()) {
            pago.medio = MedioDePago::cheque;
            pago.numero = texto_contable(f.referencia, 20);
            poner_origen(pago, nuestro);
            return pago;
        }
        if (pago.metodo != "03" || nuestro.cuenta.empty()) return pago;
        Lado suyo;
        if (otra != propias_.end()) {
            suyo = {texto_contable(numero_de(otra->second), 50, ""), std::string{banco_o_ninguno(otra->second.clave)},
                    otra->second.banco};
        } else if (const auto cuentas = reflect::recuperar(f.cuentas); !cuentas.empty()) {
            const auto& c = cuentas.front();
            const std::string& numero = c.clabe.empty() ? c.cuenta : c.clabe;
            suyo = {texto_contable(numero, 50, ""), std::string{banco_o_ninguno(std::string_view{c.clabe}.substr(0, 3))},
                    c.banco};
        }
        // An origin need not have a number.
        if (tipo->banco_sale && suyo.cuenta.empty()) return pago;
        if (suyo.banco.empty()) suyo.banco = otro_banco;
        pago.medio = MedioDePago::transferencia;
        poner_origen(pago, tipo->banco_sale ? nuestro : suyo);
        const Lado& destino = tipo->banco_sale ? suyo : nuestro;
        pago.cuentaDestino = destino.cuenta;
        pago.bancoDestino = destino.banco;
        if (destino.banco == otro_banco) pago.bancoDestinoNombre = texto_contable(destino.nombre, 150, "");
        return pago;
    }

    template <class Lado>
    static void poner_origen(PagoDelMes& pago, const Lado& l) {
        pago.cuentaOrigen = l.cuenta;
        pago.bancoOrigen = l.banco;
        if (l.banco == otro_banco) pago.bancoOrigenNombre = texto_contable(l.nombre, 150, "");
    }

    db::Reader& tx_;
    std::int64_t periodo_;
    engine::Ajustes ajustes_;
    std::string nombre_;
    std::map<std::int64_t, CuentaPropia> propias_;
    std::map<std::int64_t, NombreDeCuenta> cuentas_;
};

// With five decimals, as the schema has it; none for the currency of the books.
std::string cambio_contable(const std::string& moneda, Precio cambio, const std::string& local) {
    if (moneda.empty() || moneda == local) return {};
    const std::int64_t m = (cambio.micros() + 5) / 10;
    return fmt::format("{}.{:05}", m / 100'000, m % 100'000);
}
std::string moneda_contable(const std::string& moneda, const std::string& local) { return moneda == local ? "" : moneda; }

void escribir_comprobante(const ComprobanteDelMes& c, const std::string& local, XmlContable& xml) {
    if (c.uuid.empty())
        xml.hoja("CompExt", {{"NumFactExt", texto_contable(c.numero, 36)},
                             {"TaxID", texto_contable(c.rfc, 30, "")},
                             {"MontoTotal", dos_decimales(c.total)},
                             {"Moneda", moneda_contable(c.moneda, local)},
                             {"TipCamb", cambio_contable(c.moneda, c.tipoCambio, local)}});
    else
        xml.hoja("CompNal", {{"UUID_CFDI", c.uuid},
                             {"RFC", c.rfc},
                             {"MontoTotal", dos_decimales(c.total)},
                             {"Moneda", moneda_contable(c.moneda, local)},
                             {"TipCamb", cambio_contable(c.moneda, c.tipoCambio, local)}});
}

void escribir_pago(const PagoDelMes& p, const PolizaDelMes& de, XmlContable& xml) {
    const std::string moneda = moneda_contable(p.moneda, de.moneda_local);
    const std::string cambio = cambio_contable(p.moneda, p.tipoCambio, de.moneda_local);
    switch (p.medio) {
        case MedioDePago::ninguno: return;
        case MedioDePago::cheque:
            return xml.hoja("Cheque", {{"Num", p.numero},
                                       {"BanEmisNal", p.bancoOrigen},
                                       {"BanEmisExt", p.bancoOrigenNombre},
                                       {"CtaOri", p.cuentaOrigen},
                                       {"Fecha", de.fecha.iso()},
                                       {"Benef", p.beneficiario},
                                       {"RFC", p.rfc},
                                       {"Monto", dos_decimales(p.total)},
                                       {"Moneda", moneda},
                                       {"TipCamb", cambio}});
        case MedioDePago::transferencia:
            return xml.hoja("Transferencia", {{"CtaOri", p.cuentaOrigen},
                                              {"BancoOriNal", p.bancoOrigen},
                                              {"BancoOriExt", p.bancoOrigenNombre},
                                              {"CtaDest", p.cuentaDestino},
                                              {"BancoDestNal", p.bancoDestino},
                                              {"BancoDestExt", p.bancoDestinoNombre},
                                              {"Fecha", de.fecha.iso()},
                                              {"Benef", p.beneficiario},
                                              {"RFC", p.rfc},
                                              {"Monto", dos_decimales(p.total)},
                                              {"Moneda", moneda},
                                              {"TipCamb", cambio}});
        case MedioDePago::otro:
            return xml.hoja("OtrMetodoPago", {{"MetPagoPol", p.metodo},
                                              {"Fecha", de.fecha.iso()},
                                              {"Benef", p.beneficiario},
                                              {"RFC", p.rfc},
                                              {"Monto", dos_decimales(p.total)},
                                              {"Moneda", moneda},
                                              {"TipCamb", cambio}});
    }
}

}  // namespace

std::string dos_decimales(Importe i) {
    constexpr std::int64_t centavo = 10'000;
    const std::int64_t m = i.micros();
    const std::int64_t c = m >= 0 ? (m + centavo / 2) / centavo : -((-m + centavo / 2) / centavo);
    return fmt::format("{}{}.{:02}", c < 0 ? "-" : "", (c < 0 ? -c : c) / 100, (c < 0 ? -c : c) % 100);
}

void recorrer_polizas(db::Reader& tx, std::int64_t periodo, FunctionRef<void(const PolizaDelMes&)> una) {
    LectorDePolizas{tx, periodo}.recorrer(una);
}

void recorrer_cuenta(db::Reader& tx, std::int64_t periodo, std::int64_t cuentaId,
                     FunctionRef<void(const MovimientoDeCuenta&)> uno) {
    const auto [primero, ultimo] = engine::dias_del_mes(periodo);
    for (Fecha dia = primero; dia <= ultimo; dia = dia + 1) {
        std::int64_t poliza = 0;
        std::int64_t renglon = 0;
        for (;;) {
            std::int64_t filas = 0;
            tx.each(R"(
                SELECT a.polizaId, a.renglon, a.cargo, a.abono, p.evento, d.tipo, d.serie, d.folio, COALESCE(e.nombre, ''), p.periodo
                FROM asiento a
                JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId
                JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                LEFT JOIN contacto e ON e.organizacionId = $1 AND e.entidadId = d.entidadId
                WHERE a.organizacionId = $1 AND a.fecha = $2 AND a.cuentaId = $3 AND (a.polizaId, a.renglon) > ($4, $5)
                ORDER BY a.polizaId, a.renglon LIMIT $6)",
                    [&](const db::Row& r) {
                        ++filas;
                        poliza = r.integer(0);
                        renglon = r.integer(1);
                        if (r.integer(9) != periodo) return;
                        uno({dia, numero_de_poliza(r.text(6), r.integer(7), poliza),
                             concepto_de_poliza(r.text(5), r.text(6), r.integer(7), r.text(4), r.text(8)),
                             Importe::de_micros(r.integer(2)), Importe::de_micros(r.integer(3))});
                    },
                    tx.organizacion(), dia, cuentaId, poliza, renglon, renglones_por_pagina);
            if (filas < renglones_por_pagina) break;
        }
    }
}

void escribir_poliza(const PolizaDelMes& p, XmlContable& xml) {
    xml.abrir("Poliza", {{"NumUnIdenPol", p.numero}, {"Fecha", p.fecha.iso()}, {"Concepto", texto_contable(p.concepto, 300)}});
    // Fiscal documents stand at the row of the contact, money at that of the own account; the first one where there is none.
    const auto lugar = [&](auto&& es) {
        const auto hallado = std::ranges::find_if(p.asientos, es);
        return static_cast<std::size_t>(hallado == p.asientos.end() ? 0 : hallado - p.asientos.begin());
    };
    const auto con_comprobantes = lugar([](const AsientoDelMes& a) { return a.entidadId != 0; });
    const auto con_pago = lugar([&](const AsientoDelMes& a) { return a.cuentaId == p.pago.cuentaId; });
    for (std::size_t i = 0; i < p.asientos.size(); ++i) {
        const AsientoDelMes& a = p.asientos[i];
        xml.abrir("Transaccion", {{"NumCta", texto_contable(a.codigo, 100)},
                                  {"DesCta", texto_contable(a.nombre, 100)},
                                  {"Concepto", texto_contable(p.concepto, 200)},
                                  {"Debe", dos_decimales(a.cargo)},
                                  {"Haber", dos_decimales(a.abono)}});
        if (i == con_comprobantes) {
            for (const ComprobanteDelMes& c : p.comprobantes)
                if (!c.uuid.empty()) escribir_comprobante(c, p.moneda_local, xml);
            for (const ComprobanteDelMes& c : p.comprobantes)
                if (c.uuid.empty()) escribir_comprobante(c, p.moneda_local, xml);
        }
        if (i == con_pago) escribir_pago(p.pago, p, xml);
        xml.cerrar("Transaccion");
    }
    xml.cerrar("Poliza");
}

void escribir_folios(const PolizaDelMes& p, XmlContable& xml) {
    if (p.comprobantes.empty()) return;
    xml.abrir("DetAuxFol", {{"NumUnIdenPol", p.numero}, {"Fecha", p.fecha.iso()}});
    const std::string metodo = p.pago.medio == MedioDePago::ninguno ? "" : p.pago.metodo;
    for (const bool nacional : {true, false})
        for (const ComprobanteDelMes& c : p.comprobantes) {
            const std::string moneda = moneda_contable(c.moneda, p.moneda_local);
            const std::string cambio = cambio_contable(c.moneda, c.tipoCambio, p.moneda_local);
            if (c.uuid.empty() == nacional) continue;
            if (nacional)
                xml.hoja("ComprNal", {{"UUID_CFDI", c.uuid},
                                      {"MontoTotal", dos_decimales(c.total)},
                                      {"RFC", c.rfc},
                                      {"MetPagoAux", metodo},
                                      {"Moneda", moneda},
                                      {"TipCamb", cambio}});
            else
                xml.hoja("ComprExt", {{"NumFactExt", texto_contable(c.numero, 36)},
                                      {"TaxID", texto_contable(c.rfc, 30, "")},
                                      {"MontoTotal", dos_decimales(c.total)},
                                      {"MetPagoAux", metodo},
                                      {"Moneda", moneda},
                                      {"TipCamb", cambio}});
        }
    xml.cerrar("DetAuxFol");
}

}  // namespace cacao::contable
