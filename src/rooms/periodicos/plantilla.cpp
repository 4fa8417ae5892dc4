#include "rooms/periodicos/plantilla.hpp"

#include "api/catalogo.hpp"
#include "db/where.hpp"
#include "engine/entorno/periodos.hpp"
#include "reflect/json_value.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace cacao {
namespace {

using Campos = std::vector<std::pair<std::string, std::string>>;  // names, and values as JSON

Campos campos_de(const std::string& json, Faltas& faltas) {
    Campos campos;
    reflect::read_document(json, faltas, [&](reflect::JsonValue& raiz) {
        raiz.fields([&](std::string_view nombre, reflect::JsonValue& valor) {
            auto& campo = campos.emplace_back(std::string{nombre}, std::string{});
            reflect::write_value(valor, campo.second);
        });
    });
    return campos;
}

std::string json_de(const Campos& campos) {
    std::string json = "{";
    for (const auto& [nombre, valor] : campos) {
        if (json.size() > 1) json.push_back(',');
        reflect::write_string(json, nombre);
        json += ':' + valor;
    }
    return json + '}';
}

const std::string* valor_de(const Campos& campos, std::string_view nombre) {
    const auto suyo = std::ranges::find(campos, nombre, &std::pair<std::string, std::string>::first);
    return suyo == campos.end() ? nullptr : &suyo->second;
}

// What each of its documents has of its own, and what somebody decides of each: credit beyond a limit is no matter of a template.
constexpr std::array<std::string_view, 6> de_cada_uno{"fecha", "vencimiento",   "referenciaExterna",
                                                      "uuid",  "fechaTimbrado", "autorizaCredito"};

// Of a whole request of the operation; its faults are those of `cuerpo`.
void exigir_cuerpo(const api::Operations& ops, const PlantillaFila& p, Faltas& faltas) {
    const api::Operation& op = *ops.find(p.operacion);
    Faltas suyas;
    const std::string cuerpo = cuerpo_del_dia(p, p.desde);
    api::Parts parts;
    parts.body = cuerpo;
    op.versiones.front().decode(op, parts, suyas);
    for (const Falta& f : suyas.lista()) faltas.agregar(f.codigo, "/cuerpo" + f.campo, En::cuerpo, f.datos);
}

// Its branch is that of who makes it: nobody has one when it is registered by itself.
std::string con_sucursal(const Context& ctx, const std::string& cuerpo, Faltas& faltas) {
    Faltas suyas;
    Campos campos = campos_de(cuerpo, suyas);
    for (const Falta& f : suyas.lista()) faltas.agregar(f.codigo, "/cuerpo" + f.campo, En::cuerpo, f.datos);
    for (const auto nombre : de_cada_uno)
        faltas.agregar_si(valor_de(campos, nombre) != nullptr, Codigo::valor_no_permitido, "/cuerpo/" + std::string{nombre});
    const std::string* sucursal = valor_de(campos, "sucursalId");
    if (sucursal != nullptr && *sucursal != "0" && *sucursal != "null") return json_de(campos);
    std::erase_if(campos, [](const auto& c) { return c.first == "sucursalId"; });
    campos.emplace_back("sucursalId", std::to_string(ctx.sesion().sucursalId));
    return json_de(campos);
}

void exigir_plantilla(Context& ctx, const api::Operations& ops, const PlantillaFila& p, Faltas& faltas) {
    if (!ctx.sesion().permitidas.empty() && !ctx.sesion().permitidas[ops.find(p.operacion)->index])
        faltas.agregar(Codigo::permiso_denegado, "/operacion", En::cuerpo, reflect::objeto("permiso", p.operacion));
    exigir_unico(ctx.db(), "SELECT plantillaId FROM plantilla WHERE organizacionId = $1 AND codigo = $2", p.codigo, p.plantillaId,
                 "/codigo", faltas);
    faltas.agregar_si(p.hasta && *p.hasta < p.desde, Codigo::fuera_de_rango, "/hasta");
    const bool por_semanas = p.ritmo == reflect::enum_name(Ritmo::semanal) || p.ritmo == reflect::enum_name(Ritmo::quincenal);
    faltas.agregar_si(por_semanas && p.dia != 0, Codigo::valor_no_permitido, "/dia");
    faltas.lanzar();
    exigir_cuerpo(ops, p, faltas);
    faltas.lanzar();
}

constexpr std::string_view plantillas_sql = R"(
    SELECT plantillaId, codigo, nombre, operacion, cuerpo, ritmo, dia, desde, hasta, activo, version, usuarioId FROM plantilla
    WHERE organizacionId = $1)";

// The first of its days, to a year from now, that nothing was made of.
std::optional<Fecha> siguiente_de(db::Reader& tx, const PlantillaFila& p, Fecha hoy) {
    if (!p.activo) return {};
    constexpr int un_anio = 366;
    const auto hechas = tx.all<Fecha>(
        "SELECT fecha FROM ocurrencia WHERE organizacionId = $1 AND plantillaId = $2 AND estado IN ('generada', 'omitida')",
        tx.organizacion(), p.plantillaId);
    const std::set<Fecha> vistas{hechas.begin(), hechas.end()};
    for (const Fecha dia : dias_de(p.dias(), p.desde, std::max(hoy, p.desde) + un_anio))
        if (!vistas.contains(dia)) return dia;
    return {};
}

