#include "rooms/sucursales/sucursal.hpp"

#include "api/catalogo.hpp"
#include "engine/precios/listas_precios.hpp"

namespace cacao {
namespace {

void revisar_sucursal(Context& ctx, const Sucursal* antes, const Sucursal& s, Faltas& faltas) {
    auto& tx = ctx.db();
    const auto cambia = [&](auto miembro) { return antes == nullptr || s.*miembro != antes->*miembro; };
    faltas.agregar_si(!existe_zona(s.zona), Codigo::zona_horaria_invalida, "/zona");
    faltas.agregar_si(cambia(&Sucursal::codigoPostal) && s.codigoPostal.empty(), Codigo::requerido, "/codigoPostal");
    if (cambia(&Sucursal::listaPreciosId)) engine::exigir_lista_precios(tx, s.listaPreciosId, "/listaPreciosId", faltas);
    const bool deja = antes != nullptr && antes->activo && !s.activo;
    faltas.agregar_si(
        deja && !hay(tx, "SELECT 1 FROM sucursal WHERE organizacionId = $1 AND sucursalId <> $2 AND activo = 1 LIMIT 1",
                     s.sucursalId),
        Codigo::conflicto, "/activo");
}

const Catalogo<Sucursal>& catalogo_de_sucursales() {
    static const Catalogo<Sucursal> sucursales{
        {.tabla = "sucursal",
         .llave = "sucursalId",
         .candados = {"sucursales"},
         .orden = "codigo",
         .unicos = {{"codigo"}},
         .referencias = {{"almacenId",
                          "SELECT activo FROM almacen WHERE organizacionId = $1 AND almacenId = $2 AND tipo = 'normal'"},
                         {"cuentaBancariaId",
                          "SELECT activo FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2"}}},
        revisar_sucursal};
    return sucursales;
}

void exigir_sucursal(db::Reader& tx, std::int64_t sucursalId) { catalogo_de_sucursales().leer(tx, sucursalId); }

}  // namespace

std::vector<Sucursal> listar_sucursales(const Context& ctx) { return catalogo_de_sucursales().listar(ctx); }

Sucursal crear_sucursal(Context& ctx, const SucursalNueva& pedida) {
    Sucursal nueva;
    // Where nothing is said, the organization's.
    nueva.zona = ctx.db()
                     .one<std::string>("SELECT zona FROM organizacion WHERE organizacionId = $1", ctx.organizacionId())
                     .value_or(std::string{zona_predeterminada});
    auto creada = catalogo_de_sucursales().crear(ctx, pedida, std::move(nueva));
    ctx.renovar_sesiones();
    return creada;
}

Sucursal actualizar_sucursal(Context& ctx, const SucursalActualizacion& pedida) {
    if (pedida.zona) ctx.renovar_sesiones();
    return catalogo_de_sucursales().actualizar(ctx, pedida);
}

std::vector<engine::SerieDocumento> listar_series(const Context& ctx, const SucursalPedida& pedida) {
    exigir_sucursal(ctx.db(), pedida.sucursalId);
    return engine::series_de(ctx.db(), pedida.sucursalId);
}

engine::SerieDocumento guardar_serie_de_sucursal(Context& ctx, const SerieDeSucursal& pedida) {
    exigir_sucursal(ctx.db(), pedida.sucursalId);
    engine::SeriePedida serie{pedida.sucursalId,     pedida.tipo,   pedida.serie,   {},
                              pedida.predeterminada, pedida.activo, pedida.timbrado};
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
                  Codigo::conflicto, Codigo::no_se_timbra});
}

}  // namespace cacao
