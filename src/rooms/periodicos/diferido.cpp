#include "rooms/periodicos/diferido.hpp"

#include "api/registros.hpp"
#include "db/where.hpp"
#include "engine/cadena/linea.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/precios/partes.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace cacao {
namespace {

// By the end of a month, of all of it. Rounded cumulatively: the last month takes what is left.
Importe devengado_al(Importe importe, std::int64_t meses, std::int64_t periodoInicial, std::int64_t periodo, int decimales) {
    const std::int64_t corridos = engine::meses_entre(periodoInicial, periodo) + 1;
    if (corridos <= 0) return {};
    return engine::parte_acumulada(importe, std::min(corridos, meses), meses, {}, decimales);
}

struct DiferidoFila : DiferidoEnLista {
    Fecha pagado;  // when, of one that a line paid
};

// From the line of an expense, or of an entry that debits the account.
void tomar_de_linea(Context& ctx, const DiferidoNuevo& p, int decimales, DiferidoFila& d, Faltas& faltas) {
    auto& tx = ctx.db();
    faltas.agregar_si(p.transaccionId.has_value() != p.numeroPartida.has_value(), Codigo::requerido,
                      p.transaccionId ? "/numeroPartida" : "/transaccionId");
    if (!p.transaccionId || !p.numeroPartida) return;
    using enum engine::Renglones;
    const auto l = engine::exigir_linea(
        tx, {*p.transaccionId, *p.numeroPartida},
        [](const engine::LineaDeDocumento& una) {
            const auto renglones = una.renglones();
            return una.importe > Importe{} && (renglones == compra || renglones == egreso || renglones == diario);
        },
        "/transaccionId", faltas);
    if (!l) return;
    d.transaccionId = *p.transaccionId;
    d.numeroPartida = *p.numeroPartida;
    d.pagado = l->fecha;
    if (!p.cuentaId) d.cuentaId = l->cuentaId;
    if (d.cuentaId != l->cuentaId)
        faltas.agregar(Codigo::valor_no_permitido, "/cuentaId", En::cuerpo, reflect::objeto("cuentaId", l->cuentaId));
    const auto tomado = tx.one<Importe>(R"(
        SELECT COALESCE(CAST(SUM(importe) AS BIGINT), 0) FROM diferido
        WHERE organizacionId = $1 AND origenId = $2 AND origenPartida = $3 AND estado = 'vigente')",
                                        tx.organizacion(), p.transaccionId->valor, p.numeroPartida->valor);
    const Importe queda = engine::convertir(l->importe, l->tipoCambio, decimales) - *tomado;
    if (!p.importe) d.importe = queda;
    if (d.importe > queda || queda <= Importe{})
        faltas.agregar(Codigo::excede_pendiente, "/importe", En::cuerpo,
                       reflect::objeto("pendiente", std::max(queda, Importe{})));
    if (!p.sucursalId || *p.sucursalId == 0) d.sucursalId = l->sucursalId;
    if (!p.proyectoId) d.proyectoId = l->proyectoId;
}

constexpr std::string_view diferidos_sql = R"(
    SELECT f.diferidoId, f.codigo, f.nombre, f.cuentaId, f.cuentaGastoId, f.importe, f.meses, f.periodoInicial, f.sucursalId,
           f.proyectoId, f.origenId AS transaccionId, f.origenPartida AS numeroPartida, f.devengado,
           f.importe - f.devengado AS porDevengar, f.estado, f.notas, f.version
    FROM (SELECT d.*, COALESCE((SELECT CAST(SUM(v.importe) AS BIGINT) FROM devengo v WHERE v.organizacionId = $1
                                AND v.diferidoId = d.diferidoId AND v.vigente = 1), 0) AS devengado
          FROM diferido d WHERE d.organizacionId = $1) f
    WHERE f.organizacionId = $1)";

DiferidoEnLista leer_diferido(db::Reader& tx, std::int64_t diferidoId) {
    auto d = tx.one<DiferidoEnLista>(std::string{diferidos_sql} + " AND f.diferidoId = $2", tx.organizacion(), diferidoId);
    reject_if(!d, Codigo::no_encontrado, "/diferidoId");
    return std::move(*d);
}

