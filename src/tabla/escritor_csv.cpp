#include "tabla/csv.hpp"
#include "tabla/escritor.hpp"

namespace cacao::tabla {
namespace {

void citar(std::string& out, std::string_view texto) {
    // Blanks at the ends would be lost by readers that trim.
    const bool orillas = !texto.empty() && (texto.front() == ' ' || texto.back() == ' ');
    if (!orillas && texto.find_first_of(",;\t\"\r\n") == std::string_view::npos) {
        out += texto;
        return;
    }
    out.push_back('"');
    for (const char c : texto) {
        if (c == '"') out.push_back('"');
        out.push_back(c);
    }
    out.push_back('"');
}

// A spreadsheet takes a text that begins so for a formula, whoever wrote it. An apostrophe in front says that it is a text
// (OWASP, CSV Injection); one more where there are some already, so that whoever takes one away has what there was.
bool parece_formula(std::string_view texto) {
    const auto primero = texto.find_first_not_of('\'');
    return primero != std::string_view::npos && inicios_de_formula.find(texto[primero]) != std::string_view::npos;
}

class Csv : public Escritor {
public:
    Csv(Salida salida, OpcionesCsv opciones) : salida_(std::move(salida)) {
        if (opciones.marca) bufer_ = "\xEF\xBB\xBF";
    }
    void renglon(std::span<const Celda> celdas) override {
        bool primera = true;
        for (const auto& c : celdas) {
            if (!primera) bufer_.push_back(',');
            primera = false;
            if (const auto* texto = std::get_if<std::string>(&c)) citar(bufer_, parece_formula(*texto) ? '\'' + *texto : *texto);
            else if (const auto* numero = std::get_if<Numero>(&c)) bufer_ += numero->digitos;
            else if (const auto* fecha = std::get_if<Fecha>(&c)) fecha->escribir_iso(bufer_);
            else bufer_ += std::get<bool>(c) ? "true" : "false";
        }
        bufer_ += "\r\n";
        constexpr std::size_t bastante = 1U << 16U;
        if (bufer_.size() >= bastante) vaciar();
    }
    void terminar() override { vaciar(); }

private:
    void vaciar() {
        salida_(bufer_);
        bufer_.clear();
    }
    Salida salida_;
    std::string bufer_;
};

}  // namespace

std::unique_ptr<Escritor> escritor_csv(Salida salida, OpcionesCsv opciones) {
    return std::make_unique<Csv>(std::move(salida), opciones);
}

}  // namespace cacao::tabla
