#include "rooms/bancos/catalogos/banco.hpp"

#include "api/catalogo.hpp"

#include <algorithm>

namespace cacao {
namespace {

void revisar_banco_pedido(Context& ctx, const Banco* antes, const Banco& b, Faltas& faltas) {
    const bool tres_digitos = b.clave.size() == 3 && std::ranges::all_of(b.clave, [](char c) { return c >= '0' && c <= '9'; });
    faltas.agregar_si(!b.clave.empty() && !tres_digitos, Codigo::valor_no_permitido, "/clave");
    if (antes == nullptr || (b.clave == antes->clave && b.activo)) return;
    // The CLABEs of its accounts begin with its key.
    constexpr std::string_view cuenta =
        "SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND bancoId = $2 AND activo = 1 LIMIT 1";
    if (b.clave != antes->clave) impide(ctx.db(), cuenta, b.bancoId, "/clave", faltas);
    if (antes->activo && !b.activo) impide(ctx.db(), cuenta, b.bancoId, "/activo", faltas);
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