DiferidoVista vista_de_diferido(db::Reader& tx, std::int64_t diferidoId) {
    DiferidoVista v;
    static_cast<DiferidoEnLista&>(v) = leer_diferido(tx, diferidoId);
    Importe acumulado;
    std::int64_t siguiente = v.periodoInicial;
    tx.each(
        "SELECT periodo, importe, transaccionId FROM devengo WHERE organizacionId = $1 AND diferidoId = $2 AND vigente = 1 ORDER "
        "BY "
        "periodo",
        [&](const db::Row& f) {
            const Importe importe = Importe::de_micros(f.integer(1));
            acumulado += importe;
            v.programa.push_back({f.integer(0), importe, acumulado, f.integer(2)});
            siguiente = std::max(siguiente, engine::periodo_mas(f.integer(0), 1));
        },
        tx.organizacion(), diferidoId);
    if (v.estado == reflect::enum_name(EstadoDiferido::anulado)) return v;
    const int decimales = engine::leer_ajustes(tx).decimales;
    for (std::int64_t periodo = siguiente; acumulado < v.importe; periodo = engine::periodo_mas(periodo, 1)) {
        const Importe importe = devengado_al(v.importe, v.meses, v.periodoInicial, periodo, decimales) - acumulado;
        if (importe <= Importe{}) continue;
        acumulado += importe;
        v.programa.push_back({periodo, importe, acumulado, 0});
    }
    return v;
}

void guardar_diferido(db::Writer& tx, const DiferidoEnLista& d) {
    tx.run(
        R"(UPDATE diferido SET nombre = $3, cuentaGastoId = $4, meses = $5, proyectoId = $6, notas = $7, estado = $8, version = $9
              WHERE organizacionId = $1 AND diferidoId = $2)",
        tx.organizacion(), d.diferidoId, d.nombre, d.cuentaGastoId, d.meses, d.proyectoId, d.notas, std::string{d.estado},
        d.version);
}

std::vector<DiferidoEnLista> listar_diferidos(const Context& ctx, const DiferidosFiltro& f) {
    db::Where donde{ctx.organizacionId()};
    if (f.sucursalId) donde.add("f.sucursalId = $", f.sucursalId->valor);
    if (f.estado) donde.add("f.estado = $", std::string{reflect::enum_name(*f.estado)});
    return ctx.db().all_with<DiferidoEnLista>(std::string{diferidos_sql} + donde.and_sql() + " ORDER BY f.codigo",
                                              donde.params());
}

DiferidoVista obtener_diferido(const Context& ctx, const DiferidoPedido& p) { return vista_de_diferido(ctx.db(), p.diferidoId); }

DiferidoVista crear_diferido(Context& ctx, const DiferidoNuevo& p) {
    auto& tx = ctx.db();
    tx.lock("diferidos");
    if (p.transaccionId) engine::retener(tx, {.documentos = {p.transaccionId->valor}});
    Faltas faltas;
    DiferidoFila d;
    d.diferidoId = tx.next_id();
    d.codigo = p.codigo;
    d.nombre = p.nombre;
    d.cuentaId = p.cuentaId ? p.cuentaId->valor : 0;
    d.cuentaGastoId = p.cuentaGastoId;
    d.importe = p.importe.value_or(Importe{});
    d.meses = p.meses;
    d.sucursalId = p.sucursalId && *p.sucursalId != 0 ? p.sucursalId->valor : ctx.sesion().sucursalId;
    d.proyectoId = p.proyectoId ? p.proyectoId->valor : 0;
    d.notas = p.notas.value_or("");
    d.version = 1;
    const int decimales = engine::leer_ajustes(tx).decimales;
    tomar_de_linea(ctx, p, decimales, d, faltas);
    exigir_unico(tx, "SELECT diferidoId FROM diferido WHERE organizacionId = $1 AND codigo = $2", d.codigo, d.diferidoId,
                 "/codigo", faltas);
    faltas.agregar_si(p.importe && p.importe->redondeado(decimales) != *p.importe, Codigo::demasiados_decimales, "/importe");
    faltas.agregar_si(p.importe && p.importe->es_cero(), Codigo::fuera_de_rango, "/importe");
    faltas.agregar_si(!p.transaccionId && !p.importe, Codigo::requerido, "/importe");
    faltas.agregar_si(!p.transaccionId && !p.periodoInicial, Codigo::requerido, "/periodoInicial");
    // A line that is not there has said its own fault.
    if (!p.transaccionId || d.cuentaId != 0) engine::exigir_cuenta_libre(tx, d.cuentaId, "/cuentaId", faltas);
    engine::exigir_cuenta_libre(tx, d.cuentaGastoId, "/cuentaGastoId", faltas);
    faltas.agregar_si(d.cuentaId == d.cuentaGastoId, Codigo::valor_no_permitido, "/cuentaGastoId");
    faltas.agregar_si(d.sucursalId == 0, Codigo::sucursal_requerida, "/sucursalId");
    if (d.sucursalId != 0) exigir_sucursal_activa(tx, d.sucursalId, faltas);
    exigir_proyecto_activo(tx, d.proyectoId, "/proyectoId", faltas);
    d.periodoInicial = p.periodoInicial ? p.periodoInicial->valor : engine::periodo_de(d.pagado);
    faltas.agregar_si(p.periodoInicial && !engine::es_mes(d.periodoInicial), Codigo::fuera_de_rango, "/periodoInicial");
    faltas.lanzar();
    tx.run(
        R"(INSERT INTO diferido (organizacionId, diferidoId, codigo, nombre, cuentaId, cuentaGastoId, importe, meses, periodoInicial,
                                    sucursalId, proyectoId, origenId, origenPartida, notas, estado, version, creadoEn)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'vigente', 1, $15))",
        tx.organizacion(), d.diferidoId, d.codigo, d.nombre, d.cuentaId, d.cuentaGastoId, d.importe, d.meses, d.periodoInicial,
        d.sucursalId, d.proyectoId, d.transaccionId, d.numeroPartida, d.notas, ctx.ahora());
    DiferidoVista v = vista_de_diferido(tx, d.diferidoId);
    ctx.auditar_alta("Diferido", d.diferidoId, v);
    return v;
}

