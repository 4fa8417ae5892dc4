#pragma once
// Documents that are going to be issued, by a company that is made for the run.

#include "fiscal/comprobante.hpp"
#include "fiscal/sellado.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::test {

inline Importe pesos(std::string_view texto) { return Importe::leer(texto).value(); }

inline const fiscal::Csd& csd_de_prueba() {
    static const auto uno =
        fiscal::Csd::de_prueba("EKU9003173C9", "ESCUELA KEMPER URGATE", Instante::leer_iso("2024-01-01T00:00:00Z").value(),
                               Instante::leer_iso("2028-01-01T00:00:00Z").value());
    return uno;
}

inline fiscal::Comprobante por_emitir(std::string tipo) {
    fiscal::Comprobante c;
    auto& d = c.cfdi;
    d.tipoDeComprobante = std::move(tipo);
    d.serie = "A";
    d.folio = "1";
    d.fecha = "2026-10-01T12:00:00";
    d.formaPago = "03";
    d.metodoPago = "PUE";
    d.moneda = "MXN";
    d.lugarExpedicion = "42501";
    d.emisor.rfc = "EKU9003173C9";
    d.emisor.nombre = "ESCUELA KEMPER URGATE";
    d.emisor.regimenFiscal = "601";
    d.receptor.rfc = "IIA040805DZ4";
    d.receptor.nombre = "INDISTRIA ILUMINADORA DE ALMACENES";
    d.receptor.domicilioFiscal = "62661";
    d.receptor.regimenFiscal = "601";
    d.receptor.usoCfdi = "G03";
    return c;
}

inline fiscal::ImpuestoDado traslado(std::string impuesto, std::string factor, std::string_view tasa, std::string_view base,
                                     std::string_view importe) {
    return {false, std::move(impuesto), std::move(factor), Tasa::leer(tasa).value(), pesos(base), pesos(importe)};
}
inline fiscal::ImpuestoDado retencion(std::string impuesto, std::string_view tasa, std::string_view base,
                                      std::string_view importe) {
    return {true, std::move(impuesto), "Tasa", Tasa::leer(tasa).value(), pesos(base), pesos(importe)};
}

inline fiscal::LineaDada linea_dada(std::string_view cantidad, std::string_view precio, std::string_view importe,
                                    std::vector<fiscal::ImpuestoDado> impuestos = {}, std::string_view descuento = "0") {
    fiscal::LineaDada l;
    l.concepto.claveProdServ = "43211503";
    l.concepto.noIdentificacion = "SKU-1";
    l.concepto.claveUnidad = "H87";
    l.concepto.unidad = "Pieza";
    l.concepto.descripcion = "Equipo portátil de prueba";
    l.cantidad = Cantidad::leer(cantidad).value();
    l.precio = Precio::leer(precio).value();
    l.importe = pesos(importe);
    l.descuento = pesos(descuento);
    l.impuestos = std::move(impuestos);
    return l;
}

}  // namespace cacao::test
