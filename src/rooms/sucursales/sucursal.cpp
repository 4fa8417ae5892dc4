#include "rooms/sucursales/sucursal.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "engine/precios/listas_precios.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_sucursal = R"(
    SELECT sucursalId, codigo, nombre, direccion, codigoPostal, zona, frontera, almacenId, cuentaBancariaId, listaPreciosId, activo,
           version
    FROM sucursal WHERE organizacionId = $1)";

std::optional<Sucursal> leer_sucursal(db::Reader& tx, std::int64_t sucursalId) {
    return tx.one<Sucursal>(std::string{columnas_de_sucursal} + " AND sucursalId = $2", tx.organizacion(), sucursalId);
}

void exigir_sucursal(db::Reader& tx, std::int64_t sucursalId) {
    if (!leer_sucursal(tx, sucursalId)) reject(Codigo::no_encontrado, "/sucursalId");
}

void exigir_almacen(db::Reader& tx, const Sucursal& s, Faltas& faltas) {
    exigir_activo(tx, "SELECT activo FROM almacen WHERE organizacionId = $1 AND almacenId = $2 AND tipo = 'normal'", s.almacenId,
                  "/almacenId", faltas);
}
void exigir_caja(db::Reader& tx, const Sucursal& s, Faltas& faltas) {
    exigir_activo(tx, "SELECT activo FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2", s.cuentaBancariaId,
                  "/cuentaBancariaId", faltas);
}

void revisar_sucursal(db::Reader& tx, const Sucursal& s, Faltas& faltas) {
    exigir_unico(tx, "SELECT sucursalId FROM sucursal WHERE organizacionId = $1 AND codigo = $2", s.codigo, s.sucursalId,
                 "/codigo", faltas);
    faltas.agregar_si(!existe_zona(s.zona), Codigo::zona_horaria_invalida, "/zona");
}

bool es_la_ultima(db::Reader& tx, std::int64_t sucursalId) {
    return !tx.one<std::int64_t>("SELECT 1 FROM sucursal WHERE organizacionId = $1 AND sucursalId <> $2 AND activo = 1 LIMIT 1",
                                 tx.organizacion(), sucursalId);
}

}  // namespace

std::vector<Sucursal> listar_sucursales(const Context& ctx) {
    return ctx.db().all<Sucursal>(std::string{columnas_de_sucursal} + " ORDER BY codigo", ctx.organizacionId());
}

Sucursal crear_sucursal(Context& ctx, const SucursalNueva& pedida) {
    auto& tx = ctx.db();
    tx.lock("sucursales");
    Faltas faltas;
    Sucursal s;
    s.sucursalId = tx.next_id();
    s.codigo = pedida.codigo;
    s.nombre = pedida.nombre;
    if (pedida.direccion) s.direccion = *pedida.direccion;
    s.codigoPostal = pedida.codigoPostal;
    // Where nothing is said, the organization's.
    s.zona = pedida.zona ? std::string{*pedida.zona}
                         : tx.one<std::string>("SELECT zona FROM organizacion WHERE organizacionId = $1", tx.organizacion())
                               .value_or(std::string{zona_predeterminada});
    s.frontera = pedida.frontera.value_or(false);
    if (pedida.almacenId) s.almacenId = *pedida.almacenId;
    if (pedida.cuentaBancariaId) s.cuentaBancariaId = *pedida.cuentaBancariaId;
    if (pedida.listaPreciosId) s.listaPreciosId = *pedida.listaPreciosId;
    s.activo = true;
    s.version = 1;
    revisar_sucursal(tx, s, faltas);
    faltas.agregar_si(s.codigoPostal.empty(), Codigo::requerido, "/codigoPostal");
    exigir_almacen(tx, s, faltas);
    exigir_caja(tx, s, faltas);
    engine::exigir_lista_precios(tx, s.listaPreciosId, "/listaPreciosId", faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO sucursal (organizacionId, sucursalId, codigo, nombre, direccion, codigoPostal, zona, frontera, almacenId,
                              cuentaBancariaId, listaPreciosId, activo, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, 1))",
           tx.organizacion(), s.sucursalId, s.codigo, s.nombre, s.direccion, s.codigoPostal, s.zona, s.frontera, s.almacenId,
           s.cuentaBancariaId, s.listaPreciosId);
    ctx.auditar_alta("Sucursal", s.sucursalId, s);
    ctx.renovar_sesiones();
    return s;
}

