#include "fiscal/cfdi.hpp"

#include "fiscal/valores.hpp"

#include <algorithm>

namespace cacao::fiscal {
namespace {

constexpr std::string_view espacio_implocal = "http://www.sat.gob.mx/implocal";
constexpr std::string_view espacio_pagos10 = "http://www.sat.gob.mx/Pagos";

std::string texto_de(const Nodo& n, std::string_view atributo) {
    const auto valor = n.valor(atributo);
    if (esta_colapsado(valor)) return std::string{valor};
    std::string texto;
    agregar_colapsado(texto, valor);
    return texto;
}

template <class D>
std::optional<Impreso<D>> cifra_de(const Nodo& n, std::string_view atributo) {
    auto texto = n.valor(atributo);
    std::string colapsado;
    if (!esta_colapsado(texto)) {
        agregar_colapsado(colapsado, texto);
        texto = colapsado;
    }
    const auto punto = texto.find('.');
    // Plain digits, as the tables ask for: our reader would also take an exponent.
    if (texto.empty() || texto.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
    const auto valor = D::leer(texto);
    if (!valor) return std::nullopt;
    return Impreso<D>{*valor, punto == std::string_view::npos ? 0 : static_cast<int>(texto.size() - punto - 1)};
}

// Names of the attributes of a tax, which the complement of payments ends in DR or P.
ImpuestoCfdi impuesto_de(const Nodo& n, std::string_view fin) {
    const auto con = [&](std::string_view nombre) { return std::string{nombre}.append(fin); };
    return {.nodo = &n,
            .base = cifra_de<Importe>(n, con("Base")),
            .impuesto = texto_de(n, con("Impuesto")),
            .tipoFactor = texto_de(n, con("TipoFactor")),
            .tasaOCuota = cifra_de<Tasa>(n, con("TasaOCuota")),
            .importe = cifra_de<Importe>(n, con("Importe"))};
}

void leer_impuestos(const Nodo* impuestos, std::string_view fin, std::vector<ImpuestoCfdi>& traslados,
                    std::vector<ImpuestoCfdi>& retenciones) {
    if (impuestos == nullptr) return;
    const auto leer = [&](std::string_view lista, std::string_view uno, std::vector<ImpuestoCfdi>& en) {
        const auto* todos = impuestos->hijo(std::string{lista}.append(fin));
        if (todos == nullptr) return;
        for (const auto* n = todos->hijo(std::string{uno}.append(fin)); n != nullptr; n = n->hermano())
            en.push_back(impuesto_de(*n, fin));
    };
    leer("Traslados", "Traslado", traslados);
    leer("Retenciones", "Retencion", retenciones);
}

ConceptoCfdi concepto_de(const Nodo& n) {
    ConceptoCfdi c{.nodo = &n,
                   .claveProdServ = texto_de(n, "ClaveProdServ"),
                   .noIdentificacion = texto_de(n, "NoIdentificacion"),
                   .claveUnidad = texto_de(n, "ClaveUnidad"),
                   .unidad = texto_de(n, "Unidad"),
                   .descripcion = texto_de(n, "Descripcion"),
                   .objetoImp = texto_de(n, "ObjetoImp"),
                   .cantidad = cifra_de<Cantidad>(n, "Cantidad"),
                   .valorUnitario = cifra_de<Precio>(n, "ValorUnitario"),
                   .importe = cifra_de<Importe>(n, "Importe"),
                   .descuento = cifra_de<Importe>(n, "Descuento")};
    leer_impuestos(n.hijo("Impuestos"), "", c.traslados, c.retenciones);
    if (const auto* t = n.hijo("ACuentaTerceros"))
        c.tercero = TerceroCfdi{t, texto_de(*t, "RfcACuentaTerceros"), texto_de(*t, "NombreACuentaTerceros"),
                                texto_de(*t, "RegimenFiscalACuentaTerceros"), texto_de(*t, "DomicilioFiscalACuentaTerceros")};
    for (const auto* p = n.hijo("InformacionAduanera"); p != nullptr; p = p->hermano())
        c.pedimentos.emplace_back(p->valor("NumeroPedimento"));
    for (const auto* p = n.hijo("CuentaPredial"); p != nullptr; p = p->hermano())
        c.cuentasPrediales.push_back(texto_de(*p, "Numero"));
    if (const auto* complementos = n.hijo("ComplementoConcepto"))
        for (const auto* a = complementos->primero; a != nullptr; a = a->siguiente)
            if (a->espacio == espacio_iedu)
                c.alumnos.push_back({texto_de(*a, "nombreAlumno"), texto_de(*a, "CURP"), texto_de(*a, "nivelEducativo"),
                                     texto_de(*a, "autRVOE"), texto_de(*a, "rfcPago")});
    return c;
}

DocumentoPagado documento_de(const Nodo& n) {
    DocumentoPagado d{.nodo = &n,
                      .idDocumento = texto_de(n, "IdDocumento"),
                      .serie = texto_de(n, "Serie"),
                      .folio = texto_de(n, "Folio"),
                      .moneda = texto_de(n, "MonedaDR"),
                      .objetoImp = texto_de(n, "ObjetoImpDR"),
                      .equivalencia = texto_de(n, "EquivalenciaDR"),
                      .numParcialidad = texto_de(n, "NumParcialidad"),
                      .saldoAnterior = cifra_de<Importe>(n, "ImpSaldoAnt"),
                      .pagado = cifra_de<Importe>(n, "ImpPagado"),
                      .saldoInsoluto = cifra_de<Importe>(n, "ImpSaldoInsoluto")};
    if (d.equivalencia.empty()) d.equivalencia = texto_de(n, "TipoCambioDR");
    leer_impuestos(n.hijo("ImpuestosDR"), "DR", d.traslados, d.retenciones);
    return d;
}

PagosCfdi pagos_de(const Nodo& n) {
    PagosCfdi p{.nodo = &n, .totales = n.hijo("Totales"), .version = texto_de(n, "Version")};
    if (p.totales != nullptr)
        for (const auto& a : p.totales->atributos)
            p.enPesos.push_back({std::string{a.nombre}, cifra_de<Importe>(*p.totales, a.nombre)});
    for (const auto* uno = n.hijo("Pago"); uno != nullptr; uno = uno->hermano()) {
        auto& pago = p.pagos.emplace_back(PagoCfdi{.nodo = uno,
                                                   .fecha = texto_de(*uno, "FechaPago"),
                                                   .formaDePago = texto_de(*uno, "FormaDePagoP"),
                                                   .moneda = texto_de(*uno, "MonedaP"),
                                                   .tipoCambio = texto_de(*uno, "TipoCambioP"),
                                                   .monto = cifra_de<Importe>(*uno, "Monto"),
                                                   .cuentas = {.numOperacion = texto_de(*uno, "NumOperacion"),
                                                               .rfcEmisorCtaOrd = texto_de(*uno, "RfcEmisorCtaOrd"),
                                                               .nomBancoOrdExt = texto_de(*uno, "NomBancoOrdExt"),
                                                               .ctaOrdenante = texto_de(*uno, "CtaOrdenante"),
                                                               .rfcEmisorCtaBen = texto_de(*uno, "RfcEmisorCtaBen"),
                                                               .ctaBeneficiario = texto_de(*uno, "CtaBeneficiario")}});
        for (const auto* d = uno->hijo("DoctoRelacionado"); d != nullptr; d = d->hermano())
            pago.documentos.push_back(documento_de(*d));
        leer_impuestos(uno->hijo("ImpuestosP"), "P", pago.traslados, pago.retenciones);
    }
    return p;
}

LocalesCfdi locales_de(const Nodo& n) {
    LocalesCfdi l{.nodo = &n,
                  .totalRetenciones = cifra_de<Importe>(n, "TotaldeRetenciones"),
                  .totalTraslados = cifra_de<Importe>(n, "TotaldeTraslados")};
    for (const auto* r = n.hijo("RetencionesLocales"); r != nullptr; r = r->hermano())
        l.retenciones.push_back({texto_de(*r, "ImpLocRetenido"), cifra_de<Importe>(*r, "Importe")});
    for (const auto* t = n.hijo("TrasladosLocales"); t != nullptr; t = t->hermano())
        l.traslados.push_back({texto_de(*t, "ImpLocTrasladado"), cifra_de<Importe>(*t, "Importe")});
    return l;
}

void leer_complementos(const Nodo& raiz, Cfdi& c) {
    for (const auto* complemento = raiz.hijo("Complemento"); complemento != nullptr; complemento = complemento->hermano()) {
        for (const auto* n = complemento->primero; n != nullptr; n = n->siguiente) {
            c.complementos.push_back(n);
            if (n->espacio == espacio_timbre && n->nombre == "TimbreFiscalDigital")
                c.timbres.push_back({n, texto_de(*n, "UUID"), texto_de(*n, "FechaTimbrado"), texto_de(*n, "RfcProvCertif"),
                                     texto_de(*n, "Leyenda"), texto_de(*n, "SelloCFD"), texto_de(*n, "NoCertificadoSAT"),
                                     texto_de(*n, "SelloSAT")});
            else if ((n->espacio == espacio_pagos20 || n->espacio == espacio_pagos10) && n->nombre == "Pagos")
                c.pagos.push_back(pagos_de(*n));
            else if (n->espacio == espacio_implocal && n->nombre == "ImpuestosLocales") c.locales.push_back(locales_de(*n));
        }
    }
}

}  // namespace

Cfdi leer_cfdi(const Xml& xml) {
    const auto& n = xml.raiz();
    const auto t = [&](std::string_view atributo) { return texto_de(n, atributo); };
    Cfdi c{.nodo = &n,
           .version = t("Version"),
           .serie = t("Serie"),
           .folio = t("Folio"),
           .fecha = t("Fecha"),
           .sello = t("Sello"),
           .formaPago = t("FormaPago"),
           .noCertificado = t("NoCertificado"),
           .certificado = t("Certificado"),
           .condicionesDePago = t("CondicionesDePago"),
           .moneda = t("Moneda"),
           .tipoCambio = t("TipoCambio"),
           .tipoDeComprobante = t("TipoDeComprobante"),
           .exportacion = t("Exportacion"),
           .metodoPago = t("MetodoPago"),
           .lugarExpedicion = t("LugarExpedicion"),
           .confirmacion = t("Confirmacion"),
           .subTotal = cifra_de<Importe>(n, "SubTotal"),
           .descuento = cifra_de<Importe>(n, "Descuento"),
           .total = cifra_de<Importe>(n, "Total")};
    if (const auto* g = n.hijo("InformacionGlobal"))
        c.informacionGlobal = GlobalCfdi{g, texto_de(*g, "Periodicidad"), texto_de(*g, "Meses"), texto_de(*g, "Año")};
    for (const auto* r = n.hijo("CfdiRelacionados"); r != nullptr; r = r->hermano()) {
        auto& relacion = c.relaciones.emplace_back(RelacionCfdi{texto_de(*r, "TipoRelacion"), {}});
        for (const auto* u = r->hijo("CfdiRelacionado"); u != nullptr; u = u->hermano())
            relacion.uuids.push_back(texto_de(*u, "UUID"));
    }
    if (const auto* e = n.hijo("Emisor"))
        c.emisor = {e, texto_de(*e, "Rfc"), texto_de(*e, "Nombre"), texto_de(*e, "RegimenFiscal"),
                    texto_de(*e, "FacAtrAdquirente")};
    if (const auto* r = n.hijo("Receptor"))
        c.receptor = {r,
                      texto_de(*r, "Rfc"),
                      texto_de(*r, "Nombre"),
                      texto_de(*r, "DomicilioFiscalReceptor"),
                      texto_de(*r, "RegimenFiscalReceptor"),
                      texto_de(*r, "ResidenciaFiscal"),
                      texto_de(*r, "NumRegIdTrib"),
                      texto_de(*r, "UsoCFDI")};
    if (const auto* conceptos = n.hijo("Conceptos"))
        for (const auto* uno = conceptos->hijo("Concepto"); uno != nullptr; uno = uno->hermano())
            c.conceptos.push_back(concepto_de(*uno));
    c.impuestos = n.hijo("Impuestos");
    if (c.impuestos != nullptr) {
        c.totalRetenidos = cifra_de<Importe>(*c.impuestos, "TotalImpuestosRetenidos");
        c.totalTrasladados = cifra_de<Importe>(*c.impuestos, "TotalImpuestosTrasladados");
        leer_impuestos(c.impuestos, "", c.traslados, c.retenciones);
    }
    leer_complementos(n, c);
    return c;
}

std::string folio_fiscal(const Xml& xml) {
    std::string folio;
    for (const auto* complemento = xml.raiz().hijo("Complemento"); complemento != nullptr; complemento = complemento->hermano())
        for (const auto* n = complemento->primero; n != nullptr; n = n->siguiente) {
            if (n->espacio != espacio_timbre || n->nombre != "TimbreFiscalDigital") continue;
            if (!folio.empty()) return {};
            folio = texto_de(*n, "UUID");
        }
    return folio;
}

}  // namespace cacao::fiscal
