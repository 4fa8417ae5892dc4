#include "rooms/sat/catalogos_sat.hpp"

#include "base/sat.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"

namespace cacao {
namespace {

// Days as the columns keep them.
struct FilaVigencia {
    Fecha desde;
    std::optional<Fecha> hasta;
};
BOOST_DESCRIBE_STRUCT(FilaVigencia, (), (desde, hasta))

struct FilaRegimen : ClaveSat, FilaVigencia {
    bool fisica{};
    bool moral{};
};
BOOST_DESCRIBE_STRUCT(FilaRegimen, (ClaveSat, FilaVigencia), (fisica, moral))

struct FilaUso : ClaveSat, FilaVigencia {
    bool fisica{};
    bool moral{};
    Guardado<std::vector<std::string>> regimenes;
};
BOOST_DESCRIBE_STRUCT(FilaUso, (ClaveSat, FilaVigencia), (fisica, moral, regimenes))

struct FilaMetodo : ClaveSat, FilaVigencia {};
BOOST_DESCRIBE_STRUCT(FilaMetodo, (ClaveSat, FilaVigencia), ())

struct FilaForma : ClaveSat, FilaVigencia {
    bool bancarizado{};
};
BOOST_DESCRIBE_STRUCT(FilaForma, (ClaveSat, FilaVigencia), (bancarizado))

VigenciaSat vigencia(const FilaVigencia& fila) {
    VigenciaSat v{fila.desde, {}};
    if (fila.hasta) fila.hasta->escribir_iso(v.vigenciaHasta);
    return v;
}

void filtrar(db::Where& donde, const std::optional<PersonaSat>& persona) {
    if (persona) donde.add(*persona == PersonaSat::fisica ? "fisica = 1" : "moral = 1");
}

}  // namespace

std::vector<RegimenFiscal> listar_regimenes_fiscales(const Context& ctx, const RegimenesFiltro& filtro) {
    db::Where donde;
    filtrar(donde, filtro.persona);
    std::vector<RegimenFiscal> lista;
    for (const auto& f : ctx.db().all_with<FilaRegimen>(
             "SELECT clave, descripcion, fisica, moral, desde, hasta FROM satRegimenFiscal" + donde.sql() + " ORDER BY clave",
             donde.params()))
        lista.push_back({f, vigencia(f), f.fisica, f.moral});
    return lista;
}

std::vector<UsoCfdi> listar_usos_cfdi(const Context& ctx, const UsosCfdiFiltro& filtro) {
    reject_if(filtro.regimenFiscal && !sat::es_regimen_fiscal(*filtro.regimenFiscal), Codigo::valor_no_permitido,
              "/regimenFiscal");
    db::Where donde;
    filtrar(donde, filtro.persona);
    if (filtro.regimenFiscal) donde.add("regimenes LIKE $", "%\"" + *filtro.regimenFiscal + "\"%");
    std::vector<UsoCfdi> lista;
    for (const auto& f :
         ctx.db().all_with<FilaUso>("SELECT clave, descripcion, fisica, moral, regimenes, desde, hasta FROM satUsoCfdi" +
                                        donde.sql() + " ORDER BY clave",
                                    donde.params()))
        lista.push_back({f, vigencia(f), f.fisica, f.moral, f.regimenes});
    return lista;
}

std::vector<MetodoPagoSat> listar_metodos_pago_sat(const Context& ctx) {
    std::vector<MetodoPagoSat> lista;
    for (const auto& f : ctx.db().all<FilaMetodo>("SELECT clave, descripcion, desde, hasta FROM satMetodoPago ORDER BY clave"))
        lista.push_back({f, vigencia(f)});
    return lista;
}

std::vector<FormaPagoSat> listar_formas_pago_sat(const Context& ctx) {
    std::vector<FormaPagoSat> lista;
    for (const auto& f :
         ctx.db().all<FilaForma>("SELECT clave, descripcion, bancarizado, desde, hasta FROM satFormaPago ORDER BY clave"))
        lista.push_back({f, vigencia(f), f.bancarizado});
    return lista;
}

void register_catalogos_sat(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/RegimenesFiscales", "RegimenesFiscalesListar", listar_regimenes_fiscales, "Lista los regímenes fiscales")
        .describe("Catálogo c_RegimenFiscal del SAT.");
    ops.add(GET, "/api/UsosCFDI", "UsosCfdiListar", listar_usos_cfdi, "Lista los usos de CFDI")
        .describe("Catálogo c_UsoCFDI del SAT, con los regímenes del receptor que admite cada uno.")
        .rechaza({Codigo::valor_no_permitido});
    ops.group("CatalogosSAT");
    ops.add(GET, "/api/CatalogosSAT/MetodosPago", "SatMetodosPagoListar", listar_metodos_pago_sat,
            "Lista los métodos de pago del SAT")
        .describe("Catálogo c_MetodoPago. Las formas de pago están en /api/CatalogosSAT/FormasPago.");
    ops.add(GET, "/api/CatalogosSAT/FormasPago", "SatFormasPagoListar", listar_formas_pago_sat,
            "Lista las formas de pago del SAT")
        .describe("Catálogo c_FormaPago.");
}

}  // namespace cacao
