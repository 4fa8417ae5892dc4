#include "api/dispatch.hpp"

#include "api/compresion.hpp"
#include "api/formatos.hpp"
#include "api/headers.hpp"
#include "api/multipart.hpp"
#include "api/problema.hpp"
#include "base/ascii.hpp"
#include "base/paso.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <array>
#include <charconv>
#include <utility>

namespace cacao::api {
namespace {

std::uint64_t network_of(const Request& request) {
    return request.network != 0 ? request.network : Limitador::quien(request.remote);
}

// Larger bodies are decoded on a worker: an io thread has other callers waiting.
constexpr std::size_t inline_body = 64 * 1024;
// … and these one after the other.
constexpr std::size_t large_body = 1024 * 1024;
// A write that brings more than this is no registration of every day: PostgreSQL may be at one statement of it for long.
constexpr std::size_t prompt_body = 64 * 1024;

// What a request becomes, in the budget of all. The usual is free.
class Decoded final : public reflect::Allowance {
public:
    explicit Decoded(Budget& budget) : Allowance(usual), held_(budget) {}
    void belongs_to(Budget::Caller caller) { held_.belongs_to(caller); }
    void add(std::size_t bytes) {
        if (bytes > usual) held_.add(bytes);
    }

private:
    static constexpr std::size_t usual = 64 * 1024;

    bool more(std::size_t bytes) override {
        const std::size_t step = std::max(bytes, usual);
        if (held_.bytes() + step > held_.limits().caller) return false;
        if (!held_.take(step)) reject(Codigo::saturado, "");
        left_ += step;
        return true;
    }

    Holding held_;
};

const Sesion nobody{};

// Carries the answer of a simulated write past the rollback.
struct Simulated {
    Outcome outcome;
    std::string simulacion;
};

// A rule that makes the caller wait says how long: {"segundos":60}.
std::optional<std::int64_t> stated_wait(const Falta& falta) {
    constexpr std::string_view start = R"({"segundos":)";
    if (!falta.datos.starts_with(start)) return std::nullopt;
    std::int64_t seconds{};
    const char* const end = falta.datos.data() + falta.datos.size();
    return std::from_chars(falta.datos.data() + start.size(), end, seconds).ec == std::errc{} ? std::optional{seconds}
                                                                                              : std::nullopt;
}

// Another field of the envelope.
void add_field(std::string& body, std::string_view name, std::string_view value) {
    body.pop_back();
    body.append(",\"").append(name).append("\":").append(value).push_back('}');
}

bool broke_constraint(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const db::DbError& e) {
        return e.fallo() == db::Fallo::constraint;
    } catch (...) {
        return false;
    }
}

bool is_refusal(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error&) {
        return true;
    } catch (...) {
        return false;
    }
}

bool is_month(std::string_view v) { return v.size() == 7 && v[4] == '-' && Fecha::leer_iso(std::string{v} + "-01").has_value(); }

// The dated version a caller asks for; an operation with one version ignores the header altogether.
const Executable* choose_version(const Operation& op, std::string_view asked) {
    if (op.versiones.size() == 1 || asked == "current") return &op.versiones.back();
    if (asked.empty()) return &op.versiones.front();
    if (!is_month(asked)) return nullptr;
    const Executable* chosen = &op.versiones.front();
    for (const auto& x : op.versiones)
        if (x.desde <= asked) chosen = &x;
    return chosen;
}

}  // namespace

// One request on its way. Holds what each step found; the http request itself stays valid until respond.
struct Dispatcher::Flight {
    Flight(const Request& sent, Respond answer, Budget& budget)
        : http(sent), respond(std::move(answer)), headers(sent.headers), decoded(budget) {}

    const Request& http;
    Respond respond;
    KnownHeaders headers;
    Idioma idioma = Idioma::es;
    const Operation* op = nullptr;
    const Executable* x = nullptr;
    Formato formato = Formato::json;
    std::string abierto;  // the body, where it came compressed
    Parts parts;
    std::shared_ptr<const Sesion> sesion;
    std::uint64_t caller = 0;        // as the limits count them: a consumer, a user, or a network
    std::optional<db::Lane> larger;  // the lane of a read that was too large for its own
    std::uint64_t lectura = 0;       // by what it is known whether it was (LargeReads)
    Limitador::Cuenta cuenta;
    bool hashes = false;  // a password, in its first half
    bool simular = false;
    std::optional<std::int64_t> si_version;
    std::optional<IdempotencyKey> llave;
    bool llave_entered = false;
    std::string canonical;
    Decoded decoded;  // room of the next
    Owned request;
    Owned prepared;
    std::int64_t organizacionId = 0;
    std::vector<Falta> advertencias;                        // of the first half
    std::string simulacion;                                 // of a simulated write
    std::optional<Espera::Clock::time_point> espera_hasta;  // of a read that waits for something to happen
    std::optional<std::int64_t> vista;                      // … behind this position
    bool second_run = false;
    std::exception_ptr refused;  // by a rule, before it was known whether the same request was done already
    Judged judged;               // of a head alone: called in place of going on

    Budget::Caller holder() const { return {caller, organizacionId}; }
    Context::Call call(db::Database& database, const Reloj& reloj, Limitador& limitador) const {
        return {sesion ? sesion.get() : &nobody,
                &reloj,
                idioma,
                http.remote,
                http.trace_id,
                op->id,
                si_version,
                simular,
                vista,
                &database,
                &limitador};
    }
};

