#include "rooms/addendas/addenda.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "fiscal/addenda.hpp"
#include "fiscal/sellado.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace cacao {
namespace {

struct ClienteDeAddenda {
    std::int64_t addendaId{};
    std::int64_t entidadId{};
};
DESCRIBE_STRUCT(ClienteDeAddenda, (), (addendaId, entidadId))

struct Forma {
    std::int64_t versionPlantilla{};
    Guardado<std::vector<CampoDeAddenda>> campos;
    std::string plantilla;
};
DESCRIBE_STRUCT(Forma, (), (versionPlantilla, campos, plantilla))

constexpr std::string_view columnas = "SELECT addendaId, codigo, nombre, activo, version FROM addenda WHERE organizacionId = $1";

// As it was at `version`, or as it is.
Addenda leer(db::Reader& tx, std::int64_t addendaId, std::optional<std::int64_t> version = {}) {
    Addenda a;
    std::optional<AddendaResumen> resumen;
    std::optional<Forma> forma;
    tx.one_later(resumen, std::string{columnas} + " AND addendaId = $2", tx.organizacion(), addendaId);
    tx.one_later(forma, R"(
        SELECT version AS versionPlantilla, campos, plantilla FROM addendaVersion
        WHERE organizacionId = $1 AND addendaId = $2 AND version <= $3 ORDER BY version DESC LIMIT 1)",
                 tx.organizacion(), addendaId, version.value_or(std::numeric_limits<std::int64_t>::max()));
    tx.all_later(a.clientes, R"(
        SELECT entidadId FROM addendaCliente WHERE organizacionId = $1 AND addendaId = $2 ORDER BY entidadId)",
                 tx.organizacion(), addendaId);
    tx.settle();
    if (!resumen) reject(Codigo::no_encontrado, "/addendaId");
    if (version && *version > resumen->version) reject(Codigo::no_encontrado, "/versionPlantilla");
    resumen->clientes = std::move(a.clientes);
    static_cast<AddendaResumen&>(a) = std::move(*resumen);
    a.versionPlantilla = forma->versionPlantilla;
    a.campos = reflect::recuperar(forma->campos);
    a.plantilla = std::move(forma->plantilla);
    return a;
}

std::vector<CampoDeAddenda> campos_de(const Lista<CampoNuevo, 200>& pedidos, Faltas& faltas) {
    std::vector<CampoDeAddenda> campos;
    std::set<std::string> nombres;
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const auto& p = pedidos[i];
        const auto donde = fmt::format("/campos/{}/nombre", i);
        faltas.agregar_si(!fiscal::es_nombre_de_campo(p.nombre), Codigo::caracter_no_permitido, donde);
        faltas.agregar_si(!nombres.insert(p.nombre).second, Codigo::duplicado, donde);
        auto& c = campos.emplace_back();
        c.nombre = p.nombre;
        c.tipo = p.tipo.value_or(TipoCampoAddenda::texto);
        c.nivel = p.nivel.value_or(NivelAddenda::encabezado);
        if (p.longitud) c.longitud = *p.longitud;
        c.requerido = p.requerido.value_or(false);
        if (p.catalogo) c.catalogo.assign(p.catalogo->begin(), p.catalogo->end());
    }
    return campos;
}

void revisar_plantilla(const Addenda& a, Faltas& faltas) {
    const auto antes = faltas.cuantas();
    const fiscal::PlantillaAddenda plantilla{a.plantilla, engine::campos_fiscales(a.campos), "/plantilla", faltas};
    if (faltas.cuantas() > antes) return;
    // What is well formed may still be none: text alone, a prefix that nobody declares, too deep.
    constexpr std::size_t de_sobra = 1U << 20U;
    const auto xml = plantilla.escribir({}, std::vector<fiscal::ValoresAddenda>(1), de_sobra);
    if (xml && !fiscal::sirve_de_addenda(*xml))
        faltas.agregar(Codigo::plantilla_invalida, "/plantilla", En::donde_sea, reflect::objeto("problema", "no_se_puede_poner"));
}

