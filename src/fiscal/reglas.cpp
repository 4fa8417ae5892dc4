#include "fiscal/reglas.hpp"

#include "base/sat.hpp"
#include "fiscal/exacto.hpp"

#include <algorithm>
#include <array>

namespace cacao::fiscal {
namespace {

constexpr std::string_view rfc_publico = "XAXX010101000";
constexpr std::string_view nombre_publico = "PUBLICO EN GENERAL";
constexpr std::string_view regimen_sin_obligaciones = "616";
constexpr std::string_view peso = "MXN";
constexpr std::string_view sin_moneda = "XXX";

// What each kind of document carries.
enum class Lleva : std::uint8_t { puede, debe, nunca };
struct TipoComprobante {
    std::string_view clave;
    Lleva formaPago, metodoPago, condiciones, descuento, impuestos;
    bool en_ceros;            // SubTotal and Total
    std::string_view moneda;  // "": any
    std::string_view uso, uso33;
};
constexpr std::array<TipoComprobante, 5> tipos_de_comprobante{{
    {"I", Lleva::debe, Lleva::debe, Lleva::puede, Lleva::puede, Lleva::puede, false, "", "", ""},
    {"E", Lleva::debe, Lleva::debe, Lleva::puede, Lleva::puede, Lleva::puede, false, "", "", ""},
    {"T", Lleva::nunca, Lleva::nunca, Lleva::nunca, Lleva::nunca, Lleva::nunca, true, "", "S01", ""},
    {"N", Lleva::puede, Lleva::debe, Lleva::nunca, Lleva::puede, Lleva::nunca, false, peso, "CN01", ""},
    {"P", Lleva::nunca, Lleva::nunca, Lleva::nunca, Lleva::nunca, Lleva::nunca, true, sin_moneda, "CP01", "P01"},
}};

// Objects of tax that break taxes down, and that do not.
bool debe_desglosar(std::string_view objeto) { return objeto == "02" || objeto == "05"; }
bool no_desglosa(std::string_view objeto) { return objeto == "01" || objeto == "03" || objeto == "04"; }

// Forms of payment through a bank or a card: only these name accounts (c_FormaPago, columns of accounts).
constexpr std::array<std::string_view, 8> formas_con_cuenta{"02", "03", "04", "05", "06", "28", "29", "99"};

bool es_uno(const std::string& texto) { return leer_exacto(texto, 10) == potencia(10); }
bool es_cero(const ImporteImpreso& i) { return !i || i->valor.es_cero(); }

class Reglas {
public:
    Reglas(const Cfdi& c, Veredicto& v) : c_(c), v_(v) {}

    void todas() {
        const auto tipo = std::ranges::find(tipos_de_comprobante, c_.tipoDeComprobante, &TipoComprobante::clave);
        if (tipo != tipos_de_comprobante.end()) de_tipo(*tipo);
        de_moneda();
        publico();
        for (const auto& concepto : c_.conceptos) de_concepto(concepto);
        if (c_.exportacion == "02" &&
            std::ranges::none_of(c_.complementos, [](const Nodo* n) { return n->nombre == "ComercioExterior"; }))
            hallar(Falla::comercio_exterior_falta, "Exportacion");
        pagos();
        for (const auto* complemento : c_.complementos)
            if (complemento->nombre == "CartaPorte" && complemento->espacio == espacio_carta_porte) carta_porte(*complemento);
    }

private:
    void hallar(Falla falla, std::string_view atributo) { v_.hallar(falla, *c_.nodo, atributo); }

