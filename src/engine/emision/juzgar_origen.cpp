// Registration, second step: links from line to line, and figures that a line takes of the one it derives from.

#include "engine/emision/derivacion.hpp"
#include "engine/emision/juzgar.hpp"
#include "engine/precios/partes.hpp"

#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace cacao::engine {
namespace {

CifrasTomadas tomada(const CifrasFila& f) {
    return {f.cantidadBase,
            f.importe,
            f.descuento,
            f.promocion,
            reflect::recuperar(f.impuestos),
            f.tipoCambio,
            f.importeLocal,
            reflect::recuperar(f.impuestosTercero)};
}

// Shares a line's figures out among the lines that take them, in proportion to their quantities.
class RepartoCifras {
public:
    RepartoCifras(const CifrasFila& fuente, std::vector<CifrasTomadas> antes, int decimales)
        : fuente_(fuente), antes_(std::move(antes)), decimales_(decimales), unidad_(unidad_de(decimales)) {}

    Cantidad queda() const {
        Cantidad c = fuente_.cantidadBase;
        for (const CifrasTomadas& t : antes_) c -= t.cantidadBase;
        return c;
    }

    // What parts at one exchange rate took, with what is cost.
    PartesDeAntes tomado_al(Precio cambio, int decimales_locales) const {
        PartesDeAntes tomado;
        for (const CifrasTomadas& t : antes_) {
            if (t.tipoCambio != cambio) continue;
            tomado.importe += t.con_costo();
            tomado.local += t.local ? *t.local : convertir(t.con_costo(), cambio, decimales_locales);
        }
        return tomado;
    }

    // With the parts in force. Where the others may have been sold at prices of their own (`suave`), only those that took the
    // agreed ones count, and what the authority takes goes before what is left.
    CifrasPartida tomar(const Medida& medida, bool suave) {
        if (suave) std::erase_if(antes_, [&](const CifrasTomadas& t) { return !es_de_lo_pactado(t); });
        CifrasPartida c;
        const bool misma_unidad = medida.unidadMedidaId == fuente_.unidadMedidaId && medida.cantidad > Cantidad{};
        c.importe = parte(medida, fuente_.importe, &CifrasTomadas::importe, suave);
        if (misma_unidad) {
            const Limites l = limites_exactos(medida.cantidad, fuente_.precioUnitario, decimales_);
            const Importe dentro = std::max(l.menor, std::min(c.importe, l.mayor));
            const Importe resto = fuente_.importe - suma(&CifrasTomadas::importe);
            c.importe = suave ? dentro : std::min(resto, medida.cantidadBase == queda() ? resto : dentro);
        }
        c.descuento = std::min(c.importe, parte(medida, fuente_.descuento, &CifrasTomadas::descuento, suave));
        c.promocion = std::min(c.importe - c.descuento, parte(medida, fuente_.promocion, &CifrasTomadas::promocion, suave));
        c.neto = c.importe - c.descuento - c.promocion;
        constexpr int decimales_de_precio = 6;
        c.precioNeto =
            medida.unidadMedidaId == fuente_.unidadMedidaId || medida.cantidad <= Cantidad{}
                ? fuente_.precioUnitario
                : Precio::de_micros(proporcion(c.importe, millonesimas, medida.cantidad.micros(), decimales_de_precio).micros());
        tomar_impuestos(medida, suave, c);
        return c;
    }

private:
    Importe suma(Importe CifrasTomadas::*cifra) const {
        Importe total;
        for (const CifrasTomadas& t : antes_) total += t.*cifra;
        return total;
    }
    // How much of the source the parts in force are, with this one.
    std::int64_t hasta(const Medida& medida) const {
        Cantidad c = medida.cantidadBase;
        for (const CifrasTomadas& t : antes_) c += t.cantidadBase;
        return c.micros();
    }
    Importe parte(const Medida& medida, Importe entero, Importe hecho, bool suave, int decimales) const {
        const Importe p = parte_acumulada(entero, hasta(medida), fuente_.cantidadBase.micros(), hecho, decimales);
        return std::max(Importe{}, suave ? p : std::min(p, entero - hecho));
    }
    Importe parte(const Medida& medida, Importe entero, Importe CifrasTomadas::*cifra, bool suave) const {
        return parte(medida, entero, suma(cifra), suave, decimales_);
    }

    // A part that took agreed figures is a unit or two off its share by rounding, and no more.
    bool es_de_lo_pactado(const CifrasTomadas& t) const {
        const auto cerca = [&](Importe entero, Importe suya) {
            const Importe justa = proporcion(entero, t.cantidadBase.micros(), fuente_.cantidadBase.micros(), decimales_);
            return suya - justa <= unidad_ + unidad_ && justa - suya <= unidad_ + unidad_;
        };
        return cerca(fuente_.importe, t.importe) && cerca(fuente_.descuento, t.descuento) &&
               cerca(fuente_.promocion, t.promocion);
    }

