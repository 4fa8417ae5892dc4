#include "rooms/bancos/documentos/conciliacion.hpp"

#include "db/rows.hpp"
#include "engine/libros/conciliacion.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <set>

namespace cacao {
namespace {

constexpr std::string_view conciliacion_sql = R"(
    SELECT conciliacionId, cuentaBancariaId, importe, automatica, estado, usuarioId, instante
    FROM conciliacion WHERE organizacionId = $1 AND conciliacionId = $2)";

std::optional<Conciliacion> leer_conciliacion(db::Reader& tx, std::int64_t id) {
    return tx.one<Conciliacion>(conciliacion_sql, tx.organizacion(), id);
}

ConciliacionVista vista(db::Reader& tx, Conciliacion c) {
    const auto id = c.conciliacionId;
    return {std::move(c), movimientos_conciliados(tx, id), lineas_conciliadas(tx, id)};
}

// What either side has of a thing that is named.
struct Lado {
    Importe importe;
    std::int64_t conciliacionId{};
};
DESCRIBE_STRUCT(Lado, (), (importe, conciliacionId))

constexpr std::string_view un_movimiento = R"(SELECT importe, conciliacionId FROM movimientoBanco
                                              WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND polizaId = $3)";
constexpr std::string_view una_linea = R"(SELECT importe, conciliacionId FROM lineaBanco
                                          WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND lineaBancoId = $3)";

// The identifiers and what they add up to; whatever is not there, taken already or named twice is a fault.
struct Pedidos {
    std::vector<std::int64_t> ids;
    Importe suma;
};
Pedidos sumar(Context& ctx, std::int64_t cuentaBancariaId, const std::optional<Lista<Id, 1000>>& pedidos, std::string_view sql,
              std::string_view campo, Faltas& faltas) {
    Pedidos r;
    if (!pedidos) return r;
    auto& tx = ctx.db();
    std::deque<std::optional<Lado>> lados;  // a deque does not move what the database will fill
    for (const auto& id : *pedidos) tx.one_later(lados.emplace_back(), sql, ctx.organizacionId(), cuentaBancariaId, id.valor);
    tx.settle();
    std::set<std::int64_t> vistos;
    for (std::size_t i = 0; i < pedidos->size(); ++i) {
        const auto donde = fmt::format("{}/{}", campo, i);
        if (!lados[i]) faltas.agregar(Codigo::no_encontrado, donde);
        else if (lados[i]->conciliacionId != 0) faltas.agregar(Codigo::conciliado, donde);
        else if (!vistos.insert((*pedidos)[i]).second) faltas.agregar(Codigo::duplicado, donde);
        else r.suma += lados[i]->importe;
        r.ids.push_back((*pedidos)[i]);
    }
    return r;
}

// ---- by itself

struct Abierta {
    std::int64_t id{};
    Fecha fecha;
    Importe importe;
    std::string referencia;
    bool pedida{};  // of the range: others only stand by, for a movement at its edge may be theirs
};
DESCRIBE_STRUCT(Abierta, (), (id, fecha, importe, referencia, pedida))

// Pairs lines with movements of the same amount, a few days apart at the most: those that carry the same reference, then those
// for which there is no other. What several could be is left to somebody who knows.
class Emparejador {
public:
    Emparejador(std::vector<Abierta> lineas, std::vector<Abierta> movimientos, int dias)
        : lineas_(std::move(lineas)), movimientos_(std::move(movimientos)), dias_(dias) {
        for (std::size_t m = 0; m < movimientos_.size(); ++m) por_importe_[movimientos_[m].importe.micros()].push_back(m);
    }

