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

// Words that are no secret, alone or in a row, whatever digits and signs stand around them or for their letters.
constexpr auto words = std::to_array<std::string_view>({
    // clang-format off
    "primavera", "verano", "otono", "invierno", "spring", "summer", "autumn", "winter", "enero", "febrero", "marzo",
    "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre", "january",
    "february", "march", "april", "june", "july", "august", "september", "october", "november", "december", "lunes",
    "martes", "miercoles", "jueves", "viernes", "sabado", "domingo", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "navidad", "password", "passwort", "contrasena", "clave", "secreto", "secreta",
    "acceso", "entrada", "login", "welcome", "bienvenido", "bienvenida", "bienvenidos", "admin", "administrador",
    "administradora", "administrator", "root", "sistema", "sistemas", "usuario", "user", "test", "prueba", "pruebas",
    "demo", "empresa", "oficina", "compania", "negocio", "ventas", "compras", "contabilidad", "cacao", "factura",
    "facturacion", "servidor", "mexico", "guadalupe", "monterrey", "guadalajara", "america", "chivas", "cruzazul",
    "pumas", "tigres", "futbol", "hola", "adios", "teamo", "tequiero", "teamomucho", "amor", "mivida", "iloveyou",
    "princesa", "estrella", "cambiame", "cambiar", "temporal", "nuevo", "nueva", "mi", "la", "de", "el", "qwerty",
    "asdf", "abc", "cruz", "puebla", "tijuana", "toluca", "pachuca", "atlas", "santos", "necaxa", "leon", "maria",
    "jose", "juan", "carlos", "luis", "miguel", "alejandro", "fernando", "fernanda", "manuel", "francisco", "antonio",
    "daniel", "david", "sofia", "jesus", "dios", "angel", "familia", "corazon", "bonita", "hermosa", "dragon",
    "monkey", "master", "superman", "batman", "pokemon", "football", "sunshine", "charlie", "michael", "jordan",
    "shadow", "lucky", "change", "changeme", "secret", "office", "company", "internet", "computer", "cliente",
    "clientes", "almacen", "caja", "gerente",
    // clang-format on
});

constexpr std::array<std::string_view, 6> rows = {
    "01234567890", "qwertyuiop", "asdfghjkln", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz", "1q2w3e4r5t6y7u8i9o0p"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Without the blanks that folding leaves, so that "Pass word-123" is the common password that it is.
std::string bare(std::string_view text) {
    std::string folded = plegado(text);
    std::erase(folded, ' ');
    return folded;
}

// The same with the signs left in: some of them are written for letters.
std::string with_signs(std::string_view text) {
    std::string out, run;
    const auto take = [&] {
        out += bare(run);
        run.clear();
    };
    for (const char c : text) {
        const bool sign = c > ' ' && c < 0x7F && !is_digit(c) && !((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
        if (!sign) {
            run += c;
            continue;
        }
        take();
        out += c;
    }
    take();
    return out;
}

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// Whether a character is written for a letter that it looks like: P@ssw0rd, v3r4n0.
bool stands_for(char c, char letter) {
    if (c == letter) return true;
    constexpr auto looks = std::to_array<std::string_view>(
        {"0o", "1il", "2z", "3e", "4a", "5s", "6g", "7t", "8b", "9g", "@a", "$s", "!il", "|il", "+t", "(c", "<c", "&e", "#h"});
    return std::ranges::any_of(
        looks, [&](std::string_view l) { return l.front() == c && l.substr(1).find(letter) != std::string_view::npos; });
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

// How many letters belong to none of the words, which stand one after the other with whatever digits and signs between them.
std::size_t strays(std::string_view text, const std::vector<std::string>& known) {
    const auto starts_with = [](std::string_view there, const std::string& word) {
        return there.size() >= word.size() &&
               std::equal(word.begin(), word.end(), there.begin(), [](char letter, char c) { return stands_for(c, letter); });
    };
    std::vector<std::size_t> fewest(text.size() + 1, text.size());
    fewest[0] = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        fewest[at + 1] = std::min(fewest[at + 1], fewest[at] + (is_letter(text[at]) ? 1 : 0));
        for (const std::string& word : known)
            if (starts_with(text.substr(at), word)) {
                std::size_t& there = fewest[at + word.size()];
                there = std::min(there, fewest[at]);
            }
    }
    return fewest.back();
}

// A word or two of the list, and next to nothing besides.
bool of_words(std::string_view text, const std::vector<std::string>& known) {
    constexpr std::size_t few = 2, a_word = 4;
    const auto letters = static_cast<std::size_t>(std::ranges::count_if(text, is_letter));
    const std::size_t left = strays(text, known);
    return letters > 0 && (left == 0 || (left <= few && letters >= left + a_word));
}

constexpr std::ptrdiff_t few_digits = 8;  // a year, a day, 12345678: nobody counts to a secret

// One word, whichever, that only reaches the length asked for by the digits and signs around it: Tijuana2026!
bool one_short_word(std::string_view password) {
    constexpr std::size_t long_enough = 10;
    const std::string folded = plegado(password);
    const auto first = std::ranges::find_if(folded, is_letter);
    const auto last = std::find_if(folded.rbegin(), folded.rend(), is_letter).base();
    if (first >= last || static_cast<std::size_t>(last - first) >= long_enough || !std::all_of(first, last, is_letter))
        return false;
    if (std::ranges::count_if(folded, is_digit) > few_digits) return false;
    // Capitals in the middle are no word's.
    const auto lower_then_upper = [](char a, char b) { return is_letter(a) && b >= 'A' && b <= 'Z'; };
    return std::ranges::adjacent_find(password, lower_then_upper) == password.end();
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
    if (one_short_word(password)) return true;
    const auto known = known_words(names);
    return std::ranges::count_if(folded, is_digit) <= few_digits &&
           (of_words(folded, known) || of_words(with_signs(password), known));
}

}  // namespace cacao::auth
