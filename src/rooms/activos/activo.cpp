#include "rooms/activos/activo.hpp"

#include "api/registros.hpp"
#include "db/where.hpp"
#include "engine/cadena/linea.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/objeto.hpp"
#include "rooms/activos/categoria_activo.hpp"
#include "rooms/activos/tasas_maximas.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

void exigir_decimales_de_activo(const std::optional<NoNegativo<Importe>>& importe, int decimales, std::string_view campo,
                                Faltas& faltas) {
    if (importe && importe->redondeado(decimales) != *importe) faltas.agregar(Codigo::demasiados_decimales, std::string{campo});
}

// What bought it: whoever cancels that waits, or we see it cancelled.
void tomar_de_compra(Context& ctx, const ActivoNuevo& p, const CategoriaActivo& c, int decimales, ActivoFila& a, Faltas& faltas) {
    auto& tx = ctx.db();
    faltas.agregar_si(p.transaccionId.has_value() != p.numeroPartida.has_value(), Codigo::requerido,
                      p.transaccionId ? "/numeroPartida" : "/transaccionId");
    if (!p.transaccionId || !p.numeroPartida) return;
    const auto l = engine::exigir_linea(
        tx, {*p.transaccionId, *p.numeroPartida},
        [](const engine::LineaDeDocumento& una) {
            return una.renglones() == engine::Renglones::compra || una.renglones() == engine::Renglones::egreso;
        },
        "/transaccionId", faltas);
    if (!l) return;
    if (l->cuentaId != c.cuentaActivoId)
        faltas.agregar(Codigo::valor_no_permitido, "/categoriaId", En::cuerpo, reflect::objeto("cuentaId", l->cuentaId));
    const auto tomado = tx.one<Importe>(R"(
        SELECT COALESCE(CAST(SUM(costo) AS BIGINT), 0) FROM activoFijo
        WHERE organizacionId = $1 AND origenId = $2 AND origenPartida = $3 AND estado <> 'anulado')",
                                        tx.organizacion(), p.transaccionId->valor, p.numeroPartida->valor);
    const Importe queda = engine::convertir(l->importe, l->tipoCambio, decimales) - *tomado;
    a.origenId = *p.transaccionId;
    a.origenPartida = *p.numeroPartida;
    if (!p.costo) a.costo = queda;
    if (a.costo > queda || queda <= Importe{})
        faltas.agregar(Codigo::excede_pendiente, "/costo", En::cuerpo, reflect::objeto("pendiente", std::max(queda, Importe{})));
    if (!p.fechaAdquisicion) a.fechaAdquisicion = l->fecha;
    if (!p.sucursalId || *p.sucursalId == 0) a.sucursalId = l->sucursalId;
    if (!p.proyectoId) a.proyectoId = l->proyectoId;
}

void exigir_lugar_de_activo(db::Reader& tx, const ActivoFila& a, const ActivoFila* antes, Faltas& faltas) {
    if (antes == nullptr || antes->sucursalId != a.sucursalId) exigir_sucursal_activa(tx, a.sucursalId, faltas);
    if (antes == nullptr || antes->proyectoId != a.proyectoId) exigir_proyecto_activo(tx, a.proyectoId, "/proyectoId", faltas);
}

void exigir_codigo_de_activo(db::Reader& tx, const ActivoFila& a, Faltas& faltas) {
    exigir_unico(tx, "SELECT activoId FROM activoFijo WHERE organizacionId = $1 AND codigo = $2", a.codigo, a.activoId, "/codigo",
                 faltas);
}