DiferidoVista actualizar_diferido(Context& ctx, const DiferidoActualizacion& p) {
    auto& tx = ctx.db();
    tx.lock("diferidos");
    DiferidoEnLista d = leer_diferido(tx, p.diferidoId);
    ctx.exigir_version(d.version);
    const DiferidoEnLista antes = d;
    reject_if(d.estado == reflect::enum_name(EstadoDiferido::anulado), Codigo::estado_invalido, "/diferidoId");
    Faltas faltas;
    if (p.nombre) d.nombre = *p.nombre;
    if (p.meses) d.meses = *p.meses;
    if (p.notas) d.notas = *p.notas;
    if (p.proyectoId) d.proyectoId = *p.proyectoId;
    if (p.cuentaGastoId) d.cuentaGastoId = *p.cuentaGastoId;
    if (p.cuentaGastoId) engine::exigir_cuenta_libre(tx, d.cuentaGastoId, "/cuentaGastoId", faltas);
    faltas.agregar_si(d.cuentaId == d.cuentaGastoId, Codigo::valor_no_permitido, "/cuentaGastoId");
    if (p.proyectoId) exigir_proyecto_activo(tx, d.proyectoId, "/proyectoId", faltas);
    faltas.lanzar();
    ++d.version;
    guardar_diferido(tx, d);
    ctx.auditar("Diferido", d.diferidoId, antes, d);
    return vista_de_diferido(tx, d.diferidoId);
}

DiferidoVista anular_diferido(Context& ctx, const DiferidoPedido& p) {
    auto& tx = ctx.db();
    tx.lock("diferidos");
    DiferidoEnLista d = leer_diferido(tx, p.diferidoId);
    ctx.exigir_version(d.version);
    if (d.estado == reflect::enum_name(EstadoDiferido::anulado)) return vista_de_diferido(tx, d.diferidoId);
    Faltas faltas;
    impide(tx,
           "SELECT corridaId FROM devengo WHERE organizacionId = $1 AND diferidoId = $2 AND vigente = 1 ORDER BY periodo LIMIT 1",
           d.diferidoId, "/diferidoId", faltas, Codigo::con_dependientes);
    faltas.lanzar();
    const DiferidoEnLista antes = d;
    d.estado = reflect::enum_name(EstadoDiferido::anulado);
    ++d.version;
    guardar_diferido(tx, d);
    ctx.auditar("Diferido", d.diferidoId, antes, d);
    return vista_de_diferido(tx, d.diferidoId);
}

}  // namespace

