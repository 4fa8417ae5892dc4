#include "tabla/csv.hpp"
#include "tabla/hoja.hpp"
#include "tabla/pdf.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::tabla {
namespace {

constexpr Medida lado_corto = 612'000, lado_largo = 792'000, margen = 36'000;  // letter
constexpr Medida letra_maxima = 8'500, letra_comoda = 7'000, letra_minima = 5'000;
constexpr Medida ancho_de_digito = 556;  // in thousandths of the letter
constexpr Medida separacion = 12;        // between columns, in tenths of a digit

std::string en_papel(const Celda& celda) {
    if (const auto* texto = std::get_if<std::string>(&celda)) return *texto;
    if (const auto* numero = std::get_if<Numero>(&celda))
        return numero->decimales < 0 ? numero->digitos : con_comas(numero->digitos);
    if (const auto* fecha = std::get_if<Fecha>(&celda)) return dia_mes_anio(*fecha);
    return std::get<bool>(celda) ? "Sí" : "No";
}

class HojaPdf : public Hoja {
public:
    HojaPdf(Salida salida, Membrete membrete) : Hoja(std::move(membrete)), salida_(std::move(salida)) {}

    void terminar() override { pdf_->terminar(); }

protected:
    void empezar() override {
        const Medida decimas = elegir();
        const auto letra = [&](Medida lado) { return (lado - 2 * margen) * 10'000 / (decimas * ancho_de_digito); };
        const bool acostada = letra(lado_corto) < letra_comoda;
        ancho_ = acostada ? lado_largo : lado_corto;
        alto_ = acostada ? lado_corto : lado_largo;
        tamano_ = std::clamp(letra(ancho_), letra_minima, letra_maxima);
        // Narrow tables stay narrow; columns of one that is too wide even for the smallest letter share what there is.
        const Medida todas = std::min(ancho_ - 2 * margen, decimas * tamano_ * ancho_de_digito / 10'000);
        Medida hasta_aqui = 0;
        for (std::size_t i = 0; i < columnas().size(); ++i) {
            const Medida ancho = lugares_[i].ancho;
            lugares_[i] = {margen + hasta_aqui * todas / decimas, ancho * 10 * todas / decimas};
            if (ancho > 0) hasta_aqui += ancho * 10 + separacion;
        }
        derecha_ = ancho_ - margen;
        pdf_ = std::make_unique<Pdf>(std::move(salida_), en_windows(encabezado().titulo), ancho_, alto_);
        nueva_pagina();
    }

    void escribir(std::span<const Celda> celdas, bool es_total) override {
        if (y_ - interlinea() < margen) nueva_pagina();
        if (es_total && !en_totales_) {
            pdf_->linea(margen, y_ + tamano_, derecha_);
            y_ -= tamano_ / 4;
        }
        en_totales_ = es_total;
        for (std::size_t i = 0; i < celdas.size(); ++i)
            celda(i, en_papel(celdas[i]), std::holds_alternative<Numero>(celdas[i]), es_total ? Letra::negrita : Letra::normal,
                  es_total && i == 0 ? hasta_la_siguiente(celdas) : lugares_[i].ancho);
        y_ -= interlinea();
    }

private:
    struct Lugar {
        Medida x;
        Medida ancho;
    };
    Medida interlinea() const { return tamano_ * 14 / 10; }

    // Which columns a page has room for in the smallest letter: all figures, what is as narrow as a currency, and of the others
    // the first. How wide they are together, in tenths of a digit.
    Medida elegir() {
        constexpr Medida caben = (lado_largo - 2 * margen) * 10'000 / (letra_minima * ancho_de_digito);
        Medida decimas = 0;
        for (const Columna& c : columnas()) {
            lugares_.push_back({0, c.ancho});
            decimas += c.ancho * 10 + separacion;
        }
        for (std::size_t i = columnas().size(); i-- > 1 && decimas > caben;) {
            constexpr int angosta = 7;
            if (columnas()[i].clase == Clase::importe || columnas()[i].ancho <= angosta) continue;
            decimas -= columnas()[i].ancho * 10 + separacion;
            lugares_[i].ancho = 0;
        }
        return decimas;
    }

    // What a total is called takes the empty cells behind it.
    Medida hasta_la_siguiente(std::span<const Celda> celdas) const {
        std::size_t i = 1;
        while (i < celdas.size() && (lugares_[i].ancho == 0 || en_papel(celdas[i]).empty())) ++i;
        const auto [x, ancho] = lugares_[i - 1];
        return x + ancho - lugares_[0].x;
    }

    void celda(std::size_t columna, const std::string& utf8, bool entera, Letra letra, Medida ancho) {
        const Medida x = lugares_[columna].x;
        if (ancho == 0) return;
        const auto clase = columnas()[columna].clase;
        const bool a_la_derecha = clase == Clase::importe || clase == Clase::entero;
        auto texto = en_windows(utf8);
        std::int64_t estirar = 1000;
        // A figure that lost a digit would be another one, and a title is seen by everybody: these are set closer instead.
        if (!entera) texto = recortar(std::move(texto), letra, tamano_, ancho);
        Medida mide = ancho_de(texto, letra) * tamano_ / 1000;
        if (mide > ancho) {
            estirar = 1000 * ancho / mide;
            mide = ancho;
        }
        pdf_->texto(a_la_derecha ? x + ancho - mide : x, y_, texto, letra, tamano_, estirar);
    }

    void nueva_pagina() {
        constexpr Medida grande = 11'000, mediana = 9'500, chica = 8'000;
        pdf_->pagina();
        y_ = alto_ - margen - grande;
        const auto linea = [&](const std::string& utf8, Letra letra, Medida tamano) {
            pdf_->texto(margen, y_, recortar(en_windows(utf8), letra, tamano, derecha_ - margen - 110'000), letra, tamano);
            y_ -= mediana * 135 / 100;
        };
        const auto numero = fmt::format("Página {} de ", pdf_->paginas());
        constexpr Medida lugar_del_total = 24'000;
        const Medida hasta = derecha_ - lugar_del_total;
        const auto en_orilla = [&](const std::string& utf8, Medida x) {
            const auto texto = en_windows(utf8);
            pdf_->texto(x - ancho_de(texto, Letra::normal) * chica / 1000, y_, texto, Letra::normal, chica);
        };
        en_orilla(numero, hasta);
        pdf_->total_de_paginas(hasta, y_, chica);
        linea(membrete().empresa, Letra::negrita, grande);
        en_orilla(dia_mes_anio(membrete().hoy), derecha_);
        for (const auto& una : lineas())
            linea(una, una == encabezado().titulo ? Letra::negrita : Letra::normal, una == encabezado().titulo ? mediana : chica);
        y_ -= interlinea() * 6 / 10;
        for (std::size_t i = 0; i < columnas().size(); ++i)
            celda(i, columnas()[i].titulo, true, Letra::negrita, lugares_[i].ancho);
        pdf_->linea(margen, y_ - tamano_ * 35 / 100, derecha_);
        y_ -= interlinea() * 115 / 100;
        en_totales_ = false;
    }

    Salida salida_;
    std::unique_ptr<Pdf> pdf_;
    std::vector<Lugar> lugares_;
    Medida ancho_ = 0, alto_ = 0, derecha_ = 0;
    Medida tamano_ = letra_maxima;
    Medida y_ = 0;
    bool en_totales_ = false;
};

}  // namespace

std::unique_ptr<Hoja> hoja_pdf(Salida salida, Membrete membrete) {
    return std::make_unique<HojaPdf>(std::move(salida), std::move(membrete));
}

}  // namespace cacao::tabla
