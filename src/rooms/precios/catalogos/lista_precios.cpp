#include "rooms/precios/catalogos/lista_precios.hpp"

#include "api/registros.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/precios/listas_precios.hpp"
#include "engine/precios/precios.hpp"
#include "rooms/precios/catalogos/lista_filas.hpp"

#include <algorithm>

namespace cacao {
namespace {

using engine::sin_fin;

ListaPrecios mostrar_lista(const FilaLista& fila) {
    ListaPrecios l;
    static_cast<ListaPreciosBase&>(l) = fila;
    l.vigenciaInicio = fila.vigenciaInicio.iso();
    l.vigenciaFin = fin_en_texto(fila.vigenciaFin);
    return l;
}

void revisar_unicos(db::Reader& tx, const FilaLista& l, Faltas& faltas) {
    exigir_unico(tx, "SELECT listaPreciosId FROM listaPrecios WHERE organizacionId = $1 AND codigo = $2", l.codigo,
                 l.listaPreciosId, "/codigo", faltas);
    if (!l.referenciaExterna.empty())
        exigir_unico(tx, "SELECT listaPreciosId FROM listaPrecios WHERE organizacionId = $1 AND referenciaExterna = $2",
                     l.referenciaExterna, l.listaPreciosId, "/referenciaExterna", faltas);
    if (!l.activa) return;
    // Only one list answers for a channel, and only one when no other does.
    if (l.esGeneral)
        exigir_unico(tx,
                     "SELECT listaPreciosId FROM listaPrecios WHERE organizacionId = $1 AND esGeneral = $2 AND esGeneral = 1 AND "
                     "activa = 1",
                     l.esGeneral, l.listaPreciosId, "/esGeneral", faltas);
    if (l.canalId != 0)
        exigir_unico(
            tx,
            "SELECT listaPreciosId FROM listaPrecios WHERE organizacionId = $1 AND canalId = $2 AND canalId <> 0 AND activa = 1",
            l.canalId, l.listaPreciosId, "/canalId", faltas);
}

void revisar_base(db::Reader& tx, const FilaLista& l, Faltas& faltas) {
    faltas.agregar_si(l.factor <= Tasa{}, Codigo::fuera_de_rango, "/factor");
    const bool redondea = l.redondeo != reflect::enum_name(Redondeo::ninguno);
    faltas.agregar_si(redondea && l.redondeoMultiplo.es_cero(), Codigo::requerido, "/redondeoMultiplo");
    faltas.agregar_si(!redondea && !l.redondeoMultiplo.es_cero(), Codigo::valor_no_permitido, "/redondeoMultiplo");
    if (l.listaBaseId == 0) {
        faltas.agregar_si(l.factor != Tasa::de_enteros(1), Codigo::valor_no_permitido, "/factor");
        faltas.agregar_si(redondea, Codigo::valor_no_permitido, "/redondeo");
        return;
    }
    if (l.listaBaseId == l.listaPreciosId) {
        faltas.agregar(Codigo::lista_en_ciclo, "/listaBaseId");
        return;
    }
    const auto base = leer_lista(tx, l.listaBaseId);
    if (!base) {
        faltas.agregar(Codigo::no_encontrado, "/listaBaseId");
        return;
    }
    faltas.agregar_si(l.activa && !base->activa, Codigo::inactivo, "/listaBaseId");
    faltas.agregar_si(base->moneda != l.moneda, Codigo::moneda_distinta, "/listaBaseId");
    faltas.agregar_si(base->incluyeImpuestos != l.incluyeImpuestos, Codigo::valor_no_permitido, "/listaBaseId");
    const auto ciclo = tx.one<std::int64_t>(R"(
        WITH RECURSIVE cadena (listaPreciosId) AS (
            SELECT $2
            UNION SELECT l.listaBaseId FROM cadena c
                  JOIN listaPrecios l ON l.organizacionId = $1 AND l.listaPreciosId = c.listaPreciosId WHERE l.listaBaseId <> 0
        ) SELECT 1 FROM cadena WHERE listaPreciosId = $3)",
                                            tx.organizacion(), l.listaBaseId, l.listaPreciosId);
    faltas.agregar_si(ciclo.has_value(), Codigo::lista_en_ciclo, "/listaBaseId");
}

void revisar_lista(db::Reader& tx, const FilaLista& l, Faltas& faltas) {
    revisar_unicos(tx, l, faltas);
    faltas.agregar_si(l.vigenciaFin < l.vigenciaInicio, Codigo::fuera_de_rango, "/vigenciaFin");
    revisar_base(tx, l, faltas);
}

void exigir_moneda(db::Reader& tx, const FilaLista& l, Faltas& faltas) {
    faltas.agregar_si(!engine::moneda_de(tx, l.moneda), Codigo::no_encontrado, "/moneda");
}

void exigir_canal(db::Reader& tx, const FilaLista& l, Faltas& faltas) {
    exigir_activo(tx, "SELECT activo FROM canal WHERE organizacionId = $1 AND canalId = $2", l.canalId, "/canalId", faltas);
}

Guardado<std::vector<std::int64_t>> revisar_sucursales(db::Reader& tx, const std::vector<Id>& pedidas, Faltas& faltas) {
    const auto existentes = tx.all<std::int64_t>("SELECT sucursalId FROM sucursal WHERE organizacionId = $1", tx.organizacion());
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < pedidas.size(); ++i) {
        const auto id = pedidas[i].valor;
        const auto campo = "/sucursales/" + std::to_string(i);
        faltas.agregar_si(std::ranges::find(existentes, id) == existentes.end(), Codigo::no_encontrado, campo);
        faltas.agregar_si(std::ranges::find(ids, id) != ids.end(), Codigo::duplicado, campo);
        ids.push_back(id);
    }
    std::ranges::sort(ids);
    return reflect::guardar(ids);
}

