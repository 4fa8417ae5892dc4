#include "rooms/seguridad/intentos.hpp"

#include "base/digest.hpp"
#include "base/error.hpp"
#include "base/red.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao {
namespace {

// Failures further apart than this do not belong together.
constexpr std::int64_t memoria_segundos = 3600;

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
    return {clave.empty() ? "" : hexadecimal(sha256(clave)), red_de(remoto)};
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

void RedesConocidas::anotar(std::string_view nombre, std::string_view remoto) {
    const std::string red = red_de(remoto);
    const std::lock_guard lock{mutex_};
    if (const auto found = por_nombre_.find(nombre); found != por_nombre_.end()) {
        conocidos_.splice(conocidos_.begin(), conocidos_, found->second);
    } else {
        conocidos_.push_front({std::string{nombre}, {}});
        por_nombre_.emplace(conocidos_.front().nombre, conocidos_.begin());
    }
    Conocido& conocido = conocidos_.front();
    if (const auto at = std::ranges::find(conocido.redes, red); at != conocido.redes.end())
        olvidar_red(conocido, static_cast<std::size_t>(at - conocido.redes.begin()));
    conocido.redes.push_front(red);
    ++redes_[red];
    if (conocido.redes.size() > por_nombre) olvidar_red(conocido, por_nombre);
    if (conocidos_.size() > nombres) olvidar_ultimo();
}

void RedesConocidas::olvidar_red(Conocido& conocido, std::size_t cual) {
    const auto at = conocido.redes.begin() + static_cast<std::ptrdiff_t>(cual);
    if (const auto found = redes_.find(*at); --found->second == 0) redes_.erase(found);
    conocido.redes.erase(at);
}

void RedesConocidas::olvidar_ultimo() {
    Conocido& ultimo = conocidos_.back();
    while (!ultimo.redes.empty()) olvidar_red(ultimo, 0);
    por_nombre_.erase(ultimo.nombre);
    conocidos_.pop_back();
}

bool RedesConocidas::conoce(std::string_view remoto) const {
    const std::lock_guard lock{mutex_};
    return redes_.contains(red_de(remoto));
}

bool RedesConocidas::conoce(std::string_view nombre, std::string_view remoto) const {
    const std::lock_guard lock{mutex_};
    const auto found = por_nombre_.find(nombre);
    return found != por_nombre_.end() && std::ranges::find(found->second->redes, red_de(remoto)) != found->second->redes.end();
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
    // ID tokens that opened a session, once they would be too old for another.
    tx.run("DELETE FROM acceso WHERE clave >= 'idtoken:' AND clave < 'idtoken;' AND venceEn < $1", ahora);
    tx.run("DELETE FROM acceso WHERE clave >= 'instalacion:' AND clave < 'instalacion;' AND venceEn < $1", ahora);
}

}  // namespace cacao
