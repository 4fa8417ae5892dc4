#include "engine/precios/impuestos.hpp"

#include "engine/entorno/monedas.hpp"

#include <algorithm>
#include <array>

namespace cacao::engine {
namespace {

// VAT by day. The general rate: Ley del IVA, article 1 (DOF 2009-12-07). The border rate: 16 % since article 2 of that law was
// repealed (DOF 2013-12-11); 8 % through the credit of the "Decreto de estímulos fiscales región fronteriza norte" (DOF
// 2018-12-31), followed by its southern twin (DOF 2020-12-30) and renewed since for fixed terms. A decree that is not renewed
// ends with a row of its own.
struct TasasDeIva {
    int anio;
    Tasa general;
    Tasa frontera;
};
constexpr std::array tasas_de_iva{
    TasasDeIva{1900, Tasa::de_micros(160'000), Tasa::de_micros(160'000)},
    TasasDeIva{2019, Tasa::de_micros(160'000), Tasa::de_micros(80'000)},
};

const TasasDeIva& tasas_del(std::optional<Fecha> fecha) {
    const auto* vigentes = &tasas_de_iva.back();
    if (fecha)
        while (vigentes != tasas_de_iva.data() && fecha->anio() < vigentes->anio) --vigentes;
    return *vigentes;
}

// Two thirds of the VAT are withheld of natural persons: fees, rent and commissions (LIVA 1-A II a and d, RLIVA 3 I). Other
// shares are of whoever charges: freight of persons and companies (1-A II c), scrap (1-A II b), personnel (1-A IV).
bool son_dos_tercios(Tasa pedida, Tasa general) {
    const auto tercios = 3 * pedida.micros() - 2 * general.micros();
    return tercios >= -3 && tercios <= 3;
}

// What a company withholds of whatever it pays to a natural person under the simplified regime of trust (LISR 113-J).
constexpr Tasa isr_resico = Tasa::de_micros(12'500);

// What a profile says of withholding is said of the general rate. Where less VAT is charged, two thirds stay two thirds and the
// whole stays the whole; a share of the price (4 % of freight) stays as it is, but nobody withholds more than is charged.
Tasa retencion_de_iva(Tasa pedida, Tasa general, Tasa cobrada) {
    if (cobrada == general) return pedida;
    if (son_dos_tercios(pedida, general)) return Tasa::de_micros(dividir_redondeando(2 * cobrada.micros(), 3));
    return std::min(pedida, cobrada);
}

// Why income tax is withheld: literals, so that whoever is owed a tax can name its reason.
std::string_view porque_del_isr(bool resico, bool arrendamiento) {
    if (resico) return arrendamiento ? "retención RESICO por arrendamiento" : "retención RESICO";
    return arrendamiento ? "retención de persona moral por arrendamiento" : "retención de persona moral";
}

constexpr std::array<std::string_view, 4> impuestos_por_nombre{"iva", "ieps", "ivaRetenido", "isrRetenido"};
constexpr std::array<std::string_view, 4> factores_por_nombre{"tasa", "cuota", "exento", "noObjeto"};

template <class E>
E buscar_nombre(const std::array<std::string_view, 4>& nombres, std::string_view nombre) {
    const auto* const hallado = std::ranges::find(nombres, nombre);
    reject_if(hallado == nombres.end(), Codigo::interno, "");
    return static_cast<E>(hallado - nombres.begin());
}

// What a withholding is of.
Importe base_de_retencion(const ImpuestoDebido& d, const CifrasPartida& c) { return d.sobre_iva ? c.neto + c.ieps : c.neto; }

bool es_retencion(Impuesto i) { return i == Impuesto::ivaRetenido || i == Impuesto::isrRetenido; }

Importe por_cuota(Cantidad cantidadBase, Tasa cuota, int decimales) {
    return (cantidadBase * Precio::de_micros(cuota.micros())).redondear(decimales);
}

// The rate of the only tax of that kind, or 0.
Tasa tasa_de(std::span<const ImpuestoDebido> debidos, Impuesto impuesto) {
    for (const auto& d : debidos)
        if (d.impuesto == impuesto && d.factor == Factor::tasa) return d.tasa;
    return {};
}

// What is left of a gross amount without its taxes.
Importe sin_impuestos(Importe bruto, Tasa iva, Tasa ieps, Importe cuotas, int decimales) {
    const Importe base = bruto - impuesto_incluido(bruto, iva, decimales) - cuotas;
    return base - impuesto_incluido(base, ieps, decimales);
}

// The VAT of a gross amount is what the price includes, not the product of the base: that way the total is the printed one.
struct Incluido {
    Importe iva;
    Importe ieps;  // by rate
};

void trabajar_hacia_atras(CifrasPartida& c, Incluido& incluido, const PartidaGravada& p, std::span<const ImpuestoDebido> debidos,
                          int decimales) {
    const Tasa iva = tasa_de(debidos, Impuesto::iva);
    const Tasa ieps = tasa_de(debidos, Impuesto::ieps);
    Importe cuotas;
    for (const auto& d : debidos)
        if (d.factor == Factor::cuota) cuotas += por_cuota(p.cantidadBase, d.tasa, decimales);
    const Importe bruto = (p.cantidad * p.precioUnitario).redondear(decimales) - p.descuento - p.promocion;
    incluido.iva = impuesto_incluido(bruto, iva, decimales);
    c.neto = sin_impuestos(bruto, iva, ieps, cuotas, decimales);
    incluido.ieps = bruto - incluido.iva - cuotas - c.neto;
    c.descuento = sin_impuestos(p.descuento, iva, ieps, {}, decimales);
    c.promocion = sin_impuestos(p.promocion, iva, ieps, {}, decimales);
    c.importe = c.neto + c.descuento + c.promocion;
    // importe ÷ cantidad at six decimals; what that loses is less than the limits allow.
    if (!p.cantidad.es_cero())
        c.precioNeto =
            Precio::de_micros(dividir_redondeando(static_cast<__int128>(c.importe.micros()) * millonesimas, p.cantidad.micros()));
}

}  // namespace

std::string_view nombre(Impuesto impuesto) { return impuestos_por_nombre.at(static_cast<std::size_t>(impuesto)); }
std::string_view nombre(Factor factor) { return factores_por_nombre.at(static_cast<std::size_t>(factor)); }
Impuesto impuesto_de(std::string_view nombre) { return buscar_nombre<Impuesto>(impuestos_por_nombre, nombre); }
Factor factor_de(std::string_view nombre) { return buscar_nombre<Factor>(factores_por_nombre, nombre); }

Importe& suma_de(CifrasPartida& c, Impuesto impuesto) {
    switch (impuesto) {
        case Impuesto::iva: return c.iva;
        case Impuesto::ieps: return c.ieps;
        case Impuesto::ivaRetenido: return c.ivaRetenido;
        case Impuesto::isrRetenido: break;
    }
    return c.isrRetenido;
}

bool es_parte_del_iva(Tasa retenida, Tasa cobrada) {
    return !cobrada.es_cero() && (retenida == cobrada || son_dos_tercios(retenida, cobrada));
}

bool es_de_arrendamiento(const ImpuestoPartida& i) {
    return i.impuesto == nombre(Impuesto::isrRetenido) && i.porque.ends_with(por_arrendamiento);
}
bool es_de_exportacion(const ImpuestoPartida& i) {
    return i.impuesto == nombre(Impuesto::iva) && i.porque.starts_with(por_exportacion);
}
void tomar_al_costo(ImpuestoPartida& parte, const ImpuestoPartida& entero, Importe antes, int decimales) {
    parte.alCosto.reset();
    if (!entero.alCosto || entero.importe.es_cero()) return;
    const auto hasta = [&](Importe cuanto) {
        return proporcion(*entero.alCosto, cuanto.micros(), entero.importe.micros(), decimales);
    };
    parte.alCosto = hasta(antes + parte.importe) - hasta(antes);
}
bool es_de_frontera(const ImpuestoPartida& i, Fecha fecha) {
    return i.impuesto == nombre(Impuesto::iva) && i.tasa > Tasa{} && i.tasa < tasas_del(fecha).general;
}

std::vector<ImpuestoDebido> debidos(const PerfilImpuestos& perfil, const Circunstancia& circunstancia,
                                    std::optional<Fecha> fecha) {
    std::vector<ImpuestoDebido> lista;
    if (circunstancia.del_extranjero) return lista;
    // What leaves the country bears no IEPS (LIEPS 8 II) and VAT at 0 % (LIVA 29), also where it would be exempt here.
    const bool exporta = circunstancia.exporta && perfil.iva != "noObjeto";
    if (!exporta && !perfil.iepsTasa.es_cero())
        lista.push_back({Impuesto::ieps, Factor::tasa, perfil.iepsTasa, "IEPS a la tasa"});
    if (!exporta && !perfil.iepsCuota.es_cero())
        lista.push_back({Impuesto::ieps, Factor::cuota, Tasa::de_micros(perfil.iepsCuota.micros()), "IEPS por cuota"});

    const auto& vigentes = tasas_del(fecha);
    if (exporta) {
        lista.push_back({Impuesto::iva, Factor::tasa, {}, por_exportacion});
    } else if (perfil.iva == "tasa") {
        const bool frontera = circunstancia.frontera && perfil.ivaFrontera && vigentes.frontera != vigentes.general;
        const Tasa cobrada = frontera ? vigentes.frontera : vigentes.general;
        lista.push_back({Impuesto::iva, Factor::tasa, cobrada, frontera ? "frontera" : "tasa general"});
        // There is VAT to withhold only where VAT is charged.
        const bool de_quien_cobra = circunstancia.de_persona || !son_dos_tercios(perfil.ivaRetenido, vigentes.general);
        if (circunstancia.retiene && de_quien_cobra && !perfil.ivaRetenido.es_cero())
            lista.push_back({.impuesto = Impuesto::ivaRetenido,
                             .factor = Factor::tasa,
                             .tasa = retencion_de_iva(perfil.ivaRetenido, vigentes.general, cobrada),
                             .porque = "retención de persona moral",
                             .sobre_iva = es_parte_del_iva(perfil.ivaRetenido, vigentes.general)});
    } else if (perfil.iva == "cero") {
        lista.push_back({Impuesto::iva, Factor::tasa, {}, "tasa 0"});
    } else if (perfil.iva == "exento") {
        lista.push_back({Impuesto::iva, Factor::exento, {}, "exento"});
    } else {
        reject_if(perfil.iva != "noObjeto", Codigo::interno, "");
    }
    // Of natural persons alone (LISR 106, 116 and 113-J).
    const bool retiene_isr = circunstancia.retiene && circunstancia.de_persona;
    if (const Tasa isr = circunstancia.resico ? isr_resico : perfil.isrRetenido; retiene_isr && !isr.es_cero())
        lista.push_back(
            {Impuesto::isrRetenido, Factor::tasa, isr, porque_del_isr(circunstancia.resico, perfil.isrPor == "arrendamiento")});
    return lista;
}

CifrasPartida calcular(const PartidaGravada& partida, std::span<const ImpuestoDebido> impuestos, int decimales) {
    CifrasPartida c;
    Incluido incluido;
    if (partida.incluyeImpuestos) {
        trabajar_hacia_atras(c, incluido, partida, impuestos, decimales);
    } else {
        c.precioNeto = partida.precioUnitario;
        c.importe = (partida.cantidad * partida.precioUnitario).redondear(decimales);
        c.descuento = partida.descuento;
        c.promocion = partida.promocion;
        c.neto = c.importe - c.descuento - c.promocion;
    }

    const auto agregar = [&](const ImpuestoDebido& d, Importe base, Importe importe) {
        // What a price of a cent or two includes may be all tax.
        if (base.es_cero() && importe.es_cero()) return;
        auto& mio = c.impuestos.emplace_back(ImpuestoPartida{std::string{nombre(d.impuesto)}, std::string{nombre(d.factor)},
                                                             d.tasa, base, importe, std::string{d.porque}});
        if (d.al_costo) mio.alCosto = (importe * *d.al_costo).redondear(decimales);
    };
    // IEPS first: it enters the base of VAT.
    for (const auto& d : impuestos) {
        if (d.impuesto != Impuesto::ieps) continue;
        const bool cuota = d.factor == Factor::cuota;
        const Importe base = cuota ? Importe::de_micros(partida.cantidadBase.micros()) : c.neto;
        const Importe importe = cuota                      ? por_cuota(partida.cantidadBase, d.tasa, decimales)
                                : partida.incluyeImpuestos ? incluido.ieps
                                                           : (c.neto * d.tasa).redondear(decimales);
        c.ieps += importe;
        agregar(d, base, importe);
    }
    for (const auto& d : impuestos) {
        if (d.impuesto == Impuesto::iva) {
            const Importe base = c.neto + c.ieps;
            c.iva = partida.incluyeImpuestos ? incluido.iva : (base * d.tasa).redondear(decimales);
            agregar(d, base, c.iva);
        } else if (es_retencion(d.impuesto)) {
            auto& suma = d.impuesto == Impuesto::ivaRetenido ? c.ivaRetenido : c.isrRetenido;
            const Importe base = base_de_retencion(d, c);
            suma = (base * d.tasa).redondear(decimales);
            agregar(d, base, suma);
        }
    }
    return c;
}

// Each step goes by what is missing. A cent more of gross leaves at most a cent more, so that a step never passes the amount, and
// since it starts below, it arrives.
Importe bruto_de_pagado(Importe pagado, std::span<const ImpuestoDebido> impuestos, int decimales) {
    Tasa retenido;
    for (const auto& d : impuestos)
        if (es_retencion(d.impuesto)) retenido += d.tasa;
    const bool ninguno = pagado <= Importe{} || pagado.redondeado(decimales) != pagado;  // is refused elsewhere
    if (retenido == Tasa{} || retenido >= Tasa::de_enteros(1) || ninguno) return pagado;
    const auto uno = Cantidad::de_enteros(1);
    for (Importe bruto = pagado;;) {
        const PartidaGravada gravada{uno, uno, Precio::de_micros(bruto.micros()), {}, {}, true};
        const Importe falta = pagado - calcular(gravada, impuestos, decimales).total();
        if (falta.es_cero()) return bruto;
        bruto += falta;
    }
}

}  // namespace cacao::engine
