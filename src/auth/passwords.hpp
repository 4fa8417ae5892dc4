#pragma once
// Passwords: argon2id at 64 MiB, three passes. One hash takes about a sixth of a second and 64 MiB, so all of them go through
// a PasswordPool that lets only a few run at a time.

#include "base/error.hpp"
#include "base/function_ref.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>

namespace cacao::auth {

inline constexpr std::size_t shortest_password = 10;  // characters
inline constexpr std::size_t longest_password = 200;  // bytes

// Adds contrasena_debil, texto_muy_largo or utf8_invalido for `campo` when the password may not be chosen: too short, too long,
// or easily guessed (auth/guessable.hpp) by who knows `names`.
void check_new_password(std::string_view password, std::initializer_list<std::string_view> names, std::string_view campo,
                        Faltas& faltas);

// What one hash takes: passes over so many bytes.
struct PasswordCost {
    unsigned long long passes = 3;
    std::size_t bytes = std::size_t{64} << 20U;
};

class PasswordPool {
public:
    // At most `at_once` hashes run, at most `waiting` more callers wait; beyond that Error(no_disponible) is thrown at once,
    // so that a flood of logins costs neither memory nor every thread of the caller's pool. Whoever waits goes in the order in
    // which they came: of several threads none is overtaken by one that hashes without pause.
    explicit PasswordPool(std::size_t at_once = 2, std::size_t waiting = 64, PasswordCost cost = {})
        : at_once_(at_once), most_waiting_(waiting), cost_(cost) {}
    // For tests that sign in often and have nothing to hide.
    explicit PasswordPool(PasswordCost cost) : PasswordPool(2, 64, cost) {}

    std::string hash(std::string_view password);
    // False as well for a stored text that is no hash at all.
    bool verify(const std::string& stored, std::string_view password);
    // For a user that does not exist: takes what verify takes and is always false, so that time does not tell who exists.
    bool verify_unknown(std::string_view password);
    // Whether the stored hash was made at another cost than today's: hash again at the next successful login.
    bool needs_rehash(const std::string& stored) const;
    // A well-formed hash of today's cost that no password opens; what verify_unknown spends its time on.
    std::string dummy_hash() const;

    // Runs anything inside the gate; the three above are made of it.
    void run(FunctionRef<void()> work);
    std::size_t waiting() const;  // for the metrics

private:
    std::size_t at_once_, most_waiting_;
    PasswordCost cost_;
    mutable std::mutex mutex_;
    std::condition_variable turn_;
    std::size_t running_ = 0, waiting_ = 0;
    std::uint64_t next_turn_ = 0, turns_taken_ = 0;
};

}  // namespace cacao::auth
