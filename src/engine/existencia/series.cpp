// Serials: each is one unit that is in one place.

#include "engine/existencia/inventario_interno.hpp"
#include "reflect/describe.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_set>

namespace cacao::engine {
namespace {

constexpr std::size_t series_maximas = 10'000;

struct Numerada {
    std::string_view prefijo;
    std::string_view digitos;
    std::int64_t numero = 0;
};

// A serial as what stands before its last digits, and these.
std::optional<Numerada> numerada(std::string_view serie) {
    std::size_t corte = serie.size();
    while (corte > 0 && serie[corte - 1] >= '0' && serie[corte - 1] <= '9') --corte;
    Numerada n{serie.substr(0, corte), serie.substr(corte), 0};
    if (n.digitos.empty() || n.digitos.size() > 18) return std::nullopt;
    std::from_chars(n.digitos.data(), n.digitos.data() + n.digitos.size(), n.numero);
    return n;
}

bool abrir_rango(std::string_view rango, std::size_t corte, std::vector<std::string>& series) {
    const auto de = numerada(rango.substr(0, corte));
    const auto a = numerada(rango.substr(corte + 2));
    if (!de || !a || de->prefijo != a->prefijo || de->digitos.size() != a->digitos.size() || de->numero > a->numero) return false;
    if (static_cast<std::size_t>(a->numero - de->numero) >= series_maximas) return false;
    for (std::int64_t n = de->numero; n <= a->numero; ++n) {
        std::string digitos = std::to_string(n);
        digitos.insert(0, de->digitos.size() - digitos.size(), '0');
        series.push_back(std::string{de->prefijo} + digitos);
    }
    return true;
}

}  // namespace

std::optional<std::vector<std::string>> abrir_series(const std::vector<std::string>& pedidas) {
    std::vector<std::string> series;
    for (const std::string& pedida : pedidas) {
        const std::size_t corte = pedida.find("..");
        if (pedida.empty()) return std::nullopt;
        if (corte == std::string::npos) series.push_back(pedida);
        else if (!abrir_rango(pedida, corte, series)) return std::nullopt;
        if (series.size() > series_maximas) return std::nullopt;
    }
    return series;
}

namespace interno {
namespace {

// Thousands of serials travel together, but not so many that both sides of a connection wait with full buffers.
constexpr std::size_t por_viaje = 200;

// Runs `una` for each serial, in their order; it tells through its argument that the serial was where it should be, and one
// identifier of it. A fault for each that was not; the others by that identifier.
template <class Una>
SeriesPor por_serie(Context& ctx, const Linea& linea, std::vector<std::string> series, Codigo codigo, Faltas& faltas, Una una) {
    std::ranges::sort(series);
    constexpr std::int64_t ninguna = -1;
    std::vector<std::int64_t> halladas(series.size(), ninguna);
    for (std::size_t i = 0; i < series.size(); ++i) {
        una(series[i], [&hallada = halladas[i]](const db::Row& row) { hallada = row.integer(0); });
        if ((i + 1) % por_viaje == 0) ctx.db().settle();
    }
    if (!series.empty()) ctx.db().settle();
    SeriesPor por;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (halladas[i] != ninguna) por[halladas[i]].push_back(std::move(series[i]));
        else faltas.agregar(codigo, linea.pedido->campo + "/series", En::donde_sea, reflect::to_json(SerieDicha{series[i]}));
    }
    return por;
}
template <class Una>
SeriesPor por_serie(Context& ctx, const Linea& linea, Codigo codigo, Faltas& faltas, Una una) {
    return por_serie(ctx, linea, linea.pedido->series, codigo, faltas, una);
}

void anotar(Context& ctx, const Marco& marco, std::int64_t productoId, const std::string& serie, std::int64_t numeroPartida,
            std::int64_t movimientoId, std::int64_t capaId, int signo) {
    ctx.db().run(R"(
        INSERT INTO movimientoSerie (organizacionId, productoId, serie, movimientoId, transaccionId, numeroPartida, signo, capaId)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8))",
                 ctx.organizacionId(), productoId, serie, movimientoId, marco.transaccionId, numeroPartida, signo, capaId);
}

}  // namespace

void series_anotan(Context& ctx, const Marco& marco, const Linea& linea, const std::vector<std::string>& series,
                   const Ingresado& donde, int signo) {
    for (const std::string& serie : series)
        anotar(ctx, marco, linea.clave.productoId, serie, linea.pedido->numeroPartida, donde.movimientoId, donde.capaId, signo);
}

