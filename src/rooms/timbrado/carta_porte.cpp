#include "rooms/timbrado/carta_porte.hpp"

#include "db/rows.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/tipos/cualidades.hpp"
#include "reflect/objeto.hpp"

namespace cacao {
namespace {

struct DocumentoDePorte {
    std::string tipo, estado, uuid;
};
DESCRIBE_STRUCT(DocumentoDePorte, (), (tipo, estado, uuid))

CartaPorteVista vista_de_carta(std::int64_t transaccionId, engine::CartaPorteGuardada g) {
    return {std::move(g.carta), transaccionId, std::move(g.idCcp), g.version};
}

// What rides, or charges freight.
bool puede_llevar_carta(const engine::Documento& d) {
    return d.traslado || (engine::emite_cfdi(d) && d.saldo == engine::Saldo::por_cobrar);
}

}  // namespace

CartaPorteVista obtener_carta_porte(const Context& ctx, const CartaPortePedida& pedida) {
    auto g = engine::leer_carta_porte(ctx.db(), pedida.transaccionId);
    reject_if(!g, Codigo::no_encontrado, "/transaccionId");
    return vista_de_carta(pedida.transaccionId, std::move(*g));
}

CartaPorteVista guardar_carta_porte(Context& ctx, const CartaPorteDeDocumento& nueva) {
    auto& tx = ctx.db();
    engine::retener_solo(tx, nueva.transaccionId);
    const auto d = tx.one<DocumentoDePorte>(
        "SELECT tipo, estado, COALESCE(uuid, '') AS uuid FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
        tx.organizacion(), nueva.transaccionId);
    reject_if(!d, Codigo::no_encontrado, "/transaccionId");
    const auto& tipo = *engine::tipo_de(d->tipo);
    if (!puede_llevar_carta(tipo)) reject(Codigo::no_se_timbra, "/transaccionId", reflect::objeto("tipo", d->tipo));
    reject_if(d->estado == engine::nombre(engine::Estado::cancelado), Codigo::documento_cancelado, "/transaccionId");
    // What was sent for its stamp says what it says.
    const auto timbrado = engine::leer_timbrado(tx, nueva.transaccionId);
    const bool enviado =
        timbrado && !timbrado->es(engine::EstadoTimbrado::porTimbrar) && !timbrado->es(engine::EstadoTimbrado::rechazado);
    if (!d->uuid.empty() || enviado)
        reject(Codigo::estado_invalido, "/transaccionId",
               reflect::objeto("timbrado", timbrado ? timbrado->estado : "", "uuid", d->uuid));
    const auto antes = engine::leer_carta_porte(tx, nueva.transaccionId);
    if (antes) ctx.exigir_version(antes->version);
    Faltas faltas;
    const auto carta = engine::carta_porte_de(nueva, faltas);
    for (std::size_t i = 0; i < carta.mercancias.size(); ++i)
        faltas.agregar_si(tipo.traslado != (carta.mercancias[i].numeroPartida != 0), Codigo::valor_no_permitido,
                          "/mercancias/" + std::to_string(i) + "/numeroPartida");
    // Here its fields stand by themselves.
    Faltas suyas;
    constexpr std::string_view bajo = "/cartaPorte";
    for (const Falta& f : faltas.lista())
        suyas.agregar(f.codigo, f.campo.starts_with(bajo) ? f.campo.substr(bajo.size()) : f.campo, f.en, f.datos);
    suyas.lanzar();
    return vista_de_carta(nueva.transaccionId, engine::guardar_carta_porte(ctx, nueva.transaccionId, carta));
}

void register_carta_porte(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Timbrado");
    ops.add(GET, "/api/Timbrado/CartaPorte/{transaccionId}", "CartaPorteObtener", obtener_carta_porte)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Timbrado/CartaPorte/{transaccionId}", "CartaPorteGuardar", guardar_carta_porte)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::no_se_timbra, Codigo::documento_cancelado, Codigo::estado_invalido,
                  Codigo::precondicion_fallida, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales});
}

}  // namespace cacao
