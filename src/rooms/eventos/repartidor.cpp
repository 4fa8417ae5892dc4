#include "rooms/eventos/repartidor.hpp"

#include "api/bitacora.hpp"
#include "api/organizacion.hpp"
#include "api/posiciones.hpp"
#include "api/workers.hpp"
#include "base/paso.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"
#include "rooms/eventos/catalogo.hpp"
#include "rooms/eventos/existencias.hpp"
#include "rooms/eventos/firma.hpp"

#include <spdlog/spdlog.h>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace cacao::eventos {
namespace {

constexpr int at_once = 8;                                  // calls of one subscription
constexpr std::int64_t ventana = 256;                       // events of a subscription in memory
constexpr std::int64_t recibidos_a_la_vez = 500;            // positions
constexpr std::int64_t pendientes_de_quien_falla = 10'000;  // beyond, its events wait where they are
constexpr std::size_t hechos_por_grupo = 64;
constexpr std::chrono::milliseconds group_after{50};
constexpr std::chrono::seconds idle_for{1};
constexpr std::chrono::seconds after_a_fault{2};
constexpr std::chrono::seconds judged_for{10};  // then rights are asked again, as those of a token are
constexpr std::chrono::seconds between_looks{5};
constexpr std::chrono::seconds without_subscriptions{60};
constexpr std::chrono::seconds stock_told_every{1};
constexpr std::chrono::minutes between_rounds{10};
constexpr std::chrono::seconds counted_every{60};
constexpr std::size_t longest_error = 300;
constexpr std::size_t historia_recordada = 20;
constexpr std::int64_t limpiadas_a_la_vez = 1000;

std::string esta_instancia() {
    std::array<char, 256> equipo{};
    gethostname(equipo.data(), equipo.size() - 1);
    return fmt::format("{}/{}", equipo.data(), getpid());
}

// A fifth more or less, each its own.
Instante siguiente_de(Instante ahora, std::int64_t segundos, std::int64_t posicion, std::int64_t pausa) {
    const std::int64_t micros = segundos * 1'000'000;
    const std::int64_t repartida = micros + micros / 100 * (posicion * 7 % 41 - 20);
    return Instante::de_micros(ahora.micros() + std::max(repartida, pausa * 1'000'000));
}

// A list of objects written as JSON, the oldest of which go.
std::string con_intento(const std::string& historia, const std::string& intento) {
    if (historia.size() <= 2) return "[" + intento + "]";
    std::string lista = historia;
    if (static_cast<std::size_t>(std::ranges::count(lista, '{')) >= historia_recordada) {
        const auto fin = lista.find("},{");
        if (fin != std::string::npos) lista.erase(1, fin + 1);
    }
    lista.pop_back();
    return lista.append(",").append(intento).append("]");
}

std::string sin_llaves(std::string texto) {
    std::ranges::replace(texto, '{', '(');
    std::ranges::replace(texto, '}', ')');
    return texto;
}

}  // namespace

std::optional<std::int64_t> espera_tras_entrega(std::int64_t fallidos) {
    constexpr std::int64_t hora = 60 * 60;
    constexpr std::array<std::int64_t, intentos_de_entrega - 1> esperas{5,         5 * 60,    30 * 60,   2 * hora,  5 * hora,
                                                                        10 * hora, 14 * hora, 20 * hora, 24 * hora, 24 * hora,
                                                                        24 * hora, 24 * hora, 20 * hora};
    if (fallidos < 1 || fallidos > static_cast<std::int64_t>(esperas.size())) return std::nullopt;
    return esperas[static_cast<std::size_t>(fallidos - 1)];
}

struct Repartidor::FilaDeReparto {
    std::int64_t suscripcionId = 0;
    std::int64_t consumidorId = 0;
    std::int64_t usuarioId = 0;
    std::string url;
    std::vector<std::string> patrones;
    std::vector<std::string> secretos;
    bool activo = false;
    std::int64_t hastaPosicion = 0;
    std::optional<Instante> fallaDesde;
    std::int64_t reenvioPosicion = 0;
    std::int64_t reenvioHasta = 0;
    bool reenvioFallidas = false;
    std::int64_t toma = 0;
    Instante tomadaHasta;
    bool exito = false;
    bool se_va = false;     // its receiver wants no more
    bool detenida = false;  // nothing more is taken in before something of it was delivered
};

