#include "rooms/precios/catalogos/promocion.hpp"

#include "api/registros.hpp"
#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "engine/precios/listas_precios.hpp"
#include "engine/precios/precios.hpp"
#include "reflect/decode.hpp"
#include "rooms/precios/catalogos/lista_filas.hpp"
#include "rooms/precios/catalogos/promocion_filas.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

Promocion mostrar_promocion(const FilaPromocion& fila) {
    Promocion p;
    static_cast<PromocionBase&>(p) = fila;
    p.vigenciaInicio = fila.vigenciaInicio.iso();
    p.vigenciaFin = fin_en_texto(fila.vigenciaFin);
    p.horaInicio = hora_en_texto(fila.horaInicio);
    p.horaFin = hora_en_texto(fila.horaFin);
    return p;
}

template <class L>
Guardado<std::vector<std::int64_t>> numeros(const L& pedidos, std::string_view campo, Faltas& faltas) {
    std::vector<std::int64_t> lista;
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        faltas.agregar_si(std::ranges::find(lista, pedidos[i].valor) != lista.end(), Codigo::duplicado,
                          std::string{campo} + '/' + std::to_string(i));
        lista.push_back(pedidos[i].valor);
    }
    std::ranges::sort(lista);
    return reflect::guardar(lista);
}

Guardado<std::vector<std::int64_t>> sucursales_de(db::Reader& tx, const std::vector<Id>& pedidas, Faltas& faltas) {
    const auto existentes = tx.all<std::int64_t>("SELECT sucursalId FROM sucursal WHERE organizacionId = $1", tx.organizacion());
    for (std::size_t i = 0; i < pedidas.size(); ++i)
        faltas.agregar_si(std::ranges::find(existentes, pedidas[i].valor) == existentes.end(), Codigo::no_encontrado,
                          "/sucursales/" + std::to_string(i));
    return numeros(pedidas, "/sucursales", faltas);
}

Guardado<std::vector<ProductoDePromocion>> productos_de(db::Reader& tx, const std::vector<ProductoDePromocion>& pedidos,
                                                        const std::string& lista, Faltas& faltas) {
    db::Conjunto ids{"productoId"};
    for (const auto& p : pedidos) ids.agregar(p.productoId.valor);
    std::map<std::int64_t, bool> activos;
    if (ids.filas() > 0)
        tx.each(
            "SELECT p.productoId, p.activo FROM " + ids.sql(tx.motor(), "$2") + R"( f
                 JOIN producto p ON p.organizacionId = $1 AND p.productoId = f.productoId)",
            [&](const db::Row& row) { activos[row.integer(0)] = row.integer(1) != 0; }, tx.organizacion(), ids.valor());
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const auto campo = lista + '/' + std::to_string(i);
        const auto it = activos.find(pedidos[i].productoId);
        faltas.agregar_si(it == activos.end(), Codigo::no_encontrado, campo + "/productoId");
        faltas.agregar_si(it != activos.end() && !it->second, Codigo::inactivo, campo + "/productoId");
        faltas.agregar_si(pedidos[i].cantidad <= Cantidad{}, Codigo::fuera_de_rango, campo + "/cantidad");
        const bool repetido = std::any_of(pedidos.begin(), pedidos.begin() + static_cast<std::ptrdiff_t>(i),
                                          [&](const auto& p) { return p.productoId.valor == pedidos[i].productoId.valor; });
        faltas.agregar_si(repetido, Codigo::duplicado, campo + "/productoId");
    }
    return reflect::guardar(pedidos);
}

void poner_hora(const std::optional<Texto<5, 5>>& pedida, std::string_view campo, int& hora, Faltas& faltas) {
    if (!pedida) return;
    const auto minutos = minutos_de(*pedida);
    faltas.agregar_si(!minutos, Codigo::valor_no_permitido, campo);
    hora = minutos.value_or(hora);
}

void poner(db::Reader& tx, const PromocionPedida& pedida, FilaPromocion& p, Faltas& faltas) {
    if (pedida.vigenciaInicio) p.vigenciaInicio = *pedida.vigenciaInicio;
    if (pedida.vigenciaFin.presente) p.vigenciaFin = pedida.vigenciaFin.valor.value_or(engine::sin_fin);
    poner_hora(pedida.horaInicio, "/horaInicio", p.horaInicio, faltas);
    poner_hora(pedida.horaFin, "/horaFin", p.horaFin, faltas);
    if (pedida.dias) p.dias = numeros(*pedida.dias, "/dias", faltas);
    if (pedida.sucursales) p.sucursales = sucursales_de(tx, *pedida.sucursales, faltas);
    if (pedida.prioridad) p.prioridad = *pedida.prioridad;
    if (pedida.acumulable) p.acumulable = *pedida.acumulable;
    if (pedida.limitePorTicket) p.limitePorTicket = *pedida.limitePorTicket;
    if (pedida.limiteTotal) p.limiteTotal = *pedida.limiteTotal;
    if (pedida.condicionImporte) p.condicionImporte = *pedida.condicionImporte;
    if (pedida.condicionProductos)
        p.condicionProductos = productos_de(tx, *pedida.condicionProductos, "/condicionProductos", faltas);
    if (pedida.beneficioValor) p.beneficioValor = *pedida.beneficioValor;
    if (pedida.beneficioProductos)
        p.beneficioProductos = productos_de(tx, *pedida.beneficioProductos, "/beneficioProductos", faltas);
    pedida.referenciaExterna.aplicar_a(p.referenciaExterna);
}

