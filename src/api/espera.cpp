#include "api/espera.hpp"

#include "api/posiciones.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace cacao::api {
namespace {

// What happens in a tenth of a second wakes everybody once.
constexpr std::chrono::milliseconds at_most_every{100};
constexpr std::chrono::seconds looked_at{1};
// Organizations whose position is asked for in one look; the others have their turn at the next.
constexpr std::size_t asked_at_once = 100;

}  // namespace

Espera::Espera(db::Database& database, std::size_t lugares)
    : database_(database), lugares_({lugares, (lugares + 1) / 2, (lugares + 3) / 4, 0, 0}), hilo_([this] { atender(); }) {}

Espera::~Espera() { acabar(); }

Espera::Entrada Espera::esperar(Quien quien) {
    {
        const std::lock_guard lock{mutex_};
        if (cerrada_) return Entrada::cerrado;
        if (!lugares_.take(quien.caller, 1)) return Entrada::lleno;
        esperan_[quien.caller.organizacionId].push_back(std::move(quien));
        ++cuantos_;
    }
    despierta_.notify_one();
    return Entrada::dentro;
}

void Espera::paso_algo(std::int64_t organizacionId) {
    const std::lock_guard lock{mutex_};
    if (!esperan_.contains(organizacionId)) return;
    con_algo_.insert(organizacionId);
    despierta_.notify_one();
}

void Espera::cerrar() {
    {
        const std::lock_guard lock{mutex_};
        cerrada_ = true;
    }
    despierta_.notify_one();
}

void Espera::acabar() {
    cerrar();
    if (hilo_.joinable()) hilo_.join();
}

std::size_t Espera::cuantos() const {
    const std::lock_guard lock{mutex_};
    return cuantos_;
}

// Without the lock: whoever is told may come back to wait.
void Espera::soltar(Lista& sueltos, Porque porque) {
    for (Quien& q : sueltos) {
        lugares_.give_back(q.caller, 1);
        q.avisado(porque);
    }
}

// What other instances and commands have stored; on the instance that stored it everybody knows already.
void Espera::mirar(std::unique_lock<std::mutex>& lock) {
    std::vector<std::int64_t> quienes;
    auto siguiente = esperan_.upper_bound(mirada_);
    while (quienes.size() < std::min(asked_at_once, esperan_.size())) {
        if (siguiente == esperan_.end()) siguiente = esperan_.begin();
        quienes.push_back(siguiente->first);
        ++siguiente;
    }
    if (quienes.empty()) return;
    mirada_ = quienes.back();
    lock.unlock();
    std::vector<std::pair<std::int64_t, std::int64_t>> ultimas;
    try {
        for (const auto organizacionId : quienes)
            database_.read(organizacionId, [&](db::Reader& tx) { ultimas.emplace_back(organizacionId, last_position(tx)); });
    } catch (const std::exception& e) {
        spdlog::warn("waiting readers do not hear of other instances: {}", e.what());
    }
    lock.lock();
    for (const auto& [organizacionId, ultima] : ultimas) {
        const auto suyos = esperan_.find(organizacionId);
        if (suyos == esperan_.end()) continue;
        for (const Quien& q : suyos->second)
            if (q.vista < ultima) con_algo_.insert(organizacionId);
    }
}

void Espera::atender() {
    std::unique_lock lock{mutex_};
    while (!cerrada_) {
        if (cuantos_ == 0) {
            despierta_.wait(lock, [&] { return cerrada_ || cuantos_ > 0; });
            continue;
        }
        const auto ahora = Clock::now();
        const bool mira = ahora >= mirar_en_;
        if (mira) {
            mirar_en_ = ahora + looked_at;
            mirar(lock);
        }
        Lista con_algo, a_tiempo, idos;
        for (auto o = esperan_.begin(); o != esperan_.end();) {
            auto& [organizacionId, suyos] = *o;
            if (con_algo_.contains(organizacionId)) {
                con_algo.splice(con_algo.end(), suyos);
            } else {
                for (auto q = suyos.begin(); q != suyos.end();) {
                    const auto este = q++;
                    if (este->hasta <= ahora) a_tiempo.splice(a_tiempo.end(), suyos, este);
                    else if (mira && este->ido && este->ido()) idos.splice(idos.end(), suyos, este);
                }
            }
            o = suyos.empty() ? esperan_.erase(o) : std::next(o);
        }
        con_algo_.clear();
        cuantos_ -= con_algo.size() + a_tiempo.size() + idos.size();
        lock.unlock();
        soltar(con_algo, Porque::algo);
        soltar(a_tiempo, Porque::tiempo);
        soltar(idos, Porque::fin);
        lock.lock();
        // Not sooner for what happens meanwhile: many writes wake many readers once.
        despierta_.wait_for(lock, at_most_every, [&] { return cerrada_; });
    }
    Lista todos;
    for (auto& [organizacionId, suyos] : esperan_) todos.splice(todos.end(), suyos);
    esperan_.clear();
    cuantos_ = 0;
    lock.unlock();
    soltar(todos, Porque::fin);
}

}  // namespace cacao::api
