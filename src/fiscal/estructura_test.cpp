#include "fiscal/estructura.hpp"

#include "base/azar.hpp"
#include "support/cfdi.hpp"
#include "support/esquemas_sat.hpp"
#include "support/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

namespace cacao::fiscal {
namespace {

Resultado estructura_de(std::string_view bytes) {
    const Xml xml{bytes};
    if (!xml.bien()) return Resultado::mal;
    Veredicto v;
    revisar_estructura(xml, Esquema::sat(), v);
    return v.de(Paso::estructura);
}

std::string fallas_de(std::string_view bytes) {
    const Xml xml{bytes};
    Veredicto v;
    if (xml.bien()) revisar_estructura(xml, Esquema::sat(), v);
    std::string lista = xml.bien() ? "" : "xml";
    for (const auto& h : v.hallazgos()) lista += std::string{nombre(h.falla)} + ' ' + h.donde + ' ' + h.detalle + '\n';
    return lista;
}

// A document that can be changed.
struct Pedazo {
    std::string prefijo, nombre;
    std::vector<std::pair<std::string, std::string>> atributos;
    std::vector<Pedazo> hijos;
    std::string texto;
};
const std::map<std::string, std::string> espacios_conocidos{{"cfdi", ""},
                                                            {"tfd", "http://www.sat.gob.mx/TimbreFiscalDigital"},
                                                            {"pago20", "http://www.sat.gob.mx/Pagos20"},
                                                            {"pago10", "http://www.sat.gob.mx/Pagos"},
                                                            {"iedu", "http://www.sat.gob.mx/iedu"},
                                                            {"implocal", "http://www.sat.gob.mx/implocal"},
                                                            {"leyendasFisc", "http://www.sat.gob.mx/leyendasFiscales"},
                                                            {"donat", "http://www.sat.gob.mx/donat"},
                                                            {"cartaporte31", "http://www.sat.gob.mx/CartaPorte31"},
                                                            {"otro", "http://otro"}};

std::string escapar(std::string_view valor) {
    std::string texto;
    for (const char c : valor) {
        if (c == '&') texto += "&amp;";
        else if (c == '<') texto += "&lt;";
        else if (c == '"') texto += "&quot;";
        else if (c == '\t' || c == '\n' || c == '\r') texto += "&#" + std::to_string(static_cast<int>(c)) + ";";
        else texto += c;
    }
    return texto;
}

void escribir_pedazo(const Pedazo& p, const std::string& declara, std::string& out) {
    const auto nombre = p.prefijo.empty() ? p.nombre : p.prefijo + ':' + p.nombre;
    out += '<' + nombre + declara;
    for (const auto& [n, v] : p.atributos) out += ' ' + n + "=\"" + escapar(v) + '"';
    out += '>' + escapar(p.texto);
    for (const auto& h : p.hijos) escribir_pedazo(h, "", out);
    out += "</" + nombre + '>';
}

struct Base {
    std::string espacio;  // of cfdi
    Pedazo raiz;
};

std::string escribir_base(const Base& b) {
    std::string declara = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
    for (const auto& [prefijo, espacio] : espacios_conocidos)
        declara += " xmlns:" + prefijo + "=\"" + (espacio.empty() ? b.espacio : espacio) + '"';
    std::string out;
    escribir_pedazo(b.raiz, declara, out);
    return out;
}

Pedazo pedazo_de(const Nodo& n) {
    Pedazo p{std::string{n.prefijo}, std::string{n.nombre}, {}, {}, {}};
    for (const auto& a : n.atributos)
        if (a.espacio.empty()) p.atributos.emplace_back(a.nombre, a.valor);
    for (const auto* h = n.primero; h != nullptr; h = h->siguiente) p.hijos.push_back(pedazo_de(*h));
    return p;
}

const std::vector<std::string> candidatos{"1",
                                          "0",
                                          "A",
                                          "10",
                                          "2024",
                                          "123456",
                                          "1234567",
                                          "12345678",
                                          "0123456789",
                                          "1.25",
                                          "0.160000",
                                          "12345",
                                          "01234567890123456789",
                                          "EKU9003173C9",
                                          "CACX7605101P8",
                                          "XEXX010101000",
                                          "CACX760510HDFBCD09",
                                          "D63B2D99-72B0-4AE9-A52F-D7BD5A186AB9",
                                          "123-45-678901234",
                                          "CCC12345-72b0-4ae9-a52f-d7bd5a186ab9",
                                          "2024-02-29T23:59:59",
                                          "2024-02-29",
                                          "15  48  4567  6001234",
                                          "OR123456",
                                          "DE123456",
                                          "IMO1234567",
                                          "12/3/456cm",
                                          "Leyenda de doce o más",
                                          "QUJD",
                                          "ABC12345678",
                                          "X-ABC12"};

std::string valor_bueno(const Tipo& tipo) {
    if (!tipo.valores.empty()) return tipo.valores.front();
    for (const auto& c : candidatos)
        if (es_valor(tipo, c)) return c;
    ADD_FAILURE() << "a candidate is missing";
    return {};
}

// Every node and every attribute of a table.
Pedazo completo(const Tabla& tabla, bool en_concepto) {
    Pedazo p{tabla.prefijo, tabla.nombre, {}, {}, {}};
    for (const auto& c : tabla.campos) p.atributos.emplace_back(c.nombre, valor_bueno(c.tipo));
    for (const auto& h : tabla.hijos) {
        if (h.tabla != nullptr && h.tabla->nombre == "Addenda") continue;
        if (h.tabla == nullptr) {
            for (const auto& [prefijo, nombre] : std::map<std::string, std::string>{{"iedu", "instEducativas"},
                                                                                    {"tfd", "TimbreFiscalDigital"},
                                                                                    {"pago20", "Pagos"},
                                                                                    {"pago10", "Pagos"},
                                                                                    {"implocal", "ImpuestosLocales"},
                                                                                    {"leyendasFisc", "LeyendasFiscales"},
                                                                                    {"donat", "Donatarias"},
                                                                                    {"cartaporte31", "CartaPorte"}})
                if (en_concepto == (prefijo == "iedu"))
                    p.hijos.push_back(completo(*Esquema::sat().raiz(espacios_conocidos.at(prefijo), nombre), false));
            continue;
        }
        for (std::size_t i = 0; i < std::max<std::size_t>(1, h.minimo); ++i)
            p.hijos.push_back(completo(*h.tabla, tabla.nombre == "Concepto"));
    }
    return p;
}

void cada_pedazo(Pedazo& p, std::vector<Pedazo*>& todos) {
    todos.push_back(&p);
    for (auto& h : p.hijos) cada_pedazo(h, todos);
}

const std::vector<std::string> raros{"",
                                     " ",
                                     "-1",
                                     "+1",
                                     "-0",
                                     "1.",
                                     ".5",
                                     ".",
                                     "1e3",
                                     "0.0000001",
                                     "1.0000000",
                                     "00012.50",
                                     "123456789012345678.123456",
                                     "1234567890123456789",
                                     "123456789012345678901234",
                                     "1234567890123456789012345",
                                     "12345678901234567890123456",
                                     "1,5",
                                     "1.23",
                                     "1.234",
                                     "2019",
                                     "2018",
                                     "32767",
                                     "32768",
                                     "+2024",
                                     "0002024",
                                     "99999",
                                     "99999.01",
                                     "2147483648",
                                     "a|b",
                                     "\xC2\xA0",
                                     "Ñ",
                                     "áéíóúü",
                                     "dos  palabras",
                                     " 01 ",
                                     "\t01",
                                     "01\n",
                                     "2024-02-30T00:00:00",
                                     "2023-02-29T00:00:00",
                                     "2024-01-01T24:00:00",
                                     "2024-01-01T23:59:60",
                                     "2009-01-01T00:00:00",
                                     "1999-12-31T00:00:00",
                                     "2024-01-01T00:00:00Z",
                                     "2024-01-01T00:00:00.5",
                                     "2024-01-01 00:00:00",
                                     "2024-13-01",
                                     "1899-01-01",
                                     "2024-01-01Z",
                                     "2024-01-01-06:00",
                                     "2024-01-01+15:00",
                                     "QUI=",
                                     "QU I=",
                                     "QUI",
                                     "QQ==",
                                     "QR==",
                                     "====",
                                     "eku9003173c9",
                                     "EKU9013173C9",
                                     "EKU9003323C9",
                                     "&&&9003173C9",
                                     "ÑÑÑ9003173C9",
                                     "XAXX010101000",
                                     "G03",
                                     "P01",
                                     "609",
                                     "Sí",
                                     "No",
                                     "Tasa",
                                     "exento",
                                     "Profesional técnico",
                                     " Primaria",
                                     "4.0",
                                     " 4.0",
                                     "1.1",
                                     " 1.1",
                                     "3.3",
                                     "2.0"};

std::string tocado(std::string v, Azar& azar) {
    static const std::string letras = "0123456789ABCZaz -|.&ñ";
    const auto como = azar.menor(4);
    const auto donde = v.empty() ? 0 : azar.menor(v.size());
    const char letra = letras[azar.menor(letras.size() - 2)];
    if (como == 0 || v.empty()) v.insert(donde, 1, letra);
    else if (como == 1) v.erase(donde, 1);
    else if (como == 2) v[donde] = letra;
    else v += v;
    // What is no UTF-8 any more is another test's.
    for (std::size_t i = 0; i < v.size();) {
        const auto c = static_cast<unsigned char>(v[i]);
        const std::size_t bytes = c < 0x80 ? 1 : c < 0xE0 ? 2 : 3;
        bool bien = c < 0x80 || c >= 0xC2;
        for (std::size_t k = 1; k < bytes; ++k)
            bien = bien && i + k < v.size() && (static_cast<unsigned char>(v[i + k]) & 0xC0U) == 0x80U;
        if (bien) i += bytes;
        else v.erase(i, 1);
    }
    return v;
}

void mutar(Base& base, Azar& azar) {
    std::vector<Pedazo*> todos;
    cada_pedazo(base.raiz, todos);
    Pedazo& p = *azar.uno(todos);
    const auto que = azar.menor(100);
    if (que < 60 && !p.atributos.empty()) {
        auto& valor = p.atributos[azar.menor(p.atributos.size())].second;
        const auto como = azar.menor(4);
        if (como == 0) valor = azar.uno(candidatos);
        else if (como == 1) valor = azar.uno(raros);
        else if (como == 2) valor = tocado(valor, azar);
        else {
            const Pedazo& otro = *azar.uno(todos);
            if (!otro.atributos.empty()) valor = otro.atributos[azar.menor(otro.atributos.size())].second;
        }
    } else if (que < 68 && !p.atributos.empty()) {
        p.atributos.erase(p.atributos.begin() + static_cast<std::ptrdiff_t>(azar.menor(p.atributos.size())));
    } else if (que < 71) {
        const auto nuevo = azar.una_de(2) ? std::string{"Otro"} : std::string{"xsi:schemaLocation"};
        for (const auto& [n, v] : p.atributos)
            if (n == nuevo) return;
        p.atributos.emplace_back(nuevo, "a b");
    } else if (que < 78 && !p.hijos.empty()) {
        p.hijos.erase(p.hijos.begin() + static_cast<std::ptrdiff_t>(azar.menor(p.hijos.size())));
    } else if (que < 85 && !p.hijos.empty()) {
        const Pedazo copia = azar.uno(p.hijos);
        const auto donde = azar.menor(p.hijos.size() + 1);
        p.hijos.insert(p.hijos.begin() + static_cast<std::ptrdiff_t>(donde), copia);
    } else if (que < 91 && p.hijos.size() > 1) {
        const auto a = azar.menor(p.hijos.size());
        const auto b = azar.menor(p.hijos.size());
        if (a != b) std::swap(p.hijos[a], p.hijos[b]);
    } else if (que < 94) {
        const Pedazo copia = *azar.uno(todos);
        if (copia.nombre != "Comprobante" && p.nombre != "Addenda") p.hijos.push_back(copia);
    } else if (que < 96 && &p != &base.raiz) {
        p.prefijo = azar.una_de(2) ? "otro" : "cfdi";
    } else if (que < 98) {
        static const std::vector<std::string> textos{" ", "\n", "x", "\xC2\xA0"};
        p.texto = azar.uno(textos);
    } else if (&p != &base.raiz) {
        p.nombre += 'x';
    }
}

// A folder is read in no order; what a seed makes must not depend on it.
std::set<std::filesystem::path> muestras() {
    std::set<std::filesystem::path> archivos;
    for (const auto& archivo : std::filesystem::recursive_directory_iterator{test::cfdi_folder() / "samples"})
        if (archivo.path().extension() == ".xml") archivos.insert(archivo.path());
    return archivos;
}

std::vector<Base> bases(const test::Oraculo& oraculo) {
    std::vector<Base> lista;
    for (const auto& [espacio, raiz] :
         {std::pair{"http://www.sat.gob.mx/cfd/4", "Comprobante"}, std::pair{"http://www.sat.gob.mx/cfd/3", "Comprobante"}})
        lista.push_back({espacio, completo(*Esquema::sat().raiz(espacio, raiz), false)});
    for (const auto& archivo : muestras()) {
        const auto bytes = test::cfdi_file(archivo);
        const Xml xml{bytes};
        if (!xml.bien() || xml.raiz().nombre != "Comprobante") continue;
        Base b{std::string{xml.raiz().espacio}, pedazo_de(xml.raiz())};
        // Those that only lack a seal tell more with one.
        for (const auto* falta : {"Sello", "Certificado"})
            if (!xml.raiz().tiene(falta)) b.raiz.atributos.emplace_back(falta, "x");
        if (oraculo.valido(escribir_base(b))) lista.push_back(std::move(b));
    }
    return lista;
}

std::int64_t del_entorno(const char* nombre, std::int64_t si_no) {
    const char* valor = std::getenv(nombre);
    return valor == nullptr ? si_no : std::atoll(valor);
}

TEST(Estructura, MuestrasComoElEsquema) {
    CACAO_SKIP_WITHOUT_CFDI;
    const test::Oraculo oraculo;
    ASSERT_TRUE(oraculo.listo());
    int vistas = 0;
    for (const auto& archivo : muestras()) {
        const auto bytes = test::cfdi_file(archivo);
        if (bytes.find("<cfdi:Comprobante") == std::string::npos || bytes.find("Envelope") != std::string::npos) continue;
        const bool con_doctype = bytes.find("<!DOCTYPE") != std::string::npos;
        EXPECT_EQ(estructura_de(bytes) == Resultado::bien, !con_doctype && oraculo.valido(bytes)) << archivo << '\n'
                                                                                                  << fallas_de(bytes);
        ++vistas;
    }
    EXPECT_GE(vistas, 54);
}

TEST(Estructura, LoCompletoComoElEsquema) {
    CACAO_SKIP_WITHOUT_CFDI;
    const test::Oraculo oraculo;
    for (const auto* espacio : {"http://www.sat.gob.mx/cfd/4", "http://www.sat.gob.mx/cfd/3"}) {
        const auto bytes = escribir_base({espacio, completo(*Esquema::sat().raiz(espacio, "Comprobante"), false)});
        EXPECT_EQ(estructura_de(bytes), Resultado::bien) << fallas_de(bytes);
        EXPECT_TRUE(oraculo.valido(bytes)) << bytes;
    }
}

// The same verdict on documents that are almost right. CACAO_TEST_MUTACIONES says how many.
TEST(Estructura, MutacionesComoElEsquema) {
    CACAO_SKIP_WITHOUT_CFDI;
    const test::Oraculo oraculo;
    ASSERT_TRUE(oraculo.listo());
    const auto originales = bases(oraculo);
    ASSERT_GE(originales.size(), 40U);
    // Sanitizers look at each step, and a tenth of the documents takes them through all of them.
    const auto cuantas = del_entorno("CACAO_TEST_MUTACIONES", test::memory_tells ? 2000 : 200);
    const auto semilla = del_entorno("CACAO_TEST_MUTACIONES_SEED", 1);
    int validas = 0;
    int distintas = 0;
    for (std::int64_t i = 0; i < cuantas && distintas < 20; ++i) {
        Azar azar{static_cast<std::uint64_t>(semilla + i)};
        Base base = azar.uno(originales);
        for (auto veces = 1 + azar.menor(2); veces > 0; --veces) mutar(base, azar);
        const auto bytes = escribir_base(base);
        const bool suyo = oraculo.valido(bytes);
        const bool nuestro = estructura_de(bytes) == Resultado::bien;
        validas += suyo ? 1 : 0;
        if (suyo == nuestro) continue;
        ++distintas;
        ADD_FAILURE() << "seed " << semilla + i << ": the schema says " << (suyo ? "good" : oraculo.dice()) << '\n'
                      << fallas_de(bytes);
    }
    EXPECT_GT(validas, cuantas / 10);
    EXPECT_LT(validas, cuantas * 9 / 10);
}

constexpr std::string_view bueno =
    R"(<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" Version="4.0" Fecha="2026-10-01T12:00:00" Sello="" NoCertificado="30001000000500003416" Certificado="" SubTotal="1" Moneda="MXN" Total="1" TipoDeComprobante="I" Exportacion="01" LugarExpedicion="42501"><c:Emisor Rfc="EKU9003173C9" Nombre="X" RegimenFiscal="601"/><c:Receptor Rfc="XAXX010101000" Nombre="Y" DomicilioFiscalReceptor="42501" RegimenFiscalReceptor="616" UsoCFDI="S01"/><c:Conceptos><c:Concepto ClaveProdServ="01010101" Cantidad="1" ClaveUnidad="ACT" Descripcion="Z" ValorUnitario="1" Importe="1" ObjetoImp="01"/></c:Conceptos></c:Comprobante>)";

std::string sin(std::string_view este, std::string_view otro = "") {
    std::string texto{bueno};
    const auto i = texto.find(este);
    EXPECT_NE(i, std::string::npos) << este;
    return i == std::string::npos ? texto : texto.replace(i, este.size(), otro);
}

TEST(Estructura, CadaFallaDiceDonde) {
    EXPECT_EQ(fallas_de(bueno), "");
    EXPECT_EQ(fallas_de("<a xmlns='u'/>"), "no_es_cfdi /a u\n");
    EXPECT_EQ(fallas_de(sin(" Exportacion=\"01\"")), "atributo_falta /c:Comprobante/@Exportacion \n");
    EXPECT_EQ(fallas_de(sin(" Moneda=", " Otro='' Moneda=")), "atributo_desconocido /c:Comprobante/@Otro \n");
    EXPECT_EQ(fallas_de(sin("RegimenFiscal=\"601\"", "RegimenFiscal=\"600\"")),
              "valor_no_valido /c:Comprobante/c:Emisor/@RegimenFiscal \"600\"\n");
    EXPECT_EQ(fallas_de(sin("RegimenFiscal=\"601\"/>", "RegimenFiscal=\"601\"> </c:Emisor>")),
              "texto_no_permitido /c:Comprobante/c:Emisor \n");
    EXPECT_EQ(fallas_de(sin("<c:Conceptos>", "<c:Conceptos>x")), "texto_no_permitido /c:Comprobante/c:Conceptos \n");
    EXPECT_EQ(fallas_de(sin("<c:Emisor Rfc=\"EKU9003173C9\" Nombre=\"X\" RegimenFiscal=\"601\"/>")),
              "nodo_falta /c:Comprobante/cfdi:Emisor \n");
    EXPECT_EQ(fallas_de(sin("<c:Conceptos>", "<c:Otro/><c:Conceptos>")), "nodo_desconocido /c:Comprobante/c:Otro \n");
    EXPECT_EQ(fallas_de(sin("</c:Conceptos>", "</c:Conceptos><c:Impuestos/><c:Impuestos/>")),
              "nodo_repetido /c:Comprobante/c:Impuestos[2] \n");
    EXPECT_EQ(fallas_de(sin("</c:Conceptos>", "</c:Conceptos><c:InformacionGlobal/>")),
              "nodo_fuera_de_orden /c:Comprobante/c:InformacionGlobal \n");
    EXPECT_EQ(fallas_de(sin("</c:Conceptos>",
                            "</c:Conceptos><c:Complemento><n:Nomina xmlns:n='http://www.sat.gob.mx/nomina12'/></c:Complemento>")),
              "complemento_desconocido /c:Comprobante/c:Complemento/n:Nomina http://www.sat.gob.mx/nomina12\n");
    // What an addendum holds is nobody's business.
    EXPECT_EQ(fallas_de(sin("</c:Conceptos>", "</c:Conceptos><c:Addenda><x y='z'>t</x></c:Addenda>")), "");
}

// As many faults as nodes: they are counted, and only those that are kept are told where they stand.
TEST(Estructura, NoGuardaMasFallasQueLasQueSeLeen) {
    std::string muchos = "</c:Conceptos>";
    for (int i = 0; i < 100'000; ++i) muchos += "<c:Otro/>";
    const auto bytes = sin("</c:Conceptos>", muchos);
    const Xml xml{bytes};
    Veredicto v;
    revisar_estructura(xml, Esquema::sat(), v);
    EXPECT_EQ(v.hallazgos().size(), Veredicto::mas_hallazgos);
    EXPECT_EQ(v.sin_mostrar(), 99'900U);
}

TEST(FormaDeTexto, CumpleEnteraONada) {
    const auto cumple = [](std::string_view forma, std::string_view texto) { return Forma{forma}.cumple(texto); };
    EXPECT_TRUE(cumple("[A-Z&Ñ]{3,4}[0-9]{2}", "ÑA&12"));
    EXPECT_FALSE(cumple("[A-Z&Ñ]{3,4}[0-9]{2}", "ÑA&123"));
    EXPECT_FALSE(cumple("[A-Z]{3}", ""));
    EXPECT_TRUE(cumple("(OR|DE)[0-9]+x?", "DE12"));
    EXPECT_TRUE(cumple("a*b{2,}", "bbbb"));
    EXPECT_FALSE(cumple("a*b{2,}", "ab"));
    EXPECT_TRUE(cumple("[^|\\s]{1,3}.", "ñé€💵"));
    EXPECT_FALSE(cumple("[^|\\s]{1,3}", "a b"));
    EXPECT_TRUE(cumple("[a-c-]+", "a-c"));
    EXPECT_THROW(Forma{"(a"}, std::invalid_argument);
    EXPECT_THROW(Forma{"a{x}"}, std::invalid_argument);
}

}  // namespace
}  // namespace cacao::fiscal
