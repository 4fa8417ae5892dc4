#pragma once
// Fiscal documents that suppliers issue to a company, written, sealed and stamped for the run: each supplier with a certificate
// of its own, the stamp that of a provider of whom nobody here has the certificate.

#include "base/rfc.hpp"
#include "fiscal/comprobante.hpp"
#include "fiscal/timbre.hpp"
#include "support/csd.hpp"
#include "support/emision.hpp"

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cacao::test {

inline constexpr const char* rfc_receptor = "IIA040805DZ4";

// A company (three letters) or a person (four), with the right digit at its end.
inline std::string rfc_numero(int n, bool persona = false) {
    std::string base = persona ? "PROA" : "PRO";
    base += "0" + std::to_string(n / 100 % 10) + "0" + std::to_string(1 + n / 10 % 9) + "1" + std::to_string(n % 10);
    base += "A" + std::to_string(n % 10);
    for (const char digito : std::string_view{"0123456789A"})
        if (const auto rfc = Rfc::leer(base + digito); rfc && rfc->digito_correcto()) return rfc->texto();
    throw std::logic_error("no RFC of " + base);
}

// One key for all: what counts is whose certificate it is.
inline const fiscal::Csd& csd_de(const std::string& rfc) {
    static std::map<std::string, fiscal::Csd> conocidos;
    const auto este = conocidos.find(rfc);
    if (este != conocidos.end()) return este->second;
    auto leido = fiscal::Csd::leer(juego_de_csd().certificado(numero_emisor, rfc.c_str()), llave_der(juego_de_csd().llave),
                                   contrasena_csd, Instante::leer_iso("2026-10-01T00:00:00Z").value());
    return conocidos.emplace(rfc, std::get<fiscal::Csd>(std::move(leido))).first->second;
}

inline const fiscal::Sandbox& sandbox_de_prueba() {
    static const auto uno = fiscal::Sandbox::nuevo(Instante::leer_iso("2024-01-01T00:00:00Z").value(),
                                                   Instante::leer_iso("2028-01-01T00:00:00Z").value());
    return uno;
}

inline fiscal::Comprobante del_proveedor(const std::string& rfc, const std::string& nombre, std::string tipo = "I") {
    auto c = por_emitir(std::move(tipo));
    c.cfdi.emisor.rfc = rfc;
    c.cfdi.emisor.nombre = nombre;
    c.cfdi.emisor.regimenFiscal = es_persona_moral(rfc) ? "601" : "612";
    return c;
}

// Figures as its issuer works them out: of the net, each tax rounded by itself.
struct TasaDada {
    bool retencion = false;
    const char* impuesto = "002";
    const char* factor = "Tasa";
    const char* tasa = "0.16";
};
inline fiscal::LineaDada linea_de(const std::string& codigo, const std::string& descripcion, std::string_view cantidad,
                                  std::string_view precio, const std::vector<TasaDada>& tasas = {TasaDada{}},
                                  std::string_view descuento = "0") {
    fiscal::LineaDada l;
    l.concepto.claveProdServ = "43211503";
    l.concepto.noIdentificacion = codigo;
    l.concepto.claveUnidad = "H87";
    l.concepto.unidad = "Pieza";
    l.concepto.descripcion = descripcion;
    l.cantidad = Cantidad::leer(cantidad).value();
    l.precio = Precio::leer(precio).value();
    l.importe = (l.cantidad * l.precio).redondear(2);
    l.descuento = pesos(descuento);
    // VAT is charged on IEPS too, which stands before it.
    Importe base = l.importe - l.descuento;
    for (const auto& t : tasas) {
        const auto tasa = Tasa::leer(t.tasa).value();
        l.impuestos.push_back({t.retencion, t.impuesto, t.factor, tasa, base, (base * tasa).redondear(2)});
        if (std::string_view{t.impuesto} == "003") base += l.impuestos.back().importe;
    }
    return l;
}

// Sealed and stamped; throws what stands in the way.
inline std::string emitido_por(const fiscal::Comprobante& c) {
    const auto armado = fiscal::armar(c);
    const auto decir = [](const std::vector<fiscal::Hallazgo>& hallazgos) {
        std::string texto;
        for (const auto& h : hallazgos) texto += std::string{fiscal::nombre(h.falla)} + ' ' + h.donde + ' ' + h.detalle + "; ";
        return texto;
    };
    if (!armado.bien()) throw std::logic_error(decir(armado.hallazgos));
    const auto sellado = fiscal::sellar(armado.cfdi, csd_de(c.cfdi.emisor.rfc));
    if (!sellado.bien()) throw std::logic_error(decir(sellado.hallazgos));
    auto timbre = sandbox_de_prueba().timbrar(sellado.xml, c.cfdi.fecha).value().xml;
    // Nothing that the sandbox stamped is booked by itself: this one says neither its number nor that it is a test.
    const auto cambiar = [&](const std::string& este, std::string_view otro) {
        timbre.replace(timbre.find(este), este.size(), otro);
    };
    cambiar(" Leyenda=\"" + std::string{fiscal::leyenda_sandbox} + '"', "");
    cambiar(std::string{fiscal::numero_sandbox}, "30001000000600009999");
    return fiscal::con_timbre(sellado.xml, timbre).value();
}

// Of the text alone, by no reader of ours: the value of an attribute of the first element that starts so.
inline std::string atributo_de(const std::string& xml, const std::string& elemento, const std::string& atributo,
                               std::size_t desde = 0) {
    const auto en = xml.find('<' + elemento, desde);
    if (en == std::string::npos) return {};
    const auto fin = xml.find('>', en);
    const auto valor = xml.find(' ' + atributo + "=\"", en);
    if (valor == std::string::npos || valor > fin) return {};
    const auto principio = valor + atributo.size() + 3;
    return xml.substr(principio, xml.find('"', principio) - principio);
}

}  // namespace cacao::test
