#pragma once
// XML from strangers, read once and safely: UTF-8 alone, no document type, no entity of its own, nothing fetched, and bounds on
// bytes, depth, nodes and attributes that hold before anything is kept. The parser is libxml2's; the tree is ours, because it
// needs no more than names, attributes and who stands in whom.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>

namespace cacao::fiscal {

struct LimitesXml {
    std::size_t bytes = std::size_t{10} << 20U;
    std::size_t profundidad = 64;
    std::size_t nodos = 300'000;
    std::size_t atributos = 1'500'000;
    std::size_t atributos_por_nodo = 256;  // the parser compares each with all before it
    std::size_t espacios = 256;            // declared around a node: the parser looks for each prefix among all of them
    std::size_t texto = 0;                 // bytes of a node's own text that are kept; a CFDI has none that counts
};

enum class FallaXml : std::uint8_t { ninguna, muy_grande, codificacion, doctype, muy_profundo, muchos_nodos, mal_formado };

struct Atributo {
    std::string_view nombre;
    std::string_view espacio;  // "" for one of the element's own
    std::string_view valor;    // as XML gives it: references resolved, line breaks as blanks
};

struct Nodo {
    std::string_view nombre;
    std::string_view prefijo;
    std::string_view espacio;
    std::span<const Atributo> atributos;
    const Nodo* padre = nullptr;
    const Nodo* primero = nullptr;    // child
    const Nodo* siguiente = nullptr;  // with the same parent
    bool con_blancos = false;         // holds text of any kind beside its children
    bool con_texto = false;           // holds more than blanks
    std::string_view texto;           // as much of that as the limits keep

    // The value of an attribute without namespace; a null pointer inside when it is not there.
    std::string_view valor(std::string_view atributo) const;
    bool tiene(std::string_view atributo) const { return valor(atributo).data() != nullptr; }
    const Nodo* hijo(std::string_view nombre) const;  // of the same namespace
    const Nodo* hermano() const;                      // the next of the same name
};

// Where it stands, as an XPath: /cfdi:Comprobante/cfdi:Conceptos/cfdi:Concepto[2]/@Importe. Numbers where there are several.
std::string ruta(const Nodo& nodo, std::string_view atributo = {});

class Xml {
public:
    explicit Xml(std::string_view bytes, const LimitesXml& limites = {});
    ~Xml();
    Xml(const Xml&) = delete;
    Xml& operator=(const Xml&) = delete;

    FallaXml falla() const { return falla_; }
    bool bien() const { return falla_ == FallaXml::ninguna; }
    int renglon() const { return renglon_; }   // where it went wrong, from 1; 0: nowhere in particular
    bool con_marca() const { return marca_; }  // began with a byte order mark
    const Nodo& raiz() const { return *raiz_; }

private:
    friend class LectorXml;
    void leer(std::string_view bytes, const LimitesXml& limites);
    FallaXml falla_ = FallaXml::ninguna;
    int renglon_ = 0;
    bool marca_ = false;
    const Nodo* raiz_ = nullptr;
    std::pmr::monotonic_buffer_resource memoria_;
};

}  // namespace cacao::fiscal
