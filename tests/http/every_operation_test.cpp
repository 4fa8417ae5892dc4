// For every operation of the OpenAPI document, whatever it does: what must hold before it runs. A new operation is under test
// as soon as it is in the table. Every answer is also checked against its documented shape.

#include "api/sesion.hpp"
#include "api/trabajos.hpp"
#include "base/texto.hpp"
#include "http/openapi.hpp"
#include "http/service.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace cacao::test {
namespace {

class EveryOperationTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};
    const Document document{service.ask("nadie", "GET", "/openapi.json").body};

    // The operations of the interface; / and its like are pages.
    std::vector<DocumentedOperation> operations(const std::function<bool(const DocumentedOperation&)>& wanted) const {
        std::vector<DocumentedOperation> list;
        for (const auto& o : document.operations())
            if (o.path.starts_with("/api/") && wanted(o)) list.push_back(o);
        EXPECT_FALSE(list.empty());
        return list;
    }
    static bool any(const DocumentedOperation&) { return true; }
    static bool with_token(const DocumentedOperation& o) { return !o.open; }
    static bool with_body(const DocumentedOperation& o) { return o.has_body; }

    HttpAnswer ask(const DocumentedOperation& o, std::string_view who, std::string_view body, const Headers& headers = {}) {
        return ask(o, who, o.target(), body, headers);
    }
    HttpAnswer ask(const DocumentedOperation& o, std::string_view who, const std::string& target, std::string_view body,
                   const Headers& headers = {}) {
        auto answer = o.has_form && body.empty() ? ask_with_file(o, who, target, headers)
                                                 : service.ask(who, o.method, target, body, headers);
        EXPECT_NE(answer.status, 500) << o.id << ' ' << target << ' ' << body << '\n' << answer.body;
        EXPECT_EQ(document.check(o, answer), "") << o.method << ' ' << target << ' ' << body;
        return answer;
    }
    // A form with the smallest image there is.
    HttpAnswer ask_with_file(const DocumentedOperation& o, std::string_view who, const std::string& target, Headers headers) {
        std::string image;
        EXPECT_TRUE(leer_base64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", image));
        headers.emplace_back("Content-Type", "multipart/form-data; boundary=x");
        const auto body = "--x\r\nContent-Disposition: form-data; name=\"" + o.form_file +
                          "\"; filename=\"a.gif\"\r\nContent-Type: image/gif\r\n\r\n" + image + "\r\n--x--\r\n";
        return service.ask(who, o.method, target, body, headers);
    }
    static bool names(const HttpAnswer& answer, const std::string& fault) {
        return ("; " + answer.faults() + ';').find("; " + fault + ';') != std::string::npos;
    }
};
CACAO_EN_AMBOS_MOTORES(EveryOperationTest);

TEST_P(EveryOperationTest, WithoutATokenIs401) {
    for (const auto& o : operations(with_token)) {
        const auto answer = ask(o, "nadie", o.required);
        EXPECT_EQ(answer.status, 401) << o.id;
        EXPECT_EQ(answer.at("/codigo"), "no_autenticado") << o.id;
        EXPECT_EQ(answer.header("WWW-Authenticate"), "Bearer") << o.id;
    }
}

TEST_P(EveryOperationTest, AnExpiredOrAlteredTokenIs401) {
    const auto& admin = service.person("admin");
    // One letter of the signature, one of the claims.
    auto signature = admin.token;
    auto& last = signature[signature.size() - 10];
    last = last == 'A' ? 'B' : 'A';
    auto claims = admin.token;
    auto& middle = claims[claims.find('.') + 12];
    middle = middle == 'A' ? 'B' : 'A';
    for (const auto& o : operations(with_token)) {
        EXPECT_EQ(ask(o, "admin", o.required, {{"Authorization", "Bearer " + admin.expired}}).at("/codigo"), "token_vencido")
            << o.id;
        for (const auto& altered : {signature, claims, admin.token + "A", admin.token.substr(0, admin.token.rfind('.') + 1)}) {
            const auto answer = ask(o, "admin", o.required, {{"Authorization", "Bearer " + altered}});
            EXPECT_EQ(answer.status, 401) << o.id << ' ' << altered;
            EXPECT_EQ(answer.at("/codigo"), "token_invalido") << o.id << ' ' << altered;
        }
    }
}

TEST_P(EveryOperationTest, WithoutThePermissionIs403AndNamesIt) {
    for (const auto& o : operations(with_token)) {
        const auto answer =
            ask(o, "nada", o.target() + (o.target().find('?') == std::string::npos ? "?" : "&") + "noExiste=1", o.required);
        if (o.permission.empty()) {
            EXPECT_EQ(answer.status, 400) << o.id << " is for every token";
            continue;
        }
        EXPECT_EQ(answer.status, 403) << o.id;
        EXPECT_EQ(answer.at("/errores/0/datos/permiso"), o.permission) << o.id;
        EXPECT_EQ(o.permission, o.id);
    }
}

TEST_P(EveryOperationTest, WhoMayOnlyReadWritesNothing) {
    for (const auto& o : operations([](const auto& x) { return !x.permission.empty() && x.method != "GET"; })) {
        const bool only_reads = o.node["x-solo-lectura"].error() == simdjson::SUCCESS;
        EXPECT_EQ(ask(o, "consulta", o.required).status == 403, !only_reads) << o.id;
    }
}

