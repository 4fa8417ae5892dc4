#include "rooms/servicio/contrato_servicio.hpp"

#include "api/catalogo.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/servicio.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/servicio/orden_servicio.hpp"

#include <algorithm>
#include <chrono>

namespace cacao {
namespace {

constexpr std::size_t documentos_por_vez = 100;  // nobody holds the writer for a year's worth of them

void revisar_contrato(Context& ctx, const ContratoServicio* antes, const ContratoServicio& c, Faltas& faltas) {
    faltas.agregar_si(c.fin && *c.fin < c.inicio, Codigo::fuera_de_rango, "/fin");
    if (antes != nullptr && antes->equipos.texto == c.equipos.texto) return;
    const auto equipos = reflect::recuperar(c.equipos);
    for (std::size_t i = 0; i < equipos.size(); ++i) {
        const auto suyo =
            ctx.db().one<std::int64_t>("SELECT clienteId FROM equipoServicio WHERE organizacionId = $1 AND equipoServicioId = $2",
                                       ctx.organizacionId(), equipos[i]);
        const std::string campo = "/equipos/" + std::to_string(i);
        if (!suyo) faltas.agregar(Codigo::no_encontrado, campo);
        else faltas.agregar_si(*suyo != c.clienteId, Codigo::otro_contacto, campo);
        faltas.agregar_si(std::find(equipos.begin(), equipos.begin() + static_cast<std::ptrdiff_t>(i), equipos[i]) !=
                              equipos.begin() + static_cast<std::ptrdiff_t>(i),
                          Codigo::duplicado, campo);
    }
}

const Catalogo<ContratoServicio>& catalogo_de_contratos() {
    static const Catalogo<ContratoServicio> contratos{
        {.tabla = "contratoServicio",
         .llave = "contratoServicioId",
         .candados = {"contratosServicio"},  // of who makes what is due, too
         .orden = "codigo",
         .unicos = {{"codigo"}, {"referenciaExterna", true}},
         .referencias = {{"clienteId",
                          "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1"},
                         {"sucursalId", "SELECT activo FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2"},
                         {"agrupadorServicioId",
                          "SELECT activo FROM agrupadorServicio WHERE organizacionId = $1 AND agrupadorServicioId = $2"},
                         {"conceptoId",
                          "SELECT activo FROM concepto WHERE organizacionId = $1 AND conceptoId = $2 AND enVenta = 1"}}},
        revisar_contrato};
    return contratos;
}

auto con_equipos(const std::optional<EquiposDeContrato>& pedidos) {
    return [&pedidos](ContratoServicio& c, Faltas&) {
        std::vector<std::int64_t> lista;
        for (const Id& e : pedidos.value_or(EquiposDeContrato{})) lista.push_back(e);
        if (pedidos || c.equipos.texto.empty()) c.equipos = reflect::guardar(lista);
    };
}

// So many months after the first day; where that month is shorter, its last day.
Fecha periodo_siguiente(const ContratoServicio& c, Fecha despues_de) {
    using namespace std::chrono;
    const year_month_day primero{sys_days{days{c.inicio.dias()}}};
    for (int n = 1;; ++n) {
        const year_month mes = year_month{primero.year(), primero.month()} + months{n * static_cast<int>(c.meses)};
        year_month_day dia{mes.year(), mes.month(), primero.day()};
        if (!dia.ok()) dia = mes / last;
        const Fecha f = Fecha::de_dias(static_cast<std::int32_t>(sys_days{dia}.time_since_epoch().count()));
        if (f > despues_de) return f;
    }
}

// The line of what it does or charges.
PartidaServicioNueva partida_de_contrato(const ContratoServicio& c) {
    PartidaServicioNueva p;
    p.conceptoId = IdOpcional{c.conceptoId};
    p.clase = ClasePartidaServicio::manoObra;
    p.cantidad = Cantidad::de_enteros(1);
    if (c.precio > Precio{}) p.precioUnitario = c.precio;
    else p.cobro = CobroServicio::contrato;
    if (!c.descripcion.empty()) p.descripcion = Texto<1000>{c.descripcion};
    return p;
}

ServicioGenerado generar_orden(Context& ctx, const ContratoServicio& c, std::int64_t equipoServicioId) {
    OrdenServicioNueva n;
    n.clienteId = Id{c.clienteId};
    n.fecha = c.siguiente;
    n.sucursalId = IdOpcional{c.sucursalId};
    n.equipoServicioId = IdOpcional{equipoServicioId};
    n.agrupadorServicioId = IdOpcional{c.agrupadorServicioId};
    n.contratoServicioId = IdOpcional{c.contratoServicioId};
    n.preventivo = true;
    n.falla = Texto<2000>{c.nombre};
    n.partidas.emplace().push_back(partida_de_contrato(c));
    const auto d = crear_orden_servicio(ctx, n);
    return {c.contratoServicioId, c.siguiente, equipoServicioId, d.transaccionId, d.tipoDocumento, d.folio};
}

ServicioGenerado generar_factura(Context& ctx, const ContratoServicio& c) {
    engine::SolicitudVenta s;
    s.fecha = c.siguiente;
    s.campos = {{"/fecha", "/hasta"}};
    s.sucursalId = c.sucursalId;
    s.entidadId = c.clienteId;
    s.notas = c.nombre;
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = c.conceptoId;
    p.cantidad = Cantidad::de_enteros(1);
    p.precioUnitario = c.precio;
    p.descripcion = c.descripcion;
    const auto e = engine::emitir(ctx, engine::FacturaVenta, s);
    return {c.contratoServicioId, c.siguiente, 0, e.transaccionId, e.tipo, engine::folio_texto(e.serie, e.folio)};
}

// What a period makes, each once: the key of its row says so, also to another instance.
void generar_periodo(Context& ctx, ContratoServicio& c, ServiciosGenerados& r) {
    auto equipos = reflect::recuperar(c.equipos);
    if (equipos.empty() || c.genera == reflect::enum_name(GeneraContrato::factura)) equipos = {0};
    for (const std::int64_t equipo : equipos) {
        const bool factura = c.genera == reflect::enum_name(GeneraContrato::factura);
        r.documentos.push_back(factura ? generar_factura(ctx, c) : generar_orden(ctx, c, equipo));
        ctx.db().run(
            R"(INSERT INTO contratoServicioPeriodo (organizacionId, contratoServicioId, periodo, equipoServicioId, transaccionId,
                                                             instante)
                        VALUES ($1, $2, $3, $4, $5, $6))",
            ctx.organizacionId(), c.contratoServicioId, c.siguiente, equipo, r.documentos.back().transaccionId, ctx.ahora());
    }
    c.siguiente = periodo_siguiente(c, c.siguiente);
    ctx.db().run("UPDATE contratoServicio SET siguiente = $3 WHERE organizacionId = $1 AND contratoServicioId = $2",
                 ctx.organizacionId(), c.contratoServicioId, c.siguiente);
}

