#pragma once
// What an operation may ask: who calls, what day it is, and the database. `const Context&` reads, `Context&` writes: an operation
// that takes the first cannot reach a statement that changes anything.

#include "api/sesion.hpp"
#include "base/error.hpp"
#include "db/db.hpp"
#include "reflect/json_write.hpp"

#include <any>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

namespace api {
class Limitador;
}

// The clock as rooms see it; a test sets it.
class Reloj {
public:
    Instante ahora() const {
        const auto fijo = fijo_.load(std::memory_order_relaxed);
        return fijo != anda ? Instante::de_micros(fijo) : Instante::ahora();
    }
    // From any thread: others may be looking at it.
    void fijar(std::optional<Instante> momento) { fijo_.store(momento ? momento->micros() : anda, std::memory_order_relaxed); }

private:
    static constexpr std::int64_t anda = std::numeric_limits<std::int64_t>::min();
    std::atomic<std::int64_t> fijo_ = anda;
};

// One change of one record, for the audit log. `antes` and `despues` are JSON or empty.
struct CambioDeRegistro {
    std::string tipo;
    std::int64_t id = 0;
    std::string antes;
    std::string despues;
};

class Context {
public:
    // What the dispatcher knows of the call before the transaction begins.
    struct Call {
        const api::Sesion* sesion = nullptr;
        const Reloj* reloj = nullptr;
        Idioma idioma = Idioma::es;
        std::string_view remoto;
        std::string_view traza;
        std::string_view operacion;
        std::optional<std::int64_t> si_version;  // If-Match
        bool simular = false;
        std::optional<std::int64_t> vista = {};  // of a read that waited: what it found nothing behind before
        db::Database* database = nullptr;        // for the half that runs before the transaction
        api::Limitador* limitador = nullptr;
    };
    Context(const Call& call, db::Writer* writer, db::Reader* reader) : call_(call), writer_(writer), reader_(reader) {}

    const api::Sesion& sesion() const { return *call_.sesion; }
    std::int64_t organizacionId() const { return call_.sesion->organizacionId; }
    std::int64_t usuarioId() const { return call_.sesion->usuarioId; }
    Idioma idioma() const { return call_.idioma; }
    std::string_view remoto() const { return call_.remoto; }
    bool simular() const { return call_.simular; }
    Instante ahora() const {
        vio_la_hora_ = true;
        return call_.reloj->ahora();
    }
    // Whether what was answered may be another thing a moment later.
    bool vio_la_hora() const { return vio_la_hora_; }
    // The day it is at the branch of the session, or at the branch of what is dealt with (0: the session's).
    Fecha hoy() const { return dia_en_zona(ahora(), call_.sesion->zona); }
    Fecha hoy(std::int64_t sucursalId) const { return dia_en_zona(ahora(), call_.sesion->zona_de(sucursalId)); }
    // The day that has begun at every branch: what lasts through a day, and is of no branch, lasts until it is over everywhere.
    Fecha hoy_en_todas() const;
    // Of a branch (0: the session's): 2026-11-15T09:30:00.
    std::string hora(std::int64_t sucursalId) const { return hora_local(ahora(), call_.sesion->zona_de(sucursalId)); }

    db::Reader& db() const { return *reader_; }
    db::Writer& db() { return *writer_; }

    // For the half of an operation that runs before the transaction: a short snapshot of its own, of any organization.
    void leer(std::int64_t organizacionId, FunctionRef<void(db::Reader&)> work) const {
        call_.database->read(organizacionId, work);
    }
    // Likewise, a short transaction of the caller's organization: it stays whatever becomes of the operation, so that what is
    // begun outside is known before it begins.
    void apartar(std::function<void(db::Writer&)> work) const { call_.database->write_now(organizacionId(), std::move(work)); }
    // For an operation without a token: in which organization its transaction will run.
    void actuar_en(std::int64_t organizacionId) const { organizacion_elegida_ = organizacionId; }
    std::optional<std::int64_t> organizacion_elegida() const { return organizacion_elegida_; }

    // For an operation without a token, once it knows who calls: one request of theirs. Throws demasiadas_peticiones.
    void contar_peticion(std::int64_t usuarioId, std::int64_t consumidorId) const;

    // Of a read that found nothing behind a position: it may be asked again as soon as something happens, and need not be
    // answered for so many seconds.
    struct Aguarda {
        std::int64_t segundos = 0;
        std::int64_t vista = 0;
    };
    void aguardar(std::int64_t segundos, std::int64_t vista) const { aguarda_ = Aguarda{segundos, vista}; }
    // When it is asked again: up to there it need not look.
    const std::optional<std::int64_t>& vista() const { return call_.vista; }
    const std::optional<Aguarda>& aguarda() const { return aguarda_; }

    // Told to the caller beside a success.
    void advertir(Codigo codigo, std::string campo, std::string datos = {}) const;
    const std::vector<Falta>& advertencias() const { return advertencias_; }

    // What a simulated write gathers of what it would have done. Its form is that of whoever tells it (Operations::simulacion).
    std::any& simulacion() { return simulacion_; }

    // What the audit log keeps of this write, beside who and when.
    template <class Antes, class Despues>
    void auditar(std::string_view tipo, std::int64_t id, const Antes& antes, const Despues& despues) {
        anotar(tipo, id, reflect::to_json(antes), reflect::to_json(despues));
    }
    template <class Despues>
    void auditar_alta(std::string_view tipo, std::int64_t id, const Despues& despues) {
        anotar(tipo, id, {}, reflect::to_json(despues));
    }
    const std::vector<CambioDeRegistro>& cambios() const { return cambios_; }

    // A record that has told what happened to it by an event of its own: the log's rows about it are none.
    void tiene_evento(std::int64_t id) { con_evento_.push_back(id); }
    const std::vector<std::int64_t>& con_evento() const { return con_evento_; }

    // If-Match: refuses (412) when the record is no longer at the version that the caller read.
    void exigir_version(std::int64_t actual) const {
        if (call_.si_version && *call_.si_version != actual) reject(Codigo::precondicion_fallida, "/If-Match");
    }

    // What a refusal must still store: runs in a transaction of its own if this one is rolled back.
    void aunque_rechace(std::function<void(db::Writer&)> work) { writer_->if_rolled_back(std::move(work)); }

    // What this process must forget or learn once the outcome is on disk (cached sessions): after the commit, or after a
    // refusal and what it stored. Never for `simular`.
    struct Despues {
        bool sesiones = false;
        bool trabajos = false;  // work was asked for (api/trabajos.hpp)
        std::vector<std::function<void()>> confirmado;
        std::vector<std::function<void()>> rechazado;
    };
    void al_confirmar(std::function<void()> work);
    void al_rechazar(std::function<void()> work);
    // Sessions hold something of what this changes (zones of branches): they are read again before their next use.
    void renovar_sesiones() { despues_.sesiones = true; }
    Despues& despues() { return despues_; }

private:
    void anotar(std::string_view tipo, std::int64_t id, std::string antes, std::string despues);

    Call call_;
    db::Writer* writer_;
    db::Reader* reader_;
    mutable std::optional<std::int64_t> organizacion_elegida_;
    mutable bool vio_la_hora_ = false;
    mutable std::optional<Aguarda> aguarda_;
    mutable std::vector<Falta> advertencias_;
    std::any simulacion_;
    std::vector<CambioDeRegistro> cambios_;
    std::vector<std::int64_t> con_evento_;
    Despues despues_;
};

}  // namespace cacao
