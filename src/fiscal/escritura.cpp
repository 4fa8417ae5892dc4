#include "fiscal/escritura.hpp"

#include "base/error.hpp"
#include "fiscal/exacto.hpp"
#include "fiscal/valores.hpp"

#include <algorithm>

namespace cacao::fiscal {
namespace {

// What steers a terminal is no text of a document, and XML has no way to write most of it.
std::string sin_control(std::string_view valor) {
    std::string texto{valor};
    std::ranges::replace_if(
        texto, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    return texto;
}

void agregar_valor(std::string& out, std::string_view valor, const Tipo& tipo) {
    const bool limpio = std::ranges::none_of(valor, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    if (limpio && (tipo.exacto || esta_colapsado(valor))) return agregar_escapado(out, valor);
    const auto texto = sin_control(valor);
    if (tipo.exacto) return agregar_escapado(out, texto);
    std::string colapsado;
    agregar_colapsado(colapsado, texto);
    agregar_escapado(out, colapsado);
}

const Tabla& raiz_de(const Elemento& e, const Esquema& esquema) {
    const auto* tabla = esquema.raiz(e.espacio, e.nombre);
    reject_if(tabla == nullptr, Codigo::interno, "");
    return *tabla;
}

void juntar_raices(const Elemento& e, const Esquema& esquema, std::vector<const Tabla*>& raices) {
    if (!e.espacio.empty()) {
        const auto* tabla = &raiz_de(e, esquema);
        if (std::ranges::find(raices, tabla) == raices.end()) raices.push_back(tabla);
    }
    for (const auto& h : e.hijos) juntar_raices(h, esquema, raices);
}

class Escritor {
public:
    Escritor(const Esquema& esquema, std::string& out) : esquema_(esquema), out_(out) {}

    void elemento(const Elemento& e, const Tabla& tabla, std::string_view declara) {
        nombre(tabla);
        out_ += declara;
        std::size_t escritos = 0;
        for (const auto& campo : tabla.campos) {
            const auto este = std::ranges::find(e.campos, campo.nombre, [](const auto& c) { return c.first; });
            if (este == e.campos.end()) continue;
            out_.append(" ").append(campo.nombre).append("=\"");
            agregar_valor(out_, este->second, campo.tipo);
            out_ += '"';
            ++escritos;
        }
        reject_if(escritos != e.campos.size(), Codigo::interno, e.nombre);
        if (e.hijos.empty()) {
            out_ += "/>";
            return;
        }
        out_ += '>';
        escritos = 0;
        for (const auto& hijo : tabla.hijos)
            for (const auto& h : e.hijos) {
                const bool suyo =
                    hijo.tabla == nullptr ? !h.espacio.empty() : h.espacio.empty() && h.nombre == hijo.tabla->nombre;
                if (!suyo) continue;
                elemento(h, hijo.tabla == nullptr ? raiz_de(h, esquema_) : *hijo.tabla, {});
                ++escritos;
            }
        reject_if(escritos != e.hijos.size(), Codigo::interno, e.nombre);
        out_ += "</";
        out_.append(tabla.prefijo).append(":").append(tabla.nombre).append(">");
    }

private:
    void nombre(const Tabla& tabla) { out_.append("<").append(tabla.prefijo).append(":").append(tabla.nombre); }

    const Esquema& esquema_;
    std::string& out_;
};

}  // namespace

void agregar_escapado(std::string& out, std::string_view texto) {
    for (const char c : texto) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
}

std::string texto_impreso(std::int64_t micros, int decimales) {
    const auto unidad = static_cast<std::int64_t>(potencia(6 - decimales));
    reject_if(micros < 0 || decimales < 0 || decimales > 6 || micros % unidad != 0, Codigo::interno, "");
    std::string texto = std::to_string(micros / millonesimas);
    if (decimales == 0) return texto;
    auto fraccion = std::to_string(micros % millonesimas / unidad);
    texto += '.';
    texto.append(static_cast<std::size_t>(decimales) - fraccion.size(), '0');
    return texto += fraccion;
}

std::string escribir_elemento(const Elemento& raiz, const Esquema& esquema) {
    std::vector<const Tabla*> raices;
    juntar_raices(raiz, esquema, raices);
    reject_if(raices.empty(), Codigo::interno, "");
    std::string declara;
    std::string lugares;
    for (const auto* tabla : raices) {
        declara.append(" xmlns:").append(tabla->prefijo).append("=\"").append(tabla->espacio).append("\"");
        reject_if(tabla->lugar.empty(), Codigo::interno, tabla->nombre);
        if (!lugares.empty()) lugares += ' ';
        lugares.append(tabla->espacio).append(" ").append(tabla->lugar);
    }
    declara.append(R"( xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation=")").append(lugares).append("\"");
    std::string out;
    out.reserve(8192);
    Escritor{esquema, out}.elemento(raiz, *raices.front(), declara);
    return out;
}

}  // namespace cacao::fiscal
