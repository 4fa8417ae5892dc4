#include "rooms/bancos/catalogos/banco.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view columnas_de_banco =
    "SELECT bancoId, clave, nombre, razonSocial, activo, version FROM banco WHERE organizacionId = $1";

void revisar_banco_pedido(db::Reader& tx, const Banco& b, Faltas& faltas) {
    const bool tres_digitos = b.clave.size() == 3 && std::ranges::all_of(b.clave, [](char c) { return c >= '0' && c <= '9'; });
    faltas.agregar_si(!b.clave.empty() && !tres_digitos, Codigo::valor_no_permitido, "/clave");
    exigir_unico(tx, "SELECT bancoId FROM banco WHERE organizacionId = $1 AND clave = $2 AND clave <> ''", b.clave, b.bancoId,
                 "/clave", faltas);
    exigir_unico(tx, "SELECT bancoId FROM banco WHERE organizacionId = $1 AND nombre = $2", b.nombre, b.bancoId, "/nombre",
                 faltas);
}

bool con_cuentas_en_banco(db::Reader& tx, std::int64_t bancoId) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM cuentaBancaria WHERE organizacionId = $1 AND bancoId = $2 AND activo = 1 LIMIT 1",
                           tx.organizacion(), bancoId)
        .has_value();
}

}  // namespace

std::vector<Banco> listar_bancos(const Context& ctx) {
    return ctx.db().all<Banco>(std::string{columnas_de_banco} + " ORDER BY clave, nombre", ctx.organizacionId());
}

Banco crear_banco(Context& ctx, const BancoNuevo& pedido) {
    auto& tx = ctx.db();
    tx.lock("bancos");
    Banco b{tx.next_id(), "", pedido.nombre, "", true, 1};
    if (pedido.clave) b.clave = *pedido.clave;
    if (pedido.razonSocial) b.razonSocial = *pedido.razonSocial;
    Faltas faltas;
    revisar_banco_pedido(tx, b, faltas);
    faltas.lanzar();
    tx.run(R"(
        INSERT INTO banco (organizacionId, bancoId, clave, nombre, razonSocial, activo, version) VALUES ($1, $2, $3, $4, $5, 1, 1))",
           tx.organizacion(), b.bancoId, b.clave, b.nombre, b.razonSocial);
    ctx.auditar_alta("Banco", b.bancoId, b);
    return b;
}

Banco actualizar_banco(Context& ctx, const BancoActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("bancos");
    const auto leido =
        tx.one<Banco>(std::string{columnas_de_banco} + " AND bancoId = $2", tx.organizacion(), pedido.bancoId.valor);
    if (!leido) reject(Codigo::no_encontrado, "/bancoId");
    ctx.exigir_version(leido->version);
    auto b = *leido;
    Faltas faltas;
    pedido.clave.aplicar_a(b.clave);
    if (pedido.nombre) b.nombre = *pedido.nombre;
    pedido.razonSocial.aplicar_a(b.razonSocial);
    if (pedido.activo) b.activo = *pedido.activo;
    revisar_banco_pedido(tx, b, faltas);
    // The CLABEs of its accounts begin with its key.
    const bool usado = con_cuentas_en_banco(tx, b.bancoId);
    faltas.agregar_si(b.clave != leido->clave && usado, Codigo::conflicto, "/clave");
    faltas.agregar_si(leido->activo && !b.activo && usado, Codigo::conflicto, "/activo");
    faltas.lanzar();
    ++b.version;
    tx.run(R"(
        UPDATE banco SET clave = $3, nombre = $4, razonSocial = $5, activo = $6, version = $7
        WHERE organizacionId = $1 AND bancoId = $2)",
           tx.organizacion(), b.bancoId, b.clave, b.nombre, b.razonSocial, b.activo, b.version);
    ctx.auditar("Banco", b.bancoId, *leido, b);
    return b;
}

void register_bancos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos", "BancosListar", listar_bancos);
    ops.add(POST, "/api/Bancos", "BancoCrear", crear_banco).nuestra().rechaza({Codigo::valor_no_permitido, Codigo::duplicado});
    ops.add(PUT, "/api/Bancos/{bancoId}", "BancoActualizar", actualizar_banco)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::duplicado, Codigo::conflicto,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
