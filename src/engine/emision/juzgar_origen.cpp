// Registration, second step: links from line to line, and figures that a line takes of the one it derives from.

#include "engine/emision/derivacion.hpp"
#include "engine/emision/juzgar.hpp"

#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

CifrasTomadas tomada(const CifrasFila& f) {
    return {f.cantidadBase, f.importe, f.descuento, f.promocion, reflect::recuperar(f.impuestos)};
}

// Shares a line's figures out among the lines that take them, in proportion to their quantities.
class RepartoCifras {
public:
    RepartoCifras(const CifrasFila& fuente, std::vector<CifrasTomadas> antes, int decimales)
        : fuente_(fuente), antes_(std::move(antes)), decimales_(decimales) {}

    Cantidad queda() const {
        Cantidad c = fuente_.cantidadBase;
        for (const CifrasTomadas& t : antes_) c -= t.cantidadBase;
        return c;
    }
    // The part that completes the source takes what is left of each figure: all of it or, where the others may have been sold at
    // prices of their own (`suave`), what rounding left.
    CifrasPartida tomar(const Medida& medida, bool suave) const {
        const bool completa = medida.cantidadBase == queda();
        const auto redondeos = Importe::de_micros(unidad_de(decimales_).micros() * static_cast<std::int64_t>(antes_.size() + 1));
        const auto parte = [&](Importe entero, Importe hecho) {
            const Importe resto = entero - hecho;
            const Importe justa = proporcion(entero, medida.cantidadBase.micros(), fuente_.cantidadBase.micros(), decimales_);
            if (suave) return completa && resto - justa <= redondeos && justa - resto <= redondeos ? resto : justa;
            return completa ? resto : std::min(resto, justa);
        };
        const auto suma = [&](Importe CifrasTomadas::*cifra) {
            Importe total;
            for (const CifrasTomadas& t : antes_) total += t.*cifra;
            return total;
        };
        CifrasPartida c;
        c.importe = parte(fuente_.importe, suma(&CifrasTomadas::importe));
        c.descuento = parte(fuente_.descuento, suma(&CifrasTomadas::descuento));
        c.promocion = parte(fuente_.promocion, suma(&CifrasTomadas::promocion));
        c.neto = c.importe - c.descuento - c.promocion;
        constexpr int decimales_de_precio = 6;
        c.precioNeto =
            medida.unidadMedidaId == fuente_.unidadMedidaId || medida.cantidad <= Cantidad{}
                ? fuente_.precioUnitario
                : Precio::de_micros(proporcion(c.importe, millonesimas, medida.cantidad.micros(), decimales_de_precio).micros());
        for (const ImpuestoPartida& i : reflect::recuperar(fuente_.impuestos)) {
            Importe base;  // what others took of this tax
            Importe importe;
            for (const CifrasTomadas& t : antes_)
                for (const ImpuestoPartida& otro : t.impuestos) {
                    if (otro.impuesto != i.impuesto || otro.factor != i.factor || otro.tasa != i.tasa) continue;
                    base += otro.base;
                    importe += otro.importe;
                }
            ImpuestoPartida& mio = c.impuestos.emplace_back(i);
            mio.base = parte(i.base, base);
            mio.importe = parte(i.importe, importe);
            tomar_al_costo(mio, i, importe, decimales_);
            suma_de(c, impuesto_de(i.impuesto)) += mio.importe;
        }
        return c;
    }

private:
    const CifrasFila& fuente_;
    std::vector<CifrasTomadas> antes_;
    int decimales_;
};

}  // namespace

void exceder(const Linea& l, Cantidad pendiente, Faltas& faltas) {
    faltas.agregar(Codigo::excede_pendiente, l.campo("/cantidad"), En::donde_sea,
                   R"({"pendiente":)" + pendiente.texto() + R"(,"requerido":)" + l.medida().cantidadBase.texto() + "}");
}