Plantilla vista_de(db::Reader& tx, const PlantillaFila& p, Fecha hoy) {
    return {p.plantillaId, p.codigo, p.nombre, p.operacion, {p.cuerpo},
            p.ritmo,       p.dia,    p.desde,  p.hasta,     siguiente_de(tx, p, hoy),
            p.activo,      p.version};
}

PlantillaFila leer_plantilla(db::Reader& tx, std::int64_t plantillaId) {
    auto p = buscar_plantilla(tx, plantillaId);
    reject_if(!p, Codigo::no_encontrado, "/plantillaId");
    return std::move(*p);
}

std::vector<Plantilla> listar_plantillas(const Context& ctx, const PlantillasFiltro& f) {
    auto& tx = ctx.db();
    db::Where donde{ctx.organizacionId()};
    if (f.activo) donde.add(*f.activo ? "activo = 1" : "activo = 0");
    std::vector<Plantilla> r;
    for (const PlantillaFila& p :
         tx.all_with<PlantillaFila>(std::string{plantillas_sql} + donde.and_sql() + " ORDER BY codigo", donde.params()))
        r.push_back(vista_de(tx, p, ctx.hoy()));
    return r;
}

Plantilla obtener_plantilla(const Context& ctx, const PlantillaPedida& p) {
    return vista_de(ctx.db(), leer_plantilla(ctx.db(), p.plantillaId), ctx.hoy());
}

Plantilla crear_plantilla(Context& ctx, const api::Operations& ops, const PlantillaNueva& n) {
    auto& tx = ctx.db();
    tx.lock("plantillas");
    Faltas faltas;
    PlantillaFila p;
    p.plantillaId = tx.next_id();
    p.codigo = n.codigo;
    p.nombre = n.nombre;
    p.operacion = reflect::enum_name(n.operacion);
    p.ritmo = reflect::enum_name(n.ritmo);
    p.dia = n.dia ? n.dia->valor : 0;
    p.desde = n.desde;
    p.hasta = n.hasta;
    p.activo = true;
    p.version = 1;
    p.usuarioId = ctx.usuarioId();
    p.cuerpo = con_sucursal(ctx, n.cuerpo.texto, faltas);
    exigir_plantilla(ctx, ops, p, faltas);
    tx.run(
        R"(INSERT INTO plantilla (organizacionId, plantillaId, codigo, nombre, operacion, cuerpo, ritmo, dia, desde, hasta, activo,
                                     version, usuarioId)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, 1, $11))",
        tx.organizacion(), p.plantillaId, p.codigo, p.nombre, p.operacion, p.cuerpo, p.ritmo, p.dia, p.desde, p.hasta,
        p.usuarioId);
    Plantilla v = vista_de(tx, p, ctx.hoy());
    ctx.auditar_alta("Plantilla", p.plantillaId, v);
    return v;
}

Plantilla actualizar_plantilla(Context& ctx, const api::Operations& ops, const PlantillaActualizacion& n) {
    auto& tx = ctx.db();
    tx.lock("plantillas");
    PlantillaFila p = leer_plantilla(tx, n.plantillaId);
    ctx.exigir_version(p.version);
    const Plantilla antes = vista_de(tx, p, ctx.hoy());
    Faltas faltas;
    if (n.codigo) p.codigo = *n.codigo;
    if (n.nombre) p.nombre = *n.nombre;
    if (n.cuerpo) p.cuerpo = con_sucursal(ctx, n.cuerpo->texto, faltas);
    if (n.ritmo) p.ritmo = reflect::enum_name(*n.ritmo);
    if (n.dia) p.dia = n.dia->valor;
    n.hasta.aplicar_a(p.hasta);
    if (n.activo) p.activo = *n.activo;
    exigir_plantilla(ctx, ops, p, faltas);
    ++p.version;
    // What registers it by itself has the rights of nobody: whoever says what it says stands for it.
    p.usuarioId = ctx.usuarioId();
    tx.run(
        R"(UPDATE plantilla SET codigo = $3, nombre = $4, cuerpo = $5, ritmo = $6, dia = $7, hasta = $8, activo = $9, version = $10,
                                   usuarioId = $11
              WHERE organizacionId = $1 AND plantillaId = $2)",
        tx.organizacion(), p.plantillaId, p.codigo, p.nombre, p.cuerpo, p.ritmo, p.dia, p.hasta, p.activo, p.version,
        p.usuarioId);
    Plantilla v = vista_de(tx, p, ctx.hoy());
    ctx.auditar("Plantilla", p.plantillaId, antes, v);
    return v;
}

}  // namespace

DiasDeRitmo PlantillaFila::dias() const {
    Ritmo cual{};
    reflect::enum_value(ritmo, cual);
    return {cual, dia, desde, hasta};
}