    void de_tipo(const TipoComprobante& t) {
        const auto ver = [&](Lleva lleva, bool hay, Falla sobra, Falla falta, std::string_view atributo) {
            if (lleva == Lleva::nunca && hay) hallar(sobra, atributo);
            if (lleva == Lleva::debe && !hay) hallar(falta, atributo);
        };
        ver(t.formaPago, !c_.formaPago.empty(), Falla::forma_pago_no_permitida, Falla::forma_pago_falta, "FormaPago");
        ver(t.metodoPago, !c_.metodoPago.empty(), Falla::metodo_pago_no_permitido, Falla::metodo_pago_falta, "MetodoPago");
        if (t.condiciones == Lleva::nunca && !c_.condicionesDePago.empty())
            hallar(Falla::condiciones_no_permitidas, "CondicionesDePago");
        if (t.descuento == Lleva::nunca && c_.descuento) hallar(Falla::descuento_no_permitido, "Descuento");
        if (t.impuestos == Lleva::nunca && c_.impuestos != nullptr) v_.hallar(Falla::impuestos_no_permitidos, *c_.impuestos);
        if (t.en_ceros && !es_cero(c_.subTotal)) hallar(Falla::subtotal_no_es_cero, "SubTotal");
        if (t.en_ceros && !es_cero(c_.total)) hallar(Falla::total_no_es_cero, "Total");
        if (!t.moneda.empty() && c_.moneda != t.moneda) hallar(Falla::moneda_no_permitida, "Moneda");
        const auto uso = c_.version == "3.3" ? t.uso33 : t.uso;
        if (!uso.empty() && c_.receptor.nodo != nullptr && c_.receptor.usoCfdi != uso)
            v_.hallar(Falla::uso_no_permitido, *c_.receptor.nodo, "UsoCFDI", std::string{uso});
        if (c_.metodoPago == sat::en_parcialidades && !c_.formaPago.empty() && c_.formaPago != sat::forma_por_definir)
            hallar(Falla::ppd_sin_99, "FormaPago");
        // Wages are paid by whatever form, and have none to tell.
        if (c_.metodoPago == sat::en_una_exhibicion && c_.formaPago == sat::forma_por_definir && t.clave != "N")
            hallar(Falla::pue_con_99, "FormaPago");
    }

    void de_moneda() {
        const bool hay = !c_.tipoCambio.empty();
        if (c_.moneda == peso && hay && !es_uno(c_.tipoCambio)) hallar(Falla::tipo_cambio_de_pesos, "TipoCambio");
        if (c_.moneda == sin_moneda && hay) hallar(Falla::tipo_cambio_no_permitido, "TipoCambio");
        if (!c_.moneda.empty() && c_.moneda != peso && c_.moneda != sin_moneda && !hay)
            hallar(Falla::tipo_cambio_falta, "TipoCambio");
    }

    void publico() {
        if (c_.version != "4.0" || c_.receptor.nodo == nullptr) return;
        const auto& r = c_.receptor;
        const bool publico = r.rfc == rfc_publico;
        const bool general = publico && r.nombre == nombre_publico;
        if (publico && r.regimenFiscal != regimen_sin_obligaciones)
            v_.hallar(Falla::publico_en_general, *r.nodo, "RegimenFiscalReceptor", std::string{regimen_sin_obligaciones});
        if (publico && r.domicilioFiscal != c_.lugarExpedicion)
            v_.hallar(Falla::publico_en_general, *r.nodo, "DomicilioFiscalReceptor", c_.lugarExpedicion);
        if (general && c_.tipoDeComprobante == "I" && !c_.informacionGlobal) v_.hallar(Falla::informacion_global_falta, *c_.nodo);
        if (!c_.informacionGlobal) return;
        const auto& g = *c_.informacionGlobal;
        if (!general || c_.tipoDeComprobante != "I") return v_.hallar(Falla::informacion_global_no_permitida, *g.nodo);
        if (r.usoCfdi != "S01") v_.hallar(Falla::publico_en_general, *r.nodo, "UsoCFDI", "S01");
        const bool bimestral = g.periodicidad == "05";
        const bool bimestre = g.meses >= "13";
        if (bimestral != bimestre || (bimestral && c_.emisor.regimenFiscal != "621"))
            v_.hallar(Falla::informacion_global_meses, *g.nodo, "Meses");
        const auto anio = leer_exacto(g.anio, 0);
        const auto este = leer_exacto(std::string_view{c_.fecha}.substr(0, 4), 0);
        if (anio != este && anio != este - 1) v_.hallar(Falla::informacion_global_anio, *g.nodo, "Año");
    }

