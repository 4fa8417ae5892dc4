#include "rooms/seguridad/bitacora_lista.hpp"

#include "api/bitacora.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "rooms/seguridad/seguridad.hpp"

namespace cacao {

void validar(const BitacoraFiltro& filtro, Faltas& faltas) {
    // The index is over both: a number alone names a record of every kind.
    faltas.agregar_si(filtro.registroId && !filtro.tipo, Codigo::requerido, "/tipo");
    faltas.agregar_si(filtro.desde && filtro.hasta && *filtro.hasta < *filtro.desde, Codigo::fuera_de_rango, "/hasta");
}

Pagina<RegistroDeBitacora> listar_bitacora(const Context& ctx, const BitacoraFiltro& filtro) {
    BitacoraFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    Recorrido recorrido{ctx, filtro, "Bitacora", reflect::to_json(solo_filtros)};

    db::Where donde{ctx.organizacionId()};
    donde.add_if(filtro.tipo, "b.tipo = $");
    if (filtro.registroId) donde.add("b.registroId = $", filtro.registroId->valor);
    if (filtro.usuarioId) donde.add("b.usuarioId = $", filtro.usuarioId->valor);
    donde.add_if(filtro.operacion, "b.operacion = $");
    donde.add_if(filtro.desde, "b.instante >= $");
    donde.add_if(filtro.hasta, "b.instante <= $");
    const Total total =
        recorrido.contar(ctx.db(), "SELECT 1 FROM bitacora b WHERE b.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("(b.instante, b.bitacoraId) < ($, $)", recorrido.desde()->at(0), recorrido.desde()->at(1));
    constexpr std::string_view orden = " ORDER BY b.instante DESC, b.bitacoraId DESC";
    auto tramo = recorrido.tramo_sql(donde);
    // What a record was and became may be megabytes, and a page of them more than anybody has room for.
    const auto letras = ctx.db().all_with<std::int64_t>(
        "SELECT CAST(length(b.antes) + length(b.despues) AS BIGINT) FROM bitacora b WHERE b.organizacionId = $1" +
            donde.and_sql() + std::string{orden} + tramo,
        donde.params());
    if (recorrido.acortar(letras)) tramo = recorrido.tramo_sql(donde);
    std::vector<RegistroDeBitacora> filas;
    ctx.db().query(R"(
        SELECT b.bitacoraId, b.instante, b.usuarioId, COALESCE(u.usuario, ''), b.consumidorId, b.operacion, b.tipo, b.registroId, b.antes,
               b.despues, b.traza, b.posicion
        FROM bitacora b LEFT JOIN usuario u ON u.organizacionId = b.organizacionId AND u.usuarioId = b.usuarioId
        WHERE b.organizacionId = $1)" +
                       donde.and_sql() + std::string{orden} + tramo,
                   donde.params(), [&](const db::Row& row) {
                       filas.push_back({row.integer(0),
                                        Instante::de_micros(row.integer(1)),
                                        row.integer(2),
                                        std::string{row.text(3)},
                                        row.integer(4),
                                        std::string{row.text(5)},
                                        std::string{row.text(6)},
                                        row.integer(7),
                                        {std::string{row.text(8)}},
                                        {std::string{row.text(9)}},
                                        std::string{row.text(10)},
                                        {}});
                       if (!row.is_null(11)) filas.back().posicion = row.integer(11);
                   });
    return recorrido.pagina(std::move(filas), total, [](const RegistroDeBitacora& r) {
        return std::vector{r.instante.micros(), r.bitacoraId};
    });
}

namespace {

// Without an anchor the last head and nothing proven: the whole chain is for `cacao verify`. With one, what came after it.
AnclaDeBitacora anclar_bitacora(const api::HeadSeal& sello, const Context& ctx, const AnclaPedida& pedida) {
    auto& tx = ctx.db();
    AnclaDeBitacora respuesta;
    auto ultima = api::last_head(tx);
    if (pedida.ancla) {
        const auto ancla = api::read_anchor(*pedida.ancla);
        reject_if(!ancla || ancla->organizacionId != ctx.organizacionId(), Codigo::valor_no_permitido, "/ancla");
        const auto cabeza = api::anchored_head(tx, *ancla);
        respuesta.coincide = cabeza.has_value();
        if (cabeza) {
            const auto cadena = api::verify_chain(
                tx, &sello, [&](const std::string&) { ++respuesta.diferencias; }, cabeza);
            respuesta.cabezasSinLlave = cadena.sin_llave;
        }
    }
    if (!ultima) return respuesta;
    respuesta.ancla = api::anchor_of(ctx.organizacionId(), *ultima);
    respuesta.posicion = ultima->posicion;
    respuesta.instante = ultima->instante;
    return respuesta;
}

}  // namespace

void register_bitacora(api::Operations& ops, const Seguridad& seguridad) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(GET, "/api/Bitacora", "BitacoraListar", listar_bitacora)
        .nuestra()
        .rechaza({Codigo::requerido, Codigo::fuera_de_rango, Codigo::cursor_invalido, Codigo::pagina_y_cursor,
                  Codigo::lista_muy_larga});
    ops.add(
           GET, "/api/Bitacora/Ancla", "BitacoraAncla",
           [&s = seguridad.bitacora()](const Context& ctx, const AnclaPedida& pedida) { return anclar_bitacora(s, ctx, pedida); })
        .nuestra()
        .rechaza({Codigo::valor_no_permitido});
}

}  // namespace cacao
