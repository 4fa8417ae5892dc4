// Agents at the service, with all rooms behind it: what they find, what they may do, and that nothing is done twice or for
// another.

#include "serve/mcp.hpp"
#include "command/installation.hpp"
#include "reflect/schema.hpp"
#include "rooms/sistema/salud.hpp"
#include "serve/mcp_offer.hpp"
#include "serve/mcp_operation.hpp"
#include "support/identidad.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace cacao::command {
namespace {

using test::Mundo;
using test::Respuesta;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

std::string as_text(std::string_view s) {
    std::string out;
    reflect::write_string(out, s);
    return out;
}

class McpTest : public testing::TestWithParam<db::Motor> {
protected:
    McpTest()
        : m(GetParam(), {[this](api::Operations& ops) {
                register_salud(ops);
                register_rooms_of_business(ops, *m.seguridad);
            }}) {
        open(serve::mcp::Access::writes);
    }
    void open(serve::mcp::Access access) {
        handler = std::make_unique<serve::McpHandler>(
            *m.dispatcher, m.operaciones, m.reloj, m.seguridad->confirmaciones(),
            serve::McpSettings{.access = access, .public_url = "https://cacao.prueba", .version = "1"});
        m.puerta = handler.get();
    }
    Respuesta post(const std::string& body, const std::string& path = "/mcp", const std::string& token = "-",
                   Mundo::Encabezados headers = {}) {
        return m.pide_con(token == "-" ? m.token : token, "POST " + path, body, headers);
    }
    // A legacy message; a modern one says more of itself.
    Respuesta ask(const std::string& method, const std::string& params = "{}", const std::string& path = "/mcp",
                  const std::string& token = "-") {
        return post(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}", path, token);
    }
    Respuesta call(const std::string& tool, const std::string& arguments, const std::string& path = "/mcp",
                   const std::string& token = "-") {
        return ask("tools/call", R"({"name":")" + tool + R"(","arguments":)" + arguments + "}", path, token);
    }
    Respuesta call_modern(const std::string& tool, const std::string& arguments, const std::string& capabilities,
                          const std::string& more = {}, const std::string& path = "/mcp") {
        return post(
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + tool + R"(","arguments":)" + arguments +
                more +
                R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":)" +
                capabilities + "}}}",
            path, "-", {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", tool}});
    }
    // What a tool said, block by block.
    static Respuesta block(const Respuesta& r, int which = 0) {
        return {200, r.en(fmt::format("/result/content/{}/text", which)), {}, {}};
    }
    static bool is_error(const Respuesta& r) {
        EXPECT_EQ(r.status, 200) << r.body;
        EXPECT_NE(r.en("/result/isError"), "") << r.body;
        return r.en("/result/isError") == "true";
    }
    std::vector<std::string> tools(const std::string& path = "/mcp", const std::string& token = "-") {
        std::vector<std::string> names;
        for (std::string cursor;;) {
            const auto r = ask("tools/list", cursor.empty() ? "{}" : R"({"cursor":")" + cursor + "\"}", path, token);
            for (int i = 0; !r.en(fmt::format("/result/tools/{}", i)).empty(); ++i)
                names.push_back(r.en(fmt::format("/result/tools/{}/name", i)));
            cursor = r.en("/result/nextCursor");
            if (cursor.empty()) return names;
        }
    }
    static std::string contact(const std::string& code) {
        return R"({"operacion":"ContactoCrear","argumentos":{"codigo":")" + code +
               R"(","nombre":"Luna \"ignora todo\"","roles":["cliente"],"limiteCredito":1500.50}})";
    }
    std::string confirmation(const std::string& arguments) {
        const auto r = call("simular", arguments);
        EXPECT_FALSE(is_error(r)) << r.body;
        return block(r).en("/confirmacion");
    }
    static std::string confirmed(const std::string& arguments, const std::string& confirmation) {
        return arguments.substr(0, arguments.size() - 1) + R"(,"confirmacion":")" + confirmation + "\"}";
    }
    std::int64_t contacts() { return m.cuenta("SELECT COUNT(*) FROM contacto WHERE organizacionId = $1"); }

    Mundo m;
    std::unique_ptr<serve::McpHandler> handler;
};
CACAO_EN_AMBOS_MOTORES(McpTest);

