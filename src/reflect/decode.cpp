#include "reflect/decode.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace cacao::reflect {

PathStep::PathStep(Decoding& d, std::string_view step) : d_(d), length_(d.path.size()) {
    d.path.push_back('/');
    for (const char c : step.substr(0, 200)) {  // a name made up by the caller must not flood the answer
        if (c == '~') d.path += "~0";
        else if (c == '/') d.path += "~1";
        else d.path.push_back(c);
    }
}

PathStep::PathStep(Decoding& d, std::size_t index) : d_(d), length_(d.path.size()) {
    d.path.push_back('/');
    d.path += std::to_string(index);
}

void check_text(std::string_view sent, std::size_t min, std::size_t max, std::string& out, Decoding& d) {
    const auto text = recortado(sent);
    const bool control = std::ranges::any_of(text, [](char c) {
        const auto b = static_cast<unsigned char>(c);
        return (b < 0x20 && c != '\n' && c != '\r' && c != '\t') || b == 0x7F;
    });
    if (control) return d.fault(Codigo::caracter_no_permitido);
    const std::size_t length = largo_utf8(text);
    if (length > max) return d.fault(Codigo::texto_muy_largo, R"({"maximo":)" + std::to_string(max) + "}");
    if (length < min)
        return d.fault(length == 0 ? Codigo::requerido : Codigo::texto_muy_corto, R"({"minimo":)" + std::to_string(min) + "}");
    out.assign(text);
}

void require_members(Readings members, std::uint64_t seen, Decoding& d) {
    for (const Reading& member : members) {
        if (member.required && (seen & 1U) == 0) {
            PathStep step{d, member.name};
            d.fault(Codigo::requerido);
        }
        seen >>= 1U;
    }
}

std::optional<std::size_t> find_member(Readings members, std::string_view name) {
    const auto found = std::ranges::find(members, name, &Reading::name);
    if (found == members.end()) return std::nullopt;
    return static_cast<std::size_t>(found - members.begin());
}

const Reading* next_member(Readings members, std::string_view name, std::uint64_t outside, std::uint64_t& seen, Decoding& d) {
    const auto at = find_member(members, name);
    const std::uint64_t bit = at ? std::uint64_t{1} << *at : 0;
    if (!at || (outside & bit) != 0) return d.fault(Codigo::campo_desconocido), nullptr;
    const Reading& member = members[*at];
    if ((seen & bit) != 0 && !member.files) return d.fault(Codigo::campo_repetido), nullptr;
    seen |= bit;
    return &member;
}

void read_object(JsonValue& v, void* out, Readings members, Decoding& d, std::uint64_t outside) {
    std::uint64_t seen = outside;
    v.fields([&](std::string_view key, JsonValue& field) {
        const PathStep step{d, key};
        if (const Reading* member = next_member(members, key, outside, seen, d)) member->read({.json = &field}, out, d);
    });
    require_members(members, seen, d);
}

bool read_member(void* out, Readings members, std::string_view name, std::string_view text, Decoding& d) {
    const auto at = find_member(members, name);
    if (!at) return false;
    const PathStep step{d, name};
    members[*at].read({.text = text}, out, d);
    return true;
}

bool number_micros(std::string_view digits, std::int64_t& micros, Decoding& d) {
    switch (leer_millonesimas(digits, micros)) {
        case Lectura::bien: return true;
        case Lectura::malformado: d.fault(Codigo::tipo_incorrecto); break;
        case Lectura::demasiados_decimales: d.fault(Codigo::demasiados_decimales, R"({"decimales":6})"); break;
        case Lectura::fuera_de_rango: d.fault(Codigo::fuera_de_rango); break;
    }
    return false;
}

bool number_integer(std::string_view digits, std::int64_t min, std::int64_t max, std::int64_t& out, Decoding& d) {
    // Plain digits first: a 64-bit whole number does not fit millionths, but 1.0 and 1e3 are whole numbers too.
    std::int64_t value{};
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const auto start = digits.starts_with('-') ? digits.substr(1) : digits;
    const bool leading_zero = start.size() > 1 && start[0] == '0' && start[1] >= '0' && start[1] <= '9';
    if (ec != std::errc{} || end != digits.data() + digits.size() || leading_zero) {
        std::int64_t micros{};
        const auto reading = leer_millonesimas(digits, micros);
        if (reading == Lectura::fuera_de_rango || ec == std::errc::result_out_of_range) {
            d.fault(Codigo::fuera_de_rango);
            return false;
        }
        if (reading == Lectura::malformado || leading_zero) {
            d.fault(Codigo::tipo_incorrecto);
            return false;
        }
        if (reading != Lectura::bien || micros % millonesimas != 0) {
            d.fault(Codigo::demasiados_decimales, R"({"decimales":0})");
            return false;
        }
        value = micros / millonesimas;
    }
    if (value < min || value > max) {
        d.fault(Codigo::fuera_de_rango, R"({"minimo":)" + std::to_string(min) + R"(,"maximo":)" + std::to_string(max) + "}");
        return false;
    }
    out = value;
    return true;
}

void fail_kept(std::string_view text) {
    throw std::logic_error("a kept value does not read back: " + std::string{text.substr(0, 200)});
}

}  // namespace cacao::reflect