void juzgar_origen(const Juicio& j, const Linea& l) {
    const DeOrigen& pedido = l.pedida->origen;
    const std::string donde = l.campo("/transaccionIdOrigen");
    if (pedido.origenId == 0) {
        const Existencia e = j.tipo.existencia;
        const bool exige =
            e == Existencia::devolucion_cliente || e == Existencia::devolucion_proveedor || e == Existencia::costo_tardio;
        if (pedido.origenPartida != 0 || exige) j.faltas.agregar(Codigo::requerido, donde);
        return;
    }
    if (l.origen() == nullptr) return j.faltas.agregar(Codigo::no_encontrado, donde);
    if (l.regla() == nullptr) return j.faltas.agregar(Codigo::origen_no_permitido, donde);
    const OrigenFila& o = *l.origen();
    const Origen& regla = *l.regla();
    const Fecha fecha = j.hallado.encabezado.fecha;
    if (o.estado == nombre(Estado::cancelado)) j.faltas.agregar(Codigo::documento_cancelado, donde);
    else if (o.estado != nombre(Estado::vigente) && o.estado != nombre(Estado::autorizado) &&
             o.estado != nombre(Estado::aceptada))
        j.faltas.agregar(Codigo::estado_invalido, donde);
    if (regla.mientras_vale && o.vigenciaFecha && *o.vigenciaFecha < fecha)
        j.faltas.agregar(Codigo::vencido, donde, En::donde_sea, reflect::objeto("vigenciaFecha", *o.vigenciaFecha));
    // What follows from a document is not older than it.
    if (o.fecha > fecha)
        j.faltas.agregar(Codigo::fuera_de_rango, "/fecha", En::donde_sea,
                         reflect::objeto("transaccionIdOrigen", o.transaccionId, "fecha", o.fecha));
    // The sale that a document takes over stays where it was made.
    if (regla.acompania != nullptr && o.sucursalId != j.hallado.encabezado.sucursalId)
        j.faltas.agregar(Codigo::valor_no_permitido, donde);
    if (j.tipo.contacto != Contacto::ninguno && o.entidadId != j.pedida.cabecera.entidadId)
        j.faltas.agregar(Codigo::otro_contacto, donde);
    const bool con_precio = es_venta(j.tipo) || j.tipo.renglones == Renglones::compra;
    if (con_precio && tipo_de(o.tipo)->renglones == j.tipo.renglones && o.moneda != j.hallado.encabezado.moneda)
        j.faltas.agregar(Codigo::moneda_distinta, donde);
    const DeArticulo& a = l.pedida->articulo;
    if (o.productoId != a.productoId || o.conceptoId != a.conceptoId)
        j.faltas.agregar(Codigo::valor_no_permitido, l.campo(a.productoId != 0 ? "/productoId" : "/conceptoId"));
}

// Price, discounts and taxes as they were sold or agreed. Of what was agreed a request may state others: then they are its own,
// and one that says again what was agreed says nothing. How much of it may still be taken is judged where the progress of the
// line is.
std::optional<CifrasPartida> cifras_de_origen(const Juicio& j, Linea& l, Tomadas& antes) {
    const PartidaPedida& p = *l.pedida;
    const auto dicha = fuente_de(j.tipo, j.hallado.encabezado.moneda, p, *l.hallada);
    if (!dicha) return std::nullopt;
    const FuenteCifras& fuente = j.hallado.fuentes.at(dicha->linea);
    auto& mias = antes[dicha->linea];
    std::vector<CifrasTomadas> todas = mias;
    for (const CifrasFila& f : fuente.derivadas) todas.push_back(tomada(f));
    const RepartoCifras reparto{fuente.cifras, std::move(todas), j.hallado.encabezado.decimales};
    const std::int64_t promocionId = fuente.cifras.promocionId;
    CifrasPartida c = reparto.tomar(l.medida(), dicha->pactada);
    if (dicha->pactada) {
        const auto otro = [](auto dicho, auto pactado) { return dicho != decltype(dicho){} && dicho != pactado; };
        if (otro(p.precio.descuento, c.descuento) || otro(p.precio.promocion, c.promocion) ||
            otro(p.precio.promocionId, promocionId))
            return std::nullopt;
    } else {
        const auto sin = [&](bool dado, std::string_view miembro) {
            if (dado) j.faltas.agregar(Codigo::valor_no_permitido, l.campo(miembro));
        };
        sin(p.valor.precioUnitario.has_value(), "/precioUnitario");
        sin(!p.precio.descuento.es_cero(), "/descuento");
        sin(!p.precio.promocion.es_cero(), "/promocion");
        sin(p.trato.iva.has_value(), "/iva");
        sin(p.precio.promocionId != 0 && p.precio.promocionId != promocionId, "/promocionId");
        if (l.medida().cantidadBase > reparto.queda()) exceder(l, reparto.queda(), j.faltas);
    }
    l.promocionId = promocionId;
    mias.push_back({l.medida().cantidadBase, c.importe, c.descuento, c.promocion, c.impuestos});
    return c;
}

}  // namespace cacao::engine
