#include "rooms/bancos/catalogos/banco.hpp"

#include "api/catalogo.hpp"

#include <algorithm>

namespace cacao {
namespace {

bool con_cuentas_en_banco(db::Reader& tx, std::int64_t bancoId) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM cuentaBancaria WHERE organizacionId = $1 AND bancoId = $2 AND activo = 1 LIMIT 1",
                           tx.organizacion(), bancoId)
        .has_value();
}

void revisar_banco_pedido(Context& ctx, const Banco* antes, const Banco& b, Faltas& faltas) {
    const bool tres_digitos = b.clave.size() == 3 && std::ranges::all_of(b.clave, [](char c) { return c >= '0' && c <= '9'; });
    faltas.agregar_si(!b.clave.empty() && !tres_digitos, Codigo::valor_no_permitido, "/clave");
    if (antes == nullptr || (b.clave == antes->clave && b.activo)) return;
    // The CLABEs of its accounts begin with its key.
    const bool usado = con_cuentas_en_banco(ctx.db(), b.bancoId);
    faltas.agregar_si(b.clave != antes->clave && usado, Codigo::conflicto, "/clave");
    faltas.agregar_si(antes->activo && !b.activo && usado, Codigo::conflicto, "/activo");
}

const Catalogo<Banco>& catalogo_de_bancos() {
    static const Catalogo<Banco> bancos{{.tabla = "banco",
                                         .llave = "bancoId",
                                         .candados = {"bancos"},
                                         .orden = "clave, nombre",
                                         .unicos = {{"clave", true}, {"nombre"}}},
                                        revisar_banco_pedido};
    return bancos;
}

}  // namespace

std::vector<Banco> listar_bancos(const Context& ctx) { return catalogo_de_bancos().listar(ctx); }
Banco crear_banco(Context& ctx, const BancoNuevo& pedido) { return catalogo_de_bancos().crear(ctx, pedido); }
Banco actualizar_banco(Context& ctx, const BancoActualizacion& pedido) { return catalogo_de_bancos().actualizar(ctx, pedido); }

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
