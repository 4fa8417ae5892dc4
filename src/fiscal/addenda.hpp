#pragma once
// Addenda: XML that a customer wants behind the invoice. A template is data: text with `{{campo}}` where a value goes, escaped,
// and one kind of loop, `{{#partidas}} … {{/partidas}}`, over the lines. Nothing in it is ever run.

#include "base/error.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::fiscal {

enum class TipoCampo { texto, entero, decimal, fecha, booleano };
enum class NivelCampo { encabezado, partida };

struct CampoAddenda {
    std::string nombre;
    TipoCampo tipo{};
    NivelCampo nivel{};
    std::int64_t longitud = 0;  // most characters; 0: no limit of its own
    bool requerido = false;
    std::vector<std::string> catalogo;  // the values it may have; empty: any
};

using ValoresAddenda = std::map<std::string, std::string, std::less<>>;

// A name that a template can use: letters, digits and underscores, a letter first.
bool es_nombre_de_campo(std::string_view nombre);

// Adds what is wrong with one value of a field: its type, its length, that its catalog does not have it.
void revisar_valor(const CampoAddenda& campo, std::string_view valor, const std::string& donde, Faltas& faltas);

class PlantillaAddenda {
public:
    // Adds a fault at `donde` for each field that is not there and for what would not make XML: the tags must close inside the
    // loop and outside of it, for any number of lines. No declaration, comment, CDATA or entity of its own.
    PlantillaAddenda(std::string_view texto, std::span<const CampoAddenda> campos, const std::string& donde, Faltas& faltas);

    // A value that is missing is empty. Inside the loop a field of the line wins over one of the header. Nothing when it would be
    // larger than `maximo` bytes, each value that is put in counted as 16 at least: nobody waits for more than that takes.
    std::optional<std::string> escribir(const ValoresAddenda& encabezado, std::span<const ValoresAddenda> partidas,
                                        std::size_t maximo) const;
    // Whether it would be written: the same count without the text.
    bool cabe(const ValoresAddenda& encabezado, std::span<const ValoresAddenda> partidas, std::size_t maximo) const;

private:
    struct Trozo {
        std::string texto;
        std::string campo;  // behind the text; "" for none
    };
    void leer(std::string_view texto, std::span<const CampoAddenda> campos, const std::string& donde, Faltas& faltas);
    // False when `out` has had enough.
    template <class Salida>
    bool recorrer(Salida& out, const ValoresAddenda& encabezado, std::span<const ValoresAddenda> partidas) const;

    struct Tramo {
        std::vector<Trozo> trozos;
        bool por_partida = false;
    };
    std::vector<Tramo> tramos_;
};

}  // namespace cacao::fiscal
