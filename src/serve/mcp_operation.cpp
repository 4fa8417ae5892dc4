#include "serve/mcp_operation.hpp"

#include "api/router.hpp"
#include "base/ascii.hpp"
#include "base/renglones.hpp"
#include "palabras/palabras.hpp"
#include "reflect/objeto.hpp"
#include "reflect/schema.hpp"
#include "serve/examples.hpp"
#include "serve/openapi.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::serve::mcp {
namespace {

using api::Envelope;
using api::Operation;
using reflect::Form;
using reflect::JsonType;

const api::Executable& newest(const Operation& op) { return op.versiones.back(); }

bool in_query(const Operation& op, std::string_view member) {
    return !op.en_ruta(member) && (!op.en_cuerpo() || op.aparte_en_consulta(member));
}

// A schema of more than that would be most of what an agent can read at once.
constexpr std::size_t longest_answer_schema = 12U << 10U;

constexpr std::string_view fields_schema =
    R"({"type":"array","items":{"type":"string"},"description":"Campos de la respuesta que interesan, con puntos hacia dentro: partidas.importe; sin él, todos"})";

// What is answered, without the envelope; where that is too long, its names alone.
std::string answer_schema(const Operation& op) {
    const auto& answer = newest(op).answer;
    if (answer.envelope == Envelope::nothing) return "null";
    reflect::SchemaBook book{words(), reflect::SchemaBook::Structs::inlined};
    std::string schema;
    book.write(schema, answer.data, reflect::Direction::out);
    if (schema.size() <= longest_answer_schema) return schema;
    const reflect::Shape* shape = answer.data.shape;
    while (shape->form == Form::list) shape = shape->items.shape;
    std::vector<std::string_view> names;
    for (const auto& member : shape->members) names.push_back(member.name);
    return reflect::objeto("campos", names);
}

// What fits on a line of a query; nothing for what does not.
std::optional<std::string> plain(const Json& value) {
    switch (value.type) {
        case JsonType::string:
        case JsonType::number: return value.text;
        case JsonType::boolean: return value.yes ? "true" : "false";
        case JsonType::array: {
            std::string all;
            for (const Json& item : value.items) {
                const auto one = item.is(JsonType::array) ? std::nullopt : plain(item);
                if (!one || one->find(',') != std::string::npos) return std::nullopt;
                if (&item != value.items.data()) all.push_back(',');
                all += *one;
            }
            return all;
        }
        case JsonType::object:
        case JsonType::null: break;
    }
    return std::nullopt;
}

void fill_path(const Operation& op, Asked& a) {
    auto value = a.parts.path.begin();
    for (std::string_view left = op.path; !left.empty();) {
        const auto open = std::min(left.find('{'), left.size());
        a.path += left.substr(0, open);
        if (open == left.size()) break;
        a.path += por_ciento((value++)->second);
        left.remove_prefix(left.find('}') + 1);
    }
}

void take_path(const Operation& op, const Json& arguments, Asked& a) {
    for (const std::string& name : op.path_names()) {
        const Json* const given = arguments.find(name);
        const auto text = given != nullptr && !given->is(JsonType::array) ? plain(*given) : std::nullopt;
        if (given == nullptr) a.faltas.agregar(Codigo::requerido, "/" + name, En::ruta);
        // Dots alone would name another path.
        else if (!text || text->empty() || text->find_first_not_of('.') == std::string::npos)
            a.faltas.agregar(Codigo::tipo_incorrecto, "/" + name, En::ruta);
        a.parts.path.emplace_back(name, text.value_or(""));
    }
}

void take_query(const Member& m, Asked& a) {
    const auto text = plain(m.value);
    if (!text) return a.faltas.agregar(Codigo::tipo_incorrecto, "/" + m.name, En::consulta);
    if (!a.query.empty()) a.query.push_back('&');
    a.query.append(por_ciento(m.name)).append("=").append(por_ciento(*text));
    a.parts.query.emplace_back(m.name, *text);
}

const reflect::ShapeMember* member_of(const reflect::Shape* shape, std::string_view name) {
    while (shape->form == Form::list) shape = shape->items.shape;
    if (shape->form != Form::object) return nullptr;
    const auto found = std::ranges::find(shape->members, name, &reflect::ShapeMember::name);
    return found == shape->members.end() ? nullptr : &*found;
}

// The part of a value that paths lead to: those that end here take all of it.
Json picked(const Json& value, const std::vector<std::string_view>& paths) {
    if (std::ranges::find(paths, std::string_view{}) != paths.end()) return value;
    if (value.is(JsonType::array)) {
        Json list{JsonType::array, {}, false, {}, {}};
        for (const Json& item : value.items) list.items.push_back(picked(item, paths));
        return list;
    }
    if (!value.is(JsonType::object)) return value;
    Json object{JsonType::object, {}, false, {}, {}};
    for (const Member& m : value.members) {
        std::vector<std::string_view> further;
        for (std::string_view path : paths)
            if (tomar_hasta(path, '.') == m.name) further.push_back(path);
        if (!further.empty()) object.members.push_back({m.name, picked(m.value, further)});
    }
    return object;
}

Json* data_of(Json& answer) {
    const auto found = std::ranges::find(answer.members, "data", &Member::name);
    return found == answer.members.end() ? nullptr : &found->value;
}

}  // namespace

bool offered(const Operation& op) {
    const bool withdrawn = std::ranges::find(op.codigos, Codigo::retirado) != op.codigos.end();
    return !op.publica && !op.secreta && !op.personal && !withdrawn && !op.acepta_multipart && !op.cuerpo_de_tabla &&
           newest(op).answer.envelope != Envelope::none && (!op.escribe() || op.repetible());
}

