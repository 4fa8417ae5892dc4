#include "rooms/conceptos/clasificador_costo.hpp"

#include "api/arbol.hpp"
#include "api/catalogo.hpp"
#include "base/texto.hpp"
#include "engine/tipos/cuentas.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

constexpr Arbol arbol_de_clasificadores{"clasificadorCosto", "clasificadorCostoId"};

void leer_usuarios(db::Reader& tx, ClasificadorCosto& c) {
    c.usuarios = tx.all<std::int64_t>(
        "SELECT usuarioId FROM clasificadorUsuario WHERE organizacionId = $1 AND clasificadorCostoId = $2 ORDER BY usuarioId",
        tx.organizacion(), c.clasificadorCostoId);
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

std::vector<std::int64_t> revisar_usuarios(db::Reader& tx, const std::vector<Id>& pedidos, Faltas& faltas) {
    std::vector<std::int64_t> usuarios;
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const std::string campo = "/usuarios/" + std::to_string(i);
        const bool existe = hay(tx, "SELECT 1 FROM usuario WHERE organizacionId = $1 AND usuarioId = $2", pedidos[i].valor);
        faltas.agregar_si(!existe, Codigo::no_encontrado, campo);
        const bool repetido = std::ranges::find(usuarios, pedidos[i].valor) != usuarios.end();
        faltas.agregar_si(repetido, Codigo::duplicado, campo);
        if (!repetido) usuarios.push_back(pedidos[i]);
    }
    std::ranges::sort(usuarios);
    return usuarios;
}

void revisar_clasificador(Context& ctx, const ClasificadorCosto* antes, const ClasificadorCosto& c, Faltas& faltas) {
    auto& tx = ctx.db();
    if (antes == nullptr || c.padreId != antes->padreId)
        exigir_padre(tx, arbol_de_clasificadores, c.clasificadorCostoId, c.padreId, faltas);
    if (c.cuentaId != 0 && (antes == nullptr || c.cuentaId != antes->cuentaId))
        engine::exigir_cuenta_de_detalle(tx, c.cuentaId, "/cuentaId", faltas);
    if (antes != nullptr)
        revisar_uso(tx, arbol_de_clasificadores, c.clasificadorCostoId, c.padreId, {antes->activo, c.activo}, "/activo", faltas);
}

void marcar_hoja(db::Writer& tx, std::int64_t id, bool hoja) {
    tx.run(R"(
        UPDATE clasificadorCosto SET aceptaMovimientos = $3, version = version + 1
        WHERE organizacionId = $1 AND clasificadorCostoId = $2 AND aceptaMovimientos <> $3)",
           tx.organizacion(), id, hoja);
}

// Whose it is, and what becomes of those above and below it.
void guardar_resto(db::Writer& tx, const ClasificadorCosto* antes, const ClasificadorCosto& c) {
    if (antes == nullptr || c.usuarios != antes->usuarios) {
        tx.run("DELETE FROM clasificadorUsuario WHERE organizacionId = $1 AND clasificadorCostoId = $2", tx.organizacion(),
               c.clasificadorCostoId);
        for (const auto usuarioId : c.usuarios)
            tx.run("INSERT INTO clasificadorUsuario (organizacionId, clasificadorCostoId, usuarioId) VALUES ($1, $2, $3)",
                   tx.organizacion(), c.clasificadorCostoId, usuarioId);
    }
    const std::int64_t de = antes == nullptr ? 0 : antes->padreId;
    if (c.padreId == de) return;
    if (antes != nullptr) bajar(tx, arbol_de_clasificadores, c.clasificadorCostoId, c.nivel - antes->nivel);
    marcar_hoja(tx, c.padreId, false);
    if (de != 0 && !con_hijos(tx, arbol_de_clasificadores, de)) marcar_hoja(tx, de, true);
}

const Catalogo<ClasificadorCosto>& catalogo_de_clasificadores() {
    static const Catalogo<ClasificadorCosto> clasificadores{
        {.tabla = "clasificadorCosto",
         .llave = "clasificadorCostoId",
         .candados = {"clasificadoresCosto"},  // the tree changes one step at a time
         .orden = "codigo",
         .unicos = {{"codigo"}},
         .buscados = {"codigo", "nombre"}},
        revisar_clasificador,
        {.leer = leer_usuarios, .guardar = guardar_resto}};
    return clasificadores;
}

// What of a classifier follows from where it hangs and from who was named.
auto con_nivel_y_usuarios(const Context& ctx, const std::optional<Lista<Id, 1000>>& usuarios) {
    return [&](ClasificadorCosto& c, Faltas& faltas) {
        const auto padre = c.padreId == 0 ? std::nullopt : catalogo_de_clasificadores().buscar(ctx.db(), c.padreId);
        c.nivel = padre ? padre->nivel + 1 : 1;
        if (usuarios) c.usuarios = revisar_usuarios(ctx.db(), *usuarios, faltas);
    };
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
    donde.add("activo = 1");
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
    auto lista = catalogo_de_clasificadores().listar(ctx, donde);
    poner_usuarios(ctx.db(), lista);
    return lista;
}

ClasificadorCosto crear_clasificador(Context& ctx, const ClasificadorCostoNuevo& pedido) {
    ClasificadorCosto nuevo;
    nuevo.aceptaMovimientos = true;
    return catalogo_de_clasificadores().crear(ctx, pedido, std::move(nuevo), con_nivel_y_usuarios(ctx, pedido.usuarios));
}

ClasificadorCosto actualizar_clasificador(Context& ctx, const ClasificadorCostoActualizacion& pedido) {
    return catalogo_de_clasificadores().actualizar(ctx, pedido, con_nivel_y_usuarios(ctx, pedido.usuarios));
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
