#include "fiscal/catalogos.hpp"

#include "base/sat.hpp"

#include <algorithm>
#include <set>

namespace cacao::fiscal {
namespace {

class Claves {
public:
    Claves(const Cfdi& c, const Esquema& esquema, BuscaClave buscar, Veredicto& v)
        : c_(c), esquema_(esquema), buscar_(buscar), v_(v) {
        if (const auto dia = Fecha::leer_iso(std::string_view{c.fecha}.substr(0, 10))) dia_ = *dia;
    }

    void todas() {
        for (const auto& concepto : c_.conceptos) {
            clave("c_ClaveProdServ", concepto.nodo, "ClaveProdServ", concepto.claveProdServ, "CFDI40162");
            for (const auto& t : concepto.traslados) tasa(t, false);
            for (const auto& r : concepto.retenciones) tasa(r, true);
        }
        for (const auto& pagos : c_.pagos)
            for (const auto& pago : pagos.pagos)
                for (const auto& d : pago.documentos) {
                    for (const auto& t : d.traslados) tasa(t, false);
                    for (const auto& r : d.retenciones) tasa(r, true);
                }
        codigo_postal(c_.nodo, "LugarExpedicion", c_.lugarExpedicion);
        if (c_.receptor.nodo != nullptr) codigo_postal(c_.receptor.nodo, "DomicilioFiscalReceptor", c_.receptor.domicilioFiscal);
        if (c_.version == "4.0") solo_de_40();
    }

private:
    void clave(std::string_view catalogo, const Nodo* nodo, std::string_view atributo, const std::string& clave,
               std::string_view sat) {
        if (clave.empty()) return;
        switch (buscar_(catalogo, clave, dia_)) {
            case Presencia::vigente: return;
            // The keys of 4.0 begin with it: what 3.3 allowed on its day is not known.
            case Presencia::sin_vigencia:
                if (c_.version == "3.3") return;
                return v_.hallar(Falla::clave_sin_vigencia, *nodo, atributo, clave, sat);
            case Presencia::inexistente: return v_.hallar(Falla::clave_inexistente, *nodo, atributo, clave, sat);
            case Presencia::desconocida: break;
        }
        // Once for each catalog: the others are not known for the same reason.
        if (sin_catalogo_.insert(catalogo).second) v_.hallar(Falla::clave_no_verificada, *nodo, atributo, std::string{catalogo});
    }
    void codigo_postal(const Nodo* nodo, std::string_view atributo, const std::string& codigo) {
        if (codigo.empty()) return;
        const auto sabido = buscar_("c_CodigoPostal", codigo, dia_);
        if (sabido == Presencia::inexistente || (sabido == Presencia::desconocida && !es_codigo_postal_posible(codigo)))
            v_.hallar(Falla::codigo_postal_inexistente, *nodo, atributo, codigo);
    }
    void tasa(const ImpuestoCfdi& i, bool retencion) {
        // Each version had its own, and those of 3.3 are not kept.
        if (c_.version != "4.0" || !i.tasaOCuota || i.tipoFactor == "Exento") return;
        if (!esquema_.es_tasa(i.impuesto, i.tipoFactor, retencion, i.tasaOCuota->valor))
            v_.hallar(Falla::tasa_no_catalogada, *i.nodo, {}, i.impuesto + ' ' + i.tasaOCuota->valor.texto(),
                      retencion ? "CFDI40185" : "");
    }
    // The tables of the structure hold the keys of both versions.
    void solo_de_40() {
        const auto ver = [&](bool bien, const Nodo* nodo, std::string_view atributo, const std::string& clave) {
            if (nodo != nullptr && !clave.empty() && !bien) v_.hallar(Falla::clave_de_otra_version, *nodo, atributo, clave);
        };
        ver(sat::es_regimen_fiscal(c_.emisor.regimenFiscal), c_.emisor.nodo, "RegimenFiscal", c_.emisor.regimenFiscal);
        ver(sat::es_regimen_fiscal(c_.receptor.regimenFiscal), c_.receptor.nodo, "RegimenFiscalReceptor",
            c_.receptor.regimenFiscal);
        ver(sat::es_uso_cfdi(c_.receptor.usoCfdi), c_.receptor.nodo, "UsoCFDI", c_.receptor.usoCfdi);
        const auto& r = c_.receptor;
        if (r.nodo != nullptr && sat::es_uso_cfdi(r.usoCfdi) && sat::es_regimen_fiscal(r.regimenFiscal) &&
            !esquema_.es_uso_de(r.usoCfdi, r.regimenFiscal))
            v_.hallar(Falla::uso_de_otro_regimen, *r.nodo, "UsoCFDI", r.usoCfdi + ' ' + r.regimenFiscal);
        const auto de_persona = [&](const Nodo* nodo, std::string_view atributo, const std::string& rfc,
                                    const std::string& regimen) {
            if (nodo != nullptr && sat::es_regimen_fiscal(regimen) && !esquema_.es_regimen_de(regimen, rfc))
                v_.hallar(Falla::regimen_de_otra_persona, *nodo, atributo, rfc + ' ' + regimen);
        };
        de_persona(c_.emisor.nodo, "RegimenFiscal", c_.emisor.rfc, c_.emisor.regimenFiscal);
        de_persona(r.nodo, "RegimenFiscalReceptor", r.rfc, r.regimenFiscal);
        for (const auto* n = c_.nodo->hijo("CfdiRelacionados"); n != nullptr; n = n->hermano()) {
            const std::string tipo{n->valor("TipoRelacion")};
            ver(tipo != "08" && tipo != "09", n, "TipoRelacion", tipo);
        }
    }

    const Cfdi& c_;
    const Esquema& esquema_;
    BuscaClave buscar_;
    Veredicto& v_;
    Fecha dia_;
    std::set<std::string_view> sin_catalogo_;
};

}  // namespace

// Mexico City has those that begin with 01 to 16, the other states those with 20 to 99.
bool es_codigo_postal_posible(std::string_view codigo) {
    if (codigo.size() != 5) return false;
    const auto inicio = codigo.substr(0, 2);
    return (inicio >= "01" && inicio <= "16") || inicio >= "20";
}

void revisar_catalogos(const Cfdi& c, const Esquema& esquema, BuscaClave buscar, Veredicto& v) {
    Claves{c, esquema, buscar, v}.todas();
    v.hecho(Paso::catalogos);
}

}  // namespace cacao::fiscal