Dispatcher::Dispatcher(const Operations& operations, db::Database& database, Authenticator& authenticator, const Reloj& reloj,
                       DispatchSettings settings)
    : operations_(operations),
      database_(database),
      authenticator_(authenticator),
      reloj_(reloj),
      settings_(std::move(settings)),
      router_(operations),
      limitador_(settings_.requests_per_minute),
      decoded_(Budget::in_halves(settings_.decoded_bytes)),
      kept_(settings_.kept_answers),
      espera_(database, settings_.waiting_readers),
      sealer_(std::make_unique<Sealer>(database, reloj_, settings_.cabezas, [this](std::int64_t o) { seen(o); })),
      probe_(database),
      pool_(settings_.pool, Standing::last, settings_.prepared),
      hashes_(settings_.pool, Standing::last, settings_.hashes),
      known_hashes_(1, Standing::last, settings_.hashes),
      outside_(settings_.outside, Standing::last, settings_.prepared),
      foreign_(settings_.foreign, Standing::last, settings_.foreign_tokens),
      large_(1, Standing::behind),
      tokens_(settings_.pool),
      points_(settings_.workers, Standing::first, {.half = true}),
      workers_(settings_.workers, Standing::behind, {.half = true}),
      reports_(settings_.reports, Standing::last, {.most = settings_.report_queue}) {}

// One's work may be handed on to another, so all of them end before any of them goes.
Dispatcher::~Dispatcher() {
    drain();
    espera_.acabar();
    for (Workers* workers : all_workers()) workers->finish();
}

std::array<Workers*, 10> Dispatcher::all_workers() {
    return {&pool_, &hashes_, &known_hashes_, &outside_, &foreign_, &large_, &tokens_, &points_, &workers_, &reports_};
}

void Dispatcher::wrote(std::int64_t organizacionId) {
    sealer_->wrote(organizacionId);
    // On PostgreSQL nothing can be seen before it has its position.
    if (database_.motor() == db::Motor::sqlite) seen(organizacionId);
}

void Dispatcher::seen(std::int64_t organizacionId) {
    espera_.paso_algo(organizacionId);
    const std::lock_guard lock{on_events_mutex_};
    if (on_events_) on_events_(organizacionId);
}

void Dispatcher::drain() {
    draining_ = true;
    end_waits();
    for (Workers* workers : all_workers()) workers->drop();
}

std::uint64_t Dispatcher::body_limit(Verb verb, std::string_view path) const {
    const auto m = router_.match(path);
    const bool known = m.operations != nullptr && static_cast<std::size_t>(verb) < m.operations->size();
    const Operation* op = known ? (*m.operations)[static_cast<std::size_t>(verb)] : nullptr;
    if (op == nullptr || op->publica) return std::min(settings_.public_body_limit, settings_.body_limit);
    return op->cuerpo_maximo != 0 ? op->cuerpo_maximo : settings_.body_limit;
}

template <class Step>
void Dispatcher::guarded(const FlightPtr& f, Step step) {
    try {
        step();
    } catch (...) {
        fail(f, std::current_exception());
    }
}

template <class Step>
void Dispatcher::queue(Workers& workers, const FlightPtr& f, Step step) {
    auto work = [this, f, step = std::move(step)] { guarded(f, step); };
    const auto dropped = [this, f] { refuse(f, draining_ ? Codigo::no_disponible : Codigo::saturado); };
    if (!workers.post(std::move(work), f->caller, dropped)) dropped();
}

bool Dispatcher::answer_page(const Request& request, Respond& respond) {
    const auto found = pages_.find(request.path);
    if (found == pages_.end()) return false;
    if (request.verb == Verb::GET || request.verb == Verb::HEAD) {
        PageMade& page = found->second;
        if (!page.slow && (!page.make || page.made)) return answer_page(page, request, respond), true;
        const auto dropped = [&request, respond] {
            auto a = problem(Codigo::no_disponible, language_of(request.header("Accept-Language")), request.trace_id);
            a.headers.emplace_back("Retry-After", "2");
            respond(std::move(a));
        };
        // As many as come wait for it: they hold no more than their connections.
        const auto make = [&page, &request, respond] { answer_page(page, request, respond); };
        if (!(page.slow ? tokens_ : large_).post(make, network_of(request), dropped)) dropped();
        return true;
    }
    Answer a;
    if (request.verb == Verb::OPTIONS) {
        a.status = 204;
    } else {
        a = problem(Codigo::metodo_no_permitido, language_of(request.header("Accept-Language")), request.trace_id);
    }
    a.headers.emplace_back("Allow", "GET, HEAD, OPTIONS");
    respond(std::move(a));
    return true;
}

void Dispatcher::answer_page(PageMade& page, const Request& request, const Respond& respond) {
    Answer a;
    try {
        if (page.make && !page.made) {
            const std::lock_guard lock{page.making};
            if (!page.made) page.page = page.make();
            page.made = true;
        }
        a = page.page(request);
    } catch (const std::exception& e) {
        spdlog::error("{} {}: {}", request.trace_id, request.path, e.what());
        a = problem(Codigo::interno, language_of(request.header("Accept-Language")), request.trace_id);
    }
    respond(std::move(a));
}