// Prices and lists that stand on it were stated in its currency and with or without taxes: that no longer changes.
bool comprometida(db::Reader& tx, std::int64_t listaPreciosId) {
    return tx
        .one<std::int64_t>(R"(
            SELECT 1 WHERE EXISTS (SELECT 1 FROM precio WHERE organizacionId = $1 AND listaPreciosId = $2 AND entidadId = 0)
                OR EXISTS (SELECT 1 FROM listaPrecios WHERE organizacionId = $1 AND listaBaseId = $2 AND listaBaseId <> 0))",
                           tx.organizacion(), listaPreciosId)
        .has_value();
}

// Whether somebody in use still asks it.
void exigir_sin_quien_la_use(db::Reader& tx, std::int64_t id, Faltas& faltas) {
    for (const std::string_view sql :
         {"SELECT listaPreciosId FROM listaPrecios WHERE organizacionId = $1 AND listaBaseId = $2 AND listaBaseId <> 0 AND "
          "activa = 1 LIMIT 1",
          "SELECT sucursalId FROM sucursal WHERE organizacionId = $1 AND listaPreciosId = $2 AND activo = 1 LIMIT 1",
          "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND listaPreciosId = $2 AND listaPreciosId <> 0 AND activo = "
          "1 LIMIT 1"})
        if (impide(tx, sql, id, "/activa", faltas)) return;
}

void poner_fin(FilaLista& l, const std::optional<Fecha>& fin) { l.vigenciaFin = fin.value_or(sin_fin); }

}  // namespace

std::vector<ListaPrecios> listar_listas_precios(const Context& ctx) {
    std::vector<ListaPrecios> listas;
    for (const auto& fila : leer_listas(ctx.db())) listas.push_back(mostrar_lista(fila));
    return listas;
}

ListaPrecios obtener_lista_precios(const Context& ctx, const ListaPreciosPedida& pedida) {
    return mostrar_lista(exigir_lista(ctx.db(), pedida.listaPreciosId));
}

ListaPrecios crear_lista_precios(Context& ctx, const ListaPreciosNueva& pedida) {
    auto& tx = ctx.db();
    tx.lock("listasPrecios");
    Faltas faltas;
    FilaLista l;
    l.listaPreciosId = tx.next_id();
    l.codigo = pedida.codigo;
    l.nombre = pedida.nombre;
    l.moneda = pedida.moneda ? mayusculas(*pedida.moneda) : engine::moneda_local(tx).moneda;
    l.incluyeImpuestos = pedida.incluyeImpuestos.value_or(false);
    l.esGeneral = pedida.esGeneral.value_or(false);
    l.vigenciaInicio = pedida.vigenciaInicio.value_or(ctx.hoy());
    poner_fin(l, pedida.vigenciaFin);
    l.listaBaseId = pedida.listaBaseId.value_or(0);
    l.factor = pedida.factor.value_or(Tasa::de_enteros(1));
    l.redondeo = reflect::enum_name(pedida.redondeo.value_or(Redondeo::ninguno));
    if (pedida.redondeoMultiplo) l.redondeoMultiplo = *pedida.redondeoMultiplo;
    l.convierteMoneda = pedida.convierteMoneda.value_or(false);
    l.canalId = pedida.canalId.value_or(0);
    if (pedida.referenciaExterna) l.referenciaExterna = *pedida.referenciaExterna;
    l.activa = true;
    l.version = 1;
    exigir_moneda(tx, l, faltas);
    exigir_canal(tx, l, faltas);
    l.sucursales = revisar_sucursales(tx, pedida.sucursales.value_or(Lista<Id, 500>{}), faltas);
    revisar_lista(tx, l, faltas);
    faltas.lanzar();

    insertar_lista(tx, l);
    const auto creada = mostrar_lista(l);
    ctx.auditar_alta("ListaPrecios", l.listaPreciosId, creada);
    return creada;
}