// The ready-made auditor reads whatever there is, also what was added after this was written, and changes nothing.
TEST_P(EveryOperationTest, AnAuditorReadsEverythingAndWritesNothing) {
    const auto roles = service.ask("admin", "GET", "/api/Seguridad/Roles").body;
    simdjson::dom::parser parser;
    std::int64_t auditor = 0;
    for (const auto role : parser.parse(roles)["data"].get_array())
        if (std::string_view{role["nombre"]} == "Auditor") auditor = role["rolId"];
    ASSERT_NE(auditor, 0);
    ASSERT_EQ(service
                  .ask("admin", "POST", "/api/Seguridad/Usuarios",
                       R"({"usuario":"audita@prueba.mx","nombre":"Aura","password":"todo-se-lee-2026","roles":[)" +
                           std::to_string(auditor) + "]}")
                  .status,
              200);
    const auto token = service
                           .ask("nadie", "POST", "/api/Seguridad/Autenticacion",
                                R"({"usuario":"audita@prueba.mx","password":"todo-se-lee-2026"})")
                           .at("/data/accessToken");
    const Headers as_auditor{{"Authorization", "Bearer " + token}};
    for (const auto& o : operations([](const auto& x) { return !x.permission.empty(); })) {
        const bool reads = o.method == "GET" || o.node["x-solo-lectura"].error() == simdjson::SUCCESS;
        const bool apart = o.id == "AlumnoCurp";  // a right of its own, which reading does not give
        EXPECT_EQ(ask(o, "nadie", o.required, as_auditor).status == 403, !reads || apart) << o.id;
    }
}

TEST_P(EveryOperationTest, AnotherMethodIs405WithAllow) {
    std::map<std::string, std::set<std::string>> methods;
    for (const auto& o : operations(any)) methods[o.path].insert(o.method);
    for (const auto& [path, known] : methods) {
        const auto any_operation = std::ranges::find(document.operations(), path, &DocumentedOperation::path);
        for (const std::string method : {"GET", "POST", "PUT", "DELETE", "PATCH"}) {
            if (known.contains(method)) continue;
            const auto answer = service.ask("nadie", method, any_operation->target());
            EXPECT_EQ(answer.status, 405) << method << ' ' << path;
            EXPECT_EQ(answer.at("/codigo"), "metodo_no_permitido") << method << ' ' << path;
            const std::string allow = ", " + answer.header("Allow") + ",";
            for (const auto& m : known) EXPECT_NE(allow.find(", " + m + ','), std::string::npos) << path << " allows " << allow;
            EXPECT_EQ(allow.find(", " + method + ','), std::string::npos) << path << " allows " << allow;
            EXPECT_NE(allow.find(", OPTIONS,"), std::string::npos) << path;
        }
    }
}

TEST_P(EveryOperationTest, AnUnknownQueryParameterIsNamed) {
    for (const auto& o : operations(any)) {
        const auto target = o.target() + (o.target().find('?') == std::string::npos ? "?" : "&") + "noExiste=1";
        const auto answer = ask(o, o.open ? "nadie" : "admin", target, o.required);
        EXPECT_EQ(answer.status, 400) << o.id;
        EXPECT_TRUE(names(answer, "campo_desconocido /noExiste")) << o.id << ' ' << answer.body;
    }
}

TEST_P(EveryOperationTest, AnUnknownBodyFieldIsNamed) {
    for (const auto& o : operations(with_body)) {
        auto body = o.required;
        body.insert(1, body == "{}" ? R"("noExiste":1)" : R"("noExiste":1,)");
        const auto answer = ask(o, o.open ? "nadie" : "admin", body);
        EXPECT_EQ(answer.status, 400) << o.id;
        EXPECT_TRUE(names(answer, "campo_desconocido /noExiste")) << o.id << ' ' << answer.body;
    }
    for (const auto& o : operations([](const auto& x) { return !x.has_body && !x.has_form && !x.has_table; })) {
        const bool body_on_get = o.node["x-cuerpo-en-get"].error() == simdjson::SUCCESS;
        const auto answer = ask(o, o.open ? "nadie" : "admin", R"({"noExiste":1})");
        EXPECT_TRUE(names(answer, body_on_get ? "campo_desconocido /noExiste" : "cuerpo_inesperado ")) << o.id;
    }
}

TEST_P(EveryOperationTest, ABodyThatIsNotJsonIsSaidSo) {
    for (const auto& o : operations(with_body))
        for (const std::string_view body : {"hola", "{\"a\":", "{'a':1}", "\xff\xfe", "{} {}"}) {
            const auto answer = ask(o, o.open ? "nadie" : "admin", body);
            EXPECT_EQ(answer.status, 400) << o.id << ' ' << body;
            EXPECT_TRUE(names(answer, "json_invalido ") || names(answer, "utf8_invalido "))
                << o.id << ' ' << body << ' ' << answer.body;
        }
}

