#include "rooms/rutas/ruta.hpp"

#include "api/catalogo.hpp"
#include "engine/entorno/lugares.hpp"
#include "engine/precios/listas_precios.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace cacao {
namespace {

constexpr std::array semana{DiaSemana::lunes,   DiaSemana::martes, DiaSemana::miercoles, DiaSemana::jueves,
                            DiaSemana::viernes, DiaSemana::sabado, DiaSemana::domingo};
constexpr std::int64_t toda_la_semana = 127;

struct ClienteDeRutaFila {
    std::int64_t clienteId = 0;
    std::string cliente;
    std::int64_t secuencia = 0;
    std::int64_t dias = 0;
};
DESCRIBE_STRUCT(ClienteDeRutaFila, (), (clienteId, cliente, secuencia, dias))

void leer_clientes_de_ruta(db::Reader& tx, Ruta& r) {
    r.clientes.clear();
    for (const auto& f : tx.all<ClienteDeRutaFila>(R"(
             SELECT k.entidadId AS clienteId, COALESCE(c.nombre, '') AS cliente, k.secuencia, k.dias
             FROM rutaCliente k
             LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = k.entidadId
             WHERE k.organizacionId = $1 AND k.rutaId = $2 ORDER BY k.secuencia, k.entidadId)",
                                                   tx.organizacion(), r.rutaId))
        r.clientes.push_back({f.clienteId, f.cliente, f.secuencia, dias_de(f.dias)});
}

void guardar_clientes_de_ruta(db::Writer& tx, const Ruta* antes, const Ruta& r) {
    if (antes != nullptr && reflect::to_json(antes->clientes) == reflect::to_json(r.clientes)) return;
    tx.run("DELETE FROM rutaCliente WHERE organizacionId = $1 AND rutaId = $2", tx.organizacion(), r.rutaId);
    for (const ClienteDeRuta& c : r.clientes) {
        std::int64_t bits = 0;
        for (const DiaSemana d : semana)
            if (std::ranges::find(c.dias, Nombrado<DiaSemana>{d}) != c.dias.end()) bits |= bit_de(d);
        tx.run("INSERT INTO rutaCliente (organizacionId, rutaId, entidadId, secuencia, dias) VALUES ($1, $2, $3, $4, $5)",
               tx.organizacion(), r.rutaId, c.clienteId, c.secuencia, bits);
    }
}

void revisar_ruta(Context& ctx, const Ruta* antes, const Ruta& r, Faltas& faltas) {
    auto& tx = ctx.db();
    const auto cambia = [&](auto Ruta::*campo) { return antes == nullptr || antes->*campo != r.*campo; };
    const bool otra_sucursal = cambia(&Ruta::sucursalId);
    if (otra_sucursal) exigir_sucursal_activa(tx, r.sucursalId, faltas);
    if (otra_sucursal || cambia(&Ruta::almacenId))
        engine::exigir_almacen_de_venta(tx, r.sucursalId, r.almacenId, "/almacenId", faltas);
    if (otra_sucursal || cambia(&Ruta::almacenBaseId))
        engine::exigir_almacen_de_venta(tx, r.sucursalId, r.almacenBaseId, "/almacenBaseId", faltas);
    faltas.agregar_si(r.almacenId == r.almacenBaseId, Codigo::valor_no_permitido, "/almacenBaseId");
    if (cambia(&Ruta::cuentaBancariaId)) engine::exigir_cuenta_de_caja(tx, r.cuentaBancariaId, "/cuentaBancariaId", faltas);
    if (cambia(&Ruta::cuentaEntregaId)) engine::exigir_cuenta_de_caja(tx, r.cuentaEntregaId, "/cuentaEntregaId", faltas);
    faltas.agregar_si(r.cuentaBancariaId == r.cuentaEntregaId, Codigo::valor_no_permitido, "/cuentaEntregaId");
    if (cambia(&Ruta::listaPreciosId)) engine::exigir_lista_precios(tx, r.listaPreciosId, "/listaPreciosId", faltas);
    // A vehicle and its cash serve one route that is in use.
    if (r.activo) {
        duplicado_si(tx.one<std::int64_t>("SELECT rutaId FROM ruta WHERE organizacionId = $1 AND almacenId = $2 AND activo = 1 "
                                          "AND rutaId <> $3",
                                          tx.organizacion(), r.almacenId, r.rutaId),
                     r.rutaId, "/almacenId", faltas);
        duplicado_si(
            tx.one<std::int64_t>("SELECT rutaId FROM ruta WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND activo "
                                 "= 1 AND rutaId <> $3",
                                 tx.organizacion(), r.cuentaBancariaId, r.rutaId),
            r.rutaId, "/cuentaBancariaId", faltas);
    }
    if (antes != nullptr && antes->activo && !r.activo)
        impide(tx, "SELECT transaccionId FROM jornadaRuta WHERE organizacionId = $1 AND rutaId = $2 AND enCurso = 1", r.rutaId,
               "/activo", faltas, Codigo::jornada_en_curso);
    std::set<std::int64_t> conocidos;
    if (antes != nullptr)
        for (const ClienteDeRuta& c : antes->clientes) conocidos.insert(c.clienteId);
    std::set<std::int64_t> vistos;
    for (std::size_t i = 0; i < r.clientes.size(); ++i) {
        const ClienteDeRuta& c = r.clientes[i];
        const std::string campo = "/clientes/" + std::to_string(i) + "/clienteId";
        faltas.agregar_si(!vistos.insert(c.clienteId).second, Codigo::duplicado, campo);
        if (!conocidos.contains(c.clienteId))
            exigir_activo(tx, "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1",
                          c.clienteId, campo, faltas);
    }
}

