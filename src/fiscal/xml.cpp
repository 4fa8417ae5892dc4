#include "fiscal/xml.hpp"

#include "base/texto.hpp"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace cacao::fiscal {
namespace {

constexpr std::string_view marca_utf8 = "\xEF\xBB\xBF";

struct Ojeada {
    FallaXml falla = FallaXml::ninguna;
    std::size_t donde = 0;
};

// What can be told from the bytes alone, before a parser sees them: a document type anywhere, a tag with more attributes than any
// document has. It reads tags as the parser does, so what it lets pass has no declaration that the parser would take for one.
Ojeada ojear(std::string_view t, const LimitesXml& limites) {
    for (std::size_t i = t.find('<'); i < t.size(); i = t.find('<', i)) {
        const auto tras = [&](std::string_view inicio, std::string_view fin) {
            const auto hasta = t.find(fin, i + inicio.size());
            i = hasta == std::string_view::npos ? t.size() : hasta + fin.size();
        };
        const auto resto = t.substr(i);
        if (resto.starts_with("<!--")) tras("<!--", "-->");
        else if (resto.starts_with("<![CDATA[")) tras("<![CDATA[", "]]>");
        else if (resto.starts_with("<!")) return {FallaXml::doctype, i};
        else if (resto.starts_with("<?")) tras("<?", "?>");
        else {
            std::size_t valores = 0;
            for (++i; i < t.size() && t[i] != '>' && t[i] != '<'; ++i) {
                if (t[i] != '"' && t[i] != '\'') continue;
                if (++valores > limites.atributos_por_nodo) return {FallaXml::muchos_nodos, i};
                i = std::min(t.find(t[i], i + 1), t.size() - 1);
            }
        }
    }
    return {};
}

// Whether the declaration, if there is one, says UTF-8 or nothing.
bool declara_utf8(std::string_view t) {
    if (!t.starts_with("<?xml") || t.size() < 6 || std::string_view{" \t\r\n"}.find(t[5]) == std::string_view::npos) return true;
    const auto declaracion = t.substr(0, std::min(t.find("?>"), t.size()));
    const auto i = declaracion.find("encoding");
    if (i == std::string_view::npos) return true;
    const auto abre = declaracion.find_first_of("\"'", i);
    if (abre == std::string_view::npos) return false;
    const auto cierra = declaracion.find(declaracion[abre], abre + 1);
    if (cierra == std::string_view::npos) return false;
    return mayusculas(declaracion.substr(abre + 1, cierra - abre - 1)) == "UTF-8";
}

std::string_view vista(const xmlChar* texto) {
    return texto == nullptr ? std::string_view{} : std::string_view{reinterpret_cast<const char*>(texto)};
}

}  // namespace

// One reading: what the parser calls back with goes into the tree.
class LectorXml {
public:
    LectorXml(Xml& xml, const LimitesXml& limites) : xml_(xml), limites_(limites) {}