std::vector<PlantillaFila> plantillas_en_uso(db::Reader& tx) {
    return tx.all<PlantillaFila>(std::string{plantillas_sql} + " AND activo = 1 ORDER BY codigo", tx.organizacion());
}

std::optional<PlantillaFila> buscar_plantilla(db::Reader& tx, std::int64_t plantillaId) {
    return tx.one<PlantillaFila>(std::string{plantillas_sql} + " AND plantillaId = $2", tx.organizacion(), plantillaId);
}

std::string cuerpo_del_dia(const PlantillaFila& p, Fecha dia) {
    constexpr std::array<std::string_view, 12> meses{"enero", "febrero", "marzo",      "abril",   "mayo",      "junio",
                                                     "julio", "agosto",  "septiembre", "octubre", "noviembre", "diciembre"};
    const std::array<std::pair<std::string_view, std::string>, 4> palabras{
        {{"{mes}", std::string{meses[static_cast<std::size_t>(dia.mes() - 1)]}},
         {"{anio}", std::to_string(dia.anio())},
         {"{periodo}", fmt::format("{}-{:02}", dia.anio(), dia.mes())},
         {"{fecha}", dia.iso()}}};
    std::string cuerpo = p.cuerpo;
    for (const auto& [palabra, valor] : palabras)
        for (std::size_t i = cuerpo.find(palabra); i != std::string::npos; i = cuerpo.find(palabra, i + valor.size()))
            cuerpo.replace(i, palabra.size(), valor);
    std::string con_dia = reflect::objeto("fecha", dia.iso());
    con_dia.back() = ',';
    return con_dia += cuerpo.substr(1);
}

namespace {

// Whoever generates stands for what is registered; what registers itself, whoever said last what the template says. A right that
// was taken from them since is none.
void exigir_derecho(Context& ctx, const api::Operations& ops, const api::Operation& op, const PlantillaFila& p) {
    const auto& suyas = ctx.sesion().permitidas;
    const bool puede = !suyas.empty() ? suyas[op.index]
                                      : ops.allowed(ctx.db().all<std::string>(R"(
                  SELECT DISTINCT rp.permiso FROM usuario u
                  JOIN usuarioRol ur ON ur.organizacionId = $1 AND ur.usuarioId = u.usuarioId
                  JOIN rol r ON r.organizacionId = $1 AND r.rolId = ur.rolId AND r.activo = 1
                  JOIN rolPermiso rp ON rp.organizacionId = $1 AND rp.rolId = r.rolId
                  WHERE u.organizacionId = $1 AND u.usuarioId = $2 AND u.activo = 1)",
                                                                              ctx.organizacionId(), p.usuarioId))[op.index];
    if (!puede) reject(Codigo::permiso_denegado, "/operacion", reflect::objeto("permiso", p.operacion));
}

}  // namespace

DocumentoDePlantilla registrar_de_plantilla(Context& ctx, const api::Operations& ops, const PlantillaFila& p, Fecha dia) {
    const api::Operation& op = *ops.find(p.operacion);
    exigir_derecho(ctx, ops, op, p);
    const std::string cuerpo = cuerpo_del_dia(p, dia);
    api::Parts parts;
    parts.body = cuerpo;
    Faltas faltas;
    const auto pedido = op.versiones.front().decode(op, parts, faltas);
    faltas.lanzar();
    const auto respuesta = op.versiones.front().run(op, ctx, pedido.get(), nullptr);
    DocumentoDePlantilla d;
    Faltas de_lectura;
    reflect::read_document(respuesta.body, de_lectura, [&](reflect::JsonValue& raiz) {
        raiz.fields([&](std::string_view, reflect::JsonValue& data) {
            data.fields([&](std::string_view nombre, reflect::JsonValue& valor) {
                if (nombre == "transaccionId") d.transaccionId = std::stoll(std::string{valor.number()});
                else if (nombre == "folio") d.folio = valor.text();
                else if (nombre == "total") d.total = Importe::leer(valor.number()).value_or(Importe{});
            });
        });
    });
    return d;
}

void register_plantillas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Periodicos");
    ops.add(GET, "/api/Periodicos/Plantillas", "PlantillasListar", listar_plantillas).nuestra();
    ops.add(GET, "/api/Periodicos/Plantillas/{plantillaId}", "PlantillaObtener", obtener_plantilla)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Periodicos/Plantillas", "PlantillaCrear",
            [&ops](Context& ctx, const PlantillaNueva& n) { return crear_plantilla(ctx, ops, n); })
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::fuera_de_rango, Codigo::valor_no_permitido, Codigo::permiso_denegado});
    ops.add(PUT, "/api/Periodicos/Plantillas/{plantillaId}", "PlantillaActualizar",
            [&ops](Context& ctx, const PlantillaActualizacion& n) { return actualizar_plantilla(ctx, ops, n); })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::fuera_de_rango, Codigo::valor_no_permitido,
                  Codigo::permiso_denegado, Codigo::precondicion_fallida});
}

}  // namespace cacao
