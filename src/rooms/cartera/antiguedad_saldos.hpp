#pragma once
// Aging: what each contact owes (or is owed), by how long it is due, on any day.

#include "api/operations.hpp"
#include "engine/saldos/antiguedad.hpp"
#include "rooms/cartera/contacto_nombres.hpp"

#include <vector>

namespace cacao {

enum class TipoCartera { clientes, proveedores };
DESCRIBE_ENUM(TipoCartera, clientes, proveedores)
enum class PorFecha { vencimiento, documento };
DESCRIBE_ENUM(PorFecha, vencimiento, documento)
enum class AlTipoCambio { documento, corte };
DESCRIBE_ENUM(AlTipoCambio, documento, corte)

struct AntiguedadPedida {
    std::optional<Fecha> fecha;
    std::optional<TipoCartera> tipo;
    std::optional<PorFecha> porFecha;
    std::optional<Texto<100>> limites;  // "30,60,90"
    std::optional<Id> entidadId;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> vendedorId;
    std::optional<Texto<3, 3>> moneda;
    std::optional<bool> enMonedaLocal;
    std::optional<AlTipoCambio> alTipoCambio;  // of amounts in the organization's currency
};
DESCRIBE_STRUCT(AntiguedadPedida, (),
                (fecha, tipo, porFecha, limites, entidadId, sucursalId, proyectoId, vendedorId, moneda, enMonedaLocal,
                 alTipoCambio))

using engine::AntiguedadTotal;
using engine::Rango;

struct AntiguedadContacto : NombreContacto, AntiguedadTotal {};
DESCRIBE_STRUCT(AntiguedadContacto, (NombreContacto, AntiguedadTotal), ())

struct TipoCambioUsado {
    std::string moneda;
    Precio tipoCambio;
};
DESCRIBE_STRUCT(TipoCambioUsado, (), (moneda, tipoCambio))

struct AntiguedadSaldos {
    Fecha fecha;
    TipoCartera tipo{};
    PorFecha porFecha{};
    std::vector<AntiguedadContacto> contactos;
    std::vector<AntiguedadTotal> totales;
    std::optional<Importe> diferencia;  // against the control accounts; none when the report leaves something out
    std::vector<TipoCambioUsado> tiposCambio;
    std::optional<Importe> ajusteCambiario;  // at the rate of the day, over what the books have; none at that of the documents
};
DESCRIBE_STRUCT(AntiguedadSaldos, (), (fecha, tipo, porFecha, contactos, totales, diferencia, tiposCambio, ajusteCambiario))

// The buckets that the limits asked for make; refuses limits that make none.
std::vector<Rango> rangos_pedidos(const AntiguedadPedida&);
AntiguedadSaldos consultar_antiguedad(const Context&, const AntiguedadPedida&);

void register_antiguedad_saldos(api::Operations& ops);

}  // namespace cacao
