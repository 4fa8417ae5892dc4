#include "rooms/timbrado/saldo_timbres.hpp"

#include "reflect/objeto.hpp"

#include <mutex>
#include <stdexcept>

namespace cacao {
namespace {

// A caller waits for it, and so does a thread: of all callers one at a time.
constexpr std::chrono::seconds limite_de_saldo{8};

SaldoTimbres saldo_para_quien_espera(const timbrado::Emisor& emisor, std::mutex& uno, const Context& ctx) {
    timbrado::FilaConfiguracionFiscal fila;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { fila = timbrado::leer_configuracion_fiscal(tx); });
    const std::unique_lock turno{uno, std::try_to_lock};
    if (!turno.owns_lock()) reject(Codigo::saturado, "");
    std::string porque = "No hay con qué entrar a su cuenta.";
    try {
        if (auto saldo = preguntar_saldo(emisor, fila, limite_de_saldo)) return std::move(*saldo);
    } catch (const std::runtime_error& e) {
        porque = e.what();
    }
    reject(Codigo::proveedor_sin_respuesta, "/proveedor", reflect::objeto("proveedor", fila.proveedor, "mensaje", porque));
}

}  // namespace

std::optional<SaldoTimbres> preguntar_saldo(const timbrado::Emisor& emisor, const timbrado::FilaConfiguracionFiscal& fila,
                                            std::chrono::milliseconds limite) {
    if (fila.proveedor == "ninguno") return SaldoTimbres{fila.proveedor, {}};
    const auto proveedor = emisor.proveedor(fila.proveedor, fila);
    if (proveedor == nullptr) return std::nullopt;
    const auto fin = std::chrono::steady_clock::now() + limite;
    return SaldoTimbres{fila.proveedor, proveedor->saldo([fin] { return std::chrono::steady_clock::now() >= fin; })};
}

void register_saldo_timbres(api::Operations& ops, std::shared_ptr<const timbrado::Emisor> emisor) {
    ops.group("Timbrado");
    ops.add(
           api::Verb::GET, "/api/Timbrado/Saldo", "TimbradoSaldo",
           [emisor = std::move(emisor), uno = std::make_shared<std::mutex>()](const Context& ctx, const Nada&) {
               return saldo_para_quien_espera(*emisor, *uno, ctx);
           },
           +[](const Context&, const Nada&, const SaldoTimbres& saldo) { return saldo; })
        .nuestra()
        .sin_base()
        .por_fuera()
        .rechaza({Codigo::proveedor_sin_respuesta});
}

}  // namespace cacao