ListaPrecios actualizar_lista_precios(Context& ctx, const ListaPreciosActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock("listasPrecios");
    // Prices take the list's currency: none comes in between.
    tx.lock(candado_de_precios(pedida.listaPreciosId, 0));
    const auto antes = exigir_lista(tx, pedida.listaPreciosId);
    ctx.exigir_version(antes.version);
    auto l = antes;
    Faltas faltas;
    if (pedida.codigo) l.codigo = *pedida.codigo;
    if (pedida.nombre) l.nombre = *pedida.nombre;
    if (pedida.moneda) l.moneda = mayusculas(*pedida.moneda);
    if (pedida.incluyeImpuestos) l.incluyeImpuestos = *pedida.incluyeImpuestos;
    if (pedida.esGeneral) l.esGeneral = *pedida.esGeneral;
    if (pedida.vigenciaInicio) l.vigenciaInicio = *pedida.vigenciaInicio;
    if (pedida.vigenciaFin.presente) poner_fin(l, pedida.vigenciaFin.valor);
    pedida.listaBaseId.aplicar_a(l.listaBaseId);
    if (antes.listaBaseId != 0 && l.listaBaseId == 0) {
        // What was done to the prices of the other list has nothing left to be done to.
        l.factor = Tasa::de_enteros(1);
        l.redondeo = reflect::enum_name(Redondeo::ninguno);
        l.redondeoMultiplo = {};
    }
    if (pedida.factor) l.factor = *pedida.factor;
    if (pedida.redondeo) l.redondeo = reflect::enum_name(*pedida.redondeo);
    if (pedida.redondeoMultiplo) l.redondeoMultiplo = *pedida.redondeoMultiplo;
    if (pedida.convierteMoneda) l.convierteMoneda = *pedida.convierteMoneda;
    pedida.canalId.aplicar_a(l.canalId);
    pedida.referenciaExterna.aplicar_a(l.referenciaExterna);
    if (pedida.activa) l.activa = *pedida.activa;
    if (l.moneda != antes.moneda) exigir_moneda(tx, l, faltas);
    if (l.canalId != antes.canalId) exigir_canal(tx, l, faltas);
    if (pedida.sucursales) l.sucursales = revisar_sucursales(tx, *pedida.sucursales, faltas);
    const bool fija =
        (l.moneda != antes.moneda || l.incluyeImpuestos != antes.incluyeImpuestos) && comprometida(tx, l.listaPreciosId);
    faltas.agregar_si(fija && l.moneda != antes.moneda, Codigo::estado_invalido, "/moneda");
    faltas.agregar_si(fija && l.incluyeImpuestos != antes.incluyeImpuestos, Codigo::estado_invalido, "/incluyeImpuestos");
    if (antes.activa && !l.activa) exigir_sin_quien_la_use(tx, l.listaPreciosId, faltas);
    revisar_lista(tx, l, faltas);
    faltas.lanzar();

    ++l.version;
    modificar_lista(tx, l);
    const auto cambiada = mostrar_lista(l);
    ctx.auditar("ListaPrecios", l.listaPreciosId, mostrar_lista(antes), cambiada);
    return cambiada;
}

ListaPrecios cambiar_margen_minimo(Context& ctx, const MargenMinimoCambio& pedido) {
    auto& tx = ctx.db();
    tx.lock("listasPrecios");
    const auto antes = exigir_lista(tx, pedido.listaPreciosId);
    ctx.exigir_version(antes.version);
    reject_if(!pedido.margenMinimo.presente, Codigo::requerido, "/margenMinimo");
    auto l = antes;
    pedido.margenMinimo.aplicar_a(l.margenMinimo);
    reject_if(l.margenMinimo && *l.margenMinimo > Tasa::de_enteros(100), Codigo::fuera_de_rango, "/margenMinimo");
    ++l.version;
    modificar_lista(tx, l);
    const auto cambiada = mostrar_lista(l);
    ctx.auditar("ListaPrecios", l.listaPreciosId, mostrar_lista(antes), cambiada);
    return cambiada;
}

void register_listas_precios(api::Operations& ops) {
    using enum api::Verb;
    ops.group(std::string{engine::grupo_de_precio});
    ops.add(GET, "/api/ListasPrecios", "ListasPreciosListar", listar_listas_precios);
    ops.add(GET, "/api/ListasPrecios/{listaPreciosId}", "ListaPreciosObtener", obtener_lista_precios)
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/ListasPrecios", "ListaPreciosCrear", crear_lista_precios)
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango, Codigo::requerido,
                  Codigo::valor_no_permitido, Codigo::moneda_distinta});
    ops.add(PUT, "/api/ListasPrecios/{listaPreciosId}", "ListaPreciosActualizar", actualizar_lista_precios)
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango, Codigo::requerido,
                  Codigo::valor_no_permitido, Codigo::moneda_distinta, Codigo::lista_en_ciclo, Codigo::estado_invalido,
                  Codigo::conflicto, Codigo::precondicion_fallida});
    ops.add(PUT, "/api/ListasPrecios/{listaPreciosId}/MargenMinimo", std::string{engine::derecho_de_precio},
            cambiar_margen_minimo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::requerido, Codigo::fuera_de_rango, Codigo::precondicion_fallida});
}

}  // namespace cacao
