#pragma once
// Manual journal entries, their reversal, the entries behind any document, and the close of a year.

#include "api/operations.hpp"
#include "engine/libros/diario.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct RenglonPolizaNuevo {
    Id cuentaId;
    std::optional<Importe> cargo;
    std::optional<Importe> abono;
    std::optional<Texto<1000>> descripcion;
    std::optional<IdOpcional> proyectoId;
};
DESCRIBE_STRUCT(RenglonPolizaNuevo, (), (cuentaId, cargo, abono, descripcion, proyectoId))

struct PolizaNueva : engine::EncabezadoConMoneda {
    Lista<RenglonPolizaNuevo, 5000, 2> partidas;
};
DESCRIBE_STRUCT(PolizaNueva, (engine::EncabezadoConMoneda), (partidas))

struct PolizaReversion {
    Id id;
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(PolizaReversion, (), (id, fecha))

DESCRIBE_KEY(PolizasPedidas, transaccionId)

struct AsientoPoliza {
    std::int64_t renglon{};
    std::int64_t cuentaId{};
    std::string codigo;
    std::string cuenta;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    std::int64_t entidadId{};
    Importe cargo;
    Importe abono;
    std::string moneda;
    Importe original;
};
DESCRIBE_STRUCT(AsientoPoliza, (),
                (renglon, cuentaId, codigo, cuenta, sucursalId, proyectoId, entidadId, cargo, abono, moneda, original))

// What electronic accounting asks of every entry: the fiscal document behind it, whose it is and how it was paid.
struct SoportePoliza {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::string uuid;
    std::int64_t entidadId{};
    std::string contacto;
    std::string rfc;
    std::int64_t cuentaBancariaId{};
    std::string formaPago;
    std::string referencia;
};
DESCRIBE_STRUCT(SoportePoliza, (),
                (transaccionId, tipoDocumento, folio, uuid, entidadId, contacto, rfc, cuentaBancariaId, formaPago, referencia))

struct PolizaVista : SoportePoliza {
    std::int64_t polizaId{};
    Nombrado<engine::EventoPoliza> evento;
    Fecha fecha;
    std::int64_t periodo{};
    Importe importe;
    std::int64_t revierteId{};
    std::vector<AsientoPoliza> asientos;
};
DESCRIBE_STRUCT(PolizaVista, (SoportePoliza), (polizaId, evento, fecha, periodo, importe, revierteId, asientos))

struct CierreAnualNuevo {
    Entero<1900, 2199> ejercicio;
};
DESCRIBE_STRUCT(CierreAnualNuevo, (), (ejercicio))

engine::DocumentoCreado crear_poliza(Context&, const PolizaNueva&);
engine::DocumentoCreado revertir_poliza(Context&, const PolizaReversion&);
engine::Cancelado cancelar_poliza(Context&, const engine::CancelacionPedida&);
std::vector<PolizaVista> consultar_polizas(const Context&, const PolizasPedidas&);
std::vector<engine::DocumentoCreado> cerrar_ejercicio(Context&, const CierreAnualNuevo&);

// polizaId, evento, fecha, periodo, cargo, revierteId, transaccionId.
PolizaVista leer_poliza(const db::Row&);
// What stands behind entries that have their numbers, their documents and dates: the document's support, and their rows.
void completar_polizas(db::Reader& tx, std::vector<PolizaVista>& polizas);

void register_poliza(api::Operations& ops);

}  // namespace cacao
