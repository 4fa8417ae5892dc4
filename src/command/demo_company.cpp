#include "command/demo_company.hpp"

#include "api/bitacora.hpp"
#include "api/context.hpp"
#include "api/organizacion.hpp"
#include "base/azar.hpp"
#include "base/function_ref.hpp"
#include "command/buzon.hpp"
#include "command/demo_agencia.hpp"
#include "command/demo_documents.hpp"
#include "command/demo_escuela.hpp"
#include "command/demo_mostrador.hpp"
#include "command/demo_rutas.hpp"
#include "command/demo_taller.hpp"
#include "command/installation.hpp"
#include "db/rows.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/contabilidad/catalogos/organizacion.hpp"
#include "rooms/contactos/clasificacion.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/seguridad/seguridad.hpp"
#include "rooms/sucursales/centro_costo.hpp"
#include "rooms/sucursales/sucursal.hpp"
#include "rooms/timbrado/certificado_sello.hpp"
#include "rooms/timbrado/configuracion_fiscal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <random>

namespace cacao::command {
namespace {

constexpr std::array nombres{"Ana",   "José",  "María",  "Luis", "Sofía", "Carlos", "Fernanda", "Raúl",    "Itzel",   "Ángel",
                             "Lucía", "Jesús", "Ximena", "Iván", "Elena", "Tomás",  "Andrés",   "Beatriz", "Citlali", "Óscar"};
constexpr std::array apellidos{"Hernández", "García",  "Martínez",  "López", "Peña",    "Núñez",   "Rodríguez",
                               "Ibáñez",    "Zúñiga",  "Castañeda", "Muñoz", "Ramírez", "Ordóñez", "Téllez",
                               "Cruz",      "Aguilar", "Domínguez", "Rosas", "Vázquez", "Yáñez"};
constexpr std::array giros{"Abarrotes", "Ferretería", "Papelería", "Farmacia",    "Refaccionaria", "Panadería", "Cafetería",
                           "Mueblería", "Textiles",   "Químicos",  "Transportes", "Dulcería",      "Imprenta",  "Materiales"};
constexpr std::array lugares{"del Bajío", "de Occidente", "La Esperanza", "San Ángel",  "del Golfo",
                             "El Águila", "Azteca",       "del Sureste",  "Los Álamos", "Anáhuac"};
constexpr std::array colonias{"Centro", "Del Valle", "Las Águilas", "Industrial", "Jardines", "San Rafael"};
constexpr std::array codigos_postales{"06000", "44100", "64000", "37000", "76000", "97000", "22000", "20000"};

template <class T>
T texto(const std::string& s) {
    T t;
    t.assign(s);
    return t;
}

// A word of each list, drawn in their order.
template <class... Listas>
std::string palabras(Azar& azar, const Listas&... listas) {
    std::string todas;
    ((todas += todas.empty() ? "" : " ", todas += azar.uno(listas)), ...);
    return todas;
}

ContactoNuevo contacto(std::int64_t numero) {
    Azar azar{static_cast<std::uint64_t>(numero)};
    ContactoNuevo c;
    const bool persona = azar.menor(3) == 0;
    const std::string quien = palabras(azar, nombres, apellidos, apellidos);
    c.codigo = fmt::format("C{:07}", numero);
    c.nombre = persona ? quien : fmt::format("{} {}", palabras(azar, giros, lugares), numero);
    c.nombreFiscal = Texto<300>{mayusculas(c.nombre)};
    std::string letras;
    for (int i = 0; i < (persona ? 4 : 3); ++i) letras.push_back(static_cast<char>('A' + azar.menor(26)));
    const int anio = 60 + azar.menor(40);
    const int mes = 1 + azar.menor(12);
    const int dia = 1 + azar.menor(28);
    c.rfc = Rfc::leer(fmt::format("{}{:02}{:02}{:02}AB{}", letras, anio, mes, dia, azar.menor(10)));
    c.regimenFiscal = Texto<3>{persona ? "612" : "601"};
    c.usoCfdi = Texto<4>{"G03"};
    c.codigoPostal = texto<CodigoPostal>(azar.uno(codigos_postales));
    c.telefono = Texto<40>{fmt::format("55{:08}", azar.menor(100'000'000))};
    c.roles = {azar.menor(5) == 0 ? Rol::proveedor : Rol::cliente};
    if (azar.menor(20) == 0) c.roles.push_back(Rol::vendedor);
    if (const auto limite = static_cast<std::int64_t>(azar.menor(20)) * 5000; limite > 0)
        c.limiteCredito = Importe::de_enteros(limite);
    c.diasCredito = static_cast<std::int64_t>(azar.menor(4)) * 15;
    auto& adicionales = c.contactosAdicionales.emplace();
    for (int i = 0; i < 1 + azar.menor(3); ++i) {
        auto& a = adicionales.emplace_back();
        a.nombre = palabras(azar, nombres, apellidos);
        a.puesto = Texto<100>{i == 0 ? "Compras" : "Pagos"};
        a.correo = texto<Correo>(fmt::format("contacto{}.{}@ejemplo.mx", numero, i));
        a.recibeFacturas = i == 0;
        a.principal = i == 0;
    }
    auto& direccion = c.direcciones.emplace().emplace_back();
    direccion.calle = fmt::format("Calle {}", 1 + azar.menor(200));
    direccion.numeroExterior = Texto<30>{std::to_string(1 + azar.menor(900))};
    direccion.colonia = Texto<100>{azar.uno(colonias)};
    direccion.codigoPostal = c.codigoPostal;
    return c;
}

std::filesystem::path demo_file(const Config& config) { return std::filesystem::path{config.data} / "demo.json"; }

void write_demo_file(const Config& config, const DemoCredentials& c) {
    const auto file = demo_file(config);
    const int fd = open(file.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0) throw Plain(fmt::format("{} cannot be written.", file.string()));
    const std::string text = fmt::format("{{\"organizacionId\":{},\"usuario\":\"{}\",\"password\":\"{}\",\"apiKey\":\"{}\"}}\n",
                                         c.organizacionId, c.usuario, c.password, c.apiKey);
    const bool done = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(fd);
    if (!done) throw Plain(fmt::format("{} cannot be written.", file.string()));
}

// Of those that the tax authority gives for tests, one that no company here has; none where all are taken.
std::string free_rfc(db::Database& database) {
    for (const char* rfc : {"EKU9003173C9", "XIA190128J61", "URE180429TM6", "IIA040805DZ4", "KIJ0906199R1", "JES900109Q90"})
        if (alta::organizacion_con_rfc(database, rfc) == 0) return rfc;
    return {};
}

// An invoice of today, on its way to the sandbox.
void facturar_hoy(Context& ctx) {
    auto& tx = ctx.db();
    engine::SolicitudVenta s;
    s.entidadId = tx.one<std::int64_t>(R"(SELECT entidadId FROM contacto WHERE organizacionId = $1 AND esCliente = 1 AND rfc <> ''
                                          ORDER BY entidadId LIMIT 1)",
                                       tx.organizacion())
                      .value();
    s.metodoPago = "PUE";
    s.formaPago = "03";
    s.sin_existencia = true;
    std::size_t n = 0;
    for (const auto productoId : tx.all<std::int64_t>(
             "SELECT productoId FROM producto WHERE organizacionId = $1 AND precio > 0 ORDER BY productoId LIMIT 5",
             tx.organizacion())) {
        auto& p = s.partidas.emplace_back();
        p.campo = fmt::format("/partidas/{}", n++);
        p.productoId = productoId;
        p.cantidad = Cantidad::de_enteros(static_cast<std::int64_t>(n));
    }
    engine::pedir_timbre(ctx, engine::emitir(ctx, engine::FacturaVenta, s).transaccionId);
}

// The company can invoice: a certificate that is nobody's, and the sandbox.
void make_issuer(const Config& config, db::Database& database, const api::Sesion& sesion, bool con_factura) {
    constexpr std::int64_t day = 24 * 3600;
    const Reloj reloj;
    const auto ahora = reloj.ahora();
    const timbrado::Emisor emisor{auth::Sealer{master_key(config), sello_de_llaves}};
    std::string rfc;
    database.read(sesion.organizacionId, [&](db::Reader& tx) { rfc = encabezado_de_organizacion(tx).rfc; });
    if (rfc.empty()) return;
    const auto certificado = preparar_certificado(
        emisor, fiscal::Csd::de_prueba(rfc, "COMERCIAL CACAO", ahora.mas_segundos(-day), ahora.mas_segundos(4 * 365 * day)));
    const auto sandbox = preparar_sandbox(emisor, ahora);
    database.write_now(sesion.organizacionId, [&](db::Writer& tx) {
        Context ctx{{.sesion = &sesion, .reloj = &reloj, .operacion = "demo", .database = &database}, &tx, &tx};
        OrganizacionCambio perfil;
        perfil.regimenFiscal = Texto<3>{"601"};
        actualizar_organizacion(ctx, perfil);
        SucursalActualizacion lugar;
        lugar.sucursalId = Id{sesion.sucursalId};
        lugar.codigoPostal = texto<CodigoPostal>("06000");
        actualizar_sucursal(ctx, lugar);
        agregar_certificado(ctx, certificado);
        cambiar_configuracion_fiscal(ctx, {ProveedorDeTimbres::sandbox, {}}, sandbox);
        if (con_factura) facturar_hoy(ctx);
        note_changes(ctx, "cacao demo");
    });
}

}  // namespace

