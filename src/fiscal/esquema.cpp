#include "fiscal/esquema.hpp"

#include "base/embedded.hpp"
#include "base/sat.hpp"
#include "base/texto.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <stdexcept>

namespace cacao::fiscal {

namespace embedded {
std::span<const Embedded> tablas();  // generated
}

namespace {

std::vector<std::string_view> palabras_de(std::string_view renglon) {
    std::vector<std::string_view> lista;
    while (true) {
        const auto desde = renglon.find_first_not_of(' ');
        if (desde == std::string_view::npos) return lista;
        const auto hasta = std::min(renglon.find(' ', desde), renglon.size());
        lista.push_back(renglon.substr(desde, hasta - desde));
        renglon.remove_prefix(hasta);
    }
}

std::string_view tras_palabra(std::string_view renglon) {
    const auto i = renglon.find(' ');
    return i == std::string_view::npos ? std::string_view{} : recortado(renglon.substr(i));
}

[[noreturn]] void mala_tabla(std::string_view donde) { throw std::logic_error{"tabla fiscal: " + std::string{donde}}; }

std::size_t numero_de(std::string_view texto) {
    if (texto == "-") return Tabla::sin_fin;
    std::size_t n = 0;
    const auto r = std::from_chars(texto.data(), texto.data() + texto.size(), n);
    if (r.ec != std::errc{} || r.ptr != texto.data() + texto.size()) mala_tabla(texto);
    return n;
}

Tipo tipo_con_forma(std::string_view expresion, bool exacto) {
    Tipo t{Tipo::Clase::forma, exacto};
    t.forma = std::make_shared<const Forma>(expresion);
    return t;
}

std::string llave_de_tasa(std::string_view impuesto, std::string_view factor, std::string_view sentido) {
    return std::string{impuesto}.append(" ").append(factor).append(" ").append(sentido);
}

// Lines of a text, without comments and empty ones.
template <class F>
void cada_renglon(std::string_view texto, F hacer) {
    while (!texto.empty()) {
        const auto fin = std::min(texto.find('\n'), texto.size());
        const auto renglon = texto.substr(0, fin);
        texto.remove_prefix(std::min(fin + 1, texto.size()));
        if (!recortado(renglon).empty() && renglon.front() != '#') hacer(renglon);
    }
}

}  // namespace

class LectorTablas {
public:
    explicit LectorTablas(Esquema& esquema) : esquema_(esquema) {}

