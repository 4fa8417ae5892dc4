#include "rooms/timbrado/emisor.hpp"

#include "db/rows.hpp"
#include "reflect/objeto.hpp"
#include "rooms/timbrado/sandbox.hpp"

#include <stdexcept>

namespace cacao::timbrado {
namespace {

struct FilaParaSellar {
    std::string numero;
    std::string certificado;
    std::string llave;
};
DESCRIBE_STRUCT(FilaParaSellar, (), (numero, certificado, llave))

std::optional<fiscal::Csd> abrir_par(const Emisor& emisor, const std::string& certificado, const std::string& sellada) {
    const auto llave = emisor.abrir(sellada);
    if (!llave) return std::nullopt;
    auto csd = fiscal::Csd::de(certificado, *llave);
    if (auto* bien = std::get_if<fiscal::Csd>(&csd)) return std::move(*bien);
    return std::nullopt;
}

}  // namespace

std::shared_ptr<const Proveedor> proveedor_sin_red(const Emisor& emisor, const std::string& nombre,
                                                   const FilaConfiguracionFiscal& fila) {
    if (nombre != "sandbox" || fila.llaveSandbox.empty()) return nullptr;
    const auto llave = emisor.abrir(fila.llaveSandbox);
    auto sandbox = llave ? fiscal::Sandbox::de(fila.certificadoSandbox, *llave) : std::nullopt;
    if (!sandbox) throw std::runtime_error("La llave del sandbox no abre con el archivo de llave de la instalación.");
    return std::make_shared<const ProveedorSandbox>(std::move(*sandbox));
}

FilaConfiguracionFiscal leer_configuracion_fiscal(db::Reader& tx) {
    auto fila = tx.one<FilaConfiguracionFiscal>(R"(
            SELECT proveedor, librosAlCancelar, anticipos, certificadoSandbox, llaveSandbox, version FROM configuracionFiscal
            WHERE organizacionId = $1)",
                                                tx.organizacion())
                    .value_or(FilaConfiguracionFiscal{});
    fila.organizacionId = tx.organizacion();
    fila.rfc = tx.one<std::string>("SELECT rfc FROM organizacion WHERE organizacionId = $1", tx.organizacion()).value_or("");
    fila.accesos = tx.all<FilaAccesoProveedor>(
        "SELECT proveedor, forma, secreto, desde FROM accesoProveedor WHERE organizacionId = $1 ORDER BY proveedor",
        tx.organizacion());
    return fila;
}

Emisor::Emisor(auth::Sealer sello, Fabrica fabrica)
    : sello_(std::move(sello)), fabrica_(fabrica != nullptr ? std::move(fabrica) : proveedor_sin_red) {}

bool Emisor::abre(const std::string& certificado, const std::string& llave) const {
    return abrir_par(*this, certificado, llave).has_value();
}

std::optional<fiscal::Csd> Emisor::csd(db::Reader& tx, Instante ahora) const {
    const auto fila = tx.one<FilaParaSellar>(R"(
        SELECT numero, certificado, llave FROM certificadoSello
        WHERE organizacionId = $1 AND retiradoEn IS NULL AND desde <= $2 AND hasta > $2 ORDER BY hasta DESC, certificadoId LIMIT 1)",
                                             tx.organizacion(), ahora);
    if (!fila) return std::nullopt;
    auto csd = abrir_par(*this, fila->certificado, fila->llave);
    if (!csd) reject(Codigo::llave_no_abre, "/organizacion/certificado", reflect::objeto("numero", fila->numero));
    return csd;
}

}  // namespace cacao::timbrado
