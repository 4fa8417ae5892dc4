#include "rooms/bancos/documentos/deposito.hpp"

#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {
namespace {

// As it stands now; nothing when it is no deposit of this organization.
std::optional<DepositoRegistrado> leer_deposito(db::Reader& tx, std::int64_t id) {
    std::optional<DepositoRegistrado> d;
    tx.each(R"(SELECT d.serie, d.folio, d.fecha, d.estado, d.moneda, d.total, s.saldo
               FROM documento d
               JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
               WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo IN ('Deposito', 'Anticipo'))",
            [&](const db::Row& r) {
                const auto total = Importe::de_micros(r.integer(5));
                const auto saldo = Importe::de_micros(r.integer(6));
                d = DepositoRegistrado{id,
                                       engine::folio_texto(r.text(0), r.integer(1)),
                                       Fecha::de_dias(static_cast<std::int32_t>(r.integer(2))),
                                       std::string{r.text(3)},
                                       std::string{r.text(4)},
                                       total,
                                       total - saldo,
                                       saldo,
                                       {}};
            },
            tx.organizacion(), id);
    return d;
}

}  // namespace

DepositoRegistrado agregar_deposito(Context& ctx, const DepositoNuevo& nuevo) {
    auto s = engine::solicitud<engine::SolicitudImporte>(nuevo);
    s.entidadId = nuevo.clienteId.value_or(0);
    s.campo_entidad = "/clienteId";
    s.cuentaBancariaId = nuevo.cuentaBancariaId;
    s.formaPagoId = nuevo.formaPagoId.value_or(0);
    s.importe = nuevo.importe;
    const auto e = engine::emitir(ctx, engine::Deposito, s);
    std::vector<engine::Aplicado> hechas;
    if (nuevo.asignaciones && !nuevo.asignaciones->empty())
        hechas = engine::aplicar(ctx, e.transaccionId, engine::aplicaciones_pedidas(*nuevo.asignaciones), e.fecha);
    auto d = leer_deposito(ctx.db(), e.transaccionId).value();
    d.asignaciones = std::move(hechas);
    return d;
}

DepositoRegistrado asignar_deposito(Context& ctx, const engine::AsignacionPedida& pedida) {
    reject_if(!leer_deposito(ctx.db(), pedida.id), Codigo::no_encontrado, "/id");
    auto hechas = engine::aplicar(ctx, pedida.id, engine::aplicaciones_pedidas(pedida.asignaciones), pedida.fecha);
    auto d = leer_deposito(ctx.db(), pedida.id).value();
    d.asignaciones = std::move(hechas);
    return d;
}

DepositoRegistrado desasignar_deposito(Context& ctx, const engine::DesasignacionPedida& pedida) {
    auto& tx = ctx.db();
    reject_if(!leer_deposito(tx, pedida.id), Codigo::no_encontrado, "/id");
    engine::desasignar(ctx, pedida.id, pedida.aplicaciones, pedida.fecha);
    return leer_deposito(tx, pedida.id).value();
}

engine::Cancelado cancelar_deposito(Context& ctx, const DepositoCancelacion& pedida) {
    return engine::cancelar(ctx, pedida, {engine::Deposito.tipo, engine::Anticipo.tipo}, pedida.desasignar.value_or(false));
}

void register_deposito(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(POST, "/api/Bancos/DepositoAgregar", "DepositoAgregar", agregar_deposito, "Registra un depósito")
        .describe(
            "El depósito queda a favor del cliente hasta asignarse; puede asignarse en la misma llamada. Sin `clienteId` queda "
            "por "
            "identificar: es del cliente de los documentos a los que se asigna primero. La moneda es la de la cuenta bancaria. "
            "En `asignaciones`, `importe` va en la moneda del depósito e `importe2` en la del documento; solo hace "
            "falta "
            "cuando son distintas.")
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::moneda_distinta, Codigo::moneda_sin_tipo_cambio, Codigo::periodo_cerrado,
                  Codigo::duplicado, Codigo::excede_por_asignar, Codigo::excede_saldo, Codigo::otro_contacto,
                  Codigo::documento_cancelado});
    ops.add(PUT, "/api/Bancos/DepositoAsignar/{id}", "DepositoAsignar", asignar_deposito, "Asigna un depósito a documentos")
        .describe(
            "Uno sin cliente queda desde entonces con el de los documentos. Mueve juntos el saldo de ambos, el IVA que pasa a "
            "cobrado y la diferencia cambiaria. Todo o nada: si una asignación "
            "no procede, ninguna se guarda." +
            std::string{engine::sobre_la_fecha})
        .rechaza({Codigo::no_encontrado, Codigo::requerido, Codigo::fuera_de_rango, Codigo::demasiados_decimales,
                  Codigo::excede_por_asignar, Codigo::excede_saldo, Codigo::otro_contacto, Codigo::documento_cancelado,
                  Codigo::periodo_cerrado, Codigo::valor_no_permitido});
    ops.add(PUT, "/api/Bancos/DepositoDesasignar/{id}", "DepositoDesasignar", desasignar_deposito,
            "Deshace asignaciones de un depósito")
        .describe(
            "Reabre los documentos y regresa el IVA cobrado y la diferencia cambiaria. Lo que quedaba de una nota de crédito por "
            "estar ya pagado lo que acredita se le aplica. Deshacer dos veces no hace nada más.")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
    ops.add(DELETE, "/api/Bancos/DepositoCancelar/{id}", "DepositoCancelar", cancelar_deposito,
            "Cancela un depósito o un anticipo")
        .describe(
            "Con `desasignar` sus asignaciones se deshacen antes; sin él, responde `con_dependientes` con cada una. Lo "
            "conciliado con el banco no se cancela. Lo que estuvo asignado se cancela en la `fecha` en que dejó de estarlo, o "
            "después.")
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
}

}  // namespace cacao
