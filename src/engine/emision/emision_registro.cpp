// Registration, last steps: balances that are one row each, then the folio, then the header.

#include "engine/cadena/pendientes.hpp"
#include "engine/emision/emision.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/saldos/saldos.hpp"

#include "db/rows.hpp"
#include "reflect/json_write.hpp"

#include <fmt/format.h>

namespace cacao::engine {

// A line that is there already is one of a document under revision, which moved nothing.
void Emision::guardar_partidas() {
    auto& tx = ctx_.db();
    for (const Linea& l : lineas_) {
        const PartidaPedida& p = *l.pedida;
        const std::string_view nombre_ = l.producto != nullptr   ? std::string_view{l.producto->nombre}
                                         : l.concepto != nullptr ? std::string_view{l.concepto->nombre}
                                                                 : std::string_view{};
        const std::string_view clave = !p.claveProdServ.empty() ? std::string_view{p.claveProdServ}
                                       : l.producto != nullptr  ? std::string_view{l.producto->claveProdServ}
                                       : l.concepto != nullptr  ? std::string_view{l.concepto->claveProdServ}
                                                                : std::string_view{};
        tx.run(R"(INSERT INTO partida (organizacionId, transaccionId, numeroPartida, productoId, conceptoId, descripcion,
                                       unidadMedidaId, unidad, claveProdServ, claveUnidad, cantidad, cantidadBase, precioUnitario,
                                       importe, abono, descuento, promocion, iva, ieps, ivaRetenido, isrRetenido, impuestos,
                                       proyectoId, almacenId, cuentaId, notas, origenId, origenPartida, costo,
                                       promocionId)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
                          $24, $25, $26, $27, $28, $29, $30)
                  ON CONFLICT (organizacionId, transaccionId, numeroPartida) DO UPDATE SET
                      productoId = excluded.productoId, conceptoId = excluded.conceptoId, descripcion = excluded.descripcion,
                      unidadMedidaId = excluded.unidadMedidaId, unidad = excluded.unidad, claveProdServ = excluded.claveProdServ,
                      claveUnidad = excluded.claveUnidad, cantidad = excluded.cantidad, cantidadBase = excluded.cantidadBase,
                      precioUnitario = excluded.precioUnitario, importe = excluded.importe, descuento = excluded.descuento,
                      iva = excluded.iva, ieps = excluded.ieps, ivaRetenido = excluded.ivaRetenido,
                      isrRetenido = excluded.isrRetenido, impuestos = excluded.impuestos, proyectoId = excluded.proyectoId,
                      notas = excluded.notas)",
               ctx_.organizacionId(), transaccionId_, l.numero, p.productoId, p.conceptoId,
               p.descripcion.empty() ? nombre_ : std::string_view{p.descripcion}, l.unidadMedidaId, l.unidad, clave,
               p.claveUnidad.empty() ? std::string_view{l.claveUnidad} : std::string_view{p.claveUnidad}, l.cantidad,
               l.cantidadBase, l.precio, l.cifras.importe,
               tipo_.existencia == Existencia::reempaque && !p.produce ? l.costo : p.abono, l.cifras.descuento,
               l.cifras.promocion, l.cifras.iva, l.cifras.ieps, l.cifras.ivaRetenido, l.cifras.isrRetenido,
               reflect::to_json(l.cifras.impuestos), l.proyectoId, l.almacenId, l.cuentaId, p.notas, p.origenId, p.origenPartida,
               l.regla != nullptr && l.regla->por_valor ? l.conciliado : l.costo, l.promocionId);
    }
    // Orders and goods on their way wait, each in the place that gives or expects them; a kit by its parts.
    if (const auto espera = espera_de(tipo_))
        for (const Linea& l : lineas_) {
            if (l.producto == nullptr || l.producto->tipo == "servicio") continue;
            const PartidaPedida& p = *l.pedida;
            const std::int64_t almacenId = l.almacenId != 0         ? l.almacenId
                                           : p.almacenId != 0       ? p.almacenId
                                           : pedida_.almacenId != 0 ? pedida_.almacenId
                                                                    : sucursal_->almacenId;
            std::vector<Componente> partes{{l.producto->productoId, l.cantidadBase}};
            if (l.producto->tipo == "kit") partes = explotar_kit(tx, l.producto->productoId, l.cantidadBase, p.campo);
            for (const Componente& c : partes)
                tx.run(
                    R"(INSERT INTO pendiente (organizacionId, transaccionId, numeroPartida, clase, productoId, almacenId, avance,
                                                 cantidad, abierto)
                          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1))",
                    ctx_.organizacionId(), transaccionId_, l.numero, espera->clase, c.productoId, almacenId,
                    nombre(espera->avance), c.cantidad);
        }
    for (const TasaDocumento& t : tasas_)
        tx.run(
            R"(INSERT INTO documentoImpuesto (organizacionId, transaccionId, impuesto, factor, tasa, base, importe, importeLocal,
                                                 baseLiquidada, liquidado, liquidadoLocal, baseRestituida, restituido,
                                                 restituidoLocal)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $9, $10, $11))",
            ctx_.organizacionId(), transaccionId_, nombre(t.impuesto), nombre(t.factor), t.tasa, t.base, t.importe, t.local,
            t.baseRestituida, t.restituido, t.restituidoLocal);
}

