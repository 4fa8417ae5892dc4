#pragma once
// The fiscal documents of what the organization issues: asked for, looked at, listed.

#include "api/operations.hpp"
#include "engine/entorno/timbrado.hpp"
#include "rooms/timbrado/emisor.hpp"

#include <memory>
#include <optional>
#include <string>

namespace cacao {

struct TimbradoVista {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    std::int64_t entidadId{};
    std::string contacto;
    std::string moneda;
    Importe total;
    Nombrado<engine::EstadoTimbrado> estado;
    std::string proveedor;
    bool validezFiscal{};  // false of what was stamped for tests
    std::string uuid;
    std::optional<Instante> timbradoEn;
    std::int64_t archivoId{};  // the stamped XML; 0 before it
    std::string codigo;
    std::string mensaje;
    std::string motivo;
    std::string uuidSustitucion;
    std::int64_t intentos{};
    std::string error;                         // of the last attempt that failed
    std::optional<Instante> siguienteIntento;  // while it waits
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(TimbradoVista, (),
                (transaccionId, tipoDocumento, folio, fecha, entidadId, contacto, moneda, total, estado, proveedor, validezFiscal,
                 uuid, timbradoEn, archivoId, codigo, mensaje, motivo, uuidSustitucion, intentos, error, siguienteIntento,
                 creadoEn, modificadoEn))

DESCRIBE_KEY(TimbradoPedido, transaccionId)
struct TimbradosFiltro : PaginaPedida {
    std::optional<engine::EstadoTimbrado> estado;
};
DESCRIBE_STRUCT(TimbradosFiltro, (PaginaPedida), (estado))

TimbradoVista timbrar_documento(Context&, const TimbradoPedido&);
TimbradoVista obtener_timbrado(const Context&, const TimbradoPedido&);
Pagina<TimbradoVista> listar_timbrados(const Context&, const TimbradosFiltro&);

void register_timbrado(api::Operations& ops, std::shared_ptr<const timbrado::Emisor> emisor);

}  // namespace cacao