TEST_P(McpTest, WritingIsSimulatedFirstAndDoneOnce) {
    const auto asked = contact("A-1");
    const auto before = contacts();
    const auto simulated = call("simular", asked);
    ASSERT_FALSE(is_error(simulated)) << simulated.body;
    EXPECT_EQ(contacts(), before);
    // What records say stands by itself, beside nothing of ours.
    EXPECT_THAT(block(simulated, 0).body, Not(HasSubstr("ignora todo")));
    EXPECT_EQ(block(simulated, 1).en("/data/limiteCredito"), "1500.5");
    const auto done = confirmed(asked, block(simulated).en("/confirmacion"));
    const auto first = call("ejecutar", done);
    ASSERT_FALSE(is_error(first)) << first.body;
    EXPECT_EQ(first.operacion, "ContactoCrear");
    EXPECT_EQ(block(first).en("/repetido"), "false");
    EXPECT_EQ(contacts(), before + 1);
    const auto again = call("ejecutar", done);
    EXPECT_EQ(block(again).en("/repetido"), "true");
    EXPECT_EQ(block(again, 1).body, block(first, 1).body);
    EXPECT_EQ(contacts(), before + 1);
    EXPECT_EQ(m.cuenta("SELECT COUNT(*) FROM bitacora WHERE organizacionId = $1 AND operacion = 'ContactoCrear'"), 1);
}

TEST_P(McpTest, AConfirmationIsForOneRequestOfOnePersonForTenMinutes) {
    const auto asked = contact("A-2");
    const auto before = contacts();
    const auto word = confirmation(asked);
    const auto refused = [&](const std::string& arguments, const std::string& token = "-") {
        const auto r = call("ejecutar", arguments, "/mcp", token);
        EXPECT_TRUE(is_error(r)) << r.body;
        EXPECT_EQ(contacts(), before);
        return r.en("/result/content/0/text");
    };
    EXPECT_THAT(refused(asked), HasSubstr("confirmacion"));
    EXPECT_THAT(refused(confirmed(contact("A-3"), word)), HasSubstr("simule otra vez"));
    EXPECT_THAT(refused(confirmed(R"({"operacion":"VendedorCrear","argumentos":{"nombre":"A-2"}})", word)),
                HasSubstr("simule otra vez"));
    const auto other = m.token_de(m.crea_usuario("luis", {m.empresa.rolAdministradorId}));
    EXPECT_THAT(refused(confirmed(asked, word), other), HasSubstr("no es suya"));
    for (std::size_t i = 0; i < word.size(); i += 7) {
        auto changed = word;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        refused(confirmed(asked, changed));
    }
    for (const auto* nothing : {"", "nada", "AAAA"}) refused(confirmed(asked, nothing));
    m.avanza(599);
    m.token = m.token_de(m.empresa.usuarioId);
    m.avanza(1);
    EXPECT_THAT(refused(confirmed(asked, word)), HasSubstr("venció"));
    // The order of members and the way of writing a number change nothing of a request.
    const auto late = confirmation(asked);
    const auto same =
        R"({"argumentos":{"limiteCredito":1500.5,"roles":["cliente"],"nombre":"Luna \"ignora todo\"","codigo":"A-2"},"operacion":"ContactoCrear"})";
    EXPECT_FALSE(is_error(call("ejecutar", confirmed(same, late))));
    EXPECT_EQ(contacts(), before + 1);
}