void Emision::abrir_saldos() {
    SaldoAbierto s{transaccionId_, {}, pedida_.entidadId, fecha_, vencimiento_, moneda_, cuentaControl_, total_, totalLocal_};
    switch (tipo_.saldo) {
        case Saldo::ninguno: return;
        case Saldo::por_cobrar: s.naturaleza = Naturaleza::cobrar; break;
        case Saldo::por_pagar: s.naturaleza = Naturaleza::pagar; break;
        case Saldo::favor_cliente: s.naturaleza = Naturaleza::favorCliente; break;
        case Saldo::favor_proveedor:
            s.naturaleza = Naturaleza::favorProveedor;
            if (tipo_.renglones == Renglones::egreso) {
                if (aplicable_.es_cero()) return;  // paid by direct concepts alone
                s.total = aplicable_;
                s.totalLocal = aplicableLocal_;
            }
            break;
        case Saldo::compensacion:
            s.naturaleza = Naturaleza::favorProveedor;
            s.cuentaId = cuentaControl2_;
            abrir_saldo(ctx_, s);
            s.naturaleza = Naturaleza::favorCliente;
            s.cuentaId = cuentaControl_;
            break;
    }
    abrir_saldo(ctx_, s);
}

// The row of the series is locked from here to the commit, so it comes last.
void Emision::tomar_folio() {
    auto& tx = ctx_.db();
    const auto leer = [&](const db::Row& r) {
        serie_.assign(r.text(0));
        folio_ = r.integer(1);
    };
    const auto tomar = [&] {
        if (pedida_.serie.empty())
            tx.each(R"(UPDATE serie SET siguiente = siguiente + 1
                       WHERE organizacionId = $1 AND tipo = $2 AND sucursalId = $3 AND predeterminada = 1 AND activo = 1
                       RETURNING serie, siguiente - 1)",
                    leer, ctx_.organizacionId(), tipo_.tipo, sucursalId_);
        else
            tx.each(R"(UPDATE serie SET siguiente = siguiente + 1
                       WHERE organizacionId = $1 AND tipo = $2 AND serie = $4 AND sucursalId = $3 AND activo = 1
                       RETURNING serie, siguiente - 1)",
                    leer, ctx_.organizacionId(), tipo_.tipo, sucursalId_, pedida_.serie);
    };
    tomar();
    if (folio_ != 0) return;
    reject_if(!pedida_.serie.empty(), Codigo::no_encontrado, "/serie");  // put away since it was looked at
    // The first document of this kind in this branch. The plain name may be another branch's already.
    for (const std::string& serie : {std::string{tipo_.serie}, fmt::format("{}-{}", tipo_.serie, sucursal_->codigo)}) {
        tx.run(R"(INSERT INTO serie (organizacionId, tipo, serie, sucursalId, siguiente, predeterminada, activo)
                  VALUES ($1, $2, $3, $4, 1, 1, 1) ON CONFLICT DO NOTHING)",
               ctx_.organizacionId(), tipo_.tipo, serie, sucursalId_);
        tomar();
        if (folio_ != 0) return;
    }
    reject(Codigo::conflicto, "/serie");
}

void Emision::guardar_documento() {
    const auto opcional = [](const std::string& s) { return s.empty() ? std::nullopt : std::optional<std::string>{s}; };
    const auto externa = opcional(pedida_.referenciaExterna);
    const auto uuid = opcional(pedida_.uuid);
    const Instante ahora = ctx_.ahora();
    ctx_.db().run(
        R"(INSERT INTO documento (organizacionId, transaccionId, tipo, serie, folio, fecha, vencimiento, estado, sucursalId, proyectoId,
                                  centroCostoId, entidadId, vendedorId, almacenId, almacenDestinoId, cuentaBancariaId,
                                  cuentaDestinoId, formaPagoId, origenId, moneda, tipoCambio, subtotal, descuento, iva, ieps,
                                  ivaRetenido, isrRetenido, total, notas, referencia, motivo, referenciaExterna,
                                  uuid, fechaTimbrado, version, creadoPor, creadoEn, modificadoEn, canceladoEn, cancelacionFecha,
                                  cancelacionMotivo, canalId)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
                   $26, $27, $28, $29, $30, $31, $32, $33, $34, 1, $35, $36, $36, NULL, NULL, '', $37))",
        ctx_.organizacionId(), transaccionId_, tipo_.tipo, serie_, folio_, fecha_, vencimiento_, nombre(tipo_.inicial),
        sucursalId_, proyectoId_, centroCostoId_, pedida_.entidadId, vendedorId_, pedida_.almacenId, pedida_.almacenDestinoId,
        pedida_.cuentaBancariaId, pedida_.cuentaDestinoId, pedida_.formaPagoId, pedida_.origenId, moneda_, tipoCambio_, subtotal_,
        descuento_, iva_, ieps_, ivaRetenido_, isrRetenido_, total_, pedida_.notas, pedida_.referencia, pedida_.motivo, externa,
        uuid, pedida_.fechaTimbrado, ctx_.usuarioId(), ahora, canalId_);
    anotar_evento(ctx_, transaccionId_, 1, evento::Registrado{std::string{tipo_.tipo}, total_});
}

}  // namespace cacao::engine
