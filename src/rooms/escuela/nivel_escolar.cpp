#include "rooms/escuela/nivel_escolar.hpp"

#include "api/catalogo.hpp"

namespace cacao {
namespace {

// Every level but the one without complement says its recognition.
void revisar_nivel(Context& /*ctx*/, const NivelEscolar* /*antes*/, const NivelEscolar& n, Faltas& faltas) {
    faltas.agregar_si(n.nivelEducativo != reflect::enum_name(NivelEducativo::superior) && n.autRvoe.empty(), Codigo::requerido,
                      "/autRvoe");
}

const Catalogo<NivelEscolar>& catalogo_de_niveles() {
    static const Catalogo<NivelEscolar> niveles{{.tabla = "nivelEscolar",
                                                 .llave = "nivelEscolarId",
                                                 .candados = {"nivelesEscolares"},
                                                 .orden = "codigo",
                                                 .unicos = {{"codigo"}, {"referenciaExterna", true}}},
                                                revisar_nivel};
    return niveles;
}

void revisar_ciclo(Context& /*ctx*/, const CicloEscolar* /*antes*/, const CicloEscolar& c, Faltas& faltas) {
    faltas.agregar_si(c.fin < c.inicio, Codigo::fuera_de_rango, "/fin");
}

const Catalogo<CicloEscolar>& catalogo_de_ciclos() {
    static const Catalogo<CicloEscolar> ciclos{{.tabla = "cicloEscolar",
                                                .llave = "cicloEscolarId",
                                                .candados = {"ciclosEscolares"},
                                                .orden = "codigo",
                                                .unicos = {{"codigo"}, {"referenciaExterna", true}}},
                                               revisar_ciclo};
    return ciclos;
}

db::Where donde_escolar(const Context& ctx, const CatalogoEscolarFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    return donde;
}

}  // namespace

std::vector<NivelEscolar> listar_niveles_escolares(const Context& ctx, const CatalogoEscolarFiltro& filtro) {
    return catalogo_de_niveles().listar(ctx, donde_escolar(ctx, filtro));
}
NivelEscolar crear_nivel_escolar(Context& ctx, const NivelEscolarNuevo& pedido) {
    return catalogo_de_niveles().crear(ctx, pedido);
}
NivelEscolar actualizar_nivel_escolar(Context& ctx, const NivelEscolarActualizacion& pedido) {
    return catalogo_de_niveles().actualizar(ctx, pedido);
}

std::vector<CicloEscolar> listar_ciclos_escolares(const Context& ctx, const CatalogoEscolarFiltro& filtro) {
    return catalogo_de_ciclos().listar(ctx, donde_escolar(ctx, filtro));
}
CicloEscolar crear_ciclo_escolar(Context& ctx, const CicloEscolarNuevo& pedido) {
    return catalogo_de_ciclos().crear(ctx, pedido);
}
CicloEscolar actualizar_ciclo_escolar(Context& ctx, const CicloEscolarActualizacion& pedido) {
    return catalogo_de_ciclos().actualizar(ctx, pedido);
}

void register_niveles_escolares(api::Operations& ops) {
    using enum api::Verb;
    ops.group("EscuelaPrivada");
    ops.add(GET, "/api/EscuelaPrivada/Niveles", "NivelesEscolaresListar", listar_niveles_escolares).nuestra();
    ops.add(POST, "/api/EscuelaPrivada/Niveles", "NivelEscolarCrear", crear_nivel_escolar)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::requerido});
    ops.add(PUT, "/api/EscuelaPrivada/Niveles/{nivelEscolarId}", "NivelEscolarActualizar", actualizar_nivel_escolar)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::requerido, Codigo::precondicion_fallida});
    ops.add(GET, "/api/EscuelaPrivada/Ciclos", "CiclosEscolaresListar", listar_ciclos_escolares).nuestra();
    ops.add(POST, "/api/EscuelaPrivada/Ciclos", "CicloEscolarCrear", crear_ciclo_escolar)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::fuera_de_rango});
    ops.add(PUT, "/api/EscuelaPrivada/Ciclos/{cicloEscolarId}", "CicloEscolarActualizar", actualizar_ciclo_escolar)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::fuera_de_rango, Codigo::precondicion_fallida});
}

}  // namespace cacao