// What one transaction takes and brings.
struct Repartidor::Ciclo {
    std::vector<Hecho> hechos;
    std::set<std::int64_t> en_mano;
    std::int64_t toma = 0;
    bool perdida = false;  // another has it, or nobody is to
    bool escribio = false;
    bool ocioso = false;
    std::vector<Envio> nuevos;
    std::string url;
    std::vector<std::string> secretos;
    std::vector<api::NoticeObserver::End> contados;
    std::optional<Instante> siguiente;
};

Repartidor::Repartidor(db::Database& database, const Reloj& reloj, const api::Operations& operaciones, Ajustes ajustes)
    : database_(database),
      reloj_(reloj),
      operaciones_(operaciones),
      ajustes_(std::move(ajustes)),
      arriendo_(3 * ajustes_.vecinos.limite + std::chrono::seconds{1}),
      nombre_(esta_instancia()),
      enviador_(ajustes_.vecinos.salida),
      hilo_([this] { repartir(); }) {}

Repartidor::~Repartidor() { acabar(); }

void Repartidor::cerrar() {
    cerrando_ = true;
    {
        const std::lock_guard lock{mutex_};
        cerrado_ = true;
    }
    despierta_.notify_one();
}

void Repartidor::acabar() {
    cerrar();
    if (hilo_.joinable()) hilo_.join();
}

void Repartidor::paso_algo(std::int64_t organizacionId) {
    const std::lock_guard lock{mutex_};
    con_algo_.insert(organizacionId);  // the thread looks at most every 50 ms: many writes are one look
    despierta_.notify_one();
}

void Repartidor::avisar() {
    {
        const std::lock_guard lock{mutex_};
        algo_llego_ = true;
    }
    despierta_.notify_one();
}

void Repartidor::repartir() {
    setpriority(PRIO_PROCESS, 0, std::max(getpriority(PRIO_PROCESS, 0), static_cast<int>(api::Standing::last)));
    auto ronda = Clock::now();
    auto cuenta = ronda;
    soltar_las_de_antes();
    std::unique_lock lock{mutex_};
    while (!cerrado_) {
        auto con_algo = std::exchange(con_algo_, {});
        algo_llego_ = false;
        lock.unlock();
        try {
            const auto ahora = Clock::now();
            // What other instances and commands left, and what was waiting when this one began.
            if (ahora >= ronda) {
                ronda = ahora + between_rounds;
                for (const auto organizacionId : organizaciones(database_)) {
                    limpiar(organizacionId);
                    mirar_[organizacionId] = ahora;
                }
            }
            for (const auto organizacionId : con_algo) mirar_[organizacionId] = ahora;
            std::vector<std::int64_t> debidas;
            for (const auto& [organizacionId, cuando] : mirar_)
                if (cuando <= ahora) debidas.push_back(organizacionId);
            for (const auto organizacionId : debidas) mirar_organizacion(organizacionId);
            const auto cursos = cursos_;
            for (const auto& [llave, curso] : cursos) hacer_ciclo(curso);
            if (ajustes_.contador != nullptr && ahora >= cuenta) {
                cuenta = ahora + counted_every;
                contar_espera();
            }
        } catch (const std::exception& e) {
            spdlog::warn("deliveries put off: {}", e.what());
        }
        lock.lock();
        despierta_.wait_for(lock, group_after, [&] { return cerrado_ || algo_llego_; });
        if (cursos_.empty()) despierta_.wait_for(lock, idle_for, [&] { return cerrado_ || algo_llego_ || !con_algo_.empty(); });
    }
    lock.unlock();
    enviador_.cerrar();
    devolver_todas();
}

// A file has one instance at a time: what another one had of it nobody has any more.
void Repartidor::soltar_las_de_antes() {
    if (database_.motor() != db::Motor::sqlite || !ajustes_.reparte) return;
    try {
        for (const auto organizacionId : organizaciones(database_))
            database_.write_now(organizacionId, [](db::Writer& tx) {
                tx.run("UPDATE suscripcion SET tomadaHasta = 0, tomadaPor = '' WHERE organizacionId = $1 AND tomadaHasta <> 0",
                       tx.organizacion());
            });
    } catch (const std::exception& e) {
        spdlog::warn("subscriptions of before are free later: {}", e.what());
    }
}

