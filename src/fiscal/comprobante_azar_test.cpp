// Invoices at random, as books make them: none that the authority would refuse, by its own limits worked out here once more.
#include "fiscal/comprobante.hpp"

#include "base/azar.hpp"
#include "base/texto.hpp"
#include "fiscal/aritmetica.hpp"
#include "fiscal/cadena.hpp"
#include "fiscal/estructura.hpp"
#include "fiscal/juez.hpp"
#include "fiscal/reglas.hpp"
#include "fiscal/sellado.hpp"
#include "support/cfdi.hpp"
#include "support/emision.hpp"
#include "support/esquemas_sat.hpp"
#include "support/hojas_sat.hpp"
#include "support/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace cacao::fiscal {
namespace {

using namespace test;
using Grande = __int128;

constexpr std::int64_t diez_a(int n) { return n == 0 ? 1 : 10 * diez_a(n - 1); }

// Half up, by a positive divisor.
Grande entre(Grande dividendo, Grande divisor) { return (2 * dividendo + divisor) / (2 * divisor); }

// ——— What books make

class Libros {
public:
    explicit Libros(std::uint64_t semilla) : a_(semilla) {}

    Comprobante factura() {
        auto c = por_emitir(a_.una_de(5) ? "E" : a_.una_de(20) ? "T" : "I");
        auto& d = c.cfdi;
        if (d.tipoDeComprobante == "E") {
            d.receptor.usoCfdi = "G02";
            d.relaciones = {{a_.una_de(2) ? "01" : "03", {"6F35D3B5-3651-5370-BC2C-14CDBE384CD7"}}};
        }
        if (a_.una_de(4) && d.tipoDeComprobante == "I") {
            d.metodoPago = "PPD";
            d.formaPago = "99";
        }
        if (a_.una_de(4)) {
            d.moneda = a_.una_de(3) ? "JPY" : "USD";
            d.tipoCambio = "17.123456";
        }
        decimales_ = d.moneda == "JPY" ? 0 : 2;
        unidad_ = diez_a(6 - decimales_);
        if (d.tipoDeComprobante == "I" && a_.una_de(6)) global(d);
        else if (d.tipoDeComprobante == "I" && a_.una_de(10)) escuela_ = true, receptor_persona(d);
        else if (a_.una_de(8)) receptor_extranjero(d);
        else if (a_.una_de(8)) retienen_ = false;
        const int cuantas = 1 + a_.menor(a_.una_de(50) ? 60 : 6);
        for (int i = 0; i < cuantas; ++i) c.lineas.push_back(d.informacionGlobal && a_.una_de(2) ? nota() : linea());
        return c;
    }

private:
    static void global(Cfdi& d) {
        d.receptor = {nullptr, "XAXX010101000", "PUBLICO EN GENERAL", d.lugarExpedicion, "616", "", "", "S01"};
        d.informacionGlobal = GlobalCfdi{nullptr, "04", "09", "2026"};
        d.metodoPago = "PUE";
        d.formaPago = "01";
    }
    static void receptor_persona(Cfdi& d) {
        d.receptor = {nullptr, "CACX7605101P8", "XOCHILT CASAS CHAVEZ", "36257", "605", "", "", "D10"};
    }
    static void receptor_extranjero(Cfdi& d) {
        d.receptor = {nullptr, "XEXX010101000", "FOREIGN & SONS \"<X>\"", d.lugarExpedicion, "616", "USA", "123456789", "S01"};
    }

    std::int64_t cifra(std::int64_t enteros, int decimales) {
        return a_.menor(enteros * diez_a(decimales) + 1) * diez_a(6 - decimales);
    }
    Importe de_moneda(Grande micros) const { return Importe::de_micros(static_cast<std::int64_t>(micros)); }
    Importe redondo(Grande picos) const { return de_moneda(entre(picos, Grande{unidad_} * 1'000'000) * unidad_); }

