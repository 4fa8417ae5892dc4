#include "auth/passwords.hpp"

#include "auth/digest.hpp"
#include "auth/guessable.hpp"
#include "base/texto.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <new>

namespace cacao::auth {
namespace {

// Salt and hash of a password that nobody knows (random bytes, thrown away).
constexpr std::string_view nobody = "hsOOdSI1vaeL7y6Bo5xbcQ$YnRPBCbSYX4HBhc0H9hFOkEuaB6VGhk8dO3Vw7+Y1nA";

}  // namespace

void check_new_password(std::string_view password, std::initializer_list<std::string_view> names, std::string_view campo,
                        Faltas& faltas) {
    if (!utf8_valido(password)) return faltas.agregar(Codigo::utf8_invalido, std::string{campo});
    if (password.size() > longest_password) return faltas.agregar(Codigo::texto_muy_largo, std::string{campo});
    faltas.agregar_si(largo_utf8(password) < shortest_password || easily_guessed(password, names), Codigo::contrasena_debil,
                      campo);
}

void PasswordPool::run(FunctionRef<void()> work) {
    sodium_ready();
    {
        std::unique_lock lock{mutex_};
        if (running_ >= at_once_ && waiting_ >= most_waiting_) reject(Codigo::no_disponible, "");
        ++waiting_;
        const std::uint64_t mine = next_turn_++;
        turn_.wait(lock, [&] { return running_ < at_once_ && turns_taken_ == mine; });
        ++turns_taken_;
        --waiting_;
        ++running_;
        turn_.notify_all();  // there may be room for the one behind
    }
    struct Leave {
        PasswordPool& pool;
        ~Leave() {
            const std::scoped_lock lock{pool.mutex_};
            --pool.running_;
            pool.turn_.notify_all();
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
        // The only way this fails is that the memory is not to be had.
        if (crypto_pwhash_str_alg(text.data(), password.data(), password.size(), cost_.passes, cost_.bytes,
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

std::string PasswordPool::dummy_hash() const {
    return fmt::format("$argon2id$v=19$m={},t={},p=1${}", cost_.bytes / 1024, cost_.passes, nobody);
}

bool PasswordPool::needs_rehash(const std::string& stored) const {
    sodium_ready();
    return crypto_pwhash_str_needs_rehash(stored.c_str(), cost_.passes, cost_.bytes) != 0;
}

}  // namespace cacao::auth
