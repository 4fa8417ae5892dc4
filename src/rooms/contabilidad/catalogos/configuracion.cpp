#include "rooms/contabilidad/catalogos/configuracion.hpp"

#include "api/organizacion.hpp"
#include "api/registros.hpp"
#include "base/sat.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"

#include <algorithm>

namespace cacao {
namespace {

ConfiguracionContable leer_configuracion(db::Reader& tx) {
    auto c = tx.one<ConfiguracionContable>(R"(
        SELECT c.moneda, c.existenciaNegativa, c.pagoDeTerceros, c.limiteCreditoEstricto, c.autorizaQuienSolicita, c.creditoConPedidos,
               c.facturaSinEntrega, c.lotesPorCaducidad, c.ajusteSaldoMaximo, o.regimenFiscal, c.ivaNoAcreditable, c.iepsAlCosto,
               c.diasAdelanto, o.version
        FROM configuracion c JOIN organizacion o ON o.organizacionId = c.organizacionId WHERE c.organizacionId = $1)",
                                           tx.organizacion());
    if (!c) reject(Codigo::interno, "");
    c->monedas = tx.all<std::string>(
        "SELECT moneda FROM organizacionMoneda WHERE organizacionId = $1 AND activo = 1 ORDER BY moneda", tx.organizacion());
    return std::move(*c);
}

std::vector<std::string> revisar_monedas(db::Reader& tx, const std::vector<Texto<3, 3>>& pedidas, Faltas& faltas) {
    std::vector<std::string> monedas;
    for (std::size_t i = 0; i < pedidas.size(); ++i) {
        const auto moneda = mayusculas(pedidas[i]);
        const std::string campo = "/monedas/" + std::to_string(i);
        const bool existe = tx.one<std::string>("SELECT moneda FROM moneda WHERE moneda = $1", moneda).has_value();
        faltas.agregar_si(!existe, Codigo::no_encontrado, campo);
        faltas.agregar_si(std::ranges::find(monedas, moneda) != monedas.end(), Codigo::duplicado, campo);
        monedas.push_back(moneda);
    }
    std::ranges::sort(monedas);
    return monedas;
}

// The books keep the currency in which they were begun.
void exigir_sin_asientos(db::Reader& tx, Faltas& faltas) {
    constexpr std::string_view primera = "SELECT polizaId FROM poliza WHERE organizacionId = $1 ORDER BY polizaId LIMIT 1";
    if (const auto id = tx.one<std::int64_t>(primera, tx.organizacion()))
        impedido_por(primera, *id, "/moneda", faltas, Codigo::conflicto);
}

// Also what is waited for: it is on hand, and nowhere.
void exigir_sin_negativos(db::Reader& tx, Faltas& faltas) {
    constexpr std::string_view uno = R"(SELECT productoId FROM existencia WHERE organizacionId = $1 AND cantidad < 0
                                        UNION ALL SELECT productoId FROM faltanteSalida WHERE organizacionId = $1 AND cantidad > 0 LIMIT 1)";
    if (const auto id = tx.one<std::int64_t>(uno, tx.organizacion()))
        impedido_por(uno, *id, "/existenciaNegativa", faltas, Codigo::conflicto);
}

}  // namespace

ConfiguracionContable obtener_configuracion(const Context& ctx) { return leer_configuracion(ctx.db()); }