    void leer(std::string_view bytes) {
        xmlInitParser();
        const std::unique_ptr<xmlParserCtxt, decltype(&xmlFreeParserCtxt)> contexto{
            xmlCreateMemoryParserCtxt(bytes.data(), static_cast<int>(bytes.size())), xmlFreeParserCtxt};
        if (contexto == nullptr) return falla(FallaXml::mal_formado, 0);
        contexto_ = contexto.get();
        std::memset(contexto_->sax, 0, sizeof *contexto_->sax);
        contexto_->sax->initialized = XML_SAX2_MAGIC;
        contexto_->sax->startElementNs = [](void* c, const xmlChar* nombre, const xmlChar* prefijo, const xmlChar* espacio,
                                            int declarados, const xmlChar**, int cuantos, int, const xmlChar** atributos) {
            de(c).abre(vista(nombre), vista(prefijo), vista(espacio), declarados, cuantos, atributos);
        };
        // None came through the first look; if one did, it ends here.
        contexto_->sax->internalSubset = [](void* c, const xmlChar*, const xmlChar*, const xmlChar*) {
            de(c).falla(FallaXml::doctype, de(c).renglon());
        };
        contexto_->sax->endElementNs = [](void* c, const xmlChar*, const xmlChar*, const xmlChar*) { de(c).cierra(); };
        contexto_->sax->characters = [](void* c, const xmlChar* texto, int largo) { de(c).texto(texto, largo); };
        contexto_->sax->cdataBlock = contexto_->sax->characters;
        contexto_->sax->ignorableWhitespace = contexto_->sax->characters;
        contexto_->sax->serror = [](void* c, xmlErrorPtr error) {
            // A namespace that is no address is only a name; many wrote their schema's place there.
            if (error->level >= XML_ERR_ERROR && error->code != XML_WAR_NS_URI) de(c).falla(FallaXml::mal_formado, error->line);
        };
        contexto_->_private = this;
        // Not NOENT, DTDLOAD, DTDATTR, XINCLUDE, HUGE: the limits of the library stand behind ours.
        xmlCtxtUseOptions(contexto_, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
        xmlParseDocument(contexto_);
        if (contexto_->wellFormed == 0 || xml_.raiz_ == nullptr) falla(FallaXml::mal_formado, 0);
    }

private:
    static LectorXml& de(void* contexto) { return *static_cast<LectorXml*>(static_cast<xmlParserCtxtPtr>(contexto)->_private); }

    void falla(FallaXml que, int renglon) {
        if (!xml_.bien()) return;
        xml_.falla_ = que;
        xml_.renglon_ = renglon;
        if (contexto_ != nullptr) xmlStopParser(contexto_);
    }
    std::string_view guarda(std::string_view texto) {
        if (texto.empty()) return {"", 0};
        auto* copia = static_cast<char*>(xml_.memoria_.allocate(texto.size(), 1));
        std::memcpy(copia, texto.data(), texto.size());
        return {copia, texto.size()};
    }
    // The parser leaves an ampersand of a value written as a reference, whatever it was written as, unless it may replace
    // entities.
    std::string_view guarda_valor(std::string_view texto) {
        constexpr std::string_view referencia = "&#38;";
        if (texto.find('&') == std::string_view::npos) return guarda(texto);
        std::string sin;
        for (std::size_t i = 0; i < texto.size(); i += texto.substr(i).starts_with(referencia) ? referencia.size() : 1)
            sin += texto[i];
        return guarda(sin);
    }
    // Names and namespaces come from the parser's dictionary, one copy of each: the same address is the same text.
    std::string_view nombre(std::string_view texto) {
        if (texto.empty()) return {};
        const auto lugar = (reinterpret_cast<std::uintptr_t>(texto.data()) >> 3U) % nombres_.size();
        auto& conocido = nombres_[lugar];
        if (conocido.de != texto.data()) conocido = {texto.data(), guarda(texto)};
        return conocido.copia;
    }

    void abre(std::string_view local, std::string_view prefijo, std::string_view espacio, int declarados, int cuantos,
              const xmlChar** atributos) {
        if (!xml_.bien()) return;
        if (abiertos_.size() >= limites_.profundidad) return falla(FallaXml::muy_profundo, renglon());
        atributos_ += static_cast<std::size_t>(cuantos);
        espacios_ += static_cast<std::size_t>(declarados);
        if (++nodos_ > limites_.nodos || atributos_ > limites_.atributos || espacios_ > limites_.espacios)
            return falla(FallaXml::muchos_nodos, renglon());
        auto* nodo = new (xml_.memoria_.allocate(sizeof(Nodo), alignof(Nodo))) Nodo{};
        nodo->nombre = nombre(local);
        nodo->prefijo = nombre(prefijo);
        nodo->espacio = nombre(espacio);
        if (cuantos > 0) {
            const auto n = static_cast<std::size_t>(cuantos);
            auto* lista = static_cast<Atributo*>(xml_.memoria_.allocate(n * sizeof(Atributo), alignof(Atributo)));
            for (std::size_t i = 0; i < n; ++i) {
                const xmlChar** a = atributos + 5 * i;  // name, prefix, namespace, value, its end
                const auto* valor = reinterpret_cast<const char*>(a[3]);
                new (lista + i) Atributo{nombre(vista(a[0])), nombre(vista(a[2])),
                                         guarda_valor({valor, reinterpret_cast<const char*>(a[4])})};
            }
            nodo->atributos = {lista, n};
        }
        if (abiertos_.empty()) {
            xml_.raiz_ = nodo;
        } else {
            auto& arriba = abiertos_.back();
            nodo->padre = arriba.nodo;
            (arriba.ultimo == nullptr ? arriba.nodo->primero : arriba.ultimo->siguiente) = nodo;
            arriba.ultimo = nodo;
        }
        abiertos_.push_back({nodo, nullptr, static_cast<std::size_t>(declarados), {}});
    }
    void cierra() {
        if (abiertos_.empty()) return;
        espacios_ -= abiertos_.back().espacios;
        if (!abiertos_.back().texto.empty()) abiertos_.back().nodo->texto = guarda(abiertos_.back().texto);
        abiertos_.pop_back();
    }
    void texto(const xmlChar* texto, int largo) {
        if (abiertos_.empty()) return;
        const std::string_view t{reinterpret_cast<const char*>(texto), static_cast<std::size_t>(largo)};
        auto& guardado = abiertos_.back().texto;
        if (guardado.size() < limites_.texto) guardado += principio_utf8(t, limites_.texto - guardado.size());
        if (abiertos_.back().nodo->con_texto) return;
        auto& nodo = *abiertos_.back().nodo;
        nodo.con_blancos = nodo.con_blancos || !t.empty();
        nodo.con_texto = t.find_first_not_of(" \t\r\n") != std::string_view::npos;
    }
    int renglon() const { return contexto_->input == nullptr ? 0 : contexto_->input->line; }

    struct Abierto {
        Nodo* nodo;
        Nodo* ultimo;  // child
        std::size_t espacios;
        std::string texto;
    };
    struct Conocido {
        const char* de = nullptr;
        std::string_view copia;
    };
    Xml& xml_;
    const LimitesXml& limites_;
    xmlParserCtxtPtr contexto_ = nullptr;
    std::size_t nodos_ = 0;
    std::size_t atributos_ = 0;
    std::size_t espacios_ = 0;
    std::vector<Abierto> abiertos_;
    std::array<Conocido, 256> nombres_{};
};

Xml::Xml(std::string_view bytes, const LimitesXml& limites) : memoria_(std::min(bytes.size(), limites.bytes) * 2 + 4096) {
    leer(bytes, limites);
    if (!bien()) raiz_ = nullptr;
}

void Xml::leer(std::string_view bytes, const LimitesXml& limites) {
    const auto falla = [this](FallaXml que, int renglon) {
        falla_ = que;
        renglon_ = renglon;
    };
    if (bytes.size() > limites.bytes) return falla(FallaXml::muy_grande, 0);
    marca_ = bytes.starts_with(marca_utf8);
    if (marca_) bytes.remove_prefix(marca_utf8.size());
    // Other encodings hold zero bytes or are no UTF-8; whoever declares another one means another text.
    if (!utf8_valido(bytes) || bytes.find('\0') != std::string_view::npos || !declara_utf8(bytes))
        return falla(FallaXml::codificacion, 0);
    if (bytes.empty()) return falla(FallaXml::mal_formado, 0);
    if (const auto visto = ojear(bytes, limites); visto.falla != FallaXml::ninguna)
        return falla(visto.falla, 1 + static_cast<int>(std::ranges::count(bytes.substr(0, visto.donde), '\n')));
    LectorXml{*this, limites}.leer(bytes);
}

Xml::~Xml() = default;

std::string_view Nodo::valor(std::string_view atributo) const {
    const auto este =
        std::ranges::find_if(atributos, [&](const Atributo& a) { return a.nombre == atributo && a.espacio.empty(); });
    return este == atributos.end() ? std::string_view{} : este->valor;
}

const Nodo* Nodo::hijo(std::string_view cual) const {
    const Nodo* n = primero;
    while (n != nullptr && (n->nombre != cual || n->espacio != espacio)) n = n->siguiente;
    return n;
}

const Nodo* Nodo::hermano() const {
    const Nodo* n = siguiente;
    while (n != nullptr && (n->nombre != nombre || n->espacio != espacio)) n = n->siguiente;
    return n;
}

std::string ruta(const Nodo& nodo, std::string_view atributo) {
    std::string texto = nodo.padre == nullptr ? "" : ruta(*nodo.padre);
    texto += '/';
    if (!nodo.prefijo.empty()) texto.append(nodo.prefijo).push_back(':');
    texto += nodo.nombre;
    if (nodo.padre != nullptr) {
        int lugar = 0;
        int iguales = 0;
        for (const Nodo* n = nodo.padre->primero; n != nullptr; n = n->siguiente) {
            if (n->nombre != nodo.nombre || n->espacio != nodo.espacio) continue;
            ++iguales;
            if (n == &nodo) lugar = iguales;
        }
        if (iguales > 1) texto += '[' + std::to_string(lugar) + ']';
    }
    if (!atributo.empty()) texto.append("/@").append(atributo);
    return texto;
}

}  // namespace cacao::fiscal
