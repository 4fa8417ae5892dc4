#include "rooms/contabilidad/catalogos/organizacion.hpp"

#include "api/catalogo.hpp"
#include "api/membrete.hpp"
#include "api/nombre_del_emisor.hpp"
#include "api/organizacion.hpp"
#include "base/sat.hpp"
#include "base/texto.hpp"
#include "engine/entorno/claves_sat.hpp"

namespace cacao {
namespace {

constexpr std::string_view ruta_del_logo = "/api/Organizacion/Logo";

// Once it is known who the organization is, it stays somebody: taxes are withheld by it.
void revisar_rfc(const PerfilOrganizacion& antes, const PerfilOrganizacion& p, Faltas& faltas) {
    const auto rfc = Rfc::leer(p.rfc);
    faltas.agregar_si(p.rfc.empty() && !antes.rfc.empty(), Codigo::requerido, "/rfc");
    faltas.agregar_si(rfc && rfc->es_generico(), Codigo::valor_no_permitido, "/rfc");
}

void revisar_perfil(Context& ctx, const PerfilOrganizacion* antes, const PerfilOrganizacion& p, Faltas& faltas) {
    revisar_rfc(*antes, p, faltas);
    exigir_clave(sat::regimenes_fiscales, p.regimenFiscal, "/regimenFiscal", faltas);
    faltas.agregar_si(!existe_zona(p.zona), Codigo::zona_horaria_invalida, "/zona");
    faltas.agregar_si(engine::clave_sat_sin_vigencia(ctx.db(), "Paises", p.pais, ctx.hoy()), Codigo::valor_no_permitido, "/pais");
}

const Catalogo<PerfilOrganizacion>& perfiles() {
    static const Catalogo<PerfilOrganizacion> uno{{.tabla = "organizacion",
                                                   .llave = "organizacionId",
                                                   .candados = {"configuracion"},
                                                   .orden = "organizacionId",
                                                   .unicos = {}},
                                                  revisar_perfil};
    return uno;
}

LogoGuardado mostrar_logo(const DatosImagen& d) {
    return {std::string{ruta_del_logo} + "?v=" + d.huella, d.tipo, d.ancho, d.alto, d.tamano};
}

std::optional<LogoGuardado> leer_logo(db::Reader& tx) {
    const auto datos = logos_de_organizacion().leer(tx, unico_logo);
    return datos ? std::optional{mostrar_logo(*datos)} : std::nullopt;
}

Organizacion mostrar_organizacion(const Context& ctx, PerfilOrganizacion perfil) {
    Organizacion o;
    static_cast<PerfilOrganizacion&>(o) = std::move(perfil);
    o.logo = leer_logo(ctx.db());
    o.faltantes = faltantes_de(o);
    o.preferencias = obtener_configuracion(ctx);
    return o;
}

// The logo is of the profile: whoever read that one before it changed has an old one.
Context& abrir_logo(Context& ctx) {
    ctx.db().lock("configuracion");
    ctx.exigir_version(leer_perfil(ctx.db()).version);
    subir_version_de_organizacion(ctx.db());
    return ctx;
}

}  // namespace

std::vector<std::string> faltantes_de(const PerfilOrganizacion& p) {
    const std::pair<std::string_view, const std::string&> campos[] = {{"rfc", p.rfc},
                                                                      {"regimenFiscal", p.regimenFiscal},
                                                                      {"calle", p.calle},
                                                                      {"colonia", p.colonia},
                                                                      {"municipio", p.municipio},
                                                                      {"estado", p.estado},
                                                                      {"codigoPostal", p.codigoPostal}};
    std::vector<std::string> lista;
    for (const auto& [nombre, valor] : campos)
        if (valor.empty()) lista.emplace_back(nombre);
    return lista;
}

PerfilOrganizacion leer_perfil(db::Reader& tx) { return perfiles().leer(tx, tx.organizacion()); }

Organizacion obtener_organizacion(const Context& ctx) { return mostrar_organizacion(ctx, leer_perfil(ctx.db())); }

Organizacion actualizar_organizacion(Context& ctx, const OrganizacionCambio& pedido) {
    OrganizacionCambio cambio = pedido;
    if (cambio.pais) static_cast<std::string&>(*cambio.pais) = mayusculas(*cambio.pais);
    ctx.db().lock("configuracion");
    const auto antes = leer_perfil(ctx.db());
    auto perfil = perfiles().actualizar(ctx, ctx.organizacionId(), cambio);
    reject_if(!tomar_rfc(ctx.db(), antes.rfc, perfil.rfc), Codigo::duplicado, "/rfc");
    if (const auto rfc = Rfc::leer(perfil.rfc); rfc && cambio.rfc && !rfc->digito_correcto())
        ctx.advertir(Codigo::rfc_digito, "/rfc");
    // As of customers' names: what the certificate and the register of the authority have is shorter.
    if (sat::lleva_regimen_de_capital(mayusculas(recortado(perfil.nombre))))
        ctx.advertir(Codigo::nombre_fiscal_sufijo, "/nombre");
    api::advertir_nombre_del_emisor(ctx, "/nombre");
    if (perfil.zona != antes.zona) ctx.renovar_sesiones();
    return mostrar_organizacion(ctx, std::move(perfil));
}

LogoGuardado guardar_logo(Context& ctx, const ImagenLista& lista) {
    const auto antes = leer_logo(abrir_logo(ctx).db());
    auto logo = mostrar_logo(logos_de_organizacion().guardar(ctx, unico_logo, lista));
    if (antes) ctx.auditar("OrganizacionLogo", ctx.organizacionId(), *antes, logo);
    else ctx.auditar_alta("OrganizacionLogo", ctx.organizacionId(), logo);
    return logo;
}

Nada quitar_logo(Context& ctx) {
    const auto antes = leer_logo(abrir_logo(ctx).db());
    if (!antes) reject(Codigo::no_encontrado, "/logo");
    logos_de_organizacion().quitar(ctx.db(), unico_logo);
    ctx.auditar("OrganizacionLogo", ctx.organizacionId(), *antes, Nada{});
    return {};
}

void verificar_organizacion(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    logos_de_organizacion().verificar(tx, diferencia);
}

void register_organizacion(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    const auto cache = std::make_shared<CacheDeImagenes>();
    ops.add(GET, "/api/Organizacion", "OrganizacionObtener", obtener_organizacion).nuestra();
    ops.add(PUT, "/api/Organizacion", "OrganizacionActualizar", actualizar_organizacion)
        .nuestra()
        .rechaza({Codigo::requerido, Codigo::duplicado, Codigo::valor_no_permitido, Codigo::zona_horaria_invalida,
                  Codigo::precondicion_fallida});
    ops.add(GET, std::string{ruta_del_logo}, "OrganizacionLogoDescargar",
            [cache](const Context& ctx, const LogoPedido& pedido) {
                return logos_de_organizacion().servir(ctx, unico_logo, pedido.v, *cache);
            })
        .nuestra()
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado});
    ops.add(
           POST, "/api/Organizacion/LogoBase64", "OrganizacionLogoBase64Agregar",
           [](const Context&, const LogoBase64& pedido) { return revisar_imagen_base64(pedido.foto, "/foto"); },
           [](Context& ctx, const LogoBase64&, const ImagenLista& lista) { return guardar_logo(ctx, lista); })
        .nuestra()
        .rechaza({Codigo::base64_invalido, Codigo::imagen_invalida, Codigo::imagen_muy_grande, Codigo::precondicion_fallida});
    ops.add(
           POST, "/api/Organizacion/LogoArchivo", "OrganizacionLogoArchivoAgregar",
           [](const Context&, const LogoArchivo& pedido) { return revisar_imagen(pedido.archivo.contenido, "/archivo"); },
           [](Context& ctx, const LogoArchivo&, const ImagenLista& lista) { return guardar_logo(ctx, lista); })
        .multiparte(0)
        .nuestra()
        .rechaza({Codigo::imagen_invalida, Codigo::imagen_muy_grande, Codigo::precondicion_fallida});
    ops.add(DELETE, std::string{ruta_del_logo}, "OrganizacionLogoQuitar", quitar_logo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::precondicion_fallida});
}

}  // namespace cacao
