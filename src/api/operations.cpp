#include "api/operations.hpp"

#include <stdexcept>

namespace cacao::api {

bool Operation::en_ruta(std::string_view miembro) const { return std::ranges::find(path_names_, miembro) != path_names_.end(); }

bool Operation::aparte_en_consulta(std::string_view miembro) const {
    return std::ranges::find(consulta, miembro) != consulta.end();
}

Operations::Operations() = default;

Operation& Operations::enter(Verb verb, std::string path, std::string id, std::string resumen) {
    if (find(id) != nullptr) throw std::logic_error("two operations called " + id);
    auto& op = all_.emplace_back();
    op.verb = verb;
    op.path = std::move(path);
    for (auto open = op.path.find('{'); open != std::string::npos; open = op.path.find('{', open + 1))
        op.path_names_.push_back(op.path.substr(open + 1, op.path.find('}', open) - open - 1));
    op.id = std::move(id);
    op.resumen = std::move(resumen);
    op.grupo = group_;
    op.index = all_.size() - 1;
    return op;
}

const Operation* Operations::find(std::string_view id) const {
    const auto found = std::ranges::find_if(all_, [&](const Operation& op) { return op.id == id; });
    return found == all_.end() ? nullptr : &*found;
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

bool Operations::known_permission(std::string_view permiso) const {
    return permiso == "leer" ||
           std::ranges::any_of(all_, [&](const Operation& op) { return !op.publica && grants(permiso, op); });
}

}  // namespace cacao::api