// The first plan of a new asset: its life counts from its first month, whoever depreciated it until then.
PlanDeActivo primer_plan(const ActivoNuevo& p, const CategoriaActivo& c, const ActivoFila& a, Faltas& faltas) {
    PlanDeActivo plan;
    const std::int64_t primero = primer_mes_de_uso(a.fechaUso);
    plan.desdePeriodo = p.periodoInicial ? p.periodoInicial->valor : primero;
    plan.acumulado = a.depreciacionInicial;
    plan.valorResidual = p.valorResidual.value_or(Importe{});
    faltas.agregar_si(p.vidaMeses && p.tasaAnual, Codigo::valor_no_permitido, "/tasaAnual");
    faltas.agregar_si(p.depreciacionInicial && !p.periodoInicial, Codigo::requerido, "/periodoInicial");
    if (!engine::es_mes(plan.desdePeriodo) || plan.desdePeriodo < primero) {
        faltas.agregar(Codigo::fuera_de_rango, "/periodoInicial", En::cuerpo, reflect::objeto("minimo", primero));
        return plan;
    }
    faltas.agregar_si(plan.valorResidual + plan.acumulado > a.costo, Codigo::fuera_de_rango,
                      p.depreciacionInicial ? "/depreciacionInicial" : "/valorResidual");
    if (c.cuentaDepreciacionId == 0) {
        faltas.agregar_si(p.vidaMeses.has_value(), Codigo::valor_no_permitido, "/vidaMeses");
        faltas.agregar_si(p.tasaAnual && *p.tasaAnual > Tasa{}, Codigo::valor_no_permitido, "/tasaAnual");
        faltas.agregar_si(a.depreciacionInicial > Importe{}, Codigo::valor_no_permitido, "/depreciacionInicial");
        return plan;
    }
    faltas.agregar_si(p.tasaAnual && *p.tasaAnual > Tasa::de_enteros(1), Codigo::fuera_de_rango, "/tasaAnual");
    if (!p.vidaMeses) {
        plan.tasaAnual = p.tasaAnual.value_or(c.tasaAnual);
        return plan;
    }
    const std::int64_t usados = engine::meses_entre(primero, plan.desdePeriodo);
    plan.vidaMeses = *p.vidaMeses - usados;
    if (plan.vidaMeses > 0) return plan;
    plan.vidaMeses = 0;
    if (plan.valorResidual + plan.acumulado < a.costo)
        faltas.agregar(Codigo::fuera_de_rango, "/vidaMeses", En::cuerpo, reflect::objeto("minimo", usados + 1));
    return plan;
}

void guardar_plan(db::Writer& tx, std::int64_t activoId, const PlanDeActivo& plan, const std::string& motivo) {
    tx.run(
        R"(INSERT INTO activoPlan (organizacionId, activoId, desdePeriodo, acumulado, valorResidual, vidaMeses, tasaAnual, motivo)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
              ON CONFLICT (organizacionId, activoId, desdePeriodo) DO UPDATE SET valorResidual = $5, vidaMeses = $6, tasaAnual = $7,
                  motivo = $8)",
        tx.organizacion(), activoId, plan.desdePeriodo, plan.acumulado, plan.valorResidual, plan.vidaMeses, plan.tasaAnual,
        motivo);
}

void guardar_activo(db::Writer& tx, const ActivoFila& a) {
    tx.run(
        R"(UPDATE activoFijo SET codigo = $3, nombre = $4, montoDeducible = $5, sucursalId = $6, proyectoId = $7, numeroSerie = $8,
                                    ubicacion = $9, responsable = $10, notas = $11, estado = $12, version = $13
              WHERE organizacionId = $1 AND activoId = $2)",
        tx.organizacion(), a.activoId, a.codigo, a.nombre, a.montoDeducible, a.sucursalId, a.proyectoId, a.numeroSerie,
        a.ubicacion, a.responsable, a.notas, a.estado, a.version);
}

void poner_datos(const DatosDeActivo& p, ActivoFila& a) {
    if (p.numeroSerie) a.numeroSerie = *p.numeroSerie;
    if (p.ubicacion) a.ubicacion = *p.ubicacion;
    if (p.responsable) a.responsable = *p.responsable;
    if (p.notas) a.notas = *p.notas;
}

constexpr std::string_view activos_sql = R"(
    SELECT a.activoId, a.codigo, a.nombre, a.categoriaId, c.nombre AS categoria, a.sucursalId, a.proyectoId, a.estado,
           a.fechaAdquisicion, a.fechaUso, a.costo, a.depreciacionInicial + a.posterior AS depreciacion,
           a.costo - a.depreciacionInicial - a.posterior AS valorLibros, a.version
    FROM (SELECT f.*, COALESCE((SELECT CAST(SUM(d.importe) AS BIGINT) FROM depreciacion d
                                WHERE d.organizacionId = $1 AND d.activoId = f.activoId AND d.vigente = 1 AND d.periodo <= $2), 0)
                          AS posterior
          FROM activoFijo f WHERE f.organizacionId = $1) a
    JOIN categoriaActivo c ON c.organizacionId = $1 AND c.categoriaId = a.categoriaId
    WHERE a.organizacionId = $1)";

