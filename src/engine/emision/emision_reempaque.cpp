// Repackaging: what is consumed becomes what is produced, in one document. Cost in = cost out + what was added − what was lost
// abnormally; a produced line with a cost of its own (a by-product) takes that, the others share the rest.

#include "engine/emision/emision.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/existencia/correccion.hpp"
#include "engine/existencia/inventario.hpp"

#include "db/rows.hpp"

#include <algorithm>
#include <numeric>

namespace cacao::engine {
namespace {

struct LoteFuente {
    std::optional<Fecha> caducidad;
    std::string pedimento;
};
BOOST_DESCRIBE_STRUCT(LoteFuente, (), (caducidad, pedimento))

void pedir_lote(db::Reader& tx, const MovimientoPedido& m, std::vector<LoteFuente>& lotes) {
    if (m.lote)
        tx.all_later(lotes, "SELECT caducidad, pedimento FROM lote WHERE organizacionId = $1 AND productoId = $2 AND codigo = $3",
                     tx.organizacion(), m.articulo->productoId, m.lote->codigo);
}

// What is made of goods keeps no longer than the first of them, unless somebody says why; what says nothing takes it from them.
// Whether it is said again for a lot that exists makes no difference: the lot has its own day.
void heredar_lotes(db::Reader& tx, const std::vector<MovimientoPedido>& salen, std::vector<MovimientoPedido>& entran,
                   bool con_motivo, Faltas& faltas) {
    std::vector<LoteFuente> fuentes;
    std::vector<std::vector<LoteFuente>> hechos(entran.size());
    for (const MovimientoPedido& m : salen) pedir_lote(tx, m, fuentes);
    for (std::size_t i = 0; i < entran.size(); ++i) pedir_lote(tx, entran[i], hechos[i]);
    tx.settle();
    std::optional<Fecha> primera;
    std::string pedimento = fuentes.empty() ? "" : fuentes.front().pedimento;
    for (const LoteFuente& f : fuentes) {
        if (f.caducidad && (!primera || *f.caducidad < *primera)) primera = f.caducidad;
        if (f.pedimento != pedimento) pedimento.clear();  // of several imports, of none in particular
    }
    for (std::size_t i = 0; i < entran.size(); ++i) {
        MovimientoPedido& m = entran[i];
        if (!m.lote) continue;
        if (hechos[i].empty()) {
            if (!m.lote->caducidad) m.lote->caducidad = primera;
            if (m.lote->pedimento.empty()) m.lote->pedimento = pedimento;
        }
        const auto caduca = hechos[i].empty() ? m.lote->caducidad : hechos[i].front().caducidad;
        if (primera && (!caduca || *caduca > *primera) && !con_motivo)
            faltas.agregar(Codigo::regla_incumplida, m.campo + "/lote/caducidad", En::donde_sea,
                           R"({"caducidad":")" + primera->iso() + R"("})");
    }
}

std::string_view nombre(Reparto reparto) {
    switch (reparto) {
        case Reparto::valor: return "valor";
        case Reparto::manual: return "manual";
        case Reparto::cantidad: break;
    }
    return "cantidad";
}

}  // namespace

void Emision::revisar_reempaque() {
    const auto destino = std::find_if(almacenes_.begin(), almacenes_.end(),
                                      [&](const AlmacenFila& a) { return a.almacenId == pedida_.almacenDestinoId; });
    if (pedida_.almacenDestinoId != 0 && destino == almacenes_.end()) faltas_.agregar(Codigo::no_encontrado, "/almacenDestinoId");
    else if (pedida_.almacenDestinoId != 0 && !destino->activo) faltas_.agregar(Codigo::inactivo, "/almacenDestinoId");
    bool consume = false;
    bool produce = false;
    Tasa porcentajes;
    for (Linea& l : lineas_) {
        const PartidaPedida& p = *l.pedida;
        (p.produce ? produce : consume) = true;
        if (l.producto != nullptr && l.producto->tipo != "producto")
            faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/productoId"));
        if (p.merma < Cantidad{} || p.merma > l.cantidadBase || (p.produce && !p.merma.es_cero()))
            faltas_.agregar(Codigo::fuera_de_rango, campo(l, "/merma"));
        const bool manual = p.produce && pedida_.reparto == Reparto::manual && !p.precioUnitario;
        if (manual && !p.porcentaje) faltas_.agregar(Codigo::requerido, campo(l, "/porcentaje"));
        if (!manual && p.porcentaje) faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/porcentaje"));
        if (!p.produce && p.precioUnitario) faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/costoUnitario"));
        if (p.porcentaje) porcentajes += *p.porcentaje;
        if (p.produce && pedida_.almacenDestinoId != 0 && p.almacenId == 0) l.almacenId = pedida_.almacenDestinoId;
    }
    faltas_.agregar_si(!consume || !produce, Codigo::lista_vacia, "/partidas");
    faltas_.agregar_si(pedida_.reparto == Reparto::manual && porcentajes != Tasa::de_enteros(1), Codigo::regla_incumplida,
                       "/reparto");
    faltas_.agregar_si(pedida_.costoAgregado < Importe{}, Codigo::fuera_de_rango, "/costoAgregado");
    faltas_.agregar_si(pedida_.costoAgregado.redondeado(ajustes_.decimales) != pedida_.costoAgregado,
                       Codigo::demasiados_decimales, "/costoAgregado");
    if (!faltas_.vacia()) return;
    std::vector<MovimientoPedido> salen;
    std::vector<MovimientoPedido> entran;
    for (MovimientoPedido& m : movimientos_) {
        const Linea& l = lineas_[static_cast<std::size_t>(m.numeroPartida - 1)];
        m.almacenId = l.almacenId;
        (l.pedida->produce ? entran : salen).push_back(m);
    }
    // Goods that may not be sold may not become goods that may.
    Marco como_venta = marco();
    como_venta.venta = true;
    revisar_movimientos(ctx_, como_venta, salen, false, faltas_);
    revisar_movimientos(ctx_, marco(), entran, true, faltas_);
    if (faltas_.vacia()) heredar_lotes(ctx_.db(), salen, entran, !pedida_.motivo.empty(), faltas_);
    // The lines go on with what their lots took over.
    std::size_t i = 0;
    for (MovimientoPedido& m : movimientos_)
        if (lineas_[static_cast<std::size_t>(m.numeroPartida - 1)].pedida->produce) m.lote = entran[i++].lote;
}

void Emision::reempacar() {
    std::vector<MovimientoPedido> salen;
    std::vector<MovimientoPedido> entran;
    const auto linea = [&](const MovimientoPedido& m) -> Linea& {
        return lineas_[static_cast<std::size_t>(m.numeroPartida - 1)];
    };
    for (const MovimientoPedido& m : movimientos_) (linea(m).pedida->produce ? entran : salen).push_back(m);

    valores_ = salir(ctx_, marco(), salen);
    Importe costo;
    for (const ValorMovido& v : valores_) {
        const Linea& l = lineas_[static_cast<std::size_t>(v.numeroPartida - 1)];
        costo -= v.valor;
        mermaAnormal_ += proporcion(-v.valor, l.pedida->merma.micros(), l.cantidadBase.micros(), ajustes_.decimales);
    }
    Importe resto = costo - mermaAnormal_ + pedida_.costoAgregado;
    std::vector<std::int64_t> pesos;
    for (MovimientoPedido& m : entran) {
        const Linea& l = linea(m);
        if (l.pedida->precioUnitario) {
            m.valor = l.local;
            resto -= m.valor;
            pesos.push_back(0);
        } else if (pedida_.reparto == Reparto::manual) {
            pesos.push_back(l.pedida->porcentaje->micros());
        } else if (pedida_.reparto == Reparto::valor) {
            pesos.push_back((l.cantidadBase * l.producto->precio).redondear(ajustes_.decimales).micros());
        } else {
            pesos.push_back(l.cantidadBase.micros());
        }
    }
    // By-products cannot be worth more than everything, and something must take the rest.
    const bool alguien = std::accumulate(pesos.begin(), pesos.end(), std::int64_t{0}) > 0;
    reject_if(resto < Importe{} || (!alguien && !resto.es_cero()), Codigo::regla_incumplida, "/reparto");
    const auto partes = repartir(resto, pesos, ajustes_.decimales);
    for (std::size_t i = 0; i < entran.size(); ++i) {
        if (pesos[i] == 0) continue;
        entran[i].valor = partes[i];
        Linea& l = linea(entran[i]);
        l.cifras.importe = l.cifras.neto = partes[i];
    }
    subtotal_ = total_ = {};
    for (const MovimientoPedido& m : entran) subtotal_ += m.valor;
    total_ = subtotal_;
    for (const ValorMovido& v : entrar(ctx_, marco(), entran)) valores_.push_back(v);
    enlazar_reempaque(ctx_, transaccionId_);
    ctx_.db().run(R"(INSERT INTO reempaque (organizacionId, transaccionId, reparto, costoConsumido, costoAgregado, mermaAnormal,
                                            costoProducido)
                     VALUES ($1, $2, $3, $4, $5, $6, $7))",
                  ctx_.organizacionId(), transaccionId_, nombre(pedida_.reparto), costo, pedida_.costoAgregado, mermaAnormal_,
                  total_);
    for (const Linea& l : lineas_)
        ctx_.db().run(R"(INSERT INTO partidaReempaque (organizacionId, transaccionId, numeroPartida, produce, subproducto, merma,
                                                       porcentaje)
                         VALUES ($1, $2, $3, $4, $5, $6, $7))",
                      ctx_.organizacionId(), transaccionId_, l.numero, l.pedida->produce,
                      l.pedida->produce && l.pedida->precioUnitario.has_value(), l.pedida->merma,
                      l.pedida->porcentaje.value_or(Tasa{}));
}

void Emision::asentar_reempaque() {
    for (const ValorMovido& v : valores_) {
        if (es_correccion(tipo_, v)) continue;
        const Linea& l = lineas_[static_cast<std::size_t>(v.numeroPartida - 1)];
        diario_->agregar({cuentas_.de(Cuenta::inventario, ambito(l, v.almacenId)), sucursalId_, l.proyectoId, 0, v.valor, v.valor,
                          ajustes_.moneda});
    }
    diario_->agregar({cuentas_.de(Cuenta::merma), sucursalId_, proyectoId_, 0, mermaAnormal_, mermaAnormal_, ajustes_.moneda});
    diario_->agregar({cuentas_.de(Cuenta::costos_agregados), sucursalId_, proyectoId_, 0, -pedida_.costoAgregado,
                      -pedida_.costoAgregado, ajustes_.moneda});
}

}  // namespace cacao::engine