// Every member with values of every wrong kind: refused or taken, but always in the documented form.
TEST_P(EveryOperationTest, NoValueOfAMemberMakesItFail) {
    const std::string long_text = '"' + std::string(5000, 'x') + '"';
    const std::array<std::string, 10> values{"null", "-1",     "1e400", R"("")", R"("\u0000")",
                                             "[]",   "[null]", "{}",    "true",  long_text};
    for (const auto& o : operations(with_body))
        for (const auto& member : o.body_members)
            for (const auto& value : values) {
                // Alone beside the required ones, so that each value is looked at for itself.
                std::string body = o.required;
                const std::string text = '"' + member + "\":" + value;
                if (body.find('"' + member + "\":") != std::string::npos) continue;
                body.insert(1, body == "{}" ? text : text + ',');
                ask(o, o.open ? "nadie" : "admin", body);
            }
    for (const auto& o : operations(with_body))
        for (const auto& value : values) {
            std::string body = "{";
            for (const auto& member : o.body_members) body += (body.size() > 1 ? ",\"" : "\"") + member + "\":" + value;
            // A question without any filter is a question.
            const bool asks = o.node["x-solo-lectura"].error() == simdjson::SUCCESS && o.required == "{}";
            // And an organization may have no address, leave its papers, who stamps for it and what is asked for each night as
            // they are, register all that waits, and open whatever services are due.
            const bool may_be_nothing = o.id == "OrganizacionActualizar" || o.id == "ConfiguracionImpresosCambiar" ||
                                        o.id == "TimbradoConfiguracionCambiar" || o.id == "BuzonRegistrarVarios" ||
                                        o.id == "CorreosConfiguracionCambiar" || o.id == "BuzonProgramacionCambiar" ||
                                        o.id == "ContratosServicioGenerar" || o.id == "PreventivosGenerar" ||
                                        o.id == "RutaConfiguracionActualizar" || o.id == "CargosEscolaresGenerar" ||
                                        o.id == "DepositosEscolaresAsignar" || o.id == "VariantesProductoCrear" ||
                                        o.id == "RecordatoriosProgramacionCambiar" || o.id == "PeriodicosProgramacionCambiar" ||
                                        o.id == "RecordatoriosEnviar";
            if ((asks || may_be_nothing) && value == "null") continue;
            if (o.id == "RutaEnvasesActualizar" && value == "[]") continue;  // nor need any product be packaging
            // Strangers send no more than so much.
            const int expected = o.open && body.size() > (16U << 10U) ? 413 : 400;
            EXPECT_EQ(ask(o, o.open ? "nadie" : "admin", body + '}').status, expected) << o.id << ' ' << value.substr(0, 40);
        }
}

TEST_P(EveryOperationTest, NoValueOfAParameterMakesItFail) {
    for (const auto& o : operations(any)) {
        const auto who = o.open ? "nadie" : "admin";
        for (const std::string value : {"", "-1", "9223372036854775808", "null", "%00", "%ff", "'", "%25", "1%20OR%201=1"}) {
            // A draft may be called anything that is text.
            const bool is_a_name = o.path.starts_with("/api/Borradores/") && value != "%00" && value != "%ff";
            if (!o.in_path.empty() && !value.empty() && !is_a_name) {
                EXPECT_EQ(ask(o, who, o.target(value), o.required).status, 400) << o.id << ' ' << value;
            }
            for (const auto& p : o.in_query)
                ask(o, who, o.target() + (o.target().find('?') == std::string::npos ? "?" : "&") + p.name + '=' + value,
                    o.required);
        }
    }
}

