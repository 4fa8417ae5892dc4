#include "auth/guessable.hpp"

#include "base/texto.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace cacao::auth {
namespace {

// Words that everybody tries, whatever digits and signs stand around them or for their letters.
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

bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_letter(char32_t c) { return c >= U'a' && c <= U'z'; }
bool is_sign(char32_t c) { return !is_digit(c) && !is_letter(c); }
bool is_vowel(char32_t c) { return std::u32string_view{U"aeiou"}.find(c) != std::u32string_view::npos; }

// Without the blanks that folding leaves, so that "Pass word-123" is the common password that it is.
std::string bare(std::string_view text) {
    std::string folded = plegado(text);
    std::erase(folded, ' ');
    return folded;
}

// A password as it is looked at: letters folded (lower case, no accents), everything else as it stands.
struct Spelled {
    std::u32string text;
    std::vector<bool> capital;

    std::size_t size() const { return text.size(); }
    void push(char32_t c, bool upper) {
        text.push_back(c);
        capital.push_back(upper);
    }
    Spelled part(std::size_t from, std::size_t count) const {
        const auto first = capital.begin() + static_cast<std::ptrdiff_t>(from);
        return {text.substr(from, count), {first, first + static_cast<std::ptrdiff_t>(count)}};
    }
    Spelled without_signs() const {
        Spelled out;
        for (std::size_t i = 0; i < size(); ++i)
            if (!is_sign(text[i])) out.push(text[i], capital[i]);
        return out;
    }
};

Spelled spell(std::string_view password) {
    Spelled out;
    for (std::size_t at = 0; at < password.size();) {
        std::size_t end = at + 1;
        while (end < password.size() && (static_cast<unsigned char>(password[end]) & 0xC0U) == 0x80U) ++end;
        const std::string_view one = password.substr(at, end - at);
        const bool upper = one.front() >= 'A' && one.front() <= 'Z';
        const std::string folded = bare(one);
        for (const char c : folded) out.push(static_cast<unsigned char>(c), upper);
        // A sign, or a letter of an alphabet that folding does not know: told from others by its last bytes.
        char32_t whole = 0;
        for (const char c : one) whole = (whole << 8U) | static_cast<unsigned char>(c);
        if (folded.empty()) out.push(whole, false);
        at = end;
    }
    return out;
}

// Whether a character is written for a letter that it looks like: P@ssw0rd, v3r4n0.
bool stands_for(char32_t c, char letter) {
    constexpr auto looks = std::to_array<std::string_view>(
        {"0o", "1il", "2z", "3e", "4a", "5s", "6g", "7t", "8b", "9g", "@a", "$s", "!il", "|il", "+t", "(c", "<c", "&e", "#h"});
    return std::ranges::any_of(looks, [&](std::string_view l) {
        return static_cast<char32_t>(l.front()) == c && l.substr(1).find(letter) != std::string_view::npos;
    });
}

// Where a key stands.
struct Place {
    int row = -1;
    int column = 0;
    friend bool operator==(const Place&, const Place&) = default;
};
using Keys = std::array<std::string_view, 4>;
constexpr Keys keyboard{"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"};
constexpr Keys number_pad{"789", "456", "123", "0"};

Place place_of(char32_t c, const Keys& keys) {
    for (std::size_t row = 0; row < keys.size(); ++row)
        for (std::size_t column = 0; column < keys[row].size(); ++column)
            if (static_cast<char32_t>(keys[row][column]) == c) return {static_cast<int>(row), static_cast<int>(column)};
    return {};
}

// From one key to a neighbour; nothing when it is none.
std::optional<Place> step_between(char32_t a, char32_t b, const Keys& keys) {
    const Place from = place_of(a, keys), to = place_of(b, keys);
    const Place step{to.row - from.row, to.column - from.column};
    if (from.row < 0 || to.row < 0 || a == b || std::abs(step.row) > 1 || std::abs(step.column) > 1) return std::nullopt;
    return step;
}

// Whether letters make what could be a word: vowels among the consonants, and none of these in a heap. `strict`: nor such as
// hardly ever stand side by side, so that letters drawn by lot are seldom taken for one.
bool could_be_word(std::u32string_view letters, bool strict) {
    const auto vowels = static_cast<std::size_t>(std::ranges::count_if(letters, is_vowel));
    if (4 * vowels < letters.size()) return false;
    const auto has = [](std::u32string_view set, char32_t c) { return set.find(c) != std::u32string_view::npos; };
    if (strict && (10 * vowels < 3 * letters.size() || 10 * vowels > 7 * letters.size() ||
                   std::ranges::count_if(letters, [&](char32_t c) { return has(U"jkqwxyz", c); }) > 1))
        return false;
    std::size_t run = 1;
    for (std::size_t i = 1; i < letters.size(); ++i) {
        const char32_t a = letters[i - 1], b = letters[i];
        run = is_vowel(a) == is_vowel(b) ? run + 1 : 1;
        if (run > (strict && is_vowel(a) ? 2 : 3)) return false;
        if (!strict || is_vowel(a) || is_vowel(b) || a == b) continue;
        constexpr auto pairs = std::to_array<std::u32string_view>({U"ct", U"pt", U"ck", U"gn", U"bt", U"dm", U"xt", U"xp"});
        if (!has(U"nrslm", a) && !has(U"rlhs", b) && std::ranges::find(pairs, letters.substr(i - 1, 2)) == pairs.end())
            return false;
    }
    return true;
}

// How many guesses lead to a password, in bits, by the cheapest way to take it for what people choose: words, names, dates, walks
// over the keyboard, rows of letters and digits, patterns that go on. What is none of these is as good as drawn by lot.
class Guesses {
public:
    Guesses(const Spelled& spelled, const std::vector<std::string>& words_, const std::vector<std::string>& names_)
        : s_(spelled), words_known_(words_), names_known_(names_), best_(spelled.size() + 1, 1e9) {
        best_[0] = 0;
    }

