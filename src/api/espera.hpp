#pragma once
// Readers that wait for something to happen: each is kept with what to call, and holds neither a thread nor a connection to the
// database. One thread looks after all of them: whose time is over, who hung up, and what other instances have stored.

#include "api/budget.hpp"
#include "db/db.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace cacao::api {

class Espera {
public:
    enum class Porque : std::uint8_t {
        algo,    // something happened in the organization, or may have
        tiempo,  // nothing did, for as long as was asked
        fin,     // the service ends, or the caller hung up: nobody waits any more
    };
    using Clock = std::chrono::steady_clock;
    struct Quien {
        Budget::Caller caller;
        std::int64_t vista = 0;  // up to which position nothing was found
        Clock::time_point hasta;
        std::function<bool()> ido;            // whether the caller hung up; may be missing
        std::function<void(Porque)> avisado;  // once, from any thread; soon, since others wait for it
    };

    // A quarter of all places for one caller, half of them for one organization.
    Espera(db::Database& database, std::size_t lugares);
    ~Espera();
    Espera(const Espera&) = delete;
    Espera& operator=(const Espera&) = delete;

    enum class Entrada : std::uint8_t { dentro, lleno, cerrado };
    Entrada esperar(Quien quien);
    // Something can be seen that could not before.
    void paso_algo(std::int64_t organizacionId);
    // Everybody is told, and nobody waits from here on.
    void cerrar();
    // … and when this returns, everybody has been.
    void acabar();
    std::size_t cuantos() const;

private:
    using Lista = std::list<Quien>;
    void atender();
    void mirar(std::unique_lock<std::mutex>& lock);
    void soltar(Lista& sueltos, Porque porque);

    db::Database& database_;
    Budget lugares_;
    mutable std::mutex mutex_;
    std::condition_variable despierta_;
    std::map<std::int64_t, Lista> esperan_;  // by organization
    std::set<std::int64_t> con_algo_;
    std::size_t cuantos_ = 0;
    std::int64_t mirada_ = 0;  // whose position was looked at last
    Clock::time_point mirar_en_{};
    bool cerrada_ = false;
    std::thread hilo_;
};

}  // namespace cacao::api
