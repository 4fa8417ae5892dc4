#include "api/trabajos.hpp"

#include "api/bitacora.hpp"
#include "api/organizacion.hpp"
#include "api/workers.hpp"
#include "base/paso.hpp"
#include "db/rows.hpp"

#include <spdlog/spdlog.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace cacao::api {
namespace {

constexpr std::chrono::minutes between_rounds{1};
constexpr std::chrono::seconds clock_looked_at{1};
constexpr std::int64_t after_a_fault = 5;                       // seconds
constexpr std::int64_t kept_for = 30LL * 24 * 60 * 60;          // seconds
constexpr std::int64_t failed_kept_for = 365LL * 24 * 60 * 60;  // seconds
constexpr std::size_t longest_error = 500;

// Another took it meanwhile.
class Perdido : public std::exception {};

std::string corto(std::string_view texto) {
    std::size_t n = std::min(texto.size(), longest_error);
    while (n < texto.size() && n > 0 && (static_cast<unsigned char>(texto[n]) & 0xC0U) == 0x80U) --n;  // not inside a character
    return std::string{texto.substr(0, n)};
}

// Which instance has taken it, for people.
std::string esta_instancia() {
    std::array<char, 256> equipo{};
    gethostname(equipo.data(), equipo.size() - 1);
    return fmt::format("{}/{}", equipo.data(), getpid());
}

// A fifth more or less, each its own: what failed together does not come back together.
std::int64_t repartida(std::chrono::seconds espera, std::int64_t trabajoId) {
    const std::int64_t micros = espera.count() * 1'000'000;
    return micros + micros / 100 * (trabajoId % 41 - 20);
}

}  // namespace

void encargar(Context& ctx, std::string_view tipo, std::string_view clave, std::string_view datos, Instante cuando) {
    auto& tx = ctx.db();
    tx.run(R"(INSERT INTO trabajo (organizacionId, trabajoId, tipo, clave, datos, estado, siguiente, usuarioId, creadoEn)
              VALUES ($1, $2, $3, $4, $5, 'pendiente', $6, $7, $8)
              ON CONFLICT (organizacionId, tipo, clave) WHERE estado = 'pendiente' DO UPDATE SET
                  datos = excluded.datos, pedidas = trabajo.pedidas + 1,
                  siguiente = CASE WHEN excluded.siguiente < trabajo.siguiente THEN excluded.siguiente ELSE trabajo.siguiente END)",
           tx.organizacion(), tx.next_id(), tipo, clave, datos, cuando, ctx.usuarioId(), ctx.ahora());
    ctx.despues().trabajos = true;
}

Instante siguiente_hora(const Context& ctx, std::int64_t segundos_del_dia) {
    // 2026-11-19T03:00:00-06:00
    const auto hora = hora_local(ctx.ahora(), ctx.sesion().zona);
    const auto parte = [&](std::size_t en) { return (hora[en] - '0') * 10 + (hora[en + 1] - '0'); };
    const std::int64_t del_dia = parte(11) * 3600 + parte(14) * 60 + parte(17);
    const std::int64_t un_dia = 24 * 3600;
    return ctx.ahora().mas_segundos((del_dia >= segundos_del_dia ? un_dia : 0) + segundos_del_dia - del_dia);
}

std::chrono::seconds espera_tras(std::int64_t intentos) {
    constexpr std::int64_t first = 5;
    constexpr std::int64_t longest = 6 * 60 * 60;
    std::int64_t espera = first;
    for (std::int64_t i = 1; i < intentos && espera < longest; ++i) espera *= 4;
    return std::chrono::seconds{std::min(espera, longest)};
}

Taller::Taller(db::Database& database, const Reloj& reloj, std::vector<Oficio> oficios, std::string nombre,
               WorkObserver* observer)
    : database_(database), reloj_(reloj), oficios_(std::move(oficios)), nombre_(std::move(nombre)), observer_(observer) {
    std::vector<std::string> tipos;
    for (const Oficio& o : oficios_) tipos.push_back("'" + o.tipo + "'");
    conocidos_ = tipos.empty() ? "''" : fmt::format("{}", fmt::join(tipos, ", "));
}

