#include "rooms/sat/catalogos_sat.hpp"

#include "base/sat.hpp"
#include "rooms/sat/catalogo.hpp"
#include "rooms/sat/filas.hpp"

#include <algorithm>

namespace cacao {
namespace {

// What each catalog keeps beside key, name and days.
struct DatosUso : PersonasSat {
    std::vector<std::string> regimenes;
};
DESCRIBE_STRUCT(DatosUso, (PersonasSat), (regimenes))

struct DatosForma {
    bool bancarizado{};
};
DESCRIBE_STRUCT(DatosForma, (), (bancarizado))

template <class Datos>
Datos datos(const sat::Fila& fila) {
    return reflect::recuperar(Guardado<Datos>{fila.datos});
}

// The rows of one catalog, those in force on a day when one is asked for, each turned into an answer by `como`; nothing leaves it
// out.
template <class T, class Como>
std::vector<T> listar_vigentes(const Context& ctx, std::string_view catalogo, const VigentesFiltro& filtro, Como&& como) {
    std::vector<T> lista;
    for (const auto& fila : sat::todas(ctx.db(), catalogo))
        if (!filtro.fecha || fila.vigente(*filtro.fecha))
            if (std::optional<T> item = como(fila)) lista.push_back(std::move(*item));
    return lista;
}

bool es_para(const PersonasSat& personas, const std::optional<PersonaSat>& persona) {
    return !persona || (*persona == PersonaSat::fisica ? personas.fisica : personas.moral);
}

}  // namespace

std::vector<RegimenFiscal> listar_regimenes_fiscales(const Context& ctx, const RegimenesFiltro& filtro) {
    return listar_vigentes<RegimenFiscal>(ctx, "RegimenesFiscales", filtro,
                                          [&](const sat::Fila& f) -> std::optional<RegimenFiscal> {
                                              const auto personas = datos<PersonasSat>(f);
                                              if (!es_para(personas, filtro.persona)) return std::nullopt;
                                              return RegimenFiscal{clave_de(f), vigencia_de(f), personas};
                                          });
}

std::vector<UsoCfdi> listar_usos_cfdi(const Context& ctx, const UsosCfdiFiltro& filtro) {
    reject_if(filtro.regimenFiscal && !sat::es_regimen_fiscal(*filtro.regimenFiscal), Codigo::valor_no_permitido,
              "/regimenFiscal");
    return listar_vigentes<UsoCfdi>(ctx, "UsosCFDI", filtro, [&](const sat::Fila& f) -> std::optional<UsoCfdi> {
        auto uso = datos<DatosUso>(f);
        const bool admitido =
            !filtro.regimenFiscal || std::ranges::find(uso.regimenes, *filtro.regimenFiscal) != uso.regimenes.end();
        if (!admitido || !es_para(uso, filtro.persona)) return std::nullopt;
        return UsoCfdi{clave_de(f), vigencia_de(f), uso, std::move(uso.regimenes)};
    });
}

std::vector<MetodoPagoSat> listar_metodos_pago_sat(const Context& ctx, const VigentesFiltro& filtro) {
    return listar_vigentes<MetodoPagoSat>(ctx, "MetodosPago", filtro, [](const sat::Fila& f) -> std::optional<MetodoPagoSat> {
        return MetodoPagoSat{clave_de(f), vigencia_de(f)};
    });
}

std::vector<FormaPagoSat> listar_formas_pago_sat(const Context& ctx, const VigentesFiltro& filtro) {
    return listar_vigentes<FormaPagoSat>(ctx, "FormasPago", filtro, [](const sat::Fila& f) -> std::optional<FormaPagoSat> {
        return FormaPagoSat{clave_de(f), vigencia_de(f), datos<DatosForma>(f).bancarizado};
    });
}

void register_catalogos_sat(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/RegimenesFiscales", "RegimenesFiscalesListar", listar_regimenes_fiscales);
    ops.add(GET, "/api/UsosCFDI", "UsosCfdiListar", listar_usos_cfdi).rechaza({Codigo::valor_no_permitido});
    ops.group("CatalogosSAT");
    ops.add(GET, "/api/CatalogosSAT/MetodosPago", "SatMetodosPagoListar", listar_metodos_pago_sat);
    ops.add(GET, "/api/CatalogosSAT/FormasPago", "SatFormasPagoListar", listar_formas_pago_sat);
    register_catalogo_sat(ops);
}

}  // namespace cacao