void Dispatcher::judge(const Request& request, Judged judged) {
    const auto match = router_.match(request.path);
    const bool asks_page = match.operations == nullptr && (request.verb == Verb::GET || request.verb == Verb::HEAD);
    if (asks_page && pages_.contains(request.path)) return judged({{}, {}, network_of(request)});
    Respond refused = [judged](Answer&& answer) { judged({std::move(answer), {}}); };
    if (match.operations == nullptr && answer_page(request, refused)) return;
    auto f = std::make_shared<Flight>(request, std::move(refused), decoded_);
    f->judged = std::move(judged);
    begin(f, match);
}

void Dispatcher::handle(const Request& request, Respond respond) {
    const auto match = router_.match(request.path);
    if (match.operations == nullptr && answer_page(request, respond)) return;
    begin(std::make_shared<Flight>(request, std::move(respond), decoded_), match);
}

void Dispatcher::begin(const FlightPtr& f, const Match& match) {
    guarded(f, [&] {
        const Request& request = f->http;
        if (!f->headers.accept_language.empty()) f->idioma = language_of(f->headers.accept_language);
        if (match.operations == nullptr) return refuse(f, Codigo::ruta_inexistente);
        const Verb verb = request.verb == Verb::HEAD ? Verb::GET : request.verb;
        f->op = static_cast<std::size_t>(verb) < match.operations->size() ? (*match.operations)[static_cast<std::size_t>(verb)]
                                                                          : nullptr;
        if (f->op == nullptr) {
            Answer a;
            if (verb == Verb::OPTIONS) a.status = 204;
            else a = problem(Codigo::metodo_no_permitido, f->idioma, request.trace_id);
            a.headers.emplace_back("Allow", allowed_methods(*match.operations));
            return f->respond(std::move(a));
        }
        if (draining_) return refuse(f, Codigo::no_disponible);
        const auto& names = f->op->path_names();
        for (std::size_t i = 0; i < names.size(); ++i) {
            auto& [name, value] = f->parts.path.emplace_back(names[i], "");
            if (!percent_decode(match.values[i], false, value))
                return refuse(f, Codigo::peticion_malformada, {{Codigo::utf8_invalido, "/" + std::string{name}, En::ruta, {}}});
        }
        authenticate(f);
    });
}

void Dispatcher::authenticate(FlightPtr f) {
    if (f->op->publica) {
        // Nobody is known yet but the network that asks.
        f->caller = network_of(f->http);
        return authorize(f);
    }
    if (f->http.sesion) {
        f->sesion = f->http.sesion;
        return authorize(f);
    }
    const auto token = bearer(f->headers.authorization);
    if (token.empty()) return refuse(f, Codigo::no_autenticado);
    f->sesion = authenticator_.cached(token);
    if (f->sesion) return authorize(f);
    f->caller = network_of(f->http);
    queue(tokens_, f, [this, f, token] {
        f->sesion = authenticator_.check(token);
        authorize(f);
    });
}

// Once, where it was first judged.
void Dispatcher::count(Flight& f) {
    const auto* counted = static_cast<const Limitador::Cuenta*>(f.http.admission.get());
    f.cuenta = counted != nullptr ? *counted : limitador_.contar(f.caller, Instante::ahora().segundos());
}

void Dispatcher::admit(const Request& request, Admitted told) {
    // Who was here a moment ago, as nearly everybody: nothing is to be kept for later.
    const auto known = bearer(request.header("Authorization"));
    if (auto sesion = known.empty() || draining_ ? nullptr : authenticator_.cached(known)) {
        const auto caller = Limitador::quien(sesion->usuarioId, sesion->consumidorId);
        if (const auto cuenta = limitador_.contar(caller, Instante::ahora().segundos()); cuenta.permitida) {
            const Budget::Caller holder{caller, sesion->organizacionId};
            return told({}, {std::move(sesion), cuenta, holder});
        } else {
            const auto f = std::make_shared<Flight>(
                request, [told](Answer&& answer) { told(std::move(answer), {}); }, decoded_);
            if (!f->headers.accept_language.empty()) f->idioma = language_of(f->headers.accept_language);
            f->sesion = std::move(sesion);
            f->cuenta = cuenta;
            return refuse(f, Codigo::demasiadas_peticiones);
        }
    }
    Respond refused = [told](Answer&& answer) { told(std::move(answer), {}); };
    const auto f = std::make_shared<Flight>(request, std::move(refused), decoded_);
    guarded(f, [&] {
        if (!f->headers.accept_language.empty()) f->idioma = language_of(f->headers.accept_language);
        if (draining_) return refuse(f, Codigo::no_disponible);
        const auto token = bearer(f->headers.authorization);
        if (token.empty()) return refuse(f, Codigo::no_autenticado);
        const auto go_on = [this, f, told] {
            f->caller = Limitador::quien(f->sesion->usuarioId, f->sesion->consumidorId);
            f->organizacionId = f->sesion->organizacionId;
            count(*f);
            if (!f->cuenta.permitida) return refuse(f, Codigo::demasiadas_peticiones);
            told({}, {f->sesion, f->cuenta, f->holder()});
        };
        const std::uint64_t provider = authenticator_.foreign(token);
        if (provider != 0) f->sesion = authenticator_.cached_foreign(token);
        if (f->sesion) return go_on();
        f->caller = provider != 0 ? provider : network_of(request);
        queue(provider != 0 ? foreign_ : tokens_, f, [this, f, token, provider, go_on] {
            f->sesion = provider != 0 ? authenticator_.check_foreign(token) : authenticator_.check(token);
            go_on();
        });
    });
}