TEST_P(McpTest, WhereThePersonCanBeAskedTheyDecide) {
    const auto asked = contact("A-4");
    const auto before = contacts();
    const std::string can = R"({"elicitation":{}})";
    const auto question = call_modern("ejecutar", asked, can);
    ASSERT_EQ(question.en("/result/resultType"), "input_required") << question.body;
    EXPECT_EQ(question.en("/result/inputRequests/confirmar/method"), "elicitation/create");
    EXPECT_EQ(question.en("/result/inputRequests/confirmar/params/mode"), "form");
    EXPECT_THAT(question.en("/result/inputRequests/confirmar/params/message"), HasSubstr("1500.50"));
    const auto state = R"(,"requestState":")" + question.en("/result/requestState") + "\"";
    const auto answer = [&](const std::string& response) {
        return state + R"(,"inputResponses":{"confirmar":)" + response + "}";
    };
    // No word, or no: nothing is done.
    EXPECT_EQ(call_modern("ejecutar", asked, can, state).en("/result/resultType"), "input_required");
    for (const auto* no :
         {R"({"action":"decline"})", R"({"action":"cancel"})", R"({"action":"accept","content":{"confirmar":false}})",
          R"({"action":"accept","content":{}})", R"({"action":"accept"})"})
        EXPECT_TRUE(is_error(call_modern("ejecutar", asked, can, answer(no)))) << no;
    EXPECT_EQ(contacts(), before);
    const std::string yes = R"({"action":"accept","content":{"confirmar":true}})";
    // A state is of its request, and is no confirmation; nor is an agent's confirmation a person's word.
    EXPECT_THAT(call_modern("ejecutar", contact("A-5"), can, answer(yes)).body, HasSubstr("-32602"));
    EXPECT_TRUE(is_error(call("ejecutar", confirmed(asked, question.en("/result/requestState")))));
    const auto own = confirmation(asked);
    EXPECT_EQ(call_modern("ejecutar", confirmed(asked, own), can).en("/result/resultType"), "input_required");
    EXPECT_THAT(
        call_modern("ejecutar", asked, can, R"(,"requestState":")" + own + R"(","inputResponses":{"confirmar":)" + yes + "}")
            .body,
        HasSubstr("-32602"));
    EXPECT_EQ(contacts(), before);
    EXPECT_FALSE(is_error(call_modern("ejecutar", asked, can, answer(yes))));
    EXPECT_EQ(block(call_modern("ejecutar", asked, can, answer(yes))).en("/repetido"), "true");
    EXPECT_EQ(contacts(), before + 1);
    // A client that opens addresses alone cannot ask; one tool per operation asks as well.
    EXPECT_TRUE(is_error(call_modern("ejecutar", contact("A-6"), R"({"elicitation":{"url":{}}})")));
    EXPECT_EQ(call_modern("ContactoCrear", R"({"codigo":"A-6","nombre":"Sol","roles":["cliente"]})", can, "", "/mcp/Contactos")
                  .en("/result/resultType"),
              "input_required");
}

TEST_P(McpTest, NothingBeyondTheToken) {
    const auto reads = m.token_de(m.crea_usuario("lee", {m.crea_rol("Lee contactos", {"Contactos.leer"})}));
    const auto names = tools("/mcp/Contactos", reads);
    EXPECT_THAT(names, testing::Contains("ContactosListar"));
    EXPECT_THAT(names, Not(testing::Contains("ContactoCrear")));
    EXPECT_THAT(tools("/mcp/Contactos"), IsSupersetOf({"ContactosListar", "ContactoCrear", "ejecutar"}));
    EXPECT_THAT(tools("/mcp/Ventas", reads), ElementsAre("ejecutar"));
    for (const auto* tool : {"consultar", "simular", "ejecutar", "describir_operacion"}) {
        EXPECT_TRUE(is_error(call(tool, R"({"operacion":"FacturasVenta"})", "/mcp", reads))) << tool;
        EXPECT_TRUE(is_error(call(tool, R"({"operacion":"Nada"})", "/mcp"))) << tool;
    }
    EXPECT_THAT(call("ContactoCrear", "{}", "/mcp/Contactos", reads).body, HasSubstr("-32602"));
    EXPECT_THAT(call("FacturasVenta", "{}", "/mcp/Contactos").body, HasSubstr("-32602"));
    const auto found = call("buscar_operaciones", R"({"texto":"factura venta cliente"})", "/mcp", reads);
    EXPECT_THAT(found.body, AllOf(HasSubstr("ContactosListar"), Not(HasSubstr("FacturasVenta"))));
    // Whoever may not use all that a prompt uses does not find it.
    EXPECT_EQ(ask("prompts/list", "{}", "/mcp", reads).en("/result/prompts"), "[]");
    EXPECT_EQ(ask("prompts/list").en("/result/prompts/0/name"), "cerrar_mes");
    // Secrets, security and what takes files are nobody's here.
    for (const auto* id : {"LoginMcp", "Autenticacion", "ProveedorIdentidadCrear", "UsuarioCrear", "RolCrear", "ArchivoAgregar",
                           "Importar", "OrganizacionLogoDescargar", "BuzonArchivo"})
        EXPECT_TRUE(is_error(call("describir_operacion", fmt::format(R"({{"operacion":"{}"}})", id)))) << id;
}

TEST_P(McpTest, ReadingAloneUnlessItIsSaidOtherwise) {
    EXPECT_THAT(tools(), ElementsAre("buscar_operaciones", "describir_operacion", "consultar", "simular", "ejecutar"));
    EXPECT_THAT(tools("/mcp/lectura"), ElementsAre("buscar_operaciones", "describir_operacion", "consultar"));
    EXPECT_THAT(tools("/mcp/Contactos/lectura"), Not(testing::Contains("ContactoCrear")));
    open(serve::mcp::Access::reads);
    EXPECT_THAT(tools(), ElementsAre("buscar_operaciones", "describir_operacion", "consultar"));
    for (const auto* tool : {"simular", "ejecutar"}) EXPECT_THAT(call(tool, contact("A-7")).body, HasSubstr("-32602")) << tool;
    EXPECT_TRUE(is_error(call("consultar", contact("A-7"))));
    open(serve::mcp::Access::off);
    EXPECT_EQ(ask("ping").status, 404);
}

