#include "engine/entorno/periodos.hpp"

#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <array>

namespace cacao::engine {
namespace {

constexpr int meses_de_un_anio = 13;         // with the one that closes it
constexpr std::int64_t sin_fin = 1'000'000;  // after every month

std::string candado(std::int64_t periodo) { return "periodo/" + std::to_string(periodo); }

std::int64_t anterior(std::int64_t periodo) { return periodo % 100 == 1 ? periodo - 101 + meses_de_un_anio : periodo - 1; }

std::string datos(std::int64_t periodo) { return R"({"periodo":)" + std::to_string(periodo) + "}"; }

std::optional<std::int64_t> cerrado_despues_de(db::Reader& tx, std::int64_t periodo) {
    return tx.one<std::int64_t>(R"(
        SELECT periodo FROM periodo WHERE organizacionId = $1 AND periodo > $2 AND estado = 'cerrado' ORDER BY periodo LIMIT 1)",
                                tx.organizacion(), periodo);
}

// The last closed month before this one: everything up to it is closed too.
std::int64_t ultimo_cerrado_antes_de(db::Reader& tx, std::int64_t periodo) {
    return tx
        .one<std::int64_t>(R"(
                SELECT periodo FROM periodo WHERE organizacionId = $1 AND periodo < $2 AND estado = 'cerrado'
                ORDER BY periodo DESC LIMIT 1)",
                           tx.organizacion(), periodo)
        .value_or(0);
}

// The first month with entries between two, by the kept sums, which are led by the month.
std::optional<std::int64_t> primero_con_asientos(db::Reader& tx, std::int64_t despues_de, std::int64_t antes_de) {
    return tx.one<std::int64_t>(R"(
        SELECT periodo FROM saldoCuenta WHERE organizacionId = $1 AND periodo > $2 AND periodo < $3 ORDER BY periodo LIMIT 1)",
                                tx.organizacion(), despues_de, antes_de);
}

// Closing a month closes what stands before it, so nobody may be posting there either: takes the months since the last closed
// one, oldest first, like everyone who takes several. A company that never closed one is asked for ten years.
void apartar(db::Writer& tx, std::int64_t periodo) {
    const auto desde = std::max(ultimo_cerrado_antes_de(tx, periodo), periodo - 1000);
    std::vector<std::int64_t> meses;
    for (auto mes = periodo; mes > desde; mes = anterior(mes)) meses.push_back(mes);
    for (auto mes = meses.rbegin(); mes != meses.rend(); ++mes) tx.lock(candado(*mes));
}

// The first year in a range of months whose closing entry stands. One that was undone leaves every account of month 13 at zero,
// branch by branch.
std::optional<std::int64_t> cierre_vigente_en(db::Reader& tx, std::int64_t desde, std::int64_t hasta) {
    return tx.one<std::int64_t>(R"(
        SELECT MIN(u.periodo) / 100
        FROM (SELECT periodo FROM saldoCuenta WHERE organizacionId = $1 AND periodo BETWEEN $2 AND $3 AND periodo % 100 = $4
              GROUP BY periodo, cuentaId, sucursalId, proyectoId HAVING sum(cargos) <> sum(abonos)) u
        HAVING COUNT(*) > 0)",
                                tx.organizacion(), desde, hasta, cierre_del_ejercicio);
}

bool cierre_vigente(db::Reader& tx, std::int64_t periodo) {
    const auto trece = periodo / 100 * 100 + cierre_del_ejercicio;
    return cierre_vigente_en(tx, trece, trece).has_value();
}

EstadoPeriodo estado_de_texto(std::string_view texto) {
    for (const auto e : {EstadoPeriodo::abierto, EstadoPeriodo::cerrando, EstadoPeriodo::cerrado})
        if (reflect::enum_name(e) == texto) return e;
    reject(Codigo::interno, "");
}

// Decisions about months, both ends included.
std::vector<Periodo> leer_periodos(db::Reader& tx, std::int64_t desde, std::int64_t hasta) {
    std::vector<Periodo> leidos;
    tx.each(R"(
        SELECT periodo, estado, motivo, usuarioId, instante, version FROM periodo
        WHERE organizacionId = $1 AND periodo BETWEEN $2 AND $3 ORDER BY periodo)",
            [&](const db::Row& row) {
                leidos.push_back({row.integer(0), estado_de_texto(row.text(1)), std::string{row.text(2)}, row.integer(3),
                                  Instante::de_micros(row.integer(4)), row.integer(5)});
            },
            tx.organizacion(), desde, hasta);
    return leidos;
}

Periodo sin_decidir(std::int64_t periodo) {
    Periodo p;
    p.periodo = periodo;
    return p;
}

}  // namespace

bool puede_ajustar(const api::Sesion& sesion) { return api::tiene_derecho(sesion, derecho_de_ajuste, grupo_de_ajuste); }