// Which of its subscriptions have something to be told: those that are free are taken.
void Repartidor::mirar_organizacion(std::int64_t organizacionId) {
    const auto ahora = Clock::now();
    mirar_[organizacionId] = ahora + between_looks;
    try {
        contar_existencias_de(organizacionId);
        if (!ajustes_.reparte || cerrando_) return;
        std::vector<std::int64_t> libres;
        bool hay = false;
        std::optional<Instante> ocupada;
        database_.read(organizacionId, [&](db::Reader& tx) {
            libres.clear();
            ocupada.reset();
            const std::int64_t ultima = api::last_position(tx);
            hay = tx.one<std::int64_t>("SELECT 1 FROM suscripcion WHERE organizacionId = $1 AND activo = 1 LIMIT 1",
                                       tx.organizacion())
                      .has_value();
            if (!hay) return;
            tx.each(
                "SELECT suscripcionId, tomadaHasta FROM suscripcion WHERE organizacionId = $1 AND activo = 1 AND tomadaHasta > "
                "$2",
                [&](const db::Row& row) {
                    if (cursos_.contains({organizacionId, row.integer(0)})) return;
                    const auto hasta = Instante::de_micros(row.integer(1));
                    if (!ocupada || hasta < *ocupada) ocupada = hasta;
                },
                tx.organizacion(), reloj_.ahora());
            tx.each(R"(SELECT s.suscripcionId FROM suscripcion s
                       JOIN consumidorApi c ON c.organizacionId = $1 AND c.consumidorId = s.consumidorId AND c.activo = 1
                       JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = c.usuarioId AND u.activo = 1
                       WHERE s.organizacionId = $1 AND s.activo = 1 AND s.tomadaHasta <= $2
                       AND (s.hastaPosicion < $3 OR s.reenvioPosicion < s.reenvioHasta
                            OR EXISTS (SELECT 1 FROM entrega e WHERE e.organizacionId = $1 AND e.suscripcionId = s.suscripcionId
                                       AND e.estado = 'pendiente' AND e.siguiente <= $2)))",
                    [&](const db::Row& row) { libres.push_back(row.integer(0)); }, tx.organizacion(), reloj_.ahora(), ultima);
        });
        const bool stock_waits = contado_[organizacionId] > ahora;
        if (!hay) mirar_[organizacionId] = stock_waits ? contado_[organizacionId] : ahora + without_subscriptions;
        // What somebody else has may be free when their time is over.
        if (ocupada) {
            const auto falta = std::chrono::microseconds{ocupada->micros() - reloj_.ahora().micros()};
            mirar_[organizacionId] = std::min(mirar_[organizacionId], ahora + std::max(falta, std::chrono::microseconds{0}));
        }
        for (const auto suscripcionId : libres) {
            if (cursos_.contains({organizacionId, suscripcionId})) continue;
            const auto curso = std::make_shared<Curso>();
            curso->organizacionId = organizacionId;
            curso->suscripcionId = suscripcionId;
            cursos_.emplace(Llave{organizacionId, suscripcionId}, curso);
        }
    } catch (const std::exception& e) {
        spdlog::warn("deliveries of organizacionId {} put off: {}", organizacionId, e.what());
    }
}

void Repartidor::contar_existencias_de(std::int64_t organizacionId) {
    const auto ahora = Clock::now();
    auto& cuando = contado_[organizacionId];
    if (ahora < cuando) {
        mirar_[organizacionId] = std::min(mirar_[organizacionId], cuando);
        return;
    }
    bool hay = false;
    database_.read(organizacionId, [&](db::Reader& tx) { hay = hay_existencias_por_contar(tx); });
    if (!hay) return;
    cuando = ahora + stock_told_every;
    bool algo = false;
    database_.write_now(organizacionId, [&](db::Writer& tx) { algo = contar_existencias(tx, reloj_.ahora()); });
    if (algo && ajustes_.escribio) ajustes_.escribio(organizacionId);
}