void revisar_codigo(db::Reader& tx, const Addenda& a, Faltas& faltas) {
    exigir_unico(tx, "SELECT addendaId FROM addenda WHERE organizacionId = $1 AND codigo = $2", a.codigo, a.addendaId, "/codigo",
                 faltas);
}

// Customers, each once, and none that has another addendum.
void poner_clientes(db::Reader& tx, Addenda& a, const Lista<Id, 1000>& pedidos, Faltas& faltas) {
    std::vector<std::optional<bool>> esCliente(pedidos.size());
    std::vector<std::optional<std::int64_t>> otra(pedidos.size());
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        tx.one_later(esCliente[i], "SELECT esCliente FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                     tx.organizacion(), pedidos[i].valor);
        tx.one_later(otra[i], "SELECT addendaId FROM addendaCliente WHERE organizacionId = $1 AND entidadId = $2",
                     tx.organizacion(), pedidos[i].valor);
    }
    tx.settle();
    std::set<std::int64_t> vistos;
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const auto donde = fmt::format("/clientes/{}", i);
        faltas.agregar_si(!esCliente[i], Codigo::no_encontrado, donde);
        faltas.agregar_si(esCliente[i] && !*esCliente[i], Codigo::valor_no_permitido, donde);
        if (otra[i] && *otra[i] != a.addendaId)
            faltas.agregar(Codigo::conflicto, donde, En::donde_sea, reflect::objeto("addendaId", *otra[i]));
        faltas.agregar_si(!vistos.insert(pedidos[i]).second, Codigo::duplicado, donde);
    }
    a.clientes.assign(vistos.begin(), vistos.end());
}

void insertar_clientes(db::Writer& tx, const Addenda& a) {
    for (const auto entidadId : a.clientes)
        tx.run("INSERT INTO addendaCliente (organizacionId, entidadId, addendaId) VALUES ($1, $2, $3)", tx.organizacion(),
               entidadId, a.addendaId);
}

void guardar_forma(Context& ctx, Addenda& a) {
    auto& tx = ctx.db();
    a.versionPlantilla = a.version;
    tx.run(R"(
        INSERT INTO addendaVersion (organizacionId, addendaId, version, campos, plantilla, usuarioId, creadoEn)
        VALUES ($1, $2, $3, $4, $5, $6, $7))",
           tx.organizacion(), a.addendaId, a.version, reflect::to_json(a.campos), a.plantilla, ctx.usuarioId(), ctx.ahora());
}

}  // namespace

std::vector<AddendaResumen> listar_addendas(const Context& ctx, const AddendasFiltro& filtro) {
    auto& tx = ctx.db();
    db::Where donde{ctx.organizacionId()};
    if (filtro.entidadId)
        donde.add("addendaId IN (SELECT c.addendaId FROM addendaCliente c WHERE c.organizacionId = $1 AND c.entidadId = $)",
                  filtro.entidadId->valor);
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    auto lista = tx.all_with<AddendaResumen>(std::string{columnas} + donde.and_sql() + " ORDER BY codigo", donde.params());
    for (const auto& c : tx.all<ClienteDeAddenda>(
             "SELECT addendaId, entidadId FROM addendaCliente WHERE organizacionId = $1 ORDER BY addendaId, entidadId",
             tx.organizacion()))
        if (const auto it = std::ranges::find(lista, c.addendaId, &AddendaResumen::addendaId); it != lista.end())
            it->clientes.push_back(c.entidadId);
    return lista;
}

Addenda obtener_addenda(const Context& ctx, const AddendaPedida& pedida) {
    std::optional<std::int64_t> version;
    if (pedida.versionPlantilla) version = *pedida.versionPlantilla;
    return leer(ctx.db(), pedida.addendaId, version);
}

