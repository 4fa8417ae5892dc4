#include "engine/saldos/clases.hpp"

#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

struct ImpuestoClasificado {
    std::string impuesto;
    std::string factor;
    Tasa tasa;
    Importe importe;
    Importe alCosto;
    Importe arrendamiento;
};
DESCRIBE_STRUCT(ImpuestoClasificado, (), (impuesto, factor, tasa, importe, alCosto, arrendamiento))

}  // namespace

void clasificar_como(db::Reader& tx, std::int64_t transaccionId, CifrasPartida& cifras, int decimales) {
    const auto clases = tx.all<ImpuestoClasificado>(R"(
        SELECT impuesto, factor, tasa, importe, alCosto, arrendamiento FROM documentoImpuesto
        WHERE organizacionId = $1 AND transaccionId = $2 AND (alCosto <> 0 OR arrendamiento <> 0))",
                                                    tx.organizacion(), transaccionId);
    std::vector<ImpuestoPartida> de_renta;
    for (ImpuestoPartida& i : cifras.impuestos) {
        const auto clase = std::ranges::find_if(clases, [&](const ImpuestoClasificado& c) {
            return c.impuesto == i.impuesto && c.factor == i.factor && c.tasa == i.tasa;
        });
        if (clase == clases.end()) continue;
        const auto parte = [&](Importe de, Importe cual) {
            return proporcion(de, cual.micros(), clase->importe.micros(), decimales);
        };
        if (!clase->alCosto.es_cero()) i.alCosto = parte(i.importe, clase->alCosto);
        if (clase->arrendamiento.es_cero()) continue;
        ImpuestoPartida suya = i;
        suya.base = parte(i.base, clase->arrendamiento);
        suya.importe = parte(i.importe, clase->arrendamiento);
        suya.porque += por_arrendamiento;
        i.base -= suya.base;
        i.importe -= suya.importe;
        de_renta.push_back(std::move(suya));
    }
    std::erase_if(cifras.impuestos, [](const ImpuestoPartida& i) { return i.base.es_cero() && i.importe.es_cero(); });
    cifras.impuestos.insert(cifras.impuestos.end(), de_renta.begin(), de_renta.end());
}

}  // namespace cacao::engine
