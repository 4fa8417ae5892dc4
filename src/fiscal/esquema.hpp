#pragma once
// What a document of the authority is made of: nodes, how often each stands where, attributes and what their values may be. The
// tables are text (tablas/*.txt), a file for each vocabulary, read once. The order of their lines is that of the children in the
// document and of the values in the cadena original, which are the same but for the attributes: an XML has no order of these.
//
//     espacio prefix namespace [schema]    the vocabulary, and where the authority publishes it, for those that are written
//     <Concepto+>              an element: once, or ? none or one, * any number, + one or more, two numbers: from and to (- no
//     end)
//       Cantidad   decimal 6 0.000001      an attribute and its type; one with ? may be missing
//       Sello-     libre                   with a - behind it, an attribute or an element is in no cadena but its own
//       <...*>                 whatever root of another vocabulary
//
// Types: =v the value v (==v also without collapsing blanks) · texto a b: so many characters, no | · texto_exacto: blanks count ·
// libre a b: any characters · cualquiera · importe, pesos: amounts with 6 or 2 decimals · decimal d least most · entero least
// most · fecha_hora, fecha, fecha_xsd · base64 · clave c_Nombre: of that catalog · forma E, forma_exacta E: see forma.hpp · uno a
// | b, uno_exacto · or a name of formas.txt.

#include "base/decimal.hpp"
#include "fiscal/forma.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::fiscal {

struct Tipo {
    enum class Clase : std::uint8_t {
        fijo,
        texto,
        libre,
        importe,
        pesos,
        decimal,
        entero,
        fecha_hora,
        fecha,
        fecha_xsd,
        base64,
        forma,
        uno
    };
    Clase clase{};
    bool exacto = false;  // blanks are part of the value
    std::size_t minimo = 0;
    std::size_t maximo = std::numeric_limits<std::size_t>::max();  // characters
    int decimales = -1;                                            // most; -1: any
    std::string menor, mayor;                                      // limits of a number; "" for none
    std::vector<std::string> valores;                              // that it may have, in order
    std::shared_ptr<const Forma> forma;
    std::string catalogo;
};

// Whether a value is of the type.
bool es_valor(const Tipo& tipo, std::string_view valor);

struct Tabla {
    struct Campo {
        std::string nombre;
        bool requerido = true;
        bool en_cadena = true;
        Tipo tipo;
    };
    struct Hijo {
        std::unique_ptr<const Tabla> tabla;  // null: a root of whatever vocabulary
        std::size_t minimo = 1;
        std::size_t maximo = 1;
    };
    static constexpr std::size_t sin_fin = std::numeric_limits<std::size_t>::max();

    std::string nombre;
    std::string espacio;
    std::string prefijo;
    std::string lugar;       // of a root: the address of its schema; "" where nothing here writes it
    bool mezclados = false;  // its children in any order and number
    bool en_cadena = true;   // of what it stands in
    std::vector<Campo> campos;
    std::vector<Hijo> hijos;
    std::vector<std::pair<bool, std::size_t>> orden;  // of the lines: whether an attribute, and which
};

class Esquema {
public:
    // That of the authority, as this version knows it.
    static const Esquema& sat();

    // The table of a root: Comprobante, a complement. Null when it is not known.
    const Tabla* raiz(std::string_view espacio, std::string_view nombre) const;
    // Whether a catalog that stands here has a key; of one that only has a form, whether the key has it.
    bool tiene(std::string_view catalogo, std::string_view clave) const;
    int decimales(std::string_view moneda) const;
    // Whether a rate or quota is one of the authority's.
    bool es_tasa(std::string_view impuesto, std::string_view factor, bool retencion, Tasa tasa) const;

    // Whether a receiver of that regime may use a document so.
    bool es_uso_de(std::string_view uso, std::string_view regimen) const;
    // Whether whoever has that RFC, a person or a company by its length, may have that regime.
    bool es_regimen_de(std::string_view regimen, std::string_view rfc) const;

private:
    Esquema();
    friend class LectorTablas;
    std::map<std::pair<std::string, std::string>, std::unique_ptr<const Tabla>, std::less<>> raices_;
    std::map<std::string, Tipo, std::less<>> formas_;
    std::map<std::string, Tipo, std::less<>> catalogos_;
    std::map<std::string, int, std::less<>> decimales_;  // of currencies that have not two
    std::map<std::string, std::vector<std::pair<Tasa, Tasa>>, std::less<>> tasas_;
    std::map<std::string, std::vector<std::string>, std::less<>> usos_;      // with their regimes
    std::map<std::string, std::vector<std::string>, std::less<>> personas_;  // of regimes
};

}  // namespace cacao::fiscal