struct PreventivoDebido {
    std::int64_t equipoServicioId = 0;
    std::int64_t clienteId = 0;
    std::int64_t agrupadorServicioId = 0;
};
DESCRIBE_STRUCT(PreventivoDebido, (), (equipoServicioId, clienteId, agrupadorServicioId))

}  // namespace

std::vector<ContratoServicio> listar_contratos_servicio(const Context& ctx, const ContratosServicioFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.clienteId) donde.add("clienteId = $", filtro.clienteId->valor);
    if (filtro.siguienteHasta)
        donde.add("activo = 1 AND siguiente <= $ AND (fin IS NULL OR siguiente <= fin)", *filtro.siguienteHasta);
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    return catalogo_de_contratos().listar(ctx, donde);
}
ContratoServicio obtener_contrato_servicio(const Context& ctx, const ContratoServicioPedido& pedido) {
    return catalogo_de_contratos().leer(ctx.db(), pedido.contratoServicioId);
}
ContratoServicio crear_contrato_servicio(Context& ctx, const ContratoServicioNuevo& pedido) {
    ContratoServicio nuevo;
    nuevo.siguiente = pedido.inicio;
    const auto cobra = pedido.genera == GeneraContrato::factura;
    reject_if(cobra && (!pedido.precio || pedido.precio->es_cero()), Codigo::requerido, "/precio");
    return catalogo_de_contratos().crear(ctx, pedido, std::move(nuevo), con_equipos(pedido.equipos));
}
ContratoServicio actualizar_contrato_servicio(Context& ctx, const ContratoServicioActualizacion& pedido) {
    return catalogo_de_contratos().actualizar(ctx, pedido, con_equipos(pedido.equipos));
}