void Dispatcher::authorize(const FlightPtr& f) {
    const auto contar = [&] {
        count(*f);
        return f->cuenta.permitida;
    };
    if (!f->op->publica) {
        f->organizacionId = f->sesion->organizacionId;
        const auto& s = *f->sesion;
        f->caller = Limitador::quien(s.usuarioId, s.consumidorId);
        if (!contar()) return refuse(f, Codigo::demasiadas_peticiones);
        if (!s.permitidas[f->op->index])
            return refuse(f, Codigo::permiso_denegado,
                          {{Codigo::permiso_denegado, "", En::encabezado, reflect::objeto("permiso", f->op->id)}});
    } else if (f->op->secreta) {
        if (!contar()) return refuse(f, Codigo::demasiadas_peticiones);
    }
    if (f->judged) return f->judged({{}, std::make_shared<const Limitador::Cuenta>(f->cuenta), f->holder()});
    f->decoded.belongs_to(f->holder());
    const std::size_t body = f->http.body.size();
    // Nobody knows yet how much it holds.
    const bool compressed = !f->headers.content_encoding.empty();
    if (body <= inline_body && !compressed) return decode(f);
    queue(body <= large_body && !compressed ? workers_ : large_, f, [this, f] { decode(f); });
}

void Dispatcher::decode(const FlightPtr& f) {
    const auto& op = *f->op;
    const auto& http = f->http;
    f->x = choose_version(op, f->headers.version);
    if (f->x == nullptr)
        return refuse(f, Codigo::version_no_soportada,
                      {{Codigo::version_no_soportada, "/Service-Api-Version", En::encabezado, {}}});
    const bool printed = settings_.impresor != nullptr && settings_.impresor->imprime(*f->op);
    const auto formato = formato_pedido(*f->x, f->headers.accept, printed);
    // What has no JSON (an image) is sent as what it is.
    if (!formato && f->x->answer.envelope != Envelope::none) return refuse(f, Codigo::no_aceptable);
    f->formato = formato.value_or(Formato::json);

    Faltas faltas;
    if (!parse_query(http.query, f->parts.query)) faltas.agregar(Codigo::utf8_invalido, "", En::consulta);
    if (f->x->escribe) {
        bool dicho = false;
        std::erase_if(f->parts.query, [&](const auto& pair) {
            if (pair.first != "simular") return false;
            if (std::exchange(dicho, true)) faltas.agregar(Codigo::campo_repetido, "/simular", En::consulta);
            else if (!op.repetible()) faltas.agregar(Codigo::simular_no_disponible, "/simular", En::consulta);
            else if (pair.second == "true") f->simular = true;
            else if (pair.second != "false") faltas.agregar(Codigo::tipo_incorrecto, "/simular", En::consulta);
            return true;
        });
        if (const auto if_match = f->headers.if_match; !if_match.empty() && if_match != "*") {
            // Never taken and not looked at: whoever sends it counts on it.
            if (std::ranges::find(op.codigos, Codigo::precondicion_fallida) == op.codigos.end())
                return refuse(f, Codigo::encabezado_invalido, {{Codigo::encabezado_invalido, "/If-Match", En::encabezado, {}}});
            f->si_version = version_in(if_match).value_or(-1);
        }
    }

    std::string_view body = http.body;
    if (const auto coding = f->headers.content_encoding; !coding.empty() && !iguales_ascii(coding, "identity")) {
        if (!iguales_ascii(coding, "gzip")) return refuse(f, Codigo::tipo_de_contenido);
        auto abierto = inflar(body, body_limit(http.verb, http.path));
        if (!abierto) return refuse(f, Codigo::cuerpo_comprimido_invalido);
        f->abierto = std::move(*abierto);
        f->decoded.add(f->abierto.size());
        body = f->abierto;
    }
    f->parts.body = body;
    if (!body.empty() && !recortado(body).empty()) {
        const auto type = media_type(f->headers.content_type);
        if (!f->x->has_body && !op.cuerpo_tambien) {
            if (recortado(body) != "{}") faltas.agregar(Codigo::cuerpo_inesperado, "", En::cuerpo);
        } else if (op.acepta_multipart) {
            if (!iguales_ascii(type, "multipart/form-data")) return refuse(f, Codigo::tipo_de_contenido);
            f->parts.multipart = parse_multipart(f->headers.content_type, body);
            if (!f->parts.multipart) faltas.agregar(Codigo::peticion_malformada, "", En::cuerpo);
        } else if (op.cuerpo_de_tabla) {
            const bool csv = iguales_ascii(type, "text/csv");
            if (!csv && !type.empty() && !iguales_ascii(type, "application/json")) return refuse(f, Codigo::tipo_de_contenido);
            f->parts.multipart = {{std::string{parte_de_tabla}, {}, csv ? "text/csv" : "application/json", body}};
        } else if (!type.empty() && !iguales_ascii(type, "application/json")) {
            return refuse(f, Codigo::tipo_de_contenido);
        }
    }
    if (!faltas.vacia()) return refuse(f, Codigo::regla_incumplida, faltas.lista(), faltas.mas());

    f->request = f->x->decode(*f->op, f->parts, faltas, &f->decoded);
    if (!faltas.vacia()) return refuse(f, Codigo::regla_incumplida, faltas.lista(), faltas.mas());

    const auto key = f->headers.idempotency_key;
    if (f->x->escribe && !op.secreta && !op.publica) {
        f->canonical = f->x->canonical(f->request.get());
        f->decoded.add(f->canonical.size());
        if (f->headers.idempotency_keys > 0 && op.repetible()) {
            if (f->headers.idempotency_keys > 1 || !valid_key(key))
                return refuse(f, Codigo::encabezado_invalido,
                              {{Codigo::encabezado_invalido, "/Idempotency-Key", En::encabezado, {}}});
            f->llave = make_key(key, *f->sesion, op, f->parts, f->canonical);
            // A simulation hears what the key would get it, and leaves no trace of it.
            if (!f->simular) {
                f->llave_entered = keys_.enter(*f->llave, f->organizacionId);
                if (!f->llave_entered) return refuse(f, Codigo::llave_en_proceso);
            }
        }
    }
    execute(f);
}

