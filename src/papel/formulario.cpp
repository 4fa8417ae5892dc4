#include "papel/formulario.hpp"

#include "papel/qr.hpp"
#include "tabla/csv.hpp"
#include "tabla/hoja.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <type_traits>

namespace cacao::papel {
namespace {

using tabla::Color;
using tabla::Letra;
using tabla::Medida;
using tabla::Pdf;

constexpr Medida ancho_de_hoja = 612'000, alto_de_hoja = 792'000, margen = 36'000;  // letter
constexpr Medida derecha = ancho_de_hoja - margen, ancho_util = derecha - margen;
constexpr Medida grande = 12'000, media = 9'000, normal = 8'000, chica = 7'000, minima = 5'500;
constexpr Medida relleno = 4'000;
constexpr Color gris{200, 204, 208}, gris_claro{242, 244, 246}, color_de_marca{246, 214, 214}, apagado{96, 102, 108};

Medida interlinea(Medida tamano) { return tamano * 125 / 100; }
Medida mide(std::string_view windows, Letra letra, Medida tamano) { return tabla::ancho_de(windows, letra) * tamano / 1000; }

// White on a dark colour, black on a light one (the weights of ITU-R BT.601, in thousandths).
Color sobre(Color c) {
    const int luz = c.rojo * 299 + c.verde * 587 + c.azul * 114;
    return luz > 160'000 ? tabla::negro : tabla::blanco;
}

class Imprenta {
public:
    Imprenta(const Formulario& f, const tabla::Salida& salida)
        : f_(f), pdf_(salida, tabla::en_windows(titulo_entero()), ancho_de_hoja, alto_de_hoja) {
        pie_ = tabla::partir(tabla::en_windows(f.estilo.pie), Letra::normal, chica, ancho_util);
        leyenda_ = tabla::partir(tabla::en_windows(f.leyenda), Letra::normal, chica, ancho_util - 90'000);
        constexpr std::size_t lineas_de_pie = 4;
        if (pie_.size() > lineas_de_pie) pie_.resize(lineas_de_pie);
        fondo_ =
            margen + interlinea(chica) * static_cast<Medida>(pie_.size() + std::max<std::size_t>(leyenda_.size(), 1)) + 6'000;
        if (f.emisor.logo) logo_ = pdf_.imagen(*f.emisor.logo);
        for (const auto& m : f.marcas) marcas_.push_back(tabla::en_windows(m));
    }

    void todo() {
        pagina();
        encabezado();
        partes();
        for (const auto& t : f_.tablas) tabla(t);
        totales();
        for (const auto& n : f_.notas) nota(n);
        if (f_.prueba) prueba(*f_.prueba);
        pdf_.terminar();
    }

private:
    std::string titulo_entero() const { return f_.folio.empty() ? f_.titulo : f_.titulo + ' ' + f_.folio; }

    // One page more, with its mark, its foot and, behind the first, a line that says of what it is a page.
    void pagina() {
        pdf_.pagina();
        if (!marcas_.empty()) pdf_.marca(marcas_, color_de_marca);
        pie();
        y_ = alto_de_hoja - margen;
        if (pdf_.paginas() == 1) return;
        y_ -= normal;
        const auto cual = tabla::en_windows(titulo_entero());
        const auto ancho = mide(cual, Letra::negrita, normal);
        pdf_.texto(margen, y_,
                   tabla::recortar(tabla::en_windows(f_.emisor.nombre), Letra::negrita, normal, ancho_util - ancho - 20'000),
                   Letra::negrita, normal);
        pdf_.texto(derecha - ancho, y_, cual, Letra::negrita, normal);
        y_ -= 5'000;
        pdf_.trazo(f_.estilo.color);
        pdf_.linea(margen, y_, derecha);
        y_ -= 8'000;
    }

    void pie() {
        Medida y = fondo_ - 6'000 - chica;
        pdf_.trazo(gris);
        pdf_.linea(margen, fondo_ - 3'000, derecha);
        pdf_.color(apagado);
        for (const auto& linea : pie_) {
            pdf_.texto(margen + (ancho_util - mide(linea, Letra::normal, chica)) / 2, y, linea, Letra::normal, chica);
            y -= interlinea(chica);
        }
        const auto numero = tabla::en_windows(fmt::format("Página {} de ", pdf_.paginas()));
        constexpr Medida lugar_del_total = 20'000;
        pdf_.texto(derecha - lugar_del_total - mide(numero, Letra::normal, chica), y, numero, Letra::normal, chica);
        pdf_.total_de_paginas(derecha - lugar_del_total, y, chica);
        for (const auto& linea : leyenda_) {
            pdf_.texto(margen, y, linea, Letra::normal, chica);
            y -= interlinea(chica);
        }
        pdf_.color(tabla::negro);
    }

    bool cabe(Medida alto) const { return y_ - alto >= fondo_; }
    void hacer_lugar(Medida alto) {
        if (!cabe(alto)) pagina();
    }

    // What stands above the lines is short; a stranger's name of a thousand words would push everything off the page.
    static constexpr std::size_t lineas_de_dato = 14;
    static std::vector<std::string> pocas(std::string_view utf8, Letra letra, Medida tamano, Medida ancho) {
        auto lineas = tabla::partir(tabla::en_windows(utf8), letra, tamano, ancho);
        if (lineas.size() > lineas_de_dato) {
            lineas.resize(lineas_de_dato);
            lineas.back() = tabla::recortar(lineas.back() + "\x85", letra, tamano, ancho);
        }
        return lineas;
    }

    // Lines one below the other from `y`; where they end.
    Medida parrafo(std::string_view utf8, Medida x, Medida y, Medida ancho, Letra letra, Medida tamano) {
        for (const auto& linea : pocas(utf8, letra, tamano, ancho)) {
            pdf_.texto(x, y - tamano, linea, letra, tamano);
            y -= interlinea(tamano);
        }
        return y;
    }

    void encabezado() {
        constexpr Medida ancho_de_logo = 120'000, alto_de_logo = 62'000, ancho_de_caja = 226'000, separacion = 12'000;
        const Medida arriba = y_, caja = derecha - ancho_de_caja;
        Medida x = margen, abajo = arriba;
        if (logo_) {
            const auto& logo = *f_.emisor.logo;
            // As large as both limits allow, in its own proportion.
            Medida ancho = ancho_de_logo, alto = ancho_de_logo * logo.alto / logo.ancho;
            if (alto > alto_de_logo) {
                alto = alto_de_logo;
                ancho = alto_de_logo * logo.ancho / logo.alto;
            }
            pdf_.poner(*logo_, margen, arriba - std::max<Medida>(alto, 1'000), std::max<Medida>(ancho, 1'000),
                       std::max<Medida>(alto, 1'000));
            x += ancho + separacion;
            abajo = arriba - alto;
        }
        Medida y = parrafo(f_.emisor.nombre, x, arriba, caja - separacion - x, Letra::negrita, grande);
        for (const auto& linea : f_.emisor.lineas) y = parrafo(linea, x, y, caja - separacion - x, Letra::normal, normal);
        abajo = std::min(abajo, y);
        y_ = std::min(abajo, titulo(caja, arriba, ancho_de_caja)) - separacion;
    }

    // What it is, in a band of the organization's colour, and below it folio and dates.
    Medida titulo(Medida x, Medida y, Medida ancho) {
        const auto lineas = tabla::partir(tabla::en_windows(f_.titulo), Letra::negrita, grande, ancho - 2 * relleno);
        const Medida alto = interlinea(grande) * static_cast<Medida>(lineas.size()) + relleno;
        pdf_.color(f_.estilo.color);
        pdf_.rectangulo(x, y - alto, ancho, alto);
        pdf_.color(sobre(f_.estilo.color));
        Medida linea_y = y - grande - relleno / 4;
        for (const auto& linea : lineas) {
            pdf_.texto(x + relleno, linea_y, linea, Letra::negrita, grande);
            linea_y -= interlinea(grande);
        }
        pdf_.color(tabla::negro);
        const Medida arriba = y;
        y -= alto + relleno;
        if (!f_.folio.empty()) y = parrafo(f_.folio, x + relleno, y, ancho - 2 * relleno, Letra::negrita, grande) - 2'000;
        y = datos(f_.datos, x + relleno, y, ancho - 2 * relleno);
        pdf_.trazo(f_.estilo.color);
        pdf_.recuadro(x, y - relleno, ancho, arriba - y + relleno);
        return y - relleno;
    }

    Medida datos(const std::vector<Dato>& lista, Medida x, Medida y, Medida ancho) {
        for (const auto& d : lista) {
            if (d.valor.empty()) continue;
            const auto etiqueta = d.etiqueta.empty() ? std::string{} : tabla::en_windows(d.etiqueta + ": ");
            const Medida sangria = std::min(mide(etiqueta, Letra::negrita, normal), ancho * 6 / 10);
            if (!etiqueta.empty())
                pdf_.texto(x, y - normal, tabla::recortar(etiqueta, Letra::negrita, normal, sangria + 1'000), Letra::negrita,
                           normal);
            y = parrafo(d.valor, x + sangria, y, ancho - sangria, Letra::normal, normal);
        }
        return y;
    }

    Medida alto_de_datos(const std::vector<Dato>& lista, Medida ancho) const {
        Medida alto = 0;
        for (const auto& d : lista) {
            if (d.valor.empty()) continue;
            const auto etiqueta = d.etiqueta.empty() ? std::string{} : tabla::en_windows(d.etiqueta + ": ");
            const Medida sangria = std::min(mide(etiqueta, Letra::negrita, normal), ancho * 6 / 10);
            alto += interlinea(normal) *
                    static_cast<Medida>(std::max<std::size_t>(1, pocas(d.valor, Letra::normal, normal, ancho - sangria).size()));
        }
        return alto;
    }

    void partes() {
        if (f_.partes.empty()) return;
        constexpr Medida separacion = 14'000;
        const auto cuantas = static_cast<Medida>(f_.partes.size());
        const Medida ancho = (ancho_util - separacion * (cuantas - 1)) / cuantas;
        Medida alto = 0;
        for (const auto& p : f_.partes) alto = std::max(alto, alto_de_datos(p.datos, ancho));
        hacer_lugar(alto + 20'000);
        const Medida arriba = y_;
        Medida x = margen;
        for (const auto& p : f_.partes) {
            pdf_.trazo(f_.estilo.color);
            pdf_.linea(x, arriba, x + ancho);
            pdf_.color(f_.estilo.color);
            Medida y = parrafo(p.titulo, x, arriba - 3'000, ancho, Letra::negrita, normal);
            pdf_.color(tabla::negro);
            y = datos(p.datos, x, y - 1'000, ancho);
            y_ = std::min(y_, y);
            x += ancho + separacion;
        }
        y_ -= 10'000;
    }

    struct Lugar {
        Medida x, ancho;
    };
    std::vector<Lugar> repartir(const TablaDeForma& t) const {
        Medida partes = 0;
        for (const auto& c : t.columnas) partes += c.ancho;
        std::vector<Lugar> lugares;
        Medida hasta_aqui = 0;
        for (const auto& c : t.columnas) {
            const Medida x = margen + ancho_util * hasta_aqui / partes;
            lugares.push_back({x + relleno / 2, ancho_util * c.ancho / partes - relleno});
            hasta_aqui += c.ancho;
        }
        return lugares;
    }

    using Lineas = std::vector<std::vector<std::string>>;  // of each cell
    static Lineas lineas_de(const TablaDeForma& t, const std::vector<Lugar>& lugares, const std::vector<std::string>& celdas,
                            Letra letra, Medida tamano, bool titulos = false) {
        Lineas lineas;
        for (std::size_t i = 0; i < t.columnas.size(); ++i) {
            const auto texto = i < celdas.size() ? tabla::en_windows(celdas[i]) : std::string{};
            // A figure stays on one line, whole: it is set closer where it is too wide.
            const bool cifra = !titulos && t.columnas[i].alineado == Alineado::derecha && texto.find(' ') == std::string::npos;
            if (cifra) lineas.push_back({texto});
            else lineas.push_back(tabla::partir(texto, letra, tamano, lugares[i].ancho));
        }
        return lineas;
    }
    static std::size_t alto_de(const Lineas& lineas) {
        std::size_t n = 1;
        for (const auto& l : lineas) n = std::max(n, l.size());
        return n;
    }
    void una_linea(const TablaDeForma& t, const std::vector<Lugar>& lugares, const Lineas& lineas, std::size_t cual, Medida y,
                   Letra letra, Medida tamano) {
        for (std::size_t i = 0; i < lineas.size(); ++i) {
            if (cual >= lineas[i].size()) continue;
            const auto& texto = lineas[i][cual];
            Medida ancho = mide(texto, letra, tamano);
            std::int64_t estirar = 1000;
            if (ancho > lugares[i].ancho) {
                estirar = std::max<Medida>(1, 1000 * lugares[i].ancho / ancho);
                ancho = lugares[i].ancho;
            }
            const bool a_la_derecha = t.columnas[i].alineado == Alineado::derecha;
            pdf_.texto(a_la_derecha ? lugares[i].x + lugares[i].ancho - ancho : lugares[i].x, y, texto, letra, tamano, estirar);
        }
    }

    void cabeza(const TablaDeForma& t, const std::vector<Lugar>& lugares) {
        std::vector<std::string> titulos;
        for (const auto& c : t.columnas) titulos.push_back(c.titulo);
        const auto lineas = lineas_de(t, lugares, titulos, Letra::negrita, chica, true);
        const auto cuantas = alto_de(lineas);
        const Medida alto = interlinea(chica) * static_cast<Medida>(cuantas) + relleno;
        pdf_.color(f_.estilo.color);
        pdf_.rectangulo(margen, y_ - alto, ancho_util, alto);
        pdf_.color(sobre(f_.estilo.color));
        for (std::size_t i = 0; i < cuantas; ++i)
            una_linea(t, lugares, lineas, i, y_ - relleno / 2 - chica - interlinea(chica) * static_cast<Medida>(i),
                      Letra::negrita, chica);
        pdf_.color(tabla::negro);
        y_ -= alto;
    }

    void tabla(const TablaDeForma& t) {
        if (t.columnas.empty()) return;
        const auto lugares = repartir(t);
        hacer_lugar(60'000);  // a head alone at the foot of a page would be missed
        if (!t.titulo.empty()) {
            pdf_.color(f_.estilo.color);
            y_ = parrafo(t.titulo, margen, y_, ancho_util, Letra::negrita, media) - 2'000;
            pdf_.color(tabla::negro);
        }
        cabeza(t, lugares);
        const Medida tope = alto_de_hoja - margen - 60'000;  // what a page has below its head, at the least
        const auto renglon = [&](const std::vector<std::string>& celdas, Letra letra, bool resaltado) {
            const auto lineas = lineas_de(t, lugares, celdas, letra, chica);
            const auto cuantas = alto_de(lineas);
            const Medida alto = interlinea(chica) * static_cast<Medida>(cuantas) + relleno / 2;
            if (!cabe(alto) && alto <= tope - fondo_) {
                pagina();
                cabeza(t, lugares);
            }
            if (resaltado && cabe(alto)) {
                pdf_.color(gris_claro);
                pdf_.rectangulo(margen, y_ - alto, ancho_util, alto);
                pdf_.color(tabla::negro);
            }
            y_ -= relleno / 4;
            for (std::size_t i = 0; i < cuantas; ++i) {
                if (!cabe(interlinea(chica))) {
                    pagina();
                    cabeza(t, lugares);
                }
                una_linea(t, lugares, lineas, i, y_ - chica, letra, chica);
                y_ -= interlinea(chica);
            }
            y_ -= relleno / 4;
            pdf_.trazo(gris);
            pdf_.linea(margen, y_, derecha);
        };
        for (const auto& celdas : t.renglones) renglon(celdas, Letra::normal, false);
        for (const auto& celdas : t.cierre) renglon(celdas, Letra::negrita, true);
        y_ -= 10'000;
    }

    void totales() {
        if (f_.totales.empty() && f_.en_letra.empty()) return;
        constexpr Medida ancho_de_caja = 210'000;
        const Medida caja = derecha - ancho_de_caja;
        const auto letra = f_.en_letra.empty()
                               ? std::vector<std::string>{}
                               : tabla::partir(tabla::en_windows(f_.en_letra), Letra::negrita, normal, caja - margen - 20'000);
        const Medida alto = std::max(interlinea(media) * static_cast<Medida>(f_.totales.size()) + relleno,
                                     interlinea(normal) * static_cast<Medida>(letra.size() + 1));
        hacer_lugar(alto);
        const Medida arriba = y_;
        Medida y = arriba;
        if (!letra.empty()) {
            pdf_.color(f_.estilo.color);
            y = parrafo("Importe con letra", margen, y, caja - margen, Letra::negrita, normal);
            pdf_.color(tabla::negro);
            for (const auto& linea : letra) {
                pdf_.texto(margen, y - normal, linea, Letra::negrita, normal);
                y -= interlinea(normal);
            }
        }
        y_ = y;
        y = arriba;
        for (std::size_t i = 0; i < f_.totales.size(); ++i) {
            const auto& d = f_.totales[i];
            const bool ultimo = i + 1 == f_.totales.size();
            const auto como = ultimo ? Letra::negrita : Letra::normal;
            if (ultimo) {
                pdf_.color(f_.estilo.color);
                pdf_.rectangulo(caja, y - interlinea(media) - relleno / 2, ancho_de_caja, interlinea(media) + relleno / 2);
                pdf_.color(sobre(f_.estilo.color));
            }
            const auto valor = tabla::en_windows(d.valor);
            const Medida ancho = mide(valor, como, media);
            pdf_.texto(caja + relleno, y - media,
                       tabla::recortar(tabla::en_windows(d.etiqueta), como, media, ancho_de_caja - ancho - 4 * relleno), como,
                       media);
            pdf_.texto(derecha - relleno - ancho, y - media, valor, como, media);
            y -= interlinea(media);
        }
        pdf_.color(tabla::negro);
        y_ = std::min(y_, y) - 10'000;
    }

    // Text of any length, over as many pages as it takes.
    void corrido(std::string_view utf8, Medida x, Medida ancho, Letra letra, Medida tamano) {
        for (const auto& linea : tabla::partir(tabla::en_windows(utf8), letra, tamano, ancho)) {
            hacer_lugar(interlinea(tamano));
            pdf_.texto(x, y_ - tamano, linea, letra, tamano);
            y_ -= interlinea(tamano);
        }
    }

    void nota(const Bloque& b) {
        if (std::ranges::all_of(b.datos, [](const Dato& d) { return d.valor.empty(); })) return;
        hacer_lugar(3 * interlinea(normal));
        if (!b.titulo.empty()) {
            pdf_.color(f_.estilo.color);
            corrido(b.titulo, margen, ancho_util, Letra::negrita, normal);
            pdf_.color(tabla::negro);
        }
        for (const auto& d : b.datos)
            if (!d.valor.empty())
                corrido(d.etiqueta.empty() ? d.valor : d.etiqueta + ": " + d.valor, margen, ancho_util, Letra::normal, normal);
        y_ -= 6'000;
    }

    // 30 mm with its quiet zone: the authority asks for 27.5 at the least (Anexo 20, I.D).
    static constexpr Medida lado_de_qr = 92'000;

    void dibujar(const Qr& qr) {
        const auto modulos = static_cast<Medida>(qr.lado + 2 * margen_de_qr);
        const Medida abajo = y_ - lado_de_qr;
        pdf_.color(tabla::blanco);  // whatever the mark has left there
        pdf_.rectangulo(margen, abajo, lado_de_qr, lado_de_qr);
        pdf_.color(tabla::negro);
        const auto lugar = [&](std::size_t n) { return static_cast<Medida>(n + margen_de_qr) * lado_de_qr / modulos; };
        for (std::size_t r = 0; r < qr.lado; ++r)
            for (std::size_t c = 0; c < qr.lado; ++c) {
                if (!qr.en(c, r)) continue;
                auto fin = c;
                while (fin < qr.lado && qr.en(fin, r)) ++fin;
                pdf_.rectangulo(margen + lugar(c), y_ - lugar(r + 1), lugar(fin) - lugar(c), lugar(r + 1) - lugar(r));
                c = fin;
            }
    }

    void prueba(const Prueba& p) {
        const auto qr = p.qr.empty() ? Qr{} : codigo_qr(p.qr);
        const bool con_qr = qr.lado > 0;
        const Medida x = con_qr ? margen + lado_de_qr + 8'000 : margen, ancho = derecha - x;
        Medida alto = 0;
        for (const auto& d : p.datos)
            alto += interlinea(minima) *
                        static_cast<Medida>(1 + tabla::partir(tabla::en_windows(d.valor), Letra::normal, minima, ancho).size()) +
                    2'000;
        // Together where a page has room for it; a page of its own is enough for any seal of the authority.
        hacer_lugar(std::min(std::max(alto, con_qr ? lado_de_qr : Medida{0}), alto_de_hoja - 2 * margen - fondo_ - 40'000));
        Medida abajo = y_;
        if (con_qr) {
            dibujar(qr);
            abajo = y_ - lado_de_qr;
        }
        const auto en_esta = pdf_.paginas();
        for (const auto& d : p.datos) {
            if (d.valor.empty()) continue;
            hacer_lugar(2 * interlinea(minima));
            corrido(d.etiqueta, x, ancho, Letra::negrita, minima);
            corrido(d.valor, x, ancho, Letra::normal, minima);
            y_ -= 2'000;
        }
        if (pdf_.paginas() == en_esta) y_ = std::min(y_, abajo);
    }

    const Formulario& f_;
    Pdf pdf_;
    std::vector<std::string> pie_, leyenda_, marcas_;
    std::optional<std::size_t> logo_;
    Medida fondo_ = margen;
    Medida y_ = 0;
};

}  // namespace

std::optional<Color> leer_color(std::string_view texto) {
    if (texto.size() != 7 || texto.front() != '#') return std::nullopt;
    const auto dos = [&](std::size_t en, std::uint8_t& valor) {
        const auto* fin = texto.data() + en + 2;
        const auto [hasta, como] = std::from_chars(texto.data() + en, fin, valor, 16);
        return como == std::errc{} && hasta == fin;
    };
    Color c;
    return dos(1, c.rojo) && dos(3, c.verde) && dos(5, c.azul) ? std::optional{c} : std::nullopt;
}

void elegir_columnas(TablaDeForma& t, const std::optional<std::vector<std::string>>& claves) {
    if (!claves) return;
    std::vector<std::size_t> quedan;
    for (std::size_t i = 0; i < t.columnas.size(); ++i)
        if (t.columnas[i].clave.empty() || std::ranges::find(*claves, t.columnas[i].clave) != claves->end()) quedan.push_back(i);
    const auto dejar = [&](auto& lista) {
        std::remove_reference_t<decltype(lista)> nueva;
        for (const auto i : quedan)
            if (i < lista.size()) nueva.push_back(std::move(lista[i]));
        lista = std::move(nueva);
    };
    dejar(t.columnas);
    for (auto& r : t.renglones) dejar(r);
    for (auto& r : t.cierre) dejar(r);
}

std::string en_cifra(Importe importe, int decimales) {
    return tabla::con_comas(std::get<tabla::Numero>(tabla::monto(importe, decimales)).digitos);
}

void imprimir(const Formulario& f, const tabla::Salida& salida) { Imprenta{f, salida}.todo(); }

}  // namespace cacao::papel