    struct Par {
        const Abierta& linea;
        const Abierta& movimiento;
        Coincidencia por;
    };
    std::vector<Par> pares() {
        std::vector<Par> r;
        emparejar(Coincidencia::referencia, r);
        emparejar(Coincidencia::importe, r);
        return r;
    }
    // Of what pares() left over, what each line could be.
    template <class F>
    void resto(F&& cada) const {
        for (std::size_t l = 0; l < lineas_.size(); ++l) {
            if (linea_tomada_.contains(l) || !lineas_[l].pedida) continue;
            std::vector<std::int64_t> ids;
            for (const auto m : candidatos(l, Coincidencia::importe)) ids.push_back(movimientos_[m].id);
            cada(lineas_[l], std::move(ids));
        }
    }

private:
    std::vector<std::size_t> candidatos(std::size_t l, Coincidencia por) const {
        std::vector<std::size_t> r;
        const Abierta& linea = lineas_[l];
        const auto iguales = por_importe_.find(linea.importe.micros());
        if (iguales == por_importe_.end() || (por == Coincidencia::referencia && linea.referencia.empty())) return r;
        for (const auto m : iguales->second) {
            const Abierta& otro = movimientos_[m];
            if (movimiento_tomado_.contains(m) || std::abs(otro.fecha.dias() - linea.fecha.dias()) > dias_) continue;
            if (por == Coincidencia::importe || otro.referencia == linea.referencia) r.push_back(m);
        }
        return r;
    }
    void emparejar(Coincidencia por, std::vector<Par>& pares) {
        std::map<std::size_t, std::vector<std::size_t>> interesadas;  // by movement
        std::map<std::size_t, std::size_t> unicos;                    // lines with one candidate
        for (std::size_t l = 0; l < lineas_.size(); ++l) {
            if (linea_tomada_.contains(l)) continue;
            const auto posibles = candidatos(l, por);
            for (const auto m : posibles) interesadas[m].push_back(l);
            if (posibles.size() == 1) unicos.emplace(l, posibles.front());
        }
        for (const auto& [l, m] : unicos) {
            if (interesadas[m].size() != 1) continue;
            linea_tomada_.insert(l);
            movimiento_tomado_.insert(m);
            if (lineas_[l].pedida) pares.push_back({lineas_[l], movimientos_[m], por});
        }
    }

    std::vector<Abierta> lineas_;
    std::vector<Abierta> movimientos_;
    int dias_;
    std::map<std::int64_t, std::vector<std::size_t>> por_importe_;
    std::set<std::size_t> linea_tomada_;
    std::set<std::size_t> movimiento_tomado_;
};

constexpr int dias_por_omision = 3;
constexpr int rango_maximo = 366;  // days

}  // namespace

ConciliacionVista agregar_conciliacion(Context& ctx, const ConciliacionNueva& p) {
    auto& tx = ctx.db();
    engine::retener_conciliacion(ctx, p.cuentaBancariaId);
    exigir_cuenta_propia(tx, p.cuentaBancariaId);
    Faltas faltas;
    const auto movimientos = sumar(ctx, p.cuentaBancariaId, p.movimientos, un_movimiento, "/movimientos", faltas);
    const auto lineas = sumar(ctx, p.cuentaBancariaId, p.lineas, una_linea, "/lineas", faltas);
    faltas.agregar_si(movimientos.ids.empty() && lineas.ids.empty(), Codigo::requerido, "/movimientos");
    faltas.agregar_si(movimientos.ids.size() > 1 && lineas.ids.size() > 1, Codigo::regla_incumplida, "/lineas");
    faltas.lanzar();
    if (movimientos.suma != lineas.suma)
        reject(Codigo::conciliacion_descuadrada, "/lineas",
               fmt::format(R"({{"movimientos":{},"lineas":{}}})", movimientos.suma.texto(), lineas.suma.texto()));
    const auto id = engine::conciliar(ctx, {p.cuentaBancariaId, movimientos.ids, lineas.ids, lineas.suma, false});
    auto c = vista(tx, leer_conciliacion(tx, id).value());
    ctx.auditar_alta("Conciliacion", id, c);
    return c;
}