Addenda crear_addenda(Context& ctx, const AddendaNueva& pedida) {
    auto& tx = ctx.db();
    tx.lock("addendas");  // a customer has one at the most
    Faltas faltas;
    Addenda a;
    a.addendaId = tx.next_id();
    a.codigo = pedida.codigo;
    a.nombre = pedida.nombre;
    a.activo = true;
    a.version = 1;
    a.campos = campos_de(pedida.campos, faltas);
    a.plantilla = pedida.plantilla;
    revisar_codigo(tx, a, faltas);
    if (pedida.clientes) poner_clientes(tx, a, *pedida.clientes, faltas);
    revisar_plantilla(a, faltas);
    faltas.lanzar();
    tx.run("INSERT INTO addenda (organizacionId, addendaId, codigo, nombre, activo, version) VALUES ($1, $2, $3, $4, 1, 1)",
           tx.organizacion(), a.addendaId, a.codigo, a.nombre);
    guardar_forma(ctx, a);
    insertar_clientes(tx, a);
    ctx.auditar_alta("Addenda", a.addendaId, a);
    return a;
}

Addenda actualizar_addenda(Context& ctx, const AddendaActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock("addendas");
    const auto antes = leer(tx, pedida.addendaId);
    ctx.exigir_version(antes.version);
    auto a = antes;
    Faltas faltas;
    if (pedida.codigo) a.codigo = *pedida.codigo;
    if (pedida.nombre) a.nombre = *pedida.nombre;
    if (pedida.activo) a.activo = *pedida.activo;
    if (pedida.campos) a.campos = campos_de(*pedida.campos, faltas);
    if (pedida.plantilla) a.plantilla = *pedida.plantilla;
    revisar_codigo(tx, a, faltas);
    if (pedida.clientes) poner_clientes(tx, a, *pedida.clientes, faltas);
    revisar_plantilla(a, faltas);
    faltas.lanzar();

    ++a.version;
    tx.run("UPDATE addenda SET codigo = $3, nombre = $4, activo = $5, version = $6 WHERE organizacionId = $1 AND addendaId = $2",
           tx.organizacion(), a.addendaId, a.codigo, a.nombre, a.activo, a.version);
    if (a.plantilla != antes.plantilla || reflect::to_json(a.campos) != reflect::to_json(antes.campos)) guardar_forma(ctx, a);
    if (a.clientes != antes.clientes) {
        tx.run("DELETE FROM addendaCliente WHERE organizacionId = $1 AND addendaId = $2", tx.organizacion(), a.addendaId);
        insertar_clientes(tx, a);
    }
    ctx.auditar("Addenda", a.addendaId, antes, a);
    return a;
}

AddendaEscrita preparar_prueba(const Context& ctx, const AddendaPrueba& pedida) {
    Addenda a;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { a = leer(tx, pedida.addendaId); });
    Faltas faltas;
    const auto llena = engine::llenar_addenda(a.campos, pedida, pedida.partidas ? pedida.partidas->size() : 0, "", faltas);
    faltas.lanzar();
    return {engine::escribir_addenda(a.campos, a.plantilla, llena)};
}

AddendaEscrita probar_addenda(const Context&, const AddendaPrueba&, const AddendaEscrita& escrita) { return escrita; }

void register_addendas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Sistema");
    ops.add(GET, "/api/Addendas", "AddendasListar", listar_addendas);
    ops.add(GET, "/api/Addendas/{addendaId}", "AddendaObtener", obtener_addenda).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Addendas", "AddendaCrear", crear_addenda)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::conflicto,
                  Codigo::caracter_no_permitido, Codigo::plantilla_invalida, Codigo::plantilla_campo});
    ops.add(PUT, "/api/Addendas/{addendaId}", "AddendaActualizar", actualizar_addenda)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::valor_no_permitido, Codigo::conflicto,
                  Codigo::caracter_no_permitido, Codigo::plantilla_invalida, Codigo::plantilla_campo,
                  Codigo::precondicion_fallida});
    ops.add(POST, "/api/Addendas/{addendaId}/Prueba", "AddendaProbar", preparar_prueba, probar_addenda)
        .sin_base()  // the first half has read all there is to read
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::requerido, Codigo::texto_muy_largo,
                  Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::addenda_muy_grande});
}

}  // namespace cacao
