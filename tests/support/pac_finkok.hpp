#pragma once
// A provider that speaks as Finkok does: SOAP 1.1, user and password in each call, refusals within a good answer (Incidencias).

#include "support/pac.hpp"

namespace cacao::fiscal {
struct Nodo;
}

namespace cacao::test {

class PacFinkok : public Pac {
public:
    // Operations, as faults and calls name them, are those of SOAP: stamp, quick_stamp, stamped, query_pending, cancel_signature,
    // get_sat_status, get_receipt, report_credit.
    PacFinkok(std::string usuario, std::string contrasena);
    ~PacFinkok() { cerrar(); }

    std::string url() const { return servidor_.url("/servicios/soap"); }  // then /stamp, /cancel or /utilities
    const Servidor& servidor() const { return servidor_; }
    void enviar() { enviar_todo_al_sat(); }  // what quick_stamp left for later
    using Pac::saldo;

private:
    Contestacion contestar(const Pedido& p);
    std::string hacer(const std::string& operacion, const fiscal::Nodo& pedido, FallaPac f);
    std::string estampar(const std::string& operacion, const fiscal::Nodo& pedido, FallaPac f);
    std::string estampado(const fiscal::Nodo& pedido, FallaPac f) const;
    std::string pendiente(const fiscal::Nodo& pedido) const;
    std::string anular(const fiscal::Nodo& pedido);
    std::string estado(const fiscal::Nodo& pedido) const;
    std::string recibo(const fiscal::Nodo& pedido) const;
    std::string creditos(const fiscal::Nodo& pedido) const;

    const std::string usuario_, contrasena_;
    Servidor servidor_;
};

}  // namespace cacao::test
