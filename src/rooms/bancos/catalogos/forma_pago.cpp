#include "rooms/bancos/catalogos/forma_pago.hpp"

#include "api/catalogo.hpp"
#include "engine/entorno/claves_sat.hpp"

#include <algorithm>
#include <array>

namespace cacao {
namespace {

// Methods of payment of the electronic accounting (Anexo 24 of the tax authority's rules).
constexpr std::array<std::string_view, 19> claves_anexo24{"01", "02", "03", "04", "05", "06", "07", "08", "09", "10",
                                                          "11", "12", "13", "14", "15", "16", "17", "98", "99"};

bool es_clave_sat(db::Reader& tx, const std::string& clave) { return engine::hay_clave_sat(tx, "FormasPago", clave); }

void exigir_moneda_de_forma(db::Reader& tx, const FormaPagoGuardada& f, Faltas& faltas) {
    if (f.monedaId == 0) return;
    const bool propia = tx.one<std::int64_t>(R"(
            SELECT 1 FROM organizacionMoneda o JOIN moneda m ON m.moneda = o.moneda
            WHERE o.organizacionId = $1 AND m.monedaId = $2 AND o.activo = 1)",
                                             tx.organizacion(), f.monedaId)
                            .has_value();
    faltas.agregar_si(!propia, Codigo::no_encontrado, "/monedaId");
}

void revisar_forma(Context& ctx, const FormaPagoGuardada* antes, const FormaPagoGuardada& f, Faltas& faltas) {
    auto& tx = ctx.db();
    faltas.agregar_si(!es_clave_sat(tx, f.claveSAT), Codigo::valor_no_permitido, "/claveSAT");
    faltas.agregar_si(!f.claveSAT33.empty() && !es_clave_sat(tx, f.claveSAT33), Codigo::valor_no_permitido, "/claveSAT33");
    const auto& clave = f.claveContabilidadElectronica;
    faltas.agregar_si(!clave.empty() && std::ranges::find(claves_anexo24, clave) == claves_anexo24.end(),
                      Codigo::valor_no_permitido, "/claveContabilidadElectronica");
    if (antes == nullptr || f.monedaId != antes->monedaId) exigir_moneda_de_forma(tx, f, faltas);
}

const Catalogo<FormaPagoGuardada>& catalogo_de_formas() {
    static const Catalogo<FormaPagoGuardada> formas{{.tabla = "formaPago",
                                                     .llave = "formaPagoId",
                                                     .candados = {"formasPago"},
                                                     .orden = "claveSAT, nombre",
                                                     .unicos = {{"nombre"}}},
                                                    revisar_forma};
    return formas;
}

// As lists show them.
std::vector<FormaPago> mostradas(const std::vector<FormaPagoGuardada>& formas) { return {formas.begin(), formas.end()}; }

}  // namespace

std::vector<FormaPago> listar_formas_pago(const Context& ctx) { return mostradas(catalogo_de_formas().listar(ctx)); }
std::vector<FormaPago> listar_formas_pago_egreso(const Context& ctx) {
    db::Where donde{ctx.organizacionId()};
    return mostradas(catalogo_de_formas().listar(ctx, donde.add("enEgreso = 1 AND activo = 1")));
}
FormaPagoGuardada crear_forma_pago(Context& ctx, const FormaPagoNueva& pedida) {
    FormaPagoGuardada nueva;
    nueva.enEgreso = true;
    return catalogo_de_formas().crear(ctx, pedida, std::move(nueva));
}
FormaPagoGuardada actualizar_forma_pago(Context& ctx, const FormaPagoActualizacion& pedida) {
    return catalogo_de_formas().actualizar(ctx, pedida);
}

void register_formas_pago(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/FormasPago", "FormasPagoListar", listar_formas_pago);
    ops.add(GET, "/api/Bancos/FormasPagoEgreso", "FormasPagoEgresoListar", listar_formas_pago_egreso);
    ops.add(POST, "/api/Bancos/FormasPago", "FormaPagoCrear", crear_forma_pago)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::valor_no_permitido, Codigo::no_encontrado});
    ops.add(PUT, "/api/Bancos/FormasPago/{formaPagoId}", "FormaPagoActualizar", actualizar_forma_pago)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::valor_no_permitido, Codigo::no_encontrado, Codigo::precondicion_fallida});
}

}  // namespace cacao