void Repartidor::hacer_ciclo(const CursoPtr& curso) {
    const auto ahora = Clock::now();
    Ciclo ciclo;
    {
        const std::lock_guard lock{curso->mutex};
        if (ahora < curso->no_antes) return;
        const bool hay_grupo = curso->hechos.size() >= hechos_por_grupo;
        const bool nada_en_camino = curso->por_enviar.empty() && curso->en_camino == 0;
        // What nobody sent in time is judged again.
        const bool viejo = ahora >= curso->cargado + judged_for && !curso->por_enviar.empty();
        const bool por_renovar = ahora + 2 * ajustes_.vecinos.limite >= curso->hasta;
        if (!hay_grupo && !nada_en_camino && !viejo && !por_renovar && curso->hechos.empty()) return;
        if (viejo) {
            for (const Envio& e : curso->por_enviar) curso->en_mano.erase(e.posicion);
            curso->por_enviar.clear();
        }
        ciclo.hechos = std::move(curso->hechos);
        curso->hechos.clear();
        ciclo.en_mano = curso->en_mano;
    }
    bool confirmado = false;
    std::string porque;
    try {
        // Asked again after a conflict it begins anew.
        const Ciclo antes = ciclo;
        database_.write_now(curso->organizacionId, [&](db::Writer& tx) {
            ciclo = antes;
            en_ciclo(tx, *curso, ciclo);
        });
        confirmado = true;
        Pasos::alcanzar("entrega_asentada");
    } catch (const std::exception& e) {
        porque = e.what();
    }
    const Llave llave{curso->organizacionId, curso->suscripcionId};
    if (!confirmado) {
        spdlog::warn("deliveries of subscription {} put off: {}", curso->suscripcionId, porque);
        const std::lock_guard lock{curso->mutex};
        std::ranges::move(ciclo.hechos, std::back_inserter(curso->hechos));
        curso->no_antes = ahora + after_a_fault;
        return;
    }
    if (ajustes_.contador != nullptr)
        for (const auto fin : ciclo.contados) ajustes_.contador->attempt(fin);
    if (ciclo.escribio && ajustes_.escribio) ajustes_.escribio(curso->organizacionId);
    if (ciclo.siguiente) {
        const auto falta = std::chrono::microseconds{ciclo.siguiente->micros() - reloj_.ahora().micros()};
        auto& mirar = mirar_[curso->organizacionId];
        mirar = std::min(mirar, Clock::now() + std::max(falta, std::chrono::microseconds{0}));
    }
    bool acabado = ciclo.perdida;
    {
        const std::lock_guard lock{curso->mutex};
        for (const Hecho& h : ciclo.hechos) curso->en_mano.erase(h.envio.posicion);
        if (ciclo.perdida) {
            curso->por_enviar.clear();
        } else {
            curso->toma = ciclo.toma;
            if (!ciclo.nuevos.empty() && curso->por_enviar.empty()) curso->cargado = ahora;
            curso->url = std::move(ciclo.url);
            curso->secretos = std::move(ciclo.secretos);
            curso->hasta = ahora + arriendo_;
            for (Envio& e : ciclo.nuevos) {
                curso->en_mano.insert(e.posicion);
                curso->por_enviar.push_back(std::move(e));
            }
            acabado = ciclo.ocioso;
        }
    }
    if (acabado) cursos_.erase(llave);
    else mandar(curso);
}

