#include "engine/entorno/conteos.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cacao::engine {
namespace {

// The rows of all contacts together, and those of its own ($8).
std::string sumar_conteo_sql(bool con_contacto) {
    return fmt::format(R"(
        INSERT INTO conteoDocumento (organizacionId, tipo, entidadId, dias, fecha, estado, franja, documentos)
        VALUES ($1, $2, 0, 1, $3, $5, $6, $7), ($1, $2, 0, 32, $4, $5, $6, $7){}
        ON CONFLICT (organizacionId, entidadId, tipo, dias, fecha, estado, franja)
        DO UPDATE SET documentos = conteoDocumento.documentos + excluded.documentos)",
                       con_contacto ? ", ($1, $2, $8, 1, $3, $5, $6, $7), ($1, $2, $8, 32, $4, $5, $6, $7)" : "");
}

void sumar_conteo(db::Writer& tx, const DocumentoContado& d, std::int64_t documentos) {
    static const std::string de_nadie = sumar_conteo_sql(false);
    static const std::string de_alguien = sumar_conteo_sql(true);
    if (d.entidadId == 0)
        tx.run(de_nadie, tx.organizacion(), d.tipo, d.fecha, lapso_de(d.fecha), d.estado, tx.franja(), documentos);
    else
        tx.run(de_alguien, tx.organizacion(), d.tipo, d.fecha, lapso_de(d.fecha), d.estado, tx.franja(), documentos, d.entidadId);
}

template <class Poner>
void mudar(Context& ctx, std::int64_t transaccionId, Poner&& poner) {
    auto& tx = ctx.db();
    const auto antes = tx.one<DocumentoContado>(
        "SELECT tipo, fecha, entidadId, estado FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
        tx.organizacion(), transaccionId);
    if (!antes) throw std::logic_error("a document that is not there was about to change");
    DocumentoContado despues = *antes;
    poner(despues);
    if (despues == *antes) return;
    tx.run("UPDATE documento SET entidadId = $3, estado = $4 WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(),
           transaccionId, despues.entidadId, despues.estado);
    sumar_conteo(tx, *antes, -1);
    sumar_conteo(tx, despues, 1);
}

// Rows of lapses or of days, both ends included.
std::string lapsos_sql(const DocumentosContables& c, db::Where& donde, int dias, std::optional<Fecha> desde,
                       std::optional<Fecha> hasta) {
    auto sql = fmt::format(
        "SELECT documentos FROM conteoDocumento WHERE organizacionId = $1 AND entidadId = $2 AND tipo IN ('{}') AND dias = {}",
        fmt::join(c.tipos, "', '"), dias);
    if (desde) sql += " AND fecha >= " + donde.next(*desde);
    if (hasta) sql += " AND fecha <= " + donde.next(*hasta);
    if (c.estado) sql += " AND estado = $3";
    return sql;
}

}  // namespace

void contar_documento(Context& ctx, const DocumentoContado& documento) { sumar_conteo(ctx.db(), documento, 1); }

void poner_estado(Context& ctx, std::int64_t transaccionId, std::string_view estado) {
    mudar(ctx, transaccionId, [&](DocumentoContado& d) { d.estado = estado; });
}

void poner_contacto(Context& ctx, std::int64_t transaccionId, std::int64_t entidadId) {
    mudar(ctx, transaccionId, [&](DocumentoContado& d) { d.entidadId = entidadId; });
}

std::int64_t documentos_contados(db::Reader& tx, const DocumentosContables& c) {
    db::Where donde{tx.organizacion(), c.entidadId.value_or(0)};
    if (c.estado) donde.next(*c.estado);
    // The first lapse that is whole, and the day behind the last one.
    const auto primero = c.desde ? std::optional{lapso_de(*c.desde + (dias_del_lapso - 1))} : std::nullopt;
    const auto fin = c.hasta ? std::optional{lapso_de(*c.hasta + 1)} : std::nullopt;
    std::vector<std::string> partes;
    if (primero && fin && *primero >= *fin) {
        partes.push_back(lapsos_sql(c, donde, 1, c.desde, c.hasta));
    } else {
        partes.push_back(lapsos_sql(c, donde, dias_del_lapso, primero, fin ? std::optional{*fin + -1} : std::nullopt));
        if (primero && *c.desde < *primero) partes.push_back(lapsos_sql(c, donde, 1, c.desde, *primero + -1));
        if (fin && *fin <= *c.hasta) partes.push_back(lapsos_sql(c, donde, 1, fin, c.hasta));
    }
    return tx
        .one_with<std::int64_t>(
            fmt::format("SELECT CAST(COALESCE(SUM(n.documentos), 0) AS BIGINT) FROM ({}) n", fmt::join(partes, " UNION ALL ")),
            donde.params())
        .value();
}

}  // namespace cacao::engine