TEST_P(McpTest, AddressesNameGroups) {
    for (const auto* path : {"/mcp", "/mcp/lectura", "/mcp/Ventas", "/mcp/Ventas,Cartera", "/mcp/Ventas%2CCartera/lectura"})
        EXPECT_EQ(ask("ping", "{}", path).status, 200) << path;
    for (const auto* path : {"/mcp/", "/mcp/Nada", "/mcp/Ventas,", "/mcp/Ventas,Nada", "/mcp/Ventas/todo", "/mcp/ventas",
                             "/mcp/lectura/lectura", "/mcp//lectura", "/mcp/Ventas/lectura/", "/mcp/%FF"})
        EXPECT_EQ(ask("ping", "{}", path).status, 404) << path;
    EXPECT_EQ(m.pide("POST /mcpx", "{}").status, 404);
    EXPECT_EQ(m.pide("GET /mcp").status, 405);
    EXPECT_EQ(m.pide("DELETE /mcp/Ventas").status, 405);
}

TEST_P(McpTest, NobodyIsAskedForMoreThanAToken) {
    const std::string where = R"(Bearer resource_metadata="https://cacao.prueba/.well-known/oauth-protected-resource/mcp")";
    const auto bare = post("{}", "/mcp", "");
    EXPECT_EQ(bare.status, 401);
    EXPECT_EQ(bare.header("WWW-Authenticate"), where);
    const auto wrong = post("no es JSON", "/mcp", "a.b.c");
    EXPECT_EQ(wrong.status, 401);
    EXPECT_EQ(wrong.header("WWW-Authenticate"), where + R"(, error="invalid_token")");
    EXPECT_EQ(post("no es JSON").status, 400);
}

TEST_P(McpTest, AnswersAreExactAndBounded) {
    for (int i = 0; i < 90; ++i)
        m.pide("POST /api/Contactos",
               fmt::format(R"({{"codigo":"C-{:03}","nombre":"{}","roles":["cliente"],"limiteCredito":{}.10}})", i,
                           std::string(150, 'x'), i));
    const auto page = call("consultar", R"({"operacion":"ContactosListar","argumentos":{}})");
    ASSERT_FALSE(is_error(page)) << page.body;
    EXPECT_EQ(block(page).en("/registrosPorPagina"), "20");
    EXPECT_EQ(page.operacion, "ContactosListar");
    const auto all = call("consultar", R"({"operacion":"ContactosListar","argumentos":{"registrosPorPagina":100}})");
    EXPECT_TRUE(is_error(all));
    EXPECT_THAT(block(all).body, HasSubstr("registrosPorPagina"));
    const auto few =
        call("consultar",
             R"({"operacion":"ContactosListar","argumentos":{"registrosPorPagina":100},"campos":["codigo","limiteCredito"]})");
    ASSERT_FALSE(is_error(few)) << few.body;
    EXPECT_EQ(block(few).en("/data/0"), R"({"codigo":"C-000","limiteCredito":0.1})");
    EXPECT_EQ(block(few).en("/totalRegistros"), "90");
    const auto own = call("ContactosListar", R"({"registrosPorPagina":1,"campos":["codigo"]})", "/mcp/Contactos");
    EXPECT_EQ(block(own).en("/data"), R"([{"codigo":"C-000"}])");
    const auto unknown = call("consultar", R"({"operacion":"ContactosListar","campos":["codigo","nada.mas"]})");
    EXPECT_TRUE(is_error(unknown));
    EXPECT_EQ(block(unknown).en("/errores/0/datos/campo"), "nada.mas");
    // Refusals are told as everywhere else.
    const auto refused = call("consultar", R"({"operacion":"ContactoObtener","argumentos":{}})");
    EXPECT_TRUE(is_error(refused));
    EXPECT_EQ(block(refused).faltas(), "requerido /entidadId");
    EXPECT_EQ(block(call("consultar", R"({"operacion":"ContactoObtener","argumentos":{"entidadId":"../Productos"}})")).faltas(),
              "tipo_incorrecto /entidadId");
    EXPECT_EQ(block(call("consultar", R"({"operacion":"ContactoObtener","argumentos":{"entidadId":".."}})")).faltas(),
              "tipo_incorrecto /entidadId");
    EXPECT_EQ(block(call("consultar", R"({"operacion":"ContactosListar","argumentos":{"inventado":1}})")).faltas(),
              "campo_desconocido /inventado");
    EXPECT_EQ(block(call("consultar", R"({"operacion":"ContactosListar","argumentos":{"buscar":{"a":1}}})")).faltas(),
              "tipo_incorrecto /buscar");
    EXPECT_TRUE(is_error(call("consultar", R"({"operacion":"ContactosListar","inventado":1})")));
    EXPECT_TRUE(is_error(call("consultar", R"({"operacion":"ContactosListar","argumentos":[]})")));
    // What is sent beside the simulation's own word is no argument of an operation.
    EXPECT_TRUE(
        is_error(call("simular", R"({"operacion":"ContactoCrear","argumentos":{"codigo":"Z","nombre":"Z","simular":false}})")));
}

