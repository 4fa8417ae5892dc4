#pragma once
// What somebody presents is judged here as far as that needs no transaction: the bytes by fiscal/, its keys by the catalogs, its
// state by the authority.

#include "api/context.hpp"
#include "fiscal/juez.hpp"
#include "rooms/validaciones/consulta_sat.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::validacion {

// What a document says of itself, or somebody of it.
struct Dicho {
    std::string uuid;  // in lower case; "" when it has none
    std::string versionCfdi;
    std::string tipoDeComprobante;
    std::string rfcEmisor;
    std::string rfcReceptor;
    std::string moneda;
    std::optional<Importe> total;
    std::optional<Instante> timbradoEn;
    // Of a receipt of payments, whose own total is 0: what was paid, when all of it is in one currency.
    std::optional<Importe> pagado;
    std::string monedaPagada;
    std::string sello;
};

struct Presentado {
    Dicho dicho;
    std::string huella;           // SHA-256 of the bytes, "" without any
    bool con_archivo = false;     // there were bytes to judge
    fiscal::Veredicto veredicto;  // of the steps that the judge took
    std::string expresion;        // what the authority is asked; "" when there is nothing to ask with
    std::optional<fiscal::RespuestaSat> respuesta;
};

class Validador {
public:
    struct Ajustes {
        ConsultaSat::Ajustes consulta;
        red::Salida salida;
        std::string certificados;              // folder of those of the authority (DER, .cer); empty: none
        std::chrono::seconds cada{24 * 3600};  // how often the state of a recent document is asked again
    };
    // Throws std::runtime_error when the folder cannot be read or holds what is no certificate.
    explicit Validador(Ajustes ajustes);

    // Both belong to the half of an operation that runs before its transaction.
    Presentado archivo(const Context& ctx, std::string_view bytes) const;
    // One of many that come at once: nobody waits for the authority, which is asked by work.
    Presentado archivo_sin_preguntar(const Context& ctx, std::string_view bytes) const;
    Presentado folio(const Context& ctx, Dicho dicho) const;

    const ConsultaSat& consulta() const { return consulta_; }
    std::chrono::seconds cada() const { return cada_; }

private:
    Presentado juzgado(const Context& ctx, std::string_view bytes, bool preguntando) const;
    void preguntar(const Context& ctx, Presentado& p, bool ahora = true) const;

    std::map<std::string, fiscal::Certificado, std::less<>> certificados_;  // by number
    std::unique_ptr<const fiscal::Juez> juez_;
    ConsultaSat consulta_;
    std::chrono::seconds cada_;
};

}  // namespace cacao::validacion
