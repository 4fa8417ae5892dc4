#include "rooms/bancos/catalogos/cuenta_propia.hpp"

#include "api/catalogo.hpp"
#include "base/texto.hpp"
#include "engine/tipos/cuentas.hpp"
#include "reflect/objeto.hpp"

namespace cacao {
namespace {

void exigir_cuenta(db::Reader& tx, const CuentaPropia& c, Faltas& faltas) {
    engine::exigir_cuenta_de_detalle(tx, c.cuentaId, "/cuentaId", faltas);
    // An account that plays a part is posted to by documents alone: money in it could not be told from what waits there.
    if (const auto papel = tx.one<std::string>(
            "SELECT papel FROM cuentaPapelHistoria WHERE organizacionId = $1 AND cuentaId = $2 ORDER BY papel LIMIT 1",
            tx.organizacion(), c.cuentaId))
        faltas.agregar(Codigo::cuenta_de_control, "/cuentaId", En::donde_sea, reflect::objeto("papel", *papel));
}

// Bank, number and CLABE fit each other; cash has none of them.
void revisar_banco(db::Reader& tx, const CuentaPropia& c, Faltas& faltas) {
    if (c.tipo == reflect::enum_name(TipoCuentaPropia::caja)) {
        faltas.agregar_si(c.bancoId != 0, Codigo::valor_no_permitido, "/bancoId");
        faltas.agregar_si(!c.clabe.empty(), Codigo::valor_no_permitido, "/clabe");
        return;
    }
    if (c.bancoId == 0) return;
    const auto clave =
        tx.one<std::string>("SELECT clave FROM banco WHERE organizacionId = $1 AND bancoId = $2", tx.organizacion(), c.bancoId);
    faltas.agregar_si(!clave, Codigo::no_encontrado, "/bancoId");
    faltas.agregar_si(clave && !clave->empty() && !c.clabe.empty() && !c.clabe.starts_with(*clave), Codigo::valor_no_permitido,
                      "/clabe");
}

void revisar_cuenta_propia(Context& ctx, const CuentaPropia* antes, const CuentaPropia& c, Faltas& faltas) {
    auto& tx = ctx.db();
    const bool otra_moneda = antes == nullptr || c.moneda != antes->moneda;
    const bool otra_cuenta = antes == nullptr || c.cuentaId != antes->cuentaId;
    faltas.agregar_si(
        otra_moneda &&
            !hay(tx, "SELECT 1 FROM organizacionMoneda WHERE organizacionId = $1 AND moneda = $2 AND activo = 1", c.moneda),
        Codigo::no_encontrado, "/moneda");
    if (otra_cuenta || (c.activo && !antes->activo)) exigir_cuenta(tx, c, faltas);
    revisar_banco(tx, c, faltas);
    if (antes == nullptr) return;
    // Its balance is in that currency, and in that account of the books.
    constexpr std::string_view movida =
        "SELECT polizaId FROM movimientoBanco WHERE organizacionId = $1 AND cuentaBancariaId = $2 ORDER BY fecha, polizaId LIMIT "
        "1";
    if (otra_moneda) impide(tx, movida, c.cuentaBancariaId, "/moneda", faltas, Codigo::estado_invalido);
    if (otra_cuenta) impide(tx, movida, c.cuentaBancariaId, "/cuentaId", faltas, Codigo::estado_invalido);
    if (antes->activo && !c.activo)
        impide(tx, "SELECT sucursalId FROM sucursal WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND activo = 1 LIMIT 1",
               c.cuentaBancariaId, "/activo", faltas);
}

const Catalogo<CuentaPropia>& catalogo_de_cuentas_propias() {
    static const Catalogo<CuentaPropia> cuentas{
        {.tabla = "cuentaBancaria",
         .llave = "cuentaBancariaId",
         .candados = {"cuentas"},  // the leaf must not become a parent meanwhile
         .orden = "codigo",
         .unicos = {{"codigo"}},
         .referencias = {{"sucursalId", "SELECT activo FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2"}}},
        revisar_cuenta_propia};
    return cuentas;
}

void en_mayusculas(CuentaPropia& c, Faltas&) { c.moneda = mayusculas(c.moneda); }

}  // namespace

std::vector<CuentaPropia> listar_cuentas_propias(const Context& ctx) { return catalogo_de_cuentas_propias().listar(ctx); }

CuentaPropia crear_cuenta_propia(Context& ctx, const CuentaPropiaNueva& pedida) {
    CuentaPropia nueva;
    // Where nothing is said, the currency of the books.
    nueva.moneda = ctx.db()
                       .one<std::string>("SELECT moneda FROM configuracion WHERE organizacionId = $1", ctx.organizacionId())
                       .value_or("");
    return catalogo_de_cuentas_propias().crear(ctx, pedida, std::move(nueva), en_mayusculas);
}

CuentaPropia actualizar_cuenta_propia(Context& ctx, const CuentaPropiaActualizacion& pedida) {
    return catalogo_de_cuentas_propias().actualizar(ctx, pedida, en_mayusculas);
}

void register_cuentas_propias(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/Cuentas", "CuentasBancariasListar", listar_cuentas_propias);
    ops.add(POST, "/api/Bancos/Cuentas", "CuentaBancariaCrear", crear_cuenta_propia)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::cuenta_acumulativa,
                  Codigo::cuenta_de_control, Codigo::valor_no_permitido, Codigo::clabe_invalida});
    ops.add(PUT, "/api/Bancos/Cuentas/{cuentaBancariaId}", "CuentaBancariaActualizar", actualizar_cuenta_propia)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::cuenta_acumulativa,
                  Codigo::cuenta_de_control, Codigo::valor_no_permitido, Codigo::clabe_invalida, Codigo::estado_invalido,
                  Codigo::conflicto, Codigo::precondicion_fallida});
}

}  // namespace cacao
