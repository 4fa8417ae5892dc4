#pragma once
// Who stamps for the organization, and when its books follow what is cancelled.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/timbrado/emisor.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class ProveedorDeTimbres { ninguno, sandbox, sw, swPruebas, finkok, finkokPruebas };
DESCRIBE_ENUM(ProveedorDeTimbres, ninguno, sandbox, sw, swPruebas, finkok, finkokPruebas)
enum class FormaDeAcceso { contrasena, token };
DESCRIBE_ENUM(FormaDeAcceso, contrasena, token)
enum class LibrosAlCancelar { alConfirmar, alSolicitar };
DESCRIBE_ENUM(LibrosAlCancelar, alConfirmar, alSolicitar)

// How an advance comes off the invoice that it pays (guide of Anexo 20, appendix 6).
enum class AnticiposEnFactura { egreso, remanente };
DESCRIBE_ENUM(AnticiposEnFactura, egreso, remanente)

// That there are credentials, and since when: they themselves are never told.
struct AccesoDeProveedor {
    Nombrado<ProveedorDeTimbres> proveedor;
    Nombrado<FormaDeAcceso> forma;
    Instante desde;
};
DESCRIBE_STRUCT(AccesoDeProveedor, (), (proveedor, forma, desde))

struct ConfiguracionFiscal {
    Nombrado<ProveedorDeTimbres> proveedor;
    Nombrado<LibrosAlCancelar> librosAlCancelar;
    Nombrado<AnticiposEnFactura> anticipos;
    bool validezFiscal{};  // what is stamped counts before the authority
    std::vector<AccesoDeProveedor> credenciales;
    std::int64_t version{};
};
DESCRIBE_STRUCT(ConfiguracionFiscal, (), (proveedor, librosAlCancelar, anticipos, validezFiscal, credenciales, version))

// Of the provider's account: a user and a password, or a token that lasts.
struct CredencialesDeProveedor {
    std::optional<Texto<200, 1>> usuario;
    std::optional<Texto<200, 1>> contrasena;
    std::optional<Texto<4000, 1>> token;
};
DESCRIBE_STRUCT(CredencialesDeProveedor, (), (usuario, contrasena, token))

struct ConfiguracionFiscalCambio {
    std::optional<ProveedorDeTimbres> proveedor;
    std::optional<LibrosAlCancelar> librosAlCancelar;
    std::optional<CredencialesDeProveedor> credenciales = {};  // of the provider that stamps from here on
    std::optional<AnticiposEnFactura> anticipos = {};
};
DESCRIBE_STRUCT(ConfiguracionFiscalCambio, (), (proveedor, librosAlCancelar, credenciales, anticipos))

// The pair of the sandbox, where one has to be made.
struct ParDeSandbox {
    std::string certificado;
    std::string llave;  // sealed
};
ParDeSandbox preparar_sandbox(const timbrado::Emisor&, Instante ahora);
ConfiguracionFiscal obtener_configuracion_fiscal(const Context&);
// `selladas`: the credentials, where there are any.
ConfiguracionFiscal cambiar_configuracion_fiscal(Context&, const ConfiguracionFiscalCambio&, const ParDeSandbox&,
                                                 const std::string& selladas = {});

void register_configuracion_fiscal(api::Operations& ops, std::shared_ptr<const timbrado::Emisor> emisor);

}  // namespace cacao