const Oficio& Taller::oficio_de(std::string_view tipo) const {
    const auto suyo = std::ranges::find(oficios_, tipo, &Oficio::tipo);
    if (suyo == oficios_.end()) throw std::logic_error("nobody does " + std::string{tipo});
    return *suyo;
}

std::optional<Taller::Tomado> Taller::tomar(std::int64_t organizacionId) {
    std::optional<Tomado> tomado;
    bool otro = true;
    while (otro && !closing_) {
        otro = false;
        std::optional<Trabajo> fallido;
        database_.write_now(organizacionId, [&](db::Writer& tx) {
            tomado.reset();
            fallido.reset();
            otro = false;
            const Instante ahora = reloj_.ahora();
            auto t = tx.one<Trabajo>(
                "SELECT trabajoId, tipo, clave, datos, intentos + CASE WHEN tomadoHasta > 0 THEN 1 ELSE 0 END AS intentos, toma, "
                "pedidas, usuarioId FROM trabajo WHERE organizacionId = $1 AND estado = 'pendiente' AND siguiente <= $2 "
                "AND tomadoHasta <= $2 AND tipo IN (" +
                    conocidos_ + ") ORDER BY siguiente, trabajoId LIMIT 1",
                tx.organizacion(), ahora);
            if (!t) return;
            const Oficio& oficio = oficio_de(t->tipo);
            // Whoever had it never came back: an attempt as well, or what ends its instance would end one after the other.
            const bool demasiados = t->intentos >= oficio.intentos;
            const Instante hasta = ahora.mas_segundos(oficio.arriendo.count());
            const auto tocados =
                demasiados
                    ? tx.count(
                          R"(UPDATE trabajo SET estado = 'fallido', tomadoHasta = 0, tomadoPor = '', intentos = $4, terminadoEn = $3,
                                         error = 'Quien lo tomó no volvió.'
                                  WHERE organizacionId = $1 AND trabajoId = $2 AND toma = $5 AND estado = 'pendiente')",
                          tx.organizacion(), t->trabajoId, ahora, t->intentos, t->toma)
                    : tx.count(R"(UPDATE trabajo SET toma = $5 + 1, intentos = $4, tomadoHasta = $3, tomadoPor = $6
                                  WHERE organizacionId = $1 AND trabajoId = $2 AND toma = $5 AND estado = 'pendiente')",
                               tx.organizacion(), t->trabajoId, hasta, t->intentos, t->toma, nombre_);
            otro = demasiados || tocados == 0;
            if (demasiados && tocados > 0) fallido = *t;
            if (otro) return;
            t->toma += 1;
            tomado = Tomado{std::move(*t), hasta};
            Pasos::alcanzar("trabajo_tomando");
        });
        if (fallido) ended(organizacionId, *fallido, End::fallido, "whoever took it never came back");
    }
    if (!tomado) return tomado;
    Pasos::alcanzar("trabajo_tomado");
    if (observer_ != nullptr) observer_->taken(tomado->trabajo.tipo);
    return tomado;
}

bool Taller::hacer(std::int64_t organizacionId, const Tomado& tomado) {
    const Oficio& oficio = oficio_de(tomado.trabajo.tipo);
    std::string error;
    try {
        const std::string respuesta =
            oficio.afuera ? oficio.afuera({database_, organizacionId, reloj_, tomado.hasta, closing_}, tomado.trabajo) : "";
        Pasos::alcanzar("trabajo_afuera");
        return terminar(organizacionId, tomado, [&](Context& ctx) { return oficio.asentar(ctx, tomado.trabajo, respuesta); });
    } catch (const std::exception& e) {
        error = e.what();
    }
    // Of what was done inside nothing is left; that it was tried is. But whoever gave up because the service ends tried nothing.
    if (closing_) return devolver(organizacionId, tomado);
    return terminar(organizacionId, tomado, [&](Context&) { return Fin::insistir(error); });
}