std::string input_schema(const Operation& op, bool with_fields) {
    reflect::SchemaBook book{words(), reflect::SchemaBook::Structs::inlined};
    const reflect::Shape& shape = *newest(op).request.shape;
    std::string properties;
    std::string required;
    const auto add = [&](std::string_view where, std::string_view name, std::string schema) {
        if (!properties.empty()) properties.push_back(',');
        properties += reflect::property(book.words(), where, name, std::move(schema));
    };
    for (const reflect::ShapeMember& member : shape.members) {
        const bool query = in_query(op, member.name);
        std::string schema;
        book.write(schema, member.use, reflect::Direction::in);
        add(query || op.en_ruta(member.name) ? std::string_view{op.id} : shape.name, member.name, std::move(schema));
        const bool may_be_left_out = member.use.nullable() || (query && member.list());
        if (may_be_left_out && !op.en_ruta(member.name)) continue;
        if (!required.empty()) required.push_back(',');
        reflect::write_string(required, member.name);
    }
    if (with_fields) {
        if (!properties.empty()) properties.push_back(',');
        properties += std::string{R"("campos":)"} + std::string{fields_schema};
    }
    std::string schema = R"({"type":"object","properties":{)" + properties + "}";
    if (!required.empty()) schema += R"(,"required":[)" + required + "]";
    return schema + R"(,"additionalProperties":false})";
}

std::string as_tool(const Operation& op) {
    const bool writes = op.escribe();
    std::string text = op.resumen + ".";
    if (!op.descripcion.empty()) text += "\n\n" + op.descripcion;
    return reflect::objeto("name", op.id, "title", op.resumen, "description", text, "inputSchema",
                           reflect::Escrito{input_schema(op, !writes)}, "annotations",
                           reflect::Escrito{reflect::objeto("readOnlyHint", !writes, "destructiveHint", writes, "idempotentHint",
                                                            !writes, "openWorldHint", false)});
}

std::string described(const Operation& op) {
    std::vector<std::string_view> codes;
    for (const auto codigo : op.codigos) codes.push_back(nombre(codigo));
    std::string out = reflect::objeto("operacion", op.id, "grupo", op.grupo, "escribe", op.escribe(), "resumen", op.resumen,
                                      "descripcion", op.descripcion, "argumentos", reflect::Escrito{input_schema(op, false)},
                                      "codigos", codes, "respuesta", reflect::Escrito{answer_schema(op)});
    if (!newest(op).has_body) return out;
    out.pop_back();
    return out.append(R"(,"ejemplo":)").append(shown_body(op, words())).append("}");
}

Asked asked(const Operation& op, const Json& arguments) {
    Asked a;
    take_path(op, arguments, a);
    Json body{JsonType::object, {}, false, {}, {}};
    bool says_rows = false;
    for (const Member& m : arguments.members) {
        if (op.en_ruta(m.name)) continue;
        says_rows = says_rows || m.name == "registrosPorPagina";
        if (op.en_cuerpo() && !op.aparte_en_consulta(m.name)) body.members.push_back(m);
        // What may be left out of a query is not null in it.
        else if (!m.value.is(JsonType::null)) take_query(m, a);
    }
    const auto& x = newest(op);
    const auto* rows = member_of(x.request.shape, "registrosPorPagina");
    if (x.answer.envelope == Envelope::page && rows != nullptr && !says_rows) {
        Json twenty{JsonType::number, std::to_string(rows_of_a_page), false, {}, {}};
        if (in_query(op, rows->name)) take_query({std::string{rows->name}, std::move(twenty)}, a);
        else body.members.push_back({std::string{rows->name}, std::move(twenty)});
    }
    if (!a.faltas.vacia()) return a;
    fill_path(op, a);
    if (x.has_body || !body.members.empty()) a.body = written(body);
    return a;
}

std::optional<std::string> canonical(const Operation& op, const Asked& asked) {
    api::Parts parts = asked.parts;
    parts.body = asked.body;
    Faltas faltas;
    const auto& x = newest(op);
    const auto request = x.decode(op, parts, faltas);
    if (!faltas.vacia()) return std::nullopt;
    return x.canonical(request.get());
}

std::vector<std::string> unknown_fields(const Operation& op, const std::vector<std::string>& fields) {
    std::vector<std::string> unknown;
    for (const std::string& field : fields) {
        const reflect::Shape* shape = newest(op).answer.data.shape;
        for (std::string_view left = field; shape != nullptr;) {
            const auto name = tomar_hasta(left, '.');
            const auto* member = shape == nullptr ? nullptr : member_of(shape, name);
            shape = member == nullptr ? nullptr : member->use.shape;
            if (left.empty()) break;
        }
        if (shape == nullptr) unknown.push_back(field);
    }
    return unknown;
}

std::string with_fields_alone(std::string_view answer, const std::vector<std::string>& fields) {
    auto read = read_json(answer);
    if (!read.value) return std::string{answer};
    const std::vector<std::string_view> paths{fields.begin(), fields.end()};
    if (Json* const data = data_of(*read.value)) *data = picked(*data, paths);
    else *read.value = picked(*read.value, paths);
    return written(*read.value);
}

std::string in_short(std::string_view answer) {
    auto read = read_json(answer);
    if (!read.value) return "{}";
    Json* const data = data_of(*read.value);
    Json& all = data != nullptr ? *data : *read.value;
    if (!all.is(JsonType::object)) return "{}";
    std::erase_if(all.members, [](const Member& m) {
        constexpr std::size_t longest = 200;
        return m.value.is(JsonType::array) || m.value.is(JsonType::object) || m.value.text.size() > longest;
    });
    return written(all);
}

}  // namespace cacao::serve::mcp
