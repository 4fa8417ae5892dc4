#include "rooms/seguridad/intentos.hpp"

#include "api/digest.hpp"
#include "base/error.hpp"
#include "base/red.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <functional>

namespace cacao {
namespace {

// Failures further apart than this do not belong together.
constexpr std::int64_t memoria_segundos = 3600;

std::uint64_t huella_de_red(std::string_view remoto) {
    const std::uint64_t huella = std::hash<std::string>{}(red_de(remoto));
    return huella == 0 ? 1 : huella;
}

void sumar_fallo(db::Writer& tx, std::string_view quien, std::string_view red, std::int64_t sin_pausa, Instante ahora) {
    const auto fallos = tx.one<std::int64_t>(R"(
        INSERT INTO intento (quien, red, fallos, ultimo, hasta) VALUES ($1, $2, 1, $3, 0)
        ON CONFLICT (quien, red) DO UPDATE
            SET fallos = CASE WHEN intento.ultimo < $4 AND intento.hasta < $3 THEN 1 ELSE intento.fallos + 1 END, ultimo = $3
        RETURNING fallos)",
                                             quien, red, ahora, ahora.mas_segundos(-memoria_segundos));
    if (const auto pausa = pausa_segundos(fallos.value(), sin_pausa); pausa > 0)
        tx.run("UPDATE intento SET hasta = $3 WHERE quien = $1 AND red = $2", quien, red, ahora.mas_segundos(pausa));
}

}  // namespace

std::int64_t pausa_segundos(std::int64_t fallos, std::int64_t sin_pausa) {
    if (fallos < sin_pausa) return 0;
    return 60 * std::min<std::int64_t>(60, std::int64_t{1} << std::min<std::int64_t>(fallos - sin_pausa, 6));
}

void exigir_pasado(Instante hasta, Instante ahora) {
    if (hasta <= ahora) return;
    const auto segundos = (hasta.micros() - ahora.micros() + 999'999) / 1'000'000;
    reject(Codigo::demasiados_intentos, "", reflect::objeto("segundos", segundos));
}

Intentado intentado(std::string_view clave, std::string_view remoto) {
    return {clave.empty() ? "" : hexadecimal(api::sha256(clave)), red_de(remoto)};
}

Esperas leer_esperas(db::Reader& tx, const Intentado& intento) {
    Esperas esperas;
    tx.each(
        "SELECT quien, hasta FROM intento WHERE red = $2 AND quien IN ('', $1)",
        [&](const db::Row& row) { (row.text(0).empty() ? esperas.de_red : esperas.suya) = Instante::de_micros(row.integer(1)); },
        intento.quien, intento.red);
    return esperas;
}

std::optional<RedesEnEspera::Turno> RedesEnEspera::turno(const std::string& red) {
    const std::lock_guard lock{mutex_};
    if (!dentro_.insert(red).second) return std::nullopt;
    return std::optional<Turno>{std::in_place, *this, red};
}

void RedesEnEspera::salir(const std::string& red) {
    const std::lock_guard lock{mutex_};
    dentro_.erase(red);
}

void RedesConocidas::anotar(std::string_view remoto) {
    const auto huella = huella_de_red(remoto);
    lugares_[huella % cuantas].store(huella, std::memory_order_relaxed);
}

bool RedesConocidas::conoce(std::string_view remoto) const {
    const auto huella = huella_de_red(remoto);
    return lugares_[huella % cuantas].load(std::memory_order_relaxed) == huella;
}

void contar_fallo(db::Writer& tx, const Intentado& intento, Instante ahora) {
    if (!intento.quien.empty()) sumar_fallo(tx, intento.quien, intento.red, fallos_sin_pausa, ahora);
    // Who waits already does not wait longer for others who are wrong meanwhile.
    if (leer_esperas(tx, {{}, intento.red}).de_red <= ahora) sumar_fallo(tx, "", intento.red, fallos_por_red, ahora);
}

void olvidar_fallos(db::Writer& tx, const Intentado& intento) {
    tx.run("DELETE FROM intento WHERE quien = $1 AND red = $2", intento.quien, intento.red);
}

void olvidar_fallos(db::Writer& tx, std::string_view quien) { tx.run("DELETE FROM intento WHERE quien = $1", quien); }

std::optional<Instante> espera_mayor(db::Reader& tx, std::string_view quien) {
    const auto hasta = tx.one<Instante>("SELECT COALESCE(MAX(hasta), 0) FROM intento WHERE quien = $1", quien);
    return hasta && hasta->micros() > 0 ? hasta : std::nullopt;
}

void olvidar_viejos(db::Writer& tx, Instante ahora) {
    tx.run("DELETE FROM intento WHERE ultimo < $1 AND hasta < $2", ahora.mas_segundos(-memoria_segundos), ahora);
}

}  // namespace cacao