    void formas(std::string_view texto) {
        cada_renglon(texto, [&](std::string_view renglon) {
            const auto nombre = palabras_de(renglon).front();
            esquema_.formas_.emplace(nombre, tipo_con_forma(tras_palabra(renglon), nombre.ends_with("_exacto")));
        });
    }
    void catalogos(std::string_view texto) {
        Tipo* este = nullptr;
        cada_renglon(texto, [&](std::string_view renglon) {
            const auto palabras = palabras_de(renglon);
            if (renglon.front() == ' ') {
                for (const auto palabra : palabras) {
                    const auto puntos = palabra.find(':');  // decimals of a currency
                    este->valores.emplace_back(palabra.substr(0, puntos));
                    if (puntos != std::string_view::npos)
                        esquema_.decimales_.emplace(este->valores.back(),
                                                    static_cast<int>(numero_de(palabra.substr(puntos + 1))));
                }
                return;
            }
            este = &esquema_.catalogos_[std::string{palabras[0]}];
            *este = palabras.size() > 1 ? tipo_con_forma(tras_palabra(tras_palabra(renglon)), false) : Tipo{Tipo::Clase::uno};
        });
        const auto agregar = [&](const char* catalogo, std::span<const std::string_view> claves) {
            auto& valores = esquema_.catalogos_[catalogo].valores;
            valores.insert(valores.end(), claves.begin(), claves.end());
            esquema_.catalogos_[catalogo].clase = Tipo::Clase::uno;
        };
        agregar("c_FormaPago", sat::formas_de_pago);
        agregar("c_RegimenFiscal", sat::regimenes_fiscales);
        agregar("c_UsoCFDI", sat::usos_cfdi);
        for (auto& [nombre, tipo] : esquema_.catalogos_) std::ranges::sort(tipo.valores);
    }
    void tasas(std::string_view texto) {
        cada_renglon(texto, [&](std::string_view renglon) {
            const auto p = palabras_de(renglon);
            auto& estas = esquema_.tasas_[llave_de_tasa(p[0], p[1], p[2])];
            for (std::size_t i = 3; i < p.size(); ++i) {
                const auto raya = p[i].find('-');
                const auto desde = Tasa::leer(p[i].substr(0, raya));
                const auto hasta = raya == std::string_view::npos ? desde : Tasa::leer(p[i].substr(raya + 1));
                if (!desde || !hasta) mala_tabla(renglon);
                estas.emplace_back(*desde, *hasta);
            }
        });
    }
    void usos(std::string_view texto) { listas(texto, esquema_.usos_); }
    void personas(std::string_view texto) { listas(texto, esquema_.personas_); }
    // Keys, a colon, and what each of them goes with.
    static void listas(std::string_view texto, std::map<std::string, std::vector<std::string>, std::less<>>& en) {
        cada_renglon(texto, [&](std::string_view renglon) {
            const auto palabras = palabras_de(renglon);
            const auto medio = std::ranges::find(palabras, ":");
            if (medio == palabras.end()) mala_tabla(renglon);
            for (auto uso = palabras.begin(); uso != medio; ++uso) en[std::string{*uso}] = {medio + 1, palabras.end()};
        });
    }
    void vocabulario(std::string_view texto) {
        std::string espacio, prefijo, lugar;
        std::vector<std::pair<std::size_t, Tabla*>> abiertas;  // by how far they stand in
        std::unique_ptr<Tabla> raiz;
        cada_renglon(texto, [&](std::string_view renglon) {
            const auto sangria = renglon.find_first_not_of(' ');
            const auto contenido = recortado(renglon);
            if (sangria == 0 && contenido.starts_with("espacio ")) {
                const auto palabras = palabras_de(contenido);
                prefijo = palabras[1];
                espacio = palabras[2];
                if (palabras.size() > 3) lugar = palabras[3];
                return;
            }
            while (!abiertas.empty() && abiertas.back().first >= sangria) abiertas.pop_back();
            auto* arriba = abiertas.empty() ? nullptr : abiertas.back().second;
            if (contenido.front() != '<') return campo(*arriba, contenido);
            auto [hijo, tabla] = elemento(contenido.substr(1, contenido.size() - 2));
            auto* nueva = tabla.get();
            if (nueva != nullptr) {
                nueva->espacio = espacio;
                nueva->prefijo = prefijo;
                abiertas.emplace_back(sangria, nueva);
            }
            if (arriba == nullptr) {
                raiz = std::move(tabla);
                return;
            }
            hijo.tabla = std::move(tabla);
            arriba->orden.emplace_back(false, arriba->hijos.size());
            arriba->hijos.push_back(std::move(hijo));
        });
        if (raiz == nullptr) mala_tabla(espacio);
        raiz->lugar = lugar;
        const auto nombre = raiz->nombre;
        esquema_.raices_.emplace(std::pair{espacio, nombre}, std::move(raiz));
    }

private:
    static std::pair<Tabla::Hijo, std::unique_ptr<Tabla>> elemento(std::string_view contenido) {
        const auto palabras = palabras_de(contenido);
        auto nombre = palabras[0];
        Tabla::Hijo hijo;
        const bool en_cadena = !nombre.ends_with('-');
        if (!en_cadena) nombre.remove_suffix(1);
        if (nombre.ends_with('?')) hijo.minimo = 0;
        if (nombre.ends_with('*')) hijo.minimo = 0, hijo.maximo = Tabla::sin_fin;
        if (nombre.ends_with('+')) hijo.maximo = Tabla::sin_fin;
        if (std::string_view{"?*+"}.find(nombre.back()) != std::string_view::npos) nombre.remove_suffix(1);
        if (palabras.size() == 3) {
            hijo.minimo = numero_de(palabras[1]);
            hijo.maximo = numero_de(palabras[2]);
        }
        if (nombre == "...") return {std::move(hijo), nullptr};
        auto tabla = std::make_unique<Tabla>();
        tabla->nombre = nombre;
        tabla->en_cadena = en_cadena;
        tabla->mezclados = palabras.size() == 2 && palabras[1] == "mezclados";
        return {std::move(hijo), std::move(tabla)};
    }
    void campo(Tabla& tabla, std::string_view contenido) {
        auto nombre = palabras_de(contenido).front();
        Tabla::Campo c;
        c.tipo = tipo(tras_palabra(contenido));
        if (nombre.ends_with('-')) c.en_cadena = false, nombre.remove_suffix(1);
        if (nombre.ends_with('?')) c.requerido = false, nombre.remove_suffix(1);
        c.nombre = nombre;
        tabla.orden.emplace_back(true, tabla.campos.size());
        tabla.campos.push_back(std::move(c));
    }
    Tipo tipo(std::string_view texto) {
        const auto p = palabras_de(texto);
        const auto clase = p.empty() ? std::string_view{} : p[0];
        const auto con = [&](Tipo::Clase c) {
            Tipo t{c, clase.ends_with("_exacto") || clase.ends_with("_exacta")};
            return t;
        };
        if (clase.starts_with('=')) {
            Tipo t{Tipo::Clase::fijo, clase.starts_with("==")};
            t.valores.emplace_back(clase.substr(t.exacto ? 2 : 1));
            return t;
        }
        if (clase == "texto" || clase == "texto_exacto" || clase == "libre") {
            auto t = con(clase == "libre" ? Tipo::Clase::libre : Tipo::Clase::texto);
            if (p.size() > 1) t.minimo = numero_de(p[1]);
            if (p.size() > 2) t.maximo = numero_de(p[2]);
            return t;
        }
        if (clase == "cualquiera") return {Tipo::Clase::libre, true};
        if (clase == "importe") return {Tipo::Clase::importe};
        if (clase == "pesos") return {Tipo::Clase::pesos};
        if (clase == "fecha_hora") return {Tipo::Clase::fecha_hora};
        if (clase == "fecha") return {Tipo::Clase::fecha};
        if (clase == "fecha_xsd") return {Tipo::Clase::fecha_xsd};
        if (clase == "base64") return {Tipo::Clase::base64};
        if (clase == "decimal") {
            auto t = con(Tipo::Clase::decimal);
            if (p[1] != "-") t.decimales = static_cast<int>(numero_de(p[1]));
            if (p.size() > 2) t.menor = p[2];
            if (p.size() > 3) t.mayor = p[3];
            return t;
        }
        if (clase == "entero") {
            auto t = con(Tipo::Clase::entero);
            t.menor = p[1];
            t.mayor = p[2];
            return t;
        }
        if (clase == "clave") {
            if (!esquema_.catalogos_.contains(p[1])) mala_tabla(p[1]);
            // The catalog's own type, so that a value is judged without looking for it.
            Tipo t = esquema_.catalogos_.find(p[1])->second;
            t.catalogo = p[1];
            return t;
        }
        if (clase == "forma" || clase == "forma_exacta") return tipo_con_forma(tras_palabra(texto), clase == "forma_exacta");
        if (clase == "uno" || clase == "uno_exacto") {
            auto t = con(Tipo::Clase::uno);
            for (auto resto = tras_palabra(texto); !resto.empty();) {
                const auto fin = std::min(resto.find('|'), resto.size());
                t.valores.emplace_back(recortado(resto.substr(0, fin)));
                resto.remove_prefix(std::min(fin + 1, resto.size()));
            }
            std::ranges::sort(t.valores);
            return t;
        }
        const auto forma = esquema_.formas_.find(clase);
        if (forma == esquema_.formas_.end()) mala_tabla(texto);
        return forma->second;
    }

