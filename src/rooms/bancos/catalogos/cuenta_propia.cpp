#include "rooms/bancos/catalogos/cuenta_propia.hpp"

#include "api/registros.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/tipos/cuentas.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_cuenta = R"(
    SELECT cuentaBancariaId, codigo, nombre, tipo, moneda, cuentaId, sucursalId, bancoId, numero, clabe, activo, version
    FROM cuentaBancaria WHERE organizacionId = $1)";

struct CuentaDelCatalogo {
    bool esAcumulativa{};
    bool activo{};
};
DESCRIBE_STRUCT(CuentaDelCatalogo, (), (esAcumulativa, activo))

void exigir_cuenta(db::Reader& tx, const CuentaPropia& c, Faltas& faltas) {
    const auto cuenta = tx.one<CuentaDelCatalogo>(
        "SELECT esAcumulativa, activo FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2", tx.organizacion(), c.cuentaId);
    faltas.agregar_si(!cuenta, Codigo::no_encontrado, "/cuentaId");
    faltas.agregar_si(cuenta && !cuenta->activo, Codigo::inactivo, "/cuentaId");
    faltas.agregar_si(cuenta && cuenta->esAcumulativa, Codigo::cuenta_acumulativa, "/cuentaId");
    faltas.agregar_si(engine::es_cuenta_de_control(tx, c.cuentaId), Codigo::cuenta_de_control, "/cuentaId");
}

void exigir_moneda_de_cuenta(db::Reader& tx, const CuentaPropia& c, Faltas& faltas) {
    const bool propia =
        tx.one<std::int64_t>("SELECT 1 FROM organizacionMoneda WHERE organizacionId = $1 AND moneda = $2 AND activo = 1",
                             tx.organizacion(), c.moneda)
            .has_value();
    faltas.agregar_si(!propia, Codigo::no_encontrado, "/moneda");
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

void revisar_codigo(db::Reader& tx, const CuentaPropia& c, Faltas& faltas) {
    exigir_unico(tx, "SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = $2", c.codigo,
                 c.cuentaBancariaId, "/codigo", faltas);
}

bool con_movimientos(db::Reader& tx, std::int64_t cuentaBancariaId) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM movimientoBanco WHERE organizacionId = $1 AND cuentaBancariaId = $2 LIMIT 1",
                           tx.organizacion(), cuentaBancariaId)
        .has_value();
}

}  // namespace

std::vector<CuentaPropia> listar_cuentas_propias(const Context& ctx) {
    return ctx.db().all<CuentaPropia>(std::string{columnas_de_cuenta} + " ORDER BY codigo", ctx.organizacionId());
}

CuentaPropia crear_cuenta_propia(Context& ctx, const CuentaPropiaNueva& pedida) {
    auto& tx = ctx.db();
    tx.lock("cuentas");  // the leaf must not become a parent meanwhile
    Faltas faltas;
    CuentaPropia c;
    c.cuentaBancariaId = tx.next_id();
    c.codigo = pedida.codigo;
    c.nombre = pedida.nombre;
    c.tipo = reflect::enum_name(pedida.tipo);
    // Where nothing is said, the currency of the books.
    c.moneda =
        pedida.moneda
            ? mayusculas(*pedida.moneda)
            : tx.one<std::string>("SELECT moneda FROM configuracion WHERE organizacionId = $1", tx.organizacion()).value_or("");
    c.cuentaId = pedida.cuentaId;
    if (pedida.sucursalId) c.sucursalId = *pedida.sucursalId;
    if (pedida.bancoId) c.bancoId = *pedida.bancoId;
    if (pedida.numero) c.numero = *pedida.numero;
    if (pedida.clabe) c.clabe = *pedida.clabe;
    c.activo = true;
    c.version = 1;
    revisar_codigo(tx, c, faltas);
    exigir_moneda_de_cuenta(tx, c, faltas);
    exigir_cuenta(tx, c, faltas);
    exigir_sucursal_activa(tx, c.sucursalId, faltas);
    revisar_banco(tx, c, faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO cuentaBancaria (organizacionId, cuentaBancariaId, codigo, nombre, tipo, moneda, cuentaId, sucursalId, bancoId, numero,
                                    clabe, activo, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, 1))",
           tx.organizacion(), c.cuentaBancariaId, c.codigo, c.nombre, c.tipo, c.moneda, c.cuentaId, c.sucursalId, c.bancoId,
           c.numero, c.clabe);
    ctx.auditar_alta("CuentaBancaria", c.cuentaBancariaId, c);
    return c;
}

CuentaPropia actualizar_cuenta_propia(Context& ctx, const CuentaPropiaActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock("cuentas");
    const auto leida = tx.one<CuentaPropia>(std::string{columnas_de_cuenta} + " AND cuentaBancariaId = $2", tx.organizacion(),
                                            pedida.cuentaBancariaId.valor);
    if (!leida) reject(Codigo::no_encontrado, "/cuentaBancariaId");
    const auto& antes = *leida;
    ctx.exigir_version(antes.version);
    auto c = antes;
    Faltas faltas;
    if (pedida.codigo) c.codigo = *pedida.codigo;
    if (pedida.nombre) c.nombre = *pedida.nombre;
    if (pedida.moneda) c.moneda = mayusculas(*pedida.moneda);
    if (pedida.cuentaId) c.cuentaId = *pedida.cuentaId;
    pedida.sucursalId.aplicar_a(c.sucursalId);
    pedida.bancoId.aplicar_a(c.bancoId);
    pedida.numero.aplicar_a(c.numero);
    pedida.clabe.aplicar_a(c.clabe);
    if (pedida.activo) c.activo = *pedida.activo;
    revisar_codigo(tx, c, faltas);
    if (c.moneda != antes.moneda) exigir_moneda_de_cuenta(tx, c, faltas);
    if (c.cuentaId != antes.cuentaId || (c.activo && !antes.activo)) exigir_cuenta(tx, c, faltas);
    if (c.sucursalId != antes.sucursalId) exigir_sucursal_activa(tx, c.sucursalId, faltas);
    revisar_banco(tx, c, faltas);
    // Its balance is in that currency, and in that account of the books.
    if (c.moneda != antes.moneda || c.cuentaId != antes.cuentaId) {
        const bool movida = con_movimientos(tx, c.cuentaBancariaId);
        faltas.agregar_si(movida && c.moneda != antes.moneda, Codigo::estado_invalido, "/moneda");
        faltas.agregar_si(movida && c.cuentaId != antes.cuentaId, Codigo::estado_invalido, "/cuentaId");
    }
    if (antes.activo && !c.activo)
        impide(tx, "SELECT sucursalId FROM sucursal WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND activo = 1 LIMIT 1",
               c.cuentaBancariaId, "/activo", faltas);
    faltas.lanzar();

    ++c.version;
    tx.run(R"(
        UPDATE cuentaBancaria SET codigo = $3, nombre = $4, moneda = $5, cuentaId = $6, sucursalId = $7, bancoId = $8, numero = $9,
                                  clabe = $10, activo = $11, version = $12
        WHERE organizacionId = $1 AND cuentaBancariaId = $2)",
           tx.organizacion(), c.cuentaBancariaId, c.codigo, c.nombre, c.moneda, c.cuentaId, c.sucursalId, c.bancoId, c.numero,
           c.clabe, c.activo, c.version);
    ctx.auditar("CuentaBancaria", c.cuentaBancariaId, antes, c);
    return c;
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
