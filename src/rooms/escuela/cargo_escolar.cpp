// What plans charge their students, each period once: the key of its row says so, whoever asks and however often.

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/escuela/linea_alumno.hpp"
#include "rooms/escuela/plan_escolar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace cacao {
namespace {

constexpr std::size_t cargos_por_vez = 100;  // nobody holds the writer for a whole school

// A student who owes a period, with whom its document is for.
struct AlumnoPorCobrar {
    std::int64_t alumnoId = 0;
    std::string nombre;
    std::int64_t nivelEscolarId = 0;
    std::int64_t clienteId = 0;
    std::int64_t pagadorId = 0;
    Tasa beca;
};
DESCRIBE_STRUCT(AlumnoPorCobrar, (), (alumnoId, nombre, nivelEscolarId, clienteId, pagadorId, beca))

struct PeriodoDePlan {
    Fecha desde;
    Fecha hasta;
};

// Those in the year, and in the level if the plan is of one, who were there on some day of the period.
std::vector<AlumnoPorCobrar> por_cobrar(db::Reader& tx, const PlanEscolar& p, const PeriodoDePlan& periodo,
                                        const CargosPedidos& pedidos, std::size_t cuantos) {
    db::Where donde{tx.organizacion(), p.planEscolarId, periodo.desde};
    donde.add("a.cicloEscolarId = $", p.cicloEscolarId);
    if (p.nivelEscolarId != 0) donde.add("a.nivelEscolarId = $", p.nivelEscolarId);
    donde.add("a.ingreso <= $", periodo.hasta);
    if (pedidos.alumnoId) donde.add("a.alumnoId = $", pedidos.alumnoId->valor);
    if (p.opcional)
        donde.add(
            "EXISTS (SELECT 1 FROM alumnoPlan o WHERE o.organizacionId = $1 AND o.alumnoId = a.alumnoId AND o.planEscolarId = "
            "$2)");
    return tx.all_with<AlumnoPorCobrar>(R"(
        SELECT a.alumnoId, a.nombre, a.nivelEscolarId, CASE WHEN a.clienteId <> 0 THEN a.clienteId ELSE f.clienteId END AS clienteId,
               CASE WHEN a.pagadorId <> 0 THEN a.pagadorId WHEN a.clienteId <> 0 THEN 0 ELSE f.pagadorId END AS pagadorId,
               a.beca + a.descuento AS beca
        FROM alumno a
        JOIN familia f ON f.organizacionId = $1 AND f.familiaId = a.familiaId
        WHERE a.organizacionId = $1 AND a.activo = 1 AND (a.baja IS NULL OR a.baja >= $3)
          AND NOT EXISTS (SELECT 1 FROM cargoEscolar c WHERE c.organizacionId = $1 AND c.planEscolarId = $2 AND c.periodo = $3
                          AND c.alumnoId = a.alumnoId))" +
                                            donde.and_sql() + fmt::format(" ORDER BY a.alumnoId LIMIT {}", cuantos),
                                        donde.params());
}