constexpr std::int64_t sin_fin = 219912;

}  // namespace

std::int64_t primer_mes_de_uso(Fecha fechaUso) {
    const std::int64_t mes = engine::periodo_de(fechaUso);
    return fechaUso.dia() == 1 ? mes : engine::periodo_mas(mes, 1);
}

ActivoFila leer_activo(db::Reader& tx, std::int64_t activoId) {
    auto fila = tx.one<ActivoFila>(R"(
        SELECT activoId, codigo, nombre, categoriaId, fechaAdquisicion, fechaUso, costo, montoDeducible, depreciacionInicial,
               sucursalId, proyectoId, origenId, origenPartida, numeroSerie, ubicacion, responsable, notas, estado, version
        FROM activoFijo WHERE organizacionId = $1 AND activoId = $2)",
                                   tx.organizacion(), activoId);
    reject_if(!fila, Codigo::no_encontrado, "/activoId");
    return std::move(*fila);
}

std::vector<PlanDeActivo> planes_de_activo(db::Reader& tx, std::int64_t activoId) {
    return tx.all<PlanDeActivo>(
        "SELECT desdePeriodo, acumulado, valorResidual, vidaMeses, tasaAnual FROM activoPlan WHERE organizacionId = $1 AND "
        "activoId = "
        "$2 ORDER BY desdePeriodo",
        tx.organizacion(), activoId);
}

ActivoVista obtener_activo(const Context& ctx, const ActivoPedido& pedido) {
    auto& tx = ctx.db();
    const ActivoFila a = leer_activo(tx, pedido.activoId);
    ActivoVista v;
    static_cast<ActivoEnLista&>(v) =
        tx.one<ActivoEnLista>(std::string{activos_sql} + " AND a.activoId = $3", tx.organizacion(), sin_fin, a.activoId).value();
    v.montoDeducible = a.montoDeducible;
    v.depreciacionInicial = a.depreciacionInicial;
    v.transaccionId = a.origenId;
    v.numeroPartida = a.origenPartida;
    v.numeroSerie = a.numeroSerie;
    v.ubicacion = a.ubicacion;
    v.responsable = a.responsable;
    v.notas = a.notas;
    v.ultimoPeriodo = ultimo_periodo(a.costo, planes_de_activo(tx, a.activoId));
    v.planes = tx.all<PlanDeActivoVisto>(
        "SELECT desdePeriodo, acumulado, valorResidual, vidaMeses, tasaAnual, motivo FROM activoPlan WHERE organizacionId = $1 "
        "AND "
        "activoId = $2 ORDER BY desdePeriodo",
        tx.organizacion(), a.activoId);
    return v;
}

std::vector<ActivoEnLista> listar_activos(const Context& ctx, const ActivosFiltro& f) {
    db::Where donde{ctx.organizacionId(), f.periodo ? f.periodo->valor : sin_fin};
    if (f.categoriaId) donde.add("a.categoriaId = $", f.categoriaId->valor);
    if (f.sucursalId) donde.add("a.sucursalId = $", f.sucursalId->valor);
    if (f.estado) donde.add("a.estado = $", std::string{reflect::enum_name(*f.estado)});
    return ctx.db().all_with<ActivoEnLista>(std::string{activos_sql} + donde.and_sql() + " ORDER BY a.codigo", donde.params());
}

