#pragma once
// A provider that speaks as SW Sapien does: REST with JSON, a token for some hours, a customid by which a document is known. Its
// two hosts (services and api) are one here.

#include "support/pac.hpp"

#include <set>

namespace cacao::test {

class PacSw : public Pac {
public:
    // Operations, as faults and calls name them: autenticar, timbrar, cancelar, buscar, descargar, saldo.
    PacSw(std::string usuario, std::string contrasena);
    ~PacSw() { cerrar(); }

    std::string url() const { return servidor_.url(""); }
    const Servidor& servidor() const { return servidor_; }
    const std::string& token_permanente() const { return permanente_; }
    void vencer_tokens();                    // those of a login so far: 401
    void olvidar() { olvidar_customids(); }  // as after 72 hours
    using Pac::saldo, Pac::sin_limite;

private:
    Contestacion contestar(const Pedido& p);
    std::string autenticar(const Pedido& p);
    std::string estampar(const Pedido& p, const std::string& version, const std::string& customid, FallaPac f);
    std::string anular(const Pedido& p);
    std::string buscar_uno(const std::string& uuid, FallaPac f) const;
    std::string bajar(const std::string& uuid) const;
    std::string cuenta() const;
    bool con_permiso(const Pedido& p) const;

    const std::string usuario_, contrasena_, permanente_;
    mutable std::mutex mutex_;
    std::set<std::string> tokens_;
    Servidor servidor_;
};

}  // namespace cacao::test