bool Taller::terminar(std::int64_t organizacionId, const Tomado& tomado, const std::function<Fin(Context&)>& effect) {
    const Trabajo& t = tomado.trabajo;
    Context::Despues despues;
    End how = End::hecho;
    std::string dicho;
    try {
        database_.write_now(organizacionId, [&](db::Writer& tx) {
            Sesion sesion;
            sesion.organizacionId = organizacionId;
            sesion.usuarioId = t.usuarioId;
            poner_zonas(tx, sesion);
            Context ctx{{.sesion = &sesion, .reloj = &reloj_, .operacion = t.tipo, .database = &database_}, &tx, &tx};
            const Fin fin = effect(ctx);
            const Instante ahora = reloj_.ahora();
            const bool fallo = fin.como == Fin::Como::fallido || (fin.como == Fin::Como::otra_vez && !fin.cuando);
            const std::int64_t intentos = fallo ? t.intentos + 1 : 0;
            const bool vencido = fin.como == Fin::Como::fallido || (fallo && intentos >= oficio_de(t.tipo).intentos);
            const Instante siguiente =
                fin.cuando.value_or(Instante::de_micros(ahora.micros() + repartida(espera_tras(intentos), t.trabajoId)));
            const bool acaba = fin.como == Fin::Como::hecho || vencido;
            // What was asked for once more while it was done waits on, due as it was asked for.
            const auto tocados = tx.count(
                R"(UPDATE trabajo SET
                       estado = CASE WHEN pedidas <> $4 OR $5 = 0 THEN 'pendiente' WHEN $6 = 1 THEN 'fallido' ELSE 'hecho' END,
                       siguiente = CASE WHEN pedidas <> $4 AND ($5 = 1 OR siguiente < $7) THEN siguiente
                                        WHEN $5 = 0 THEN $7 ELSE siguiente END,
                       intentos = $8, tomadoHasta = 0, tomadoPor = '',
                       resultado = CASE WHEN $9 = 1 THEN resultado ELSE $10 END,
                       error = CASE WHEN $9 = 1 THEN $10 ELSE '' END,
                       terminadoEn = CASE WHEN pedidas <> $4 OR $5 = 0 THEN 0 ELSE $11 END
                   WHERE organizacionId = $1 AND trabajoId = $2 AND toma = $3 AND estado = 'pendiente')",
                tx.organizacion(), t.trabajoId, t.toma, t.pedidas, acaba, vencido, siguiente, intentos, fallo,
                corto(fin.resultado), ahora);
            if (tocados == 0) throw Perdido{};
            how = vencido ? End::fallido : fallo ? End::reintento : acaba ? End::hecho : End::otra_vez;
            dicho = fin.resultado;
            if (!ctx.cambios().empty()) {
                Operation op;
                op.id = t.tipo;
                write_audit(tx, ctx, op, {}, {});
            }
            despues = std::move(ctx.despues());
            Pasos::alcanzar("trabajo_asentando");
        });
    } catch (const Perdido&) {
        return ended(organizacionId, t, End::perdido, "another took it meanwhile");
    }
    Pasos::alcanzar("trabajo_asentado");
    for (const auto& then : despues.confirmado) then();
    return ended(organizacionId, t, how, dicho);
}

bool Taller::devolver(std::int64_t organizacionId, const Tomado& tomado) {
    const Trabajo& t = tomado.trabajo;
    bool suyo = false;
    database_.write_now(organizacionId, [&](db::Writer& tx) {
        suyo = tx.count(R"(UPDATE trabajo SET tomadoHasta = 0, tomadoPor = ''
                           WHERE organizacionId = $1 AND trabajoId = $2 AND toma = $3 AND estado = 'pendiente')",
                        tx.organizacion(), t.trabajoId, t.toma) > 0;
    });
    return ended(organizacionId, t, suyo ? End::devuelto : End::perdido, "the service ends");
}

