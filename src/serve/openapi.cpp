#include "serve/openapi.hpp"

#include "api/documented.hpp"
#include "api/formatos.hpp"
#include "api/problema.hpp"
#include "palabras/palabras.hpp"
#include "serve/embedded.hpp"
#include "serve/examples.hpp"
#include "serve/guides.hpp"
#include "serve/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace cacao::serve {
namespace {

using api::Operation;
using api::Verb;
using reflect::write_string;

std::string in_quotes(std::string_view text) {
    std::string out;
    write_string(out, text);
    return out;
}

// A struct that is written by hand, not derived: its members with their schemas.
std::string object_schema(std::string_view name, std::span<const std::pair<std::string_view, std::string_view>> members,
                          std::string_view required) {
    std::string out = R"({"type":"object","properties":{)";
    for (const auto& [member, schema] : members) out += reflect::property(words(), name, member, std::string{schema}) + ",";
    out.back() = '}';
    return out + R"(,"required":[)" + std::string{required} + "]}";
}

std::string falta_schema() {
    static constexpr std::pair<std::string_view, std::string_view> members[] = {
        {"en", R"({"type":"string","enum":["cuerpo","consulta","ruta","encabezado"]})"},
        {"campo", R"({"type":"string"})"},
        {"codigo", R"({"$ref":"#/components/schemas/Codigo"})"},
        {"mensaje", R"({"type":"string"})"},
        {"datos", R"({"type":"object"})"}};
    return object_schema("Falta", members, R"("en","campo","codigo","mensaje","datos")");
}

std::string problema_schema() {
    static constexpr std::pair<std::string_view, std::string_view> members[] = {
        {"type", R"({"type":"string","format":"uri-reference"})"},
        {"title", R"({"type":"string"})"},
        {"status", R"({"type":"integer"})"},
        {"detail", R"({"type":"string"})"},
        {"codigo", R"({"$ref":"#/components/schemas/Codigo"})"},
        {"traceId", R"({"type":"string"})"},
        {"errores", R"({"type":"array","maxItems":100,"items":{"$ref":"#/components/schemas/Falta"}})"},
        {"masErrores", R"({"type":"integer","minimum":1})"}};
    return object_schema("Problema", members, R"("type","title","status","detail","codigo","traceId","errores")");
}

std::string code_schema() {
    std::string out = R"({"type":"string","enum":[)";
    for (const auto codigo : todos_los_codigos()) out += in_quotes(nombre(codigo)) + ",";
    out.back() = ']';
    return out + "}";
}

struct ProblemResponse {
    int status;
    std::string_view description;
};
constexpr ProblemResponse problem_responses[] = {
    {400, "Solicitud incorrecta: cada falta con su campo y código"},
    {401, "Falta una autenticación válida"},
    {403, "El token no permite esta operación"},
    {404, "No existe la ruta"},
    {406, "No hay una representación que cumpla Accept"},
    {409, "Una solicitud con la misma Idempotency-Key está en proceso, o un saldo impide el cambio"},
    {412, "El registro no está en la versión que indica If-Match"},
    {413, "El cuerpo supera el tamaño permitido"},
    {415, "El tipo de contenido no es el esperado"},
    {422, "La Idempotency-Key ya se usó con otra solicitud"},
    {429, "Demasiadas peticiones o intentos; Retry-After dice cuánto esperar"},
    {500, "Error interno, con su traceId"},
    {503, "El servicio no está disponible; Retry-After dice cuánto esperar"},
};

std::set<int> statuses_of(const Operation& op) {
    std::set<int> list{400, 406, 500, 503};
    if (!op.publica) list.insert({401, 403, 429});
    if (op.secreta) list.insert({401, 429});
    if (op.versiones.back().has_body) list.insert({413, 415});
    if (op.repetible()) list.insert({409, 422});
    for (const auto codigo : op.codigos) list.insert(api::http_status(codigo));
    return list;
}

std::string parameter_list(const Operation& op, reflect::SchemaBook& book) {
    std::string out = "[";
    for (const auto& p : api::parameters(op, book)) {
        out += R"({"name":)" + in_quotes(p.name) + R"(,"in":")" + std::string{p.in} + R"(","required":)" +
               (p.required ? "true" : "false");
        if (!p.description.empty()) out += R"(,"description":)" + in_quotes(p.description);
        if (p.schema.starts_with(R"({"type":"array")")) out += R"(,"style":"form","explode":false)";
        out += R"(,"schema":)" + p.schema + "},";
    }
    for (const auto& name : op.ignora)
        out += R"({"name":)" + in_quotes(name) +
               R"(,"in":"query","required":false,"deprecated":true,"description":"Se acepta y se ignora","schema":{}},)";
    auto shared = [&](std::string_view name) { out += R"({"$ref":"#/components/parameters/)" + std::string{name} + "\"},"; };
    if (op.repetible()) {
        shared("simular");
        shared("idempotencyKey");
    }
    if (std::ranges::find(op.codigos, Codigo::precondicion_fallida) != op.codigos.end()) shared("ifMatch");
    shared("idioma");
    shared("version");
    out.back() = ']';
    return out;
}

std::string operation_object(const Operation& op, reflect::SchemaBook& book) {
    const auto& x = op.versiones.back();
    std::string out = R"({"operationId":)" + in_quotes(op.id) + R"(,"tags":[)" + in_quotes(op.grupo) + R"(],"summary":)" +
                      in_quotes(op.resumen);
    if (!op.descripcion.empty()) out += R"(,"description":)" + in_quotes(op.descripcion);
    out += R"(,"x-origen":")" + std::string{op.adicional ? "adicional" : "documento"} + '"';
    // What was withdrawn answers that it was, and nothing else.
    if (std::ranges::find(op.codigos, Codigo::retirado) != op.codigos.end()) out += R"(,"deprecated":true)";
    // Of a POST that only asks, so that a client may repeat it freely.
    if (!op.escribe() && op.verb != api::Verb::GET) out += R"(,"x-solo-lectura":true)";
    if (!op.publica && !op.libre_para_todos) out += R"(,"x-permiso":)" + in_quotes(op.id);
    if (!op.codigos.empty()) {
        out += R"(,"x-codigos":[)";
        for (const auto codigo : op.codigos) out += in_quotes(nombre(codigo)) + ",";
        out.back() = ']';
    }
    if (op.versiones.size() > 1) {
        out += R"(,"x-versiones":[)";
        for (const auto& v : op.versiones) out += in_quotes(v.desde.empty() ? "primera" : v.desde) + ",";
        out.back() = ']';
    }
    if (op.publica) out += R"(,"security":[])";
    if (op.cuerpo_tambien) out += R"(,"x-cuerpo-en-get":)" + api::body_schema(op, book);
    out += R"(,"parameters":)" + parameter_list(op, book);
    if (op.cuerpo_de_tabla) {
        out +=
            R"(,"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"array","items":{"type":"object"}},"example":)" +
            shown_body(op, book.words()) + R"(},"text/csv":{"schema":{"type":"string"}}}})";
    } else if (x.has_body) {
        const auto type = op.acepta_multipart ? "multipart/form-data" : "application/json";
        out += R"(,"requestBody":{"required":true,"content":{")" + std::string{type} + R"(":{"schema":)" +
               api::body_schema(op, book);
        if (!op.acepta_multipart) out += R"(,"example":)" + shown_body(op, book.words());
        out += "}}}";
    }
    out +=
        R"(,"responses":{"200":{"description":"Correcto","headers":{"traceparent":{"$ref":"#/components/headers/traceparent"})";
    if (x.escribe && op.repetible()) out += R"(,"Simulacion":{"$ref":"#/components/headers/Simulacion"})";
    out += "}";
    const auto schema = api::answer_schema(op, book);
    if (schema.empty()) out += R"(,"content":{"*/*":{"schema":{"type":"string","format":"binary"}}})";
    else out += R"(,"content":{"application/json":{"schema":)" + schema + R"(,"example":)" + shown_answer(op, book.words()) + "}";
    if (x.tabular)
        for (const auto type : std::span{api::tipos_de_formato}.subspan(1))
            out += "," + in_quotes(type) + R"(:{"schema":{"type":"string","format":"binary"}})";
    else if (api::es_de_documento(op))
        for (const auto* type : {"application/pdf", "application/xml"})
            out += "," + in_quotes(type) + R"(:{"schema":{"type":"string","format":"binary"}})";
    if (!schema.empty()) out += "}";
    out += "}";
    for (const int status : statuses_of(op))
        out += ",\"" + std::to_string(status) + R"(":{"$ref":"#/components/responses/)" + std::to_string(status) + "\"}";
    return out + "}}";
}

std::string shared_components() {
    std::string out =
        R"("securitySchemes":{"bearer":{"type":"http","scheme":"bearer","bearerFormat":"JWT"}},"headers":{"traceparent":)"
        R"({"description":"Contexto de traza W3C","schema":{"type":"string"}},"Simulacion":)"
        R"({"description":"`true`: nada se guardó","schema":{"type":"string","enum":["true"]}}},"parameters":{)"
        R"("simular":{"name":"simular","in":"query","required":false,"description":"true: todo se comprueba y nada se guarda; `simulacion` dice qué documentos se registrarían, con sus partidas, precios, impuestos, existencias y asientos, y qué asientos tendrían documentos que ya existen",)"
        R"("schema":{"type":"boolean"}},"idempotencyKey":{"name":"Idempotency-Key","in":"header","required":false,"description":)"
        R"("Una repetición dentro de 24 horas responde lo mismo y no hace nada dos veces","schema":{"type":"string","minLength":1,)"
        R"("maxLength":200}},"ifMatch":{"name":"If-Match","in":"header","required":false,"description":)"
        R"("ETag del registro leído; si cambió desde entonces se responde 412","schema":{"type":"string"}},)"
        R"("idioma":{"name":"Accept-Language","in":"header","required":false,"description":"es (predeterminado) o en",)"
        R"("schema":{"type":"string"}},"version":{"name":"Service-Api-Version","in":"header","required":false,"description":)"
        R"("yyyy-MM o current; hoy ninguna operación tiene más de una versión","schema":{"type":"string"}}},"responses":{)";
    for (const auto& r : problem_responses)
        out += "\"" + std::to_string(r.status) + R"(":{"description":)" + in_quotes(r.description) +
               R"(,"content":{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problema"}}}},)";
    out.back() = '}';
    return out;
}

// The root is answered around the table of operations, and named by the interface document all the same.
constexpr std::string_view root_paths =
    R"("/":{"get":{"operationId":"Raiz","tags":["Raiz"],"summary":"Redirige a la documentación","x-origen":"documento","security":[],)"
    R"("responses":{"302":{"description":"Documentación","headers":{"Location":{"schema":{"type":"string"}}}},"503":{"$ref":"#/components/responses/503"},"404":{"$ref":"#/components/responses/404"}}},)"
    R"("options":{"operationId":"RaizOpciones","tags":["Raiz"],"summary":"Métodos que acepta la ruta","x-origen":"documento","security":[],)"
    R"("responses":{"204":{"description":"Sin contenido; Allow enumera los métodos","headers":{"Allow":{"schema":{"type":"string"}}}},"404":{"$ref":"#/components/responses/404"}}}})";

// What each group of operations is about, for the reader who looks for his, in the order in which a business needs them.
struct GroupDescription {
    std::string_view group;
    std::string_view description;
};
constexpr GroupDescription group_descriptions[] = {
    {"Seguridad", "Autenticación, usuarios, roles, consumidores del API y bitácora"},
    {"Sistema", "Sucursales, centros de costo y demás datos de la organización"},
    {"Trabajos", "Lo que el servicio hace por su cuenta, fuera de las peticiones"},
    {"Contactos", "Clientes, proveedores y demás contactos de la organización"},
    {"Vendedores", "Vendedores de la organización"},
    {"Productos", "Productos, servicios y sus clasificaciones"},
    {"ListasPrecios", "Listas de precios y sus partidas"},
    {"Ventas", "Cotizaciones, pedidos, facturas y notas de venta"},
    {"Consola", "Lo que la consola en el navegador muestra al entrar y guarda de cada usuario"},
    {"Mostrador", "Cajas de mostrador: turnos, ventas cobradas en el acto, retiros y cortes"},
    {"Timbrado", "Comprobantes fiscales que la organización emite: certificados, timbres y su estado"},
    {"Correos", "Documentos que se envían por correo electrónico, y qué fue de cada mensaje"},
    {"Impresos", "Cómo se ven los documentos en papel: colores, columnas y leyendas"},
    {"Ruta", "Rutas de reparto, sus liquidaciones y devoluciones"},
    {"OrdenServicio", "Órdenes de servicio y su avance"},
    {"AgenciaViaje", "Reservaciones y servicios de agencias de viaje"},
    {"EscuelaPrivada", "Alumnos y colegiaturas de escuelas privadas"},
    {"Cartera", "Saldos por cobrar y por pagar"},
    {"Compras", "Órdenes de compra, recepciones y facturas de proveedores"},
    {"Buzon", "Comprobantes fiscales que la organización recibe: se validan, se proponen y se registran"},
    {"Bancos", "Cuentas bancarias, ingresos, egresos y traspasos"},
    {"Inventario", "Existencias, movimientos y almacenes"},
    {"Contabilidad", "Cuentas contables, pólizas y balanzas"},
    {"Activos", "Activos fijos: categorías, depreciación, bajas y su valor fiscal"},
    {"Periodicos", "Lo que se repite: plantillas de documentos, pagos anticipados y lo que se genera cada mes"},
    {"Impuestos", "IVA, IEPS e ISR en base a flujo, su liquidación, DIOT y contabilidad electrónica"},
    {"Documentos", "Notas y archivos que se agregan a documentos registrados"},
    {"Eventos", "Lo que pasa, para seguirlo o recibirlo por avisos (webhooks)"},
    {"ArchivosDigitales", "Archivos adjuntos y comprobantes digitales"},
    {"CatalogosSAT", "Claves de los catálogos de la autoridad fiscal"},
    {"Version", "Versiones de la interfaz y registro de sus cambios"},
    {"Raiz", "Raíz del servicio"},
};

std::string group_object(std::string_view group) {
    std::string out = R"({"name":)" + in_quotes(group);
    const auto found = std::ranges::find(group_descriptions, group, &GroupDescription::group);
    if (found != std::end(group_descriptions)) out += R"(,"description":)" + in_quotes(found->description);
    return out + "}";
}

std::string_view verb_key(Verb verb) {
    switch (verb) {
        case Verb::POST: return "post";
        case Verb::PUT: return "put";
        case Verb::DELETE: return "delete";
        default: return "get";
    }
}

// What is told to an address of others: the form of every notice, narrowed to its types and to what it says.
std::string notice_object(const api::Notice& notice, const api::Operations& operations, reflect::SchemaBook& book) {
    std::string out = R"({"post":{"operationId":)" + in_quotes("aviso_" + notice.name) + R"(,"tags":["Eventos"],"summary":)" +
                      in_quotes(notice.summary) +
                      R"(,"description":"Se envía a las suscripciones que la piden, firmado según Standard Webhooks 1.0.0.")" +
                      R"(,"parameters":[)";
    for (const auto& [header, what] : {std::pair{"webhook-id", "Del aviso: el mismo en cada intento"},
                                       std::pair{"webhook-timestamp", "Cuándo se envió, en segundos desde 1970"},
                                       std::pair{"webhook-signature", "Una o más firmas, cada una `v1,` y su código en base64"}})
        out += R"({"name":)" + in_quotes(header) + R"(,"in":"header","required":true,"description":)" + in_quotes(what) +
               R"(,"schema":{"type":"string"}},)";
    out.back() = ']';
    out += R"(,"requestBody":{"required":true,"content":{"application/json":{"schema":{"allOf":[)";
    book.write(out, operations.notice(), reflect::Direction::out);
    std::string types = R"({"type":"string","enum":[)";
    for (const auto& type : notice.types) types += in_quotes(type) + ",";
    types.back() = ']';
    types += "}";
    const std::string_view form = operations.notice().shape->name;
    out += R"(,{"type":"object","properties":{)" + reflect::property(book.words(), form, "type", std::move(types)) + "," +
           reflect::property(book.words(), form, "version", R"({"const":)" + std::to_string(notice.version) + "}") +
           R"(,"data":{"description":)" + in_quotes(book.words().explanation(form, "data")) + R"(,"allOf":[)";
    if (notice.of_document)
        out +=
            R"({"type":"object","properties":{"transaccionId":{"type":"integer","description":"Del documento."},"consecutivo":{"type":"integer","description":"La versión que el documento tuvo con esto."}},"required":["transaccionId","consecutivo"]},)";
    book.write(out, notice.data, reflect::Direction::out);
    out += "]}";
    return out +
           R"(}}]}}}},"responses":{"204":{"description":"Recibido, como con cualquier 2xx; otra respuesta se intenta otra vez"},"410":{"description":"Ya no se quieren avisos: la suscripción se desactiva"}}}})";
}

}  // namespace

reflect::Words words() {
    return {.explanation =
                [](std::string_view where, std::string_view member) {
                    const auto* found = glosario::palabra(where, member);
                    return found == nullptr ? std::string_view{} : found->explicacion;
                },
            .example =
                [](std::string_view where, std::string_view member) {
                    const auto* found = glosario::palabra(where, member);
                    return found == nullptr ? std::string_view{} : found->ejemplo;
                }};
}

std::vector<std::string_view> groups_in_order(const api::Operations& operations) {
    std::vector<std::string_view> groups{root_group};
    for (const auto& op : operations.all())
        if (std::ranges::find(groups, op.grupo) == groups.end()) groups.push_back(op.grupo);
    std::ranges::sort(groups, {}, [](std::string_view group) {
        return std::pair{std::ranges::find(group_descriptions, group, &GroupDescription::group), group};
    });
    return groups;
}

std::string introduction() {
    static constexpr std::string_view hole = "{{guias}}";
    std::string text{embedded::introduccion_md()};
    auto links = guide_links();
    links.pop_back();
    text.replace(text.find(hole), hole.size(), links);
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

std::string openapi_document(const api::Operations& operations, std::string_view version) {
    reflect::SchemaBook book{words()};
    std::map<std::string, std::map<std::string_view, std::string>> paths;
    for (const auto& op : operations.all()) paths[op.path][verb_key(op.verb)] = operation_object(op, book);
    // Without documents there is nothing to simulate but the answer.
    std::string simulacion;
    if (operations.simulacion().shape != nullptr) book.write(simulacion, operations.simulacion(), reflect::Direction::out);
    std::string out =
        R"({"openapi":"3.1.0","info":{"title":"Cacao","version":)" + in_quotes(version) + R"(,"description":)" +
        in_quotes(introduction()) +
        R"(,"license":{"name":"Apache-2.0","identifier":"Apache-2.0"}},"servers":[{"url":"/"}],"security":[{"bearer":[]}],"tags":[)";
    for (const auto g : groups_in_order(operations)) out += group_object(g) + ",";
    out.back() = ']';
    out += R"(,"paths":{)" + std::string{root_paths};
    for (const auto& [path, verbs] : paths) {
        out += "," + in_quotes(path) + ":{";
        for (const auto& [verb, object] : verbs) out += in_quotes(verb) + ":" + object + ",";
        out.back() = '}';
    }
    if (!operations.notices().empty()) {
        out += R"(},"webhooks":{)";
        for (const auto& notice : operations.notices())
            out += in_quotes(notice.name) + ":" + notice_object(notice, operations, book) + ",";
        out.pop_back();
    }
    out += R"(},"components":{)" + shared_components() + R"(,"schemas":{"Codigo":)" + code_schema() + R"(,"Falta":)" +
           falta_schema() + R"(,"Problema":)" + problema_schema();
    if (simulacion.empty()) out += R"(,"Simulacion":{"type":"object"})";
    if (const auto components = book.components(); !components.empty()) out += "," + components;
    out += "}}}";
    return indented(book.resolve(std::move(out))) + "\n";
}

std::string indented(std::string_view json) {
    std::string out;
    int level = 0;
    bool in_string = false;
    auto line = [&] { out.append(1, '\n').append(static_cast<std::size_t>(level) * 2, ' '); };
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (in_string) {
            out.push_back(c);
            if (c == '\\') out.push_back(json[++i]);
            else if (c == '"') in_string = false;
            continue;
        }
        switch (c) {
            case '"':
                in_string = true;
                out.push_back(c);
                break;
            case '{':
            case '[':
                out.push_back(c);
                if (json[i + 1] == '}' || json[i + 1] == ']') {
                    out.push_back(json[++i]);
                } else {
                    ++level;
                    line();
                }
                break;
            case '}':
            case ']':
                --level;
                line();
                out.push_back(c);
                break;
            case ',':
                out.push_back(c);
                line();
                break;
            case ':': out += ": "; break;
            default: out.push_back(c);
        }
    }
    return out;
}

}  // namespace cacao::serve