ServiciosGenerados generar_contratos_servicio(Context& ctx, const GeneracionPedida& pedida) {
    auto& tx = ctx.db();
    tx.lock("contratosServicio");
    const Fecha hasta = pedida.hasta.value_or(ctx.hoy());
    ServiciosGenerados r;
    for (ContratoServicio& c : listar_contratos_servicio(ctx, {{}, hasta, {}, {}}))
        while (c.siguiente <= hasta && (!c.fin || c.siguiente <= *c.fin)) {
            r.quedan = r.documentos.size() >= documentos_por_vez;
            if (r.quedan) return r;
            generar_periodo(ctx, c, r);
        }
    return r;
}

ServiciosGenerados generar_preventivos(Context& ctx, const GeneracionPedida& pedida) {
    auto& tx = ctx.db();
    tx.lock("contratosServicio");
    const Fecha hasta = pedida.hasta.value_or(ctx.hoy());
    // One that is under way already is not asked for again.
    const auto debidos = tx.all<PreventivoDebido>(R"(
        SELECT e.equipoServicioId, e.clienteId, e.agrupadorServicioId FROM equipoServicio e
        WHERE e.organizacionId = $1 AND e.activo = 1
          AND (e.proximoPreventivo <= $2 OR (e.proximoContador > 0 AND e.contador >= e.proximoContador))
          AND NOT EXISTS (SELECT 1 FROM ordenServicio o
                          JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = o.transaccionId
                          WHERE o.organizacionId = $1 AND o.equipoServicioId <> 0 AND o.equipoServicioId = e.equipoServicioId
                            AND o.preventivo = 1 AND d.estado NOT IN ('cerrada', 'cancelado'))
        ORDER BY e.equipoServicioId)",
                                                  ctx.organizacionId(), hasta);
    ServiciosGenerados r;
    for (const PreventivoDebido& e : debidos) {
        r.quedan = r.documentos.size() >= documentos_por_vez;
        if (r.quedan) return r;
        OrdenServicioNueva n;
        n.clienteId = Id{e.clienteId};
        n.fecha = hasta;
        n.equipoServicioId = IdOpcional{e.equipoServicioId};
        n.agrupadorServicioId = IdOpcional{e.agrupadorServicioId};
        n.preventivo = true;
        const auto d = crear_orden_servicio(ctx, n);
        r.documentos.push_back({0, hasta, e.equipoServicioId, d.transaccionId, d.tipoDocumento, d.folio});
    }
    return r;
}

void register_contratos_servicio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("OrdenServicio");
    ops.add(GET, "/api/ContratosServicio", "ContratosServicioListar", listar_contratos_servicio).nuestra();
    ops.add(GET, "/api/ContratosServicio/{contratoServicioId}", "ContratoServicioObtener", obtener_contrato_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/ContratosServicio", "ContratoServicioCrear", crear_contrato_servicio)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango,
                  Codigo::otro_contacto});
    ops.add(PUT, "/api/ContratosServicio/{contratoServicioId}", "ContratoServicioActualizar", actualizar_contrato_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::fuera_de_rango, Codigo::otro_contacto,
                  Codigo::precondicion_fallida});
    ops.add(POST, "/api/ContratosServicio/Generar", "ContratosServicioGenerar", generar_contratos_servicio)
        .nuestra()
        .rechaza({Codigo::inactivo});
    ops.add(POST, "/api/EquiposServicio/GenerarPreventivos", "PreventivosGenerar", generar_preventivos).nuestra();
}

}  // namespace cacao