void series_entran(Context& ctx, const Marco& marco, const Linea& linea, const Ingresado& donde, Faltas& faltas) {
    por_serie(ctx, linea, Codigo::serie_repetida, faltas, [&](const std::string& serie, auto hecha) {
        // One that was written off, or whose entry was undone, may come in again; one that was sold comes back by a return.
        const std::array<db::Value, 7> valores{
            db::to_value(ctx.organizacionId()), db::to_value(linea.clave.productoId), db::to_value(serie),
            db::to_value(linea.clave.loteId),   db::to_value(linea.clave.almacenId),  db::to_value(ctx.db().next_id()),
            db::to_value(donde.capaId)};
        ctx.db().query_later(R"(
            INSERT INTO numeroSerie (organizacionId, productoId, serie, serieId, loteId, almacenId, estado, entidadId, capaId)
            VALUES ($1, $2, $3, $6, $4, $5, 'enAlmacen', 0, $7)
            ON CONFLICT (organizacionId, productoId, serie) DO UPDATE
               SET loteId = excluded.loteId, almacenId = excluded.almacenId, estado = 'enAlmacen', entidadId = 0,
                   capaId = excluded.capaId
             WHERE numeroSerie.estado = 'baja'
            RETURNING loteId)",
                             valores, hecha);
    });
    // A serial that was refused has no row to point to.
    if (faltas.vacia()) series_anotan(ctx, marco, linea, linea.pedido->series, donde, 1);
}

SeriesPor series_salen(Context& ctx, const Marco& marco, const Linea& linea, Faltas& faltas) {
    return por_serie(ctx, linea, Codigo::serie_no_disponible, faltas, [&](const std::string& serie, auto hecha) {
        const std::array<db::Value, 7> valores{db::to_value(ctx.organizacionId()),
                                               db::to_value(linea.clave.productoId),
                                               db::to_value(serie),
                                               db::to_value(linea.clave.loteId),
                                               db::to_value(linea.clave.almacenId),
                                               db::to_value(marco.venta ? "vendida" : "baja"),
                                               db::to_value(marco.venta ? marco.entidadId : 0)};
        ctx.db().query_later(R"(
            UPDATE numeroSerie SET almacenId = 0, estado = $6, entidadId = $7
             WHERE organizacionId = $1 AND productoId = $2 AND serie = $3 AND loteId = $4 AND almacenId = $5
               AND estado <> 'reservada'
            RETURNING capaId)",
                             valores, hecha);
    });
}

void series_reservan(Context& ctx, const Marco& marco, const Linea& linea, Faltas& faltas) {
    por_serie(ctx, linea, Codigo::serie_no_disponible, faltas, [&](const std::string& serie, auto hecha) {
        const std::array<db::Value, 5> valores{db::to_value(ctx.organizacionId()), db::to_value(linea.clave.productoId),
                                               db::to_value(serie), db::to_value(linea.clave.loteId),
                                               db::to_value(linea.clave.almacenId)};
        ctx.db().query_later(R"(
            UPDATE numeroSerie SET estado = 'reservada'
             WHERE organizacionId = $1 AND productoId = $2 AND serie = $3 AND loteId = $4 AND almacenId = $5
               AND estado = 'enAlmacen'
            RETURNING loteId)",
                             valores, hecha);
    });
    if (!faltas.vacia()) return;
    for (const std::string& serie : linea.pedido->series)
        ctx.db().run(R"(
            INSERT INTO reservaSerie (organizacionId, productoId, serie, transaccionId, numeroPartida)
            VALUES ($1, $2, $3, $4, $5))",
                     ctx.organizacionId(), linea.clave.productoId, serie, marco.transaccionId, linea.pedido->numeroPartida);
}

namespace {

void liberar_serie(Context& ctx, std::int64_t productoId, const std::string& serie) {
    ctx.db().run("DELETE FROM reservaSerie WHERE organizacionId = $1 AND productoId = $2 AND serie = $3", ctx.organizacionId(),
                 productoId, serie);
    ctx.db().run(R"(UPDATE numeroSerie SET estado = 'enAlmacen'
                    WHERE organizacionId = $1 AND productoId = $2 AND serie = $3 AND estado = 'reservada')",
                 ctx.organizacionId(), productoId, serie);
}

}  // namespace

void series_liberan(Context& ctx, std::int64_t transaccionId) {
    std::vector<std::pair<std::int64_t, std::string>> series;
    ctx.db().each(
        "SELECT productoId, serie FROM reservaSerie WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY productoId, serie",
        [&](const db::Row& r) { series.emplace_back(r.integer(0), r.text(1)); }, ctx.organizacionId(), transaccionId);
    for (const auto& [productoId, serie] : series) liberar_serie(ctx, productoId, serie);
}

