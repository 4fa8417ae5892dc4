#include "casos/caso.hpp"

#include "base/texto.hpp"
#include "reflect/json_write.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

namespace cacao::test {
namespace {

using simdjson::dom::element;

constexpr std::array metodos{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"};

std::string_view recorta(std::string_view texto) {
    while (!texto.empty() && (texto.front() == ' ' || texto.front() == '\t')) texto.remove_prefix(1);
    while (!texto.empty() && (texto.back() == ' ' || texto.back() == '\t' || texto.back() == '\r')) texto.remove_suffix(1);
    return texto;
}

bool es_peticion(std::string_view linea) {
    return std::ranges::any_of(metodos, [&](std::string_view m) { return linea.starts_with(std::string{m} + " /"); });
}

bool es_estado(std::string_view linea) {
    const auto cifra = [](char c) { return c >= '0' && c <= '9'; };
    return linea.size() >= 3 && cifra(linea[0]) && cifra(linea[1]) && cifra(linea[2]) && (linea.size() == 3 || linea[3] == ' ');
}

bool es_nombre(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// The name behind the $ at `en`, or "".
std::string_view nombre_en(std::string_view texto, std::size_t en) {
    std::size_t fin = en + 1;
    while (fin < texto.size() && es_nombre(texto[fin])) ++fin;
    return texto.substr(en + 1, fin - en - 1);
}

std::string sin_comillas(const std::string& json) {
    simdjson::dom::parser parser;
    std::string_view texto;
    if (json.starts_with('"') && parser.parse(json).get(texto) == simdjson::SUCCESS) return std::string{texto};
    return json;
}

class Comparacion {
public:
    explicit Comparacion(Valores& valores) : valores_(valores) {}
    std::string diferencia;

    bool igual(element esperado, element obtenido, const std::string& lugar) {
        std::string_view texto;
        if (esperado.get(texto) == simdjson::SUCCESS && texto.starts_with('$')) return igual_valor(texto, obtenido, lugar);
        if (esperado.is_object()) return igual_objeto(esperado, obtenido, lugar);
        if (esperado.is_array()) return igual_lista(esperado, obtenido, lugar);
        return simdjson::minify(esperado) == simdjson::minify(obtenido) || igual_final(texto, obtenido) ||
               falla(lugar, simdjson::minify(esperado), obtenido);
    }

private:
    bool falla(const std::string& lugar, const std::string& esperado, element obtenido) {
        diferencia = fmt::format("{}: expected {}, got {}", lugar.empty() ? "/" : lugar, esperado,
                                 std::string{simdjson::minify(obtenido)});
        return false;
    }
    bool igual_valor(std::string_view nombre, element obtenido, const std::string& lugar) {
        if (nombre == "$*") return true;
        const std::string json = simdjson::minify(obtenido);
        const auto [valor, nuevo] = valores_.try_emplace(std::string{nombre.substr(1)}, json);
        return nuevo || valor->second == json || falla(lugar, fmt::format("{} ({})", valor->second, nombre), obtenido);
    }
    // A text that ends with a name: what the answer has there.
    bool igual_final(std::string_view esperado, element obtenido) {
        const auto en = esperado.rfind('$');
        std::string_view texto;
        if (en == std::string_view::npos || obtenido.get(texto) != simdjson::SUCCESS) return false;
        const auto nombre = nombre_en(esperado, en);
        const auto inicio = sustituir(esperado.substr(0, en), valores_);
        if (nombre.empty() || en + 1 + nombre.size() != esperado.size() || !texto.starts_with(inicio)) return false;
        std::string json;
        reflect::write_string(json, texto.substr(inicio.size()));
        const auto [valor, nuevo] = valores_.try_emplace(std::string{nombre}, json);
        return nuevo || valor->second == json;
    }
    bool igual_objeto(element esperado, element obtenido, const std::string& lugar) {
        simdjson::dom::object objeto;
        if (obtenido.get(objeto) != simdjson::SUCCESS) return falla(lugar, "an object", obtenido);
        for (const auto miembro : simdjson::dom::object(esperado)) {
            element valor;
            const std::string donde = lugar + '/' + std::string{miembro.key};
            std::string_view texto;
            const bool ninguno = miembro.value.get(texto) == simdjson::SUCCESS && texto == "$!";
            const bool hay = objeto.at_key(miembro.key).get(valor) == simdjson::SUCCESS;
            if (ninguno && hay) return falla(donde, "nothing", valor);
            if (ninguno) continue;
            if (!hay) {
                diferencia = fmt::format("{}: expected {}, got nothing", donde, std::string{simdjson::minify(miembro.value)});
                return false;
            }
            if (!igual(miembro.value, valor, donde)) return false;
        }
        return true;
    }
    bool igual_lista(element esperado, element obtenido, const std::string& lugar) {
        simdjson::dom::array lista;
        if (obtenido.get(lista) != simdjson::SUCCESS) return falla(lugar, "a list", obtenido);
        std::size_t i = 0;
        auto siguiente = lista.begin();
        for (const element item : simdjson::dom::array(esperado)) {
            std::string_view texto;
            if (item.get(texto) == simdjson::SUCCESS && texto == "...") return true;
            const std::string donde = lugar + '/' + std::to_string(i++);
            if (!(siguiente != lista.end())) {
                diferencia = fmt::format("{}: expected {}, but the list ends", donde, std::string{simdjson::minify(item)});
                return false;
            }
            if (!igual(item, *siguiente, donde)) return false;
            ++siguiente;
        }
        return !(siguiente != lista.end()) || falla(lugar, fmt::format("a list of {}", i), obtenido);
    }

    Valores& valores_;
};

// One line of a caso, as it continues what was read before.
class Lector {
public:
    std::vector<Paso> pasos;

    void linea(std::string_view texto, int numero) {
        if (es_peticion(texto)) return peticion(texto, numero);
        if (texto.starts_with("$ ")) return comando(texto.substr(2), numero);
        if (texto.starts_with("+ ")) return puesto(texto.substr(2), numero);
        if (pasos.empty()) throw error(numero, "a request must come first");
        Paso& paso = pasos.back();
        if (es_estado(texto) && !paso.pedido()) return estado(paso, texto, numero);
        if (texto.starts_with("@ ")) return encabezado(paso, texto.substr(2), numero);
        if (texto.starts_with("> ")) {
            if (paso.estado == 0) throw error(numero, "a header of the answer comes after the status");
            paso.esperados.push_back(partido(texto.substr(2)));
            return;
        }
        (paso.pedido() ? paso.esperado : paso.cuerpo) += std::string{texto} + '\n';
    }

private:
    static std::runtime_error error(int numero, std::string_view que) {
        return std::runtime_error(fmt::format("line {}: {}", numero, que));
    }
    static std::pair<std::string, std::string> partido(std::string_view texto) {
        const auto dos_puntos = texto.find(": ");
        if (dos_puntos == std::string_view::npos) return {std::string{recorta(texto)}, {}};
        return {std::string{recorta(texto.substr(0, dos_puntos))}, std::string{recorta(texto.substr(dos_puntos + 2))}};
    }
    Paso& otro_paso(int numero) {
        if (!pasos.empty() && !pasos.back().pedido()) throw error(pasos.back().linea, "the request has no expected status");
        Paso& paso = pasos.emplace_back();
        paso.linea = numero;
        return paso;
    }
    void comando(std::string_view texto, int numero) {
        Paso& paso = otro_paso(numero);
        paso.linea_estado = numero;
        std::istringstream palabras{std::string{texto}};
        for (std::string palabra; palabras >> palabra;) paso.comando.push_back(palabra);
    }
    void puesto(std::string_view texto, int numero) {
        Paso& paso = otro_paso(numero);
        std::istringstream palabras{std::string{texto}};
        for (std::string palabra; paso.puesto.size() < 4 && palabras >> palabra;) paso.puesto.push_back(palabra);
        if (paso.puesto.size() != 4 || paso.puesto[0] != "trabajo") throw error(numero, "+ trabajo tipo clave estado error");
        std::getline(palabras >> std::ws, paso.puesto.emplace_back());
    }
    void peticion(std::string_view texto, int numero) {
        Paso& paso = otro_paso(numero);
        const auto blanco = texto.find(' ');
        paso.metodo = texto.substr(0, blanco);
        texto = recorta(texto.substr(blanco));
        const auto fin = std::min(texto.find(' '), texto.size());
        paso.destino = texto.substr(0, fin);
        paso.cuerpo = recorta(texto.substr(fin));
    }
    static void estado(Paso& paso, std::string_view texto, int numero) {
        paso.linea_estado = numero;
        paso.estado = std::stoi(std::string{texto.substr(0, 3)});
        const auto resto = recorta(texto.substr(3));
        if (resto.starts_with('~')) paso.contiene = recorta(resto.substr(1));
        else paso.esperado = resto;
    }
    // The body becomes a form, and gets one part more.
    static void parte(Paso& paso, const std::string& encabezados, std::string_view contenido) {
        constexpr std::string_view final = "------caso--\r\n";
        if (!paso.cuerpo.ends_with(final)) {
            paso.encabezados.emplace_back("Content-Type", "multipart/form-data; boundary=----caso");
            paso.cuerpo = final;
        }
        paso.cuerpo.resize(paso.cuerpo.size() - final.size());
        paso.cuerpo +=
            fmt::format("------caso\r\nContent-Disposition: form-data; {}\r\n\r\n{}\r\n{}", encabezados, contenido, final);
    }
    static void campo(Paso& paso, std::string_view texto) {
        const auto blanco = std::min(texto.find(' '), texto.size());
        parte(paso, fmt::format("name=\"{}\"", texto.substr(0, blanco)), recorta(texto.substr(blanco)));
    }
    static void archivo(Paso& paso, std::string_view texto, int numero) {
        std::istringstream palabras{std::string{texto}};
        std::string campo, nombre, tipo, contenido, bytes;
        palabras >> campo >> nombre >> tipo >> contenido;
        if (!leer_base64(contenido, bytes)) throw error(numero, "a file is given as: field name type base64");
        parte(paso, fmt::format("name=\"{}\"; filename=\"{}\"\r\nContent-Type: {}", campo, nombre, tipo), bytes);
    }
    static void encabezado(Paso& paso, std::string_view texto, int numero) {
        if (paso.estado != 0) throw error(numero, "a header of the request comes before the status");
        if (texto.starts_with("como ")) paso.como = recorta(texto.substr(5));
        else if (texto == "hasta") paso.hasta = true;
        else if (texto.starts_with("archivo ")) archivo(paso, texto.substr(8), numero);
        else if (texto.starts_with("campo ")) campo(paso, texto.substr(6));
        else paso.encabezados.push_back(partido(texto));
    }
};

std::string comparar_encabezado(const std::string& nombre, const std::string& esperado, const HttpAnswer& r, Valores& valores) {
    if (nombre.starts_with('!'))
        return r.has(nombre.substr(1))
                   ? fmt::format("header {}: expected none, got {}", nombre.substr(1), r.header(nombre.substr(1)))
                   : "";
    const std::string obtenido = r.header(nombre);
    if (!r.has(nombre)) return fmt::format("header {}: expected {}, got none", nombre, esperado);
    if (esperado == "$*") return {};
    if (esperado.starts_with('$') && nombre_en(esperado, 0).size() + 1 == esperado.size()) {
        const auto [valor, nuevo] = valores.try_emplace(esperado.substr(1), obtenido);
        if (nuevo || sin_comillas(valor->second) == obtenido) return {};
    } else if (sustituir(esperado, valores) == obtenido) {
        return {};
    }
    return fmt::format("header {}: expected {}, got {}", nombre, sustituir(esperado, valores), obtenido);
}

}  // namespace

std::vector<Paso> leer_caso(std::string_view texto) {
    Lector lector;
    int numero = 0;
    while (!texto.empty()) {
        const auto fin = std::min(texto.find('\n'), texto.size());
        const auto linea = recorta(texto.substr(0, fin));
        texto.remove_prefix(std::min(fin + 1, texto.size()));
        ++numero;
        if (!linea.empty() && !linea.starts_with('#')) lector.linea(linea, numero);
    }
    if (lector.pasos.empty() || !lector.pasos.back().pedido())
        throw std::runtime_error("the last request has no expected status");
    return std::move(lector.pasos);
}

std::string sustituir(std::string_view texto, const Valores& valores) {
    std::string salida;
    for (std::size_t i = 0; i < texto.size(); ++i) {
        const auto nombre = texto[i] == '$' ? nombre_en(texto, i) : std::string_view{};
        const auto valor = valores.find(nombre);
        if (nombre.empty() || valor == valores.end()) {
            salida.push_back(texto[i]);
            continue;
        }
        const std::size_t fin = i + nombre.size() + 1;
        const bool solo = !salida.empty() && salida.back() == '"' && fin < texto.size() && texto[fin] == '"';
        if (solo) {
            salida.pop_back();
            salida += valor->second;
        } else {
            salida += sin_comillas(valor->second);
        }
        i = solo ? fin : fin - 1;
    }
    return salida;
}

std::string comparar_json(std::string_view esperado, std::string_view obtenido, Valores& valores) {
    simdjson::dom::parser uno;
    simdjson::dom::parser otro;
    element a;
    element b;
    if (uno.parse(esperado.data(), esperado.size()).get(a) != simdjson::SUCCESS)
        return "what is expected is not JSON: " + std::string{esperado};
    if (otro.parse(obtenido.data(), obtenido.size()).get(b) != simdjson::SUCCESS) return "the answer is not JSON";
    Comparacion comparacion{valores};
    comparacion.igual(a, b, "");
    return comparacion.diferencia;
}

std::string comparar(const Paso& paso, const HttpAnswer& r, Valores& valores) {
    if (r.status != paso.estado) return fmt::format("expected status {}, got {}", paso.estado, r.status);
    if (!paso.esperado.empty())
        if (auto falta = comparar_json(paso.esperado, r.body, valores); !falta.empty()) return falta;
    if (!paso.contiene.empty() && r.body.find(paso.contiene) == std::string::npos)
        return fmt::format("the body does not contain {}", paso.contiene);
    for (const auto& [nombre, valor] : paso.esperados)
        if (auto falta = comparar_encabezado(nombre, valor, r, valores); !falta.empty()) return falta;
    return {};
}

}  // namespace cacao::test