ConciliacionHecha conciliar_automaticamente(Context& ctx, const ConciliacionAutomatica& p) {
    auto& tx = ctx.db();
    engine::retener_conciliacion(ctx, p.cuentaBancariaId);
    exigir_cuenta_propia(tx, p.cuentaBancariaId);
    reject_if(p.fechaFinal < p.fechaInicial || p.fechaFinal.dias() - p.fechaInicial.dias() >= rango_maximo,
              Codigo::fuera_de_rango, "/fechaFinal");
    const int dias = p.dias ? static_cast<int>(p.dias->valor) : dias_por_omision;
    // Lines that a movement within reach of the range may be, and all that such a line may be.
    auto lineas = tx.all<Abierta>(R"(SELECT lineaBancoId AS id, fecha, importe, referencia,
                                            CASE WHEN fecha BETWEEN $5 AND $6 THEN 1 ELSE 0 END AS pedida
                                     FROM lineaBanco
                                     WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND fecha BETWEEN $3 AND $4
                                       AND conciliacionId = 0 ORDER BY fecha, lineaBancoId)",
                                  ctx.organizacionId(), p.cuentaBancariaId.valor, p.fechaInicial + -2 * dias,
                                  p.fechaFinal + 2 * dias, p.fechaInicial, p.fechaFinal);
    auto movimientos =
        tx.all<Abierta>(R"(
        SELECT m.polizaId AS id, m.fecha, m.importe, d.referencia, 0 AS pedida
        FROM movimientoBanco m
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId
        WHERE m.organizacionId = $1 AND m.cuentaBancariaId = $2 AND m.fecha BETWEEN $3 AND $4 AND m.conciliacionId = 0
        ORDER BY m.fecha, m.polizaId)",
                        ctx.organizacionId(), p.cuentaBancariaId.valor, p.fechaInicial + -3 * dias, p.fechaFinal + 3 * dias);
    Emparejador emparejador{std::move(lineas), std::move(movimientos), dias};
    ConciliacionHecha r;
    for (const auto& par : emparejador.pares()) {
        const auto id =
            engine::conciliar(ctx, {p.cuentaBancariaId, {&par.movimiento.id, 1}, {&par.linea.id, 1}, par.linea.importe, true});
        r.conciliadas.push_back({id, par.linea.id, par.movimiento.id, par.linea.importe, par.por});
        ctx.auditar_alta("Conciliacion", id, r.conciliadas.back());
    }
    emparejador.resto([&](const Abierta& linea, std::vector<std::int64_t> posibles) {
        if (posibles.empty()) r.sinMovimiento.push_back(linea.id);
        else r.ambiguas.push_back({linea.id, std::move(posibles)});
    });
    return r;
}

ConciliacionVista obtener_conciliacion(const Context& ctx, const ConciliacionPedida& p) {
    auto c = leer_conciliacion(ctx.db(), p.id);
    reject_if(!c, Codigo::no_encontrado, "/id");
    return vista(ctx.db(), *std::move(c));
}

ConciliacionVista cancelar_conciliacion(Context& ctx, const ConciliacionPedida& p) {
    auto& tx = ctx.db();
    const auto conocida = leer_conciliacion(tx, p.id);
    reject_if(!conocida, Codigo::no_encontrado, "/id");
    engine::retener_conciliacion(ctx, conocida->cuentaBancariaId);
    auto antes = vista(tx, leer_conciliacion(tx, p.id).value());
    if (antes.estado != "vigente") return antes;
    engine::deshacer_conciliacion(ctx, p.id);
    auto despues = vista(tx, leer_conciliacion(tx, p.id).value());
    ctx.auditar("Conciliacion", p.id, antes, despues);
    return despues;
}

void register_conciliacion(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(POST, "/api/Bancos/ConciliacionAgregar", "ConciliacionAgregar", agregar_conciliacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::requerido, Codigo::conciliado, Codigo::duplicado, Codigo::regla_incumplida,
                  Codigo::conciliacion_descuadrada});
    ops.add(POST, "/api/Bancos/ConciliacionAutomatica", "ConciliacionAutomatica", conciliar_automaticamente)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango});
    ops.add(GET, "/api/Bancos/Conciliaciones/{id}", "ConciliacionObtener", obtener_conciliacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(DELETE, "/api/Bancos/ConciliacionCancelar/{id}", "ConciliacionCancelar", cancelar_conciliacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
