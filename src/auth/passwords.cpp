#include "auth/passwords.hpp"

#include "auth/digest.hpp"
#include "base/texto.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <new>

namespace cacao::auth {
namespace {

constexpr unsigned long long passes = 3;
constexpr std::size_t memory_bytes = std::size_t{64} << 20U;

// The shape of a real hash with today's parameters, of a password that nobody knows (random bytes, thrown away).
constexpr const char* nobody =
    "$argon2id$v=19$m=65536,t=3,p=1$hsOOdSI1vaeL7y6Bo5xbcQ$YnRPBCbSYX4HBhc0H9hFOkEuaB6VGhk8dO3Vw7+Y1nA";

// What people choose when ten characters are asked for, folded (lower case, no accents, letters and digits only).
constexpr std::array<std::string_view, 58> common = {
    "0123456789",     "1234567890",     "12345678910",      "123456789a",   "1234567891",  "0987654321",   "9876543210",
    "1122334455",     "1029384756",     "123123123123",     "123456123456", "12345678900", "1q2w3e4r5t",   "1q2w3e4r5t6y",
    "1qaz2wsx3edc",   "qwertyuiop",     "qwerty12345",      "qwerty123456", "asdfghjkl1",  "asdfghjkln",   "zxcvbnm123",
    "abcdefghij",     "abcd123456",     "abc1234567",       "a123456789",   "aa12345678",  "password12",   "password123",
    "password1234",   "passw0rd123",    "passwordpassword", "contrasena",   "contrasena1", "contrasena12", "contrasena123",
    "contrasena1234", "micontrasena",   "clave12345",       "clave123456",  "bienvenido",  "bienvenido1",  "bienvenidos",
    "administrador",  "administrador1", "administrator",    "admin12345",   "admin123456", "usuario123",   "usuario1234",
    "empresa123",     "mexico12345",    "tequiero123",      "teamomucho",   "teamo12345",  "iloveyou123",  "cambiame123",
    "guadalupe1",     "cruzazul123",
};

// Without the blanks that folding leaves, so that "Pass word-123" is the common password that it is.
std::string bare(std::string_view text) {
    std::string folded = plegado(text);
    folded.erase(std::remove(folded.begin(), folded.end(), ' '), folded.end());
    return folded;
}

bool one_character_repeated(std::string_view folded) {
    return folded.find_first_not_of(folded.front()) == std::string_view::npos;
}

bool easily_guessed(std::string_view password, std::string_view usuario) {
    if (password == usuario || one_character_repeated(password)) return true;
    const std::string folded = bare(password);
    if (folded.empty()) return false;
    return std::find(common.begin(), common.end(), folded) != common.end() || folded == bare(usuario) ||
           one_character_repeated(folded);
}

}  // namespace

void check_new_password(std::string_view password, std::string_view usuario, std::string_view campo, Faltas& faltas) {
    if (!utf8_valido(password)) return faltas.agregar(Codigo::utf8_invalido, std::string{campo});
    if (password.size() > longest_password) return faltas.agregar(Codigo::texto_muy_largo, std::string{campo});
    faltas.agregar_si(largo_utf8(password) < shortest_password || easily_guessed(password, usuario), Codigo::contrasena_debil,
                      campo);
}

void PasswordPool::run(FunctionRef<void()> work) {
    sodium_ready();
    {
        std::unique_lock lock{mutex_};
        if (running_ >= at_once_ && waiting_ >= most_waiting_) reject(Codigo::no_disponible, "");
        ++waiting_;
        turn_.wait(lock, [this] { return running_ < at_once_; });
        --waiting_;
        ++running_;
    }
    struct Leave {
        PasswordPool& pool;
        ~Leave() {
            const std::scoped_lock lock{pool.mutex_};
            --pool.running_;
            pool.turn_.notify_one();
        }
    } const leave{*this};
    work();
}

std::size_t PasswordPool::waiting() const {
    const std::scoped_lock lock{mutex_};
    return waiting_;
}

std::string PasswordPool::hash(std::string_view password) {
    std::array<char, crypto_pwhash_STRBYTES> text{};
    run([&] {
        // The only way this fails is that 64 MiB are not to be had.
        if (crypto_pwhash_str_alg(text.data(), password.data(), password.size(), passes, memory_bytes,
                                  crypto_pwhash_ALG_ARGON2ID13) != 0)
            throw std::bad_alloc();
    });
    return text.data();
}

bool PasswordPool::verify(const std::string& stored, std::string_view password) {
    bool fine = false;
    run([&] { fine = crypto_pwhash_str_verify(stored.c_str(), password.data(), password.size()) == 0; });
    return fine;
}

bool PasswordPool::verify_unknown(std::string_view password) {
    verify(dummy_hash(), password);
    return false;
}

const std::string& dummy_hash() {
    static const std::string hash = nobody;
    return hash;
}

bool needs_rehash(const std::string& stored) {
    sodium_ready();
    return crypto_pwhash_str_needs_rehash(stored.c_str(), passes, memory_bytes) != 0;
}

}  // namespace cacao::auth
