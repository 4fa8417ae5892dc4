#include "engine/precios/partes.hpp"

#include "engine/entorno/monedas.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

// Both in units of the currency, of a value in 10^-12 that is not negative.
Limites entre(__int128 abajo, __int128 arriba, __int128 divisor, std::int64_t unidad) {
    const __int128 paso = divisor * unidad;
    const auto en_unidades = [&](__int128 n) { return Importe::de_micros(dividir_redondeando(n * unidad, 1)); };
    return {en_unidades(std::max<__int128>(abajo, 0) / paso), en_unidades((std::max<__int128>(arriba, 0) + paso - 1) / paso)};
}

// The rate times the base, `holgura` halves of a millionth of the base to either side.
Limites limites_con(Tasa tasa, Importe base, std::int64_t holgura, int decimales) {
    const __int128 doble = static_cast<__int128>(base.micros()) * 2;
    return entre((doble - holgura) * tasa.micros(), (doble + holgura) * tasa.micros(), static_cast<__int128>(millonesimas) * 2,
                 unidad_de(decimales).micros());
}

Importe acotar(Importe i, Importe menor, Importe mayor) { return std::max(menor, std::min(i, mayor)); }

}  // namespace

Limites limites_exactos(Factor, Tasa tasa, Importe base, int decimales) { return limites_con(tasa, base, 0, decimales); }

Limites limites_de_la_autoridad(Factor factor, Tasa tasa, Importe base, int decimales) {
    return limites_con(tasa, base, factor == Factor::cuota ? 1 : unidad_de(decimales).micros(), decimales);
}

Limites limites_exactos(Cantidad cantidad, Precio precio, int decimales) {
    const __int128 producto = static_cast<__int128>(cantidad.micros()) * precio.micros();
    return entre(producto, producto, millonesimas, unidad_de(decimales).micros());
}

Importe parte_acumulada(Importe entero, std::int64_t hasta, std::int64_t total, Importe tomado, int decimales) {
    return proporcion(entero, hasta, total, decimales) - tomado;
}

Importe parte_de_impuesto(const ImpuestoEnPartes& p, int decimales) {
    const Importe abierto = std::max(p.abierto, Importe{});
    const Importe queda = p.baseAbierta - p.base;
    if (p.factor == Factor::exento || p.factor == Factor::noObjeto) return acotar(p.objetivo, {}, abierto);
    const auto cabe = [&](const Limites& suyos, const Limites& resto) -> std::optional<Importe> {
        const Importe menor = std::max({Importe{}, suyos.menor, abierto - resto.mayor});
        const Importe mayor = std::min({abierto, suyos.mayor, abierto - resto.menor});
        if (menor > mayor) return std::nullopt;
        return acotar(p.objetivo, menor, mayor);
    };
    const auto exactos = [&](Importe base) { return limites_exactos(p.factor, p.tasa, base, decimales); };
    const auto suyos = [&](Importe base) { return limites_de_la_autoridad(p.factor, p.tasa, base, decimales); };
    if (const auto i = cabe(exactos(p.base), exactos(queda))) return *i;
    if (const auto i = cabe(suyos(p.base), suyos(queda))) return *i;
    // What others left does not fit its base; in several parts it may.
    const Limites propios = suyos(p.base);
    const Importe dentro = acotar(p.objetivo, propios.menor, propios.mayor);
    const bool entera = esta_en(suyos(p.baseEntera), p.entero);
    const Importe unidad = unidad_de(decimales);
    const bool cerca = dentro - p.objetivo <= unidad && p.objetivo - dentro <= unidad;
    return acotar(entera || cerca ? dentro : p.objetivo, {}, abierto);
}

}  // namespace cacao::engine