    Esquema& esquema_;
};

Esquema::Esquema() {
    LectorTablas lector{*this};
    const auto todas = embedded::tablas();
    const auto de = [&](std::string_view nombre) {
        return std::ranges::find_if(todas, [&](const Embedded& e) { return e.path == nombre; })->text;
    };
    lector.formas(de("formas.txt"));
    lector.catalogos(de("catalogos.txt"));
    lector.tasas(de("tasas.txt"));
    lector.usos(de("usos.txt"));
    lector.personas(de("personas.txt"));
    // The others are vocabularies, and say their namespace.
    for (const auto& tabla : todas)
        if (tabla.text.find("\nespacio ") != std::string_view::npos) lector.vocabulario(tabla.text);
}

const Esquema& Esquema::sat() {
    static const Esquema uno;
    return uno;
}

const Tabla* Esquema::raiz(std::string_view espacio, std::string_view nombre) const {
    // A handful, and each document asks for a few.
    for (const auto& [quien, tabla] : raices_)
        if (quien.second == nombre && quien.first == espacio) return tabla.get();
    return nullptr;
}

bool Esquema::tiene(std::string_view catalogo, std::string_view clave) const {
    const auto este = catalogos_.find(catalogo);
    return este != catalogos_.end() && es_valor(este->second, clave);
}

bool Esquema::es_uso_de(std::string_view uso, std::string_view regimen) const {
    const auto este = usos_.find(uso);
    return este != usos_.end() && std::ranges::find(este->second, regimen) != este->second.end();
}

bool Esquema::es_regimen_de(std::string_view regimen, std::string_view rfc) const {
    constexpr std::size_t largo_de_moral = 12;
    const std::string_view persona = largo_utf8(rfc) == largo_de_moral ? "moral" : "fisica";
    const auto este = personas_.find(regimen);
    return este != personas_.end() && std::ranges::find(este->second, persona) != este->second.end();
}

int Esquema::decimales(std::string_view moneda) const {
    const auto esta = decimales_.find(moneda);
    return esta == decimales_.end() ? 2 : esta->second;
}

bool Esquema::es_tasa(std::string_view impuesto, std::string_view factor, bool retencion, Tasa tasa) const {
    const auto estas = tasas_.find(llave_de_tasa(impuesto, factor, retencion ? "retencion" : "traslado"));
    return estas != tasas_.end() &&
           std::ranges::any_of(estas->second, [&](const auto& r) { return r.first <= tasa && tasa <= r.second; });
}

}  // namespace cacao::fiscal
