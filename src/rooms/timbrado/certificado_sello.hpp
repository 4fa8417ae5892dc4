#pragma once
// Certificates with which the organization seals what it issues (CSD): brought with their key and its password, listed, retired.
// The key is kept sealed and shown to nobody.

#include "api/archivos.hpp"
#include "api/operations.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/timbrado/emisor.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cacao {

enum class EstadoCertificado { vigente, porVencer, vencido, retirado };
DESCRIBE_ENUM(EstadoCertificado, vigente, porVencer, vencido, retirado)

// From here on before its end people are told.
inline constexpr std::int64_t aviso_de_vencimiento_dias = 30;

struct CertificadoSello {
    std::int64_t certificadoId{};
    std::string numero;
    std::string rfc;
    std::string nombre;
    Instante desde;
    Instante hasta;
    Nombrado<EstadoCertificado> estado;
    std::int64_t diasRestantes{};  // 0 once it has ended
    std::int64_t creadoPor{};
    Instante creadoEn;
    std::optional<Instante> retiradoEn;
};
DESCRIBE_STRUCT(CertificadoSello, (),
                (certificadoId, numero, rfc, nombre, desde, hasta, estado, diasRestantes, creadoPor, creadoEn, retiradoEn))

// By its end, with the days that are left.
std::pair<EstadoCertificado, std::int64_t> estado_de_certificado(Instante hasta, bool sin_uso, Instante ahora);
// Refuses a certificate with its key: each fault at its field.
[[noreturn]] void rechazar_par(fiscal::FallaCsd falla);

struct CertificadoSelloNuevo {
    EnBase64 certificado;
    EnBase64 llave;
    Texto<256, 1> contrasena;
};
DESCRIBE_STRUCT(CertificadoSelloNuevo, (), (certificado, llave, contrasena))
DESCRIBE_KEY(CertificadoSelloPedido, certificadoId)

// Read, and its key sealed again with that of the installation; `emisor` opens what was brought before.
struct CertificadoPreparado {
    const timbrado::Emisor* emisor = nullptr;
    CertificadoSello datos;
    std::string certificado;
    std::string llave;
};
CertificadoPreparado preparar_certificado(const timbrado::Emisor&, Instante ahora, const CertificadoSelloNuevo&);
CertificadoPreparado preparar_certificado(const timbrado::Emisor&, const fiscal::Csd&);
// The same certificate brought again comes back into force, and where its stored key does not open takes the key that was
// brought.
CertificadoSello agregar_certificado(Context&, const CertificadoPreparado&);
std::vector<CertificadoSello> listar_certificados(const Context&);
CertificadoSello retirar_certificado(Context&, const CertificadoSelloPedido&);

// A sentence for each certificate in use that ends within so many days, or has ended with none in its place.
std::vector<std::string> certificados_por_vencer(db::Reader& tx, Instante ahora);
// A sentence for each that is in force and whose key the key file does not open.
std::vector<std::string> certificados_cerrados(db::Reader& tx, const timbrado::Emisor& emisor, Instante ahora);

void register_certificados_sello(api::Operations& ops, std::shared_ptr<const timbrado::Emisor> emisor);

}  // namespace cacao
