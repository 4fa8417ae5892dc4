#include "engine/entorno/monedas.hpp"

#include "db/rows.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace cacao::engine {

Importe unidad_de(int decimales) {
    static constexpr std::array<std::int64_t, 7> unidades{1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};
    return Importe::de_micros(unidades.at(static_cast<std::size_t>(decimales)));
}

std::optional<Precio> tipo_cambio(db::Reader& tx, std::string_view moneda, Fecha fecha, std::string_view moneda_local) {
    if (moneda == moneda_local) return Precio::de_enteros(1);
    return tx.one<Precio>(R"(
        SELECT tipoCambio FROM tipoCambio WHERE organizacionId = $1 AND moneda = $2 AND fecha <= $3 ORDER BY fecha DESC LIMIT 1)",
                          tx.organizacion(), moneda, fecha);
}

Importe convertir(Importe importe, Precio tipoCambio, int decimales) {
    return Exacto{static_cast<__int128>(importe.micros()) * tipoCambio.micros()}.redondear(decimales);
}

std::vector<Importe> repartir(Importe total, const std::vector<std::int64_t>& pesos, int decimales) {
    std::vector<Importe> partes(pesos.size());
    if (pesos.empty()) {
        reject_if(!total.es_cero(), Codigo::interno, "");
        return partes;
    }
    __int128 suma = 0;
    for (const auto peso : pesos) {
        reject_if(peso < 0, Codigo::interno, "");
        suma += peso;
    }
    if (suma == 0) {
        partes.back() = total;
        return partes;
    }
    // Each takes the whole units of its share; those with the largest remainders one more until none is left.
    const std::int64_t unidad = unidad_de(decimales).micros();
    const std::int64_t signo = total.micros() < 0 ? -1 : 1;
    const __int128 unidades = static_cast<__int128>(total.micros()) * signo / unidad;
    std::vector<__int128> restos(pesos.size());
    __int128 quedan = unidades;
    for (std::size_t i = 0; i < pesos.size(); ++i) {
        const __int128 producto = unidades * pesos[i];
        restos[i] = producto % suma;
        quedan -= producto / suma;
        partes[i] = Importe::de_micros(static_cast<std::int64_t>(producto / suma) * unidad * signo);
    }
    std::vector<std::size_t> orden(pesos.size());
    std::iota(orden.begin(), orden.end(), 0U);
    std::ranges::stable_sort(orden, [&](std::size_t a, std::size_t b) { return restos[a] > restos[b]; });
    for (std::size_t i = 0; quedan > 0; ++i, --quedan) partes[orden[i]] += Importe::de_micros(unidad * signo);
    const auto ultimo = static_cast<std::size_t>(
        std::find_if(pesos.rbegin(), pesos.rend(), [](std::int64_t p) { return p > 0; }).base() - pesos.begin() - 1);
    partes[ultimo] += Importe::de_micros(total.micros() % unidad);
    return partes;
}

Importe proporcion(Importe total, std::int64_t parte, std::int64_t entero, int decimales) {
    reject_if(entero <= 0, Codigo::interno, "");
    const std::int64_t unidad = unidad_de(decimales).micros();
    const __int128 producto = static_cast<__int128>(total.micros()) * parte;
    const __int128 micros = static_cast<__int128>(dividir_redondeando(producto, static_cast<__int128>(entero) * unidad)) * unidad;
    return Importe::de_micros(dividir_redondeando(micros, 1));  // checks the range
}

}  // namespace cacao::engine