// One transaction: results of before, what has come since, and what is next. False when the subscription is not this one's.
bool Repartidor::en_ciclo(db::Writer& tx, const Curso& curso, Ciclo& ciclo) {
    const Instante ahora = reloj_.ahora();
    FilaDeReparto fila;
    bool hay = false;
    tx.each(R"(SELECT consumidorId, usuarioId, url, tipos, secreto, anterior, anteriorHasta, activo, hastaPosicion, fallaDesde,
                      reenvioPosicion, reenvioHasta, reenvioFallidas, toma, tomadaHasta
               FROM suscripcion WHERE organizacionId = $1 AND suscripcionId = $2)",
            [&](const db::Row& row) {
                hay = true;
                fila.consumidorId = row.integer(0);
                fila.usuarioId = row.integer(1);
                fila.url = row.text(2);
                std::string_view tipos = row.text(3);
                while (!tipos.empty()) {
                    const auto fin = std::min(tipos.find(' '), tipos.size());
                    fila.patrones.emplace_back(tipos.substr(0, fin));
                    tipos.remove_prefix(std::min(fin + 1, tipos.size()));
                }
                if (auto s = ajustes_.vecinos.sello->open(row.text(4))) fila.secretos.push_back(std::move(*s));
                if (!row.is_null(5) && Instante::de_micros(row.integer(6)) > ahora)
                    if (auto s = ajustes_.vecinos.sello->open(row.text(5))) fila.secretos.push_back(std::move(*s));
                fila.activo = row.integer(7) != 0;
                fila.hastaPosicion = row.integer(8);
                if (!row.is_null(9)) fila.fallaDesde = Instante::de_micros(row.integer(9));
                fila.reenvioPosicion = row.integer(10);
                fila.reenvioHasta = row.integer(11);
                fila.reenvioFallidas = row.integer(12) != 0;
                fila.toma = row.integer(13);
                fila.tomadaHasta = Instante::de_micros(row.integer(14));
            },
            tx.organizacion(), curso.suscripcionId);
    fila.suscripcionId = curso.suscripcionId;
    const bool suya = hay && curso.toma != 0 && fila.toma == curso.toma;
    const bool libre = hay && curso.toma == 0 && fila.tomadaHasta <= ahora && fila.activo;
    ciclo.perdida = !suya && !libre;
    if (ciclo.perdida) return false;
    const std::int64_t toma = suya ? fila.toma : fila.toma + 1;
    // On condition that nobody else took it between: then nothing of this is stored.
    if (tx.count("UPDATE suscripcion SET toma = $3, tomadaHasta = $4, tomadaPor = $5 WHERE organizacionId = $1 AND suscripcionId "
                 "= $2 AND toma = $6",
                 tx.organizacion(), curso.suscripcionId, toma,
                 Instante::de_micros(ahora.micros() + std::chrono::microseconds{arriendo_}.count()), nombre_, fila.toma) == 0) {
        ciclo.perdida = true;
        return false;
    }
    ciclo.toma = toma;
    Pasos::alcanzar("entrega_tomando");
    ciclo.escribio = asentar(tx, fila, ciclo);
    const auto sesion = fila.activo ? ajustes_.vecinos.sesion_de(tx, fila.consumidorId) : std::nullopt;
    if (sesion && !cerrando_) {
        if (fila.reenvioPosicion < fila.reenvioHasta) reenviar(tx, fila, *sesion);
        cargar(tx, fila, *sesion, ciclo);
        if (static_cast<std::int64_t>(ciclo.nuevos.size()) < ventana / 2) {
            recibir_eventos(tx, fila, *sesion);
            cargar(tx, fila, *sesion, ciclo);
        }
    }
    for (const Hecho& h : ciclo.hechos) ciclo.en_mano.erase(h.envio.posicion);
    const bool hay_mas =
        fila.reenvioPosicion < fila.reenvioHasta || (!fila.detenida && fila.hastaPosicion < api::last_position(tx));
    ciclo.ocioso = !sesion || (ciclo.nuevos.empty() && ciclo.en_mano.empty() && !hay_mas);
    ciclo.url = fila.url;
    ciclo.secretos = std::move(fila.secretos);
    tx.run(R"(UPDATE suscripcion SET hastaPosicion = $3, reenvioPosicion = $4, fallaDesde = $5,
                  ultimoExito = CASE WHEN $6 = 1 THEN $7 ELSE ultimoExito END,
                  tomadaHasta = CASE WHEN $8 = 1 THEN 0 ELSE tomadaHasta END, tomadaPor = CASE WHEN $8 = 1 THEN '' ELSE tomadaPor END
              WHERE organizacionId = $1 AND suscripcionId = $2)",
           tx.organizacion(), fila.suscripcionId, fila.hastaPosicion, fila.reenvioPosicion, fila.fallaDesde, fila.exito, ahora,
           ciclo.ocioso);
    if (ciclo.ocioso)
        ciclo.siguiente = tx.one<Instante>(R"(SELECT siguiente FROM entrega WHERE organizacionId = $1 AND suscripcionId = $2
                                              AND estado = 'pendiente' ORDER BY siguiente LIMIT 1)",
                                           tx.organizacion(), fila.suscripcionId);
    Pasos::alcanzar("entrega_asentando");
    return true;
}

// What became of what was sent. Whether something was written that others hear of.
bool Repartidor::asentar(db::Writer& tx, FilaDeReparto& fila, Ciclo& ciclo) {
    using End = api::NoticeObserver::End;
    const Instante ahora = reloj_.ahora();
    for (const Hecho& h : ciclo.hechos) {
        const bool bien = h.codigo / 100 == 2;
        const std::int64_t intentos = h.envio.intentos + 1;
        const auto espera = bien ? std::nullopt : espera_tras_entrega(intentos);
        const char* const estado = bien ? "entregada" : espera ? "pendiente" : "fallida";
        const auto historia =
            con_intento(h.envio.historia, reflect::objeto("instante", h.cuando.iso(), "codigo", h.codigo, "milisegundos",
                                                          h.milisegundos, "error", sin_llaves(h.error)));
        tx.run(
            R"(UPDATE entrega SET estado = $4, intentos = $5, siguiente = $6, codigo = $7, error = $8, historia = $9, terminadoEn = $10
                  WHERE organizacionId = $1 AND suscripcionId = $2 AND posicion = $3 AND estado = 'pendiente')",
            tx.organizacion(), fila.suscripcionId, h.envio.posicion, estado, intentos,
            espera ? siguiente_de(h.cuando, *espera, h.envio.posicion, h.pausa) : h.cuando, h.codigo, h.error, historia,
            espera ? Instante{} : ahora);
        ciclo.contados.push_back(bien ? End::delivered : espera ? End::retry : End::failed);
        if (bien) {
            fila.exito = true;
            fila.fallaDesde.reset();
        } else if (!fila.fallaDesde) {
            fila.fallaDesde = h.cuando;
        }
        fila.se_va = fila.se_va || h.codigo == 410;
    }
    if (!fila.activo) return false;
    if (fila.se_va) abandonar(tx, fila, "El receptor respondió 410: ya no quiere avisos.");
    else if (fila.fallaDesde && fila.fallaDesde->mas_segundos(segundos_sin_exito) <= ahora)
        abandonar(tx, fila, "Ningún aviso se entregó en siete días.");
    return !fila.activo;
}