    double bits(bool with_patterns = true) {
        for (std::size_t at = 0; at < s_.size(); ++at) {
            reach(at, 1, alone(at));
            known(at);
            some_word(at);
            number(at);
            row(at);
            walk(at, keyboard, 5.2, 3);
            walk(at, number_pad, 3.3, 2);
            if (with_patterns) pattern(at);
        }
        return best_.back();
    }

    // The signs of it, each the first time and again.
    double signs() const {
        double sum = 0;
        for (std::size_t i = 0; i < s_.size(); ++i)
            if (is_sign(s_.text[i])) sum += alone(i);
        return sum;
    }

private:
    void reach(std::size_t from, std::size_t count, double cost) {
        best_[from + count] = std::min(best_[from + count], best_[from] + cost);
    }
    char32_t at(std::size_t i) const { return s_.text[i]; }
    // How many characters from there on are of a kind.
    template <class Kind>
    std::size_t run(std::size_t from, Kind kind) const {
        std::size_t end = from;
        while (end < s_.size() && kind(at(end))) ++end;
        return end - from;
    }

    double alone(std::size_t i) const {
        if (is_digit(at(i))) return 3.3;
        if (is_letter(at(i))) return 4.7;
        return s_.text.find(at(i)) < i ? 1.5 : 4;
    }

    void known(std::size_t from) {
        const auto look = [&](const std::vector<std::string>& list, double cost) {
            for (const std::string& word : list) {
                if (from + word.size() > s_.size()) continue;
                double looks = 0;
                bool fits = true;
                for (std::size_t i = 0; i < word.size() && fits; ++i) {
                    const bool same = at(from + i) == static_cast<char32_t>(word[i]);
                    fits = same || stands_for(at(from + i), word[i]);
                    if (!same) looks = 2;
                }
                if (fits) reach(from, word.size(), std::min(cost, 3.5 * static_cast<double>(word.size())) + looks);
            }
        };
        look(words_known_, 8);
        look(names_known_, 2);
    }

