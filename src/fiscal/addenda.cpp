#include "fiscal/addenda.hpp"

#include "base/decimal.hpp"
#include "base/fecha.hpp"
#include "base/texto.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace cacao::fiscal {
namespace {

constexpr std::string_view abre_lazo = "#partidas";
constexpr std::string_view cierra_lazo = "/partidas";

bool es_letra(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool es_cifra(char c) { return c >= '0' && c <= '9'; }
// Letters of other alphabets are allowed in XML names; their bytes are all above ASCII.
bool inicia_nombre(char c) { return es_letra(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80; }
bool sigue_nombre(char c) { return inicia_nombre(c) || es_cifra(c) || c == '-' || c == '.'; }
bool es_blanco(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// What stands for a character in a value; "" for itself.
std::string_view escapado(char c) {
    switch (c) {
        case '&': return "&amp;";
        case '<': return "&lt;";
        case '>': return "&gt;";
        case '"': return "&quot;";
        case '\'': return "&apos;";
        // As references, because a reader would turn them into blanks inside an attribute.
        case '\n': return "&#10;";
        case '\r': return "&#13;";
        case '\t': return "&#9;";
        default: return {};
    }
}

// Counts what would be written, and stops in time.
class Medida {
public:
    explicit Medida(std::size_t maximo) : queda_(maximo) {}
    bool texto(std::string_view t) { return tomar(t.size()); }
    bool valor(std::string_view v) {
        constexpr std::size_t minimo = 16;
        std::size_t bytes = 0;
        for (const char c : v) bytes += std::max<std::size_t>(1, escapado(c).size());
        return tomar(std::max(bytes, minimo));
    }

private:
    bool tomar(std::size_t bytes) {
        if (bytes > queda_) return false;
        queda_ -= bytes;
        return true;
    }
    std::size_t queda_;
};

// Writes it too.
class Escritura {
public:
    explicit Escritura(std::size_t maximo) : medida_(maximo) {}
    bool texto(std::string_view t) {
        if (!medida_.texto(t)) return false;
        out.append(t);
        return true;
    }
    bool valor(std::string_view v) {
        if (!medida_.valor(v)) return false;
        for (const char c : v) {
            if (const auto otro = escapado(c); otro.empty()) out.push_back(c);
            else out.append(otro);
        }
        return true;
    }
    std::string out;

private:
    Medida medida_;
};

// Whether a piece of text is XML content: elements that close, attributes with quotes, references that everybody knows. What is
// wrong, or nothing.
class FormaAddenda {
public:
    explicit FormaAddenda(std::string_view texto) : t_(texto) {}

    std::optional<std::string> mal() {
        while (i_ < t_.size() && !mal_) {
            if (t_[i_] == '<') etiqueta();
            else if (t_[i_] == '&') referencia();
            else ++i_;
        }
        if (!mal_ && !abiertas_.empty()) falla("no se cierra <" + std::string{abiertas_.back()} + ">");
        return mal_;
    }

private:
    void falla(std::string que) {
        if (!mal_) mal_ = std::move(que);
    }
    std::string_view nombre() {
        const auto desde = i_;
        if (i_ < t_.size() && inicia_nombre(t_[i_]))
            while (i_ < t_.size() && sigue_nombre(t_[i_])) ++i_;
        if (i_ == desde) falla("falta un nombre después de < o de un atributo");
        return t_.substr(desde, i_ - desde);
    }
    void blancos() {
        while (i_ < t_.size() && es_blanco(t_[i_])) ++i_;
    }
    bool toma(char c) {
        if (i_ >= t_.size() || t_[i_] != c) return false;
        ++i_;
        return true;
    }
    void etiqueta() {
        ++i_;
        if (i_ < t_.size() && (t_[i_] == '!' || t_[i_] == '?')) return falla("no se admiten declaraciones, comentarios ni CDATA");
        if (toma('/')) {
            const auto cual = nombre();
            blancos();
            if (!toma('>')) falla("falta > en </" + std::string{cual});
            else if (abiertas_.empty() || abiertas_.back() != cual)
                falla("</" + std::string{cual} + "> no cierra lo que está abierto");
            else abiertas_.pop_back();
            return;
        }
        const auto cual = nombre();
        std::vector<std::string_view> atributos;
        while (!mal_) {
            const bool separado = i_ < t_.size() && es_blanco(t_[i_]);
            blancos();
            if (toma('>')) return abiertas_.push_back(cual);
            if (toma('/')) return toma('>') ? void() : falla("falta > en <" + std::string{cual});
            if (i_ >= t_.size() || !separado) return falla("no termina <" + std::string{cual});
            atributo(atributos);
        }
    }
    void atributo(std::vector<std::string_view>& anteriores) {
        const auto cual = nombre();
        if (mal_) return;
        if (std::ranges::find(anteriores, cual) != anteriores.end()) return falla("se repite el atributo " + std::string{cual});
        anteriores.push_back(cual);
        blancos();
        if (!toma('=')) return falla("falta = en el atributo " + std::string{cual});
        blancos();
        const char comilla = i_ < t_.size() ? t_[i_] : '\0';
        if (comilla != '"' && comilla != '\'') return falla("el atributo " + std::string{cual} + " no lleva comillas");
        ++i_;
        while (i_ < t_.size() && t_[i_] != comilla && !mal_) {
            if (t_[i_] == '<') falla("hay un < en el atributo " + std::string{cual});
            else if (t_[i_] == '&') referencia();
            else ++i_;
        }
        if (!toma(comilla)) falla("no termina el atributo " + std::string{cual});
    }
    void referencia() {
        const auto fin = t_.find(';', i_);
        const auto cual = fin == std::string_view::npos ? std::string_view{} : t_.substr(i_ + 1, fin - i_ - 1);
        const bool conocida = cual == "amp" || cual == "lt" || cual == "gt" || cual == "quot" || cual == "apos";
        const bool numero =
            cual.size() > 1 && cual.size() < 8 && cual[0] == '#' && std::ranges::all_of(cual.substr(1), es_cifra) && cual != "#0";
        if (!conocida && !numero) return falla("hay un & que no es una referencia conocida");
        i_ = fin + 1;
    }

    std::string_view t_;
    std::size_t i_ = 0;
    std::vector<std::string_view> abiertas_;
    std::optional<std::string> mal_;
};

// Where in the XML a piece of template ends: in the text, inside a tag, or inside a quoted value of it.
class Lugar {
public:
    void avanza(std::string_view texto) {
        for (const char c : texto) {
            if (comilla_ != '\0') comilla_ = c == comilla_ ? '\0' : comilla_;
            else if (etiqueta_ && (c == '"' || c == '\'')) comilla_ = c;
            else if (c == '<') etiqueta_ = true;
            else if (c == '>') etiqueta_ = false;
        }
    }
    bool en_texto() const { return !etiqueta_; }
    bool en_valor() const { return comilla_ != '\0'; }

private:
    bool etiqueta_ = false;
    char comilla_ = '\0';
};

std::string datos_de(std::string_view nombre, std::string_view valor) {
    std::string json = "{\"";
    json.append(nombre).append("\":\"");
    for (const char c : valor) {
        if (c == '"' || c == '\\') json.push_back('\\');
        json.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
    }
    return json + "\"}";
}

}  // namespace

bool es_nombre_de_campo(std::string_view nombre) {
    return !nombre.empty() && es_letra(nombre[0]) &&
           std::ranges::all_of(nombre, [](char c) { return es_letra(c) || es_cifra(c) || c == '_'; });
}

void revisar_valor(const CampoAddenda& campo, std::string_view valor, const std::string& donde, Faltas& faltas) {
    if (valor.empty()) return faltas.agregar_si(campo.requerido, Codigo::requerido, donde);
    if (campo.longitud > 0 && static_cast<std::int64_t>(largo_utf8(valor)) > campo.longitud)
        faltas.agregar(Codigo::texto_muy_largo, donde, En::donde_sea, R"({"maximo":)" + std::to_string(campo.longitud) + "}");
    if (!campo.catalogo.empty() && std::ranges::find(campo.catalogo, valor) == campo.catalogo.end())
        faltas.agregar(Codigo::valor_no_permitido, donde);
    switch (campo.tipo) {
        case TipoCampo::texto: break;
        case TipoCampo::entero: {
            std::int64_t numero{};
            const auto r = std::from_chars(valor.data(), valor.data() + valor.size(), numero);
            faltas.agregar_si(r.ec != std::errc{} || r.ptr != valor.data() + valor.size(), Codigo::valor_no_permitido, donde);
            break;
        }
        case TipoCampo::decimal: faltas.agregar_si(!Cantidad::leer(valor), Codigo::valor_no_permitido, donde); break;
        case TipoCampo::fecha: faltas.agregar_si(!Fecha::leer_iso(valor), Codigo::fecha_invalida, donde); break;
        case TipoCampo::booleano:
            faltas.agregar_si(valor != "true" && valor != "false", Codigo::valor_no_permitido, donde);
            break;
    }
}

PlantillaAddenda::PlantillaAddenda(std::string_view texto, std::span<const CampoAddenda> campos, const std::string& donde,
                                   Faltas& faltas) {
    leer(texto, campos, donde, faltas);
}

void PlantillaAddenda::leer(std::string_view texto, std::span<const CampoAddenda> campos, const std::string& donde,
                            Faltas& faltas) {
    const auto falla = [&](std::string_view que) {
        faltas.agregar(Codigo::plantilla_invalida, donde, En::donde_sea, datos_de("problema", que));
    };
    std::string fuera;   // what stands outside of the loops, with a letter where a value goes
    std::string dentro;  // the same of the loop that is open
    Lugar lugar_fuera, lugar_dentro;
    tramos_.emplace_back();
    for (std::size_t i = 0; i < texto.size();) {
        const auto abre = std::min(texto.find("{{", i), texto.size());
        auto& tramo = tramos_.back();
        auto& forma = tramo.por_partida ? dentro : fuera;
        auto& trozo = tramo.trozos.emplace_back();
        trozo.texto = texto.substr(i, abre - i);
        auto& lugar = tramo.por_partida ? lugar_dentro : lugar_fuera;
        forma += trozo.texto;
        lugar.avanza(trozo.texto);
        if (abre == texto.size()) break;
        const auto cierra = texto.find("}}", abre);
        if (cierra == std::string_view::npos) return falla("no se cierra {{");
        const auto nombre = recortado(texto.substr(abre + 2, cierra - abre - 2));
        i = cierra + 2;
        if (nombre == abre_lazo || nombre == cierra_lazo) {
            const bool abriendo = nombre == abre_lazo;
            if (tramo.por_partida == abriendo)
                return falla(abriendo ? "hay un lazo dentro de otro" : "se cierra un lazo que no se abrió");
            if (abriendo && !lugar.en_texto()) return falla("hay un lazo dentro de una etiqueta");
            if (!abriendo) {
                if (const auto mal = FormaAddenda{dentro}.mal()) falla("dentro del lazo " + *mal);
                dentro.clear();
                lugar_dentro = {};
            }
            tramos_.emplace_back().por_partida = abriendo;
            continue;
        }
        if (!lugar.en_texto() && !lugar.en_valor()) return falla("un valor solo va en el texto o entre comillas");
        trozo.campo = nombre;
        forma.push_back('x');
        const auto campo = std::ranges::find(campos, nombre, &CampoAddenda::nombre);
        if (campo == campos.end() || (campo->nivel == NivelCampo::partida && !tramo.por_partida))
            faltas.agregar(Codigo::plantilla_campo, donde, En::donde_sea, datos_de("campo", nombre));
    }
    if (tramos_.back().por_partida) falla("no se cierra el lazo");
    if (const auto mal = FormaAddenda{fuera}.mal()) falla(*mal);
}

template <class Salida>
bool PlantillaAddenda::recorrer(Salida& out, const ValoresAddenda& encabezado, std::span<const ValoresAddenda> partidas) const {
    const auto poner = [&](const Tramo& tramo, const ValoresAddenda* partida) {
        return std::ranges::all_of(tramo.trozos, [&](const Trozo& trozo) {
            if (!out.texto(trozo.texto)) return false;
            if (trozo.campo.empty()) return true;
            if (partida != nullptr)
                if (const auto propio = partida->find(trozo.campo); propio != partida->end()) return out.valor(propio->second);
            const auto comun = encabezado.find(trozo.campo);
            return out.valor(comun == encabezado.end() ? std::string_view{} : comun->second);
        });
    };
    return std::ranges::all_of(tramos_, [&](const Tramo& tramo) {
        if (!tramo.por_partida) return poner(tramo, nullptr);
        // A loop around nothing writes nothing, however often.
        if (std::ranges::all_of(tramo.trozos, [](const Trozo& t) { return t.texto.empty() && t.campo.empty(); })) return true;
        return std::ranges::all_of(partidas, [&](const ValoresAddenda& partida) { return poner(tramo, &partida); });
    });
}

std::optional<std::string> PlantillaAddenda::escribir(const ValoresAddenda& encabezado, std::span<const ValoresAddenda> partidas,
                                                      std::size_t maximo) const {
    Escritura escritura{maximo};
    if (!recorrer(escritura, encabezado, partidas)) return std::nullopt;
    return std::move(escritura.out);
}

bool PlantillaAddenda::cabe(const ValoresAddenda& encabezado, std::span<const ValoresAddenda> partidas,
                            std::size_t maximo) const {
    Medida medida{maximo};
    return recorrer(medida, encabezado, partidas);
}

}  // namespace cacao::fiscal