struct SuscripcionAbandonada {
    bool activo = false;
    std::string motivo;
};
DESCRIBE_STRUCT(SuscripcionAbandonada, (), (activo, motivo))

void Repartidor::abandonar(db::Writer& tx, FilaDeReparto& fila, const std::string& motivo) {
    fila.activo = false;
    tx.run(R"(UPDATE suscripcion SET activo = 0, motivo = $3, version = version + 1, modificadoEn = $4
              WHERE organizacionId = $1 AND suscripcionId = $2)",
           tx.organizacion(), fila.suscripcionId, motivo, reloj_.ahora());
    api::Sesion sesion;
    sesion.organizacionId = tx.organizacion();
    sesion.usuarioId = fila.usuarioId;
    sesion.consumidorId = fila.consumidorId;
    Context ctx{{.sesion = &sesion, .reloj = &reloj_, .operacion = "Entrega", .database = &database_}, &tx, &tx};
    ctx.auditar("Suscripcion", fila.suscripcionId, SuscripcionAbandonada{true, ""}, SuscripcionAbandonada{false, motivo});
    ctx.tiene_evento(fila.suscripcionId);
    api::Operation op;
    op.id = "Entrega";
    api::write_audit(tx, ctx, op, {}, {});
    engine::avisar_registro(tx, "SuscripcionDesactivada", fila.suscripcionId,
                            reflect::to_json(engine::evento::SuscripcionDesactivada{fila.suscripcionId, motivo}), ctx.ahora());
    spdlog::warn("subscription {} of organizacionId {} is given up: {}", fila.suscripcionId, tx.organizacion(), motivo);
}

// Each event that it is to be told is a row before it is sent.
void Repartidor::recibir_eventos(db::Writer& tx, FilaDeReparto& fila, const api::Sesion& sesion) {
    const std::int64_t ultima = api::last_position(tx);
    if (fila.hastaPosicion >= ultima) return;
    if (fila.fallaDesde) {
        const auto esperan = tx.one<std::int64_t>(R"(SELECT COUNT(*) FROM (SELECT 1 FROM entrega WHERE organizacionId = $1
            AND suscripcionId = $2 AND estado = 'pendiente' LIMIT $3) e)",
                                                  tx.organizacion(), fila.suscripcionId, pendientes_de_quien_falla);
        fila.detenida = *esperan >= pendientes_de_quien_falla;
        if (fila.detenida) return;
    }
    const Instante ahora = reloj_.ahora();
    const Instante vigentes = ahora.mas_segundos(-dias_guardados * 24 * 60 * 60);
    const Context ctx{{.sesion = &sesion, .reloj = &reloj_}, nullptr, &tx};
    Oidos oidos{ctx, operaciones_};
    const std::int64_t hasta = std::min(ultima, fila.hastaPosicion + recibidos_a_la_vez);
    for (const Leido& l : leer(tx, fila.hastaPosicion, hasta)) {
        if (l.evento.timestamp < vigentes || !coincide_alguno(fila.patrones, l.objeto, l.suceso) || !oidos.puede(l.objeto))
            continue;
        tx.run(
            R"(INSERT INTO entrega (organizacionId, suscripcionId, posicion, objeto, tipo, estado, intentos, siguiente, codigo, error,
                                       historia, creadoEn, terminadoEn)
                  VALUES ($1, $2, $3, $4, $5, 'pendiente', 0, $6, 0, '', '[]', $6, 0) ON CONFLICT DO NOTHING)",
            tx.organizacion(), fila.suscripcionId, l.evento.posicion, l.clave, l.evento.type, ahora);
    }
    fila.hastaPosicion = hasta;
    Pasos::alcanzar("entrega_creando");
}

