#include "engine/entorno/lugares.hpp"

#include "db/rows.hpp"

#include <string>

namespace cacao::engine {
namespace {

struct AlmacenDeVenta {
    std::string tipo;
    bool activo = false;
    std::int64_t sucursalId = 0;
};
DESCRIBE_STRUCT(AlmacenDeVenta, (), (tipo, activo, sucursalId))

struct CuentaDeCaja {
    std::string tipo;
    std::string moneda;
    bool activo = false;
};
DESCRIBE_STRUCT(CuentaDeCaja, (), (tipo, moneda, activo))

}  // namespace

void exigir_almacen_de_venta(db::Reader& tx, std::int64_t sucursalId, std::int64_t almacenId, std::string_view campo,
                             Faltas& faltas) {
    const auto a =
        tx.one<AlmacenDeVenta>("SELECT tipo, activo, sucursalId FROM almacen WHERE organizacionId = $1 AND almacenId = $2",
                               tx.organizacion(), almacenId);
    if (!a) return faltas.agregar(Codigo::no_encontrado, std::string{campo});
    faltas.agregar_si(!a->activo, Codigo::inactivo, campo);
    faltas.agregar_si(a->tipo != "normal" || a->sucursalId != sucursalId, Codigo::valor_no_permitido, campo);
}

void exigir_cuenta_de_caja(db::Reader& tx, std::int64_t cuentaBancariaId, std::string_view campo, Faltas& faltas) {
    const auto c = tx.one<CuentaDeCaja>(
        "SELECT tipo, moneda, activo FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2", tx.organizacion(),
        cuentaBancariaId);
    if (!c) return faltas.agregar(Codigo::no_encontrado, std::string{campo});
    faltas.agregar_si(!c->activo, Codigo::inactivo, campo);
    const auto moneda =
        tx.one<std::string>("SELECT moneda FROM configuracion WHERE organizacionId = $1", tx.organizacion()).value_or("");
    faltas.agregar_si(c->tipo != "caja" || c->moneda != moneda, Codigo::valor_no_permitido, campo);
}

}  // namespace cacao::engine
