#include "rooms/contabilidad/catalogos/tipo_cambio.hpp"

#include "base/texto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/monedas.hpp"

namespace cacao {
namespace {

constexpr int dias_sin_pedir = 30;
constexpr int dias_maximos = 366;

constexpr std::string_view columnas_de_tipo_cambio =
    "SELECT moneda, fecha, tipoCambio, fuente FROM tipoCambio WHERE organizacionId = $1";

}  // namespace

std::vector<TipoCambioDelDia> listar_tipos_cambio(const Context& ctx, const TiposCambioFiltro& filtro) {
    const Fecha hasta = filtro.hasta.value_or(filtro.desde ? *filtro.desde + dias_sin_pedir : ctx.hoy());
    const Fecha desde = filtro.desde.value_or(hasta + -dias_sin_pedir);
    reject_if(desde > hasta, Codigo::valor_no_permitido, "/hasta");
    reject_if(hasta - desde >= dias_maximos, Codigo::fuera_de_rango, "/hasta");
    db::Where donde{ctx.organizacionId(), desde, hasta};
    if (filtro.moneda) donde.add("moneda = $", mayusculas(*filtro.moneda));
    return ctx.db().all_with<TipoCambioDelDia>(
        std::string{columnas_de_tipo_cambio} + " AND fecha BETWEEN $2 AND $3" + donde.and_sql() + " ORDER BY fecha, moneda",
        donde.params());
}

TipoCambioDelDia guardar_tipo_cambio(Context& ctx, const TipoCambioNuevo& pedido) {
    auto& tx = ctx.db();
    TipoCambioDelDia nuevo{mayusculas(pedido.moneda), pedido.fecha, pedido.tipoCambio,
                           pedido.fuente ? std::string{*pedido.fuente} : std::string{}};
    Faltas faltas;
    faltas.agregar_si(nuevo.tipoCambio <= Precio{}, Codigo::fuera_de_rango, "/tipoCambio");
    const auto moneda = engine::moneda_de(tx, nuevo.moneda);
    faltas.agregar_si(!moneda, Codigo::no_encontrado, "/moneda");
    faltas.agregar_si(moneda && nuevo.moneda == engine::moneda_local(tx).moneda, Codigo::valor_no_permitido, "/moneda");
    faltas.lanzar();

    tx.lock("tipoCambio/" + nuevo.moneda);
    const auto antes = tx.one<TipoCambioDelDia>(std::string{columnas_de_tipo_cambio} + " AND moneda = $2 AND fecha = $3",
                                                tx.organizacion(), nuevo.moneda, nuevo.fecha);
    tx.run(R"(
        INSERT INTO tipoCambio (organizacionId, moneda, fecha, tipoCambio, fuente) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (organizacionId, moneda, fecha) DO UPDATE SET tipoCambio = $4, fuente = $5)",
           tx.organizacion(), nuevo.moneda, nuevo.fecha, nuevo.tipoCambio, nuevo.fuente);
    if (antes) ctx.auditar("TipoCambio", nuevo.fecha.dias(), *antes, nuevo);
    else ctx.auditar_alta("TipoCambio", nuevo.fecha.dias(), nuevo);
    return nuevo;
}

void register_tipos_cambio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/TiposCambio", "TiposCambioListar", listar_tipos_cambio)
        .nuestra()
        .rechaza({Codigo::valor_no_permitido, Codigo::fuera_de_rango});
    ops.add(PUT, "/api/Bancos/TiposCambio", "TipoCambioGuardar", guardar_tipo_cambio)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado, Codigo::valor_no_permitido});
}

}  // namespace cacao