    void de_concepto(const ConceptoCfdi& c) {
        const bool con_impuestos = !c.traslados.empty() || !c.retenciones.empty();
        if (debe_desglosar(c.objetoImp) && !con_impuestos && c_.tipoDeComprobante != "T")
            v_.hallar(Falla::impuestos_del_concepto_faltan, *c.nodo);
        if (no_desglosa(c.objetoImp) && con_impuestos) v_.hallar(Falla::impuestos_del_concepto_sobran, *c.nodo);
        for (const auto& t : c.traslados) {
            const bool exento = t.tipoFactor == "Exento";
            if (exento && (t.tasaOCuota || t.importe)) v_.hallar(Falla::exento_con_tasa, *t.nodo);
            if (!exento && (!t.tasaOCuota || !t.importe)) v_.hallar(Falla::tasa_falta, *t.nodo);
        }
        for (const auto& r : c.retenciones)
            if (r.tipoFactor == "Exento") v_.hallar(Falla::retencion_exenta, *r.nodo);
        const auto& tipo = c_.tipoDeComprobante;
        if ((tipo == "I" || tipo == "E" || tipo == "N") && c.valorUnitario && c.valorUnitario->valor.es_cero())
            v_.hallar(Falla::valor_unitario_cero, *c.nodo, "ValorUnitario");
        if (!c.tercero) return;
        if (c.tercero->rfc == c_.emisor.rfc) v_.hallar(Falla::tercero_repetido, *c.tercero->nodo, "RfcACuentaTerceros");
        if (c.tercero->rfc == c_.receptor.rfc)
            v_.hallar(Falla::tercero_repetido, *c.tercero->nodo, "RfcACuentaTerceros", {}, "CFDI40188");
    }

    void pagos() {
        const bool es_pago = c_.tipoDeComprobante == "P";
        if (es_pago != (c_.pagos.size() == 1)) hallar(Falla::pago_sin_complemento, "TipoDeComprobante");
        if (es_pago) {
            const auto* esperada = c_.version == "3.3" ? "1.0" : "2.0";
            for (const auto& p : c_.pagos)
                if (p.version != esperada) v_.hallar(Falla::pago_sin_complemento, *p.nodo, "Version", esperada);
            concepto_de_pago();
        }
        for (const auto& p : c_.pagos)
            for (const auto& pago : p.pagos) de_pago(pago, p.version == "2.0");
    }
    void concepto_de_pago() {
        const auto& c = c_.conceptos;
        const bool es = c.size() == 1 && c[0].claveProdServ == "84111506" && c[0].claveUnidad == "ACT" &&
                        c[0].descripcion == "Pago" && c[0].cantidad && c[0].cantidad->valor == Cantidad::de_enteros(1) &&
                        es_cero(c[0].importe) && (c_.version == "3.3" || c[0].objetoImp == "01");
        if (!es) v_.hallar(Falla::pago_concepto, c.empty() ? *c_.nodo : *c[0].nodo);
    }
    void de_pago(const PagoCfdi& p, bool v20) {
        if (p.formaDePago == sat::forma_por_definir) v_.hallar(Falla::pago_forma, *p.nodo, "FormaDePagoP");
        if (std::ranges::find(formas_con_cuenta, p.formaDePago) == formas_con_cuenta.end())
            for (const auto* atributo : {"RfcEmisorCtaOrd", "CtaOrdenante", "RfcEmisorCtaBen", "CtaBeneficiario"})
                if (p.nodo->tiene(atributo)) v_.hallar(Falla::pago_cuenta, *p.nodo, atributo);
        const bool en_pesos = p.moneda == peso;
        const bool hay = !p.tipoCambio.empty();
        if (en_pesos ? (hay && !es_uno(p.tipoCambio)) || (v20 && !hay) : !hay)
            v_.hallar(Falla::pago_tipo_cambio, *p.nodo, "TipoCambioP");
        if (!v20) return;
        for (const auto& d : p.documentos) {
            const bool dice = !d.equivalencia.empty();
            if (d.moneda == p.moneda ? dice && !es_uno(d.equivalencia) : !dice)
                v_.hallar(Falla::pago_equivalencia, *d.nodo, "EquivalenciaDR");
            const bool con_impuestos = !d.traslados.empty() || !d.retenciones.empty();
            if ((d.objetoImp == "02" && !con_impuestos) || (no_desglosa(d.objetoImp) && con_impuestos))
                v_.hallar(Falla::pago_objeto_impuesto, *d.nodo, "ObjetoImpDR");
        }
    }

