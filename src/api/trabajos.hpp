#pragma once
// Work that is due outside of requests: what must be asked of others, again and again until they answer. It is asked for in the
// transaction that makes it due, so it is neither lost nor done for what never was. A thread of some instance takes it for a
// while, does what is outside without a transaction, and ends it in the transaction of its effect: inside the database it counts
// once, outside at least once.

#include "api/context.hpp"
#include "db/db.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace cacao::api {

// As whoever does it sees it.
struct Trabajo {
    std::int64_t trabajoId{};
    std::string tipo;
    std::string clave;
    std::string datos;
    std::int64_t intentos{};  // that failed before this one
    std::int64_t toma{};
    std::int64_t pedidas{};
    std::int64_t usuarioId{};  // who asked for it
};
DESCRIBE_STRUCT(Trabajo, (), (trabajoId, tipo, clave, datos, intentos, toma, pedidas, usuarioId))

// How an attempt ended.
struct Fin {
    enum class Como : std::uint8_t { hecho, otra_vez, fallido };
    Como como = Como::hecho;
    std::string resultado;           // for people; of what failed, why
    std::optional<Instante> cuando;  // otra_vez: not before; none: by the waits between attempts
    static Fin hecho(std::string resultado) { return {Como::hecho, std::move(resultado), {}}; }
    // It went well and is due again: work that never ends.
    static Fin de_nuevo(std::string resultado, Instante cuando) { return {Como::otra_vez, std::move(resultado), cuando}; }
    // Others did not answer: after a while, and a longer one each time.
    static Fin insistir(std::string porque) { return {Como::otra_vez, std::move(porque), {}}; }
    static Fin fallido(std::string porque) { return {Como::fallido, std::move(porque), {}}; }
};

// For the part outside: snapshots of its own, and until when it has the work.
class Afuera {
public:
    Afuera(db::Database& database, std::int64_t organizacionId, const Reloj& reloj, Instante hasta,
           const std::atomic<bool>& closing)
        : database_(database), organizacionId_(organizacionId), reloj_(reloj), hasta_(hasta), closing_(closing) {}
    void leer(FunctionRef<void(db::Reader&)> work) const { database_.read(organizacionId_, work); }
    std::int64_t organizacionId() const { return organizacionId_; }
    // For whoever makes a context of its own.
    db::Database& database() const { return database_; }
    const Reloj& reloj() const { return reloj_; }
    Instante ahora() const { return reloj_.ahora(); }
    Instante hasta() const { return hasta_; }
    // The service ends: whoever waits for others gives up, and the work is taken again later.
    bool closing() const { return closing_.load(std::memory_order_relaxed); }
    // Whoever calls others asks this while it waits: nothing that comes later would be stored.
    bool abandonar() const { return closing() || reloj_.ahora() >= hasta_; }

private:
    db::Database& database_;
    std::int64_t organizacionId_;
    const Reloj& reloj_;
    Instante hasta_;
    const std::atomic<bool>& closing_;
};

// A kind of work.
struct Oficio {
    std::string tipo;
    std::chrono::seconds arriendo{120};  // for how long it is taken; what is outside must give up before
    std::int64_t intentos = 12;          // in a row; then it has failed, and a person must look
    // Its answer is for `asentar` alone. What it throws is an attempt that failed.
    std::function<std::string(const Afuera&, const Trabajo&)> afuera;
    std::function<Fin(Context&, const Trabajo&, const std::string& respuesta)> asentar;
};

// Who counts, by kind. Called from any thread.
class WorkObserver {
public:
    // otra_vez: it went well and is due again; reintento: it did not, and is tried again; perdido: another took it meanwhile;
    // devuelto: the service ends, and somebody else may have it at once.
    enum class End : std::uint8_t { hecho, otra_vez, reintento, fallido, perdido, devuelto };
    // What all organizations have of a kind, as it was a moment ago.
    struct Waiting {
        std::int64_t due = 0;     // its time has come and nobody is at it
        std::int64_t failed = 0;  // a person must look
    };
    using AllWaiting = std::map<std::string, Waiting, std::less<>>;

    virtual ~WorkObserver() = default;
    virtual void taken(const std::string& tipo) = 0;
    virtual void ended(const std::string& tipo, End how) = 0;
    virtual void waiting(const AllWaiting& all) = 0;
};

