// Repackaging: what is consumed becomes what is produced, in one document. Cost in = cost out + what was added − what was lost
// abnormally; a produced line with a cost of its own (a by-product) takes that, the others share the rest.

#include "engine/emision/tomar.hpp"

#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <numeric>

namespace cacao::engine {
namespace {

struct LoteFuente {
    std::optional<Fecha> caducidad;
    std::string pedimento;
};
DESCRIBE_STRUCT(LoteFuente, (), (caducidad, pedimento))

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
                           reflect::objeto("caducidad", *primera));
    }
}

struct Lados {
    std::vector<MovimientoPedido> salen;
    std::vector<MovimientoPedido> entran;
};
Lados separar(const Juzgado& juzgado, const std::vector<MovimientoPedido>& movimientos) {
    Lados lados;
    for (const MovimientoPedido& m : movimientos) {
        const bool produce = juzgado.lineas[indice(m)].pedida->transformacion.produce;
        (produce ? lados.entran : lados.salen).push_back(m);
    }
    return lados;
}

std::string_view nombre(Reparto reparto) {
    switch (reparto) {
        case Reparto::valor: return "valor";
        case Reparto::manual: return "manual";
        case Reparto::cantidad: break;
    }
    return "cantidad";
}

// How much of the rest a produced line takes, in comparison with the others; 0 of one that has a cost of its own.
std::int64_t peso(const Linea& l, Reparto reparto, int decimales) {
    if (l.pedida->valor.precioUnitario) return 0;
    switch (reparto) {
        case Reparto::manual: return l.pedida->transformacion.porcentaje->micros();
        case Reparto::valor: return (l.medida().cantidadBase * l.producto()->precio).redondear(decimales).micros();
        case Reparto::cantidad: break;
    }
    return l.medida().cantidadBase.micros();
}

void guardar_reempaque(db::Writer& tx, const Solicitud& pedida, const Juzgado& juzgado, const Tomado& t) {
    const Reempacado& r = *t.reempacado;
    tx.run(R"(INSERT INTO reempaque (organizacionId, transaccionId, reparto, costoConsumido, costoAgregado, mermaAnormal,
                                     costoProducido)
              VALUES ($1, $2, $3, $4, $5, $6, $7))",
           tx.organizacion(), t.transaccionId, nombre(pedida.reempaque.reparto), r.consumido, pedida.reempaque.costoAgregado,
           r.mermaAnormal, r.producido);
    for (const Linea& l : juzgado.lineas) {
        const DeTransformacion& p = l.pedida->transformacion;
        tx.run(R"(INSERT INTO partidaReempaque (organizacionId, transaccionId, numeroPartida, produce, subproducto, merma,
                                                porcentaje)
                  VALUES ($1, $2, $3, $4, $5, $6, $7))",
               tx.organizacion(), t.transaccionId, l.numero, p.produce, p.produce && l.pedida->valor.precioUnitario.has_value(),
               p.merma, p.porcentaje.value_or(Tasa{}));
    }
}

}  // namespace

std::vector<MovimientoPedido> movimientos_de_reempaque(Context& ctx, const Solicitud& pedida, const Marco& marco,
                                                       const Juzgado& juzgado, Faltas& faltas) {
    Lados lados = separar(juzgado, juzgado.movimientos);
    // Goods that may not be sold may not become goods that may.
    Marco como_venta = marco;
    como_venta.venta = true;
    revisar_movimientos(ctx, como_venta, lados.salen, false, faltas);
    revisar_movimientos(ctx, marco, lados.entran, true, faltas);
    if (faltas.vacia()) heredar_lotes(ctx.db(), lados.salen, lados.entran, !pedida.cabecera.motivo.empty(), faltas);
    lados.salen.insert(lados.salen.end(), lados.entran.begin(), lados.entran.end());
    return std::move(lados.salen);
}

void reempacar(Context& ctx, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado, const Marco& marco,
               const std::vector<MovimientoPedido>& movimientos, Tomado& t) {
    auto [salen, entran] = separar(juzgado, movimientos);
    const int decimales = hallado.ajustes.decimales;
    Reempacado& r = t.reempacado.emplace();
    t.valores = salir(ctx, marco, salen);
    for (const ValorMovido& v : t.valores) {
        const Linea& l = juzgado.lineas[indice(v)];
        r.consumido -= v.valor;
        r.mermaAnormal +=
            proporcion(-v.valor, l.pedida->transformacion.merma.micros(), l.medida().cantidadBase.micros(), decimales);
    }
    Importe resto = r.consumido - r.mermaAnormal + pedida.reempaque.costoAgregado;
    std::vector<std::int64_t> pesos;
    for (MovimientoPedido& m : entran) {
        const Linea& l = juzgado.lineas[indice(m)];
        pesos.push_back(peso(l, pedida.reempaque.reparto, decimales));
        if (!l.pedida->valor.precioUnitario) continue;
        m.valor = l.local;
        resto -= m.valor;
    }
    // By-products cannot be worth more than everything, and something must take the rest.
    const bool alguien = std::accumulate(pesos.begin(), pesos.end(), std::int64_t{0}) > 0;
    reject_if(resto < Importe{} || (!alguien && !resto.es_cero()), Codigo::regla_incumplida, "/reparto");
    const auto partes = repartir(resto, pesos, decimales);
    for (std::size_t i = 0; i < entran.size(); ++i) {
        if (pesos[i] != 0) t.lineas[indice(entran[i])].producido = entran[i].valor = partes[i];
        r.producido += entran[i].valor;
    }
    for (const ValorMovido& v : entrar(ctx, marco, entran)) t.valores.push_back(v);
    enlazar_reempaque(ctx, t.transaccionId);
    guardar_reempaque(ctx.db(), pedida, juzgado, t);
}

}  // namespace cacao::engine