TEST_P(EveryOperationTest, ReadingAnswersInItsDocumentedForm) {
    const auto contact = service.ask("admin", "POST", "/api/Contactos", R"({"codigo":"E1","nombre":"x","roles":["cliente"]})")
                             .at("/data/entidadId");
    const auto unit = service.ask("admin", "GET", "/api/UnidadesMedida").at("/data/0/unidadMedidaId");
    const auto product =
        service
            .ask("admin", "POST", "/api/Productos",
                 R"({"codigo":"E1","nombre":"x","claveProdServ":"01010101","seguimiento":"lote","unidadMedidaId":)" + unit + "}")
            .at("/data/productoId");
    service.ask(
        "admin", "POST", "/api/Inventario/MovimientoAgregar",
        R"({"tipo":"entrada","fecha":"2026-01-05","partidas":[{"cantidad":1,"costoUnitario":1,"lote":{"codigo":"L"},"productoId":)" +
            product + "}]}");
    const auto warehouse = service.ask("admin", "GET", "/api/Inventario/Existencias").at("/data/0/almacenId");
    const auto bank = service.ask("admin", "GET", "/api/Bancos/Cuentas").at("/data/0/cuentaBancariaId");
    service.ask("admin", "POST", "/api/Organizacion/LogoBase64",
                R"({"foto":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="})");
    const auto own = service.ask("admin", "GET", "/api/Bancos/Cuentas");
    const auto branch = service.ask("admin", "GET", "/api/Sucursales").at("/data/0/sucursalId");
    const auto route_cash = service
                                .ask("admin", "POST", "/api/Bancos/Cuentas",
                                     R"({"codigo":"R","nombre":"x","tipo":"caja","cuentaId":)" + own.at("/data/1/cuentaId") + "}")
                                .at("/data/cuentaBancariaId");
    const auto vehicle =
        service.ask("admin", "POST", "/api/Almacenes", R"({"codigo":"V","nombre":"x","sucursalId":)" + branch + "}")
            .at("/data/almacenId");
    const auto seller = service.ask("admin", "POST", "/api/Vendedores", R"({"codigo":"V","nombre":"x"})").at("/data/vendedorId");
    const auto route =
        service
            .ask("admin", "POST", "/api/Ruta",
                 R"({"codigo":"R","nombre":"x","sucursalId":)" + branch + R"(,"vendedorId":)" + seller + R"(,"almacenId":)" +
                     vehicle + R"(,"almacenBaseId":)" + warehouse + R"(,"cuentaBancariaId":)" + route_cash +
                     R"(,"cuentaEntregaId":)" + own.at("/data/1/cuentaBancariaId") + "}")
            .at("/data/rutaId");
    const auto day =
        service.ask("admin", "POST", "/api/Ruta/JornadaAbrir", R"({"rutaId":)" + route + "}").at("/data/transaccionId");
    service.ask("admin", "PUT", "/api/Contabilidad/Configuracion",
                R"({"existenciaNegativa":false,"pagoDeTerceros":false,"limiteCreditoEstricto":false,"regimenFiscal":"626"})");
    // What a report cannot be asked without.
    const std::map<std::string, std::string> needed{
        {"NivelServicio", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"Trazabilidad", "?lote=L&productoId=" + product},
        {"LotesSugeridos", "?cantidad=1&almacenId=" + warehouse + "&productoId=" + product},
        {"DepositosPorFechas", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"EgresosPorFechas", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"IVAcobradoTasas", "?fechaInicial=01/01/2026&fechaFinal=31/01/2026"},
        {"IVARetenidoPorPagar", "?fechaInicial=01/01/2026&fechaFinal=31/01/2026"},
        {"AnalisisIVARetenidoPorPagar", "?fechaInicial=01/01/2026&fechaFinal=31/01/2026"},
        {"Auxiliares", "?entidadId=" + contact},
        {"EstadoCuenta", "?entidadId=" + contact},
        {"FlujoEfectivoPartidas",
         "?parte=saldo&fechaInicial=2026-01-01&fechaFinal=2026-01-31&cuentaId=" + own.at("/data/0/cuentaId")},
        {"EstadoCuentaBanco", "?cuentaBancariaId=" + bank},
        {"MovimientosCuenta", "?cuentaBancariaId=" + bank},
        {"RevaluacionSaldos", "?periodo=202601"},
        {"ActivosCuadre", "?periodo=202601"},
        {"CierreMensual", "?periodo=202601"},
        {"DepreciacionFiscal", "?ejercicio=2026"},
        {"DepreciacionPorHacer", "?periodo=202601"},
        {"PeriodicosPendientes", "?periodo=202601"},
        {"IvaAcreditable", "?fechaInicial=01/01/2026&fechaFinal=31/01/2026"},
        {"LiquidacionIva", "?periodo=202601"},
        {"Diot", "?periodo=202601"},
        {"DiotArchivo", "?periodo=202601"},
        {"IsrProvisional", "?periodo=202601"},
        {"Ieps", "?fechaInicial=01/01/2026&fechaFinal=31/01/2026"},
        {"IsrRetenido", "?fechaInicial=01/01/2026&fechaFinal=31/01/2026"},
        {"ContabilidadCatalogo", "?periodo=202601"},
        {"ContabilidadBalanza", "?periodo=202601"},
        {"ContabilidadPolizas", "?periodo=202601&tipoSolicitud=AF&numOrden=ABC1234567/26"},
        {"ContabilidadAuxiliarCuentas", "?periodo=202601&tipoSolicitud=AF&numOrden=ABC1234567/26"},
        {"ContabilidadAuxiliarFolios", "?periodo=202601&tipoSolicitud=AF&numOrden=ABC1234567/26"},
        {"RutaVentas", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"RutaCobertura", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"RutaMermas", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"RutaEnviosListar", "?jornadaId=" + day},
        {"OrdenServicioUtilidadEquipo", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"OrdenServicioUtilidadPersonal", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"OrdenServicioUtilidadAgrupador", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"AgenciaViajeMargenServicio", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
        {"AgenciaViajeMargenReservacion", "?fechaInicial=2026-01-01&fechaFinal=2026-01-31"},
    };
    for (const auto& o : operations([](const auto& x) { return x.method == "GET" && x.in_path.empty(); })) {
        const auto who = o.open ? "nadie" : "admin";
        const auto query = needed.find(o.id);
        const auto target = query == needed.end() ? o.target() : o.path + query->second;
        EXPECT_EQ(ask(o, who, target, "").status, 200) << o.id;
        EXPECT_EQ(service.ask(who, "HEAD", target).status, 200) << o.id;
    }
}

