#include "fiscal/comprobante.hpp"

#include "base/error.hpp"
#include "fiscal/escritura.hpp"

#include <algorithm>

namespace cacao::fiscal {
namespace {

// The names of the same things in a concept and in the summary, in a paid document, and in a payment.
struct NombresDeImpuesto {
    std::string_view impuestos, traslados, traslado, retenciones, retencion, base, impuesto, factor, tasa, importe;
};
constexpr NombresDeImpuesto en_comprobante{"Impuestos", "Traslados", "Traslado",   "Retenciones", "Retencion",
                                           "Base",      "Impuesto",  "TipoFactor", "TasaOCuota",  "Importe"};
constexpr NombresDeImpuesto en_documento{"ImpuestosDR", "TrasladosDR", "TrasladoDR",   "RetencionesDR", "RetencionDR",
                                         "BaseDR",      "ImpuestoDR",  "TipoFactorDR", "TasaOCuotaDR",  "ImporteDR"};
constexpr NombresDeImpuesto en_pago{"ImpuestosP", "TrasladosP", "TrasladoP",   "RetencionesP", "RetencionP",
                                    "BaseP",      "ImpuestoP",  "TipoFactorP", "TasaOCuotaP",  "ImporteP"};

// No text of a document may hold the bar that parts the values of its cadena.
std::string sin_barra(std::string texto) {
    std::ranges::replace(texto, '|', '/');
    return texto;
}

// Null when there are none.
Elemento* poner_impuestos(Elemento& en, const std::vector<ImpuestoCfdi>& traslados, const std::vector<ImpuestoCfdi>& retenciones,
                          const NombresDeImpuesto& n) {
    if (traslados.empty() && retenciones.empty()) return nullptr;
    auto& todos = en.hijo(n.impuestos);
    const auto lista = [&](std::string_view cual, std::string_view cada_uno, const std::vector<ImpuestoCfdi>& impuestos) {
        if (impuestos.empty()) return;
        auto& estos = todos.hijo(cual);
        for (const auto& i : impuestos) {
            auto& e = estos.hijo(cada_uno);
            e.pon(n.base, i.base);
            e.pon(n.impuesto, i.impuesto);
            e.pon(n.factor, i.tipoFactor);
            e.pon(n.tasa, i.tasaOCuota);
            e.pon(n.importe, i.importe);
        }
    };
    lista(n.traslados, n.traslado, traslados);
    lista(n.retenciones, n.retencion, retenciones);
    return &todos;
}

void poner_concepto(Elemento& en, const ConceptoCfdi& c) {
    auto& e = en.hijo("Concepto");
    e.pon("ClaveProdServ", c.claveProdServ);
    e.pon("NoIdentificacion", c.noIdentificacion);
    e.pon("Cantidad", c.cantidad);
    e.pon("ClaveUnidad", c.claveUnidad);
    e.pon("Unidad", sin_barra(c.unidad));
    e.pon("Descripcion", sin_barra(c.descripcion));
    e.pon("ValorUnitario", c.valorUnitario);
    e.pon("Importe", c.importe);
    e.pon("Descuento", c.descuento);
    e.pon("ObjetoImp", c.objetoImp);
    poner_impuestos(e, c.traslados, c.retenciones, en_comprobante);
    if (c.tercero) {
        auto& t = e.hijo("ACuentaTerceros");
        t.pon("RfcACuentaTerceros", c.tercero->rfc);
        t.pon("NombreACuentaTerceros", c.tercero->nombre);
        t.pon("RegimenFiscalACuentaTerceros", c.tercero->regimenFiscal);
        t.pon("DomicilioFiscalACuentaTerceros", c.tercero->domicilioFiscal);
    }
    for (const auto& pedimento : c.pedimentos) e.hijo("InformacionAduanera").pon("NumeroPedimento", pedimento);
    for (const auto& cuenta : c.cuentasPrediales) e.hijo("CuentaPredial").pon("Numero", cuenta);
    if (c.alumnos.empty()) return;
    auto& complemento = e.hijo("ComplementoConcepto");
    for (const auto& a : c.alumnos) {
        auto& alumno = complemento.hijo("instEducativas", espacio_iedu);
        alumno.pon("version", "1.0");
        alumno.pon("nombreAlumno", a.nombre);
        alumno.pon("CURP", a.curp);
        alumno.pon("nivelEducativo", a.nivelEducativo);
        alumno.pon("autRVOE", a.autRvoe);
        alumno.pon("rfcPago", a.rfcPago);
    }
}

void poner_documento(Elemento& en, const DocumentoPagado& d) {
    auto& e = en.hijo("DoctoRelacionado");
    e.pon("IdDocumento", d.idDocumento);
    e.pon("Serie", d.serie);
    e.pon("Folio", d.folio);
    e.pon("MonedaDR", d.moneda);
    e.pon("EquivalenciaDR", d.equivalencia);
    e.pon("NumParcialidad", d.numParcialidad);
    e.pon("ImpSaldoAnt", d.saldoAnterior);
    e.pon("ImpPagado", d.pagado);
    e.pon("ImpSaldoInsoluto", d.saldoInsoluto);
    e.pon("ObjetoImpDR", d.objetoImp);
    poner_impuestos(e, d.traslados, d.retenciones, en_documento);
}

void poner_pagos(Elemento& en, const PagosCfdi& pagos) {
    auto& e = en.hijo("Pagos", espacio_pagos20);
    e.pon("Version", "2.0");
    auto& totales = e.hijo("Totales");
    for (const auto& t : pagos.enPesos) totales.pon(t.nombre, t.importe);
    for (const auto& p : pagos.pagos) {
        auto& pago = e.hijo("Pago");
        pago.pon("FechaPago", p.fecha);
        pago.pon("FormaDePagoP", p.formaDePago);
        pago.pon("MonedaP", p.moneda);
        pago.pon("TipoCambioP", p.tipoCambio);
        pago.pon("Monto", p.monto);
        pago.pon("NumOperacion", p.cuentas.numOperacion);
        pago.pon("RfcEmisorCtaOrd", p.cuentas.rfcEmisorCtaOrd);
        pago.pon("NomBancoOrdExt", p.cuentas.nomBancoOrdExt);
        pago.pon("CtaOrdenante", p.cuentas.ctaOrdenante);
        pago.pon("RfcEmisorCtaBen", p.cuentas.rfcEmisorCtaBen);
        pago.pon("CtaBeneficiario", p.cuentas.ctaBeneficiario);
        for (const auto& d : p.documentos) poner_documento(pago, d);
        poner_impuestos(pago, p.traslados, p.retenciones, en_pago);
    }
}

void poner_encabezado(Elemento& e, const Cfdi& c) {
    e.pon("Version", "4.0");
    e.pon("Serie", c.serie);
    e.pon("Folio", c.folio);
    e.pon("Fecha", c.fecha);
    e.campos.emplace_back("Sello", c.sello);  // its place is there before it is
    e.pon("FormaPago", c.formaPago);
    e.pon("NoCertificado", c.noCertificado);
    e.pon("Certificado", c.certificado);
    e.pon("CondicionesDePago", sin_barra(c.condicionesDePago));
    e.pon("SubTotal", c.subTotal);
    e.pon("Descuento", c.descuento);
    e.pon("Moneda", c.moneda);
    e.pon("TipoCambio", c.tipoCambio);
    e.pon("Total", c.total);
    e.pon("TipoDeComprobante", c.tipoDeComprobante);
    e.pon("Exportacion", c.exportacion);
    e.pon("MetodoPago", c.metodoPago);
    e.pon("LugarExpedicion", c.lugarExpedicion);
    e.pon("Confirmacion", c.confirmacion);
    if (c.informacionGlobal) {
        auto& global = e.hijo("InformacionGlobal");
        global.pon("Periodicidad", c.informacionGlobal->periodicidad);
        global.pon("Meses", c.informacionGlobal->meses);
        global.pon("Año", c.informacionGlobal->anio);
    }
    for (const auto& r : c.relaciones) {
        auto& relacion = e.hijo("CfdiRelacionados");
        relacion.pon("TipoRelacion", r.tipoRelacion);
        for (const auto& uuid : r.uuids) relacion.hijo("CfdiRelacionado").pon("UUID", uuid);
    }
    auto& emisor = e.hijo("Emisor");
    emisor.pon("Rfc", c.emisor.rfc);
    emisor.pon("Nombre", c.emisor.nombre);
    emisor.pon("RegimenFiscal", c.emisor.regimenFiscal);
    emisor.pon("FacAtrAdquirente", c.emisor.facAtrAdquirente);
    auto& receptor = e.hijo("Receptor");
    receptor.pon("Rfc", c.receptor.rfc);
    receptor.pon("Nombre", c.receptor.nombre);
    receptor.pon("DomicilioFiscalReceptor", c.receptor.domicilioFiscal);
    receptor.pon("ResidenciaFiscal", c.receptor.residenciaFiscal);
    receptor.pon("NumRegIdTrib", c.receptor.numRegIdTrib);
    receptor.pon("RegimenFiscalReceptor", c.receptor.regimenFiscal);
    receptor.pon("UsoCFDI", c.receptor.usoCfdi);
}

}  // namespace

std::string escribir(const Cfdi& c, const Esquema& esquema) {
    // What is read from others has more than what is issued here.
    reject_if(!c.locales.empty() || !c.timbres.empty() || !c.complementos.empty(), Codigo::interno, "");
    Elemento raiz{"Comprobante", espacio_cfdi40};
    poner_encabezado(raiz, c);
    auto& conceptos = raiz.hijo("Conceptos");
    for (const auto& concepto : c.conceptos) poner_concepto(conceptos, concepto);
    if (auto* impuestos = poner_impuestos(raiz, c.traslados, c.retenciones, en_comprobante)) {
        impuestos->pon("TotalImpuestosRetenidos", c.totalRetenidos);
        impuestos->pon("TotalImpuestosTrasladados", c.totalTrasladados);
    }
    if (!c.pagos.empty() || c.cartaPorte) {
        auto& complemento = raiz.hijo("Complemento");
        for (const auto& pagos : c.pagos) poner_pagos(complemento, pagos);
        if (c.cartaPorte) poner_carta_porte(complemento, *c.cartaPorte);
    }
    return R"(<?xml version="1.0" encoding="UTF-8"?>)" + escribir_elemento(raiz, esquema);
}

}  // namespace cacao::fiscal
