#include "rooms/timbrado/configuracion_fiscal.hpp"

#include "db/rows.hpp"
#include "fiscal/timbre.hpp"
#include "reflect/json_write.hpp"
#include "rooms/timbrado/proveedores.hpp"

#include <algorithm>

namespace cacao {
namespace {

ConfiguracionFiscal vista_de(const timbrado::FilaConfiguracionFiscal& f) {
    ConfiguracionFiscal v{f.proveedor, f.librosAlCancelar, f.anticipos, timbrado::tiene_validez(f.proveedor), {}, f.version};
    for (const auto& a : f.accesos) v.credenciales.push_back({a.proveedor, a.forma, a.desde});
    return v;
}

bool es_de_red(std::string_view proveedor) { return proveedor != "ninguno" && proveedor != "sandbox"; }

// A token goes into a header: it is one word.
bool es_una_palabra(std::string_view texto) {
    return std::ranges::all_of(texto, [](char c) { return c > ' ' && c < 0x7F; });
}

void revisar_credenciales(const CredencialesDeProveedor& c, std::string_view proveedor, Faltas& faltas) {
    if (!es_de_red(proveedor)) return faltas.agregar(Codigo::valor_no_permitido, "/credenciales");
    if (c.token) {
        faltas.agregar_si(proveedor.starts_with("finkok") || c.usuario || c.contrasena, Codigo::valor_no_permitido,
                          "/credenciales/token");
        faltas.agregar_si(!es_una_palabra(*c.token), Codigo::caracter_no_permitido, "/credenciales/token");
        return;
    }
    faltas.agregar_si(!c.usuario, Codigo::requerido, "/credenciales/usuario");
    faltas.agregar_si(!c.contrasena, Codigo::requerido, "/credenciales/contrasena");
}

struct SecretosFiscales {
    ParDeSandbox sandbox;
    std::string credenciales;  // sealed
};

SecretosFiscales preparar_secretos(const timbrado::Emisor& emisor, const Context& ctx, const ConfiguracionFiscalCambio& pedida) {
    SecretosFiscales s;
    if (const auto& c = pedida.credenciales)
        s.credenciales = emisor.sellar(reflect::to_json(
            timbrado::SecretoDeProveedor{c->usuario.value_or(""), c->contrasena.value_or(""), c->token.value_or("")}));
    if (pedida.proveedor != ProveedorDeTimbres::sandbox) return s;
    bool hay = false;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { hay = !timbrado::leer_configuracion_fiscal(tx).llaveSandbox.empty(); });
    if (!hay) s.sandbox = preparar_sandbox(emisor, ctx.ahora());
    return s;
}

}  // namespace

ParDeSandbox preparar_sandbox(const timbrado::Emisor& emisor, Instante ahora) {
    constexpr std::int64_t anios_s = std::int64_t{10} * 366 * 24 * 3600;
    const auto nuevo = fiscal::Sandbox::nuevo(ahora.mas_segundos(-24 * 3600), ahora.mas_segundos(anios_s));
    return {nuevo.cer(), emisor.sellar(nuevo.llave())};
}

ConfiguracionFiscal obtener_configuracion_fiscal(const Context& ctx) {
    return vista_de(timbrado::leer_configuracion_fiscal(ctx.db()));
}

ConfiguracionFiscal cambiar_configuracion_fiscal(Context& ctx, const ConfiguracionFiscalCambio& pedida, const ParDeSandbox& par,
                                                 const std::string& selladas) {
    auto& tx = ctx.db();
    tx.lock("configuracionFiscal");
    const auto antes = timbrado::leer_configuracion_fiscal(tx);
    ctx.exigir_version(antes.version);
    auto f = antes;
    if (pedida.proveedor) f.proveedor = reflect::enum_name(*pedida.proveedor);
    if (pedida.librosAlCancelar) f.librosAlCancelar = reflect::enum_name(*pedida.librosAlCancelar);
    if (pedida.anticipos) f.anticipos = reflect::enum_name(*pedida.anticipos);
    if (f.llaveSandbox.empty()) {
        f.certificadoSandbox = par.certificado;
        f.llaveSandbox = par.llave;
    }
    Faltas faltas;
    if (pedida.credenciales) revisar_credenciales(*pedida.credenciales, f.proveedor, faltas);
    else faltas.agregar_si(es_de_red(f.proveedor) && f.acceso(f.proveedor) == nullptr, Codigo::sin_credenciales, "/credenciales");
    faltas.lanzar();
    ++f.version;
    if (pedida.credenciales) {
        // Those of other providers stay: what was sent to them goes on with them.
        const auto forma = reflect::enum_name(pedida.credenciales->token ? FormaDeAcceso::token : FormaDeAcceso::contrasena);
        tx.run(R"(
            INSERT INTO accesoProveedor (organizacionId, proveedor, forma, secreto, desde) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (organizacionId, proveedor) DO UPDATE SET forma = $3, secreto = $4, desde = $5)",
               tx.organizacion(), f.proveedor, forma, db::Bytes{selladas}, ctx.ahora());
    }
    const auto bytes = [](const std::string& b) { return b.empty() ? std::nullopt : std::optional{db::Bytes{b}}; };
    tx.run(R"(
        INSERT INTO configuracionFiscal (organizacionId, proveedor, librosAlCancelar, certificadoSandbox, llaveSandbox, version, anticipos)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (organizacionId) DO UPDATE SET proveedor = $2, librosAlCancelar = $3, certificadoSandbox = $4, llaveSandbox = $5,
                                                   version = $6, anticipos = $7)",
           tx.organizacion(), f.proveedor, f.librosAlCancelar, bytes(f.certificadoSandbox), bytes(f.llaveSandbox), f.version,
           f.anticipos);
    auto despues = vista_de(timbrado::leer_configuracion_fiscal(tx));
    ctx.auditar("ConfiguracionFiscal", tx.organizacion(), vista_de(antes), despues);
    return despues;
}

void register_configuracion_fiscal(api::Operations& ops, std::shared_ptr<const timbrado::Emisor> emisor) {
    using enum api::Verb;
    ops.group("Timbrado");
    ops.add(GET, "/api/Timbrado/Configuracion", "TimbradoConfiguracionObtener", obtener_configuracion_fiscal).nuestra();
    ops.add(
           PUT, "/api/Timbrado/Configuracion", "TimbradoConfiguracionCambiar",
           [emisor](const Context& ctx, const ConfiguracionFiscalCambio& pedida) {
               return preparar_secretos(*emisor, ctx, pedida);
           },
           +[](Context& ctx, const ConfiguracionFiscalCambio& pedida, const SecretosFiscales& s) {
               return cambiar_configuracion_fiscal(ctx, pedida, s.sandbox, s.credenciales);
           })
        .nuestra()
        .con_secretos()
        .rechaza({Codigo::precondicion_fallida, Codigo::requerido, Codigo::valor_no_permitido, Codigo::caracter_no_permitido,
                  Codigo::sin_credenciales});
}

}  // namespace cacao
