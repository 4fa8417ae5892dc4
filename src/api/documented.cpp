#include "api/documented.hpp"

namespace cacao::api {
namespace {

using reflect::Direction;

// Beside the data of a page.
struct PageField {
    std::string_view name, schema;
    bool always = true;
};
constexpr PageField page_fields[] = {
    {"pagina", R"({"type":["integer","null"]})"},         {"registrosPorPagina", R"({"type":"integer"})"},
    {"totalRegistros", R"({"type":["integer","null"]})"}, {"totalPaginas", R"({"type":["integer","null"]})"},
    {"siguiente", R"({"type":["string","null"]})"},       {"masDe", R"({"type":"integer"})", false},
    {"hastaPosicion", R"({"type":"integer"})", false},
};

}  // namespace

std::vector<Parameter> parameters(const Operation& op, reflect::SchemaBook& book) {
    std::vector<Parameter> list;
    for (const reflect::ShapeMember& member : op.versiones.back().request.shape->members) {
        const bool in_path = op.en_ruta(member.name);
        if (!in_path && op.en_cuerpo() && !op.aparte_en_consulta(member.name)) continue;
        Parameter p{.name = member.name, .in = in_path ? "path" : "query"};
        const bool list_of = member.use.shape->form == reflect::Form::list;
        p.required = in_path || (!member.use.nullable() && !list_of);
        // What may be left out of a query is not null in it.
        book.write(p.schema, member.use.optional() ? reflect::Use{member.use.shape} : member.use, Direction::in);
        p.description = book.words().explanation(op.id, member.name);
        list.push_back(std::move(p));
    }
    return list;
}

std::string body_schema(const Operation& op, reflect::SchemaBook& book) {
    const auto& x = op.versiones.back();
    std::string out;
    book.write(out, x.request, Direction::in, outside_body(op, x.request.shape->members));
    return out;
}

std::string body_example(const Operation& op, const reflect::Words& words) {
    const auto& x = op.versiones.back();
    std::string out;
    reflect::write_example(out, x.request, words, outside_body(op, x.request.shape->members));
    return out;
}

std::string answer_schema(const Operation& op, reflect::SchemaBook& book) {
    const AnswerForm& answer = op.versiones.back().answer;
    if (answer.envelope == Envelope::none) return {};
    std::string data = R"({"type":"null"})";
    if (answer.envelope != Envelope::nothing) {
        data.clear();
        book.write(data, answer.data, Direction::out);
    }
    const bool page = answer.envelope == Envelope::page;
    if (op.desnuda && answer.envelope == Envelope::data) return data;
    const auto field = [&](std::string_view name, std::string schema) {
        return reflect::property(book.words(), "Respuesta", name, std::move(schema));
    };
    std::string out = R"({"type":"object","properties":{)" + field("data", std::move(data));
    std::string required = R"("data")";
    if (page)
        for (const auto& f : page_fields) {
            out += "," + field(f.name, std::string{f.schema});
            if (f.always) required.append(",\"").append(f.name).append("\"");
        }
    out += "," + field("advertencias", R"({"type":"array","items":{"$ref":"#/components/schemas/Falta"}})");
    if (op.repetible()) out += "," + field("simulacion", R"({"$ref":"#/components/schemas/Simulacion"})");
    return out + R"(},"required":[)" + required + "]}";
}

std::string answer_example(const Operation& op, const reflect::Words& words) {
    const AnswerForm& answer = op.versiones.back().answer;
    std::string data;
    switch (answer.envelope) {
        case Envelope::none: return {};
        case Envelope::nothing: data = "null"; break;
        case Envelope::data:
            reflect::write_example(data, answer.data, words);
            if (op.desnuda) return data;
            break;
        case Envelope::page:
            reflect::write_example(data, answer.data, words);
            return R"({"data":)" + data +
                   R"(,"pagina":1,"registrosPorPagina":100,"totalRegistros":1,"totalPaginas":1,"siguiente":null})";
    }
    return R"({"data":)" + data + "}";
}

}  // namespace cacao::api