std::optional<DemoCredentials> read_demo_file(const Config& config) {
    std::ifstream in{demo_file(config)};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    // Written by us alone, so plain searching reads it.
    auto field = [&](std::string_view name) {
        const auto at = text.find(fmt::format("\"{}\":", name));
        if (at == std::string::npos) return std::string{};
        auto start = at + name.size() + 3;
        if (text[start] == '"') return text.substr(start + 1, text.find('"', start + 1) - start - 1);
        return text.substr(start, text.find_first_of(",}", start) - start);
    };
    DemoCredentials c{0, field("usuario"), field("password"), field("apiKey")};
    if (c.apiKey.empty()) return std::nullopt;
    c.organizacionId = std::stoll(field("organizacionId"));
    return c;
}

DemoCredentials make_demo(const Config& config, db::Database& database, const DemoSize& size, const DemoProgress& progress) {
    const auto ahora = Instante::ahora();
    auth::PasswordPool contrasenas;
    // Several demo companies may live in one installation, so the user name carries a few random letters.
    const std::string usuario = "demo-" + hexadecimal(azar(3)) + "@ejemplo.mx";
    const auto org = alta::crear_organizacion(
        database, contrasenas,
        {.nombre = "Comercial Cacao", .rfc = free_rfc(database), .codigoPostal = "06000", .demostracion = true}, usuario,
        "Usuario de demostración", ahora);
    const auto consumidor =
        alta::crear_consumidor(database, org.organizacionId, "Tienda en línea", "tienda", {org.rolAdministradorId}, {"*"}, ahora);
    DemoCredentials c{org.organizacionId, org.usuario, org.password, consumidor.apiKey};
    write_demo_file(config, c);

    api::Sesion sesion;
    sesion.organizacionId = org.organizacionId;
    sesion.usuarioId = org.usuarioId;
    sesion.sucursalId = org.sembrado.sucursalId;
    const Reloj reloj;
    const auto in_one_go = [&](FunctionRef<void(Context&)> work) {
        database.write_now(org.organizacionId, [&](db::Writer& tx) {
            Context ctx{{.sesion = &sesion, .reloj = &reloj, .operacion = "demo", .database = &database}, &tx, &tx};
            work(ctx);
            note_changes(ctx, "cacao demo");
        });
    };
    in_one_go([](Context& ctx) {
        crear_centro_costo(ctx, {texto<Texto<30, 1>>("ADM"), texto<Texto<150, 1>>("Administración"), {}, {}});
        crear_centro_costo(ctx, {texto<Texto<30, 1>>("VTA"), texto<Texto<150, 1>>("Ventas"), {}, {}});
    });
    constexpr std::int64_t lote = 500;  // nothing holds the writer long, and progress shows
    for (std::int64_t desde = 1; desde <= size.contactos; desde += lote) {
        const std::int64_t hasta = std::min(size.contactos, desde + lote - 1);
        in_one_go([&](Context& ctx) {
            for (std::int64_t n = desde; n <= hasta; ++n) crear_contacto(ctx, contacto(n));
        });
        if (progress) progress("contacts", hasta, size.contactos);
    }
    make_documents(database, sesion, size.documentos, [&](std::int64_t done, std::int64_t of) {
        if (progress) progress("documents", done, of);
    });
    make_issuer(config, database, sesion, size.con_factura);
    if (size.con_factura) receive_demo(config, database, sesion);
    if (size.con_factura)
        in_one_go([](Context& ctx) {
            make_workshop(ctx);
            make_routes(ctx);
            make_counter(ctx);
        });
    if (size.giro == Giro::escuela) in_one_go([](Context& ctx) { make_school(ctx); });
    if (size.giro == Giro::agencia) in_one_go([](Context& ctx) { make_agency(ctx); });
    api::seal_all(database, org.organizacionId, SelloDeBitacora{master_key(config)});
    return c;
}

std::optional<DemoCredentials> ensure_demo(const Config& config) {
    const auto database = open_database(config);
    if (organizaciones(*database).empty())
        return make_demo(config, *database, {.contactos = 200, .documentos = 500, .con_factura = true}, {});
    return read_demo_file(config);
}

}  // namespace cacao::command