void Dispatcher::execute(const FlightPtr& f) {
    if (f->x->has_prepare()) {
        queue(preparing(*f), f, [this, f] { prepare(f); });
    } else if (f->x->escribe) {
        run_write(f);
    } else if (f->op->sin_datos && f->formato == Formato::json) {
        run_read(f);
    } else {
        f->lectura = LargeReads::key(f->organizacionId, f->http.path, f->http.query, f->http.body);
        recall_size(*f);
        large_reads_.asked(f->lectura);
        if (lane_of(*f) == db::Lane::point && database_.motor() == db::Motor::sqlite) run_read(f);
        else queue_read(f);
    }
}

Workers& Dispatcher::preparing(Flight& f) {
    const auto whose = f.op->hash != nullptr ? f.op->hash(f.request.get()) : std::nullopt;
    f.hashes = whose.has_value();
    if (!f.hashes) return f.op->fuera ? outside_ : pool_;
    if (!authenticator_.knows(f.http.remote)) return hashes_;
    const auto name = whose->empty() ? std::string{} : authenticator_.known_as(*whose, f.http.remote);
    if (!name.empty()) f.caller = Limitador::quien(f.http.remote, name);
    return known_hashes_;
}

// Who hung up while waiting for something costly: nobody would read the answer. A caller that only stopped sending is told to
// come again, since the two look alike.
bool Dispatcher::left(const Flight& f) { return f.http.ended && f.http.ended(); }

void Dispatcher::prepare(const FlightPtr& f) {
    if (f->hashes && left(*f)) return refuse(f, Codigo::saturado);
    const Context ctx{f->call(database_, reloj_, limitador_), nullptr, nullptr};
    try {
        f->prepared = f->x->prepare(ctx, f->request.get());
    } catch (const Error&) {
        // What was done under this key is answered whatever the world is by now; who did nothing yet hears the refusal.
        if (!f->llave) throw;
        f->refused = std::current_exception();
        return run_write(f);
    }
    f->advertencias = ctx.advertencias();
    if (ctx.organizacion_elegida()) f->organizacionId = *ctx.organizacion_elegida();
    if (f->x->escribe) run_write(f);
    else run_read(f);
}

void Dispatcher::queue_read(const FlightPtr& f) {
    const db::Lane lane = lane_of(*f);
    Workers& workers = lane == db::Lane::point ? points_ : lane == db::Lane::list ? workers_ : reports_;
    queue(workers, f, [this, f, lane] {
        if (lane == db::Lane::report && left(*f)) return refuse(f, Codigo::saturado);
        // Another of its kind may have been found to be larger while this one waited.
        recall_size(*f);
        if (lane_of(*f) == lane) run_read(f);
        else queue_read(f);
    });
}

void Dispatcher::recall_size(Flight& f) {
    const auto known = large_reads_.find(f.lectura);
    if (known && *known > f.larger.value_or(db::Lane::point)) f.larger = known;
}

// What is written as a table is a report, and what answers everything at once, with figures beside its rows.
db::Lane Dispatcher::lane_of(const Flight& f) const {
    if (f.formato != Formato::json) return db::Lane::report;
    if (f.larger) return *f.larger;
    if (f.op->punto) return db::Lane::point;
    return f.x->es_reporte() ? db::Lane::report : db::Lane::list;
}

bool Dispatcher::prints(const Flight& f) const {
    return (f.formato == Formato::pdf || f.formato == Formato::xml) && settings_.impresor != nullptr &&
           settings_.impresor->imprime(*f.op);
}

// In two halves: what is read is read in a transaction, what is written of it waits for no database.
void Dispatcher::print(const FlightPtr& f) {
    std::int64_t id = 0;
    if (!f->parts.path.empty()) {
        const std::string& texto = f->parts.path.front().second;
        std::from_chars(texto.data(), texto.data() + texto.size(), id);
    }
    Impreso impreso;
    database_.read(
        f->organizacionId,
        [&](db::Reader& tx) {
            const Context ctx{f->call(database_, reloj_, limitador_), nullptr, &tx};
            impreso = settings_.impresor->leer(ctx, *f->op, *f->x, f->request.get(), id, f->formato);
        },
        reading_of(*f, db::Lane::report));
    const auto spool = std::make_shared<Spool>(settings_.temporary_folder, f->holder());
    const Context outside{f->call(database_, reloj_, limitador_), nullptr, nullptr};
    impreso.escribir(outside, [&](std::string_view bytes) { spool->write(bytes); });
    spool->finish();
    Outcome out;
    if (spool->has_file()) out.file = spool;
    else out.body = spool->take();
    const bool xml = f->formato == Formato::xml;
    out.content_type = xml ? "application/xml" : tipos_de_formato[static_cast<std::size_t>(Formato::pdf)];
    out.archivo = impreso.archivo + (xml ? ".xml" : ".pdf");
    if (xml) out.etag = impreso.huella();
    out.en_linea = true;
    finish(f, std::move(out), false);
}

