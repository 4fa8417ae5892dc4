#include "rooms/timbrado/proveedores.hpp"

#include "reflect/decode.hpp"

#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace cacao::timbrado {
namespace {

class ProveedoresEnRed {
public:
    ProveedoresEnRed(DireccionesPac direcciones, red::Salida salida, PreguntarAlSat preguntar)
        : direcciones_(std::move(direcciones)), salida_(std::move(salida)), preguntar_(std::move(preguntar)) {}

    std::shared_ptr<const Proveedor> dar(const Emisor& emisor, const std::string& nombre, const FilaConfiguracionFiscal& fila) {
        const auto* acceso = fila.acceso(nombre);
        if (acceso == nullptr) return proveedor_sin_red(emisor, nombre, fila);
        const std::scoped_lock uno{uno_};
        auto& suyo = conocidos_[{fila.organizacionId, nombre}];
        if (suyo.proveedor == nullptr || suyo.secreto != acceso->secreto || suyo.rfc != fila.rfc)
            suyo = {acceso->secreto, fila.rfc, hacer(emisor, *acceso, fila.rfc)};
        return suyo.proveedor;
    }

private:
    struct Conocido {
        std::string secreto;  // sealed: with what it was made
        std::string rfc;
        std::shared_ptr<const Proveedor> proveedor;
    };

    std::shared_ptr<const Proveedor> hacer(const Emisor& emisor, const FilaAccesoProveedor& acceso,
                                           const std::string& rfc) const {
        const auto abierto = emisor.abrir(acceso.secreto);
        if (!abierto)
            throw std::runtime_error(
                "Las credenciales del proveedor de timbres no abren con el archivo de llave de la instalación.");
        const auto s = reflect::recuperar(Guardado<SecretoDeProveedor>{*abierto});
        const auto& n = acceso.proveedor;
        const bool pruebas = n.ends_with("Pruebas");
        if (n.starts_with("sw"))
            return std::make_shared<const ProveedorSw>(AccesoPac{pruebas ? direcciones_.swPruebas : direcciones_.sw, s.usuario,
                                                                 s.token.empty() ? s.contrasena : s.token},
                                                       pruebas ? direcciones_.swPruebasDatos : direcciones_.swDatos, salida_,
                                                       preguntar_);
        return std::make_shared<const ProveedorFinkok>(
            AccesoPac{pruebas ? direcciones_.finkokPruebas : direcciones_.finkok, s.usuario, s.contrasena}, rfc, salida_,
            preguntar_);
    }

    DireccionesPac direcciones_;
    red::Salida salida_;
    PreguntarAlSat preguntar_;
    std::mutex uno_;
    std::map<std::pair<std::int64_t, std::string>, Conocido> conocidos_;
};

}  // namespace

Emisor::Fabrica proveedores_en_red(DireccionesPac direcciones, red::Salida salida, PreguntarAlSat preguntar) {
    auto todos = std::make_shared<ProveedoresEnRed>(std::move(direcciones), std::move(salida), std::move(preguntar));
    return [todos = std::move(todos)](const Emisor& emisor, const std::string& nombre, const FilaConfiguracionFiscal& fila) {
        return todos->dar(emisor, nombre, fila);
    };
}

}  // namespace cacao::timbrado
