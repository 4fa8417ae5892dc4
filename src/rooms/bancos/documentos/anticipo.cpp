#include "rooms/bancos/documentos/anticipo.hpp"

#include "db/rows.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {
namespace {

// The concept of every advance (Anexo 20, guide of the CFDI of an advance): key 84111506, "Anticipo del bien o servicio".
std::int64_t concepto_de_anticipo(db::Reader& tx) {
    return tx
        .one<std::int64_t>("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'ANTICIPO'", tx.organizacion())
        .value_or(0);
}

}  // namespace

engine::DocumentoCreado agregar_anticipo(Context& ctx, const AnticipoNuevo& nuevo) {
    reject_if(nuevo.importe <= Importe{}, Codigo::fuera_de_rango, "/importe");
    auto s = engine::solicitud<engine::SolicitudAnticipo>(nuevo);
    engine::adjuntar(s, nuevo);
    s.entidadId = nuevo.clienteId;
    s.campo_entidad = "/clienteId";
    s.cuentaBancariaId = nuevo.cuentaBancariaId;
    s.formaPagoId = nuevo.formaPagoId.value_or(0);
    if (nuevo.uuid) s.uuid = nuevo.uuid->texto();
    s.fechaTimbrado = nuevo.fechaTimbrado;
    auto& p = s.partidas.emplace_back();
    p.conceptoId = nuevo.conceptoId.value_or(0);
    if (p.conceptoId == 0) p.conceptoId = concepto_de_anticipo(ctx.db());
    p.cantidad = Cantidad::de_enteros(1);
    p.precioUnitario = Precio::de_micros(nuevo.importe.micros());
    p.incluyeImpuestos = true;
    return engine::creado(engine::emitir(ctx, engine::Anticipo, s));
}

void register_anticipo(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(POST, "/api/Bancos/AnticipoAgregar", "AnticipoAgregar", agregar_anticipo)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::fuera_de_rango, Codigo::valor_no_permitido,
                  Codigo::moneda_distinta, Codigo::moneda_sin_tipo_cambio, Codigo::periodo_cerrado, Codigo::duplicado,
                  Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal});
}

}  // namespace cacao