    // One that is on no list here, and on some list somewhere. Capitals in the middle of it are no word's.
    void some_word(std::size_t from) {
        constexpr std::size_t longest = 16;
        const std::size_t letters = std::min(longest, run(from, is_letter));
        std::size_t capitals = 0;
        for (std::size_t n = 2; n <= letters; ++n) {
            if (s_.capital[from + n - 1] && !s_.capital[from + n - 2]) ++capitals;
            if (n < 3 || !could_be_word(std::u32string_view{s_.text}.substr(from, n), true)) continue;
            const auto length = static_cast<double>(n);
            const double word = 7 + length + (n > 9 ? 2 * (length - 9) : 0);
            reach(from, n, std::min(word, 4.7 * length) + 3 * static_cast<double>(capitals));
        }
    }

    // A year, a day with its year in whichever order, two digits at the end.
    void number(std::size_t from) {
        if (!is_digit(at(from))) return;
        const auto value = [&](std::size_t i, std::size_t n) {
            int v = 0;
            for (std::size_t k = 0; k < n; ++k) v = 10 * v + static_cast<int>(at(i + k) - U'0');
            return v;
        };
        const auto digits = [&](std::size_t i, std::size_t n) { return i + n <= s_.size() && run(i, is_digit) >= n; };
        const auto year = [&](std::size_t i) { return digits(i, 4) && (value(i, 2) == 19 || value(i, 2) == 20); };
        if (s_.size() - from == 2 && digits(from, 2)) reach(from, 2, 5);
        if (year(from)) reach(from, 4, 5);
        const auto separated = [&](std::size_t i) { return i < s_.size() && is_sign(at(i)) ? i + 1 : i; };
        constexpr int days = 31;
        for (const std::size_t first : {1U, 2U, 4U})
            for (const std::size_t second : {1U, 2U})
                for (const std::size_t third : {1U, 2U, 4U}) {
                    if ((first == 4) == (third == 4) && first + second + third != 6) continue;
                    if (!digits(from, first)) continue;
                    const std::size_t two = separated(from + first);
                    if (!digits(two, second)) continue;
                    const std::size_t three = separated(two + second);
                    if (!digits(three, third)) continue;
                    const bool years = (first != 4 || year(from)) && (third != 4 || year(three));
                    const int a = first == 4 ? value(three, third) : value(from, first), b = value(two, second);
                    if (years && a >= 1 && b >= 1 && a <= days && b <= days && std::min(a, b) <= 12)
                        reach(from, three + third - from, 15);
                }
    }

    // abcd, 9876.
    void row(std::size_t from) {
        for (const int step : {1, -1})
            for (std::size_t n = 2; from + n <= s_.size(); ++n) {
                const char32_t a = at(from + n - 2), b = at(from + n - 1);
                if (is_sign(a) || is_sign(b) || static_cast<int>(b) - static_cast<int>(a) != step) break;
                if (n >= 3) reach(from, n, n == 3 ? 7.5 : 5 + 0.3 * static_cast<double>(n));
            }
    }

    // From key to neighbouring key; a turn costs more than going on.
    void walk(std::size_t from, const Keys& keys, double cost, double turn) {
        std::optional<Place> last;
        for (std::size_t n = 2; from + n <= s_.size(); ++n) {
            const auto step = step_between(at(from + n - 2), at(from + n - 1), keys);
            if (!step) return;
            cost += last == step ? 0.3 : turn;
            last = step;
            if (n >= 3) reach(from, n, cost);
        }
    }

    // How far one character is behind another, on the keyboard and in the alphabet; only along a row.
    struct Shift {
        std::optional<int> keys, letters;
        bool agrees(const Shift& o) const { return (keys && keys == o.keys) || (letters && letters == o.letters); }
    };
    static Shift shift(char32_t a, char32_t b) {
        if (a == b) return {0, 0};
        Shift s;
        const Place from = place_of(a, keyboard), to = place_of(b, keyboard);
        if (from.row >= 0 && from.row == to.row) s.keys = to.column - from.column;
        if (is_letter(a) && is_letter(b)) s.letters = static_cast<int>(b) - static_cast<int>(a);
        return s;
    }