// Of what his scholarship covers whole nothing is made, and that is the charge of his period.
CargoGenerado cobrar(Context& ctx, const PlanEscolar& p, Fecha periodo, const AlumnoPorCobrar& a, int decimales) {
    auto& tx = ctx.db();
    const Tasa beca = p.conBeca ? a.beca : Tasa{};
    const Importe precio = Importe::de_micros(p.precio.micros());
    const Importe descuento = (precio * beca).redondear(decimales);
    const Fecha vencimiento = periodo + static_cast<int>(p.diasVencimiento);
    CargoGenerado r{p.planEscolarId, periodo, a.alumnoId, 0, {}, {}};
    if (precio.redondeado(decimales) > descuento) {
        engine::SolicitudVenta s;
        s.fecha = periodo;
        s.campos = {{"/fecha", "/hasta"}};
        s.vencimiento = vencimiento;
        s.sucursalId = p.sucursalId;
        s.entidadId = a.clienteId;
        s.campo_entidad = "/alumnoId";
        s.notas = p.nombre;
        auto& l = s.partidas.emplace_back();
        l.campo = "/planEscolarId";
        l.conceptoId = p.conceptoId;
        l.cantidad = Cantidad::de_enteros(1);
        l.precioUnitario = p.precio;
        l.incluyeImpuestos = p.incluyeImpuestos;
        l.descuento = descuento;
        l.descripcion = fmt::format("{} {:02}/{}", p.nombre, periodo.mes(), periodo.anio());
        const auto e = engine::emitir(ctx, engine::NotaVenta, s);
        apuntar_alumno(tx, {e.transaccionId, 1, a.alumnoId, a.nivelEscolarId, p.tipo, a.pagadorId, a.clienteId});
        r.transaccionId = e.transaccionId;
        r.folio = engine::folio_texto(e.serie, e.folio);
        r.total = e.total;
    }
    const bool hay_pronto = !p.prontoPagoTasa.es_cero();
    const bool hay_recargo = p.conceptoRecargoId != 0 && (!p.recargoTasa.es_cero() || !p.recargoImporte.es_cero());
    tx.run(R"(INSERT INTO cargoEscolar (organizacionId, planEscolarId, periodo, alumnoId, transaccionId, beca, prontoPagoHasta,
                                        prontoPagoTasa, recargoDesde, recargoTasa, recargoImporte, conceptoRecargoId, instante)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13))",
           tx.organizacion(), p.planEscolarId, periodo, a.alumnoId,
           r.transaccionId == 0 ? std::nullopt : std::optional{r.transaccionId}, beca,
           hay_pronto ? std::optional{periodo + static_cast<int>(p.prontoPagoDias)} : std::nullopt, p.prontoPagoTasa,
           hay_recargo ? std::optional{vencimiento + static_cast<int>(p.diasGracia + 1)} : std::nullopt, p.recargoTasa,
           p.recargoImporte, p.conceptoRecargoId, ctx.ahora());
    return r;
}

}  // namespace

Fecha periodo_de_plan(Fecha inicio, int n) {
    using namespace std::chrono;
    const year_month_day primero{sys_days{days{inicio.dias()}}};
    const year_month mes = year_month{primero.year(), primero.month()} + months{n};
    year_month_day dia{mes.year(), mes.month(), primero.day()};
    if (!dia.ok()) dia = mes / last;
    return Fecha::de_dias(static_cast<std::int32_t>(sys_days{dia}.time_since_epoch().count()));
}

CargosGenerados generar_cargos_escolares(Context& ctx, const CargosPedidos& pedidos) {
    auto& tx = ctx.db();
    tx.lock("cargosEscolares");
    const Fecha hasta = pedidos.hasta.value_or(ctx.hoy());
    const int decimales = engine::leer_ajustes(tx).decimales;
    CargosGenerados r;
    std::set<std::pair<std::int64_t, std::int32_t>> cobrados;
    tx.each(
        "SELECT planEscolarId, periodo FROM periodoCobrado WHERE organizacionId = $1",
        [&](const db::Row& f) { cobrados.emplace(f.integer(0), static_cast<std::int32_t>(f.integer(1))); }, tx.organizacion());
    for (const PlanEscolar& p : listar_planes_escolares(ctx, {pedidos.cicloEscolarId, true, {}})) {
        if (pedidos.planEscolarId && pedidos.planEscolarId->valor != p.planEscolarId) continue;
        for (int n = 0; n < p.periodos; ++n) {
            const PeriodoDePlan periodo{periodo_de_plan(p.inicio, n), periodo_de_plan(p.inicio, n + 1) + -1};
            if (periodo.desde > hasta) break;
            if (cobrados.contains({p.planEscolarId, periodo.desde.dias()})) continue;
            // One more than fit, to learn whether any are left.
            const std::size_t caben = cargos_por_vez - r.cargos.size();
            const auto alumnos = por_cobrar(tx, p, periodo, pedidos, caben + 1);
            for (std::size_t i = 0; i < std::min(caben, alumnos.size()); ++i)
                r.cargos.push_back(cobrar(ctx, p, periodo.desde, alumnos[i], decimales));
            r.quedan = alumnos.size() > caben;
            if (r.quedan) return r;
            // Who comes while the period lasts changes a student, and it is looked at again.
            if (!pedidos.alumnoId)
                tx.run(R"(INSERT INTO periodoCobrado (organizacionId, planEscolarId, periodo) VALUES ($1, $2, $3)
                          ON CONFLICT (organizacionId, planEscolarId, periodo) DO NOTHING)",
                       tx.organizacion(), p.planEscolarId, periodo.desde);
        }
    }
    return r;
}

}  // namespace cacao
