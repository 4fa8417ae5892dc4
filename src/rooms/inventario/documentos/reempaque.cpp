#include "rooms/inventario/documentos/reempaque.hpp"

#include "db/rows.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/existencia/lotes.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::int64_t por_ciento = 100;

engine::PartidaReempaque partida(const MercanciaReempaque& m, const char* lista, std::size_t i) {
    engine::MercanciaNueva nueva;
    static_cast<engine::ProductoDePartida&>(nueva) = m;
    nueva.unidadMedidaId = m.unidadMedidaId;
    nueva.cantidad = m.cantidad;
    nueva.almacenId = m.almacenId;
    nueva.lote = m.lote;
    nueva.series = m.series;
    nueva.notas = m.notas;
    auto p = engine::partida_pedida<engine::PartidaReempaque>(nueva, i);
    p.campo = std::string{lista} + std::to_string(i);
    return p;
}

engine::Reparto reparto_de(const std::optional<RepartoCosto>& pedido) {
    if (pedido == RepartoCosto::valor) return engine::Reparto::valor;
    return pedido == RepartoCosto::manual ? engine::Reparto::manual : engine::Reparto::cantidad;
}

struct Cabeza {
    std::int64_t almacenDestinoId{};
    std::string motivo;
    std::string reparto;
    Importe costoConsumido;
    Importe costoAgregado;
    Importe mermaAnormal;
    Importe costoProducido;
};
DESCRIBE_STRUCT(Cabeza, (), (almacenDestinoId, motivo, reparto, costoConsumido, costoAgregado, mermaAnormal, costoProducido))

struct Dicho {
    std::int64_t numeroPartida{};
    bool produce{};
    bool subproducto{};
    Cantidad merma;
    Tasa porcentaje;
};
DESCRIBE_STRUCT(Dicho, (), (numeroPartida, produce, subproducto, merma, porcentaje))

PartidaReempaqueVista vista(const MercanciaMovida& m, const Dicho& d) {
    PartidaReempaqueVista v{};
    static_cast<MercanciaMovida&>(v) = m;
    // Each list says by its name which way its goods went.
    if (!d.produce) {
        v.cantidad = -m.cantidad;
        v.valor = -m.valor;
    }
    if (!v.cantidad.es_cero())
        v.costoUnitario =
            Precio::de_micros(dividir_redondeando(static_cast<__int128>(v.valor.micros()) * millonesimas, v.cantidad.micros()));
    v.merma = d.merma;
    v.subproducto = d.subproducto;
    v.porcentaje = Tasa::de_micros(d.porcentaje.micros() * por_ciento);
    return v;
}

}  // namespace

engine::DocumentoCreado agregar_reempaque(Context& ctx, const ReempaqueNuevo& nuevo) {
    auto s = engine::solicitud<engine::SolicitudReempaque>(nuevo);
    s.almacenId = nuevo.almacenId.value_or(0);
    s.almacenDestinoId = nuevo.almacenDestinoId.value_or(0);
    s.motivo = nuevo.motivo.value_or("");
    s.reparto = reparto_de(nuevo.reparto);
    s.costoAgregado = nuevo.costoAgregado.value_or(Importe{});
    std::vector<engine::Ubicacion> ubicaciones;
    Faltas faltas;
    const auto agregar = [&](engine::PartidaReempaque p, const MercanciaReempaque& m) -> engine::PartidaReempaque& {
        auto& nueva = s.partidas.emplace_back(std::move(p));
        ubicaciones.push_back({static_cast<std::int64_t>(s.partidas.size()), m.ubicacion.value_or("")});
        return nueva;
    };
    for (std::size_t i = 0; i < nuevo.consume.size(); ++i) {
        const ConsumoNuevo& c = nuevo.consume[i];
        auto& p = agregar(partida(c, "/consume/", i), c);
        if (c.merma) p.merma = *c.merma;
    }
    for (std::size_t i = 0; i < nuevo.produce.size(); ++i) {
        const ProduccionNueva& c = nuevo.produce[i];
        auto& p = agregar(partida(c, "/produce/", i), c);
        p.produce = true;
        if (c.costoUnitario) p.precioUnitario = *c.costoUnitario;
        if (!c.porcentaje) continue;
        // Shares are kept to the millionth of the whole.
        if (c.porcentaje->micros() % por_ciento != 0) faltas.agregar(Codigo::demasiados_decimales, p.campo + "/porcentaje");
        p.porcentaje = Tasa::de_micros(c.porcentaje->micros() / por_ciento);
    }
    faltas.lanzar();
    const auto emitido = engine::emitir(ctx, engine::Reempaque, s);
    engine::anotar_ubicaciones(ctx, emitido.transaccionId, ubicaciones);
    return engine::creado(emitido);
}

Reempaque obtener_reempaque(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    Reempaque r{};
    static_cast<engine::DocumentoVista&>(r) = engine::exigir_documento(ctx, pedido.id, {engine::Reempaque.tipo});
    std::optional<Cabeza> cabeza;
    std::vector<Dicho> dichos;
    tx.one_later(cabeza, R"(
        SELECT d.almacenDestinoId, d.motivo, r.reparto, r.costoConsumido, r.costoAgregado, r.mermaAnormal, r.costoProducido
          FROM reempaque r JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.transaccionId
         WHERE r.organizacionId = $1 AND r.transaccionId = $2)",
                 tx.organizacion(), pedido.id.valor);
    tx.all_later(dichos, R"(
        SELECT r.numeroPartida, r.produce, r.subproducto, r.merma, r.porcentaje FROM partidaReempaque r
         WHERE r.organizacionId = $1 AND r.transaccionId = $2 ORDER BY r.numeroPartida)",
                 tx.organizacion(), pedido.id.valor);
    const auto movida = mercancia_de(tx, pedido.id);
    r.almacenDestinoId = cabeza->almacenDestinoId;
    r.motivo = cabeza->motivo;
    r.reparto = cabeza->reparto;
    r.costoConsumido = cabeza->costoConsumido;
    r.costoAgregado = cabeza->costoAgregado;
    r.mermaAnormal = cabeza->mermaAnormal;
    r.costoProducido = cabeza->costoProducido;
    for (const MercanciaMovida& m : movida) {
        const auto d = std::ranges::find(dichos, m.numeroPartida, &Dicho::numeroPartida);
        if (d != dichos.end()) (d->produce ? r.produce : r.consume).push_back(vista(m, *d));
    }
    return r;
}

Pagina<engine::DocumentoResumen> listar_reempaques(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "Reempaques", {engine::Reempaque.tipo});
}

engine::Cancelado cancelar_reempaque(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::Reempaque.tipo});
}

void register_reempaque(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(POST, "/api/Inventario/ReempaqueAgregar", "ReempaqueAgregar", agregar_reempaque)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::regla_incumplida, Codigo::existencia_insuficiente,
                  Codigo::existencia_posterior, Codigo::unidad_no_convertible, Codigo::lote_requerido, Codigo::lote_no_permitido,
                  Codigo::lote_bloqueado, Codigo::series_incompletas, Codigo::serie_repetida, Codigo::serie_no_disponible,
                  Codigo::periodo_cerrado, Codigo::duplicado})
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/Inventario/Reempaque/{id}", "ReempaqueObtener", obtener_reempaque)
        .lee({engine::Reempaque.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Inventario/Reempaque", "ReempaquesListar", listar_reempaques).nuestra().rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/Inventario/ReempaqueCancelar/{id}", "ReempaqueCancelar", cancelar_reempaque)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
}

}  // namespace cacao
