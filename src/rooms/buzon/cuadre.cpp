#include "rooms/buzon/cuadre.hpp"

#include "reflect/decode.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace cacao::buzon {
namespace {

constexpr int decimales_del_papel = 2;

// The price that gives an amount; that of the paper, when it does.
Precio precio_que_da(const ConceptoRecibido& c, Importe importe) {
    if (c.cantidad <= Cantidad{} || (c.cantidad * c.precioUnitario).redondear(decimales_del_papel) == importe)
        return c.precioUnitario;
    return Precio::de_micros(dividir_redondeando(static_cast<__int128>(importe.micros()) * millonesimas, c.cantidad.micros()));
}

// What the summary adds up: charges by kind, factor and rate, withholdings by kind.
using LlaveDeImpuesto = std::tuple<std::string, std::string, std::int64_t>;
LlaveDeImpuesto llave_de(const engine::ImpuestoPartida& i) {
    const bool retenido = i.impuesto == "ivaRetenido" || i.impuesto == "isrRetenido";
    if (retenido) return {i.impuesto, "", 0};
    return {i.impuesto, i.factor, i.tasa.micros()};
}

}  // namespace

std::vector<Importe> repartir_centavos(const std::vector<Importe>& exactos, Importe total, int decimales) {
    std::int64_t centavo = millonesimas;
    for (int i = 0; i < decimales; ++i) centavo /= 10;
    std::vector<Importe> partes;
    std::int64_t suma = 0;
    for (const Importe e : exactos) {
        const auto abajo = e.micros() - ((e.micros() % centavo) + centavo) % centavo;
        partes.push_back(Importe::de_micros(abajo));
        suma += abajo;
    }
    const auto faltan = (total.micros() - suma) / centavo;
    if (total.micros() % centavo != 0 || faltan < 0 || faltan > static_cast<std::int64_t>(exactos.size())) {
        for (std::size_t i = 0; i < exactos.size(); ++i) partes[i] = exactos[i].redondeado(decimales);
        return partes;
    }
    std::vector<std::size_t> orden(exactos.size());
    std::iota(orden.begin(), orden.end(), 0);
    std::ranges::stable_sort(orden, std::greater{}, [&](std::size_t i) { return exactos[i].micros() - partes[i].micros(); });
    for (std::int64_t i = 0; i < faltan; ++i) partes[orden[static_cast<std::size_t>(i)]] += Importe::de_micros(centavo);
    return partes;
}

std::vector<RenglonCuadrado> cuadrar(const RecibidoCompleto& recibido, const ResumenRecibido& resumen,
                                     const std::vector<ConceptoRecibido>& conceptos) {
    std::vector<RenglonCuadrado> renglones(conceptos.size());
    std::vector<Importe> importes, descuentos;
    std::map<LlaveDeImpuesto, std::vector<engine::ImpuestoPartida*>> grupos;
    for (std::size_t i = 0; i < conceptos.size(); ++i) {
        importes.push_back(conceptos[i].importe);
        descuentos.push_back(conceptos[i].descuento);
        renglones[i].impuestos = reflect::recuperar(conceptos[i].impuestos);
    }
    importes = repartir_centavos(importes, recibido.subtotal);
    descuentos = repartir_centavos(descuentos, recibido.descuento);
    for (std::size_t i = 0; i < conceptos.size(); ++i) {
        renglones[i].importe = importes[i];
        renglones[i].descuento = descuentos[i];
        renglones[i].precio = precio_que_da(conceptos[i], importes[i]);
        for (auto& impuesto : renglones[i].impuestos) grupos[llave_de(impuesto)].push_back(&impuesto);
    }
    for (auto& [llave, suyos] : grupos) {
        Importe total;
        for (const auto& i : resumen.impuestos)
            if (llave_de(i) == llave) total += i.importe;
        std::vector<Importe> exactos;
        for (const auto* i : suyos) exactos.push_back(i->importe);
        const auto partes = repartir_centavos(exactos, total);
        for (std::size_t i = 0; i < suyos.size(); ++i) suyos[i]->importe = partes[i];
    }
    return renglones;
}

}  // namespace cacao::buzon
