#pragma once
// What can be told to others: which kinds of things have events, what can happen to each, and who may hear of it. Documents come
// from the kinds and the types of events (engine/entorno/eventos.hpp); what is no document stands in one table here.

#include "api/operations.hpp"
#include "engine/entorno/eventos.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::eventos {

// One kind of event: `FacturaVenta.registrado`.
struct Tipo {
    std::string objeto;
    engine::Suceso suceso{};
    int version = 1;
    reflect::Use datos;
    bool documento = false;
    std::string nombre() const { return objeto + "." + std::string{reflect::enum_name(suceso)}; }
};
const std::vector<Tipo>& tipos();

// `FacturaVenta.registrado`, `FacturaVenta.*`, `*.cancelado` or `*`.
bool coincide(std::string_view patron, std::string_view objeto, std::string_view suceso);
bool coincide_alguno(const std::vector<std::string>& patrones, std::string_view objeto, std::string_view suceso);
// Whether some event can match it.
bool es_patron(std::string_view patron);

// What a session may hear of, each kind of thing judged once.
class Oidos {
public:
    Oidos(const Context& ctx, const api::Operations& ops) : ctx_(ctx), ops_(ops) {}
    bool puede(std::string_view objeto);

private:
    bool juzgar(std::string_view objeto) const;
    const Context& ctx_;
    const api::Operations& ops_;
    std::map<std::string, bool, std::less<>> juzgados_;
};

// As it is told: small, with what names it; whoever wants more asks for it.
struct Evento {
    std::string type;
    std::int64_t version{};
    Instante timestamp;
    std::string id;  // evt_<organizacionId>_<posicion>: the same whenever it is told
    std::int64_t posicion{};
    JsonCrudo data;
};
DESCRIBE_STRUCT(Evento, (), (type, version, timestamp, id, posicion, data))

// Of an organization, as it is stored.
struct Leido {
    std::string objeto;
    std::string suceso;
    std::string clave;  // of the one thing that it is about
    Evento evento;
};
// What happened behind `desde`, up to `hasta`, in order: events of types that nobody is told of are left out.
std::vector<Leido> leer(db::Reader& tx, std::int64_t desde, std::int64_t hasta);
std::vector<Leido> leer(db::Reader& tx, const std::vector<std::int64_t>& posiciones);

// Events are told for so long; rows stay, since others prove by them what happened.
inline constexpr std::int64_t dias_guardados = 90;
// The position behind which all that happened since that moment stands.
std::int64_t posicion_antes_de(db::Reader& tx, Instante momento);
// Whether the event there is told still.
bool se_cuenta(db::Reader& tx, std::int64_t posicion, Instante ahora);
// The position behind which all of them are.
std::int64_t mas_antigua(db::Reader& tx, Instante ahora);

}  // namespace cacao::eventos
