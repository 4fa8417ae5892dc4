#pragma once
// Subscriptions: an address that is called with what happens, as far as its consumer may read it.

#include "api/operations.hpp"
#include "base/error.hpp"
#include "reflect/nombrado.hpp"
#include "reflect/url.hpp"
#include "rooms/eventos/vecinos.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct Suscripcion {
    std::int64_t suscripcionId{};
    std::int64_t consumidorId{};
    std::string consumidor;
    std::string nombre;
    std::string url;
    std::vector<std::string> tipos;
    bool activo{};
    std::string motivo;
    std::string hasta;  // a cursor: events up to there have their deliveries
    std::int64_t pendientes{};
    std::optional<Instante> ultimoExito;
    std::optional<Instante> fallaDesde;
    bool reenviando{};
    std::optional<Instante> anteriorHasta;
    std::int64_t version{};
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(Suscripcion, (),
                (suscripcionId, consumidorId, consumidor, nombre, url, tipos, activo, motivo, hasta, pendientes, ultimoExito,
                 fallaDesde, reenviando, anteriorHasta, version, creadoEn, modificadoEn))

struct SuscripcionConSecreto : Suscripcion {
    std::string secreto;
};
DESCRIBE_STRUCT(SuscripcionConSecreto, (Suscripcion), (secreto))

using TiposDeSuscripcion = Lista<Texto<80, 1>, 50, 1>;

struct SuscripcionNueva {
    std::optional<Id> consumidorId;
    Texto<100, 1> nombre;
    Url url;
    TiposDeSuscripcion tipos;
    std::optional<Texto<20, 1>> desde;
};
DESCRIBE_STRUCT(SuscripcionNueva, (), (consumidorId, nombre, url, tipos, desde))
void validar(const SuscripcionNueva& nueva, Faltas& faltas);

struct SuscripcionActualizacion {
    Id suscripcionId;
    std::optional<Texto<100, 1>> nombre;
    std::optional<Url> url;
    std::optional<TiposDeSuscripcion> tipos;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(SuscripcionActualizacion, (), (suscripcionId, nombre, url, tipos, activo))
void validar(const SuscripcionActualizacion& pedida, Faltas& faltas);

DESCRIBE_KEY(SuscripcionPedida, suscripcionId)

struct SuscripcionReenvio {
    Id suscripcionId;
    Instante desde;
    std::optional<Instante> hasta;
    std::optional<bool> soloFallidas;
};
DESCRIBE_STRUCT(SuscripcionReenvio, (), (suscripcionId, desde, hasta, soloFallidas))

// What the receiver said to a probe.
struct Sondeo {
    std::string id;
    bool correcto{};
    std::int64_t codigo{};
    std::int64_t milisegundos{};
    std::string respuesta;
    std::string error;
};
DESCRIBE_STRUCT(Sondeo, (), (id, correcto, codigo, milisegundos, respuesta, error))

enum class EstadoEntrega { pendiente, entregada, fallida, omitida };
DESCRIBE_ENUM(EstadoEntrega, pendiente, entregada, fallida, omitida)

struct IntentoDeEntrega {
    Instante instante;
    std::int64_t codigo{};
    std::int64_t milisegundos{};
    std::string error;
};
DESCRIBE_STRUCT(IntentoDeEntrega, (), (instante, codigo, milisegundos, error))

struct Entrega {
    std::string id;
    std::int64_t posicion{};
    std::string tipo;
    Nombrado<EstadoEntrega> estado;
    std::int64_t intentos{};
    std::optional<Instante> siguienteIntento;
    std::int64_t codigo{};
    std::string error;
    Guardado<std::vector<IntentoDeEntrega>> historia;
    Instante creadoEn;
    std::optional<Instante> terminadoEn;
};
DESCRIBE_STRUCT(Entrega, (),
                (id, posicion, tipo, estado, intentos, siguienteIntento, codigo, error, historia, creadoEn, terminadoEn))

struct EntregasFiltro : PaginaPedida {
    Id suscripcionId;
    std::optional<EstadoEntrega> estado;
};
DESCRIBE_STRUCT(EntregasFiltro, (PaginaPedida), (suscripcionId, estado))

std::vector<Suscripcion> listar_suscripciones(const Context&);

void register_suscripciones(api::Operations& ops, std::shared_ptr<const eventos::Vecinos> vecinos);

}  // namespace cacao