// What somebody asked to be sent again, a stretch at a time: under the same identifiers, with all attempts before it.
void Repartidor::reenviar(db::Writer& tx, FilaDeReparto& fila, const api::Sesion& sesion) {
    const Instante ahora = reloj_.ahora();
    const Context ctx{{.sesion = &sesion, .reloj = &reloj_}, nullptr, &tx};
    Oidos oidos{ctx, operaciones_};
    const std::int64_t hasta = std::min(fila.reenvioHasta, fila.reenvioPosicion + recibidos_a_la_vez);
    tx.run(fmt::format(R"(UPDATE entrega SET estado = 'pendiente', intentos = 0, siguiente = $5, terminadoEn = 0
                          WHERE organizacionId = $1 AND suscripcionId = $2 AND posicion > $3 AND posicion <= $4 AND estado {})",
                       fila.reenvioFallidas ? "= 'fallida'" : "IN ('fallida', 'entregada', 'omitida')"),
           tx.organizacion(), fila.suscripcionId, fila.reenvioPosicion, hasta, ahora);
    if (!fila.reenvioFallidas)
        for (const Leido& l : leer(tx, fila.reenvioPosicion, hasta)) {
            if (!coincide_alguno(fila.patrones, l.objeto, l.suceso) || !oidos.puede(l.objeto)) continue;
            tx.run(
                R"(INSERT INTO entrega (organizacionId, suscripcionId, posicion, objeto, tipo, estado, intentos, siguiente, codigo,
                                           error, historia, creadoEn, terminadoEn)
                      VALUES ($1, $2, $3, $4, $5, 'pendiente', 0, $6, 0, '', '[]', $6, 0) ON CONFLICT DO NOTHING)",
                tx.organizacion(), fila.suscripcionId, l.evento.posicion, l.clave, l.evento.type, ahora);
        }
    fila.reenvioPosicion = hasta;
}

// The first of each thing that is due, with what it says and by the rights of now.
void Repartidor::cargar(db::Writer& tx, const FilaDeReparto& fila, const api::Sesion& sesion, Ciclo& ciclo) {
    struct Debida {
        std::int64_t intentos = 0;
        std::string historia;
    };
    std::map<std::int64_t, Debida> debidas;
    std::vector<std::int64_t> posiciones;
    const Instante ahora = reloj_.ahora();
    std::set<std::int64_t> conocidas = ciclo.en_mano;
    for (const Hecho& h : ciclo.hechos) conocidas.erase(h.envio.posicion);
    for (const Envio& e : ciclo.nuevos) conocidas.insert(e.posicion);
    const std::int64_t caben = ventana - static_cast<std::int64_t>(conocidas.size());
    if (caben <= 0) return;
    tx.each(R"(SELECT e.posicion, e.intentos, e.historia FROM entrega e
               WHERE e.organizacionId = $1 AND e.suscripcionId = $2 AND e.estado = 'pendiente' AND e.siguiente <= $3
                 AND NOT EXISTS (SELECT 1 FROM entrega a WHERE a.organizacionId = $1 AND a.suscripcionId = $2 AND a.objeto = e.objeto
                                 AND a.estado = 'pendiente' AND a.posicion < e.posicion)
               ORDER BY e.siguiente, e.posicion LIMIT $4)",
            [&](const db::Row& row) {
                const std::int64_t posicion = row.integer(0);
                if (conocidas.contains(posicion)) return;
                posiciones.push_back(posicion);
                debidas[posicion] = {row.integer(1), std::string{row.text(2)}};
            },
            tx.organizacion(), fila.suscripcionId, ahora, ventana);
    if (posiciones.empty()) return;
    std::ranges::sort(posiciones);
    const Context ctx{{.sesion = &sesion, .reloj = &reloj_}, nullptr, &tx};
    Oidos oidos{ctx, operaciones_};
    const Instante vigentes = ahora.mas_segundos(-dias_guardados * 24 * 60 * 60);
    for (Leido& l : leer(tx, posiciones)) {
        Debida& d = debidas.at(l.evento.posicion);
        if (l.evento.timestamp < vigentes || !oidos.puede(l.objeto)) {
            tx.run(R"(UPDATE entrega SET estado = 'omitida', terminadoEn = $4
                      WHERE organizacionId = $1 AND suscripcionId = $2 AND posicion = $3)",
                   tx.organizacion(), fila.suscripcionId, l.evento.posicion, ahora);
            ciclo.contados.push_back(api::NoticeObserver::End::skipped);
            continue;
        }
        ciclo.nuevos.push_back({l.evento.posicion, d.intentos, std::move(d.historia), l.evento.id, reflect::to_json(l.evento)});
    }
}