// How to make a record of each kind that a path can name; an operation with a new kind must say so here.
class ForeignIdTest : public EveryOperationTest {
protected:
    std::string foreign(const std::string& parameter) {
        if (const auto known = made_.find(parameter); known != made_.end()) return known->second;
        std::string id;
        if (parameter == "entidadId" || parameter == "codigo")
            id = made("/api/Contactos", R"({"codigo":"AJENO","nombre":"x","roles":["cliente"]})", "/data/" + parameter,
                      {{"Idempotency-Key", "ajeno"}});
        if (parameter == "clasificacionId")
            id = made("/api/Contactos/Clasificaciones", R"({"nombre":"Ajena"})", "/data/clasificacionId");
        if (parameter == "cuentaId")
            id = made("/api/Contabilidad/Cuentas",
                      R"({"codigo":"AJENA","nombre":"x","naturaleza":"deudora","tipo":"orden","codigoAgrupador":"899"})",
                      "/data/cuentaId");
        if (parameter == "unidadMedidaId") id = service.ask("otra", "GET", "/api/UnidadesMedida").at("/data/0/unidadMedidaId");
        if (parameter == "agrupadorServicioId")
            id = made("/api/AgrupadoresServicio", R"({"codigo":"AJENO","nombre":"x"})", "/data/agrupadorServicioId");
        if (parameter == "productoId")
            id = made("/api/Productos",
                      R"({"codigo":"AJENO","nombre":"x","claveProdServ":"01010101","unidadMedidaId":)" +
                          foreign("unidadMedidaId") + "}",
                      "/data/productoId");
        if (parameter == "sucursalId") id = service.ask("otra", "GET", "/api/Sucursales").at("/data/0/sucursalId");
        if (parameter == "almacenId") id = service.ask("otra", "GET", "/api/Almacenes").at("/data/0/almacenId");
        if (parameter == "conteoId")
            id = made("/api/Inventario/Conteo", R"({"almacenId":)" + foreign("almacenId") + "}", "/data/conteoId");
        if (parameter == "loteId") {
            const auto producto =
                made("/api/Productos",
                     R"({"codigo":"CON LOTE","nombre":"x","claveProdServ":"01010101","seguimiento":"lote","unidadMedidaId":)" +
                         foreign("unidadMedidaId") + "}",
                     "/data/productoId");
            made("/api/Inventario/MovimientoAgregar",
                 R"({"tipo":"entrada","partidas":[{"cantidad":1,"costoUnitario":1,"lote":{"codigo":"L"},"productoId":)" +
                     producto + "}]}",
                 "/data/transaccionId");
            id = service.ask("otra", "GET", "/api/Inventario/Lotes").at("/data/0/loteId");
        }
        if (parameter == "bancoId") id = service.ask("otra", "GET", "/api/Bancos").at("/data/0/bancoId");
        if (parameter == "cuentaBancariaId")
            id = service.ask("otra", "GET", "/api/Bancos/Cuentas").at("/data/0/cuentaBancariaId");
        if (parameter == "formaPagoId") id = service.ask("otra", "GET", "/api/Bancos/FormasPago").at("/data/0/formaPagoId");
        if (parameter == "conceptoId") id = service.ask("otra", "GET", "/api/Conceptos").at("/data/0/conceptoId");
        if (parameter == "catalogo") id = "Inventado";  // catalogs are everybody's: one that there is not
        if (parameter == "tabla") id = "Inventada";     // so are tables
        if (parameter == "personalServicioId")
            id = made("/api/PersonalServicio", R"({"codigo":"AJENO","nombre":"x"})", "/data/personalServicioId");
        if (parameter == "equipoServicioId")
            id = made("/api/EquiposServicio", R"({"codigo":"AJENO","nombre":"x","clienteId":)" + foreign("entidadId") + "}",
                      "/data/equipoServicioId");
        if (parameter == "contratoServicioId")
            id = made("/api/ContratosServicio",
                      R"({"codigo":"AJENO","nombre":"x","inicio":"2026-01-01","meses":1,"genera":"orden","clienteId":)" +
                          foreign("entidadId") + R"(,"conceptoId":)" + foreign("conceptoId") + "}",
                      "/data/contratoServicioId");
        if (parameter == "proveedorIdentidadId")
            id = made("/api/Seguridad/ProveedoresIdentidad",
                      R"({"nombre":"Ajeno","emisor":"https://ajeno.ejemplo","idCliente":"x","consumidorId":)" +
                          foreign("consumidorId") + "}",
                      "/data/proveedorIdentidadId");
        if (parameter == "identidadExternaId")
            id = made("/api/Seguridad/Identidades",
                      R"({"sub":"x","proveedorIdentidadId":)" + foreign("proveedorIdentidadId") + R"(,"usuarioId":)" +
                          foreign("usuarioId") + "}",
                      "/data/identidadExternaId");
        if (parameter == "nivelEscolarId")
            id = made("/api/EscuelaPrivada/Niveles", R"({"codigo":"AJENO","nombre":"x","nivelEducativo":"superior"})",
                      "/data/nivelEscolarId");
        if (parameter == "cicloEscolarId")
            id = made("/api/EscuelaPrivada/Ciclos", R"({"codigo":"AJENO","nombre":"x","inicio":"2026-01-01","fin":"2026-12-31"})",
                      "/data/cicloEscolarId");
        if (parameter == "familiaId")
            id = made("/api/EscuelaPrivada/Familias",
                      R"({"codigo":"AJENA","nombre":"x","clienteId":)" + foreign("entidadId") + "}", "/data/familiaId");
        if (parameter == "alumnoId")
            id = made("/api/EscuelaPrivada/Alumnos",
                      R"({"matricula":"AJENO","nombre":"x","curp":"HEGG560427MVZRRL04","familiaId":)" + foreign("familiaId") +
                          R"(,"nivelEscolarId":)" + foreign("nivelEscolarId") + R"(,"cicloEscolarId":)" +
                          foreign("cicloEscolarId") + "}",
                      "/data/alumnoId");
        if (parameter == "planEscolarId")
            id = made("/api/EscuelaPrivada/Planes",
                      R"({"codigo":"AJENO","nombre":"x","tipo":"otro","precio":1,"inicio":"2026-01-01","cicloEscolarId":)" +
                          foreign("cicloEscolarId") + R"(,"conceptoId":)" + foreign("conceptoId") + "}",
                      "/data/planEscolarId");
        if (parameter == "addendaId")
            id = made("/api/Addendas", R"({"codigo":"AJENA","nombre":"x","campos":[],"plantilla":"<A/>"})", "/data/addendaId");
        if (parameter == "canalId") id = made("/api/Canales", R"({"codigo":"AJENO","nombre":"x"})", "/data/canalId");
        if (parameter == "listaPreciosId")
            id = made("/api/ListasPrecios", R"({"codigo":"AJENA","nombre":"x"})", "/data/listaPreciosId");
        if (parameter == "vendedorId") id = made("/api/Vendedores", R"({"codigo":"AJENO","nombre":"x"})", "/data/vendedorId");
        if (parameter == "promocionId")
            id = made(
                "/api/Promociones",
                R"({"codigo":"AJENA","nombre":"x","condicion":"importe","condicionImporte":1,"beneficio":"importe","beneficioValor":1})",
                "/data/promocionId");
        if (parameter == "objetoId") id = "7";  // kinds of documents are nobody's: one that there is not
        if (parameter == "clasificadorCostoId")
            id = made("/api/ClasificadoresCosto", R"({"codigo":"AJENO","nombre":"x"})", "/data/clasificadorCostoId");
        if (parameter == "centroCostoId")
            id = made("/api/CentrosCosto", R"({"codigo":"AJENO","nombre":"x"})", "/data/centroCostoId");
        if (parameter == "proyectoId") id = made("/api/Proyecto", R"({"codigo":"AJENO","nombre":"x"})", "/data/proyectoId");
        if (parameter == "usuarioId") id = std::to_string(service.person("otra").usuarioId);
        if (parameter == "sesionId") id = service.ask("otra", "GET", "/api/Seguridad/Sesiones").at("/data/0/sesionId");
        if (parameter == "rolId") id = made("/api/Seguridad/Roles", R"({"nombre":"Ajeno","permisos":[]})", "/data/rolId");
        if (parameter == "consumidorId") id = service.ask("otra", "GET", "/api/ConsumidoresApi").at("/data/0/consumidorId");
        if (parameter == "trabajoId") id = trabajo();
        if (parameter == "certificadoId") id = certificado();
        if (parameter == "efirmaId") id = efirma();
        if (parameter == "archivoId")
            id = made("/api/ArchivosDigitales/ArchivoAgregarBase64",
                      R"({"nombre":"ajeno","contenido":"YWplbm8=","transaccionId":)" + foreign("transaccionId") + "}",
                      "/data/archivoId");
        if (parameter == "validacionId")
            id = made(
                "/api/ArchivosDigitales/ValidarFolioFiscal",
                R"({"uuid":"d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9","rfcEmisor":"EKU9003173C9","rfcReceptor":"IIA040805DZ4","total":1})",
                "/data/validacionId");
        if (parameter == "rutaId") id = ruta();
        if (parameter == "dispositivo") id = "tel-ajeno";
        if (parameter == "cargaId")
            id = made("/api/Ruta/CargaAgregar",
                      R"({"tipo":"carga","jornadaId":)" + jornada() + R"(,"partidas":[{"cantidad":1,"productoId":)" +
                          foreign("productoId") + "}]}",
                      "/data/cargaId");
        if (parameter == "operacionId") id = operacion_de_ruta();
        if (parameter == "cajaId") id = caja();
        if (parameter == "formatoEstadoId")
            id = made(
                "/api/Contabilidad/FormatosEstado",
                R"({"codigo":"AJENO","nombre":"x","estado":"balance","lineas":[{"clave":"a","titulo":"x","clase":"titulo"}]})",
                "/data/formatoEstadoId");
        if (parameter == "categoriaId")
            id = made("/api/Activos/Categorias", R"({"codigo":"AJENA","nombre":"x","claveTasa":"computo"})", "/data/categoriaId");
        if (parameter == "activoId")
            id = made("/api/Activos",
                      R"({"codigo":"AJENO","nombre":"x","fechaAdquisicion":"2025-01-01","costo":12,"categoriaId":)" +
                          foreign("categoriaId") + "}",
                      "/data/activoId");
        if (parameter == "depreciacionId") {
            foreign("activoId");
            id = made("/api/Activos/Depreciaciones", R"({"periodo":202501})", "/data/depreciacionId");
        }
        if (parameter == "diferidoId") {
            const auto cuentas = service.ask("otra", "GET", "/api/Conceptos");
            id = made(
                "/api/Periodicos/Diferidos",
                R"({"codigo":"AJENO","nombre":"x","importe":12,"meses":12,"periodoInicial":202501,"cuentaId":)" +
                    service.ask("otra", "GET", "/api/Activos/Categorias/" + foreign("categoriaId")).at("/data/cuentaActivoId") +
                    R"(,"cuentaGastoId":)" + cuentas.at("/data/1/cuentaId") + "}",
                "/data/diferidoId");
        }
        if (parameter == "plantillaId")
            id = made("/api/Periodicos/Plantillas",
                      R"({"codigo":"AJENA","nombre":"x","operacion":"PedidoClienteCrear","ritmo":"anual","desde":"2025-01-01",)"
                      R"("cuerpo":{"clienteId":)" +
                          foreign("entidadId") + R"(,"partidas":[{"cantidad":1,"productoId":)" + foreign("productoId") + "}]}}",
                      "/data/plantillaId");
        if (parameter == "corridaId") {
            foreign("diferidoId");
            id = made("/api/Periodicos/Generar", R"({"periodo":202501})", "/data/corridaId");
        }
        if (parameter == "politicaId")
            id =
                made("/api/Cartera/Recordatorios/Politicas", R"({"codigo":"AJENA","nombre":"x","dias":[0]})", "/data/politicaId");
        if (parameter == "modeloId")
            id = made("/api/Productos/Modelos",
                      R"({"codigo":"AJENO","nombre":"x","atributos":[{"nombre":"Talla","valores":["M"]}],"productoId":)" +
                          foreign("productoId") + "}",
                      "/data/modeloId");
        if (parameter == "vistaId")
            id = made("/api/Vistas", R"({"pantalla":"/x","nombre":"Ajena","consulta":"","compartida":true})", "/data/vistaId");
        if (parameter == "suscripcionId")
            id = made("/api/Suscripciones",
                      R"({"nombre":"Ajena","url":"https://ajena.example/","tipos":["*"],"consumidorId":)" +
                          foreign("consumidorId") + "}",
                      "/data/suscripcionId");
        // A document: any will do, since one of another kind is not there either.
        if (parameter == "id" || parameter == "transaccionId")
            id = made("/api/Bancos/DepositoAgregar", R"({"importe":5,"cuentaBancariaId":)" + foreign("cuentaBancariaId") + "}",
                      "/data/transaccionId");
        EXPECT_NE(id, "") << "say in this test how a foreign " << parameter << " is made";
        return made_[parameter] = id;
    }
    // What a caller could tell two answers apart by.
    static std::string told(HttpAnswer answer, const std::string& id) {
        const auto trace = answer.at("/traceId");
        for (std::size_t at = answer.body.find(trace); !trace.empty() && at != std::string::npos; at = answer.body.find(trace))
            answer.body.erase(at, trace.size());
        for (std::size_t at = answer.body.find(id); at != std::string::npos; at = answer.body.find(id))
            answer.body.erase(at, id.size());
        return std::to_string(answer.status) + ' ' + answer.body;
    }

private:
    // No request asks for work at will: it is put where a room would have put it.
    std::string trabajo() {
        const auto& otra = service.person("otra");
        const Reloj reloj;
        const api::Sesion sesion{.organizacionId = otra.organizacionId, .usuarioId = otra.usuarioId};
        db::open({.url = service.installation().url(), .connections = 1})->write_now(otra.organizacionId, [&](db::Writer& tx) {
            Context ctx{{.sesion = &sesion, .reloj = &reloj}, &tx, &tx};
            api::encargar(ctx, "Prueba", "ajeno", "{}", reloj.ahora());
        });
        return service.ask("otra", "GET", "/api/Trabajos").at("/data/0/trabajoId");
    }
    // A route wants a vehicle and cash of its own.
    std::string ruta() {
        const auto caja = service.ask("otra", "GET", "/api/Bancos/Cuentas");
        const auto propia =
            made("/api/Bancos/Cuentas",
                 R"({"codigo":"AJENA","nombre":"x","tipo":"caja","cuentaId":)" + caja.at("/data/1/cuentaId") + "}",
                 "/data/cuentaBancariaId");
        const auto vehiculo = made(
            "/api/Almacenes", R"({"codigo":"AJENO","nombre":"x","sucursalId":)" + foreign("sucursalId") + "}", "/data/almacenId");
        return made("/api/Ruta",
                    R"({"codigo":"AJENA","nombre":"x","sucursalId":)" + foreign("sucursalId") + R"(,"vendedorId":)" +
                        foreign("vendedorId") + R"(,"almacenId":)" + vehiculo + R"(,"almacenBaseId":)" + foreign("almacenId") +
                        R"(,"cuentaBancariaId":)" + propia + R"(,"cuentaEntregaId":)" + caja.at("/data/1/cuentaBancariaId") + "}",
                    "/data/rutaId");
    }
    std::string jornada() {
        return made("/api/Ruta/JornadaAbrir", R"({"rutaId":)" + foreign("rutaId") + "}", "/data/transaccionId");
    }
    // Nor do two tills share a drawer.
    std::string caja() {
        const auto cuentas = service.ask("otra", "GET", "/api/Bancos/Cuentas");
        const auto cajon =
            made("/api/Bancos/Cuentas",
                 R"({"codigo":"CAJON","nombre":"x","tipo":"caja","cuentaId":)" + cuentas.at("/data/1/cuentaId") + "}",
                 "/data/cuentaBancariaId");
        return made("/api/Mostrador/Cajas",
                    R"({"codigo":"AJENA","nombre":"x","sucursalId":)" + foreign("sucursalId") + R"(,"almacenId":)" +
                        foreign("almacenId") + R"(,"cuentaBancariaId":)" + cajon + R"(,"cuentaEntregaId":)" +
                        cuentas.at("/data/1/cuentaBancariaId") + "}",
                    "/data/cajaId");
    }
    // Nobody is on the road: it is put where one would have.
    std::string operacion_de_ruta() {
        std::int64_t id = 0;
        db::open({.url = service.installation().url(), .connections = 1})
            ->write_now(service.person("otra").organizacionId, [&](db::Writer& tx) {
                id = tx.next_id();
                tx.run(
                    R"(INSERT INTO operacionRuta (organizacionId, operacionId, jornadaId, clase, entidadId, dispositivo, consecutivo,
                                                     momento, instante, usuarioId, latitud, longitud, versionLista, credito,
                                                     facturacion, motivo, notas, autorizadoPor, autorizadoEn, huella)
                          SELECT $1, $2, transaccionId, 'visita', 0, '', 0, 0, 0, 0, NULL, NULL, 0, 0, '', 'x', '', 0, NULL, ''
                          FROM documento WHERE organizacionId = $1 ORDER BY transaccionId LIMIT 1)",
                    tx.organizacion(), id);
            });
        return std::to_string(id);
    }
    // Nor is a certificate of seal made without the authority.
    std::string certificado() {
        std::int64_t id = 0;
        db::open({.url = service.installation().url(), .connections = 1})
            ->write_now(service.person("otra").organizacionId, [&](db::Writer& tx) {
                id = tx.next_id();
                tx.run(
                    R"(INSERT INTO certificadoSello (organizacionId, certificadoId, numero, rfc, nombre, desde, hasta, certificado, llave,
                                                        creadoPor, creadoEn)
                          VALUES ($1, $2, '1', '', '', 0, 1, $3, $3, 0, 0))",
                    tx.organizacion(), id, db::Bytes{"x"});
            });
        return std::to_string(id);
    }
    std::string efirma() {
        std::int64_t id = 0;
        db::open({.url = service.installation().url(), .connections = 1})
            ->write_now(service.person("otra").organizacionId, [&](db::Writer& tx) {
                id = tx.next_id();
                tx.run(
                    R"(INSERT INTO efirma (organizacionId, efirmaId, numero, rfc, nombre, desde, hasta, certificado, llave, creadoPor,
                                              creadoEn)
                          VALUES ($1, $2, '30001000000600000001', 'A', '', 0, 1, $3, $3, 0, 0))",
                    tx.organizacion(), id, db::Bytes{"x"});
            });
        return std::to_string(id);
    }
    std::string made(const std::string& target, const std::string& body, const std::string& pointer,
                     const Headers& headers = {}) {
        return service.ask("otra", "POST", target, body, headers).at(pointer);
    }
    std::map<std::string, std::string> made_;
};
CACAO_EN_AMBOS_MOTORES(ForeignIdTest);