void Dispatcher::run_read(const FlightPtr& f) {
    if (prints(*f)) return print(f);
    // Its table has the organization's name.
    if (f->op->sin_datos && f->formato == Formato::json) return finish(f, read(f, nullptr).outcome, false);
    Outcome outcome;
    std::optional<Context::Aguarda> aguarda;
    const db::Lane lane = lane_of(*f);
    const bool point = lane == db::Lane::point;
    try {
        database_.read(
            f->organizacionId,
            [&](db::Reader& tx) {
                const bool kept = kept_.enabled() && point && f->sesion && tx.epoch() != 0;
                aguarda.reset();
                if (kept) {
                    outcome = read_or_kept(f, tx);
                    return;
                }
                Read r = read(f, &tx);
                outcome = std::move(r.outcome);
                aguarda = r.aguarda;
            },
            reading_of(*f, lane));
    } catch (const db::TooLarge& e) {
        // It is larger than what it was taken for, and starts over among those that are. What said so itself may say otherwise
        // next time, without having kept anybody waiting.
        if (e.belongs()) {
            f->larger = e.belongs();
            return queue_read(f);
        }
        const bool no_list = e.known().rows > settings_.list_rows || e.known().bytes > settings_.list_bytes;
        f->larger = point && !no_list ? db::Lane::list : db::Lane::report;
        large_reads_.remember(f->lectura, *f->larger);
        return queue_read(f);
    }
    if (aguarda) return wait(f, *aguarda, std::move(outcome));
    finish(f, std::move(outcome), false);
}

// Neither a thread nor a connection is held meanwhile: what was found is answered when the time is over, and looked for again
// when something happened.
void Dispatcher::wait(const FlightPtr& f, const Context::Aguarda& aguarda, Outcome&& outcome) {
    const auto ahora = Espera::Clock::now();
    if (!f->espera_hasta) f->espera_hasta = ahora + std::chrono::seconds{aguarda.segundos};
    f->vista = aguarda.vista;
    if (*f->espera_hasta <= ahora) return finish(f, std::move(outcome), false);
    const auto found = std::make_shared<Outcome>(std::move(outcome));
    const auto how = espera_.esperar({.caller = f->holder(),
                                      .vista = aguarda.vista,
                                      .hasta = *f->espera_hasta,
                                      .ido = f->http.ended,
                                      .avisado = [this, f, found](Espera::Porque why) {
                                          if (why == Espera::Porque::algo) return look_again(f);
                                          guarded(f, [&] { finish(f, std::move(*found), false); });
                                      }});
    if (how == Espera::Entrada::lleno) return refuse(f, Codigo::saturado);
    if (how == Espera::Entrada::cerrado) finish(f, std::move(*found), false);
}

// By the rights of that moment.
void Dispatcher::look_again(const FlightPtr& f) {
    const auto token = bearer(f->headers.authorization);
    const auto go_on = [this, f] {
        if (!f->sesion->permitidas[f->op->index])
            return refuse(f, Codigo::permiso_denegado,
                          {{Codigo::permiso_denegado, "", En::encabezado, reflect::objeto("permiso", f->op->id)}});
        queue_read(f);
    };
    if (auto known = authenticator_.cached(token)) {
        f->sesion = std::move(known);
        return guarded(f, go_on);
    }
    queue(tokens_, f, [this, f, token, go_on] {
        f->sesion = authenticator_.check(token);
        go_on();
    });
}

db::Reading Dispatcher::reading_of(const Flight& f, db::Lane lane) const {
    if (lane == db::Lane::point) return {lane, {}, settings_.point_rows, settings_.point_bytes};
    if (lane == db::Lane::report) return {lane, settings_.read_limit, 0, 0, f.formato != Formato::json};
    // One record is waited for like a point read, whatever there is of it: no answer of PostgreSQL's may take longer than a
    // caller's. On SQLite nothing stands still but what works.
    const bool one = !f.larger && !f.x->es_reporte() && f.x->answer.envelope == Envelope::data && !f.op->path_names().empty() &&
                     database_.motor() == db::Motor::postgres;
    return {lane, one ? std::chrono::milliseconds{0} : settings_.read_limit, settings_.list_rows, settings_.list_bytes};
}

Dispatcher::Read Dispatcher::read(const FlightPtr& f, db::Reader* tx) {
    Context ctx{f->call(database_, reloj_, limitador_), nullptr, tx};
    Read r;
    r.outcome = f->formato == Formato::json ? f->x->run(*f->op, ctx, f->request.get(), f->prepared.get())
                                            : escribir_tabla(f->formato, ctx, *f->op, *f->x, f->request.get(),
                                                             std::make_shared<Spool>(settings_.temporary_folder, f->holder()));
    r.outcome.pasajera = ctx.vio_la_hora();
    r.lasts = !r.outcome.pasajera && f->advertencias.empty() && ctx.advertencias().empty();
    r.aguarda = ctx.aguarda();
    add_warnings(*f, ctx, r.outcome);
    return r;
}

// Those of both halves, beside the data. In the answer itself, so that it is kept with them.
void Dispatcher::add_warnings(const Flight& f, const Context& ctx, Outcome& outcome) {
    if (f.advertencias.empty() && ctx.advertencias().empty()) return;
    if (!outcome.content_type.empty() || f.op->desnuda) return;
    std::vector<Falta> all = f.advertencias;
    all.insert(all.end(), ctx.advertencias().begin(), ctx.advertencias().end());
    for (auto& w : all)
        if (w.en == En::donde_sea) w.en = f.x->has_body ? En::cuerpo : En::consulta;
    std::string faults;
    write_faults(faults, all, f.idioma);
    add_field(outcome.body, "advertencias", faults);
}

