#include "papel/cfdi.hpp"

#include "base/letra.hpp"
#include "fiscal/cadena.hpp"
#include "fiscal/cfdi.hpp"
#include "fiscal/estado_sat.hpp"
#include "fiscal/timbre.hpp"

#include <algorithm>
#include <set>

namespace cacao::papel {
namespace {

using fiscal::Cfdi;
using fiscal::ImporteImpreso;
using fiscal::ImpuestoCfdi;
using fiscal::Nodo;

std::string cifra(const ImporteImpreso& i) { return i ? en_cifra(i->valor) : ""; }

std::string titulo_de(const std::string& tipo) {
    if (tipo == "I") return "Factura";
    if (tipo == "E") return "Nota de crédito";
    if (tipo == "T") return "Comprobante de traslado";
    if (tipo == "P") return "Comprobante de pago";
    if (tipo == "N") return "Recibo de nómina";
    return "Comprobante fiscal";
}

std::string con_guion(const std::string& serie, const std::string& folio) {
    return serie.empty() || folio.empty() ? serie + folio : serie + '-' + folio;
}

std::string nombre_de_impuesto(const std::string& clave) {
    if (clave == "001") return "ISR";
    if (clave == "002") return "IVA";
    if (clave == "003") return "IEPS";
    return clave;
}

// 0.160000 → 16%; a quota stands as it is.
std::string tasa_de(const ImpuestoCfdi& i) {
    if (i.tipoFactor == "Exento") return "Exento";
    if (!i.tasaOCuota) return "";
    if (i.tipoFactor == "Cuota") return "cuota " + i.tasaOCuota->valor.texto();
    // A rate above ninety thousand would not fit a hundred times over, and is none.
    constexpr std::int64_t limite = std::int64_t{90'000} * millonesimas;
    if (i.tasaOCuota->valor.micros() > limite) return i.tasaOCuota->valor.texto();
    return Tasa::de_micros(i.tasaOCuota->valor.micros() * 100).texto() + '%';
}

class Representacion {
public:
    Representacion(const Cfdi& c, const Impresion& opciones) : c_(c), o_(opciones) {
        reunir_claves();
        if (o_.nombres) nombres_ = o_.nombres({claves_.begin(), claves_.end()});
    }

    Formulario hacer() {
        Formulario f;
        f.estilo = o_.estilo;
        f.titulo = titulo_de(c_.tipoDeComprobante);
        f.folio = con_guion(c_.serie, c_.folio);
        f.emisor = {o_.logo,
                    c_.emisor.nombre,
                    {"RFC " + c_.emisor.rfc, "Régimen fiscal: " + con_nombre("c_RegimenFiscal", c_.emisor.regimenFiscal),
                     "Lugar de expedición: C.P. " + c_.lugarExpedicion}};
        datos(f);
        partes(f);
        conceptos(f);
        for (const auto& p : c_.pagos) pagos(f, p);
        impuestos(f);
        totales(f);
        relaciones(f);
        otros_complementos(f);
        prueba(f);
        f.leyenda = "Este documento es una representación impresa de un CFDI";
        if (es_prueba()) f.leyenda += ". Prueba sin validez fiscal";
        if (o_.cancelado) f.marcas.emplace_back("CANCELADO");
        if (es_prueba()) f.marcas.emplace_back("SANDBOX");
        if (c_.timbres.empty()) f.marcas.emplace_back("SIN TIMBRE");
        return f;
    }

private:
    std::string leyenda_del_timbre() const { return c_.timbres.empty() ? "" : c_.timbres.front().leyenda; }
    // Whoever prints it says so, or the stamp itself does.
    bool es_prueba() const { return o_.sandbox || fiscal::es_de_sandbox(c_); }

    void clave(std::string_view catalogo, const std::string& clave) {
        if (!clave.empty()) claves_.emplace(catalogo, clave);
    }

    void reunir_claves() {
        clave("c_TipoDeComprobante", c_.tipoDeComprobante);
        clave("c_FormaPago", c_.formaPago);
        clave("c_MetodoPago", c_.metodoPago);
        clave("c_Moneda", c_.moneda);
        clave("c_Exportacion", c_.exportacion);
        clave("c_RegimenFiscal", c_.emisor.regimenFiscal);
        clave("c_RegimenFiscal", c_.receptor.regimenFiscal);
        clave("c_UsoCFDI", c_.receptor.usoCfdi);
        clave("c_Pais", c_.receptor.residenciaFiscal);
        if (c_.informacionGlobal) {
            clave("c_Periodicidad", c_.informacionGlobal->periodicidad);
            clave("c_Meses", c_.informacionGlobal->meses);
        }
        for (const auto& r : c_.relaciones) clave("c_TipoRelacion", r.tipoRelacion);
        for (const auto& c : c_.conceptos) {
            clave("c_ClaveProdServ", c.claveProdServ);
            clave("c_ClaveUnidad", c.claveUnidad);
            clave("c_ObjetoImp", c.objetoImp);
        }
        for (const auto& p : c_.pagos)
            for (const auto& pago : p.pagos) {
                clave("c_FormaPago", pago.formaDePago);
                clave("c_Moneda", pago.moneda);
            }
    }

    std::string nombre(std::string_view catalogo, const std::string& clave) const {
        const auto suyo = nombres_.find({std::string{catalogo}, clave});
        return suyo == nombres_.end() ? "" : suyo->second;
    }
    std::string con_nombre(std::string_view catalogo, const std::string& clave) const {
        const auto suyo = clave.empty() ? "" : nombre(catalogo, clave);
        return suyo.empty() ? clave : clave + ' ' + suyo;
    }

    void datos(Formulario& f) const {
        if (!c_.timbres.empty()) f.datos.push_back({"Folio fiscal", c_.timbres.front().uuid});
        f.datos.push_back({"Emisión", c_.fecha});
        if (!c_.timbres.empty()) f.datos.push_back({"Certificación", c_.timbres.front().fechaTimbrado});
        f.datos.push_back({"Tipo", con_nombre("c_TipoDeComprobante", c_.tipoDeComprobante)});
        f.datos.push_back({"Versión", c_.version});
        f.datos.push_back({"Exportación", con_nombre("c_Exportacion", c_.exportacion)});
        f.datos.push_back({"Confirmación", c_.confirmacion});
    }

    void partes(Formulario& f) const {
        const auto& r = c_.receptor;
        f.partes.push_back({"Receptor",
                            {{"", r.nombre},
                             {"RFC", r.rfc},
                             {"Régimen fiscal", con_nombre("c_RegimenFiscal", r.regimenFiscal)},
                             {"Domicilio fiscal", r.domicilioFiscal.empty() ? "" : "C.P. " + r.domicilioFiscal},
                             {"Residencia fiscal", con_nombre("c_Pais", r.residenciaFiscal)},
                             {"Registro tributario", r.numRegIdTrib},
                             {"Uso del CFDI", con_nombre("c_UsoCFDI", r.usoCfdi)}}});
        Bloque pago{"Condiciones",
                    {{"Forma de pago", con_nombre("c_FormaPago", c_.formaPago)},
                     {"Método de pago", con_nombre("c_MetodoPago", c_.metodoPago)},
                     {"Moneda", con_nombre("c_Moneda", c_.moneda)},
                     {"Tipo de cambio", c_.tipoCambio},
                     {"Condiciones de pago", c_.condicionesDePago}}};
        if (c_.informacionGlobal) {
            const auto& g = *c_.informacionGlobal;
            pago.datos.push_back({"Factura global", con_nombre("c_Periodicidad", g.periodicidad) + ", " +
                                                        con_nombre("c_Meses", g.meses) + ' ' + g.anio});
        }
        f.partes.push_back(std::move(pago));
    }

    static std::string de_un_impuesto(const ImpuestoCfdi& i, std::string_view clase) {
        std::string texto = std::string{clase} + ' ' + nombre_de_impuesto(i.impuesto) + ' ' + tasa_de(i);
        if (i.base) texto += " sobre " + cifra(i.base);
        if (i.importe) texto += ": " + cifra(i.importe);
        return texto;
    }

    // What a line says beside its figures, each on a line of its own below the description.
    std::string descripcion(const fiscal::ConceptoCfdi& c) const {
        std::string texto = c.descripcion;
        const auto agregar = [&](const std::string& etiqueta, const std::string& valor) {
            if (!valor.empty()) texto += '\n' + etiqueta + valor;
        };
        agregar("Clave del SAT: ", con_nombre("c_ClaveProdServ", c.claveProdServ));
        agregar("Objeto de impuesto: ", con_nombre("c_ObjetoImp", c.objetoImp));
        for (const auto& t : c.traslados) agregar("", de_un_impuesto(t, "Traslado"));
        for (const auto& r : c.retenciones) agregar("", de_un_impuesto(r, "Retención"));
        for (const auto& p : c.pedimentos) agregar("Pedimento: ", p);
        for (const auto& p : c.cuentasPrediales) agregar("Cuenta predial: ", p);
        if (c.tercero) agregar("A cuenta de: ", c.tercero->nombre + ", RFC " + c.tercero->rfc);
        for (const auto& a : c.alumnos) {
            agregar("Alumno: ", a.nombre + ", CURP " + a.curp + ", " + a.nivelEducativo);
            agregar("Autorización o RVOE: ", a.autRvoe);
        }
        return texto;
    }

    void conceptos(Formulario& f) const {
        // What a payment has instead of lines is the same in all of them.
        if (c_.conceptos.empty() || !c_.pagos.empty()) return;
        const bool con_descuento = !sin_importes() && std::ranges::any_of(c_.conceptos, [](const auto& c) {
            return c.descuento && !c.descuento->valor.es_cero();
        });
        TablaDeForma t;
        // The law asks for all of them but the first (CFF 29-A).
        t.columnas = {{"codigo", "No. identificación", 11},
                      {"", "Cantidad", 8, Alineado::derecha},
                      {"", "Unidad", 10},
                      {"", "Descripción", sin_importes() ? 61 : 38}};
        if (!sin_importes()) t.columnas.push_back({"", "Valor unitario", 11, Alineado::derecha});
        if (con_descuento) t.columnas.push_back({"", "Descuento", 10, Alineado::derecha});
        if (!sin_importes()) t.columnas.push_back({"", "Importe", 12, Alineado::derecha});
        for (const auto& c : c_.conceptos) {
            const auto unidad = con_nombre("c_ClaveUnidad", c.claveUnidad);
            std::vector<std::string> celdas{c.noIdentificacion, c.cantidad ? c.cantidad->valor.texto() : "",
                                            c.unidad.empty() ? unidad : unidad + " (" + c.unidad + ')', descripcion(c)};
            if (!sin_importes())
                celdas.push_back(c.valorUnitario ? en_cifra(Importe::de_micros(c.valorUnitario->valor.micros())) : "");
            if (con_descuento) celdas.push_back(cifra(c.descuento));
            if (!sin_importes()) celdas.push_back(cifra(c.importe));
            t.renglones.push_back(std::move(celdas));
        }
        f.tablas.push_back(std::move(t));
    }

    static void impuesto(TablaDeForma& t, std::string_view clase, const ImpuestoCfdi& i) {
        t.renglones.push_back({std::string{clase}, nombre_de_impuesto(i.impuesto), tasa_de(i), cifra(i.base), cifra(i.importe)});
    }
    static TablaDeForma tabla_de_impuestos(std::string titulo) {
        return {std::move(titulo),
                {{"", "Impuesto", 14},
                 {"", "Clave", 10},
                 {"", "Tasa o cuota", 14},
                 {"", "Base", 16, Alineado::derecha},
                 {"", "Importe", 16, Alineado::derecha}},
                {},
                {}};
    }

    void impuestos(Formulario& f) const {
        auto t = tabla_de_impuestos("Impuestos");
        for (const auto& i : c_.traslados) impuesto(t, "Trasladado", i);
        for (const auto& i : c_.retenciones) impuesto(t, "Retenido", i);
        if (!t.renglones.empty()) f.tablas.push_back(std::move(t));
    }

    void pagos(Formulario& f, const fiscal::PagosCfdi& p) const {
        int numero = 0;
        for (const auto& pago : p.pagos) {
            const auto cual = p.pagos.size() == 1 ? std::string{"Pago"} : "Pago " + std::to_string(++numero);
            const auto dicho = [&](std::string_view atributo) {
                return pago.nodo == nullptr ? std::string{} : std::string{pago.nodo->valor(atributo)};
            };
            Bloque b{cual,
                     {{"Fecha", pago.fecha},
                      {"Forma de pago", con_nombre("c_FormaPago", pago.formaDePago)},
                      {"Monto", cifra(pago.monto) + ' ' + pago.moneda},
                      {"Tipo de cambio", pago.tipoCambio},
                      {"Operación", dicho("NumOperacion")},
                      {"Cuenta ordenante", dicho("CtaOrdenante")},
                      {"RFC del banco ordenante", dicho("RfcEmisorCtaOrd")},
                      {"Cuenta beneficiaria", dicho("CtaBeneficiario")},
                      {"RFC del banco beneficiario", dicho("RfcEmisorCtaBen")}}};
            TablaDeForma t{cual + ": documentos relacionados",
                           {{"", "Folio fiscal", 30},
                            {"", "Folio", 10},
                            {"", "Moneda", 7},
                            {"", "Equivalencia", 10, Alineado::derecha},
                            {"", "Parcialidad", 8, Alineado::derecha},
                            {"", "Saldo anterior", 13, Alineado::derecha},
                            {"", "Pagado", 13, Alineado::derecha},
                            {"", "Saldo insoluto", 13, Alineado::derecha}},
                           {},
                           {}};
            for (const auto& d : pago.documentos)
                t.renglones.push_back({d.idDocumento, con_guion(d.serie, d.folio), d.moneda, d.equivalencia, d.numParcialidad,
                                       cifra(d.saldoAnterior), cifra(d.pagado), cifra(d.saldoInsoluto)});
            // What of the payment itself is told stands in a table too, so that it breaks over pages with the rest.
            TablaDeForma del_pago{cual, {{"", "Dato", 20}, {"", "Valor", 80}}, {}, {}};
            for (const auto& d : b.datos)
                if (!d.valor.empty()) del_pago.renglones.push_back({d.etiqueta, d.valor});
            f.tablas.push_back(std::move(del_pago));
            f.tablas.push_back(std::move(t));
            auto suyos = tabla_de_impuestos(cual + ": impuestos");
            for (const auto& i : pago.traslados) impuesto(suyos, "Trasladado", i);
            for (const auto& i : pago.retenciones) impuesto(suyos, "Retenido", i);
            if (!suyos.renglones.empty()) f.tablas.push_back(std::move(suyos));
        }
    }

    // What only tells that goods move is worth nothing by itself, and in no currency.
    bool sin_importes() const { return c_.moneda == "XXX" && c_.pagos.empty(); }

    void totales(Formulario& f) const {
        const auto agregar = [&](const std::string& etiqueta, const ImporteImpreso& i) {
            if (i) f.totales.push_back({etiqueta, cifra(i)});
        };
        if (!c_.pagos.empty()) return totales_de_pagos(f);
        if (sin_importes()) return;
        agregar("Subtotal", c_.subTotal);
        agregar("Descuento", c_.descuento);
        for (const auto& i : c_.traslados) agregar(nombre_de_impuesto(i.impuesto) + ' ' + tasa_de(i), i.importe);
        for (const auto& i : c_.retenciones) agregar("Retención de " + nombre_de_impuesto(i.impuesto), i.importe);
        for (const auto& l : c_.locales) {
            for (const auto& i : l.traslados) agregar(i.nombre, i.importe);
            for (const auto& i : l.retenciones) agregar("Retención de " + i.nombre, i.importe);
        }
        agregar("Total " + c_.moneda, c_.total);
        if (c_.total) f.en_letra = importe_en_letra(c_.total->valor, c_.moneda);
    }

    void totales_de_pagos(Formulario& f) const {
        for (const auto& p : c_.pagos) {
            if (p.totales == nullptr) continue;
            Importe total;
            for (const auto& a : p.totales->atributos) {
                const auto valor = Importe::leer(a.valor);
                if (!valor) continue;
                if (a.nombre == "MontoTotalPagos") total = *valor;
                else f.totales.push_back({en_palabras(a.nombre), en_cifra(*valor)});
            }
            f.totales.push_back({"Total de los pagos MXN", en_cifra(total)});
            f.en_letra = importe_en_letra(total, "MXN");
        }
    }

    // TotalTrasladosBaseIVA16 → Traslados base IVA 16
    static std::string en_palabras(std::string_view nombre) {
        std::string texto;
        if (nombre.starts_with("Total")) nombre.remove_prefix(5);
        for (std::size_t i = 0; i < nombre.size(); ++i) {
            const auto mayor = [&](std::size_t k) { return k < nombre.size() && nombre[k] >= 'A' && nombre[k] <= 'Z'; };
            const bool cifra = nombre[i] >= '0' && nombre[i] <= '9',
                       antes_cifra = i > 0 && nombre[i - 1] >= '0' && nombre[i - 1] <= '9';
            const bool empieza = i > 0 && ((mayor(i) && !mayor(i - 1)) || (cifra && !antes_cifra) ||
                                           (mayor(i) && mayor(i - 1) && i + 1 < nombre.size() && !mayor(i + 1) &&
                                            !(nombre[i + 1] >= '0' && nombre[i + 1] <= '9')));
            if (empieza) texto += ' ';
            texto += nombre[i];
        }
        return texto;
    }

    void relaciones(Formulario& f) const {
        for (const auto& r : c_.relaciones) {
            Bloque b{"CFDI relacionados: " + con_nombre("c_TipoRelacion", r.tipoRelacion), {}};
            for (const auto& uuid : r.uuids) b.datos.push_back({"", uuid});
            f.notas.push_back(std::move(b));
        }
    }

    // Complements that no form of ours knows (Carta Porte, donations, legends): every value that they carry, by its own name.
    void otros_complementos(Formulario& f) const {
        for (const auto* n : c_.complementos) {
            if (n->nombre == "TimbreFiscalDigital" || n->nombre == "Pagos" || n->nombre == "ImpuestosLocales") continue;
            Bloque b{"Complemento " + std::string{n->nombre}, {}};
            valores(b, *n);
            f.notas.push_back(std::move(b));
        }
    }
    static void valores(Bloque& b, const Nodo& n) {
        std::string texto;
        for (const auto& a : n.atributos) {
            if (!a.espacio.empty()) continue;
            texto += (texto.empty() ? "" : "; ") + std::string{a.nombre} + ' ' + std::string{a.valor};
        }
        b.datos.push_back({std::string{n.nombre}, texto});
        for (const auto* h = n.primero; h != nullptr; h = h->siguiente) valores(b, *h);
    }

    void prueba(Formulario& f) const {
        Prueba p;
        p.datos.push_back({"Número de serie del certificado del emisor", c_.noCertificado});
        if (!c_.timbres.empty()) {
            const auto& t = c_.timbres.front();
            p.qr = fiscal::direccion_de_verificacion(
                {c_.emisor.rfc, c_.receptor.rfc, c_.total ? c_.total->valor : Importe{}, t.uuid, c_.sello});
            p.datos.push_back({"Número de serie del certificado del SAT", t.noCertificadoSat});
            p.datos.push_back({"RFC del proveedor de certificación", t.rfcProvCertif});
            p.datos.push_back({"Fecha y hora de certificación", t.fechaTimbrado});
            p.datos.push_back({"Leyenda del timbre", leyenda_del_timbre()});
            p.datos.push_back({"Sello digital del CFDI", t.selloCfd.empty() ? c_.sello : t.selloCfd});
            p.datos.push_back({"Sello digital del SAT", t.selloSat});
            if (t.nodo != nullptr)
                p.datos.push_back({"Cadena original del complemento de certificación digital del SAT",
                                   fiscal::cadena_original(*t.nodo, fiscal::Esquema::sat()).texto});
        } else {
            p.datos.push_back({"Sello digital del CFDI", c_.sello});
        }
        f.prueba = std::move(p);
    }

    const Cfdi& c_;
    const Impresion& o_;
    std::set<ClaveImpresa> claves_;
    NombresDeClaves nombres_;
};

}  // namespace

bool imprimir_cfdi(std::string_view bytes, const Impresion& opciones, const tabla::Salida& salida) {
    const fiscal::Xml xml{bytes};
    if (!xml.bien() || xml.raiz().nombre != "Comprobante") return false;
    const auto version = xml.raiz().valor("Version");
    if (version != "4.0" && version != "3.3") return false;
    const auto cfdi = fiscal::leer_cfdi(xml);
    auto formulario = Representacion{cfdi, opciones}.hacer();
    if (!formulario.tablas.empty()) elegir_columnas(formulario.tablas.front(), opciones.estilo.columnas);
    imprimir(formulario, salida);
    return true;
}

}  // namespace cacao::papel
