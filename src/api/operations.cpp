#include "api/operations.hpp"

#include "api/tablas.hpp"

#include <stdexcept>

namespace cacao::api {
namespace {

constexpr std::size_t usual_answer = 1024;  // most fit, and grow no further

}  // namespace

bool Operation::en_ruta(std::string_view miembro) const { return std::ranges::find(path_names_, miembro) != path_names_.end(); }

bool Operation::aparte_en_consulta(std::string_view miembro) const {
    return std::ranges::find(consulta, miembro) != consulta.end();
}

Operation& Operation::en_grupo(std::string_view g) { return grupo = g, *this; }
Operation& Operation::ignorando(std::string_view parametro) { return ignora.emplace_back(parametro), *this; }
Operation& Operation::en_consulta(std::string_view miembro) {
    consulta.emplace_back(miembro);
    // Where nothing else is left, there is no body.
    for (Executable& x : versiones)
        x.has_body = x.has_body && x.request.shape->members.size() > path_names_.size() + consulta.size();
    return *this;
}
Operation& Operation::rechaza(std::initializer_list<Codigo> c) { return codigos.insert(codigos.end(), c), *this; }
Operation& Operation::rechaza(const std::vector<Codigo>& c) { return codigos.insert(codigos.end(), c.begin(), c.end()), *this; }

Operation& Operation::version(std::string_view mes, const OperationKind& kind, Callable function, Callable preparation) {
    if (kind.cuerpo_en_get) cuerpo_tambien = !en_cuerpo();
    Executable& x = versiones.emplace_back();
    static_cast<OperationKind&>(x) = kind;
    x.desde = mes;
    x.has_body = en_cuerpo() && kind.request.shape->members.size() > path_names_.size();
    x.function = std::move(function);
    x.preparation = std::move(preparation);
    x.tabular = es_tabla(*this, kind);
    return *this;
}

Outcome Executable::run(const Operation& op, Context& ctx, const void* sent, const void* prepared) const {
    return run_function(function, ctx, sent, prepared, op.desnuda);
}

Outcome Executable::read(const Operation& op, const Context& ctx, std::int64_t id) const {
    if (escribe || op.path_names().size() != 1 || has_prepare())
        throw std::logic_error(op.id + " does not read one record by its identifier");
    Parts parts;
    parts.path.emplace_back(op.path_names().front(), std::to_string(id));
    Faltas faltas;
    const auto sent = decode(op, parts, faltas);
    faltas.lanzar();
    // The function behind it takes a const Context&: nothing of this one is written.
    return run_function(function, const_cast<Context&>(ctx), sent.get(), nullptr, true);
}

Outcome json_outcome(const void* answer, const reflect::Use& use, bool bare, std::optional<std::int64_t> version) {
    Outcome out;
    out.body.reserve(usual_answer);
    if (!bare) out.body += R"({"data":)";
    reflect::write_json(out.body, answer, use);
    if (!bare) out.body.push_back('}');
    if (version) out.etag = std::to_string(*version);
    return out;
}

Outcome page_outcome(const void* data, const reflect::Use& use, const CamposDePagina& campos) {
    Outcome out;
    out.body.reserve(usual_answer);
    const auto field = [&](std::string_view name, const auto& value) {
        out.body.append(",\"").append(name).append("\":");
        reflect::write_json(out.body, value);
    };
    out.body += R"({"data":)";
    reflect::write_json(out.body, data, use);
    field("pagina", campos.pagina);
    field("registrosPorPagina", campos.registrosPorPagina);
    field("totalRegistros", campos.totalRegistros);
    field("totalPaginas", campos.totalPaginas);
    field("siguiente", campos.siguiente);
    if (campos.masDe) field("masDe", campos.masDe);
    if (campos.hastaPosicion) field("hastaPosicion", campos.hastaPosicion);
    out.body.push_back('}');
    return out;
}

Outcome content_outcome(const Contenido& answer) {
    Outcome out;
    out.content_type = answer.tipo;
    out.shared_body = answer.bytes;
    out.file = answer.archivo;
    out.archivo = answer.nombre;
    out.en_linea = answer.en_linea;
    out.cache_control = answer.cache;
    if (!answer.etag.empty()) out.etag = answer.etag;
    return out;
}

Outcome empty_outcome() {
    Outcome out;
    out.body = R"({"data":null})";
    return out;
}

Operations::Operations() = default;

Operation& Operations::enter(Verb verb, std::string_view path, std::string_view id, const OperationKind& kind, Callable function,
                             Callable preparation) {
    if (find(id) != nullptr) throw std::logic_error("two operations called " + std::string{id});
    auto& op = all_.emplace_back();
    op.verb = verb;
    op.path = path;
    for (auto open = op.path.find('{'); open != std::string::npos; open = op.path.find('{', open + 1))
        op.path_names_.push_back(op.path.substr(open + 1, op.path.find('}', open) - open - 1));
    op.id = id;
    op.grupo = group_;
    op.index = all_.size() - 1;
    by_id_.emplace(op.id, &op);
    return op.version({}, kind, std::move(function), std::move(preparation));
}

Operation& Operations::enter(Verb verb, std::string_view path, std::string_view id, const OperationKind& kind, Function function,
                             Function preparation) {
    return enter(verb, path, id, kind, Callable{function, {}}, Callable{preparation, {}});
}

const Operation* Operations::find(std::string_view id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
}

const Operation* Operations::reader_of(std::string_view tipo) const {
    // Where several read a kind, the one that has its name.
    const auto suya = "/api/" + std::string{tipo} + '/';
    const Operation* found = nullptr;
    for (const Operation& op : all_)
        if (std::ranges::find(op.documentos, tipo) != op.documentos.end() && (found == nullptr || op.path.starts_with(suya)))
            found = &op;
    return found;
}

bool Operations::grants(std::string_view permiso, const Operation& op) const {
    if (permiso == "*" || permiso == op.id) return true;
    if (permiso == "leer") return !op.escribe();
    const auto dot = permiso.find('.');
    if (dot == std::string_view::npos || permiso.substr(0, dot) != op.grupo) return false;
    const auto what = permiso.substr(dot + 1);
    return what == "*" || (what == "leer" && !op.escribe());
}

std::vector<bool> Operations::allowed(const std::vector<std::string>& permisos) const {
    std::vector<bool> bits(all_.size());
    for (const auto& op : all_)
        bits[op.index] = op.libre_para_todos || std::ranges::any_of(permisos, [&](const auto& p) { return grants(p, op); });
    return bits;
}

void Operations::right(std::string_view id) {
    if (find(id) != nullptr || find_right(id) != nullptr) throw std::logic_error("two rights called " + std::string{id});
    rights_.push_back({std::string{id}, group_, {}});
}

const Right* Operations::find_right(std::string_view id) const {
    const auto found = std::ranges::find(rights_, id, &Right::id);
    return found == rights_.end() ? nullptr : &*found;
}

void Operations::explain(std::string_view id, std::string_view resumen, std::string_view descripcion) {
    if (const auto op = std::ranges::find(all_, id, &Operation::id); op != all_.end()) {
        op->resumen = resumen;
        op->descripcion = descripcion;
    } else if (const auto right = std::ranges::find(rights_, id, &Right::id); right != rights_.end()) {
        right->resumen = resumen;
    } else {
        throw std::logic_error("words for an operation that is not there: " + std::string{id});
    }
}

bool Operations::known_permission(std::string_view permiso) const {
    return permiso == "leer" || find_right(permiso) != nullptr ||
           std::ranges::any_of(all_, [&](const Operation& op) { return !op.publica && grants(permiso, op); });
}

}  // namespace cacao::api
