#include "casos/ejemplos.hpp"

#include "base/fecha.hpp"
#include "base/texto.hpp"
#include "reflect/json_write.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <utility>

namespace cacao::test {
namespace {

using simdjson::ondemand::json_type;
using simdjson::ondemand::value;

constexpr std::size_t items_shown = 3;
constexpr int days_around = 31;  // of today: what is dated by it

// Drawn anew in each run, by the name of the field.
struct Drawn {
    std::string_view field, stable;
};
constexpr std::array drawn{
    Drawn{"accessToken", "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIxMDAxIn0.c2VsbG8"},
    Drawn{"refreshToken", "cGVybWlzby1wYXJhLXBlZGlyLW90cm8"},
    Drawn{"apiKey", "cacao_Qm4tZ7Lx_r3n0vac10n"},
    Drawn{"password", "una frase que nadie adivina"},
    Drawn{"actual", "la de hasta ahora"},
    Drawn{"nueva", "una frase que nadie adivina"},
    Drawn{"siguiente", "t0TDSccTktrxl2t4r1TaQjkyZjU4YmE4ZGZiNjFiMTc6MTAxMQ"},
    Drawn{"prefijo", "Qm4tZ7Lx"},
    Drawn{"certificado", "MIIFsDCCA5igAwIBAgIU"},
    Drawn{"llave", "MIIFDjBABgkqhkiG9w0B"},
    Drawn{"traza", "4bf92f3577b34da6a3ce929d0e0e4736"},
    Drawn{"sesionId", "khkNLvlsH_BEteLBO63juQ"},
    Drawn{"ancla",
          "cacao1.1.3.7.b67a20dc7c786632a00297502204ee8b04f45dcfa1aa6548d21b1209a0800b3a."
          "93f7003905967defab703365160e6cb6bd32b4ae5e9fadf5781908b2f77c6fb4"},
};

Fecha stable_day() { return Fecha::de_civil(2026, 11, 17).value(); }

// A day near that of the run moves with it, unless the scenario says it.
std::string day_text(Fecha day, Fecha today) {
    const int away = day - today;
    return (std::abs(away) <= days_around ? stable_day() + away : day).iso();
}

std::string stable_text(std::string_view field, std::string_view text, const Corrida& run) {
    static const std::regex moment{R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))"}, day{R"(\d{4}-\d\d-\d\d)"};
    const std::string copy{text};
    const bool is_day = std::regex_match(copy, day);
    for (const auto& one : drawn)
        if (one.field == field && !text.empty() && !is_day) return std::string{one.stable};
    // The address of a file: signed, and good for a while.
    if (const auto boleto = copy.find("?boleto="); boleto != std::string::npos)
        return copy.substr(0, boleto) + "?boleto=1.1794999999.q83vEjRWeJA";
    if (std::regex_match(copy, moment)) return "2026-11-17T18:30:00Z";
    if (is_day)
        if (const auto read = Fecha::leer_iso(copy); read && run.caso.find(copy) == std::string_view::npos)
            return day_text(*read, run.hoy);
    return copy;
}

class Writer {
public:
    explicit Writer(const Corrida& run) : run_(run) {}

    void write(value v, std::string_view field, int level) {
        switch (v.type().value()) {
            case json_type::object: return object(v.get_object(), level);
            case json_type::array: return array(v.get_array(), field, level);
            case json_type::string: {
                const std::string_view text = v.get_string();
                reflect::write_string(out, stable_text(field, text, run_));
                return;
            }
            default: out += recortado(std::string_view{v.raw_json_token()});
        }
    }
    std::string out;

private:
    void line(int level) { out.append("\n").append(static_cast<std::size_t>(level) * 2, ' '); }
    void object(simdjson::ondemand::object o, int level) {
        out.push_back('{');
        bool first = true;
        for (auto member : o) {
            const std::string name{std::string_view{member.unescaped_key()}};
            if (!std::exchange(first, false)) out.push_back(',');
            line(level + 1);
            reflect::write_string(out, name);
            out += ": ";
            write(member.value(), name, level + 1);
        }
        if (!first) line(level);
        out.push_back('}');
    }
    void array(simdjson::ondemand::array list, std::string_view field, int level) {
        out.push_back('[');
        std::size_t count = 0;
        for (auto item : list) {
            if (count == items_shown) break;
            if (count++ > 0) out.push_back(',');
            line(level + 1);
            write(item.value(), field, level + 1);
        }
        if (count > 0) line(level);
        out.push_back(']');
    }

    const Corrida& run_;
};

bool says_nothing(const std::string& answer) {
    static const std::regex empty{R"re(\s*\{\s*"data":\s*(null|\[\s*\])[^\0]*)re"};
    return std::regex_match(answer, empty);
}

}  // namespace

std::string estable(std::string_view json, const Corrida& corrida, int nivel) {
    simdjson::ondemand::parser parser;
    const simdjson::padded_string padded{json};
    auto document = parser.iterate(padded);
    Writer writer{corrida};
    writer.write(document.get_value(), "", nivel);
    return std::move(writer.out);
}

void anotar_ejemplo(const DocumentedOperation& operacion, const Ejemplo& e, const std::string& carpeta) {
    static std::map<std::string, int> kept;  // how good what is kept is; 0 is best
    const int rank = (says_nothing(e.respuesta) ? 2 : 0) + (e.guia ? 0 : 1);
    const auto [place, first] = kept.emplace(operacion.id, rank);
    if (!first && place->second <= rank) return;
    place->second = rank;
    // The day in the time zone that a company starts with.
    constexpr std::int64_t behind_utc = 6 * 3600;
    const Corrida corrida{Fecha::leer_iso(Instante::ahora().mas_segundos(-behind_utc).iso().substr(0, 10)).value(), e.texto};
    std::string out = fmt::format("{{\n  \"request\": \"{} {}\"", operacion.method, operacion.path);
    if (operacion.has_body || operacion.has_table)
        out += ",\n  \"body\": " + estable(e.cuerpo.empty() ? "{}" : e.cuerpo, corrida, 1);
    out += ",\n  \"answer\": " + estable(e.respuesta, corrida, 1) + "\n}\n";
    std::ofstream{carpeta + '/' + operacion.id + ".json"} << out;
}

}  // namespace cacao::test