std::vector<DiferidoPorDevengar> por_devengar(db::Reader& tx, std::int64_t periodo) {
    const int decimales = engine::leer_ajustes(tx).decimales;
    auto todos = tx.all<DiferidoPorDevengar>(R"(
        SELECT f.diferidoId, f.codigo, f.nombre, f.cuentaId, f.cuentaGastoId, f.sucursalId, f.proyectoId, f.importe, f.meses,
               f.periodoInicial, f.devengado, 0 AS toca
        FROM (SELECT d.*, COALESCE((SELECT CAST(SUM(v.importe) AS BIGINT) FROM devengo v WHERE v.organizacionId = $1
                                    AND v.diferidoId = d.diferidoId AND v.vigente = 1), 0) AS devengado
              FROM diferido d WHERE d.organizacionId = $1) f
        WHERE f.organizacionId = $1 AND f.estado = 'vigente' AND f.periodoInicial <= $2 AND f.devengado < f.importe
          AND NOT EXISTS (SELECT 1 FROM devengo v WHERE v.organizacionId = $1 AND v.diferidoId = f.diferidoId AND v.periodo = $2
                          AND v.vigente = 1)
        ORDER BY f.codigo)",
                                             tx.organizacion(), periodo);
    for (DiferidoPorDevengar& d : todos)
        d.toca = devengado_al(d.importe, d.meses, d.periodoInicial, periodo, decimales) - d.devengado;
    std::erase_if(todos, [](const DiferidoPorDevengar& d) { return d.toca <= Importe{}; });
    return todos;
}

DevengoHecho devengar(Context& ctx, std::int64_t periodo, std::int64_t corridaId) {
    auto& tx = ctx.db();
    tx.lock("diferidos");
    const Fecha dia = engine::cierre_del_mes(periodo);
    const auto todos = por_devengar(tx, periodo);
    DevengoHecho r;
    if (todos.empty()) return r;
    reject_if(dia > ctx.hoy(), Codigo::fuera_de_rango, "/periodo");
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>, Importe> sumas;
    for (const DiferidoPorDevengar& d : todos) sumas[{d.sucursalId, d.cuentaGastoId, d.cuentaId, d.proyectoId}] += d.toca;
    std::map<std::int64_t, engine::SolicitudDiario> polizas;
    for (const auto& [donde, importe] : sumas) {
        const auto& [sucursalId, gastoId, cuentaId, proyectoId] = donde;
        for (const bool cargo : {true, false}) {
            auto& p = polizas[sucursalId].partidas.emplace_back();
            p.cuentaId = cargo ? gastoId : cuentaId;
            p.proyectoId = proyectoId;
            (cargo ? p.cargo : p.abono) = importe;
        }
        r.importe += importe;
    }
    std::map<std::int64_t, std::int64_t> documentos;
    for (auto& [sucursalId, s] : polizas) {
        s.sucursalId = sucursalId;
        s.fecha = dia;
        s.campos = {{"/fecha", "/periodo"}};
        s.notas = fmt::format("Devengo de {}-{:02}", periodo / 100, periodo % 100);
        documentos[sucursalId] = engine::emitir(ctx, engine::Devengo, s).transaccionId;
        ++r.documentos;
    }
    for (const DiferidoPorDevengar& d : todos)
        tx.run(R"(INSERT INTO devengo (organizacionId, diferidoId, transaccionId, corridaId, periodo, importe, vigente)
                  VALUES ($1, $2, $3, $4, $5, $6, 1))",
               tx.organizacion(), d.diferidoId, documentos.at(d.sucursalId), corridaId, periodo, d.toca);
    return r;
}

void register_diferidos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Periodicos");
    ops.add(GET, "/api/Periodicos/Diferidos", "DiferidosListar", listar_diferidos)
        .totales(&DiferidoEnLista::importe, &DiferidoEnLista::devengado, &DiferidoEnLista::porDevengar)
        .nuestra();
    ops.add(GET, "/api/Periodicos/Diferidos/{diferidoId}", "DiferidoObtener", obtener_diferido)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Periodicos/Diferidos", "DiferidoCrear", crear_diferido)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::requerido, Codigo::no_encontrado, Codigo::inactivo, Codigo::cuenta_acumulativa,
                  Codigo::cuenta_de_control, Codigo::valor_no_permitido, Codigo::fuera_de_rango, Codigo::demasiados_decimales,
                  Codigo::excede_pendiente, Codigo::origen_no_permitido, Codigo::documento_cancelado,
                  Codigo::sucursal_requerida});
    ops.add(PUT, "/api/Periodicos/Diferidos/{diferidoId}", "DiferidoActualizar", actualizar_diferido)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::cuenta_acumulativa, Codigo::cuenta_de_control,
                  Codigo::valor_no_permitido, Codigo::estado_invalido, Codigo::precondicion_fallida});
    ops.add(DELETE, "/api/Periodicos/Diferidos/{diferidoId}", "DiferidoAnular", anular_diferido)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::con_dependientes, Codigo::precondicion_fallida});
}

}  // namespace cacao
