#include "rooms/conceptos/clasificador_costo.hpp"

#include "api/registros.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

constexpr std::string_view columnas = R"(
    SELECT clasificadorCostoId, codigo, nombre, padreId, nivel, aceptaMovimientos, cuentaId, activo, version
    FROM clasificadorCosto WHERE organizacionId = $1)";

std::optional<ClasificadorCosto> leer_clasificador(db::Reader& tx, std::int64_t id) {
    auto c = tx.one<ClasificadorCosto>(std::string{columnas} + " AND clasificadorCostoId = $2", tx.organizacion(), id);
    if (c)
        c->usuarios = tx.all<std::int64_t>(
            "SELECT usuarioId FROM clasificadorUsuario WHERE organizacionId = $1 AND clasificadorCostoId = $2 ORDER BY usuarioId",
            tx.organizacion(), id);
    return c;
}

// Whose each of them is, for a whole list at once.
void poner_usuarios(db::Reader& tx, std::vector<ClasificadorCosto>& lista) {
    std::map<std::int64_t, std::vector<std::int64_t>> usuarios;
    tx.each(
        "SELECT clasificadorCostoId, usuarioId FROM clasificadorUsuario WHERE organizacionId = $1 ORDER BY usuarioId",
        [&](const db::Row& fila) { usuarios[fila.integer(0)].push_back(fila.integer(1)); }, tx.organizacion());
    for (auto& c : lista)
        if (const auto it = usuarios.find(c.clasificadorCostoId); it != usuarios.end()) c.usuarios = it->second;
}

std::string busqueda_de_clasificador(const ClasificadorCosto& c) { return plegado(c.codigo + ' ' + c.nombre); }

void revisar_codigo(db::Reader& tx, const ClasificadorCosto& c, Faltas& faltas) {
    exigir_unico(tx, "SELECT clasificadorCostoId FROM clasificadorCosto WHERE organizacionId = $1 AND codigo = $2", c.codigo,
                 c.clasificadorCostoId, "/codigo", faltas);
}

struct CuentaDeClasificador {
    bool esAcumulativa{};
    bool activo{};
};
DESCRIBE_STRUCT(CuentaDeClasificador, (), (esAcumulativa, activo))

void exigir_cuenta_de_clasificador(db::Reader& tx, const ClasificadorCosto& c, Faltas& faltas) {
    if (c.cuentaId == 0) return;
    const auto cuenta = tx.one<CuentaDeClasificador>(
        "SELECT esAcumulativa, activo FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2", tx.organizacion(), c.cuentaId);
    faltas.agregar_si(!cuenta, Codigo::no_encontrado, "/cuentaId");
    faltas.agregar_si(cuenta && !cuenta->activo, Codigo::inactivo, "/cuentaId");
    faltas.agregar_si(cuenta && cuenta->esAcumulativa, Codigo::cuenta_acumulativa, "/cuentaId");
}

std::vector<std::int64_t> revisar_usuarios(db::Reader& tx, const std::vector<Id>& pedidos, Faltas& faltas) {
    std::vector<std::int64_t> usuarios;
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const std::string campo = "/usuarios/" + std::to_string(i);
        const bool existe = tx.one<std::int64_t>("SELECT 1 FROM usuario WHERE organizacionId = $1 AND usuarioId = $2",
                                                 tx.organizacion(), pedidos[i].valor)
                                .has_value();
        faltas.agregar_si(!existe, Codigo::no_encontrado, campo);
        const bool repetido = std::ranges::find(usuarios, pedidos[i].valor) != usuarios.end();
        faltas.agregar_si(repetido, Codigo::duplicado, campo);
        if (!repetido) usuarios.push_back(pedidos[i]);
    }
    std::ranges::sort(usuarios);
    return usuarios;
}

// Puts it under its parent: there, in use, and not below it.
void colgar(db::Reader& tx, ClasificadorCosto& c, Faltas& faltas) {
    c.nivel = 1;
    if (c.padreId == 0) return;
    const auto padre = leer_clasificador(tx, c.padreId);
    faltas.agregar_si(!padre, Codigo::no_encontrado, "/padreId");
    if (!padre) return;
    faltas.agregar_si(!padre->activo, Codigo::inactivo, "/padreId");
    c.nivel = padre->nivel + 1;
    for (auto arriba = padre; arriba; arriba = leer_clasificador(tx, arriba->padreId))
        if (arriba->clasificadorCostoId == c.clasificadorCostoId) {
            faltas.agregar(Codigo::conflicto, "/padreId");
            return;
        }
}

