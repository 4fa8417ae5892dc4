#include "rooms/seguridad/instalacion.hpp"

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "rooms/seguridad/seguridad.hpp"

namespace cacao {
namespace {

constexpr std::size_t bytes_de_codigo = 18;

std::string clave_instalacion(std::string_view codigo) { return "instalacion:" + hexadecimal(sha256(codigo)); }

alta::Organizacion organizacion_pedida(const EmpresaNueva& e) {
    alta::Organizacion o{.nombre = e.empresa, .rfc = e.rfc ? e.rfc->texto() : std::string{}};
    if (e.zona) o.zona = *e.zona;
    if (e.codigoPostal) o.codigoPostal = *e.codigoPostal;
    return o;
}

// What the log keeps of a company that was founded from a browser.
struct EmpresaAuditada {
    std::string nombre;
    std::string rfc;
    std::string usuario;
    std::string remoto;
};
DESCRIBE_STRUCT(EmpresaAuditada, (), (nombre, rfc, usuario, remoto))

[[noreturn]] void sin_codigo() { throw Error{{{Codigo::enlace_invalido, "/codigo", En::cuerpo, {}}}}; }

Acceso exigir_codigo(const Context& ctx, std::string_view codigo) {
    std::optional<Acceso> acceso;
    ctx.leer(0, [&](db::Reader& tx) { acceso = buscar_acceso(tx, clave_instalacion(codigo)); });
    if (!acceso || !acceso->venceEn || *acceso->venceEn <= ctx.ahora()) sin_codigo();
    return *acceso;
}

}  // namespace

void admitir_codigo_de_instalacion(db::Writer& tx, std::string_view codigo, const std::optional<alta::Lugar>& demostracion,
                                   Instante ahora) {
    const auto lugar = demostracion.value_or(alta::Lugar{});
    tx.run("INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn) VALUES ($1, $2, $3, 0, '', $4)",
           clave_instalacion(codigo), lugar.organizacionId, lugar.usuarioId, ahora.mas_segundos(vida_de_codigo_segundos));
}

std::string nuevo_codigo_de_instalacion(db::Writer& tx, const std::optional<alta::Lugar>& demostracion, Instante ahora) {
    auto codigo = base64url(azar(bytes_de_codigo));
    tx.run("DELETE FROM acceso WHERE clave >= 'instalacion:' AND clave < 'instalacion;'");
    admitir_codigo_de_instalacion(tx, codigo, demostracion, ahora);
    return codigo;
}

FundacionPreparada preparar_fundacion(Seguridad& s, const Context& ctx, const EmpresaNueva& pedida) {
    exigir_codigo(ctx, pedida.codigo);
    Faltas faltas;
    alta::revisar_nombre_de_usuario(pedida.usuario, faltas);
    alta::revisar_organizacion(organizacion_pedida(pedida), faltas);
    auth::check_new_password(pedida.password, {pedida.usuario, pedida.nombre, pedida.empresa}, "/password", faltas);
    faltas.lanzar();
    // A transaction belongs to its organization from the start, so its identifier comes first.
    ctx.apartar([&](db::Writer& tx) { ctx.actuar_en(tx.next_id()); });
    return {s.contrasenas().hash(pedida.password)};
}

AccesoOtorgado fundar_empresa(Seguridad& s, Context& ctx, const EmpresaNueva& pedida, const FundacionPreparada& f) {
    // Whoever takes it away has it; a refusal gives it back.
    const auto tomados = ctx.db().count("DELETE FROM acceso WHERE clave = $1", clave_instalacion(pedida.codigo));
    if (tomados == 0) sin_codigo();
    const auto organizacion = organizacion_pedida(pedida);
    const auto creada = alta::fundar(ctx.db(), organizacion,
                                     {.usuario = pedida.usuario, .nombre = pedida.nombre, .contrasena = f.hash}, ctx.ahora());
    ctx.auditar_alta("Organizacion", creada.organizacionId,
                     EmpresaAuditada{organizacion.nombre, organizacion.rfc, creada.usuario, std::string{ctx.remoto()}});
    return abrir_y_otorgar(s, ctx, {creada.usuarioId, 0, {}, std::string{ctx.remoto()}});
}

DemostracionHallada preparar_demostracion(const Context& ctx, const DemostracionPedida& pedida) {
    const auto acceso = exigir_codigo(ctx, pedida.codigo);
    if (acceso.usuarioId == 0) sin_codigo();
    ctx.actuar_en(acceso.organizacionId);
    return {acceso.usuarioId};
}

AccesoOtorgado entrar_a_demostracion(Seguridad& s, Context& ctx, const DemostracionPedida&, const DemostracionHallada& hallada) {
    const auto activo =
        ctx.db().one<std::int64_t>("SELECT 1 FROM usuario WHERE organizacionId = $1 AND usuarioId = $2 AND activo = 1",
                                   ctx.db().organizacion(), hallada.usuarioId);
    if (!activo) sin_codigo();
    return abrir_y_otorgar(s, ctx, {hallada.usuarioId, 0, {}, std::string{ctx.remoto()}});
}

void register_instalacion(api::Operations& ops, Seguridad& s) {
    using enum api::Verb;
    ops.group("Seguridad");
    ops.add(
           POST, "/api/Seguridad/Instalacion", "Instalacion",
           [&s](const Context& ctx, const EmpresaNueva& pedida) { return preparar_fundacion(s, ctx, pedida); },
           [&s](Context& ctx, const EmpresaNueva& pedida, const FundacionPreparada& f) {
               return fundar_empresa(s, ctx, pedida, f);
           })
        .nuestra()
        .sin_token()
        .con_secretos()
        .rechaza({Codigo::enlace_invalido, Codigo::caracter_no_permitido, Codigo::zona_horaria_invalida,
                  Codigo::valor_no_permitido, Codigo::contrasena_debil, Codigo::duplicado});
    ops.add(POST, "/api/Seguridad/Demostracion", "Demostracion", preparar_demostracion,
            [&s](Context& ctx, const DemostracionPedida& pedida, const DemostracionHallada& hallada) {
                return entrar_a_demostracion(s, ctx, pedida, hallada);
            })
        .nuestra()
        .sin_token()
        .con_secretos()
        .rechaza({Codigo::enlace_invalido});
}

}  // namespace cacao