void series_liberan(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida, std::int64_t productoId,
                    const std::vector<std::string>& salen, Cantidad queda) {
    auto series = ctx.db().all<std::string>(R"(
        SELECT serie FROM reservaSerie
         WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND productoId = $4 ORDER BY serie)",
                                            ctx.organizacionId(), transaccionId, numeroPartida, productoId);
    if (series.empty()) return;
    const std::unordered_set<std::string_view> estas{salen.begin(), salen.end()};
    std::erase_if(series, [&](const std::string& serie) {
        if (!estas.contains(serie)) return false;
        liberar_serie(ctx, productoId, serie);
        return true;
    });
    // Another unit went instead: the order has its goods, so that one is free again.
    for (; !series.empty() && Cantidad::de_enteros(static_cast<std::int64_t>(series.size())) > queda; series.pop_back())
        liberar_serie(ctx, productoId, series.back());
}

std::vector<SeriesPor> tomar_por_serie(Context& ctx, Capas& capas, const std::vector<Linea>& lineas,
                                       FunctionRef<SeriesPor(const Linea&, Faltas&)> cuales) {
    std::vector<SeriesPor> series(lineas.size());
    Faltas faltas;
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        if (!lleva_serie(*lineas[i].pedido->articulo)) continue;
        series[i] = cuales(lineas[i], faltas);
        for (const auto& [capaId, suyas] : series[i]) capas.pedir_una(capaId);
    }
    faltas.lanzar();
    ctx.db().settle();
    return series;
}

SeriesPor series_cambian(Context& ctx, const Linea& linea, std::int64_t almacenDestinoId, Faltas& faltas) {
    return por_serie(ctx, linea, Codigo::serie_no_disponible, faltas, [&](const std::string& serie, auto hecha) {
        const std::array<db::Value, 6> valores{
            db::to_value(ctx.organizacionId()), db::to_value(linea.clave.productoId), db::to_value(serie),
            db::to_value(linea.clave.loteId),   db::to_value(linea.clave.almacenId),  db::to_value(almacenDestinoId)};
        ctx.db().query_later(R"(
            UPDATE numeroSerie
               SET almacenId = $6, entidadId = 0,
                   estado = CASE WHEN (SELECT a.tipo FROM almacen a WHERE a.organizacionId = $1 AND a.almacenId = $6) = 'transito'
                                 THEN 'enTransito' ELSE 'enAlmacen' END
             WHERE organizacionId = $1 AND productoId = $2 AND serie = $3 AND loteId = $4 AND almacenId = $5
               AND estado <> 'reservada'
            RETURNING capaId)",
                             valores, hecha);
    });
}

void series_de_capa(Context& ctx, std::int64_t almacenId, std::int64_t deCapaId, std::int64_t aCapaId) {
    // A layer lies in one place, so whoever is elsewhere and still names it has just come from there.
    ctx.db().run(
        "UPDATE numeroSerie SET capaId = $4 WHERE organizacionId = $1 AND almacenId = $2 AND capaId = $3 AND almacenId <> 0",
        ctx.organizacionId(), almacenId, deCapaId, aCapaId);
}

SeriesPor series_fuera(Context& ctx, const Marco& marco, const Linea& linea, std::int64_t origenId, std::int64_t origenPartida,
                       Faltas& faltas) {
    return por_serie(ctx, linea, Codigo::serie_no_disponible, faltas, [&](const std::string& serie, auto hecha) {
        const std::array<db::Value, 7> valores{
            db::to_value(ctx.organizacionId()), db::to_value(linea.clave.productoId), db::to_value(serie),
            db::to_value(linea.clave.loteId),   db::to_value(marco.entidadId),        db::to_value(origenId),
            db::to_value(origenPartida)};
        ctx.db().query_later(R"(
            SELECT s.movimientoId FROM numeroSerie n
              JOIN movimientoSerie s ON s.organizacionId = $1 AND s.productoId = n.productoId AND s.serie = n.serie
               AND s.transaccionId = $6 AND s.numeroPartida = $7 AND s.signo = -1
             WHERE n.organizacionId = $1 AND n.productoId = $2 AND n.serie = $3 AND n.loteId = $4 AND n.estado = 'vendida'
               AND n.entidadId = $5)",
                             valores, hecha);
    });
}