    // Carta Porte 3.1: what its parts come to, and who drives. Structure and keys were judged before.
    void carta_porte(const Nodo& n) {
        if (c_.tipoDeComprobante != "I" && c_.tipoDeComprobante != "T")
            v_.hallar(Falla::carta_porte_tipo, *c_.nodo, "TipoDeComprobante");
        const auto* mercancias = n.hijo("Mercancias");
        if (mercancias == nullptr) return;
        const auto* autotransporte = mercancias->hijo("Autotransporte");
        ubicaciones(n, autotransporte != nullptr);
        Entero pesan = 0;
        Entero cuantas = 0;
        bool peligrosas = false;
        for (const auto* m = mercancias->hijo("Mercancia"); m != nullptr; m = m->hermano()) {
            ++cuantas;
            pesan = suma(pesan, leer_exacto(m->valor("PesoEnKg"), 6));
            if (m->valor("MaterialPeligroso") != "Sí") continue;
            peligrosas = true;
            if (!m->tiene("CveMaterialPeligroso") || !m->tiene("Embalaje")) v_.hallar(Falla::carta_porte_peligroso, *m);
        }
        if (mercancias->valor("UnidadPeso") == "KGM" && leer_exacto(mercancias->valor("PesoBrutoTotal"), 6) != pesan)
            v_.hallar(Falla::carta_porte_peso, *mercancias, "PesoBrutoTotal", texto_de_micros(pesan));
        if (leer_exacto(mercancias->valor("NumTotalMercancias"), 0) != cuantas)
            v_.hallar(Falla::carta_porte_mercancias, *mercancias, "NumTotalMercancias");
        if (autotransporte == nullptr) return;
        const auto* seguros = autotransporte->hijo("Seguros");
        if (peligrosas && seguros != nullptr && !seguros->tiene("AseguraMedAmbiente"))
            v_.hallar(Falla::carta_porte_peligroso, *seguros, "AseguraMedAmbiente");
        bool maneja = false;
        if (const auto* figuras = n.hijo("FiguraTransporte"))
            for (const auto* f = figuras->hijo("TiposFigura"); f != nullptr; f = f->hermano())
                maneja = maneja || (f->valor("TipoFigura") == "01" && f->tiene("NumLicencia") &&
                                    (f->tiene("RFCFigura") || f->tiene("NumRegIdTribFigura")));
        if (!maneja) v_.hallar(Falla::carta_porte_operador, n);
    }
    void ubicaciones(const Nodo& n, bool por_carretera) {
        const auto* todas = n.hijo("Ubicaciones");
        if (todas == nullptr) return;
        int origenes = 0;
        int destinos = 0;
        Entero distancia = 0;
        bool falta = false;
        for (const auto* u = todas->hijo("Ubicacion"); u != nullptr; u = u->hermano()) {
            const bool destino = u->valor("TipoUbicacion") == "Destino";
            ++(destino ? destinos : origenes);
            falta = falta || (destino && !u->tiene("DistanciaRecorrida"));
            if (u->tiene("DistanciaRecorrida")) distancia = suma(distancia, leer_exacto(u->valor("DistanciaRecorrida"), 6));
        }
        if (origenes == 0 || destinos == 0) v_.hallar(Falla::carta_porte_ubicaciones, *todas);
        if (por_carretera && (falta || leer_exacto(n.valor("TotalDistRec"), 6) != distancia))
            v_.hallar(Falla::carta_porte_distancia, n, "TotalDistRec", texto_de_micros(distancia));
    }

    const Cfdi& c_;
    Veredicto& v_;
};

}  // namespace

void revisar_reglas(const Cfdi& c, Veredicto& v) {
    Reglas{c, v}.todas();
    v.hecho(Paso::reglas);
}

}  // namespace cacao::fiscal