// Asks for work, in this transaction. Of a kind and a key one waits at a time: asked for again, it is due at the earlier moment,
// with what was said last; and asked for while somebody is at it, it is done once more.
void encargar(Context& ctx, std::string_view tipo, std::string_view clave, std::string_view datos, Instante cuando);

// The next time that it is so many seconds past midnight where the organization is: for what is done once a day.
Instante siguiente_hora(const Context& ctx, std::int64_t segundos_del_dia);

// Of a person: done now, with all its attempts before it. Refuses what is done or cancelled (estado_invalido), what somebody is
// at (the same, with tomadoHasta), and what failed when another of its kind and key waits already (conflicto).
void reintentar(Context& ctx, std::int64_t trabajoId);
// Of a person: not done any more. What somebody is at is refused: it may have been asked for outside.
void cancelar(Context& ctx, std::int64_t trabajoId, std::string_view motivo);

// What must hold of an organization's work, a sentence for each that does not.
void verificar_trabajos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

// How long is waited after so many attempts that failed: 5 s, then four times as long each, six hours at the most.
std::chrono::seconds espera_tras(std::int64_t intentos);

// Takes, does and ends: what one thread does of one organization, apart from when. Each instance has a name of its own.
class Taller {
public:
    // The observer, when there is one, must live longer.
    Taller(db::Database& database, const Reloj& reloj, std::vector<Oficio> oficios, std::string nombre,
           WorkObserver* observer = nullptr);

    struct Tomado {
        Trabajo trabajo;
        Instante hasta;
    };
    // What has been due the longest and nobody has; nothing when there is none.
    std::optional<Tomado> tomar(std::int64_t organizacionId);
    // What is outside, then the end of it. False when it was no longer this one's by then: nothing was stored.
    bool hacer(std::int64_t organizacionId, const Tomado& tomado);
    // From here on nothing is taken, and what is given up outside goes back, as if it had never been taken.
    void close() { closing_ = true; }
    // When the next of it is due, or given back by whoever has it; nothing when nothing waits.
    std::optional<Instante> siguiente(std::int64_t organizacionId);
    // Work that ended long ago: what failed stays longer, since nobody may have looked yet.
    void olvidar(std::int64_t organizacionId);
    // Adds what an organization has of each kind.
    void contar(std::int64_t organizacionId, WorkObserver::AllWaiting& all);

private:
    using End = WorkObserver::End;
    const Oficio& oficio_de(std::string_view tipo) const;
    bool terminar(std::int64_t organizacionId, const Tomado& tomado, const std::function<Fin(Context&)>& effect);
    bool devolver(std::int64_t organizacionId, const Tomado& tomado);
    bool ended(std::int64_t organizacionId, const Trabajo& t, End how, const std::string& porque);

    db::Database& database_;
    const Reloj& reloj_;
    std::vector<Oficio> oficios_;
    std::string nombre_;
    WorkObserver* observer_;
    std::atomic<bool> closing_ = false;
    std::string conocidos_;  // kinds, as SQL literals: another version's are left to it
};

// The threads. They are told of each organization that asked for something; on start, and now and then for what other instances
// and commands left, they look at all of them.
class Trabajadores {
public:
    // `wrote` hears of each organization that something was written in. Without threads others have to do it.
    Trabajadores(db::Database& database, const Reloj& reloj, std::vector<Oficio> oficios, int threads,
                 std::function<void(std::int64_t)> wrote, WorkObserver* observer = nullptr);
    ~Trabajadores();
    Trabajadores(const Trabajadores&) = delete;
    Trabajadores& operator=(const Trabajadores&) = delete;
    void encargado(std::int64_t organizacionId);
    // From here on nothing is begun; then waits for what was.
    void close();
    void join();

private:
    using Clock = std::chrono::steady_clock;
    void loop();
    std::optional<std::int64_t> next(std::unique_lock<std::mutex>& lock);
    // At the earlier of this moment and what was known.
    void expect(std::int64_t organizacionId, std::optional<Instante> cuando);
    void look_at_all();
    void work(std::int64_t organizacionId);

    db::Database& database_;
    const Reloj& reloj_;
    Taller taller_;
    std::function<void(std::int64_t)> wrote_;
    WorkObserver* observer_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::map<std::int64_t, Instante> due_;  // when something of each is, as far as is known here
    std::int64_t last_ = 0;                 // whose turn it was
    Clock::time_point look_at_all_{};
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace cacao::api