void pedir_periodo(Context& ctx, std::int64_t periodo, std::string_view campo, Faltas& faltas) {
    auto& tx = ctx.db();
    tx.lock_shared(candado(periodo));
    // Read after the lock: whoever was closing the month has finished. Always one row: 0 open, 1 closing, 2 closed.
    const std::array<db::Value, 2> valores{db::to_value(tx.organizacion()), db::to_value(periodo)};
    tx.query_later(R"(
        SELECT COALESCE(max(CASE WHEN estado = 'cerrado' THEN 2 WHEN estado = 'cerrando' THEN 1 ELSE 0 END), 0) FROM periodo
        WHERE organizacionId = $1 AND periodo >= $2 AND (periodo = $2 OR estado = 'cerrado'))",
                   valores,
                   [&faltas, periodo, lugar = std::string{campo}, ajusta = puede_ajustar(ctx.sesion())](const db::Row& row) {
                       if (row.integer(0) > (ajusta ? 1 : 0))
                           faltas.agregar(Codigo::periodo_cerrado, lugar, En::donde_sea, datos(periodo));
                   });
}

void exigir_periodo(Context& ctx, std::int64_t periodo, std::string_view campo, Faltas& faltas) {
    pedir_periodo(ctx, periodo, campo, faltas);
    ctx.db().settle();
}

void exigir_dia(const Context& ctx, Fecha fecha, std::int64_t sucursalId, std::string_view campo, Faltas& faltas) {
    const Fecha hoy = ctx.hoy(sucursalId);
    if (fecha <= hoy) return;
    const auto dias =
        ctx.db().one<std::int64_t>("SELECT diasAdelanto FROM configuracion WHERE organizacionId = $1", ctx.organizacionId());
    const Fecha hasta = hoy + static_cast<int>(dias.value_or(0));
    if (fecha > hasta)
        faltas.agregar(Codigo::fuera_de_rango, std::string{campo}, En::donde_sea, reflect::objeto("maximo", hasta));
}

void apartar_periodos(db::Writer& tx, std::int64_t desde, std::int64_t hasta) {
    for (auto mes = desde; mes <= hasta; mes = mes % 100 == meses_de_un_anio ? mes + 101 - meses_de_un_anio : mes + 1)
        tx.lock(candado(mes));
}

Periodo cambiar_periodo(Context& ctx, std::int64_t periodo, EstadoPeriodo estado, const std::string& motivo) {
    auto& tx = ctx.db();
    reject_if(periodo % 100 < 1 || periodo % 100 > meses_de_un_anio, Codigo::valor_no_permitido, "/periodo");
    // Decisions about months go one after the other; then each waits for those who post.
    tx.lock("periodos");
    if (estado == EstadoPeriodo::cerrado) apartar(tx, periodo);
    else tx.lock(candado(periodo));

    const auto despues = cerrado_despues_de(tx, periodo);
    const auto leidos = leer_periodos(tx, periodo, periodo);
    auto antes = leidos.empty() ? sin_decidir(periodo) : leidos.front();
    ctx.exigir_version(antes.version);
    Faltas faltas;
    if (despues) antes.estado = EstadoPeriodo::cerrado;
    faltas.agregar_si(antes.estado == estado, Codigo::estado_invalido, "/periodo");
    if (estado == EstadoPeriodo::cerrado) {
        if (const auto abierto = primero_con_asientos(tx, ultimo_cerrado_antes_de(tx, periodo), periodo))
            faltas.agregar(Codigo::periodo_anterior_abierto, "/periodo", En::donde_sea, datos(*abierto));
    } else {
        if (despues) faltas.agregar(Codigo::conflicto, "/periodo", En::donde_sea, datos(*despues));
        faltas.agregar_si(periodo % 100 != cierre_del_ejercicio && cierre_vigente(tx, periodo), Codigo::ejercicio_cerrado,
                          "/periodo");
    }
    faltas.lanzar();

    Periodo ahora{periodo, estado, motivo, ctx.usuarioId(), ctx.ahora(), antes.version + 1};
    tx.run(R"(
        INSERT INTO periodo (organizacionId, periodo, estado, motivo, usuarioId, instante, version) VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (organizacionId, periodo)
        DO UPDATE SET estado = $3, motivo = $4, usuarioId = $5, instante = $6, version = $7)",
           tx.organizacion(), periodo, reflect::enum_name(estado), motivo, ahora.usuarioId, ahora.instante, ahora.version);
    ctx.auditar("Periodo", periodo, antes, ahora);
    return ahora;
}

std::optional<std::int64_t> ejercicio_cerrado_despues_de(db::Reader& tx, std::int64_t periodo) {
    return cierre_vigente_en(tx, periodo + 1, sin_fin);
}

std::vector<Periodo> periodos_del(db::Reader& tx, int anio) {
    const std::int64_t primero = anio * 100 + 1;
    const std::int64_t cierre = anio * 100 + cierre_del_ejercicio;
    const auto decididos = leer_periodos(tx, primero, cierre);
    const auto cerrado = ultimo_cerrado_antes_de(tx, sin_fin);
    std::vector<Periodo> lista;
    for (auto mes = primero; mes <= cierre; ++mes) {
        const auto hallado = std::ranges::find(decididos, mes, &Periodo::periodo);
        if (hallado == decididos.end() && mes == cierre && !primero_con_asientos(tx, mes - 1, mes + 1)) continue;
        auto& p = lista.emplace_back(hallado == decididos.end() ? sin_decidir(mes) : *hallado);
        if (mes < cerrado) p.estado = EstadoPeriodo::cerrado;
    }
    return lista;
}

}  // namespace cacao::engine