bool con_hijos(db::Reader& tx, std::int64_t id, bool activos) {
    const std::string sql = "SELECT 1 FROM clasificadorCosto WHERE organizacionId = $1 AND padreId = $2";
    return tx.one<std::int64_t>(sql + (activos ? " AND activo = 1 LIMIT 1" : " LIMIT 1"), tx.organizacion(), id).has_value();
}

void revisar_actividad(db::Reader& tx, const ClasificadorCosto& antes, const ClasificadorCosto& c, Faltas& faltas) {
    faltas.agregar_si(antes.activo && !c.activo && con_hijos(tx, c.clasificadorCostoId, true), Codigo::conflicto, "/activo");
    if (antes.activo || !c.activo || c.padreId == 0) return;
    const auto padre = leer_clasificador(tx, c.padreId);
    faltas.agregar_si(padre && !padre->activo, Codigo::conflicto, "/activo");
}

void marcar_hoja(db::Writer& tx, std::int64_t id, bool hoja) {
    tx.run(R"(
        UPDATE clasificadorCosto SET aceptaMovimientos = $3, version = version + 1
        WHERE organizacionId = $1 AND clasificadorCostoId = $2 AND aceptaMovimientos <> $3)",
           tx.organizacion(), id, hoja);
}

// Levels of everything below one that moved by `pasos`.
void bajar(db::Writer& tx, std::int64_t id, std::int64_t pasos) {
    tx.run(R"(
        WITH RECURSIVE rama (id) AS (
            SELECT clasificadorCostoId FROM clasificadorCosto WHERE organizacionId = $1 AND padreId = $2
            UNION ALL
            SELECT c.clasificadorCostoId FROM clasificadorCosto c JOIN rama r ON c.organizacionId = $1 AND c.padreId = r.id)
        UPDATE clasificadorCosto SET nivel = nivel + $3, version = version + 1
        WHERE organizacionId = $1 AND clasificadorCostoId IN (SELECT id FROM rama))",
           tx.organizacion(), id, pasos);
}

void insertar_usuarios(db::Writer& tx, const ClasificadorCosto& c) {
    for (const auto usuarioId : c.usuarios)
        tx.run("INSERT INTO clasificadorUsuario (organizacionId, clasificadorCostoId, usuarioId) VALUES ($1, $2, $3)",
               tx.organizacion(), c.clasificadorCostoId, usuarioId);
}

}  // namespace

std::vector<ClasificadorCosto> listar_clasificadores(const Context& ctx) {
    auto lista = ctx.db().all<ClasificadorCosto>(R"(
        SELECT c.clasificadorCostoId, c.codigo, c.nombre, c.padreId, c.nivel, c.aceptaMovimientos, c.cuentaId, c.activo, c.version
        FROM clasificadorCosto c WHERE c.organizacionId = $1 AND c.activo = 1
            AND (EXISTS (SELECT 1 FROM clasificadorUsuario u WHERE u.organizacionId = $1 AND u.clasificadorCostoId = c.clasificadorCostoId
                         AND u.usuarioId = $2)
                 OR NOT EXISTS (SELECT 1 FROM clasificadorUsuario u WHERE u.organizacionId = $1
                                AND u.clasificadorCostoId = c.clasificadorCostoId))
        ORDER BY c.codigo)",
                                                 ctx.organizacionId(), ctx.usuarioId());
    poner_usuarios(ctx.db(), lista);
    return lista;
}

std::vector<ClasificadorCosto> listar_clasificadores_organizacion(const Context& ctx, const ClasificadoresFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.clasificadorCostoId)
        donde.add(R"(clasificadorCostoId IN (
            WITH RECURSIVE rama (id) AS (
                SELECT clasificadorCostoId FROM clasificadorCosto WHERE organizacionId = $1 AND clasificadorCostoId = $
                UNION ALL
                SELECT c.clasificadorCostoId FROM clasificadorCosto c JOIN rama r ON c.organizacionId = $1 AND c.padreId = r.id)
            SELECT id FROM rama))",
                  filtro.clasificadorCostoId->valor);
    // Classifiers are few, and folded words hold no wildcard of LIKE.
    if (filtro.buscar)
        for (const auto& palabra : palabras(*filtro.buscar)) donde.add("busqueda LIKE $", "%" + palabra + "%");
    auto lista = ctx.db().all_with<ClasificadorCosto>(
        std::string{columnas} + " AND activo = 1" + donde.and_sql() + " ORDER BY codigo", donde.params());
    poner_usuarios(ctx.db(), lista);
    return lista;
}