ActivoVista crear_activo(Context& ctx, const ActivoNuevo& p) {
    auto& tx = ctx.db();
    tx.lock("activos");
    if (p.transaccionId) engine::retener(tx, {.documentos = {p.transaccionId->valor}});
    Faltas faltas;
    const int decimales = engine::leer_ajustes(tx).decimales;
    exigir_activo(tx, "SELECT activo FROM categoriaActivo WHERE organizacionId = $1 AND categoriaId = $2", p.categoriaId,
                  "/categoriaId", faltas);
    faltas.lanzar();
    const CategoriaActivo c = leer_categoria_activo(tx, p.categoriaId);
    ActivoFila a;
    a.activoId = tx.next_id();
    a.codigo = p.codigo;
    a.nombre = p.nombre;
    a.categoriaId = p.categoriaId;
    a.costo = p.costo.value_or(Importe{});
    a.depreciacionInicial = p.depreciacionInicial.value_or(Importe{});
    a.fechaAdquisicion = p.fechaAdquisicion.value_or(Fecha{});
    a.sucursalId = p.sucursalId && *p.sucursalId != 0 ? p.sucursalId->valor : ctx.sesion().sucursalId;
    a.proyectoId = p.proyectoId ? p.proyectoId->valor : 0;
    a.estado = reflect::enum_name(EstadoActivo::enUso);
    a.version = 1;
    poner_datos(p, a);
    exigir_decimales_de_activo(p.costo, decimales, "/costo", faltas);
    exigir_decimales_de_activo(p.valorResidual, decimales, "/valorResidual", faltas);
    exigir_decimales_de_activo(p.depreciacionInicial, decimales, "/depreciacionInicial", faltas);
    exigir_decimales_de_activo(p.montoDeducible, decimales, "/montoDeducible", faltas);
    tomar_de_compra(ctx, p, c, decimales, a, faltas);
    exigir_codigo_de_activo(tx, a, faltas);
    faltas.agregar_si(a.sucursalId == 0, Codigo::sucursal_requerida, "/sucursalId");
    if (a.sucursalId != 0) exigir_lugar_de_activo(tx, a, nullptr, faltas);
    faltas.agregar_si(!p.transaccionId && !p.fechaAdquisicion, Codigo::requerido, "/fechaAdquisicion");
    faltas.agregar_si(!p.transaccionId && !p.costo, Codigo::requerido, "/costo");
    faltas.agregar_si(p.costo && p.costo->es_cero(), Codigo::fuera_de_rango, "/costo");
    a.fechaUso = p.fechaUso.value_or(a.fechaAdquisicion);
    faltas.agregar_si(a.fechaUso < a.fechaAdquisicion, Codigo::fuera_de_rango, "/fechaUso");
    faltas.lanzar();
    const PlanDeActivo plan = primer_plan(p, c, a, faltas);
    const TasaDeLey* ley = tasa_de_ley(c.claveTasa);
    const Importe tope = ley != nullptr && ley->tope != 0 ? std::min(a.costo, Importe::de_enteros(ley->tope)) : a.costo;
    a.montoDeducible = p.montoDeducible.value_or(tope);
    faltas.agregar_si(a.montoDeducible > a.costo, Codigo::fuera_de_rango, "/montoDeducible");
    faltas.lanzar();
    tx.run(R"(INSERT INTO activoFijo (organizacionId, activoId, codigo, nombre, categoriaId, fechaAdquisicion, fechaUso, costo,
                  montoDeducible, depreciacionInicial, sucursalId, proyectoId, origenId, origenPartida, numeroSerie, ubicacion,
                  responsable, notas, estado, version, creadoEn)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21))",
           tx.organizacion(), a.activoId, a.codigo, a.nombre, a.categoriaId, a.fechaAdquisicion, a.fechaUso, a.costo,
           a.montoDeducible, a.depreciacionInicial, a.sucursalId, a.proyectoId, a.origenId, a.origenPartida, a.numeroSerie,
           a.ubicacion, a.responsable, a.notas, a.estado, a.version, ctx.ahora());
    guardar_plan(tx, a.activoId, plan, "");
    ActivoVista v = obtener_activo(ctx, {a.activoId});
    ctx.auditar_alta("ActivoFijo", a.activoId, v);
    return v;
}

