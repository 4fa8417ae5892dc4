#include "engine/verbos/impuestos_papel.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {

std::vector<ImpuestoDebido> impuestos_dados(const ImpuestosCompraNuevos& nuevos, const std::string& campo, Faltas& faltas) {
    std::vector<ImpuestoDebido> debidos;
    for (std::size_t i = 0; i < nuevos.size(); ++i) {
        const ImpuestoCompraNuevo& n = nuevos[i];
        const std::string donde = fmt::format("{}/impuestos/{}", campo, i);
        const FactorCompra factor = n.factor.value_or(FactorCompra::tasa);
        ImpuestoDebido d{impuesto_de(reflect::enum_name(n.impuesto)), factor_de(reflect::enum_name(factor)),
                         n.tasa.value_or(Tasa{}), "según la factura", n.importe};
        faltas.agregar_si(factor != FactorCompra::exento && !n.tasa, Codigo::requerido, donde + "/tasa");
        faltas.agregar_si(factor == FactorCompra::exento && (n.impuesto != ImpuestoCompra::iva || !d.tasa.es_cero()),
                          Codigo::valor_no_permitido, donde + "/factor");
        faltas.agregar_si(factor == FactorCompra::cuota && n.impuesto != ImpuestoCompra::ieps, Codigo::valor_no_permitido,
                          donde + "/factor");
        // A line bears one VAT and one of each withholding; of IEPS it may bear a rate and a quota.
        const bool repetido = std::ranges::any_of(debidos, [&](const ImpuestoDebido& otro) {
            return otro.impuesto == d.impuesto && (d.impuesto != Impuesto::ieps || otro.factor == d.factor);
        });
        faltas.agregar_si(repetido, Codigo::duplicado, donde);
        debidos.push_back(d);
    }
    const auto iva = std::ranges::find(debidos, Impuesto::iva, &ImpuestoDebido::impuesto);
    if (iva != debidos.end())
        for (ImpuestoDebido& d : debidos)
            d.sobre_iva = d.impuesto == Impuesto::ivaRetenido && es_parte_del_iva(d.tasa, iva->tasa);
    return debidos;
}

}  // namespace cacao::engine