// A refusal is thrown past this and judged again.
Outcome Dispatcher::read_or_kept(const FlightPtr& f, db::Reader& tx) {
    const Sesion& s = *f->sesion;
    // Bytes as they lie in memory: nobody reads it, and every read makes one.
    const std::array<std::int64_t, 4> whose{s.organizacionId, s.usuarioId, s.consumidorId, static_cast<std::int64_t>(f->idioma)};
    std::string key;
    key.reserve(sizeof whose + f->x->desde.size() + f->http.path.size() + 1 + f->http.query.size());
    key.append(reinterpret_cast<const char*>(whose.data()), sizeof whose).append(f->x->desde).append(f->http.path);
    if (!f->http.query.empty()) key.append("?").append(f->http.query);
    const std::uint64_t epoch = tx.epoch();
    KeptAnswers::Key known{std::move(key)};
    if (const auto kept = kept_.find(known, epoch)) return *kept;
    Read r = read(f, &tx);
    if (!r.lasts || !KeptAnswers::takes(r.outcome)) return std::move(r.outcome);
    return *kept_.keep(std::move(known), epoch, std::move(r.outcome));
}

void Dispatcher::run_write(const FlightPtr& f) {
    struct Result {
        Outcome outcome;
        bool replayed = false;
        Context::Despues despues;
    };
    auto result = std::make_shared<Result>();
    auto work = [this, f, result](db::Writer& tx) {
        *result = {};
        // What was done has to be told, whatever it takes: who does not take the answers of what was done before does no more.
        reject_if(f->http.roomless != nullptr && !f->http.roomless->fits(f->holder(), 0), Codigo::saturado, "");
        if (f->llave) {
            if (auto kept = find_kept(tx, *f->llave, reloj_.ahora())) {
                *result = {std::move(*kept), true, {}};
                tx.holds(result->outcome.body.size());
                if (f->simular) {
                    Context nada{f->call(database_, reloj_, limitador_), &tx, &tx};
                    throw Simulated{std::move(result->outcome), operations_.contar_simulacion(nada)};
                }
                return;
            }
        }
        if (f->refused) std::rethrow_exception(f->refused);
        Context ctx{f->call(database_, reloj_, limitador_), &tx, &tx};
        try {
            result->outcome = f->x->run(*f->op, ctx, f->request.get(), f->prepared.get());
        } catch (...) {
            result->despues = std::move(ctx.despues());
            throw;
        }
        result->despues = std::move(ctx.despues());
        add_warnings(*f, ctx, result->outcome);
        tx.holds(result->outcome.body.size());
        if (!f->op->publica || tx.organizacion() != 0) write_audit(tx, ctx, *f->op, f->canonical, f->http.trace_id);
        if (f->simular) {
            tx.check_now();
            throw Simulated{std::move(result->outcome), operations_.contar_simulacion(ctx)};
        }
        if (f->llave) keep(tx, *f->llave, result->outcome, reloj_.ahora());
        Pasos::alcanzar("antes_de_confirmar");
    };
    const db::Writing how{.prompt = !f->op->larga && f->http.body.size() <= prompt_body, .caller = f->caller};
    const auto done = [this, f, result](std::exception_ptr error) {
        if (!error) {
            Pasos::alcanzar("despues_de_confirmar");
            if (!result->replayed) wrote(f->organizacionId);
            if (result->despues.sesiones) authenticator_.bump();
            if (result->despues.trabajos && on_work_) on_work_(f->organizacionId);
            for (const auto& then : result->despues.confirmado) then();
            guarded(f, [&] { finish(f, std::move(result->outcome), result->replayed); });
            return;
        }
        try {
            std::rethrow_exception(error);
        } catch (const Simulated& s) {
            f->simulacion = s.simulacion;
            guarded(f, [&] { finish(f, Outcome{s.outcome}, false); });
        } catch (...) {
            // Where writers run side by side, another one may come between a rule's look and our write. The constraint holds,
            // and the rule, asked once more, sees the other record and says so by its own code. So does the look for the key.
            if (!f->second_run && broke_constraint(error)) {
                f->second_run = true;
                return guarded(f, [&] { run_write(f); });
            }
            for (const auto& then : result->despues.rechazado) then();
            // Nor is a refusal the last word on a request that another instance may just have carried out: what it stored is what
            // the rule refused. Its answer, kept under the same key, is the answer.
            if (f->llave && !f->refused && database_.motor() == db::Motor::postgres &&
                (is_refusal(error) || broke_constraint(error))) {
                f->refused = error;
                return guarded(f, [&] { run_write(f); });
            }
            fail(f, error);
        }
    };
    database_.write(f->organizacionId, std::move(work), done, how);
}