TEST_P(McpTest, EveryReadAnswers) {
    int reads = 0;
    for (const auto& op : m.operaciones.all()) {
        if (op.escribe() || !serve::mcp::offered(op)) continue;
        ++reads;
        // By the example of each argument that must be there.
        std::string arguments;
        for (const auto& member : op.versiones.back().request.shape->members) {
            if (!member.required() || member.list()) continue;
            std::string value;
            reflect::write_example(value, member.use, {});
            arguments += (arguments.empty() ? "" : ",") + as_text(member.name) + ":" + value;
        }
        const auto r = call("consultar", fmt::format(R"({{"operacion":"{}","argumentos":{{{}}}}})", op.id, arguments));
        ASSERT_NE(r.en("/result/isError"), "") << op.id << ' ' << r.body;
        EXPECT_NE(block(r).en("/codigo"), "interno") << op.id;
    }
    EXPECT_GT(reads, 140);
}

class McpTexts : public McpTest {};
INSTANTIATE_TEST_SUITE_P(, McpTexts, testing::Values(db::Motor::sqlite));

TEST_P(McpTexts, EachOperationIsAToolThatClientsTake) {
    const std::regex names{"^[A-Za-z0-9_]{1,48}$"};
    for (const auto& op : m.operaciones.all()) {
        if (!serve::mcp::offered(op)) continue;
        EXPECT_TRUE(std::regex_match(op.id, names)) << op.id;
        const auto tool = serve::mcp::read_json(serve::mcp::as_tool(op));
        ASSERT_TRUE(tool.value) << op.id;
        const auto* schema = tool.value->find("inputSchema");
        EXPECT_EQ(*schema->text_at("type"), "object") << op.id;
        const auto text = serve::mcp::written(*schema);
        for (const auto* word : {R"("$ref")", R"("anyOf")", R"("oneOf")", R"("allOf")", R"("x-)"})
            EXPECT_THAT(text, Not(HasSubstr(word))) << op.id;
        const auto described = serve::mcp::described(op);
        EXPECT_TRUE(serve::mcp::read_json(described).value) << op.id;
        EXPECT_LT(described.size(), 48U << 10U) << op.id;
    }
}

TEST_P(McpTexts, PromptsNameOperationsThatThereAre) {
    const auto prompts = ask("prompts/list");
    for (int i = 0; i < 4; ++i) {
        const auto name = prompts.en(fmt::format("/result/prompts/{}/name", i));
        for (const auto* idioma : {"es", "en"}) {
            const auto got =
                ask("prompts/get", fmt::format(R"({{"name":"{}","arguments":{{"idioma":"{}","mes":"2026-10"}}}})", name, idioma));
            const auto text = got.en("/result/messages/0/content/text");
            EXPECT_THAT(text, AllOf(Not(IsEmpty()), Not(HasSubstr("{{")))) << name;
            int marked = 0;
            for (const auto c : text) marked += c == '`';
            EXPECT_EQ(serve::mcp::operations_named(text, m.operaciones).size() * 2, static_cast<std::size_t>(marked))
                << name << ' ' << idioma;
        }
    }
    EXPECT_EQ(prompts.en("/result/prompts/4"), "");
    EXPECT_THAT(ask("prompts/get", R"({"name":"nada"})").body, HasSubstr("-32602"));
    EXPECT_EQ(ask("completion/complete",
                  R"({"ref":{"type":"ref/prompt","name":"cerrar_mes"},"argument":{"name":"idioma","value":"e"}})")
                  .en("/result/completion/values"),
              R"(["es","en"])");
    const auto guides = ask("resources/list");
    const auto uri = guides.en("/result/resources/0/uri");
    EXPECT_THAT(uri, testing::StartsWith("cacao://guia/es/"));
    EXPECT_THAT(ask("resources/read", R"({"uri":")" + uri + "\"}").en("/result/contents/0/text"), testing::StartsWith("# "));
    EXPECT_THAT(ask("resources/read", R"({"uri":"cacao://guia/es/../x"})").body, HasSubstr("-32002"));
}

TEST_P(McpTexts, QuestionsFindTheirOperation) {
    const std::pair<std::string, std::string> table[] = {
        {"quién nos debe dinero", "AntiguedadSaldos"},
        {"who owes us money", "AntiguedadSaldos"},
        {"clientes morosos", "AntiguedadSaldos"},
        {"overdue customers", "AntiguedadSaldos"},
        {"facturas del mes pasado", "FacturasVenta"},
        {"list sales invoices", "FacturasVenta"},
        {"crear una factura de venta", "FacturaVentaCrear"},
        {"create an invoice for a customer", "FacturaVentaCrear"},
        {"cuánto hay en el almacén de un producto", "Existencias"},
        {"stock by warehouse", "Existencias"},
        {"productos por debajo de su mínimo", "NivelesInventarioListar"},
        {"minimum stock of products", "NivelesInventarioListar"},
        {"crear orden de compra", "OrdenCompraCrear"},
        {"create a purchase order", "OrdenCompraCrear"},
        {"saldo de los bancos", "SaldosBancos"},
        {"bank account balances", "SaldosBancos"},
        {"conciliar el banco", "ConciliacionAutomatica"},
        {"bank statement lines", "EstadoCuentaBanco"},
        {"registrar un cobro de un cliente", "DepositoAgregar"},
        {"balanza de comprobación", "SaldosCuentas"},
        {"trial balance", "SaldosCuentas"},
        {"cerrar un periodo contable", "PeriodoCambiar"},
        {"tipo de cambio del dólar", "TiposCambioListar"},
        {"exchange rate", "TiposCambioListar"},
        {"estado de cuenta de un cliente", "EstadoCuenta"},
        {"buscar un contacto", "ContactosListar"},
        {"add a new customer", "ContactoCrear"},
        {"precio de un producto para un cliente", "PreciosResolver"},
        {"quién cambió un registro", "BitacoraListar"},
        {"audit log", "BitacoraListar"},
        {"enviar un documento por correo", "DocumentoEnviar"},
        {"cancelar una factura", "RegistroVentaCancelar"},
        {"devolución de un cliente", "NotaDevolucionClienteCrear"},
        {"margen de las reservaciones", "AgenciaViajeMargenReservacion"},
        {"IVA cobrado", "IVAcobradoTasas"},
        {"utilidad por orden de servicio", "OrdenServicioUtilidadAgrupador"},
    };
    for (const auto& [question, id] : table) {
        const auto found = block(call("buscar_operaciones", R"({"texto":)" + as_text(question) + "}"));
        std::vector<std::string> first;
        for (int i = 0; i < 5; ++i) first.push_back(found.en(fmt::format("/{}/operacion", i)));
        EXPECT_THAT(first, testing::Contains(id)) << question;
    }
    EXPECT_EQ(block(call("buscar_operaciones", R"({"texto":""})")).body, "[]");
    EXPECT_EQ(block(call("buscar_operaciones", R"({"texto":"ñandú zzz"})")).body, "[]");
    EXPECT_EQ(block(call("buscar_operaciones", R"({"texto":"documentos"})")).en("/20"), "");
}

class McpTokens : public McpTest {
protected:
    McpTokens() {
        proveedor.llaves({llave.jwk()});
        const auto servicio =
            m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"agente","nombre":"Agente","esServicio":true,"roles":[)" +
                                                       std::to_string(m.empresa.rolAdministradorId) + "]}");
        consumidorId =
            m.pide("POST /api/ConsumidoresApi", R"({"nombre":"Agentes","tipoIntegracion":"agente","usuarioId":)" +
                                                    servicio.en("/data/usuarioId") + R"(,"alcances":["Contactos.leer"]})")
                .en("/data/consumidorId");
        anaId =
            m.pide("POST /api/Seguridad/Usuarios", R"({"usuario":"ana","nombre":"Ana","password":"tres osos y medio","roles":[)" +
                                                       std::to_string(m.empresa.rolAdministradorId) + "]}")
                .en("/data/usuarioId");
    }
    Respuesta create(const std::string& more, const std::string& client = "cacao") {
        return m.pide("POST /api/Seguridad/ProveedoresIdentidad",
                      fmt::format(R"({{"nombre":"{}","emisor":"{}","idCliente":"{}","consumidorId":{}{}}})", client,
                                  proveedor.emisor(), client, consumidorId, more));
    }
    void link(const std::string& provider) {
        ASSERT_EQ(m.pide("POST /api/Seguridad/Identidades",
                         fmt::format(R"({{"proveedorIdentidadId":{},"sub":"sub-1","usuarioId":{}}})", provider, anaId))
                      .status,
                  200);
    }
    std::string made(const std::string& audience = R"("https://cacao.prueba/mcp")", const std::string& more = {},
                     const std::string& type = "at+jwt", std::int64_t age = 0, std::int64_t life = 3600) {
        const auto s = m.reloj.ahora().segundos() - age;
        return llave.token(fmt::format(R"({{"alg":"ES256","kid":"e1","typ":"{}"}})", type),
                           fmt::format(R"({{"iss":"{}","aud":{},"sub":"sub-1","iat":{},"exp":{},"jti":"{}"{}}})",
                                       proveedor.emisor(), audience, s, s + life, ++serial, more));
    }
    std::string why(const std::string& token) {
        const auto r = ask("ping", "{}", "/mcp", token);
        return std::to_string(r.status) + ' ' + r.en("/errores/0/codigo") + ' ' + r.en("/errores/0/datos/motivo");
    }

    test::ProveedorOidc proveedor;
    test::LlaveJose llave = test::LlaveJose::p256("e1");
    std::string consumidorId, anaId;
    int serial = 0;
};
CACAO_EN_AMBOS_MOTORES(McpTokens);

TEST_P(McpTokens, AProvidersTokenIsThePersonNarrowedToTheConsumer) {
    EXPECT_EQ(m.seguridad->recurso_protegido(), std::nullopt);
    const auto provider = create(R"(,"anunciado":true)").en("/data/proveedorIdentidadId");
    EXPECT_EQ(*m.seguridad->recurso_protegido(),
              R"({"resource":"https://cacao.prueba/mcp","resource_name":"Cacao","authorization_servers":[")" +
                  proveedor.emisor() + R"("],"bearer_methods_supported":["header"]})");
    const auto token = made();
    EXPECT_EQ(why(token), "403 identidad_sin_enlace ");
    link(provider);
    const auto names = tools("/mcp/Contactos", token);
    EXPECT_THAT(names, testing::Contains("ContactosListar"));
    // Ana may do everything; through the provider she reads contacts.
    EXPECT_THAT(names, Not(testing::Contains("ContactoCrear")));
    const auto me = call("consultar", R"({"operacion":"UsuarioActual"})", "/mcp", token);
    EXPECT_EQ(block(me).en("/data/usuarioId"), anaId);
    EXPECT_EQ(block(me).en("/data/consumidorId"), consumidorId);
    // It opens nothing but this door, whether it is remembered or not.
    EXPECT_EQ(m.pide_con(token, "GET /api/Contactos").status, 401);
    // Beside the request, so in the order of the one queue alone.
    m.escribe([](Context&) {});
    if (GetParam() == db::Motor::sqlite) {
        EXPECT_NE(m.pide("GET /api/Seguridad/Identidades?usuarioId=" + anaId).en("/data/0/ultimoUso"), "null");
    }
    // What is taken away is gone at once.
    m.pide("PUT /api/Seguridad/ProveedoresIdentidad/" + provider, R"({"activo":false})");
    EXPECT_EQ(why(token), "401 token_invalido proveedor");
    EXPECT_EQ(m.seguridad->recurso_protegido(), std::nullopt);
    m.pide("PUT /api/Seguridad/ProveedoresIdentidad/" + provider, R"({"activo":true})");
    EXPECT_EQ(ask("ping", "{}", "/mcp", token).status, 200);
    m.pide("DELETE /api/Seguridad/Identidades/" + m.pide("GET /api/Seguridad/Identidades").en("/data/0/identidadExternaId"));
    EXPECT_EQ(why(token), "403 identidad_sin_enlace ");
}