    // A few characters, and again, each the same or as much further as the time before: 1qaz2wsx3edc, aabbcc, 1029384756.
    void pattern(std::size_t from) {
        constexpr std::size_t longest = 5, times = 3;
        for (std::size_t period = 1; period <= longest && from + times * period <= s_.size(); ++period) {
            std::vector<Shift> shifts;
            for (std::size_t i = 0; i < period; ++i) shifts.push_back(shift(at(from + i), at(from + period + i)));
            const bool alike = std::ranges::all_of(shifts, [&](const Shift& s) { return s.agrees(shifts.front()); });
            const bool any = std::ranges::all_of(shifts, [](const Shift& s) { return s.keys || s.letters; });
            if (!any) continue;
            const double unit = Guesses{s_.part(from, period), words_known_, names_known_}.bits(false);
            const double going_on = alike ? 3 : 2 * static_cast<double>(period);
            for (std::size_t n = 2 * period + 1; from + n <= s_.size(); ++n) {
                const std::size_t i = from + n - 1;
                if (!shift(at(i - period), at(i)).agrees(shifts[(n - 1) % period])) break;
                if (n >= times * period) reach(from, n, unit + going_on);
            }
        }
    }

    Spelled s_;
    const std::vector<std::string>& words_known_;
    const std::vector<std::string>& names_known_;
    std::vector<double> best_;
};

// One word, whichever, that only reaches the length asked for by the digits and signs around it: Tijuana2026!
bool one_short_word(const Spelled& s) {
    constexpr std::ptrdiff_t long_enough = 10, few_digits = 8;  // a year, a day, 12345678: nobody counts to a secret
    const auto first = std::ranges::find_if(s.text, is_letter);
    const auto last = std::find_if(s.text.rbegin(), s.text.rend(), is_letter).base();
    if (first >= last || last - first >= long_enough || !std::all_of(first, last, is_letter)) return false;
    if (std::ranges::count_if(s.text, is_digit) > few_digits) return false;
    const auto from = static_cast<std::size_t>(first - s.text.begin());
    const auto letters = std::u32string_view{s.text}.substr(from, static_cast<std::size_t>(last - first));
    for (std::size_t i = from + 1; i < from + letters.size(); ++i)
        if (s.capital[i] && !s.capital[i - 1]) return false;  // capitals in the middle are no word's
    return could_be_word(letters, false);
}

// What an attacker knows of whom it is for, word by word and as a whole.
std::vector<std::string> parts_of(std::span<const std::string_view> names) {
    std::vector<std::string> known;
    constexpr std::size_t short_word = 3;
    for (const std::string_view name : names) {
        auto parts = palabras(name);
        parts.push_back(bare(name));
        for (std::string& part : parts) {
            std::erase_if(part, [](char c) { return is_digit(static_cast<unsigned char>(c)); });
            if (part.size() >= short_word) known.push_back(std::move(part));
        }
    }
    return known;
}

}  // namespace

bool easily_guessed(std::string_view password, std::span<const std::string_view> names) {
    if (password.empty() || std::ranges::find(names, password) != names.end()) return true;
    // Signs alone, or letters of an alphabet that folding does not know: judged as they are.
    if (bare(password).size() < 4) return password.find_first_not_of(password.front()) == std::string_view::npos;
    const Spelled spelled = spell(password);
    if (one_short_word(spelled)) return true;
    constexpr double enough = 26.5;  // some hundred million guesses, far more than a login lets through
    const std::vector<std::string> common{words.begin(), words.end()};
    const auto known = parts_of(names);
    Guesses guesses{spelled, common, known};
    if (guesses.bits() < enough) return true;
    // With the signs put in afterwards.
    return Guesses{spelled.without_signs(), common, known}.bits() + guesses.signs() < enough;
}

}  // namespace cacao::auth
