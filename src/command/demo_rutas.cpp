#include "command/demo_rutas.hpp"

#include "db/rows.hpp"
#include "rooms/bancos/catalogos/cuenta_propia.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/rutas/liquidacion.hpp"
#include "rooms/rutas/operacion.hpp"
#include "rooms/sucursales/almacen.hpp"
#include "rooms/ventas/catalogos/vendedor.hpp"

#include <string>

namespace cacao {
namespace {

struct MercanciaDemo {
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t sucursalId = 0;
};
DESCRIBE_STRUCT(MercanciaDemo, (), (productoId, almacenId, sucursalId))

std::int64_t jornada_demo(Context& ctx, std::int64_t rutaId, const MercanciaDemo& m) {
    JornadaNueva n;
    n.rutaId = Id{rutaId};
    const auto jornadaId = abrir_jornada(ctx, n).transaccionId;
    CargaNueva carga;
    carga.jornadaId = Id{jornadaId};
    carga.tipo = TipoCarga::carga;
    PartidaCargaNueva p;
    p.productoId = IdOpcional{m.productoId};
    p.cantidad = Cantidad::de_enteros(2);
    carga.partidas.push_back(p);
    const Id cargaId{agregar_carga(ctx, carga).cargaId};
    confirmar_carga(ctx, {cargaId, LadoCarga::almacen});
    confirmar_carga(ctx, {cargaId, LadoCarga::ruta});
    accionar_jornada(ctx, {Id{jornadaId}, AccionJornada::salir});
    return jornadaId;
}

}  // namespace

void make_routes(Context& ctx) {
    auto& tx = ctx.db();
    const auto cliente = tx.one<std::int64_t>(
        "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND esCliente = 1 AND activo = 1 ORDER BY entidadId LIMIT 1",
        tx.organizacion());
    const auto mercancia = tx.one<MercanciaDemo>(R"(
        SELECT e.productoId, e.almacenId, a.sucursalId FROM existencia e
        JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = e.almacenId AND a.tipo = 'normal'
        JOIN producto p ON p.organizacionId = $1 AND p.productoId = e.productoId AND p.tipo = 'producto' AND p.seguimiento = 'ninguno'
        WHERE e.organizacionId = $1 AND e.loteId = 0 AND e.cantidad - e.reservado >= 5000000
        ORDER BY e.productoId, e.almacenId LIMIT 1)",
                                                 tx.organizacion());
    const auto caja = tx.one<std::int64_t>(
        "SELECT MIN(cuentaBancariaId) FROM cuentaBancaria WHERE organizacionId = $1 AND tipo = 'caja' AND moneda = 'MXN' HAVING "
        "COUNT(*) > 0",
        tx.organizacion());
    if (!cliente || !mercancia || !caja) return;
    VendedorNuevo vendedor;
    vendedor.codigo = Texto<30, 1>{"RUTA-1"};
    vendedor.nombre = Texto<150, 1>{"Luis Ortega"};
    const auto vendedorId = crear_vendedor(ctx, vendedor).vendedorId;
    AlmacenNuevo camioneta;
    camioneta.codigo = Texto<20, 1>{"VEH-1"};
    camioneta.nombre = Texto<150, 1>{"Camioneta 1"};
    camioneta.sucursalId = Id{mercancia->sucursalId};
    CuentaPropiaNueva propia;
    propia.codigo = Texto<20, 1>{"CAJA-R1"};
    propia.nombre = Texto<150, 1>{"Caja de la ruta 1"};
    propia.tipo = TipoCuentaPropia::caja;
    propia.cuentaId =
        Id{tx.one<std::int64_t>("SELECT cuentaId FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2",
                                tx.organizacion(), *caja)
               .value()};
    RutaNueva ruta;
    ruta.codigo = Texto<30, 1>{"R-01"};
    ruta.nombre = Texto<150, 1>{"Centro"};
    ruta.sucursalId = Id{mercancia->sucursalId};
    ruta.vendedorId = Id{vendedorId};
    ruta.almacenId = Id{crear_almacen(ctx, camioneta).almacenId};
    ruta.almacenBaseId = Id{mercancia->almacenId};
    ruta.cuentaBancariaId = Id{crear_cuenta_propia(ctx, propia).cuentaBancariaId};
    ruta.cuentaEntregaId = Id{*caja};
    ruta.clientes.emplace().push_back({Id{*cliente}, {}, {}});
    const auto rutaId = crear_ruta(ctx, ruta).rutaId;

    // A day that sold one and brought back the other, and one that is out.
    const Id hecha{jornada_demo(ctx, rutaId, *mercancia)};
    OperacionRutaNueva venta;
    venta.jornadaId = hecha;
    venta.clase = ClaseOperacion::venta;
    venta.clienteId = IdOpcional{*cliente};
    auto& v = venta.venta.emplace();
    v.credito = true;
    v.facturacion = FacturacionRuta::individual;
    PartidaVentaRuta p;
    p.productoId = IdOpcional{mercancia->productoId};
    p.cantidad = Cantidad::de_enteros(1);
    p.precioUnitario = Precio::de_enteros(100);
    v.partidas.push_back(p);
    agregar_operacion(ctx, venta);
    accionar_jornada(ctx, {hecha, AccionJornada::regresar});
    JornadaConteo conteo;
    conteo.id = hecha;
    ConteoRutaNuevo contado;
    contado.productoId = IdOpcional{mercancia->productoId};
    contado.conteo = NoNegativo<Cantidad>{Cantidad::de_enteros(1)};
    conteo.partidas.push_back(contado);
    contar_jornada(ctx, conteo);
    LiquidacionCaptura captura;
    captura.id = hecha;
    capturar_liquidacion(ctx, captura);
    validar_liquidacion(ctx, {hecha});
    jornada_demo(ctx, rutaId, *mercancia);
}

}  // namespace cacao