void Dispatcher::finish(const FlightPtr& f, Outcome&& outcome, bool replayed) {
    if (f->llave_entered) keys_.leave(*f->llave, f->organizacionId);
    f->llave_entered = false;
    Answer a;
    a.headers.reserve(4);
    a.body = std::move(outcome.body);
    a.shared_body = std::move(outcome.shared_body);
    a.file = std::move(outcome.file);
    a.operation = f->op->id;
    if (f->sesion) {
        a.organizacionId = f->sesion->organizacionId;
        a.usuarioId = f->sesion->usuarioId;
        a.consumidorId = f->sesion->consumidorId;
    }
    if (!outcome.archivo.empty())
        a.headers.emplace_back("Content-Disposition", content_disposition(outcome.archivo, outcome.en_linea));
    if (f->x->tabular || es_de_documento(*f->op)) a.headers.emplace_back("Vary", "Accept");
    if (!outcome.content_type.empty()) {
        a.content_type_owned = std::move(outcome.content_type);
        // Whatever a caller once sent, a browser that opens it by itself runs nothing of it and asks nobody for more.
        a.headers.emplace_back("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
    }
    if (!f->simulacion.empty()) {
        a.headers.emplace_back("Simulacion", "true");
        if (a.content_type_owned.empty() && !f->op->desnuda) add_field(a.body, "simulacion", f->simulacion);
    }
    // A version that is rolled back is none to come back with.
    if (!f->simulacion.empty()) outcome.etag.reset();
    if (outcome.etag) {
        if (f->op->verb == Verb::GET && !outcome.pasajera && !f->headers.if_none_match.empty() &&
            etag_listed(f->headers.if_none_match, *outcome.etag)) {
            a.status = 304;
            a.body.clear();
            a.shared_body.reset();
            a.file.reset();
        }
        a.headers.emplace_back("ETag", '"' + *outcome.etag + '"');
    }
    if (!outcome.cache_control.empty()) a.headers.emplace_back("Cache-Control", std::move(outcome.cache_control));
    else if (!f->op->publica) a.headers.emplace_back("Cache-Control", outcome.etag ? "private, no-cache" : "no-store");
    else if (f->op->secreta) a.headers.emplace_back("Cache-Control", "no-store");
    if (replayed) a.headers.emplace_back("Idempotency-Replayed", "true");
    if (f->cuenta.limite > 0) {
        a.headers.emplace_back("RateLimit-Limit", std::to_string(f->cuenta.limite));
        a.headers.emplace_back("RateLimit-Remaining", std::to_string(f->cuenta.restantes));
        a.headers.emplace_back("RateLimit-Reset", std::to_string(f->cuenta.segundos));
    }
    f->respond(std::move(a));
}

void Dispatcher::refuse(const FlightPtr& f, Codigo codigo, std::vector<Falta> faltas, std::size_t mas) {
    if (f->llave_entered) keys_.leave(*f->llave, f->organizacionId);
    f->llave_entered = false;
    // A rule does not know where its field travelled; the shape of the operation does.
    if (f->op != nullptr) {
        const auto& names = f->op->path_names();
        for (auto& falta : faltas) {
            if (falta.en != En::donde_sea) continue;
            const bool in_path = std::ranges::any_of(names, [&](const auto& n) { return falta.campo == "/" + n; });
            const bool in_query = std::ranges::any_of(f->op->consulta, [&](const auto& n) { return falta.campo == "/" + n; });
            const bool body = f->op->verb == Verb::POST || f->op->verb == Verb::PUT;
            falta.en = falta.campo == "/If-Match" ? En::encabezado
                       : in_path                  ? En::ruta
                       : body && !in_query        ? En::cuerpo
                                                  : En::consulta;
        }
    }
    // Several faults of one kind are named by their kind; of several kinds, by none.
    const bool una_clase = std::ranges::all_of(faltas, [&](const Falta& x) { return x.codigo == faltas.front().codigo; });
    if (codigo == Codigo::regla_incumplida && !faltas.empty() && una_clase) codigo = faltas.front().codigo;
    auto a = problem(http_status(codigo), codigo, faltas, f->idioma, f->http.trace_id, mas);
    if (f->op != nullptr) a.operation = f->op->id;
    if (f->sesion) {
        a.organizacionId = f->sesion->organizacionId;
        a.usuarioId = f->sesion->usuarioId;
        a.consumidorId = f->sesion->consumidorId;
    }
    if (a.status == 401) a.headers.emplace_back("WWW-Authenticate", "Bearer");
    if (a.status == 429) {
        const auto stated = faltas.empty() ? std::nullopt : stated_wait(faltas.front());
        a.headers.emplace_back("Retry-After", std::to_string(stated ? *stated : f->cuenta.limite > 0 ? f->cuenta.segundos : 60));
    }
    if (a.status == 503) a.headers.emplace_back("Retry-After", "2");
    f->respond(std::move(a));
}

void Dispatcher::fail(const FlightPtr& f, std::exception_ptr error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error& e) {
        refuse(f, Codigo::regla_incumplida, e.faltas(), e.mas());
    } catch (const db::DbError& e) {
        spdlog::error("{} {}: {}", f->http.trace_id, f->op != nullptr ? f->op->id : "", e.what());
        if (e.fallo() == db::Fallo::took_too_long) return refuse(f, Codigo::consulta_cancelada);
        if (e.fallo() == db::Fallo::unavailable || e.fallo() == db::Fallo::unknown_outcome) probe_.doubt();
        refuse(f, e.fallo() == db::Fallo::unavailable       ? Codigo::no_disponible
                  : e.fallo() == db::Fallo::unknown_outcome ? Codigo::resultado_desconocido
                                                            : Codigo::interno);
    } catch (const std::exception& e) {
        spdlog::error("{} {}: {}", f->http.trace_id, f->op != nullptr ? f->op->id : "", e.what());
        refuse(f, Codigo::interno);
    }
}

}  // namespace cacao::api