ActivoVista actualizar_activo(Context& ctx, const ActivoActualizacion& p) {
    auto& tx = ctx.db();
    tx.lock("activos");
    const ActivoFila antes = leer_activo(tx, p.activoId);
    ctx.exigir_version(antes.version);
    const ActivoVista era = obtener_activo(ctx, {p.activoId});
    ActivoFila a = antes;
    Faltas faltas;
    if (p.codigo) a.codigo = *p.codigo;
    if (p.nombre) a.nombre = *p.nombre;
    if (p.sucursalId) a.sucursalId = *p.sucursalId;
    if (p.proyectoId) a.proyectoId = *p.proyectoId;
    if (p.montoDeducible) a.montoDeducible = *p.montoDeducible;
    poner_datos(p, a);
    exigir_decimales_de_activo(p.montoDeducible, engine::leer_ajustes(tx).decimales, "/montoDeducible", faltas);
    faltas.agregar_si(a.montoDeducible > a.costo, Codigo::fuera_de_rango, "/montoDeducible");
    exigir_codigo_de_activo(tx, a, faltas);
    exigir_lugar_de_activo(tx, a, &antes, faltas);
    faltas.lanzar();
    ++a.version;
    guardar_activo(tx, a);
    ActivoVista v = obtener_activo(ctx, {p.activoId});
    ctx.auditar("ActivoFijo", a.activoId, era, v);
    return v;
}

ActivoVista cambiar_plan_de_activo(Context& ctx, const ActivoPlanNuevo& p) {
    auto& tx = ctx.db();
    tx.lock("activos");
    ActivoFila a = leer_activo(tx, p.activoId);
    ctx.exigir_version(a.version);
    reject_if(a.estado != reflect::enum_name(EstadoActivo::enUso), Codigo::estado_invalido, "/activoId");
    const ActivoVista era = obtener_activo(ctx, {p.activoId});
    const int decimales = engine::leer_ajustes(tx).decimales;
    const auto planes = planes_de_activo(tx, a.activoId);
    const auto hecha = tx.one<std::int64_t>(
        "SELECT MAX(periodo) FROM depreciacion WHERE organizacionId = $1 AND activoId = $2 AND vigente = 1 HAVING COUNT(*) > 0",
        tx.organizacion(), a.activoId);
    Faltas faltas;
    const std::int64_t minimo = std::max(planes.back().desdePeriodo, hecha ? engine::periodo_mas(*hecha, 1) : 0);
    if (!engine::es_mes(p.desdePeriodo) || p.desdePeriodo < minimo)
        faltas.agregar(Codigo::fuera_de_rango, "/desdePeriodo", En::cuerpo, reflect::objeto("minimo", minimo));
    faltas.agregar_si(p.vidaMeses && p.tasaAnual, Codigo::valor_no_permitido, "/tasaAnual");
    faltas.agregar_si(!p.vidaMeses && !p.tasaAnual && !p.valorResidual, Codigo::requerido, "/vidaMeses");
    faltas.agregar_si(p.tasaAnual && *p.tasaAnual > Tasa::de_enteros(1), Codigo::fuera_de_rango, "/tasaAnual");
    exigir_decimales_de_activo(p.valorResidual, decimales, "/valorResidual", faltas);
    const bool pierde = leer_categoria_activo(tx, a.categoriaId).cuentaDepreciacionId != 0;
    faltas.agregar_si(!pierde, Codigo::estado_invalido, "/activoId");
    faltas.lanzar();
    PlanDeActivo plan = planes.back();
    const std::int64_t antes_de = engine::periodo_mas(p.desdePeriodo, -1);
    const std::int64_t corridos = engine::meses_entre(plan.desdePeriodo, p.desdePeriodo);
    // The first of its month begins where the one before would have come by then.
    plan.acumulado = plan.desdePeriodo == p.desdePeriodo ? plan.acumulado : depreciado_al(a.costo, planes, antes_de, decimales);
    if (p.valorResidual) plan.valorResidual = *p.valorResidual;
    if (p.vidaMeses) plan.vidaMeses = *p.vidaMeses, plan.tasaAnual = Tasa{};
    else if (p.tasaAnual) plan.vidaMeses = 0, plan.tasaAnual = *p.tasaAnual;
    else if (plan.vidaMeses > 0) plan.vidaMeses = std::max<std::int64_t>(plan.vidaMeses - corridos, 1);
    plan.desdePeriodo = p.desdePeriodo;
    reject_if(plan.valorResidual + plan.acumulado > a.costo, Codigo::fuera_de_rango, "/valorResidual");
    guardar_plan(tx, a.activoId, plan, p.motivo);
    ++a.version;
    guardar_activo(tx, a);
    ActivoVista v = obtener_activo(ctx, {p.activoId});
    ctx.auditar("ActivoFijo", a.activoId, era, v);
    return v;
}

