#include "engine/cadena/abiertas.hpp"

#include "db/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace cacao::engine {
namespace {

// Whether what is open of a line of this kind is also bounded by what is open of the line of that kind behind it.
bool depende(const Documento& tipo, std::string_view origen, Avance avance) {
    const Documento* quien = quien_avanza(tipo, avance, origen);
    return quien != nullptr && sube(*quien, tipo.tipo, origen, avance);
}

// By which progress the goods of a line are counted that may go beyond it, and are then invoiced as they moved.
Avance movido(const Documento& origen, Avance avance) {
    return avance == Avance::facturado && origen.tolerancia != Tolerancia::ninguna ? origen.espera.avance : Avance::ninguno;
}

// A kind that an invoice takes over takes another progress with it: what was credited of it is not invoiced.
Avance por_su_acompaniante(const Documento& tipo, Avance avance) {
    if (avance != Avance::facturado) return Avance::ninguno;
    const Documento* quien = quien_avanza(tipo, avance);
    const Origen* regla = quien == nullptr ? nullptr : regla_de(*quien, tipo.tipo);
    return regla == nullptr || regla->acompania == nullptr ? Avance::ninguno : regla_de(*regla->acompania, tipo.tipo)->avance;
}

std::string usado(std::string_view linea, Avance avance) {
    return fmt::format(
        "COALESCE((SELECT a.cantidad FROM avance a WHERE a.organizacionId = $1 AND a.transaccionId = "
        "{0}.transaccionId AND a.numeroPartida = {0}.numeroPartida AND a.avance = '{1}'), 0)",
        linea, nombre(avance));
}

// Of which lines of the kind anything can be open at all: p is the line, x the document that it derives from, q its product.
std::string puede_sql(const Documento& tipo, Avance avance) {
    std::string ajenos;
    for (const Origen& o : tipo.origenes) {
        const bool nunca = avance == Avance::facturado ? quien_avanza(tipo, avance, o.tipo) == nullptr : o.sin_existencia;
        if (nunca) ajenos += fmt::format("{}'{}'", ajenos.empty() ? "" : ", ", o.tipo);
    }
    std::string sql = ajenos.empty() ? "1 = 1" : fmt::format("COALESCE(x.tipo, '') NOT IN ({})", ajenos);
    if (avance == Avance::facturado) sql += " AND p.sinCargo = 0";
    if (avance == Avance::entregado) {
        sql += " AND COALESCE(q.tipo, 'servicio') <> 'servicio'";
        if (tipo.existencia == Existencia::salida) sql += " AND p.almacenId = 0";
    }
    return sql;
}

// The lines of a kind below `de`, or those of one document.
constexpr std::string_view la_partida = "p.transaccionId = $2 AND p.numeroPartida = $3";
constexpr std::string_view las_del_documento = "p.transaccionId = $2";
constexpr std::string_view las_que_derivan = "p.origenId <> 0 AND p.origenId = $2 AND p.origenPartida = $3";

// Asks nothing of the progress of the lines: somebody else may be giving back another part of what is open at this moment.
std::string abrir_sql(const Documento& tipo, Avance avance, std::string_view cuales, bool registrado = true) {
    const std::string en_vigor =
        registrado ? fmt::format(
                         " JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo = "
                         "'{}' AND d.estado NOT IN ('cancelado', 'cerrado', 'rechazada')",
                         tipo.tipo)
                   : std::string{};
    return fmt::format(R"(
        INSERT INTO partidaAbierta (organizacionId, avance, tipo, transaccionId, numeroPartida)
        SELECT p.organizacionId, '{0}', '{1}', p.transaccionId, p.numeroPartida
          FROM partida p{2}
          LEFT JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = p.origenId
          LEFT JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
         WHERE p.organizacionId = $1 AND {3} AND {4}
        ON CONFLICT (organizacionId, avance, tipo, transaccionId, numeroPartida) DO NOTHING)",
                       nombre(avance), tipo.tipo, en_vigor, cuales, puede_sql(tipo, avance));
}

void cerrar_partida(Context& ctx, const Documento& tipo, Avance avance, LlavePartida l) {
    ctx.db().run(R"(DELETE FROM partidaAbierta
                    WHERE organizacionId = $1 AND avance = $2 AND tipo = $3 AND transaccionId = $4 AND numeroPartida = $5)",
                 ctx.organizacionId(), nombre(avance), tipo.tipo, l.transaccionId, l.numeroPartida);
}

// Whether nothing is left of a source line. It stays so until this transaction ends: the row is held.
bool agotada(Context& ctx, const Documento& tipo, LlavePartida l, Avance avance) {
    const Avance otro = movido(tipo, avance);
    return ctx.db().count(fmt::format(R"(
        UPDATE avance SET limite = limite
         WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = '{}'
           AND cantidad >= (SELECT p.cantidadBase FROM partida p
                             WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)
           AND cantidad >= COALESCE((SELECT m.cantidad FROM avance m WHERE m.organizacionId = $1 AND m.transaccionId = $2
                                                                       AND m.numeroPartida = $3 AND m.avance = '{}'), 0))",
                                      nombre(avance), nombre(otro)),
                          ctx.organizacionId(), l.transaccionId, l.numeroPartida) != 0;
}