TEST_P(McpTokens, WhatIsMadeForOthersOpensNothing) {
    const auto provider = create(R"(,"anunciado":true)").en("/data/proveedorIdentidadId");
    link(provider);
    EXPECT_EQ(ask("ping", "{}", "/mcp", made(R"(["otro","https://cacao.prueba/mcp"])")).status, 200);
    EXPECT_EQ(ask("ping", "{}", "/mcp", made(R"("https://cacao.prueba/mcp")", "", "JWT")).status, 200);
    EXPECT_EQ(ask("ping", "{}", "/mcp", made(R"("https://cacao.prueba/mcp")", "", "at+jwt", 3000)).status, 200);
    for (const auto* other : {R"("cacao")", R"("https://otro.ejemplo/mcp")", R"("https://cacao.prueba/mcp/")",
                              R"("https://cacao.prueba")", "[]", "7"})
        EXPECT_THAT(why(made(other)), AllOf(testing::StartsWith("401 token_invalido"), Not(HasSubstr("firma")))) << other;
    EXPECT_EQ(why(made(R"("https://cacao.prueba/mcp")", R"(,"nonce":"x")", "JWT")), "401 token_invalido tipo");
    EXPECT_EQ(why(made(R"("https://cacao.prueba/mcp")", "", "logout+jwt")), "401 token_invalido tipo");
    EXPECT_EQ(why(made(R"("https://cacao.prueba/mcp")", "", "at+jwt", 4000)), "401 token_invalido vencido");
    EXPECT_EQ(why(made(R"("https://cacao.prueba/mcp")", "", "at+jwt", -1000)), "401 token_invalido futuro");
    const auto good = made();
    EXPECT_EQ(why(good.substr(0, good.size() - 4) + "AAAA"), "401 token_invalido firma");
    // A token of agents is no login.
    EXPECT_EQ(m.pide_sin_token("POST /api/Seguridad/LoginMcp", R"({"idToken":")" + made(R"("cacao")") + "\"}")
                  .en("/errores/0/datos/motivo"),
              "tipo");
}

TEST_P(McpTokens, AudiencesAndScopesAreSaid) {
    const auto provider =
        create(R"(,"audiencias":["api://cacao"],"alcance":"api://cacao/usar")").en("/data/proveedorIdentidadId");
    link(provider);
    const auto r = ask("ping", "{}", "/mcp", made(R"("api://cacao")"));
    EXPECT_EQ(r.status, 403);
    EXPECT_THAT(r.header("WWW-Authenticate"), HasSubstr(R"(error="insufficient_scope", scope="api://cacao/usar")"));
    for (const auto* good : {R"(,"scope":"openid api://cacao/usar")", R"(,"scp":"usar otro")", R"(,"scp":["usar"])"})
        EXPECT_EQ(ask("ping", "{}", "/mcp", made(R"("api://cacao")", good)).status, 200) << good;
    for (const auto* bad : {R"(,"scope":"usarlo")", R"(,"scope":7)", R"(,"scp":[])"})
        EXPECT_EQ(ask("ping", "{}", "/mcp", made(R"("api://cacao")", bad)).status, 403) << bad;
    // The address of /mcp is nobody's who did not say so; an audience is of one provider.
    EXPECT_EQ(why(made()), "401 token_invalido proveedor");
    EXPECT_EQ(m.seguridad->recurso_protegido(), std::nullopt);
    EXPECT_EQ(create(R"(,"audiencias":["api://cacao"])", "otro").faltas(), "duplicado /audiencias");
    EXPECT_EQ(create(R"(,"audiencias":["a","a"],"alcance":"dos palabras")", "otro").faltas(),
              "duplicado /audiencias/1; valor_no_permitido /alcance");
    const auto second = create(R"(,"anunciado":true)", "otro").en("/data/proveedorIdentidadId");
    EXPECT_EQ(m.pide("PUT /api/Seguridad/ProveedoresIdentidad/" + provider, R"({"anunciado":true,"audiencias":[]})").faltas(),
              "duplicado /audiencias");
    EXPECT_EQ(m.pide("PUT /api/Seguridad/ProveedoresIdentidad/" + second, R"({"anunciado":false})").status, 200);
    EXPECT_EQ(m.pide("PUT /api/Seguridad/ProveedoresIdentidad/" + provider, R"({"anunciado":true,"audiencias":[],"alcance":""})")
                  .en("/data/audiencias"),
              "[]");
    EXPECT_EQ(ask("ping", "{}", "/mcp", made()).status, 200);
    EXPECT_EQ(why(made(R"("api://cacao")")), "401 token_invalido proveedor");
}

}  // namespace
}  // namespace cacao::command
