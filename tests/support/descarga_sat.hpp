#pragma once
// The authority's massive download, on this machine: it judges what it is sent (token, digest, signature, whose certificate) by
// code of its own, keeps to the limits that the authority keeps to, hands out what a test gave it, and fails as it is told to.

#include "support/servidor.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::test {

enum class FallaDescarga {
    ninguna,
    error_500,
    corta,          // hangs up without a word
    corta_despues,  // does it, and hangs up
    basura,
    token_vencido,  // a fault: the token is not good any more
    codigo_300,     // the same in another form
    no_ahora,       // 404
    danado,         // a package that is no ZIP
    cortado,        // an answer that ends in the middle
    enorme,         // a package that never ends
    ya_no_esta,     // 5007: the package is gone
};

class DescargaSat {
public:
    struct Estado {
        int estado = 3;  // 1 accepted, 2 running, 3 done, 4 error, 5 refused, 6 expired
        std::string codigo = "5000";
    };
    using Atributos = std::map<std::string, std::string>;

    std::string url() const { return servidor_.url(""); }
    // What requests of a kind (CFDI, Metadata) give, from here on.
    void da(const std::string& tipo, std::vector<std::string> paquetes);
    // The answer to the next request, in place of taking it.
    void rechaza(std::string codigo);
    // What verifications answer, one after the other; the last of them stays.
    void estados(std::deque<Estado> estados);
    void falla(const std::string& operacion, FallaDescarga f, int veces = 1);

    int veces(const std::string& operacion) const;  // Autentica, Solicita, Verifica, Descargar
    std::vector<Atributos> solicitudes() const;     // as they came, taken or not
    std::size_t tomadas() const;
    std::vector<std::string> quejas() const;  // of what was sent

private:
    struct Solicitud {
        std::string id, tipo, periodo;
        std::vector<std::string> paquetes;
        bool en_curso = true;
    };
    Contestacion contestar(const Pedido& pedido);
    Contestacion hacer(const std::string& operacion, const Pedido& pedido, FallaDescarga f);
    std::string autenticar(const std::string& cuerpo, std::string& queja);
    std::string solicitar(const Atributos& a);
    std::string verificar(const Atributos& a);
    std::string descargar(const Atributos& a, FallaDescarga f);

    mutable std::mutex mutex_;
    std::map<std::string, std::vector<std::string>> da_;
    std::deque<std::string> rechaza_;
    std::deque<Estado> estados_{{}};
    std::map<std::string, std::pair<FallaDescarga, int>> fallas_;
    std::map<std::string, int> veces_;
    std::vector<Atributos> pedidas_;
    std::vector<Solicitud> tomadas_;
    std::map<std::string, int> bajadas_;
    std::set<std::string> tokens_;
    std::vector<std::string> quejas_;
    Servidor servidor_{Servidor::Atiende{[this](const Pedido& p) { return contestar(p); }}};
};

}  // namespace cacao::test
