#include "auth/guessable.hpp"

#include "base/texto.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace cacao::auth {
namespace {

// What people choose when ten characters are asked for, folded (lower case, no accents, letters and digits only), where no rule
// below finds it.
constexpr std::array<std::string_view, 12> common = {
    "1122334455", "1029384756", "1q2w3e4r5t", "1q2w3e4r5t6y", "1qaz2wsx3edc", "qazwsxedc1",
    "q1w2e3r4t5", "abcd123456", "abc1234567", "a123456789",   "aa12345678",   "zaq12wsxcde3",
};

// Words that are no secret, alone or in a row, whatever digits stand around them.
constexpr std::array<std::string_view, 115> words = {
    "primavera",
    "verano",
    "otono",
    "invierno",
    "spring",
    "summer",
    "autumn",
    "winter",
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "lunes",
    "martes",
    "miercoles",
    "jueves",
    "viernes",
    "sabado",
    "domingo",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "navidad",
    "password",
    "passwort",
    "contrasena",
    "clave",
    "secreto",
    "secreta",
    "acceso",
    "entrada",
    "login",
    "welcome",
    "bienvenido",
    "bienvenida",
    "bienvenidos",
    "admin",
    "administrador",
    "administradora",
    "administrator",
    "root",
    "sistema",
    "sistemas",
    "usuario",
    "user",
    "test",
    "prueba",
    "pruebas",
    "demo",
    "empresa",
    "oficina",
    "compania",
    "negocio",
    "ventas",
    "compras",
    "contabilidad",
    "cacao",
    "factura",
    "facturacion",
    "servidor",
    "mexico",
    "guadalupe",
    "monterrey",
    "guadalajara",
    "america",
    "chivas",
    "cruzazul",
    "pumas",
    "tigres",
    "futbol",
    "hola",
    "adios",
    "teamo",
    "tequiero",
    "teamomucho",
    "amor",
    "mivida",
    "iloveyou",
    "princesa",
    "estrella",
    "cambiame",
    "cambiar",
    "temporal",
    "nuevo",
    "nueva",
    "mi",
    "la",
    "de",
    "el",
    "qwerty",
    "asdf",
    "abc",
};

constexpr std::array<std::string_view, 6> rows = {
    "01234567890", "qwertyuiop", "asdfghjkln", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz", "1q2w3e4r5t6y7u8i9o0p"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Without the blanks that folding leaves, so that "Pass word-123" is the common password that it is.
std::string bare(std::string_view text) {
    std::string folded = plegado(text);
    std::erase(folded, ' ');
    return folded;
}

// Digits that stand for letters, between letters: v3r4n0.
std::string spelled_out(std::string text) {
    const auto first = std::ranges::find_if_not(text, is_digit);
    const auto last = std::find_if_not(text.rbegin(), text.rend(), is_digit).base();
    constexpr std::string_view looks = "oizeasgtbg";
    for (auto at = first; at < last; ++at)
        if (is_digit(*at)) *at = looks[static_cast<std::size_t>(*at - '0')];
    // A last letter may be a digit too: veran0.
    if (last != text.end() && first < last && *last == '0') *last = 'o';
    return text;
}

bool neighbours(char a, char b) {
    const std::array<char, 2> forth{a, b}, back{b, a};
    return std::ranges::any_of(rows, [&](std::string_view row) {
        return row.find({forth.data(), 2}) != std::string_view::npos || row.find({back.data(), 2}) != std::string_view::npos;
    });
}

// All of it but a character or two lies on walks of at least three.
bool walks(std::string_view text) {
    std::size_t walked = 0;
    for (std::size_t from = 0; from < text.size();) {
        std::size_t to = from + 1;
        while (to < text.size() && neighbours(text[to - 1], text[to])) ++to;
        if (to - from >= 3) walked += to - from;
        from = to;
    }
    return walked + 2 >= text.size();
}

bool repeats(std::string_view text) {
    if (std::set<char>{text.begin(), text.end()}.size() < 4) return true;
    constexpr std::size_t longest = 5;
    for (std::size_t period = 1; period <= longest && 2 * period <= text.size(); ++period)
        if (text.substr(period) == text.substr(0, text.size() - period)) return true;
    return false;
}

// Whether it is words one after the other, and nothing else.
bool of_words(std::string_view letters, const std::vector<std::string>& known) {
    std::vector<bool> reached(letters.size() + 1);
    reached[0] = true;
    for (std::size_t at = 0; at < letters.size(); ++at)
        if (reached[at])
            for (const std::string& word : known)
                if (letters.substr(at).starts_with(word)) reached[at + word.size()] = true;
    return reached.back();
}

std::vector<std::string> known_words(std::span<const std::string_view> names) {
    std::vector<std::string> known{words.begin(), words.end()};
    constexpr std::size_t short_word = 3;
    for (const std::string_view name : names) {
        auto parts = palabras(name);
        parts.push_back(bare(name));
        for (std::string& part : parts) {
            std::erase_if(part, is_digit);
            if (part.size() >= short_word) known.push_back(std::move(part));
        }
    }
    return known;
}

}  // namespace

bool easily_guessed(std::string_view password, std::span<const std::string_view> names) {
    if (password.empty() || std::ranges::find(names, password) != names.end()) return true;
    const std::string folded = bare(password);
    // Signs alone, or letters of an alphabet that folding does not know: judged as they are.
    if (folded.size() < 4) return password.find_first_not_of(password.front()) == std::string_view::npos;
    if (std::ranges::find(common, folded) != common.end() || repeats(folded) || walks(folded)) return true;
    const auto known = known_words(names);
    constexpr std::ptrdiff_t few_digits = 8;  // a year, a day, 12345678: nobody counts to a secret
    return std::ranges::any_of(std::array{folded, spelled_out(folded)}, [&](std::string text) {
        if (std::ranges::count_if(text, is_digit) > few_digits) return false;
        std::erase_if(text, is_digit);
        return of_words(text, known);
    });
}

}  // namespace cacao::auth