// Lines that derive from this one: what is open of them is bounded by what is open of it.
void revisar_derivadas(Context& ctx, const Documento& tipo, LlavePartida linea, Avance avance, bool lleno) {
    std::string tipos;
    for (const Documento* t : todos_los_tipos()) {
        if (!deja_abierta(*t, avance) || regla_de(*t, tipo.tipo) == nullptr || !depende(*t, tipo.tipo, avance)) continue;
        tipos += fmt::format("{}'{}'", tipos.empty() ? "" : ", ", t->tipo);
        if (!lleno)
            ctx.db().run(abrir_sql(*t, avance, las_que_derivan), ctx.organizacionId(), linea.transaccionId, linea.numeroPartida);
    }
    if (tipos.empty() || !lleno) return;
    // Whoever moves more of it than it says waits, or is waited for.
    if (const Avance otro = movido(tipo, avance); otro != Avance::ninguno)
        ctx.db().run(R"(UPDATE avance SET limite = limite
                        WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND avance = $4)",
                     ctx.organizacionId(), linea.transaccionId, linea.numeroPartida, nombre(otro));
    if (!agotada(ctx, tipo, linea, avance)) return;
    ctx.db().run(fmt::format(R"(
        DELETE FROM partidaAbierta
         WHERE organizacionId = $1 AND avance = '{}' AND tipo IN ({}) AND (transaccionId, numeroPartida) IN (
               SELECT p.transaccionId, p.numeroPartida FROM partida p WHERE p.organizacionId = $1 AND {}))",
                             nombre(avance), tipos, las_que_derivan),
                 ctx.organizacionId(), linea.transaccionId, linea.numeroPartida);
}

constexpr Avance llevados[] = {Avance::facturado, Avance::entregado};

}  // namespace

const Documento* quien_avanza(const Documento& de, Avance avance, std::string_view salvo) {
    for (const Documento* t : todos_los_tipos()) {
        const Origen* regla = regla_de(*t, de.tipo);
        if (regla != nullptr && regla->avance == avance && t->tipo != salvo) return t;
    }
    return nullptr;
}

bool deja_abierta(const Documento& tipo, Avance avance) {
    if (avance == Avance::entregado) return se_entrega_despues(tipo);
    return avance == Avance::facturado && quien_avanza(tipo, avance) != nullptr;
}

void abrir_partidas(Context& ctx, const Documento& tipo, std::int64_t transaccionId, Avance avance,
                    const std::vector<PartidaConOrigen>& de_origen) {
    ctx.db().run(abrir_sql(tipo, avance, las_del_documento, false), ctx.organizacionId(), transaccionId);
    for (const PartidaConOrigen& p : de_origen)
        if (depende(tipo, p.origenTipo, avance) && agotada(ctx, *tipo_de(p.origenTipo), p.origen, avance))
            cerrar_partida(ctx, tipo, avance, {transaccionId, p.numeroPartida});
}

void revisar_abiertas(Context& ctx, LlavePartida linea, Avance avance) {
    const Documento* tipo = nullptr;
    Cantidad dice;
    Cantidad usada;
    ctx.db().each(R"(SELECT d.tipo, p.cantidadBase, COALESCE(a.cantidad, 0)
                     FROM partida p
                     JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = $2
                     LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = $2 AND a.numeroPartida = $3 AND a.avance = $4
                     WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                  [&](const db::Row& r) {
                      tipo = tipo_de(r.text(0));
                      dice = Cantidad::de_micros(r.integer(1));
                      usada = Cantidad::de_micros(r.integer(2));
                  },
                  ctx.organizacionId(), linea.transaccionId, linea.numeroPartida, nombre(avance));
    if (tipo == nullptr) return;
    const bool lleno = usada >= dice;
    for (const Avance llevado : llevados) {
        if (deja_abierta(*tipo, llevado) && (avance == llevado || avance == por_su_acompaniante(*tipo, llevado))) {
            if (lleno) cerrar_partida(ctx, *tipo, llevado, linea);
            else
                ctx.db().run(abrir_sql(*tipo, llevado, la_partida), ctx.organizacionId(), linea.transaccionId,
                             linea.numeroPartida);
        }
        if (avance == llevado) revisar_derivadas(ctx, *tipo, linea, llevado, lleno);
        // More of it moved than it says: what moved can be invoiced.
        else if (avance == movido(*tipo, llevado) && usada > dice) revisar_derivadas(ctx, *tipo, linea, llevado, false);
    }
}

void cerrar_partidas(Context& ctx, const Documento& tipo, std::int64_t transaccionId) {
    if (std::ranges::none_of(llevados, [&](Avance a) { return deja_abierta(tipo, a); })) return;
    ctx.db().run("DELETE FROM partidaAbierta WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
                 transaccionId);
}

std::string con_abiertas_sql(const Documento& tipo, Avance avance) {
    std::string sql = fmt::format(R"(
        SELECT n.transaccionId FROM partidaAbierta n
          JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = n.transaccionId AND p.numeroPartida = n.numeroPartida
         WHERE n.organizacionId = $1 AND n.avance = '{}' AND n.tipo = '{}' AND p.cantidadBase > {})",
                                  nombre(avance), tipo.tipo, usado("p", avance));
    if (const Avance otro = por_su_acompaniante(tipo, avance); otro != Avance::ninguno)
        sql += " AND p.cantidadBase > " + usado("p", otro);
    std::string agotadas;
    for (const Origen& o : tipo.origenes) {
        if (!depende(tipo, o.tipo, avance)) continue;
        agotadas +=
            fmt::format("{}(x.tipo = '{}' AND {} >= o.cantidadBase", agotadas.empty() ? "" : " OR ", o.tipo, usado("o", avance));
        if (const Avance otro = movido(*tipo_de(o.tipo), avance); otro != Avance::ninguno)
            agotadas += fmt::format(" AND {} >= {}", usado("o", avance), usado("o", otro));
        agotadas += ")";
    }
    if (!agotadas.empty())
        sql += fmt::format(R"( AND NOT EXISTS (
               SELECT 1 FROM partida o JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = o.transaccionId
                WHERE p.origenId <> 0 AND o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
                  AND ({})))",
                           agotadas);
    return sql;
}

}  // namespace cacao::engine
