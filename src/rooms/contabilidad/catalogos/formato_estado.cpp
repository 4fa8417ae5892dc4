#include "rooms/contabilidad/catalogos/formato_estado.hpp"

#include "api/catalogo.hpp"
#include "reflect/decode.hpp"

namespace cacao {
namespace {

const Catalogo<FormatoEstado> formatos_estado{{.tabla = "formatoEstado",
                                               .llave = "formatoEstadoId",
                                               .candados = {"formatosEstado"},
                                               .orden = "codigo",
                                               .unicos = {{"codigo"}}}};

EstadoFinanciero estado_de(const FormatoEstado& f) {
    EstadoFinanciero estado{};
    reflect::enum_value(f.estado, estado);
    return estado;
}

std::string_view norma_de(EstadoFinanciero estado) {
    switch (estado) {
        case EstadoFinanciero::resultados: return "NIF B-3";
        case EstadoFinanciero::balance: return "NIF B-6";
        default: return "NIF B-2";
    }
}

}  // namespace

std::vector<FormatoEstado> listar_formatos_estado(const Context& ctx) { return formatos_estado.listar(ctx); }

FormatoEstado obtener_formato_estado(const Context& ctx, const FormatoEstadoPedido& p) {
    return formatos_estado.leer(ctx.db(), p.formatoEstadoId);
}

FormatoEstado crear_formato_estado(Context& ctx, const FormatoEstadoNuevo& nuevo) {
    return formatos_estado.crear(ctx, nuevo, {}, [&](FormatoEstado& f, Faltas& faltas) {
        revisar_lineas(nuevo.lineas, nuevo.estado, "/lineas", faltas);
        f.lineas = reflect::guardar(std::vector<LineaFormato>{nuevo.lineas.begin(), nuevo.lineas.end()});
    });
}

FormatoEstado actualizar_formato_estado(Context& ctx, const FormatoEstadoActualizacion& pedido) {
    return formatos_estado.actualizar(ctx, pedido, [&](FormatoEstado& f, Faltas& faltas) {
        if (!pedido.lineas) return;
        revisar_lineas(*pedido.lineas, estado_de(f), "/lineas", faltas);
        f.lineas = reflect::guardar(std::vector<LineaFormato>{pedido.lineas->begin(), pedido.lineas->end()});
    });
}

FormatoElegido formato_elegido(db::Reader& tx, EstadoFinanciero estado, const std::optional<Id>& formatoEstadoId) {
    if (!formatoEstadoId) return {std::string{norma_de(estado)}, formato_nif(estado)};
    const auto f = formatos_estado.buscar(tx, *formatoEstadoId);
    reject_if(!f || estado_de(*f) != estado, Codigo::no_encontrado, "/formatoEstadoId");
    reject_if(!f->activo, Codigo::inactivo, "/formatoEstadoId");
    return {f->nombre, reflect::recuperar(f->lineas)};
}

void register_formatos_estado(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/FormatosEstado", "FormatosEstadoListar", listar_formatos_estado).nuestra();
    ops.add(GET, "/api/Contabilidad/FormatosEstado/{formatoEstadoId}", "FormatoEstadoObtener", obtener_formato_estado)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Contabilidad/FormatosEstado", "FormatoEstadoCrear", crear_formato_estado)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::lista_vacia, Codigo::valor_no_permitido, Codigo::requerido, Codigo::no_encontrado,
                  Codigo::fuera_de_rango, Codigo::conflicto});
    ops.add(PUT, "/api/Contabilidad/FormatosEstado/{formatoEstadoId}", "FormatoEstadoActualizar", actualizar_formato_estado)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::conflicto, Codigo::precondicion_fallida});
}

}  // namespace cacao