ClasificadorCosto crear_clasificador(Context& ctx, const ClasificadorCostoNuevo& pedido) {
    auto& tx = ctx.db();
    tx.lock("clasificadoresCosto");  // the tree changes one step at a time
    Faltas faltas;
    ClasificadorCosto c;
    c.clasificadorCostoId = tx.next_id();
    c.codigo = pedido.codigo;
    c.nombre = pedido.nombre;
    if (pedido.padreId) c.padreId = *pedido.padreId;
    if (pedido.cuentaId) c.cuentaId = *pedido.cuentaId;
    c.aceptaMovimientos = true;
    c.activo = true;
    c.version = 1;
    colgar(tx, c, faltas);
    revisar_codigo(tx, c, faltas);
    exigir_cuenta_de_clasificador(tx, c, faltas);
    if (pedido.usuarios) c.usuarios = revisar_usuarios(tx, *pedido.usuarios, faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO clasificadorCosto (organizacionId, clasificadorCostoId, codigo, nombre, padreId, nivel, aceptaMovimientos, cuentaId,
                                       busqueda, activo, version)
        VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, 1, 1))",
           tx.organizacion(), c.clasificadorCostoId, c.codigo, c.nombre, c.padreId, c.nivel, c.cuentaId,
           busqueda_de_clasificador(c));
    insertar_usuarios(tx, c);
    marcar_hoja(tx, c.padreId, false);
    ctx.auditar_alta("ClasificadorCosto", c.clasificadorCostoId, c);
    return c;
}

ClasificadorCosto actualizar_clasificador(Context& ctx, const ClasificadorCostoActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("clasificadoresCosto");
    const auto leido = leer_clasificador(tx, pedido.clasificadorCostoId);
    if (!leido) reject(Codigo::no_encontrado, "/clasificadorCostoId");
    const auto& antes = *leido;
    ctx.exigir_version(antes.version);
    auto c = antes;
    Faltas faltas;
    if (pedido.codigo) c.codigo = *pedido.codigo;
    if (pedido.nombre) c.nombre = *pedido.nombre;
    pedido.padreId.aplicar_a(c.padreId);
    pedido.cuentaId.aplicar_a(c.cuentaId);
    if (pedido.activo) c.activo = *pedido.activo;
    if (c.padreId != antes.padreId) colgar(tx, c, faltas);
    revisar_codigo(tx, c, faltas);
    if (c.cuentaId != antes.cuentaId) exigir_cuenta_de_clasificador(tx, c, faltas);
    if (pedido.usuarios) c.usuarios = revisar_usuarios(tx, *pedido.usuarios, faltas);
    revisar_actividad(tx, antes, c, faltas);
    faltas.lanzar();

    ++c.version;
    tx.run(R"(
        UPDATE clasificadorCosto SET codigo = $3, nombre = $4, padreId = $5, nivel = $6, cuentaId = $7, busqueda = $8, activo = $9,
                                     version = $10
        WHERE organizacionId = $1 AND clasificadorCostoId = $2)",
           tx.organizacion(), c.clasificadorCostoId, c.codigo, c.nombre, c.padreId, c.nivel, c.cuentaId,
           busqueda_de_clasificador(c), c.activo, c.version);
    if (c.usuarios != antes.usuarios) {
        tx.run("DELETE FROM clasificadorUsuario WHERE organizacionId = $1 AND clasificadorCostoId = $2", tx.organizacion(),
               c.clasificadorCostoId);
        insertar_usuarios(tx, c);
    }
    if (c.padreId != antes.padreId) {
        if (c.nivel != antes.nivel) bajar(tx, c.clasificadorCostoId, c.nivel - antes.nivel);
        marcar_hoja(tx, c.padreId, false);
        if (!con_hijos(tx, antes.padreId, false)) marcar_hoja(tx, antes.padreId, true);
    }
    ctx.auditar("ClasificadorCosto", c.clasificadorCostoId, antes, c);
    return c;
}

void register_clasificadores_costo(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/ClasificadoresCosto", "ClasificadoresCostoListar", listar_clasificadores);
    ops.add(GET, "/api/ClasificadoresCosto/PorOrganizacion", "ClasificadoresCostoPorOrganizacion",
            listar_clasificadores_organizacion);
    ops.add(POST, "/api/ClasificadoresCosto", "ClasificadorCostoCrear", crear_clasificador)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::duplicado, Codigo::cuenta_acumulativa});
    ops.add(PUT, "/api/ClasificadoresCosto/{clasificadorCostoId}", "ClasificadorCostoActualizar", actualizar_clasificador)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::duplicado, Codigo::cuenta_acumulativa, Codigo::conflicto,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
