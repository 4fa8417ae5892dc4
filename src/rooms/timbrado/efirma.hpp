#pragma once
// The organization's e.firma, which signs what is asked of the authority (the massive download): brought with its key and the
// password of that, listed, retired. The key is kept sealed, apart from those of certificates of seal, and shown to nobody.

#include "rooms/timbrado/certificado_sello.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

namespace timbrado {

// What opens keys of e.firma.
class Efirmas {
public:
    explicit Efirmas(auth::Sealer sello) : sello_(std::move(sello)) {}
    std::string sellar(std::string_view llave) const { return sello_.seal(llave); }
    // Whether what was stored opens, and is the key of its certificate.
    bool abre(const std::string& certificado, const std::string& llave) const;
    // The one in force that lasts longest; nothing when there is none. Throws std::runtime_error when its key does not open: the
    // key file is another one.
    std::optional<fiscal::Csd> vigente(db::Reader& tx, Instante ahora) const;

private:
    auth::Sealer sello_;
};

}  // namespace timbrado

struct Efirma {
    std::int64_t efirmaId{};
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
DESCRIBE_STRUCT(Efirma, (), (efirmaId, numero, rfc, nombre, desde, hasta, estado, diasRestantes, creadoPor, creadoEn, retiradoEn))
DESCRIBE_KEY(EfirmaPedida, efirmaId)

// Read, and its key sealed with that of the installation; `efirmas` opens what was brought before.
struct EfirmaPreparada {
    const timbrado::Efirmas* efirmas = nullptr;
    Efirma datos;
    std::string certificado;
    std::string llave;
};
EfirmaPreparada preparar_efirma(const timbrado::Efirmas&, Instante ahora, const CertificadoSelloNuevo&);
// The same one brought again takes the place of a stored key that does not open.
Efirma agregar_efirma(Context&, const EfirmaPreparada&);
std::vector<Efirma> listar_efirmas(const Context&);
Efirma retirar_efirma(Context&, const EfirmaPedida&);

// A sentence when the one in use ends within so many days, has ended with none in its place, or does not open.
std::vector<std::string> efirmas_por_vencer(db::Reader& tx, const timbrado::Efirmas* efirmas, Instante ahora);

void register_efirmas(api::Operations& ops, std::shared_ptr<const timbrado::Efirmas> efirmas);

}  // namespace cacao
