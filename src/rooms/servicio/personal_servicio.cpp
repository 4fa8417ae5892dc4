#include "rooms/servicio/personal_servicio.hpp"

#include "api/registros.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view columnas = R"(
    SELECT personalServicioId, codigo, nombre, puesto, correo AS email, telefono, sucursalId, entidadId, especialidades,
           COALESCE(referenciaExterna, '') AS referenciaExterna, activo, version
    FROM personalServicio WHERE organizacionId = $1)";

std::optional<PersonalServicio> leer(db::Reader& tx, std::int64_t personalServicioId) {
    return tx.one<PersonalServicio>(std::string{columnas} + " AND personalServicioId = $2", tx.organizacion(),
                                    personalServicioId);
}

PersonalServicio exigir(db::Reader& tx, std::int64_t personalServicioId) {
    auto persona = leer(tx, personalServicioId);
    if (!persona) reject(Codigo::no_encontrado, "/personalServicioId");
    return *persona;
}

void exigir_contacto(db::Reader& tx, const PersonalServicio& p, Faltas& faltas) {
    exigir_activo(tx, "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2", p.entidadId, "/entidadId",
                  faltas);
}

void revisar(db::Reader& tx, const PersonalServicio& p, Faltas& faltas) {
    exigir_unico(tx, "SELECT personalServicioId FROM personalServicio WHERE organizacionId = $1 AND codigo = $2", p.codigo,
                 p.personalServicioId, "/codigo", faltas);
    if (p.entidadId != 0)
        exigir_unico(
            tx, "SELECT personalServicioId FROM personalServicio WHERE organizacionId = $1 AND entidadId = $2 AND entidadId <> 0",
            p.entidadId, p.personalServicioId, "/entidadId", faltas);
    if (!p.referenciaExterna.empty())
        exigir_unico(tx, "SELECT personalServicioId FROM personalServicio WHERE organizacionId = $1 AND referenciaExterna = $2",
                     p.referenciaExterna, p.personalServicioId, "/referenciaExterna", faltas);
}

Guardado<std::vector<std::string>> sin_repetir(const Especialidades& pedidas) {
    std::vector<std::string> lista;
    for (const auto& e : pedidas)
        if (std::ranges::find(lista, std::string{e}) == lista.end()) lista.push_back(e);
    return reflect::guardar(lista);
}

std::optional<std::string> nulo_si_vacio(const std::string& t) { return t.empty() ? std::nullopt : std::optional{t}; }

}  // namespace

std::vector<PersonalServicio> listar_personal_servicio(const Context& ctx, const PersonalServicioFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.sucursalId) donde.add("sucursalId IN (0, $)", filtro.sucursalId->valor);
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    auto lista =
        ctx.db().all_with<PersonalServicio>(std::string{columnas} + donde.and_sql() + " ORDER BY codigo", donde.params());
    // Whatever the accents and capitals, which neither engine folds as we do.
    if (filtro.especialidad) {
        const auto buscada = plegado(*filtro.especialidad);
        std::erase_if(lista, [&](const PersonalServicio& p) {
            return std::ranges::none_of(reflect::recuperar(p.especialidades),
                                        [&](const std::string& e) { return plegado(e) == buscada; });
        });
    }
    return lista;
}

PersonalServicio obtener_personal_servicio(const Context& ctx, const PersonalServicioPedido& pedido) {
    return exigir(ctx.db(), pedido.personalServicioId);
}

PersonalServicio crear_personal_servicio(Context& ctx, const PersonalServicioNuevo& pedido) {
    auto& tx = ctx.db();
    Faltas faltas;
    PersonalServicio p;
    p.personalServicioId = tx.next_id();
    p.codigo = pedido.codigo;
    p.nombre = pedido.nombre;
    if (pedido.puesto) p.puesto = *pedido.puesto;
    if (pedido.email) p.email = *pedido.email;
    if (pedido.telefono) p.telefono = *pedido.telefono;
    if (pedido.sucursalId) p.sucursalId = *pedido.sucursalId;
    if (pedido.entidadId) p.entidadId = *pedido.entidadId;
    p.especialidades = sin_repetir(pedido.especialidades.value_or(Especialidades{}));
    if (pedido.referenciaExterna) p.referenciaExterna = *pedido.referenciaExterna;
    p.activo = true;
    p.version = 1;
    exigir_sucursal_activa(tx, p.sucursalId, faltas);
    exigir_contacto(tx, p, faltas);
    revisar(tx, p, faltas);
    faltas.lanzar();
    tx.run(R"(
        INSERT INTO personalServicio (organizacionId, personalServicioId, codigo, nombre, puesto, correo, telefono, sucursalId,
                                      entidadId, especialidades, referenciaExterna, activo, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, 1))",
           tx.organizacion(), p.personalServicioId, p.codigo, p.nombre, p.puesto, p.email, p.telefono, p.sucursalId, p.entidadId,
           p.especialidades, nulo_si_vacio(p.referenciaExterna));
    ctx.auditar_alta("PersonalServicio", p.personalServicioId, p);
    return p;
}

PersonalServicio actualizar_personal_servicio(Context& ctx, const PersonalServicioActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("personalServicio/" + std::to_string(pedido.personalServicioId));
    const auto antes = exigir(tx, pedido.personalServicioId);
    ctx.exigir_version(antes.version);
    auto p = antes;
    Faltas faltas;
    if (pedido.codigo) p.codigo = *pedido.codigo;
    if (pedido.nombre) p.nombre = *pedido.nombre;
    pedido.puesto.aplicar_a(p.puesto);
    pedido.email.aplicar_a(p.email);
    pedido.telefono.aplicar_a(p.telefono);
    pedido.sucursalId.aplicar_a(p.sucursalId);
    pedido.entidadId.aplicar_a(p.entidadId);
    if (pedido.especialidades) p.especialidades = sin_repetir(*pedido.especialidades);
    pedido.referenciaExterna.aplicar_a(p.referenciaExterna);
    if (pedido.activo) p.activo = *pedido.activo;
    if (p.sucursalId != antes.sucursalId) exigir_sucursal_activa(tx, p.sucursalId, faltas);
    if (p.entidadId != antes.entidadId) exigir_contacto(tx, p, faltas);
    revisar(tx, p, faltas);
    faltas.lanzar();
    ++p.version;
    tx.run(R"(
        UPDATE personalServicio SET codigo = $3, nombre = $4, puesto = $5, correo = $6, telefono = $7, sucursalId = $8,
               entidadId = $9, especialidades = $10, referenciaExterna = $11, activo = $12, version = $13
        WHERE organizacionId = $1 AND personalServicioId = $2)",
           tx.organizacion(), p.personalServicioId, p.codigo, p.nombre, p.puesto, p.email, p.telefono, p.sucursalId, p.entidadId,
           p.especialidades, nulo_si_vacio(p.referenciaExterna), p.activo, p.version);
    ctx.auditar("PersonalServicio", p.personalServicioId, antes, p);
    return p;
}

void register_personal_servicio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Sistema");
    ops.add(GET, "/api/PersonalServicio", "PersonalServicioListar", listar_personal_servicio).nuestra();
    ops.add(GET, "/api/PersonalServicio/{personalServicioId}", "PersonalServicioObtener", obtener_personal_servicio)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/PersonalServicio", "PersonalServicioCrear", crear_personal_servicio)
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo});
    ops.add(PUT, "/api/PersonalServicio/{personalServicioId}", "PersonalServicioActualizar", actualizar_personal_servicio)
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::precondicion_fallida});
}

}  // namespace cacao
