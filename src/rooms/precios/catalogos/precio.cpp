#include "rooms/precios/catalogos/precio.hpp"

#include "api/registros.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/precios/precios.hpp"
#include "rooms/precios/catalogos/lista_filas.hpp"
#include "rooms/precios/catalogos/precio_cambios.hpp"

namespace cacao {
namespace {

struct FilaPrecio : PrecioBase {
    Fecha vigenciaFin;
};
DESCRIBE_STRUCT(FilaPrecio, (PrecioBase), (vigenciaFin))

PrecioDeLista mostrar_precio(const FilaPrecio& fila) {
    PrecioDeLista p;
    static_cast<PrecioBase&>(p) = fila;
    p.vigenciaFin = fin_en_texto(fila.vigenciaFin);
    return p;
}

// Ordered by customer (of agreed ones), product and row: none of them ever changes.
Pagina<PrecioDeLista> paginar(db::Reader& tx, const Recorrido& recorrido, db::Where& donde) {
    const Total total = recorrido.contar(
        tx, "SELECT 1 FROM precio p WHERE p.organizacionId = $1 AND p.listaPreciosId = $2" + donde.and_sql(), donde.params());
    if (const auto& d = recorrido.desde())
        donde.add("(p.entidadId, p.productoId, p.precioId) > ($, $, $)", d->at(0), d->at(1), d->at(2));
    const auto tramo = recorrido.tramo_sql(donde);
    const auto filas = tx.all_with<FilaPrecio>(R"(
        SELECT p.precioId, p.entidadId, p.productoId, a.codigo, a.nombre AS producto, p.unidadMedidaId, u.codigo AS unidad,
               p.cantidadMinima, p.precio, p.moneda, p.incluyeImpuestos, p.vigenciaInicio, p.vigenciaFin, p.creadoEn
        FROM precio p
        JOIN producto a ON a.organizacionId = p.organizacionId AND a.productoId = p.productoId
        JOIN unidadMedida u ON u.organizacionId = p.organizacionId AND u.unidadMedidaId = p.unidadMedidaId
        WHERE p.organizacionId = $1 AND p.listaPreciosId = $2)" +
                                                   donde.and_sql() + " ORDER BY p.entidadId, p.productoId, p.precioId" + tramo,
                                               donde.params());
    std::vector<PrecioDeLista> precios;
    precios.reserve(filas.size());
    for (const auto& f : filas) precios.push_back(mostrar_precio(f));
    return recorrido.pagina(std::move(precios), total, [](const PrecioDeLista& p) {
        return std::vector{p.entidadId, p.productoId, p.precioId};
    });
}

template <class Filtro>
std::string filtros_de(const Filtro& filtro) {
    Filtro solo = filtro;
    static_cast<PaginaPedida&>(solo) = {};
    return reflect::to_json(solo);
}

template <class Filtro>
void en_vigor(const Context& ctx, const Filtro& filtro, db::Where& donde) {
    if (filtro.historia.value_or(false)) return;
    const Fecha fecha = filtro.fecha.value_or(ctx.hoy());
    donde.add("p.vigenciaFin >= $ AND p.vigenciaInicio <= $", fecha, fecha);
}

}  // namespace

Pagina<PrecioDeLista> listar_precios(const Context& ctx, const PreciosFiltro& filtro) {
    const Recorrido recorrido{ctx, filtro, "Precios", filtros_de(filtro)};
    auto& tx = ctx.db();
    exigir_lista(tx, filtro.listaPreciosId);
    db::Where donde{ctx.organizacionId(), filtro.listaPreciosId.valor};
    donde.add("p.entidadId = 0");
    if (filtro.productoId) donde.add("p.productoId = $", filtro.productoId->valor);
    en_vigor(ctx, filtro, donde);
    return paginar(tx, recorrido, donde);
}

Pagina<PrecioDeLista> listar_acordados(const Context& ctx, const AcordadosFiltro& filtro) {
    const Recorrido recorrido{ctx, filtro, "PreciosAcordados", filtros_de(filtro)};
    db::Where donde{ctx.organizacionId(), 0};
    if (filtro.clienteId) donde.add("p.entidadId = $", filtro.clienteId->valor);
    en_vigor(ctx, filtro, donde);
    return paginar(ctx.db(), recorrido, donde);
}

PreciosActualizados actualizar_precios(Context& ctx, const PreciosActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock(candado_de_precios(pedida.listaPreciosId, 0));
    const auto lista = exigir_lista(tx, pedida.listaPreciosId);
    return cambiar_precios(ctx, {lista.listaPreciosId, 0, lista.moneda, lista.incluyeImpuestos}, pedida.precios,
                           pedida.todoONada.value_or(false));
}

PreciosActualizados actualizar_acordados(Context& ctx, const AcordadosActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock(candado_de_precios(0, pedida.clienteId));
    Faltas faltas;
    exigir_activo(tx, "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1",
                  pedida.clienteId, "/clienteId", faltas);
    const auto moneda = pedida.moneda ? mayusculas(*pedida.moneda) : engine::moneda_local(tx).moneda;
    faltas.agregar_si(!engine::moneda_de(tx, moneda), Codigo::no_encontrado, "/moneda");
    faltas.lanzar();
    return cambiar_precios(ctx, {0, pedida.clienteId, moneda, pedida.incluyeImpuestos.value_or(false)}, pedida.precios,
                           pedida.todoONada.value_or(false));
}

void register_precios(api::Operations& ops) {
    using enum api::Verb;
    ops.group(std::string{engine::grupo_de_precio});
    ops.add(GET, "/api/ListasPrecios/{listaPreciosId}/Precios", "PreciosListar", listar_precios)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(PUT, "/api/ListasPrecios/{listaPreciosId}/Precios", "PreciosActualizar", actualizar_precios)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango, Codigo::valor_no_permitido,
                  Codigo::duplicado});
    ops.add(GET, "/api/ListasPrecios/Acordados", "PreciosAcordadosListar", listar_acordados)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(PUT, "/api/ListasPrecios/Acordados", "PreciosAcordadosActualizar", actualizar_acordados)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango, Codigo::valor_no_permitido,
                  Codigo::duplicado});
}

}  // namespace cacao
