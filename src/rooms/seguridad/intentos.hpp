#pragma once
// Slows down whoever guesses. Failures are counted in the database, by the name that was tried and the network that tried it: two
// instances agree, a restart forgets nothing, and a name that nobody has is counted like one that somebody does. Who guesses
// somebody's password keeps that person out of their own network alone; whole networks are counted too, but only those who are
// wrong are told to wait for it.

#include "base/fecha.hpp"
#include "db/db.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace cacao {

inline constexpr std::int64_t fallos_sin_pausa = 5;
inline constexpr std::int64_t fallos_por_red = 50;  // one address may stand for an office full of people

// Seconds to wait after that many failures in a row: none below the limit, then 1, 2, 4 … 60 minutes.
std::int64_t pausa_segundos(std::int64_t fallos, std::int64_t sin_pausa = fallos_sin_pausa);

// Throws demasiados_intentos (429), with the seconds that are left, before `hasta`.
void exigir_pasado(Instante hasta, Instante ahora);

// Whose attempt, and from where.
struct Intentado {
    std::string quien;  // a fingerprint: what people type for a name is at times their password. "": a key
    std::string red;
};
// Of a name as it was typed (`clave_usuario`).
Intentado intentado(std::string_view clave, std::string_view remoto);

struct Esperas {
    Instante suya;    // of this name from this network: nobody passes before
    Instante de_red;  // of whoever is wrong from this network
};
Esperas leer_esperas(db::Reader& tx, const Intentado& intento);
// Of a network that has to wait, one password at a time is looked at: who floods costs one hash where others are told to wait.
// Whether the name exists plays no part in it. Who gave a right password there before does not stand behind the others
// (RedesConocidas).
class RedesEnEspera {
public:
    class Turno {
    public:
        Turno(RedesEnEspera& redes, std::string red) : redes_(&redes), red_(std::move(red)) {}
        Turno(Turno&& otro) noexcept : redes_(std::exchange(otro.redes_, nullptr)), red_(std::move(otro.red_)) {}
        ~Turno() {
            if (redes_ != nullptr) redes_->salir(red_);
        }
        Turno(const Turno&) = delete;
        Turno& operator=(const Turno&) = delete;
        Turno& operator=(Turno&&) = delete;

    private:
        RedesEnEspera* redes_;
        std::string red_;
    };
    // Nothing while somebody else has it.
    std::optional<Turno> turno(const std::string& red);

private:
    void salir(const std::string& red);
    std::mutex mutex_;
    std::set<std::string> dentro_;
};

// From where people gave a right password since the start, by the name they typed. What is kept is bounded by name, and the names
// who came last are kept: so nobody makes more than a few networks known, nor has another's forgotten.
class RedesConocidas {
public:
    static constexpr std::size_t por_nombre = 8;
    static constexpr std::size_t nombres = 4096;

    void anotar(std::string_view nombre, std::string_view remoto);
    // Whether anybody did, and whether somebody of that name did.
    bool conoce(std::string_view remoto) const;
    bool conoce(std::string_view nombre, std::string_view remoto) const;

private:
    struct Conocido {
        std::string nombre;
        std::deque<std::string> redes;  // the last one first
    };
    using Conocidos = std::list<Conocido>;

    void olvidar_red(Conocido& conocido, std::size_t cual);
    void olvidar_ultimo();

    mutable std::mutex mutex_;
    Conocidos conocidos_;  // whoever came last first
    std::unordered_map<std::string_view, Conocidos::iterator> por_nombre_;
    std::unordered_map<std::string, std::size_t> redes_;  // from how many names each is known
};

// One failure more, and the pause that follows from it.
void contar_fallo(db::Writer& tx, const Intentado& intento, Instante ahora);
// After a right password from there; after a new password, from everywhere.
void olvidar_fallos(db::Writer& tx, const Intentado& intento);
void olvidar_fallos(db::Writer& tx, std::string_view quien);
// The longest wait that the name has anywhere; nothing when it has none.
std::optional<Instante> espera_mayor(db::Reader& tx, std::string_view quien);
// What is too old to count goes.
void olvidar_viejos(db::Writer& tx, Instante ahora);

}  // namespace cacao