ActivoVista anular_activo(Context& ctx, const ActivoPedido& p) {
    auto& tx = ctx.db();
    tx.lock("activos");
    ActivoFila a = leer_activo(tx, p.activoId);
    ctx.exigir_version(a.version);
    if (a.estado == reflect::enum_name(EstadoActivo::anulado)) return obtener_activo(ctx, p);
    reject_if(a.estado != reflect::enum_name(EstadoActivo::enUso), Codigo::estado_invalido, "/activoId");
    Faltas faltas;
    impide(tx,
           "SELECT depreciacionId FROM depreciacion WHERE organizacionId = $1 AND activoId = $2 AND vigente = 1 ORDER BY periodo "
           "LIMIT 1",
           a.activoId, "/activoId", faltas, Codigo::con_dependientes);
    faltas.lanzar();
    const ActivoVista era = obtener_activo(ctx, p);
    a.estado = reflect::enum_name(EstadoActivo::anulado);
    ++a.version;
    guardar_activo(tx, a);
    ActivoVista v = obtener_activo(ctx, p);
    ctx.auditar("ActivoFijo", a.activoId, era, v);
    return v;
}

std::vector<MesDeActivo> programa_de_activo(const Context& ctx, const ActivoPedido& p) {
    auto& tx = ctx.db();
    const ActivoFila a = leer_activo(tx, p.activoId);
    const auto planes = planes_de_activo(tx, a.activoId);
    const int decimales = engine::leer_ajustes(tx).decimales;
    std::vector<MesDeActivo> r;
    Importe acumulada = a.depreciacionInicial;
    const auto mes = [&](std::int64_t periodo, Importe importe, std::int64_t transaccionId) {
        acumulada += importe;
        r.push_back({periodo, importe, acumulada, a.costo - acumulada, transaccionId});
    };
    std::int64_t siguiente = planes.empty() ? 0 : planes.front().desdePeriodo;
    tx.each(
        "SELECT periodo, importe, transaccionId FROM depreciacion WHERE organizacionId = $1 AND activoId = $2 AND vigente = 1 "
        "ORDER "
        "BY periodo",
        [&](const db::Row& f) {
            mes(f.integer(0), Importe::de_micros(f.integer(1)), f.integer(2));
            siguiente = engine::periodo_mas(f.integer(0), 1);
        },
        tx.organizacion(), a.activoId);
    if (a.estado != reflect::enum_name(EstadoActivo::enUso)) return r;
    const std::int64_t ultimo = ultimo_periodo(a.costo, planes);
    for (std::int64_t periodo = siguiente; periodo <= ultimo; periodo = engine::periodo_mas(periodo, 1)) {
        const Importe importe = depreciado_al(a.costo, planes, periodo, decimales) - acumulada;
        if (importe > Importe{}) mes(periodo, importe, 0);
    }
    return r;
}

void register_activos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Activos");
    ops.add(GET, "/api/Activos", "ActivosListar", listar_activos)
        .totales(&ActivoEnLista::costo, &ActivoEnLista::depreciacion, &ActivoEnLista::valorLibros)
        .nuestra();
    ops.add(POST, "/api/Activos", "ActivoCrear", crear_activo)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::requerido, Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango, Codigo::demasiados_decimales, Codigo::excede_pendiente, Codigo::origen_no_permitido,
                  Codigo::documento_cancelado, Codigo::sucursal_requerida});
    ops.add(GET, "/api/Activos/{activoId}", "ActivoObtener", obtener_activo).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Activos/{activoId}", "ActivoActualizar", actualizar_activo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::precondicion_fallida});
    ops.add(PUT, "/api/Activos/{activoId}/Plan", "ActivoPlanCambiar", cambiar_plan_de_activo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::fuera_de_rango, Codigo::demasiados_decimales,
                  Codigo::valor_no_permitido, Codigo::requerido, Codigo::precondicion_fallida});
    ops.add(DELETE, "/api/Activos/{activoId}", "ActivoAnular", anular_activo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::con_dependientes, Codigo::precondicion_fallida});
    ops.add(GET, "/api/Activos/{activoId}/Programa", "ActivoPrograma", programa_de_activo)
        .totales(&MesDeActivo::depreciacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
