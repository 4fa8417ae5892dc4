#include "rooms/servicio/personal_servicio.hpp"

#include "api/catalogo.hpp"
#include "base/texto.hpp"

#include <algorithm>

namespace cacao {
namespace {

const Catalogo<PersonalServicio>& catalogo_de_personal() {
    static const Catalogo<PersonalServicio> personal{
        {.tabla = "personalServicio",
         .llave = "personalServicioId",
         .candados = {"personalServicio"},
         .orden = "codigo",
         .unicos = {{"codigo"}, {"entidadId", true}, {"referenciaExterna", true}},
         .referencias = {{"sucursalId", "SELECT activo FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2"},
                         {"entidadId", "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2"}}}};
    return personal;
}

// Each once, where the request says which.
auto con_especialidades(const std::optional<Especialidades>& pedidas) {
    return [&pedidas](PersonalServicio& p, Faltas&) {
        std::vector<std::string> lista;
        for (const auto& e : pedidas.value_or(Especialidades{}))
            if (std::ranges::find(lista, std::string{e}) == lista.end()) lista.push_back(e);
        if (pedidas || p.especialidades.texto.empty()) p.especialidades = reflect::guardar(lista);
    };
}

}  // namespace

std::vector<PersonalServicio> listar_personal_servicio(const Context& ctx, const PersonalServicioFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.sucursalId) donde.add("sucursalId IN (0, $)", filtro.sucursalId->valor);
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    auto lista = catalogo_de_personal().listar(ctx, donde);
    // Whatever the accents and capitals, which neither engine folds as we do.
    if (filtro.especialidad) {
        const auto buscada = plegado(*filtro.especialidad);
        std::erase_if(lista, [&](const PersonalServicio& p) {
            return std::ranges::none_of(reflect::recuperar(p.especialidades),
                                        [&](const std::string& e) { return plegado(e) == buscada; });
        });
    }
    return lista;
}
PersonalServicio obtener_personal_servicio(const Context& ctx, const PersonalServicioPedido& pedido) {
    return catalogo_de_personal().leer(ctx.db(), pedido.personalServicioId);
}
PersonalServicio crear_personal_servicio(Context& ctx, const PersonalServicioNuevo& pedido) {
    return catalogo_de_personal().crear(ctx, pedido, {}, con_especialidades(pedido.especialidades));
}
PersonalServicio actualizar_personal_servicio(Context& ctx, const PersonalServicioActualizacion& pedido) {
    return catalogo_de_personal().actualizar(ctx, pedido, con_especialidades(pedido.especialidades));
}

void register_personal_servicio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Sistema");
    ops.add(GET, "/api/PersonalServicio", "PersonalServicioListar", listar_personal_servicio).nuestra();
    ops.add(GET, "/api/PersonalServicio/{personalServicioId}", "PersonalServicioObtener", obtener_personal_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/PersonalServicio", "PersonalServicioCrear", crear_personal_servicio)
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo});
    ops.add(PUT, "/api/PersonalServicio/{personalServicioId}", "PersonalServicioActualizar", actualizar_personal_servicio)
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::precondicion_fallida});
}

}  // namespace cacao