// As many at once as there may be, as long as the subscription is this one's for sure.
void Repartidor::mandar(const CursoPtr& curso) {
    std::vector<std::pair<Envio, red::Peticion>> van;
    {
        const std::lock_guard lock{curso->mutex};
        const auto ahora = Clock::now();
        const bool a_tiempo = ahora + ajustes_.vecinos.limite < curso->hasta && ahora < curso->cargado + judged_for;
        while (a_tiempo && !cerrando_ && curso->en_camino < at_once && !curso->por_enviar.empty()) {
            Envio e = std::move(curso->por_enviar.front());
            curso->por_enviar.pop_front();
            ++curso->en_camino;
            auto p = aviso(curso->url, curso->secretos, e.id, e.cuerpo, reloj_.ahora(), ajustes_.vecinos.limite);
            van.emplace_back(std::move(e), std::move(p));
        }
    }
    for (auto& [envio, peticion] : van)
        enviador_.enviar(std::move(peticion), [this, curso, e = std::move(envio)](red::Enviador::Resultado&& r) mutable {
            llego(curso, std::move(e), std::move(r));
        });
}

void Repartidor::llego(const CursoPtr& curso, Envio&& envio, red::Enviador::Resultado&& r) {
    Pasos::alcanzar("entrega_enviada");
    bool grupo = false;
    {
        const std::lock_guard lock{curso->mutex};
        --curso->en_camino;
        if (r.abandonado) return;
        Hecho h;
        h.envio = std::move(envio);
        h.cuando = reloj_.ahora();
        h.milisegundos = r.tardo.count();
        if (r.respuesta) {
            h.codigo = r.respuesta->estado;
            h.pausa = h.codigo / 100 == 2 ? 0 : pausa_pedida(*r.respuesta, h.cuando);
        } else {
            h.error = r.error.substr(0, longest_error);
        }
        curso->hechos.push_back(std::move(h));
        grupo = curso->hechos.size() >= hechos_por_grupo || (curso->por_enviar.empty() && curso->en_camino == 0);
    }
    mandar(curso);
    if (grupo) avisar();
}

void Repartidor::limpiar(std::int64_t organizacionId) {
    const Instante hasta = reloj_.ahora().mas_segundos(-dias_guardados * 24 * 60 * 60);
    constexpr std::string_view viejas = "FROM entrega WHERE organizacionId = $1 AND creadoEn < $2 AND terminadoEn < $2 ";
    bool hay = false;
    database_.read(organizacionId, [&](db::Reader& tx) {
        hay = tx.one<std::int64_t>(fmt::format("SELECT 1 {} LIMIT 1", viejas), tx.organizacion(), hasta).has_value();
    });
    if (!hay) return;
    database_.write_now(organizacionId, [&](db::Writer& tx) {
        tx.run(fmt::format("DELETE FROM entrega WHERE organizacionId = $1 AND (suscripcionId, posicion) IN "
                           "(SELECT suscripcionId, posicion {} LIMIT {})",
                           viejas, limpiadas_a_la_vez),
               tx.organizacion(), hasta);
    });
}

void Repartidor::contar_espera() {
    api::NoticeObserver::Waiting todas;
    for (const auto organizacionId : organizaciones(database_))
        database_.read(organizacionId, [&](db::Reader& tx) {
            tx.each(R"(SELECT (SELECT COUNT(*) FROM entrega WHERE organizacionId = $1 AND estado = 'pendiente'),
                              (SELECT COUNT(*) FROM suscripcion WHERE organizacionId = $1 AND activo = 0 AND motivo <> ''))",
                    [&](const db::Row& row) {
                        todas.pending += row.integer(0);
                        todas.given_up += row.integer(1);
                    },
                    tx.organizacion());
        });
    ajustes_.contador->waiting(todas);
}

// What is known of what was sent is stored, and the others may have the rest at once.
void Repartidor::devolver_todas() {
    for (const auto& [llave, curso] : cursos_) {
        if (curso->toma == 0) continue;
        try {
            Ciclo ciclo;
            {
                const std::lock_guard lock{curso->mutex};
                ciclo.hechos = std::move(curso->hechos);
            }
            database_.write_now(curso->organizacionId, [&, toma = curso->toma](db::Writer& tx) {
                Ciclo este = ciclo;
                if (!en_ciclo(tx, *curso, este)) return;
                tx.run(
                    "UPDATE suscripcion SET tomadaHasta = 0, tomadaPor = '' WHERE organizacionId = $1 AND suscripcionId = $2 AND "
                    "toma = $3",
                    tx.organizacion(), curso->suscripcionId, toma);
            });
        } catch (const std::exception& e) {
            spdlog::warn("subscription {} was not given back: {}", curso->suscripcionId, e.what());
        }
    }
}

}  // namespace cacao::eventos
