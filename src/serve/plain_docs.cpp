#include "api/documented.hpp"
#include "api/problema.hpp"
#include "serve/examples.hpp"
#include "serve/html_page.hpp"
#include "serve/markdown.hpp"
#include "serve/openapi.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

namespace cacao::serve {
namespace {

// The structs that operations take and give, by name.
using Shapes = std::map<std::string_view, const reflect::Shape*>;

void gather(const reflect::Use& use, Shapes& shapes) {
    const reflect::Shape& shape = *use.shape;
    if (shape.form == reflect::Form::list) return gather(shape.items, shapes);
    if (shape.form != reflect::Form::object || !shapes.emplace(shape.name, &shape).second) return;
    for (const auto& member : shape.members) gather(member.use, shapes);
}

std::string link_to(std::string_view schema) {
    return "<a href=\"#esquema-" + std::string{schema} + "\"><code>" + std::string{schema} + "</code></a>";
}

// What a value is, for people.
std::string kind_of(const reflect::Use& use) {
    const reflect::Shape& shape = *use.shape;
    switch (shape.form) {
        case reflect::Form::boolean: return "sí o no";
        case reflect::Form::whole: return shape.bounded ? fmt::format("entero de {} a {}", shape.min, shape.max) : "entero";
        case reflect::Form::decimal: return "número";
        case reflect::Form::text: return shape.bounded ? fmt::format("texto de hasta {}", shape.max) : "texto";
        case reflect::Form::written: return "como <code>" + escaped(shape.example) + "</code>";
        case reflect::Form::file: return "archivo";
        case reflect::Form::json: return "cualquier JSON";
        case reflect::Form::list: return "lista: " + kind_of(shape.items);
        case reflect::Form::object: return link_to(shape.name);
        case reflect::Form::enumeration: break;
    }
    std::string out;
    for (const auto& one : shape.values)
        out.append(out.empty() ? "" : ", ").append("<code>").append(escaped(one.name)).append("</code>");
    return out;
}

void write_shape(std::string& out, const reflect::Shape& shape) {
    const std::string name{shape.name};
    out += "<section aria-labelledby=\"esquema-" + name + "\"><h3 id=\"esquema-" + name + "\">" + name +
           "</h3>\n<table><thead><tr><th scope=\"col\">Campo</th><th scope=\"col\">Forma</th><th scope=\"col\">Qué "
           "es</th></tr></thead><tbody>\n";
    for (const auto& member : shape.members)
        out += "<tr><td><code>" + escaped(member.name) + "</code></td><td>" + kind_of(member.use) +
               (member.use.nullable() ? ", o nada" : "") + "</td><td>" + escaped(words().explanation(shape.name, member.name)) +
               "</td></tr>\n";
    out += "</tbody></table></section>\n";
}

// The schema that an example is of, where it is one.
std::string named(const reflect::Use& use) {
    const reflect::Shape* shape = use.shape;
    while (shape != nullptr && shape->form == reflect::Form::list) shape = shape->items.shape;
    return shape == nullptr || shape->form != reflect::Form::object ? "" : ": " + link_to(shape->name);
}

void write_operation(std::string& out, const api::Operation& op, reflect::SchemaBook& book) {
    const auto& x = op.versiones.back();
    out += "<section aria-labelledby=\"" + op.id + "\"><h3 id=\"" + op.id + "\"><span class=\"verb\">" +
           std::string{api::nombre(op.verb)} + "</span> <code>" + escaped(op.path) + "</code></h3>\n<p>" + escaped(op.resumen) +
           ".</p>\n" + html_of(op.descripcion) + "<p><code>" + op.id + "</code>" + (op.publica ? " · sin token" : "") +
           (op.adicional ? " · adicional" : "") + "</p>\n";
    const auto parameters = api::parameters(op, book);
    if (!parameters.empty()) {
        out +=
            "<table><thead><tr><th scope=\"col\">Parámetro</th><th scope=\"col\">En</th><th scope=\"col\">Requerido</th><th "
            "scope=\"col\">Forma</th><th scope=\"col\">Qué es</th></tr></thead><tbody>\n";
        for (const auto& p : parameters)
            out += "<tr><td><code>" + escaped(p.name) + "</code></td><td>" + (p.in == "path" ? "ruta" : "consulta") +
                   "</td><td>" + (p.required ? "sí" : "no") + "</td><td><code>" + escaped(p.schema) + "</code></td><td>" +
                   escaped(p.description) + "</td></tr>\n";
        out += "</tbody></table>\n";
    }
    if (x.has_body && !op.acepta_multipart)
        out += "<h4>Cuerpo" + named(x.request) + "</h4><pre tabindex=\"0\">" + escaped(indented(shown_body(op, book.words()))) +
               "</pre>\n";
    if (const auto example = shown_answer(op, book.words()); !example.empty())
        out += "<h4>Respuesta" + named(x.answer.data) + "</h4><pre tabindex=\"0\">" + escaped(indented(example)) + "</pre>\n";
    if (!op.codigos.empty()) {
        out += "<p>Rechazos propios: ";
        for (const auto codigo : op.codigos)
            out += "<a href=\"#" + std::string{nombre(codigo)} + "\"><code>" + std::string{nombre(codigo)} + "</code></a> ";
        out += "</p>\n";
    }
    out += "</section>\n";
}

// Answered around the table of operations, and named by the interface document all the same.
constexpr std::string_view root_sections =
    "<section aria-labelledby=\"Raiz\"><h3 id=\"Raiz\"><span class=\"verb\">GET</span> <code>/</code></h3>\n"
    "<p>Redirige (302) a la documentación.</p>\n<p><code>Raiz</code> · sin token</p>\n</section>\n"
    "<section aria-labelledby=\"RaizOpciones\"><h3 id=\"RaizOpciones\"><span class=\"verb\">OPTIONS</span> <code>/</code></h3>\n"
    "<p>Métodos que acepta la ruta (204); <code>Allow</code> los enumera. Vale para toda ruta que exista.</p>\n"
    "<p><code>RaizOpciones</code> · sin token</p>\n</section>\n";

// A list of links to them, then each of them, group by group.
void write_operations(std::string& out, const api::Operations& operations) {
    reflect::SchemaBook book{words()};
    std::string contents, sections;
    for (const auto group : groups_in_order(operations)) {
        contents += "<p>" + escaped(group) + "</p>\n<ul>\n";
        sections += "<h2>" + escaped(group) + "</h2>\n";
        const auto link = [&](const std::string& id) { contents += "<li><a href=\"#" + id + "\">" + id + "</a></li>\n"; };
        for (const auto& op : operations.all()) {
            if (op.grupo != group) continue;
            link(op.id);
            write_operation(sections, op, book);
        }
        if (group == root_group) {
            for (const char* id : {"Raiz", "RaizOpciones"}) link(id);
            sections += root_sections;
        }
        contents += "</ul>\n";
    }
    out += "<nav aria-label=\"Operaciones\">\n" + contents + "</nav>\n" + sections;
}

void write_shapes(std::string& out, const api::Operations& operations) {
    Shapes shapes;
    for (const auto& op : operations.all()) {
        const auto& x = op.versiones.back();
        if (x.has_body) gather(x.request, shapes);
        if (x.answer.data.shape != nullptr) gather(x.answer.data, shapes);
    }
    out += "<h2>Esquemas</h2>\n";
    for (const auto& [name, shape] : shapes) write_shape(out, *shape);
}

void write_codes(std::string& out) {
    out +=
        "<h2>Códigos</h2>\n<table><thead><tr><th scope=\"col\">Código</th><th scope=\"col\">Estado</th><th "
        "scope=\"col\">Mensaje</th></tr></thead><tbody>\n";
    for (const auto codigo : todos_los_codigos())
        out += "<tr id=\"" + std::string{nombre(codigo)} + "\"><td><code>" + std::string{nombre(codigo)} + "</code></td><td>" +
               std::to_string(api::http_status(codigo)) + "</td><td>" + escaped(mensaje(codigo, Idioma::es)) + "</td></tr>\n";
    out += "</tbody></table>\n";
}

}  // namespace

std::string plain_documentation(const api::Operations& operations, std::string_view version) {
    std::string out = "<h1>Cacao " + escaped(version) +
                      "</h1>\n<p><a href=\"/openapi.json\">OpenAPI 3.1</a> · <a href=\"/docs\">Página interactiva</a></p>\n" +
                      html_of(introduction());
    write_operations(out, operations);
    write_shapes(out, operations);
    write_codes(out);
    return html_page("es", "Cacao: referencia", out);
}

}  // namespace cacao::serve
