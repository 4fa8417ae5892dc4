#pragma once
// What an organization issues with: its certificate with the key that was sealed, who stamps for it, and the seal of the
// installation that opens both.

#include "api/context.hpp"
#include "auth/seal.hpp"
#include "fiscal/sellado.hpp"
#include "rooms/timbrado/proveedor.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::timbrado {

// What opens an account with a provider over the network.
struct FilaAccesoProveedor {
    std::string proveedor;
    std::string forma;    // contrasena, token
    std::string secreto;  // sealed
    Instante desde;
};
DESCRIBE_STRUCT(FilaAccesoProveedor, (), (proveedor, forma, secreto, desde))

// The row of the organization; of one that never settled it, nobody stamps and books wait.
struct FilaConfiguracionFiscal {
    std::string proveedor = "ninguno";
    std::string librosAlCancelar = "alConfirmar";
    std::string anticipos = "egreso";
    std::string certificadoSandbox;
    std::string llaveSandbox;  // sealed
    std::int64_t version = 0;
    // Beside it: whose it is, and what opens its accounts.
    std::int64_t organizacionId = 0;
    std::string rfc = {};
    std::vector<FilaAccesoProveedor> accesos = {};

    const FilaAccesoProveedor* acceso(std::string_view de) const {
        for (const auto& a : accesos)
            if (a.proveedor == de) return &a;
        return nullptr;
    }
};
DESCRIBE_STRUCT(FilaConfiguracionFiscal, (), (proveedor, librosAlCancelar, anticipos, certificadoSandbox, llaveSandbox, version))
FilaConfiguracionFiscal leer_configuracion_fiscal(db::Reader& tx);

class Emisor {
public:
    // By its name and the row; nothing for a name that nobody has, or whose account nothing opens. Throws std::runtime_error when
    // what is sealed does not open. Without one, the sandbox alone.
    using Fabrica =
        std::function<std::shared_ptr<const Proveedor>(const Emisor&, const std::string& nombre, const FilaConfiguracionFiscal&)>;
    explicit Emisor(auth::Sealer sello, Fabrica fabrica = nullptr);

    std::string sellar(std::string_view secreto) const { return sello_.seal(secreto); }
    std::optional<std::string> abrir(std::string_view sellado) const { return sello_.open(sellado); }

    std::shared_ptr<const Proveedor> proveedor(const std::string& nombre, const FilaConfiguracionFiscal& fila) const {
        return fabrica_(*this, nombre, fila);
    }
    // Whether what was stored opens, and is the key of its certificate.
    bool abre(const std::string& certificado, const std::string& llave) const;
    // The certificate in force that lasts longest; nothing when there is none. Refuses (llave_no_abre) when its key does not
    // open: the key file is another one.
    std::optional<fiscal::Csd> csd(db::Reader& tx, Instante ahora) const;

private:
    auth::Sealer sello_;
    Fabrica fabrica_;
};

// The sandbox, of those that have one.
std::shared_ptr<const Proveedor> proveedor_sin_red(const Emisor& emisor, const std::string& nombre,
                                                   const FilaConfiguracionFiscal& fila);

}  // namespace cacao::timbrado
