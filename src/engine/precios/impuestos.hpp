#pragma once
// Taxes of a line, from what is sold and the circumstances of the sale. Pure arithmetic: every figure is rounded once, half away
// from zero, to the currency's decimals; a header figure is the sum of its lines.

#include "base/decimal.hpp"
#include "reflect/describe.hpp"
#include "reflect/nombrado.hpp"
#include "reflect/types.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

enum class Impuesto : std::uint8_t { iva, ieps, ivaRetenido, isrRetenido };
DESCRIBE_ENUM(Impuesto, iva, ieps, ivaRetenido, isrRetenido)
enum class Factor : std::uint8_t { tasa, cuota, exento, noObjeto };
DESCRIBE_ENUM(Factor, tasa, cuota, exento, noObjeto)
std::string_view nombre(Impuesto impuesto);
std::string_view nombre(Factor factor);
Impuesto impuesto_de(std::string_view nombre);  // of a stored text; anything else is a bug
Factor factor_de(std::string_view nombre);

// What a product or concept says of its taxes.
struct PerfilImpuestos {
    std::string iva;  // tasa, cero, exento, noObjeto
    bool ivaFrontera = false;
    Tasa iepsTasa;
    Precio iepsCuota;  // per base unit
    Tasa ivaRetenido;
    Tasa isrRetenido;
    std::string isrPor = "servicios";           // what income tax is withheld for: servicios, arrendamiento
    std::optional<Tasa> ivaNoAcreditable = {};  // share of the VAT paid that is cost; nothing: as the organization has it
    std::optional<bool> iepsAlCosto = {};       // so is the IEPS paid
};
DESCRIBE_STRUCT(PerfilImpuestos, (),
                (iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido, isrRetenido, isrPor, ivaNoAcreditable, iepsAlCosto))

// How one line of a sale is treated, whatever its product and its customer say. The words are those of a profile, and one more.
enum class TratoIva : std::uint8_t { tasa, cero, exento, noObjeto, exportacion };
DESCRIBE_ENUM(TratoIva, tasa, cero, exento, noObjeto, exportacion)

// What the branch, the organization and the contact add.
struct Circunstancia {
    bool frontera = false;        // whoever charges may charge 8 %
    bool retiene = false;         // whoever pays is a company and withholds
    bool de_persona = true;       // whoever charges is a natural person, or nobody knows
    bool resico = false;          // … a natural person under the simplified regime of trust (626)
    bool exporta = false;         // sold abroad
    bool del_extranjero = false;  // bought abroad: the paper bears no tax of this country
};

// A tax that a line bears, before its arithmetic. `tasa` is a rate (0.16) or, for a quota, money per base unit.
struct ImpuestoDebido {
    Impuesto impuesto{};
    Factor factor{};
    Tasa tasa;
    std::string_view porque;  // why, in a word an accountant knows: "tasa general", "frontera", "retención a persona moral"
    std::optional<Importe> importe = {};  // as a received invoice states it, where its rounding is another than ours
    std::optional<Tasa> al_costo = {};    // share that is cost, where that is known beforehand
    bool sobre_iva = false;               // withheld of what VAT is charged on, IEPS included
};
// Whether a rate of VAT that is withheld is two thirds, or all, of the one that is charged: then it is a share of that VAT, not
// of the price.
bool es_parte_del_iva(Tasa retenida, Tasa cobrada);

// A tax of a line with its figures, as it is stored and shown.
struct ImpuestoPartida {
    Nombrado<Impuesto> impuesto;
    Nombrado<Factor> factor;
    Tasa tasa;
    Importe base;  // of a quota: the quantity in base units, as a CFDI prints it
    Importe importe;
    std::string porque;
    std::optional<Importe> alCosto = {};  // of `importe`, what is not credited but cost
};
DESCRIBE_STRUCT(ImpuestoPartida, (), (impuesto, factor, tasa, base, importe, porque, alCosto))
}  // namespace cacao::engine
namespace cacao {}  // namespace cacao
namespace cacao::engine {

// Income tax that is withheld of rent, which is owed by an account of its own; a sale abroad, which earns on one. What a line
// says of itself goes with whatever derives from it.
inline constexpr std::string_view por_arrendamiento = " por arrendamiento";
inline constexpr std::string_view por_exportacion = "exportación";
bool es_de_arrendamiento(const ImpuestoPartida& impuesto);
bool es_de_exportacion(const ImpuestoPartida& impuesto);
// Of a part of a tax, what is cost: its share of what is so of the whole, rounded with what the parts before it took (`antes`).
void tomar_al_costo(ImpuestoPartida& parte, const ImpuestoPartida& entero, Importe antes, int decimales);
// Whether VAT was charged at less than the general rate of the day, and more than nothing.
bool es_de_frontera(const ImpuestoPartida& impuesto, Fecha fecha);

// Which taxes apply on a day, or, without one, now: rates stand in one dated table in impuestos.cpp. What is exempt or at 0 % has
// its entry, because it has a base; what is no object of VAT has none.
std::vector<ImpuestoDebido> debidos(const PerfilImpuestos& perfil, const Circunstancia& circunstancia,
                                    std::optional<Fecha> fecha = std::nullopt);

// Never with taxes inside: from a price that includes them, all of these are worked back, and the total is the printed one.
struct CifrasPartida {
    Precio precioNeto;  // the unit price before taxes: `importe` is what it gives, within the limits of a CFDI
    Importe importe;    // cantidad × precioNeto
    Importe descuento;
    Importe promocion;
    Importe neto;  // importe − descuento − promocion: what is taxed
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    std::vector<ImpuestoPartida> impuestos;  // without those of nothing: a line that costs nothing bears no rate
    // Of a line whose money is somebody else's: the taxes inside `neto` that are theirs, as the paper shows them.
    std::vector<ImpuestoPartida> impuestosTercero = {};
    Importe total() const { return neto + iva + ieps - ivaRetenido - isrRetenido; }
    // Of its taxes, what is cost.
    Importe al_costo() const {
        Importe suma;
        for (const ImpuestoPartida& i : impuestos) suma += i.alCosto.value_or(Importe{});
        return suma;
    }
};

// The figure of a line that a tax adds to.
Importe& suma_de(CifrasPartida& cifras, Impuesto impuesto);

struct PartidaGravada {
    Cantidad cantidad;
    Cantidad cantidadBase;  // for quotas
    Precio precioUnitario;
    Importe descuento;
    Importe promocion;
    // Price, discount and promotion are gross: tax = round(gross · t / (1 + t)), base = gross − tax; VAT first, then the quota,
    // then IEPS by rate, out of what each leaves.
    bool incluyeImpuestos = false;
};

// Throws nothing: a negative base is the caller's to refuse (neto < 0).
CifrasPartida calcular(const PartidaGravada& partida, std::span<const ImpuestoDebido> impuestos, int decimales);

// The amount with taxes of one unit of which, once the withholdings are taken off, exactly `pagado` is left. Where withholding
// would leave nothing there is none, and `pagado` is given back.
Importe bruto_de_pagado(Importe pagado, std::span<const ImpuestoDebido> impuestos, int decimales);

}  // namespace cacao::engine
