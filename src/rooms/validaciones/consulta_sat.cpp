#include "rooms/validaciones/consulta_sat.hpp"

#include <spdlog/spdlog.h>

namespace cacao::validacion {
namespace {

constexpr std::int64_t pausa_segundos = 60;
constexpr int http_bien = 200;

}  // namespace

red::Peticion ConsultaSat::peticion(const std::string& expresion, std::chrono::milliseconds limite) const {
    red::Peticion p;
    p.metodo = "POST";
    p.url = ajustes_.url;
    p.encabezados = {{"Content-Type", "text/xml; charset=utf-8"},
                     {"SOAPAction", '"' + std::string{fiscal::accion_de_consulta} + '"'}};
    p.cuerpo = fiscal::escribir_consulta(expresion);
    p.limite = limite;
    return p;
}

fiscal::RespuestaSat ConsultaSat::preguntar(const std::string& expresion, const std::function<bool()>& abandonar) const {
    const auto r = cliente_.pedir(peticion(expresion, ajustes_.con_calma), abandonar);
    const auto leida = r.estado == http_bien ? fiscal::leer_consulta(r.cuerpo) : std::nullopt;
    if (!leida) throw red::Fallo("El SAT contestó otra cosa que un estado (HTTP " + std::to_string(r.estado) + ").");
    return *leida;
}

std::optional<fiscal::RespuestaSat> ConsultaSat::preguntar_al_momento(const std::string& expresion, Instante ahora) const {
    const std::unique_lock uno{uno_, std::try_to_lock};
    if (!uno || ahora.micros() < callada_hasta_) return std::nullopt;
    std::string porque = "the answer is none";
    const auto r = cliente_.intentar(peticion(expresion, ajustes_.al_momento), porque);
    auto leida = r && r->estado == http_bien ? fiscal::leer_consulta(r->cuerpo) : std::nullopt;
    if (!leida) {
        callada_hasta_ = ahora.mas_segundos(pausa_segundos).micros();
        spdlog::warn("the authority's state of a document was not told: {}", porque);
    }
    return leida;
}

}  // namespace cacao::validacion
