#include "rooms/compras/catalogos/configuracion_compra.hpp"

#include "db/rows.hpp"

namespace cacao {
namespace {

ConfiguracionCompra leer(db::Reader& tx) {
    return tx
        .one<ConfiguracionCompra>(R"(SELECT toleranciaRecepcion, toleranciaPrecio, facturaSinRecepcion, version
                                     FROM configuracionCompra WHERE organizacionId = $1)",
                                  tx.organizacion())
        .value_or(ConfiguracionCompra{});
}

bool es_fraccion(Tasa tasa) { return tasa <= Tasa::de_enteros(1); }

ToleranciaProveedor leer_proveedor(db::Reader& tx, std::int64_t entidadId) {
    const auto fila = tx.one<ToleranciaProveedor>(R"(
        SELECT c.entidadId, t.toleranciaRecepcion FROM contacto c
        LEFT JOIN proveedorCompra t ON t.organizacionId = $1 AND t.entidadId = c.entidadId
        WHERE c.organizacionId = $1 AND c.entidadId = $2 AND c.esProveedor = 1)",
                                                  tx.organizacion(), entidadId);
    reject_if(!fila, Codigo::no_encontrado, "/entidadId");
    return *fila;
}

}  // namespace

ConfiguracionCompra obtener_configuracion_compra(const Context& ctx) { return leer(ctx.db()); }

ConfiguracionCompra cambiar_configuracion_compra(Context& ctx, const ConfiguracionCompraCambio& pedida) {
    auto& tx = ctx.db();
    tx.lock("configuracionCompra");
    const auto antes = leer(tx);
    ctx.exigir_version(antes.version);
    const ConfiguracionCompra c{pedida.toleranciaRecepcion, pedida.toleranciaPrecio, pedida.facturaSinRecepcion,
                                antes.version + 1};
    Faltas faltas;
    faltas.agregar_si(!es_fraccion(c.toleranciaRecepcion), Codigo::fuera_de_rango, "/toleranciaRecepcion");
    faltas.agregar_si(!es_fraccion(c.toleranciaPrecio), Codigo::fuera_de_rango, "/toleranciaPrecio");
    faltas.lanzar();
    tx.run(R"(
        INSERT INTO configuracionCompra (organizacionId, toleranciaRecepcion, toleranciaPrecio, facturaSinRecepcion, version)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (organizacionId) DO UPDATE SET toleranciaRecepcion = excluded.toleranciaRecepcion,
            toleranciaPrecio = excluded.toleranciaPrecio, facturaSinRecepcion = excluded.facturaSinRecepcion,
            version = excluded.version)",
           tx.organizacion(), c.toleranciaRecepcion, c.toleranciaPrecio, c.facturaSinRecepcion, c.version);
    ctx.auditar("ConfiguracionCompra", tx.organizacion(), antes, c);
    return c;
}

ToleranciaProveedor obtener_tolerancia_proveedor(const Context& ctx, const ToleranciaProveedorPedida& pedida) {
    return leer_proveedor(ctx.db(), pedida.entidadId);
}

ToleranciaProveedor cambiar_tolerancia_proveedor(Context& ctx, const ToleranciaProveedorCambio& pedida) {
    auto& tx = ctx.db();
    const auto antes = leer_proveedor(tx, pedida.entidadId);
    ToleranciaProveedor despues{antes.entidadId, {}};
    if (pedida.toleranciaRecepcion) despues.toleranciaRecepcion = *pedida.toleranciaRecepcion;
    reject_if(despues.toleranciaRecepcion && !es_fraccion(*despues.toleranciaRecepcion), Codigo::fuera_de_rango,
              "/toleranciaRecepcion");
    if (despues.toleranciaRecepcion)
        tx.run(R"(INSERT INTO proveedorCompra (organizacionId, entidadId, toleranciaRecepcion) VALUES ($1, $2, $3)
                  ON CONFLICT (organizacionId, entidadId) DO UPDATE SET toleranciaRecepcion = excluded.toleranciaRecepcion)",
               tx.organizacion(), despues.entidadId, *despues.toleranciaRecepcion);
    else tx.run("DELETE FROM proveedorCompra WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(), despues.entidadId);
    ctx.auditar("ToleranciaProveedor", despues.entidadId, antes, despues);
    return despues;
}

void register_configuracion_compra(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(GET, "/api/Compras/Configuracion", "ConfiguracionCompraObtener", obtener_configuracion_compra).nuestra();
    ops.add(PUT, "/api/Compras/Configuracion", "ConfiguracionCompraCambiar", cambiar_configuracion_compra)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::precondicion_fallida});
    ops.add(GET, "/api/Compras/Proveedores/{entidadId}", "ToleranciaProveedorObtener", obtener_tolerancia_proveedor)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Compras/Proveedores/{entidadId}", "ToleranciaProveedorCambiar", cambiar_tolerancia_proveedor)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango});
}

}  // namespace cacao