// Tells the log and whoever counts. Whether it was this one's to end.
bool Taller::ended(std::int64_t organizacionId, const Trabajo& t, End how, const std::string& porque) {
    if (observer_ != nullptr) observer_->ended(t.tipo, how);
    const auto tell = [&](spdlog::level::level_enum level, std::string_view what) {
        spdlog::log(level, "work {} {} ({}) of organizacionId {} {}: {}", t.trabajoId, t.tipo, t.clave, organizacionId, what,
                    porque);
    };
    switch (how) {
        case End::hecho: tell(spdlog::level::debug, "is done"); break;
        case End::otra_vez: tell(spdlog::level::debug, "is done for now"); break;
        case End::reintento: tell(spdlog::level::warn, "is tried again later"); break;
        case End::fallido: tell(spdlog::level::err, "has failed"); break;
        case End::perdido: tell(spdlog::level::warn, "was not ended here"); break;
        case End::devuelto: tell(spdlog::level::info, "is given back"); break;
    }
    return how != End::perdido;
}

std::optional<Instante> Taller::siguiente(std::int64_t organizacionId) {
    std::optional<Instante> cuando;
    database_.read(organizacionId, [&](db::Reader& tx) {
        const std::string suyo =
            "FROM trabajo WHERE organizacionId = $1 AND estado = 'pendiente' AND tipo IN (" + conocidos_ + ") ";
        // Two looks, each by its index: however much waits, the first of it is all that is read.
        for (const auto& primero : {"SELECT siguiente " + suyo + "AND tomadoHasta = 0 ORDER BY siguiente LIMIT 1",
                                    "SELECT tomadoHasta " + suyo + "AND tomadoHasta <> 0 ORDER BY tomadoHasta LIMIT 1"}) {
            const auto este = tx.one<Instante>(primero, tx.organizacion());
            if (este && (!cuando || *este < *cuando)) cuando = este;
        }
    });
    return cuando;
}

void Taller::olvidar(std::int64_t organizacionId) {
    constexpr std::string_view viejos = R"(
        SELECT trabajoId FROM trabajo WHERE organizacionId = $1 AND terminadoEn <> 0 AND terminadoEn <= $2
        AND (estado <> 'fallido' OR terminadoEn <= $3) LIMIT 500)";
    const Instante ahora = reloj_.ahora();
    const Instante hasta = ahora.mas_segundos(-kept_for);
    const Instante fallidos = ahora.mas_segundos(-failed_kept_for);
    bool hay = false;
    database_.read(organizacionId,
                   [&](db::Reader& tx) { hay = tx.one<std::int64_t>(viejos, tx.organizacion(), hasta, fallidos).has_value(); });
    if (!hay) return;  // asked every minute of every organization: most have nothing to write
    database_.write_now(organizacionId, [&](db::Writer& tx) {
        tx.run(fmt::format("DELETE FROM trabajo WHERE organizacionId = $1 AND trabajoId IN ({})", viejos), tx.organizacion(),
               hasta, fallidos);
    });
}

void Taller::contar(std::int64_t organizacionId, WorkObserver::AllWaiting& all) {
    database_.read(organizacionId, [&](db::Reader& tx) {
        tx.each(R"(SELECT tipo, COUNT(*), 0 FROM trabajo
                   WHERE organizacionId = $1 AND estado = 'pendiente' AND siguiente <= $2 AND tomadoHasta <= $2 GROUP BY tipo
                   UNION ALL
                   SELECT tipo, 0, COUNT(*) FROM trabajo WHERE organizacionId = $1 AND estado = 'fallido' GROUP BY tipo)",
                [&](const db::Row& row) {
                    auto& suyo = all[std::string{row.text(0)}];
                    suyo.due += row.integer(1);
                    suyo.failed += row.integer(2);
                },
                tx.organizacion(), reloj_.ahora());
    });
}