const Catalogo<Ruta>& catalogo_de_rutas() {
    static const Catalogo<Ruta> rutas{
        {.tabla = "ruta",
         .llave = "rutaId",
         .candados = {"rutas"},
         .orden = "codigo",
         .unicos = {{"codigo"}, {"referenciaExterna", true}},
         .referencias = {{"vendedorId", "SELECT activo FROM vendedor WHERE organizacionId = $1 AND vendedorId = $2"}}},
        revisar_ruta,
        {.leer = leer_clientes_de_ruta, .guardar = guardar_clientes_de_ruta}};
    return rutas;
}

auto con_clientes(const std::optional<ClientesDeRuta>& pedidos) {
    return [&pedidos](Ruta& r, Faltas&) {
        if (!pedidos) return;
        r.clientes.clear();
        for (const ClienteDeRutaNuevo& c : *pedidos) {
            std::int64_t bits = c.dias ? 0 : toda_la_semana;
            for (const DiaSemana d : c.dias.value_or(Lista<DiaSemana, 7, 1>{})) bits |= bit_de(d);
            const auto lugar = static_cast<std::int64_t>(r.clientes.size() + 1);
            r.clientes.push_back({c.clienteId, {}, c.secuencia ? c.secuencia->valor : lugar, dias_de(bits)});
        }
    };
}

std::vector<EnvaseDeRuta> leer_envases(db::Reader& tx) {
    return tx.all<EnvaseDeRuta>(R"(
        SELECT e.productoId, p.codigo, p.nombre,
               COALESCE((SELECT CAST(SUM(x.cantidad) AS BIGINT) FROM existencia x
                         JOIN configuracionRuta c ON c.organizacionId = $1 AND c.almacenEnvasesId = x.almacenId
                         WHERE x.organizacionId = $1 AND x.productoId = e.productoId), 0) AS enClientes
        FROM envaseRuta e
        JOIN producto p ON p.organizacionId = $1 AND p.productoId = e.productoId
        WHERE e.organizacionId = $1 ORDER BY p.codigo)",
                                tx.organizacion());
}

}  // namespace

std::int64_t bit_de(DiaSemana dia) { return std::int64_t{1} << static_cast<int>(dia); }

DiaSemana dia_de(Fecha fecha) {
    constexpr std::int32_t jueves = 3;  // the day 0 was one
    return semana.at(static_cast<std::size_t>(((fecha.dias() % 7) + 7 + jueves) % 7));
}

std::vector<Nombrado<DiaSemana>> dias_de(std::int64_t bits) {
    std::vector<Nombrado<DiaSemana>> dias;
    for (const DiaSemana d : semana)
        if ((bits & bit_de(d)) != 0) dias.emplace_back(d);
    return dias;
}