TEST_P(ForeignIdTest, AForeignIdIsOneThatNeverWas) {
    for (const auto& o : operations([](const auto& x) { return !x.in_path.empty(); })) {
        ASSERT_EQ(o.in_path.size(), 1U) << o.id << ": teach this test about several parameters";
        const auto& parameter = o.in_path.front();
        // A year is everybody's, and the name of a draft is each user's own (tests/casos/consola.caso).
        if (parameter.name == "ejercicio" || parameter.name == "llave") continue;
        const auto id = foreign(parameter.name);
        if (id.empty()) continue;  // told above
        const std::string never = parameter.number ? "8999999999999" : "NUNCAFUE";
        const auto answer = ask(o, "admin", o.target(id), o.required);
        // The interface document says so of a sales invoice: not there is a successful empty result.
        if (o.id == "FacturaVentaObtener") {
            EXPECT_EQ(answer.body, R"({"data":null})");
        } else if (o.id == "OrdenesCompraDesde") {  // a place to go on from, not a record: whose it is makes no difference
            EXPECT_EQ(answer.at("/totalRegistros"), "0") << answer.body;
        } else if (o.id ==
                   "RutaCargaDispositivo") {  // a device is known by what it sends; whose route it is asked for is told apart
            EXPECT_TRUE(names(answer, "no_encontrado /rutaId")) << answer.body;
        } else if (o.node["deprecated"].error() == simdjson::SUCCESS) {  // withdrawn, whatever it is asked
            EXPECT_TRUE(names(answer, "retirado /" + parameter.name)) << answer.body;
        } else if (o.id == "ArchivoDescargarDirecto") {  // nobody is known but by what was signed
            EXPECT_TRUE(names(answer, "enlace_invalido /boleto")) << answer.body;
        } else {
            EXPECT_EQ(answer.status, 400) << o.id;
            // A table is one of a few names, and no record.
            const std::string codigo = parameter.name == "tabla" ? "valor_no_permitido /" : "no_encontrado /";
            EXPECT_TRUE(names(answer, codigo + parameter.name)) << o.id << ' ' << answer.body;
        }
        EXPECT_EQ(told(answer, id), told(ask(o, "admin", o.target(never), o.required), never)) << o.id;
    }
}

class OversizeTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(OversizeTest);

TEST_P(OversizeTest, ABodyOverTheLimitIs413) {
    Service service{GetParam(), {"--body-limit", "2KiB"}};
    const Document document{service.ask("nadie", "GET", "/openapi.json").body};
    const std::string body = R"({"codigo":")" + std::string(3000, 'x') + "\"}";
    for (const auto& o : document.operations()) {
        // What brings files has a limit of its own (files_test.cpp).
        if (!o.path.starts_with("/api/") || (o.path.starts_with("/api/ArchivosDigitales/") && o.method == "POST") ||
            o.path.starts_with("/api/OrdenTrabajo/ArchivoDigital/") || o.id == "EscuelaArchivoDigital" ||
            o.path == "/api/Buzon/Recibir")
            continue;
        const auto answer = service.ask(o.open ? "nadie" : "admin", o.method, o.target(), body);
        EXPECT_EQ(answer.status, 413) << o.id;
        EXPECT_EQ(answer.at("/codigo"), "cuerpo_muy_grande") << o.id;
    }
    EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos").at("/totalRegistros"), "0");
}

}  // namespace
}  // namespace cacao::test