Trabajadores::Trabajadores(db::Database& database, const Reloj& reloj, std::vector<Oficio> oficios, int threads,
                           std::function<void(std::int64_t)> wrote, WorkObserver* observer)
    : database_(database),
      reloj_(reloj),
      taller_(database, reloj, std::move(oficios), esta_instancia(), observer),
      wrote_(std::move(wrote)),
      observer_(observer) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { loop(); });
}

Trabajadores::~Trabajadores() {
    close();
    join();
}

void Trabajadores::close() {
    {
        const std::lock_guard lock{mutex_};
        closing_ = true;
    }
    taller_.close();
    wake_.notify_all();
}

void Trabajadores::join() {
    for (auto& t : threads_) t.join();
    threads_.clear();
}

void Trabajadores::encargado(std::int64_t organizacionId) {
    {
        const std::lock_guard lock{mutex_};
        due_[organizacionId] = {};
    }
    wake_.notify_one();
}

// The next organization of which something is due; nothing at the end, and when it is time to look at all of them.
std::optional<std::int64_t> Trabajadores::next(std::unique_lock<std::mutex>& lock) {
    while (!closing_ && Clock::now() < look_at_all_) {
        const Instante ahora = reloj_.ahora();
        const auto is_due = [&](const auto& d) { return d.second <= ahora; };
        // They take turns: one that has much does not keep the others waiting.
        auto due = std::find_if(due_.upper_bound(last_), due_.end(), is_due);
        if (due == due_.end()) due = std::ranges::find_if(due_, is_due);
        if (due != due_.end()) {
            last_ = due->first;
            due_.erase(due);
            return last_;
        }
        wake_.wait_for(lock, clock_looked_at);
    }
    return std::nullopt;
}

void Trabajadores::expect(std::int64_t organizacionId, std::optional<Instante> cuando) {
    if (!cuando) return;
    const std::lock_guard lock{mutex_};
    const auto [d, nuevo] = due_.try_emplace(organizacionId, *cuando);
    if (!nuevo) d->second = std::min(d->second, *cuando);
}

void Trabajadores::look_at_all() {
    try {
        WorkObserver::AllWaiting all;
        for (const auto organizacionId : organizaciones(database_)) {
            taller_.olvidar(organizacionId);
            expect(organizacionId, taller_.siguiente(organizacionId));
            if (observer_ != nullptr) taller_.contar(organizacionId, all);
        }
        if (observer_ != nullptr) observer_->waiting(all);
    } catch (const std::exception& e) {
        spdlog::warn("work that is due was not looked for: {}", e.what());
    }
}

void Trabajadores::work(std::int64_t organizacionId) {
    std::optional<Instante> cuando;
    try {
        if (const auto tomado = taller_.tomar(organizacionId)) {
            encargado(organizacionId);  // what stands behind it need not wait for it
            taller_.hacer(organizacionId, *tomado);
            wrote_(organizacionId);
        }
        cuando = taller_.siguiente(organizacionId);
    } catch (const std::exception& e) {
        spdlog::warn("work of organizacionId {} put off: {}", organizacionId, e.what());
        cuando = reloj_.ahora().mas_segundos(after_a_fault);
    }
    expect(organizacionId, cuando);
}

void Trabajadores::loop() {
    setpriority(PRIO_PROCESS, 0, std::max(getpriority(PRIO_PROCESS, 0), static_cast<int>(Standing::last)));
    std::unique_lock lock{mutex_};
    while (!closing_) {
        const auto organizacionId = next(lock);
        if (closing_) return;
        if (!organizacionId) look_at_all_ = Clock::now() + between_rounds;  // before looking: one of the threads does
        lock.unlock();
        if (organizacionId) work(*organizacionId);
        else look_at_all();
        lock.lock();
    }
}

}  // namespace cacao::api
