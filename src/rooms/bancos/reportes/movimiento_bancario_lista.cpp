#include "rooms/bancos/reportes/movimiento_bancario_lista.hpp"

#include "engine/consulta/consulta_propios.hpp"
#include "engine/tipos/bancos.hpp"

namespace cacao {
namespace {

using Datos = std::optional<DatosMovimientoBancario>;

std::string_view tipo_de(TipoMovimientoBancario tipo) {
    switch (tipo) {
        case TipoMovimientoBancario::traspaso: return engine::TraspasoBancario.tipo;
        case TipoMovimientoBancario::comision: return engine::ComisionBancaria.tipo;
        case TipoMovimientoBancario::reembolso: return engine::Reembolso.tipo;
        case TipoMovimientoBancario::reembolsoProveedor: return engine::ReembolsoProveedor.tipo;
        case TipoMovimientoBancario::ajusteCliente: return engine::AjusteSaldoCliente.tipo;
        case TipoMovimientoBancario::ajusteProveedor: return engine::AjusteSaldoProveedor.tipo;
        case TipoMovimientoBancario::compensacion: return engine::Compensacion.tipo;
        case TipoMovimientoBancario::pagoEspecie: return engine::PagoEspecie.tipo;
    }
    return {};
}

const std::initializer_list<std::string_view> todos{engine::TraspasoBancario.tipo,   engine::ComisionBancaria.tipo,
                                                    engine::Reembolso.tipo,          engine::ReembolsoProveedor.tipo,
                                                    engine::AjusteSaldoCliente.tipo, engine::AjusteSaldoProveedor.tipo,
                                                    engine::Compensacion.tipo,       engine::PagoEspecie.tipo};

void pedir(db::Reader& tx, std::int64_t transaccionId, Datos& datos) {
    tx.one_later(datos, R"(
        SELECT d.cuentaBancariaId, COALESCE(b.nombre, '') AS cuenta, d.formaPagoId, COALESCE(f.nombre, '') AS forma,
               d.cuentaDestinoId, COALESCE(e.nombre, '') AS cuentaDestino, COALESCE(t.moneda, e.moneda, '') AS monedaDestino,
               CASE WHEN d.cuentaDestinoId = 0 THEN NULL ELSE COALESCE(t.importe, d.total) END AS importeDestino,
               CASE WHEN d.cuentaDestinoId = 0 THEN NULL ELSE COALESCE(t.tipoCambio, d.tipoCambio) END AS tipoCambioDestino
        FROM documento d
        LEFT JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = d.cuentaBancariaId
        LEFT JOIN cuentaBancaria e ON e.organizacionId = $1 AND e.cuentaBancariaId = d.cuentaDestinoId
        LEFT JOIN traspasoMoneda t ON t.organizacionId = $1 AND t.transaccionId = d.transaccionId
        LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
        WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                 tx.organizacion(), transaccionId);
}

}  // namespace

Pagina<MovimientoBancarioResumen> listar_movimientos_bancarios(const Context& ctx, const MovimientosBancariosFiltro& filtro) {
    std::vector<engine::OtroFiltro> otros;
    if (filtro.cuentaBancariaId) otros.push_back({"d.cuentaBancariaId = $", filtro.cuentaBancariaId->valor});
    const auto pagina = [&] {
        if (!filtro.tipo) return engine::listar_documentos(ctx, filtro, "MovimientosBancarios", todos, otros);
        const auto uno = tipo_de(*filtro.tipo);
        return engine::listar_documentos(ctx, filtro, "MovimientosBancarios/" + std::string{uno}, {uno}, otros);
    };
    return engine::con_propios<Datos>(ctx, pagina(), pedir, [](engine::DocumentoResumen& d, Datos& propio) {
        return MovimientoBancarioResumen{std::move(d), *std::move(propio)};
    });
}

MovimientoBancarioVista obtener_movimiento_bancario(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    Datos datos;
    pedir(tx, pedido.id, datos);
    auto documento = engine::exigir_documento(ctx, pedido.id, todos);
    return {std::move(documento), *std::move(datos), engine::asignaciones_de(tx, pedido.id)};
}

void register_movimiento_bancario_lista(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/MovimientosBancarios", "MovimientosBancarios", listar_movimientos_bancarios)
        .nuestra()
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Bancos/MovimientosBancarios/{id}", "MovimientoBancarioObtener", obtener_movimiento_bancario)
        .lee(todos)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