std::vector<RutaEnLista> listar_rutas(const Context& ctx, const RutasFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.sucursalId) donde.add("r.sucursalId = $", filtro.sucursalId->valor);
    if (filtro.vendedorId) donde.add("r.vendedorId = $", filtro.vendedorId->valor);
    if (filtro.clienteId)
        donde.add("r.rutaId IN (SELECT k.rutaId FROM rutaCliente k WHERE k.organizacionId = $1 AND k.entidadId = $)",
                  filtro.clienteId->valor);
    if (filtro.dia)
        donde.add(
            "EXISTS (SELECT 1 FROM rutaCliente k WHERE k.organizacionId = $1 AND k.rutaId = r.rutaId AND (k.dias / $) % 2 = 1)",
            bit_de(*filtro.dia));
    if (filtro.activo) donde.add(*filtro.activo ? "r.activo = 1" : "r.activo = 0");
    donde.add_if(filtro.referenciaExterna, "r.referenciaExterna = $");
    return ctx.db().all_with<RutaEnLista>(R"(
        SELECT r.rutaId, r.codigo, r.nombre, r.sucursalId, s.nombre AS sucursal, r.vendedorId, v.nombre AS vendedor, r.ayudante,
               r.almacenId, a.nombre AS almacen, r.almacenBaseId, r.cuentaBancariaId, r.cuentaEntregaId, r.listaPreciosId,
               (SELECT COUNT(*) FROM rutaCliente k WHERE k.organizacionId = $1 AND k.rutaId = r.rutaId) AS clientes,
               COALESCE((SELECT j.transaccionId FROM jornadaRuta j
                         WHERE j.organizacionId = $1 AND j.rutaId = r.rutaId AND j.enCurso = 1), 0) AS jornadaId,
               COALESCE(r.referenciaExterna, '') AS referenciaExterna, r.activo, r.version
        FROM ruta r
        JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = r.sucursalId
        JOIN vendedor v ON v.organizacionId = $1 AND v.vendedorId = r.vendedorId
        JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = r.almacenId
        WHERE r.organizacionId = $1)" + donde.and_sql() +
                                              " ORDER BY r.codigo",
                                          donde.params());
}

Ruta leer_ruta(db::Reader& tx, std::int64_t rutaId) { return catalogo_de_rutas().leer(tx, rutaId); }
Ruta obtener_ruta(const Context& ctx, const RutaPedida& pedida) { return leer_ruta(ctx.db(), pedida.rutaId); }
Ruta crear_ruta(Context& ctx, const RutaNueva& pedida) {
    const Ruta nueva = catalogo_de_rutas().crear(ctx, pedida, {}, con_clientes(pedida.clientes));
    return leer_ruta(ctx.db(), nueva.rutaId);
}
Ruta actualizar_ruta(Context& ctx, const RutaActualizacion& pedida) {
    catalogo_de_rutas().actualizar(ctx, pedida, con_clientes(pedida.clientes));
    return leer_ruta(ctx.db(), pedida.rutaId);
}

ConfiguracionRuta leer_configuracion_ruta(db::Reader& tx) {
    auto c =
        tx.one<ConfiguracionRuta>(R"(SELECT toleranciaEfectivo, toleranciaProducto, valuacionFaltante, almacenEnvasesId, version
                                          FROM configuracionRuta WHERE organizacionId = $1)",
                                  tx.organizacion());
    if (c) return std::move(*c);
    ConfiguracionRuta ninguna;
    ninguna.valuacionFaltante = ValuacionFaltante::precio;
    return ninguna;
}

ConfiguracionRuta obtener_configuracion_ruta(const Context& ctx) { return leer_configuracion_ruta(ctx.db()); }