ConfiguracionContable cambiar_configuracion(Context& ctx, const ConfiguracionContableCambio& pedida) {
    auto& tx = ctx.db();
    tx.lock("configuracion");
    const auto antes = leer_configuracion(tx);
    ctx.exigir_version(antes.version);
    auto c = antes;
    c.existenciaNegativa = pedida.existenciaNegativa;
    c.pagoDeTerceros = pedida.pagoDeTerceros;
    c.limiteCreditoEstricto = pedida.limiteCreditoEstricto;
    if (pedida.autorizaQuienSolicita) c.autorizaQuienSolicita = *pedida.autorizaQuienSolicita;
    if (pedida.creditoConPedidos) c.creditoConPedidos = *pedida.creditoConPedidos;
    if (pedida.facturaSinEntrega) c.facturaSinEntrega = *pedida.facturaSinEntrega;
    if (pedida.lotesPorCaducidad) c.lotesPorCaducidad = *pedida.lotesPorCaducidad;
    Faltas faltas;
    if (pedida.ajusteSaldoMaximo) c.ajusteSaldoMaximo = *pedida.ajusteSaldoMaximo;
    faltas.agregar_si(c.ajusteSaldoMaximo < Importe{}, Codigo::fuera_de_rango, "/ajusteSaldoMaximo");
    if (pedida.regimenFiscal) c.regimenFiscal = *pedida.regimenFiscal;
    if (pedida.ivaNoAcreditable) c.ivaNoAcreditable = *pedida.ivaNoAcreditable;
    if (pedida.iepsAlCosto) c.iepsAlCosto = *pedida.iepsAlCosto;
    if (pedida.diasAdelanto) c.diasAdelanto = *pedida.diasAdelanto;
    exigir_clave(sat::regimenes_fiscales, c.regimenFiscal, "/regimenFiscal", faltas);
    faltas.agregar_si(c.ivaNoAcreditable > Tasa::de_enteros(1), Codigo::fuera_de_rango, "/ivaNoAcreditable");
    if (pedida.monedas) c.monedas = revisar_monedas(tx, *pedida.monedas, faltas);
    if (pedida.moneda) c.moneda = mayusculas(*pedida.moneda);
    if (c.moneda != antes.moneda) exigir_sin_asientos(tx, faltas);
    faltas.agregar_si(std::ranges::find(c.monedas, c.moneda) == c.monedas.end(), Codigo::valor_no_permitido, "/moneda");
    if (antes.existenciaNegativa && !c.existenciaNegativa) exigir_sin_negativos(tx, faltas);
    faltas.lanzar();

    c.version = subir_version_de_organizacion(tx);
    tx.run(R"(
        UPDATE configuracion SET moneda = $2, existenciaNegativa = $3, pagoDeTerceros = $4, limiteCreditoEstricto = $5, diasAdelanto = $6,
                                 autorizaQuienSolicita = $7, ajusteSaldoMaximo = $8, creditoConPedidos = $9, facturaSinEntrega = $10,
                                 ivaNoAcreditable = $11, iepsAlCosto = $12, lotesPorCaducidad = $13
        WHERE organizacionId = $1)",
           tx.organizacion(), c.moneda, c.existenciaNegativa, c.pagoDeTerceros, c.limiteCreditoEstricto, c.diasAdelanto,
           c.autorizaQuienSolicita, c.ajusteSaldoMaximo, c.creditoConPedidos, c.facturaSinEntrega, c.ivaNoAcreditable,
           c.iepsAlCosto, c.lotesPorCaducidad);
    if (antes.existenciaNegativa && !c.existenciaNegativa)
        tx.run(R"(UPDATE configuracion SET negativosHasta = (SELECT MAX(d.fecha) FROM existenciaDia d WHERE d.organizacionId = $1)
                  WHERE organizacionId = $1)",
               tx.organizacion());
    if (c.regimenFiscal != antes.regimenFiscal)
        tx.run("UPDATE organizacion SET regimenFiscal = $2 WHERE organizacionId = $1", tx.organizacion(), c.regimenFiscal);
    if (c.monedas != antes.monedas) {
        tx.run("UPDATE organizacionMoneda SET activo = 0 WHERE organizacionId = $1", tx.organizacion());
        for (const auto& moneda : c.monedas)
            tx.run(R"(
                INSERT INTO organizacionMoneda (organizacionId, moneda, activo) VALUES ($1, $2, 1)
                ON CONFLICT (organizacionId, moneda) DO UPDATE SET activo = 1)",
                   tx.organizacion(), moneda);
    }
    ctx.auditar("Configuracion", tx.organizacion(), antes, c);
    return c;
}

void register_configuracion(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/Configuracion", "ConfiguracionObtener", obtener_configuracion).nuestra();
    ops.add(PUT, "/api/Contabilidad/Configuracion", "ConfiguracionCambiar", cambiar_configuracion)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::valor_no_permitido, Codigo::conflicto, Codigo::fuera_de_rango,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