Sucursal actualizar_sucursal(Context& ctx, const SucursalActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock("sucursales");
    const auto leida = leer_sucursal(tx, pedida.sucursalId);
    if (!leida) reject(Codigo::no_encontrado, "/sucursalId");
    const auto& antes = *leida;
    ctx.exigir_version(antes.version);
    auto s = antes;
    Faltas faltas;
    if (pedida.codigo) s.codigo = *pedida.codigo;
    if (pedida.nombre) s.nombre = *pedida.nombre;
    pedida.direccion.aplicar_a(s.direccion);
    if (pedida.codigoPostal) s.codigoPostal = *pedida.codigoPostal;
    if (pedida.zona) s.zona = *pedida.zona;
    if (pedida.frontera) s.frontera = *pedida.frontera;
    pedida.almacenId.aplicar_a(s.almacenId);
    pedida.cuentaBancariaId.aplicar_a(s.cuentaBancariaId);
    pedida.listaPreciosId.aplicar_a(s.listaPreciosId);
    if (pedida.activo) s.activo = *pedida.activo;
    revisar_sucursal(tx, s, faltas);
    faltas.agregar_si(pedida.codigoPostal && s.codigoPostal.empty(), Codigo::requerido, "/codigoPostal");
    if (s.almacenId != antes.almacenId) exigir_almacen(tx, s, faltas);
    if (s.cuentaBancariaId != antes.cuentaBancariaId) exigir_caja(tx, s, faltas);
    if (s.listaPreciosId != antes.listaPreciosId) engine::exigir_lista_precios(tx, s.listaPreciosId, "/listaPreciosId", faltas);
    faltas.agregar_si(antes.activo && !s.activo && es_la_ultima(tx, s.sucursalId), Codigo::conflicto, "/activo");
    faltas.lanzar();

    ++s.version;
    tx.run(R"(
        UPDATE sucursal SET codigo = $3, nombre = $4, direccion = $5, codigoPostal = $6, zona = $7, frontera = $8, almacenId = $9,
                            cuentaBancariaId = $10, listaPreciosId = $11, activo = $12, version = $13
        WHERE organizacionId = $1 AND sucursalId = $2)",
           tx.organizacion(), s.sucursalId, s.codigo, s.nombre, s.direccion, s.codigoPostal, s.zona, s.frontera, s.almacenId,
           s.cuentaBancariaId, s.listaPreciosId, s.activo, s.version);
    ctx.auditar("Sucursal", s.sucursalId, antes, s);
    if (s.zona != antes.zona) ctx.renovar_sesiones();
    return s;
}

std::vector<engine::SerieDocumento> listar_series(const Context& ctx, const SucursalPedida& pedida) {
    exigir_sucursal(ctx.db(), pedida.sucursalId);
    return engine::series_de(ctx.db(), pedida.sucursalId);
}

engine::SerieDocumento guardar_serie_de_sucursal(Context& ctx, const SerieDeSucursal& pedida) {
    exigir_sucursal(ctx.db(), pedida.sucursalId);
    engine::SeriePedida serie{pedida.sucursalId, pedida.tipo, pedida.serie, {}, pedida.predeterminada, pedida.activo};
    if (pedida.siguiente) serie.siguiente = pedida.siguiente->valor;
    const auto g = engine::guardar_serie(ctx.db(), serie);
    if (g.antes) ctx.auditar("Serie", pedida.sucursalId, *g.antes, g.despues);
    else ctx.auditar_alta("Serie", pedida.sucursalId, g.despues);
    return g.despues;
}

void register_sucursales(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Sucursales", "SucursalesListar", listar_sucursales);
    ops.add(POST, "/api/Sucursales", "SucursalCrear", crear_sucursal)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::zona_horaria_invalida, Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido});
    ops.add(PUT, "/api/Sucursales/{sucursalId}", "SucursalActualizar", actualizar_sucursal)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::zona_horaria_invalida, Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido,
                  Codigo::conflicto, Codigo::precondicion_fallida});
    ops.add(GET, "/api/Sucursales/{sucursalId}/Series", "SucursalSeriesListar", listar_series)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Sucursales/{sucursalId}/Series", "SucursalSerieGuardar", guardar_serie_de_sucursal)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::serie_de_otra_sucursal, Codigo::estado_invalido,
                  Codigo::conflicto});
}

}  // namespace cacao