void revisar_promocion(db::Reader& tx, const FilaPromocion& p, Faltas& faltas) {
    exigir_unico(tx, "SELECT promocionId FROM promocion WHERE organizacionId = $1 AND codigo = $2", p.codigo, p.promocionId,
                 "/codigo", faltas);
    if (!p.referenciaExterna.empty())
        exigir_unico(tx, "SELECT promocionId FROM promocion WHERE organizacionId = $1 AND referenciaExterna = $2",
                     p.referenciaExterna, p.promocionId, "/referenciaExterna", faltas);
    faltas.agregar_si(p.vigenciaFin < p.vigenciaInicio, Codigo::fuera_de_rango, "/vigenciaFin");
    faltas.agregar_si(p.horaFin < p.horaInicio, Codigo::fuera_de_rango, "/horaFin");

    // Each condition and benefit has what it needs and nothing that it would not look at.
    const bool sin_condicion = reflect::recuperar(p.condicionProductos).empty();
    if (p.condicion == reflect::enum_name(CondicionPromocion::productos)) {
        faltas.agregar_si(sin_condicion, Codigo::requerido, "/condicionProductos");
        faltas.agregar_si(!p.condicionImporte.es_cero(), Codigo::valor_no_permitido, "/condicionImporte");
    } else {
        faltas.agregar_si(p.condicionImporte.es_cero(), Codigo::requerido, "/condicionImporte");
        faltas.agregar_si(!sin_condicion, Codigo::valor_no_permitido, "/condicionProductos");
    }
    const bool sin_productos = reflect::recuperar(p.beneficioProductos).empty();
    const bool regala = p.beneficio == reflect::enum_name(BeneficioPromocion::regalo);
    const bool fija = p.beneficio == reflect::enum_name(BeneficioPromocion::precio);
    faltas.agregar_si((regala || fija) && sin_productos, Codigo::requerido, "/beneficioProductos");
    faltas.agregar_si(!regala && p.beneficioValor.es_cero(), Codigo::requerido, "/beneficioValor");
    faltas.agregar_si(regala && !p.beneficioValor.es_cero(), Codigo::valor_no_permitido, "/beneficioValor");
    const bool demasiado =
        p.beneficio == reflect::enum_name(BeneficioPromocion::porcentaje) && p.beneficioValor > Precio::de_enteros(1);
    faltas.agregar_si(demasiado, Codigo::fuera_de_rango, "/beneficioValor");
}

}  // namespace

std::vector<Promocion> listar_promociones(const Context& ctx) {
    std::vector<Promocion> lista;
    for (const auto& p : leer_promociones(ctx.db())) lista.push_back(mostrar_promocion(p));
    return lista;
}

std::vector<Promocion> listar_cruzadas(const Context& ctx, const CruzadasFiltro& filtro) {
    std::int64_t sucursalId = filtro.sucursalId.value_or(0);
    if (sucursalId == 0) sucursalId = ctx.sesion().sucursalId;
    std::vector<Promocion> lista;
    for (const auto& p : promociones_del_dia(ctx.db(), sucursalId, filtro.fecha.value_or(ctx.hoy(sucursalId))))
        lista.push_back(mostrar_promocion(p));
    return lista;
}

Promocion crear_promocion(Context& ctx, const PromocionNueva& pedida) {
    auto& tx = ctx.db();
    tx.lock("promociones");
    Faltas faltas;
    FilaPromocion p;
    p.promocionId = tx.next_id();
    p.codigo = pedida.codigo;
    p.nombre = pedida.nombre;
    p.condicion = reflect::enum_name(pedida.condicion);
    p.beneficio = reflect::enum_name(pedida.beneficio);
    p.vigenciaInicio = ctx.hoy();
    p.vigenciaFin = engine::sin_fin;
    p.horaFin = 24 * 60 - 1;
    p.dias.texto = p.sucursales.texto = p.condicionProductos.texto = p.beneficioProductos.texto = "[]";
    p.limitePorTicket = 1000;
    p.activa = true;
    p.version = 1;
    poner(tx, pedida, p, faltas);
    revisar_promocion(tx, p, faltas);
    faltas.lanzar();
    insertar_promocion(tx, p);
    const auto creada = mostrar_promocion(p);
    ctx.auditar_alta("Promocion", p.promocionId, creada);
    return creada;
}

Promocion actualizar_promocion(Context& ctx, const PromocionActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock("promociones");
    const auto leida = leer_promocion(tx, pedida.promocionId);
    if (!leida) reject(Codigo::no_encontrado, "/promocionId");
    ctx.exigir_version(leida->version);
    auto p = *leida;
    Faltas faltas;
    if (pedida.codigo) p.codigo = *pedida.codigo;
    if (pedida.nombre) p.nombre = *pedida.nombre;
    if (pedida.condicion) p.condicion = reflect::enum_name(*pedida.condicion);
    if (pedida.beneficio) p.beneficio = reflect::enum_name(*pedida.beneficio);
    if (pedida.activa) p.activa = *pedida.activa;
    poner(tx, pedida, p, faltas);
    revisar_promocion(tx, p, faltas);
    faltas.lanzar();
    ++p.version;
    modificar_promocion(tx, p);
    const auto cambiada = mostrar_promocion(p);
    ctx.auditar("Promocion", p.promocionId, mostrar_promocion(*leida), cambiada);
    return cambiada;
}

void register_promociones(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(GET, "/api/PuntoVenta/PromocionesCruzadas", "PromocionesCruzadasListar", listar_cruzadas);
    ops.add(GET, "/api/Promociones", "PromocionesListar", listar_promociones).nuestra();
    ops.add(POST, "/api/Promociones", "PromocionCrear", crear_promocion)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango});
    ops.add(GET, "/api/Promociones/{promocionId}/Usos", "PromocionUsos", listar_usos)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::cursor_invalido});
    ops.add(PUT, "/api/Promociones/{promocionId}", "PromocionActualizar", actualizar_promocion)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango, Codigo::precondicion_fallida});
}

}  // namespace cacao