    // A note of several lines, each rounded by itself.
    LineaDada nota() {
        LineaDada l = linea_dada("1", "0", "0");
        l.partidas = 1 + a_.menor(30);
        const auto tasa = iva();
        Importe suma;
        for (int i = 0; i < l.partidas; ++i) {
            const auto neto = redondo(Grande{cifra(3, 2) + unidad_} * 1'000'000);
            l.importe += neto;
            suma += redondo(Grande{neto.micros()} * tasa.micros());
        }
        l.precio = Precio::de_micros(l.importe.micros());
        if (!l.importe.es_cero()) l.impuestos = {{false, "002", "Tasa", tasa, l.importe, suma}};
        return l;
    }

    LineaDada linea() {
        LineaDada l = linea_dada("1", "1", "1");
        static const std::vector<std::string> textos{"Tornillo", "Caja | 12 & más", "  dos\tblancos\n",
                                                     "“comillas” <a> 'b' \"c\"", "Ñandú Ü é"};
        l.concepto.descripcion = a_.uno(textos);
        if (a_.una_de(3)) l.concepto.noIdentificacion.clear();
        if (a_.una_de(3)) l.concepto.unidad.clear();
        if (a_.una_de(12)) l.concepto.pedimentos = {"15  48  3009  0001234", "26  16  1234  7654321"};
        if (a_.una_de(12)) l.concepto.cuentasPrediales = {"15956011002"};
        if (a_.una_de(12)) l.concepto.tercero = TerceroCfdi{nullptr, "H&E951128469", "HERRERIA Y ELECTRICOS", "601", "06002"};
        const int decimales_de_precio = a_.menor(7);
        const int decimales_de_cantidad = a_.menor(7);
        const bool gratis = a_.una_de(40);
        const bool caro = a_.una_de(10);
        // Of thousands that are given away nobody can print a price.
        const bool muchos = a_.una_de(10) && !gratis;
        const std::int64_t precio = gratis ? 0 : std::max<std::int64_t>(1, cifra(caro ? 100'000 : 500, decimales_de_precio));
        const std::int64_t cantidad = std::max<std::int64_t>(1, cifra(muchos ? 100'000 : 20, decimales_de_cantidad));
        l.cantidad = Cantidad::de_micros(cantidad);
        l.precio = Precio::de_micros(precio);
        const Importe bruto = redondo(Grande{cantidad} * precio);
        const bool incluidos = a_.una_de(2);
        if (incluidos) con_impuestos_dentro(l, bruto);
        else sin_impuestos_dentro(l, bruto);
        // Shares of a document: a cent here and there.
        if (a_.una_de(10))
            for (auto& i : l.impuestos) {
                const auto otro = i.importe.micros() + (a_.una_de(2) ? unidad_ : -unidad_);
                if (i.factor == "Tasa" && i.tasa > Tasa{} && otro >= 0) i.importe = Importe::de_micros(otro);
            }
        if (escuela_) escolar(l);
        return l;
    }
    void escolar(LineaDada& l) {
        l.concepto.alumnos = {
            {"LUZ MARÍA PÉREZ", "PELL100101MDFRRZ09", "Primaria", "ES4-728-2007", a_.una_de(2) ? "IIA040805DZ4" : ""}};
        const auto neto = l.importe - l.descuento;
        l.impuestos.clear();
        if (!neto.es_cero()) l.impuestos = {{false, "002", "Exento", {}, neto, {}}};
    }

    Tasa iva() {
        static const std::vector<std::int64_t> tasas{160'000, 160'000, 160'000, 80'000, 0};
        return Tasa::de_micros(a_.uno(tasas));
    }
    void sin_impuestos_dentro(LineaDada& l, Importe bruto) {
        l.importe = bruto;
        if (a_.una_de(4)) l.descuento = de_moneda(Grande{a_.menor(bruto.micros() / unidad_ + 1)} * unidad_);
        const auto neto = l.importe - l.descuento;
        auto base = neto;
        if (neto.es_cero()) return;
        if (a_.una_de(5)) {
            static const std::vector<std::int64_t> tasas{80'000, 265'000, 530'000, 1'600'000, 30'000};
            const auto tasa = Tasa::de_micros(a_.uno(tasas));
            const auto ieps = redondo(Grande{neto.micros()} * tasa.micros());
            l.impuestos.push_back({false, "003", "Tasa", tasa, neto, ieps});
            base += ieps;
        }
        if (a_.una_de(8)) {
            const auto cuota = Tasa::de_micros(1 + a_.menor(72'000'000));
            const auto litros = Importe::de_micros(l.cantidad.micros());
            const auto ieps = redondo(Grande{litros.micros()} * cuota.micros());
            l.impuestos.push_back({false, "003", "Cuota", cuota, litros, ieps});
            base += ieps;
        }
        if (a_.una_de(6)) {
            if (a_.una_de(2)) l.impuestos.push_back({false, "002", "Exento", {}, base, {}});
        } else {
            const auto tasa = iva();
            l.impuestos.push_back({false, "002", "Tasa", tasa, base, redondo(Grande{base.micros()} * tasa.micros())});
            if (retienen_ && tasa > Tasa{} && a_.una_de(4)) retener(l, "002", a_.una_de(2) ? 106'667 : 40'000, base);
        }
        if (retienen_ && a_.una_de(5)) retener(l, "001", a_.una_de(2) ? 100'000 : 12'500, neto);
    }
    void retener(LineaDada& l, const std::string& impuesto, std::int64_t tasa, Importe base) {
        l.impuestos.push_back({true, impuesto, "Tasa", Tasa::de_micros(tasa), base, redondo(Grande{base.micros()} * tasa)});
    }
    // The tax of a price that includes it, and the base what it leaves.
    void con_impuestos_dentro(LineaDada& l, Importe bruto) {
        const auto tasa = iva();
        const auto dentro =
            de_moneda(entre(Grande{bruto.micros()} * tasa.micros(), (Grande{1'000'000} + tasa.micros()) * unidad_) * unidad_);
        l.importe = bruto - dentro;
        if (!l.importe.es_cero() || !dentro.es_cero()) l.impuestos.push_back({false, "002", "Tasa", tasa, l.importe, dentro});
    }

    Azar a_;
    int decimales_ = 2;
    std::int64_t unidad_ = 10'000;
    bool escuela_ = false;
    bool retienen_ = true;
};

// ——— What the authority asks for (Anexo 20), of the XML alone

struct Escrita {
    Grande pico = 0;  // in 10^-12
    int decimales = 0;
};
Escrita escrita(std::string_view texto) {
    Escrita e;
    bool tras_punto = false;
    for (const char c : texto) {
        if (c == '.') {
            tras_punto = true;
            continue;
        }
        e.pico = e.pico * 10 + (c - '0');
        if (tras_punto) ++e.decimales;
    }
    for (int i = e.decimales; i < 12; ++i) e.pico *= 10;
    return e;
}
Escrita cifra_escrita(const Nodo& n, std::string_view atributo) { return escrita(n.valor(atributo)); }
Grande media(const Escrita& e) { return diez_a(12 - e.decimales) / 2; }
Grande truncado(Grande valor, Grande unidad) { return valor >= 0 ? valor / unidad : -((-valor + unidad - 1) / unidad); }
Grande hacia_arriba(Grande valor, Grande unidad) { return -truncado(-valor, unidad); }

class Revisor {
public:
    Revisor(const Nodo& raiz, int decimales) : raiz_(raiz), decimales_(decimales), unidad_(diez_a(12 - decimales)) {}

    std::string revisar() {
        const auto tipo = raiz_.valor("TipoDeComprobante");
        ceros_ = tipo == "T" || tipo == "P";
        Grande importes = 0;
        Grande descuentos = 0;
        bool alguno = false;
        for (const auto* c = raiz_.hijo("Conceptos")->primero; c != nullptr; c = c->siguiente) {
            de_concepto(*c);
            importes += cifra_escrita(*c, "Importe").pico;
            if (c->tiene("Descuento")) descuentos += cifra_escrita(*c, "Descuento").pico, alguno = true;
        }
        if (ceros_) {
            exige(raiz_.valor("SubTotal") == "0" && raiz_.valor("Total") == "0" && raiz_.hijo("Impuestos") == nullptr, "ceros");
            return mal_;
        }
        encabezado("SubTotal", importes);
        exige(raiz_.tiene("Descuento") == alguno, "Descuento presente");
        if (alguno) encabezado("Descuento", descuentos);
        exige(descuentos <= importes, "Descuento mayor");
        resumen();
        exige(cifra_escrita(raiz_, "Total").pico == importes - descuentos + trasladados_ - retenidos_, "Total");
        exige(cifra_escrita(raiz_, "Total").decimales <= decimales_, "decimales del Total");
        return mal_;
    }

private:
    struct Par {
        Grande base = 0, importe = 0;
        bool con_importe = false;
    };
    void exige(bool bien, std::string_view que) {
        if (!bien) mal_.append(que).append("\n");
    }
    void encabezado(std::string_view atributo, Grande suma) {
        const auto e = cifra_escrita(raiz_, atributo);
        exige(e.pico == entre(suma, unidad_) * unidad_, atributo);
        exige(e.decimales <= decimales_, std::string{"decimales de "}.append(atributo));
    }
    void de_concepto(const Nodo& c) {
        const auto cantidad = cifra_escrita(c, "Cantidad");
        const auto precio = cifra_escrita(c, "ValorUnitario");
        const auto importe = cifra_escrita(c, "Importe");
        // In 10^-24.
        const auto unidad = Grande{diez_a(12)} * diez_a(12 - importe.decimales);
        const auto menor =
            truncado((cantidad.pico - media(cantidad)) * (precio.pico - media(precio)), unidad) * diez_a(12 - importe.decimales);
        const auto mayor = hacia_arriba((cantidad.pico + media(cantidad) - 1) * (precio.pico + media(precio) - 1), unidad) *
                           diez_a(12 - importe.decimales);
        exige(menor <= importe.pico && importe.pico <= mayor, "CFDI40167");
        exige(cantidad.pico > 0, "Cantidad");
        if (!ceros_) exige(precio.pico > 0, "CFDI40166");
        if (c.tiene("Descuento")) {
            const auto descuento = cifra_escrita(c, "Descuento");
            exige(descuento.decimales <= importe.decimales && descuento.pico <= importe.pico, "CFDI40168, 40169");
        }
        const auto* impuestos = c.hijo("Impuestos");
        const auto objeto = c.valor("ObjetoImp");
        exige((impuestos != nullptr) == (objeto == "02"), "ObjetoImp");
        if (impuestos == nullptr) return;
        for (const auto* lista = impuestos->primero; lista != nullptr; lista = lista->siguiente)
            for (const auto* i = lista->primero; i != nullptr; i = i->siguiente) de_impuesto(*i, lista->nombre == "Retenciones");
    }
    void de_impuesto(const Nodo& i, bool retencion) {
        const auto base = cifra_escrita(i, "Base");
        exige(base.pico > 0, "Base");
        auto& par = retencion ? retenciones_[std::string{i.valor("Impuesto")}] : traslados_[llave(i)];
        par.base += base.pico;
        if (i.valor("TipoFactor") == "Exento") {
            exige(!retencion && !i.tiene("TasaOCuota") && !i.tiene("Importe"), "CFDI40177, 40184");
            return;
        }
        const auto tasa = cifra_escrita(i, "TasaOCuota");
        const auto importe = cifra_escrita(i, "Importe");
        exige(tasa.decimales == 6, "TasaOCuota");
        const auto unidad = Grande{diez_a(12)} * diez_a(12 - importe.decimales);
        exige(
            truncado((base.pico - media(base)) * tasa.pico, unidad) * diez_a(12 - importe.decimales) <= importe.pico &&
                importe.pico <= hacia_arriba((base.pico + media(base) - 1) * tasa.pico, unidad) * diez_a(12 - importe.decimales),
            retencion ? "CFDI40186" : "CFDI40180");
        par.importe += importe.pico;
        par.con_importe = true;
    }
    static std::string llave(const Nodo& i) {
        return std::string{i.valor("Impuesto")}
            .append(" ")
            .append(i.valor("TipoFactor"))
            .append(" ")
            .append(i.valor("TasaOCuota"));
    }
    void resumen() {
        const auto* todo = raiz_.hijo("Impuestos");
        exige((todo != nullptr) == (!traslados_.empty() || !retenciones_.empty()), "CFDI40201");
        if (todo == nullptr) return;
        bool con_importe = false;
        for (const auto* lista = todo->primero; lista != nullptr; lista = lista->siguiente)
            for (const auto* i = lista->primero; i != nullptr; i = i->siguiente) {
                const bool retencion = lista->nombre == "Retenciones";
                auto& pares = retencion ? retenciones_ : traslados_;
                const auto este = pares.find(retencion ? std::string{i->valor("Impuesto")} : llave(*i));
                if (este == pares.end()) {
                    exige(false, "CFDI40208, 40218");
                    continue;
                }
                if (!retencion) {
                    const auto base = cifra_escrita(*i, "Base");
                    exige(base.pico == entre(este->second.base, unidad_) * unidad_ && base.decimales <= decimales_, "CFDI40215");
                }
                exige(i->tiene("Importe") == este->second.con_importe, "Importe del resumen");
                if (este->second.con_importe) {
                    const auto importe = cifra_escrita(*i, "Importe");
                    exige(importe.pico == entre(este->second.importe, unidad_) * unidad_ && importe.decimales <= decimales_,
                          retencion ? "CFDI40211" : "CFDI40221");
                    (retencion ? retenidos_ : trasladados_) += importe.pico;
                    con_importe = con_importe || !retencion;
                }
                pares.erase(este);
            }
        exige(traslados_.empty() && retenciones_.empty(), "resumen incompleto");
        exige(todo->tiene("TotalImpuestosTrasladados") == con_importe, "TotalImpuestosTrasladados presente");
        exige(todo->tiene("TotalImpuestosRetenidos") == (todo->hijo("Retenciones") != nullptr),
              "TotalImpuestosRetenidos presente");
        exige(cifra_escrita(*todo, "TotalImpuestosTrasladados").pico == trasladados_, "CFDI40205");
        exige(cifra_escrita(*todo, "TotalImpuestosRetenidos").pico == retenidos_, "CFDI40203");
    }

    const Nodo& raiz_;
    int decimales_;
    Grande unidad_;
    bool ceros_ = false;
    std::map<std::string, Par> traslados_, retenciones_;
    Grande trasladados_ = 0, retenidos_ = 0;
    std::string mal_;
};

Importe total_de_los_libros(const Comprobante& c) {
    Importe total;
    for (const auto& l : c.lineas) {
        total += l.importe - l.descuento;
        for (const auto& i : l.impuestos) i.retencion ? total -= i.importe : total += i.importe;
    }
    return total;
}

std::string todo_lo_malo(const Veredicto& v) {
    std::string texto;
    for (const auto& h : v.hallazgos())
        if (resultado(h.falla) == Resultado::mal || paso(h.falla) == Paso::estructura)
            texto += std::string{nombre(h.falla)} + ' ' + h.donde + ' ' + h.detalle + '\n';
    return texto;
}

int cuantas_al_azar() {
    const auto* n = std::getenv("CACAO_TEST_COMPROBANTES");  // NOLINT(concurrency-mt-unsafe): nobody else changes it
    // Under a sanitizer, which makes each a hundred times longer, a hundredth.
    return n != nullptr ? std::atoi(n) : test::memory_tells ? 20'000 : 200;
}

TEST(ComprobanteAlAzar, NingunoFueraDeLosLimites) {
    const auto& esquema = Esquema::sat();
    int negativos = 0;
    for (int i = 0; i < cuantas_al_azar(); ++i) {
        const auto pedido = Libros{static_cast<std::uint64_t>(i)}.factura();
        const auto armado = armar(pedido, esquema);
        if (total_de_los_libros(pedido) < Importe{}) {
            ++negativos;
            continue;
        }
        ASSERT_TRUE(armado.bien()) << i << ' ' << nombre(armado.hallazgos[0].falla) << ' ' << armado.hallazgos[0].donde << ' '
                                   << armado.hallazgos[0].detalle;
        const auto bytes = escribir(armado.cfdi, esquema);
        const Xml xml{bytes};
        ASSERT_TRUE(xml.bien()) << bytes;
        Veredicto v;
        revisar_estructura(xml, esquema, v);
        const auto leido = leer_cfdi(xml);
        revisar_catalogos(leido, esquema, sin_medios().catalogo, v);
        revisar_rfcs(leido, v);
        revisar_aritmetica(leido, esquema, v);
        revisar_reglas(leido, v);
        // The seal comes later, and with it the certificate.
        auto malo = todo_lo_malo(v);
        const auto falta = [&](std::string_view atributo) {
            const auto renglon = "atributo_falta /cfdi:Comprobante/@" + std::string{atributo} + " \n";
            if (const auto donde = malo.find(renglon); donde != std::string::npos) malo.erase(donde, renglon.size());
        };
        falta("NoCertificado");
        falta("Certificado");
        ASSERT_EQ(malo, "") << i << ' ' << bytes;
        ASSERT_EQ((Revisor{xml.raiz(), esquema.decimales(leido.moneda)}.revisar()), "") << i << ' ' << bytes;
        if (leido.tipoDeComprobante != "T") {
            ASSERT_EQ(leido.total->valor, total_de_los_libros(pedido)) << i << ' ' << bytes;
        }
    }
    EXPECT_LT(negativos, cuantas_al_azar() / 100);
}

bool corre(const std::string& orden) { return std::system(orden.c_str()) == 0; }  // NOLINT: a program of the test's own

// Sealed, and read by programs that know nothing of ours: the authority's schemas and stylesheet, and the seal by openssl alone.
TEST(ComprobanteAlAzar, SelladosLosLeenOtros) {
    CACAO_SKIP_WITHOUT_CFDI;
    const auto csd = Csd::leer(cfdi_file("certs/EKU9003173C9/EKU9003173C9.cer"), cfdi_file("certs/EKU9003173C9/EKU9003173C9.key"),
                               "12345678a", Instante::leer_iso("2026-10-01T00:00:00Z").value());
    ASSERT_TRUE(std::holds_alternative<Csd>(csd)) << nombre(std::get<FallaCsd>(csd));
    const auto& suyo = std::get<Csd>(csd);
    const Callados callados;
    std::optional<HojaDeEstilo> hoja;
    if (hojas_there()) hoja.emplace(hojas_folder() / "cfdi40" / "cadenaoriginal_4_0.xslt", hojas_folder() / "cfdi");
    const auto aparte = std::filesystem::path{testing::TempDir()} / "sellados";
    std::filesystem::create_directories(aparte);
    const auto guardar = [&](const char* nombre, std::string_view bytes) {
        std::ofstream{aparte / nombre, std::ios::binary} << bytes;
        return (aparte / nombre).string();
    };
    const auto cer = guardar("cer", suyo.cer());
    const auto publica = (aparte / "publica.pem").string();
    ASSERT_TRUE(corre("openssl x509 -inform DER -in '" + cer + "' -noout -pubkey > '" + publica + "'"));
    std::vector<std::string> documentos;
    for (std::uint64_t i = 0; documentos.size() < (test::memory_tells ? 200U : 10U); ++i) {
        const auto pedido = Libros{1'000'000'000 + i}.factura();
        if (total_de_los_libros(pedido) < Importe{}) continue;
        const auto armado = armar(pedido);
        ASSERT_TRUE(armado.bien());
        auto sellado = sellar(armado.cfdi, suyo);
        ASSERT_TRUE(sellado.bien()) << nombre(sellado.hallazgos[0].falla) << ' ' << sellado.hallazgos[0].donde;
        documentos.push_back(std::move(sellado.xml));
    }
    const Oraculo oraculo;
    ASSERT_TRUE(oraculo.listo());
    for (const auto& xml : documentos) {
        EXPECT_TRUE(oraculo.valido(xml)) << oraculo.dice() << xml;
        const Xml leido{xml};
        const auto cadena = cadena_original(leido.raiz(), Esquema::sat()).texto;
        if (hoja && !hoja->le_falta("iedu.xslt")) {
            EXPECT_EQ(cadena, hoja->aplicar(xml));
        }
        std::string firma;
        ASSERT_TRUE(leer_base64(leido.raiz().valor("Sello"), firma));
        EXPECT_TRUE(corre("openssl dgst -sha256 -verify '" + publica + "' -signature '" + guardar("firma", firma) + "' '" +
                          guardar("cadena", cadena) + "' > /dev/null"))
            << xml;
    }
    std::filesystem::remove_all(aparte);
}

}  // namespace
}  // namespace cacao::fiscal
