#include "rooms/validaciones/vigilancia.hpp"

#include "reflect/decode.hpp"
#include "reflect/json_write.hpp"
#include "rooms/validaciones/validacion.hpp"

namespace cacao::validacion {
namespace {

constexpr std::int64_t dia_s = 24 * 3600;
constexpr std::int64_t reciente_dias = 30;
constexpr std::int64_t del_ejercicio_dias =
    400;  // until the annual return of the year in which it was issued, a document may be cancelled freely
constexpr std::int64_t hasta_dias = 5 * 366;  // what the authority may still review
// As long as nobody answers, it is asked again: the waits between attempts grow to hours.
constexpr std::int64_t intentos_sin_fin = 1'000'000;

// What travels from the part outside to the one inside.
struct RespuestaGuardada {
    std::string estado;
    std::string codigoEstatus;
    std::string esCancelable;
    std::string estatusCancelacion;
    std::string validacionEfos;
};
DESCRIBE_STRUCT(RespuestaGuardada, (), (estado, codigoEstatus, esCancelable, estatusCancelacion, validacionEfos))

fiscal::RespuestaSat leer_guardada(const std::string& texto) {
    const auto g = reflect::recuperar(Guardado<RespuestaGuardada>{texto});
    return {fiscal::estado_de(g.estado).value(), g.codigoEstatus, g.esCancelable, g.estatusCancelacion, g.validacionEfos};
}

}  // namespace

std::optional<Instante> siguiente_consulta(fiscal::EstadoCfdi dicho, Instante desde, Instante ahora, std::chrono::seconds cada) {
    using enum fiscal::EstadoCfdi;
    // What is cancelled stays so, and what is not understood will not be.
    if (dicho == cancelado || dicho == no_valida) return std::nullopt;
    const std::int64_t dias = (ahora.segundos() - desde.segundos()) / dia_s;
    const std::int64_t cada_s = cada.count();
    // Its register is late at first; later, what it does not find today it may find again.
    if (dicho == no_encontrado && dias < 3) return ahora.mas_segundos(std::max<std::int64_t>(cada_s / 24, 1));
    if (dias >= hasta_dias) return std::nullopt;
    return ahora.mas_segundos(dias < reciente_dias ? cada_s : dias < del_ejercicio_dias ? 7 * cada_s : 30 * cada_s);
}

void vigilar(Context& ctx, const std::string& expresion, const std::optional<fiscal::RespuestaSat>& dicho, Instante desde,
             std::chrono::seconds cada) {
    const auto cuando = dicho ? siguiente_consulta(dicho->estado, desde, ctx.ahora(), cada) : ctx.ahora();
    if (cuando) api::encargar(ctx, oficio_estado_sat, expresion, "{}", *cuando);
}

api::Oficio oficio_de_estado(std::shared_ptr<const Validador> validador) {
    api::Oficio o;
    o.tipo = oficio_estado_sat;
    o.intentos = intentos_sin_fin;
    o.afuera = [validador](const api::Afuera& afuera, const api::Trabajo& t) {
        const auto r = validador->consulta().preguntar(t.clave, [&] { return afuera.abandonar(); });
        return reflect::to_json(RespuestaGuardada{std::string{nombre(r.estado)}, r.codigoEstatus, r.esCancelable,
                                                  r.estatusCancelacion, r.validacionEfos});
    };
    o.asentar = [validador](Context& ctx, const api::Trabajo& t, const std::string& respuesta) {
        const auto r = leer_guardada(respuesta);
        const auto asentada = asentar_respuesta(ctx, t.clave, r);
        if (!asentada.alguna) return api::Fin::hecho("Nadie lo vigila ya.");
        const auto cuando = siguiente_consulta(r.estado, asentada.desde, ctx.ahora(), validador->cada());
        return cuando ? api::Fin::de_nuevo(std::string{nombre(r.estado)}, *cuando)
                      : api::Fin::hecho(std::string{nombre(r.estado)});
    };
    return o;
}

}  // namespace cacao::validacion
