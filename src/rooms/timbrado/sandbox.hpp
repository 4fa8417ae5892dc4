#pragma once
// The provider that needs no network: it stamps with a pair of its own, and says in each stamp that it is none of the
// authority's.

#include "fiscal/timbre.hpp"
#include "rooms/timbrado/proveedor.hpp"

namespace cacao::timbrado {

class ProveedorSandbox final : public Proveedor {
public:
    explicit ProveedorSandbox(fiscal::Sandbox sandbox) : sandbox_(std::move(sandbox)) {}
    std::string_view nombre() const override { return "sandbox"; }
    Respuesta timbrar(const Envio& envio, const Abandonar& abandonar) const override;
    // It keeps nothing: a stamp that was not stored never was.
    Respuesta recuperar(const Envio& envio, const Abandonar& abandonar) const override;
    // Accepted at once, as the authority does with what needs nobody's consent.
    Respuesta cancelar(const EnvioDeCancelacion& envio, const Abandonar& abandonar) const override;
    std::optional<fiscal::RespuestaSat> estado(const ConsultaDeEstado& consulta, const Abandonar& abandonar) const override;
    std::optional<std::int64_t> saldo(const Abandonar& abandonar) const override;

private:
    fiscal::Sandbox sandbox_;
};

}  // namespace cacao::timbrado