void series_vuelven(Context& ctx, const Linea& linea, const std::vector<std::string>& series, std::int64_t capaId,
                    Faltas& faltas) {
    por_serie(ctx, linea, series, Codigo::serie_no_disponible, faltas, [&](const std::string& serie, auto hecha) {
        const std::array<db::Value, 5> valores{db::to_value(ctx.organizacionId()), db::to_value(linea.clave.productoId),
                                               db::to_value(serie), db::to_value(linea.clave.almacenId), db::to_value(capaId)};
        ctx.db().query_later(R"(
            UPDATE numeroSerie SET almacenId = $4, estado = 'enAlmacen', entidadId = 0, capaId = $5
             WHERE organizacionId = $1 AND productoId = $2 AND serie = $3 AND estado = 'vendida'
            RETURNING loteId)",
                             valores, hecha);
    });
}

namespace {

struct SerieMovida {
    std::int64_t productoId = 0;
    std::string serie;
    std::int64_t numeroPartida = 0;
    std::int64_t signo = 0;
    std::int64_t movimientoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t capaId = 0;
    std::int64_t devuelveId = 0;
};
DESCRIBE_STRUCT(SerieMovida, (), (productoId, serie, numeroPartida, signo, movimientoId, almacenId, capaId, devuelveId))

// Where a serial is because of the document, and where it goes back to.
struct Regreso {
    std::int64_t esta = 0;
    std::int64_t va = 0;
    std::string_view estado;
    std::int64_t entidadId = 0;
    std::int64_t capaId = 0;  // that holds its cost there
};

}  // namespace

void series_revierten(Context& ctx, const Marco& marco, const std::map<std::int64_t, std::int64_t>& deshechos, Faltas& faltas) {
    const auto movidas = ctx.db().all<SerieMovida>(R"(
        SELECT s.productoId, s.serie, s.numeroPartida, s.signo, s.movimientoId, m.almacenId, m.capaId, m.devuelveId
          FROM movimientoSerie s
          JOIN movimiento m ON m.organizacionId = s.organizacionId AND m.movimientoId = s.movimientoId
         WHERE s.organizacionId = $1 AND s.transaccionId = $2 AND m.revierteId = 0
         ORDER BY s.productoId, s.serie, s.signo DESC)",
                                                   ctx.organizacionId(), marco.transaccionId);
    std::map<std::pair<std::int64_t, std::string_view>, Regreso> regresos;
    for (const SerieMovida& movida : movidas) {
        if (!deshechos.contains(movida.movimientoId)) continue;
        Regreso& regreso = regresos[{movida.productoId, movida.serie}];
        if (movida.signo > 0) {
            regreso.esta = movida.almacenId;
            regreso.estado = movida.devuelveId != 0 ? "vendida" : "baja";
            regreso.entidadId = movida.devuelveId != 0 ? marco.entidadId : 0;
        } else {
            regreso.va = movida.almacenId;
            regreso.capaId = movida.capaId;
            regreso.estado = "enAlmacen";
            regreso.entidadId = 0;
        }
    }
    std::vector<char> hechas(regresos.size(), 0);
    std::size_t i = 0;
    for (const auto& [cual, regreso] : regresos) {
        const std::array<db::Value, 8> valores{db::to_value(ctx.organizacionId()), db::to_value(cual.first),
                                               db::to_value(cual.second),          db::to_value(regreso.esta),
                                               db::to_value(regreso.va),           db::to_value(regreso.estado),
                                               db::to_value(regreso.entidadId),    db::to_value(regreso.capaId)};
        ctx.db().query_later(R"(
            UPDATE numeroSerie
               SET almacenId = $5, entidadId = $7, capaId = CASE WHEN $5 = 0 THEN capaId ELSE $8 END,
                   estado = CASE WHEN (SELECT a.tipo FROM almacen a WHERE a.organizacionId = $1 AND a.almacenId = $5) = 'transito'
                                 THEN 'enTransito' ELSE $6 END
             WHERE organizacionId = $1 AND productoId = $2 AND serie = $3 AND almacenId = $4 AND estado <> 'reservada'
            RETURNING loteId)",
                             valores, [&hecha = hechas[i]](const db::Row&) { hecha = 1; });
        if (++i % por_viaje == 0) ctx.db().settle();
    }
    ctx.db().settle();
    i = 0;
    for (const auto& [cual, regreso] : regresos)
        if (hechas[i++] == 0)
            faltas.agregar(Codigo::serie_no_disponible, "/transaccionId", En::donde_sea,
                           reflect::to_json(SerieDicha{std::string{cual.second}}));
    if (!faltas.vacia()) return;
    for (const SerieMovida& movida : movidas) {
        const auto deshecho = deshechos.find(movida.movimientoId);
        if (deshecho != deshechos.end())
            anotar(ctx, marco, movida.productoId, movida.serie, movida.numeroPartida, deshecho->second, movida.capaId,
                   static_cast<int>(-movida.signo));
    }
}

}  // namespace interno
}  // namespace cacao::engine