ConfiguracionRuta actualizar_configuracion_ruta(Context& ctx, const ConfiguracionRutaCambio& p) {
    auto& tx = ctx.db();
    tx.lock("configuracionRuta");
    const ConfiguracionRuta antes = leer_configuracion_ruta(tx);
    ctx.exigir_version(antes.version);
    ConfiguracionRuta c = antes;
    if (p.toleranciaEfectivo) c.toleranciaEfectivo = *p.toleranciaEfectivo;
    if (p.toleranciaProducto) c.toleranciaProducto = *p.toleranciaProducto;
    if (p.valuacionFaltante) c.valuacionFaltante = *p.valuacionFaltante;
    if (p.almacenEnvasesId) c.almacenEnvasesId = *p.almacenEnvasesId;
    Faltas faltas;
    if (c.almacenEnvasesId != antes.almacenEnvasesId) {
        exigir_activo(tx, "SELECT activo FROM almacen WHERE organizacionId = $1 AND almacenId = $2 AND tipo = 'normal'",
                      c.almacenEnvasesId, "/almacenEnvasesId", faltas);
        // What customers have stays where it is counted.
        impide(tx, "SELECT productoId FROM existencia WHERE organizacionId = $1 AND almacenId = $2 AND cantidad <> 0 LIMIT 1",
               antes.almacenEnvasesId, "/almacenEnvasesId", faltas);
        impide(tx, "SELECT rutaId FROM ruta WHERE organizacionId = $1 AND (almacenId = $2 OR almacenBaseId = $2) LIMIT 1",
               c.almacenEnvasesId, "/almacenEnvasesId", faltas);
    }
    faltas.lanzar();
    ++c.version;
    tx.run(R"(INSERT INTO configuracionRuta (organizacionId, toleranciaEfectivo, toleranciaProducto, valuacionFaltante,
                                             almacenEnvasesId, version)
              VALUES ($1, $2, $3, $4, $5, $6)
              ON CONFLICT (organizacionId) DO UPDATE SET toleranciaEfectivo = excluded.toleranciaEfectivo,
                  toleranciaProducto = excluded.toleranciaProducto, valuacionFaltante = excluded.valuacionFaltante,
                  almacenEnvasesId = excluded.almacenEnvasesId, version = excluded.version)",
           tx.organizacion(), c.toleranciaEfectivo, c.toleranciaProducto, std::string_view{c.valuacionFaltante},
           c.almacenEnvasesId, c.version);
    ctx.auditar("ConfiguracionRuta", tx.organizacion(), antes, c);
    return c;
}

std::vector<EnvaseDeRuta> listar_envases(const Context& ctx) { return leer_envases(ctx.db()); }

std::vector<EnvaseDeRuta> actualizar_envases(Context& ctx, const EnvasesDeRutaCambio& p) {
    auto& tx = ctx.db();
    tx.lock("configuracionRuta");
    const auto antes = leer_envases(tx);
    Faltas faltas;
    std::set<std::int64_t> productos;
    for (std::size_t i = 0; i < p.productos.size(); ++i) {
        const std::string campo = "/productos/" + std::to_string(i);
        faltas.agregar_si(!productos.insert(p.productos[i]).second, Codigo::duplicado, campo);
        exigir_activo(tx,
                      "SELECT activo FROM producto WHERE organizacionId = $1 AND productoId = $2 AND tipo = 'producto' AND "
                      "seguimiento = 'ninguno'",
                      p.productos[i], campo, faltas);
    }
    for (const EnvaseDeRuta& e : antes)
        if (!productos.contains(e.productoId) && !e.enClientes.es_cero())
            faltas.agregar(Codigo::conflicto, "/productos", En::donde_sea,
                           reflect::to_json(EnvaseDeRuta{e.productoId, e.codigo, e.nombre, e.enClientes}));
    faltas.lanzar();
    tx.run("DELETE FROM envaseRuta WHERE organizacionId = $1", tx.organizacion());
    for (const std::int64_t productoId : productos)
        tx.run("INSERT INTO envaseRuta (organizacionId, productoId) VALUES ($1, $2)", tx.organizacion(), productoId);
    auto despues = leer_envases(tx);
    ctx.auditar("EnvasesRuta", tx.organizacion(), antes, despues);
    return despues;
}

void register_rutas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ruta");
    ops.add(GET, "/api/Ruta", "RutasListar", listar_rutas);
    ops.add(GET, "/api/Ruta/Configuracion", "RutaConfiguracionObtener", obtener_configuracion_ruta).nuestra();
    ops.add(PUT, "/api/Ruta/Configuracion", "RutaConfiguracionActualizar", actualizar_configuracion_ruta)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::conflicto, Codigo::precondicion_fallida});
    ops.add(GET, "/api/Ruta/Envases", "RutaEnvasesListar", listar_envases).nuestra();
    ops.add(PUT, "/api/Ruta/Envases", "RutaEnvasesActualizar", actualizar_envases)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::duplicado, Codigo::conflicto});
    ops.add(GET, "/api/Ruta/{rutaId}", "RutaObtener", obtener_ruta).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Ruta", "RutaCrear", crear_ruta)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido});
    ops.add(PUT, "/api/Ruta/{rutaId}", "RutaActualizar", actualizar_ruta)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::valor_no_permitido,
                  Codigo::jornada_en_curso, Codigo::precondicion_fallida});
}

}  // namespace cacao
