#pragma once
// Series of folios: which ones a branch has for each kind of document, and which of them it uses when nobody names one. Folios
// themselves are taken as documents are registered.

#include "db/db.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// "FV-123": how people name a document.
std::string folio_texto(std::string_view serie, std::int64_t folio);

// When documents of a new series are stamped. A complement is only made of what is stamped already: nobody has to ask for it.
TimbradoDeSerie timbrado_de_origen(const Documento& tipo);

struct SerieDocumento {
    TipoDeDocumento tipo;
    std::string serie;
    std::int64_t siguiente{};
    bool predeterminada{};
    bool activo{};
    Nombrado<TimbradoDeSerie> timbrado{TimbradoDeSerie::aSolicitud};
};
DESCRIBE_STRUCT(SerieDocumento, (), (tipo, serie, siguiente, predeterminada, activo, timbrado))

std::vector<SerieDocumento> series_de(db::Reader& tx, std::int64_t sucursalId);

struct SeriePedida {
    std::int64_t sucursalId = 0;
    std::string tipo;
    std::string serie;
    std::optional<std::int64_t> siguiente;
    std::optional<bool> predeterminada;
    std::optional<bool> activo;
    std::optional<TimbradoDeSerie> timbrado = {};
};
struct SerieGuardada {
    std::optional<SerieDocumento> antes;
    SerieDocumento despues;
};

// Adds a series to a branch that is there, or changes one of its. The first series of a kind is the default one, and another
// becomes it by taking its place. Throws Error: valor_no_permitido for a kind or name that is none, serie_de_otra_sucursal,
// no_se_timbra for one whose documents are no CFDI of ours, estado_invalido for a next folio after the first document, conflicto
// for switching the default one off.
SerieGuardada guardar_serie(db::Writer& tx, const SeriePedida& pedida);

}  // namespace cacao::engine
