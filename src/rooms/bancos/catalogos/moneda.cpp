#include "rooms/bancos/catalogos/moneda.hpp"

#include "api/organizacion.hpp"
#include "api/registros.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_moneda = R"(
    SELECT m.monedaId, m.moneda, m.nombre, m.decimales, CASE WHEN c.moneda = m.moneda THEN 1 ELSE 0 END AS predeterminada, o.activo
    FROM organizacionMoneda o
    JOIN moneda m ON m.moneda = o.moneda
    JOIN configuracion c ON c.organizacionId = o.organizacionId
    WHERE o.organizacionId = $1)";

}  // namespace

std::vector<MonedaGlobal> listar_monedas(const Context& ctx) {
    return ctx.db().all<MonedaGlobal>("SELECT monedaId, moneda, nombre, decimales FROM moneda ORDER BY moneda");
}

std::vector<MonedaDeOrganizacion> listar_monedas_organizacion(const Context& ctx) {
    return ctx.db().all<MonedaDeOrganizacion>(std::string{columnas_de_moneda} + " ORDER BY m.moneda", ctx.organizacionId());
}

MonedaDeOrganizacion cambiar_moneda_organizacion(Context& ctx, const MonedaDeOrganizacionCambio& pedida) {
    auto& tx = ctx.db();
    tx.lock("configuracion");
    const auto moneda = mayusculas(pedida.moneda);
    const auto global = tx.one<MonedaGlobal>("SELECT monedaId, moneda, nombre, decimales FROM moneda WHERE moneda = $1", moneda);
    if (!global) reject(Codigo::no_encontrado, "/moneda");
    const auto antes =
        tx.one<MonedaDeOrganizacion>(std::string{columnas_de_moneda} + " AND o.moneda = $2", tx.organizacion(), moneda);
    MonedaDeOrganizacion m;
    static_cast<MonedaGlobal&>(m) = *global;
    m.predeterminada = antes && antes->predeterminada;
    m.activo = pedida.activo;
    // Neither the currency of the books nor one that an own account is in.
    reject_if(!m.activo && m.predeterminada, Codigo::conflicto, "/activo");
    Faltas faltas;
    if (!m.activo)
        impide(tx, "SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND moneda = $2 AND activo = 1 LIMIT 1",
               moneda, "/activo", faltas);
    faltas.lanzar();
    tx.run(R"(
        INSERT INTO organizacionMoneda (organizacionId, moneda, activo) VALUES ($1, $2, $3)
        ON CONFLICT (organizacionId, moneda) DO UPDATE SET activo = $3)",
           tx.organizacion(), moneda, m.activo);
    // The settings show the currencies too.
    subir_version_de_organizacion(tx);
    if (antes) ctx.auditar("OrganizacionMoneda", m.monedaId, *antes, m);
    else ctx.auditar_alta("OrganizacionMoneda", m.monedaId, m);
    return m;
}

void register_monedas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/GetMonedas", "MonedasListar", listar_monedas);
    ops.add(GET, "/api/Bancos/OrganizacionMonedas", "OrganizacionMonedasListar", listar_monedas_organizacion);
    ops.add(PUT, "/api/Bancos/OrganizacionMonedas", "OrganizacionMonedaCambiar", cambiar_moneda_organizacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::conflicto});
}

}  // namespace cacao
