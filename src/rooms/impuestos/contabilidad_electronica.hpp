#pragma once
// Electronic accounting 1.3 (Anexo 24): catalog of accounts, trial balance, entries, and auxiliaries of accounts and folios of a
// month, each a ZIP under the name that the authority expects. Nothing of it is kept, here or in memory.

#include "api/operations.hpp"
#include "api/spool.hpp"
#include "fiscal/sellado.hpp"

#include <functional>
#include <optional>
#include <string>

namespace cacao {

// What seals come from, and where a long file waits until it leaves.
struct MediosContables {
    std::function<std::optional<fiscal::Csd>(db::Reader&, Instante)> csd;
    api::SpoolFolder carpeta = "/tmp";
};

struct CatalogoContablePedido {
    Entero<201501, 209912> periodo;
    std::optional<bool> sellar;
};
DESCRIBE_STRUCT(CatalogoContablePedido, (), (periodo, sellar))

enum class TipoEnvio : std::uint8_t { N, C };
DESCRIBE_ENUM(TipoEnvio, N, C)

struct BalanzaContablePedida {
    Entero<201501, 209913> periodo;
    std::optional<TipoEnvio> tipoEnvio;
    std::optional<Fecha> fechaModificacion;
    std::optional<bool> sellar;
};
DESCRIBE_STRUCT(BalanzaContablePedida, (), (periodo, tipoEnvio, fechaModificacion, sellar))

// Why the authority asks: audit, compliance review, refund, offset.
enum class TipoSolicitudContable : std::uint8_t { AF, FC, DE, CO };
DESCRIBE_ENUM(TipoSolicitudContable, AF, FC, DE, CO)

struct SolicitudContable {
    Entero<201501, 209912> periodo;
    TipoSolicitudContable tipoSolicitud{};
    std::optional<Texto<13>> numOrden;
    std::optional<Texto<14>> numTramite;
    std::optional<bool> sellar;
};
DESCRIBE_STRUCT(SolicitudContable, (), (periodo, tipoSolicitud, numOrden, numTramite, sellar))

void register_contabilidad_electronica(api::Operations& ops, MediosContables medios);

}  // namespace cacao