    // IEPS first: it enters the base of VAT. A base is what its line comes to.
    void tomar_impuestos(const Medida& medida, bool suave, CifrasPartida& c) const {
        const auto enteros = reflect::recuperar(fuente_.impuestos);
        const Importe neto = fuente_.importe - fuente_.descuento - fuente_.promocion;
        Importe ieps;
        for (const ImpuestoPartida& i : enteros)
            if (i.impuesto == nombre(Impuesto::ieps)) ieps += i.importe;
        std::vector<ImpuestoPartida> partes(enteros.size());
        for (const bool primero : {true, false})
            for (std::size_t n = 0; n < enteros.size(); ++n) {
                const ImpuestoPartida& i = enteros[n];
                const Impuesto impuesto = impuesto_de(i.impuesto);
                if ((impuesto == Impuesto::ieps) != primero) continue;
                const bool con_ieps = impuesto == Impuesto::iva || (impuesto == Impuesto::ivaRetenido && i.base == neto + ieps);
                const bool de_linea = factor_de(i.factor) != Factor::cuota && i.base == neto + (con_ieps ? ieps : Importe{});
                partes[n] = una_parte(medida, suave, i,
                                      de_linea ? std::optional{c.neto + (con_ieps ? c.ieps : Importe{})} : std::nullopt);
                suma_de(c, impuesto) += partes[n].importe;
            }
        for (ImpuestoPartida& i : partes)
            if (!i.base.es_cero() || !i.importe.es_cero()) c.impuestos.push_back(std::move(i));
        for (const ImpuestoPartida& i : reflect::recuperar(fuente_.impuestosTercero))
            c.impuestosTercero.push_back(una_parte(medida, suave, i, std::nullopt, &CifrasTomadas::impuestosTercero));
    }

    ImpuestoPartida una_parte(const Medida& medida, bool suave, const ImpuestoPartida& i, std::optional<Importe> de_linea,
                              std::vector<ImpuestoPartida> CifrasTomadas::*suyos = &CifrasTomadas::impuestos) const {
        Importe base;  // what others took of this tax
        Importe importe;
        for (const CifrasTomadas& t : antes_)
            for (const ImpuestoPartida& otro : t.*suyos) {
                if (otro.impuesto != i.impuesto || otro.factor != i.factor || otro.tasa != i.tasa) continue;
                base += otro.base;
                importe += otro.importe;
            }
        const Factor factor = factor_de(i.factor);
        constexpr int decimales_de_cantidad = 6;
        ImpuestoPartida mio = i;
        mio.base = de_linea ? *de_linea
                            : parte(medida, i.base, base, suave, factor == Factor::cuota ? decimales_de_cantidad : decimales_);
        ImpuestoEnPartes p{factor, i.tasa, i.importe, i.base, i.importe - importe, i.base - base, mio.base, {}};
        p.objetivo = parte_acumulada(i.importe, hasta(medida), fuente_.cantidadBase.micros(), importe, decimales_);
        if (suave) {
            // More than what is left may be sold, and an order is no paper that others must add up to. The last part takes what
            // is left as long as the authority takes that.
            const bool ultima = medida.cantidadBase == queda();
            const bool exacta = !ultima && esta_en(limites_exactos(factor, i.tasa, i.base, decimales_), i.importe);
            const Limites l = exacta ? limites_exactos(factor, i.tasa, mio.base, decimales_)
                                     : limites_de_la_autoridad(factor, i.tasa, mio.base, decimales_);
            const bool sin_tasa = factor == Factor::exento || factor == Factor::noObjeto;
            mio.importe = sin_tasa ? Importe{} : std::max(l.menor, std::min(p.objetivo, l.mayor));
        } else {
            mio.importe = medida.cantidadBase == queda() ? std::max(Importe{}, p.abierto) : parte_de_impuesto(p, decimales_);
        }
        tomar_al_costo(mio, i, importe, decimales_);
        return mio;
    }

    const CifrasFila& fuente_;
    std::vector<CifrasTomadas> antes_;
    int decimales_;
    Importe unidad_;
};

}  // namespace

Importe CifrasTomadas::con_costo() const {
    Importe suma = neto();
    for (const ImpuestoPartida& i : impuestos) suma += i.alCosto.value_or(Importe{});
    return suma;
}

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
    static constexpr std::array siempre{Estado::vigente, Estado::autorizado, Estado::aceptada};
    const std::span<const Estado> en = regla.en.empty() ? std::span<const Estado>{siempre} : regla.en;
    if (o.estado == nombre(Estado::cancelado)) j.faltas.agregar(Codigo::documento_cancelado, donde);
    else if (std::ranges::find(en, o.estado, [](Estado e) { return nombre(e); }) == en.end())
        j.faltas.agregar(Codigo::estado_invalido, donde, En::donde_sea, reflect::objeto("estado", o.estado));
    if (o.sinCargo && regla.avance == Avance::facturado) j.faltas.agregar(Codigo::sin_cargo, donde);
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
    // Of one that names nothing, or a code that nobody has, that is said.
    if ((a.productoId != 0 || a.conceptoId != 0) && (o.productoId != a.productoId || o.conceptoId != a.conceptoId))
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
    RepartoCifras reparto{fuente.cifras, std::move(todas), j.hallado.encabezado.decimales};
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
    const Precio cambio = j.hallado.encabezado.tipoCambio;
    CifrasTomadas mia{l.medida().cantidadBase, c.importe, c.descuento, c.promocion, c.impuestos, cambio, {}, c.impuestosTercero};
    if (l.regla() != nullptr && l.regla()->por_valor && j.hallado.encabezado.moneda != j.hallado.ajustes.moneda) {
        l.antes = reparto.tomado_al(cambio, j.hallado.ajustes.decimales);
        mia.local = local_de(j.hallado, l, mia.con_costo());
    }
    mias.push_back(std::move(mia));
    return c;
}

// Parts of what went back are converted together, so that all of them come to what was bought, also after some were cancelled.
Importe local_de(const Hallado& h, const Linea& l, Importe importe) {
    if (!l.antes) return en_local(h, importe);
    return std::max(Importe{}, en_local(h, l.antes->importe + importe) - l.antes->local);
}

}  // namespace cacao::engine
