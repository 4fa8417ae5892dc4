#include "reflect/schema.hpp"

namespace cacao::reflect {
namespace {

// Both directions alike, once the marks are gone.
std::string unmarked(std::string text) {
    for (const std::string_view mark : {"@in.", "@out."})
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) text.erase(at, mark.size());
    return text;
}

}  // namespace

bool SchemaBook::same_both_ways(const std::string& name) const {
    const auto in = schemas_[0].find(name);
    const auto out = schemas_[1].find(name);
    if (in == schemas_[0].end() || out == schemas_[1].end()) return true;
    return unmarked(in->second) == unmarked(out->second);
}

std::string SchemaBook::resolve(std::string text) const {
    for (const std::string_view mark : {"@in.", "@out."}) {
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
            text.erase(at, mark.size());
            const auto end = text.find('"', at);
            if (mark == "@in." && !same_both_ways(text.substr(at, end - at))) text.insert(end, "Entrada");
        }
    }
    return text;
}

std::string SchemaBook::components() const {
    std::map<std::string, std::string> all;
    for (const auto& [name, schema] : schemas_[1]) all[name] = resolve(schema);
    for (const auto& [name, schema] : schemas_[0]) all[same_both_ways(name) ? name : name + "Entrada"] = resolve(schema);
    std::string out;
    for (const auto& [name, schema] : all) {
        if (!out.empty()) out.push_back(',');
        write_string(out, name);
        out.push_back(':');
        out += schema;
    }
    return out;
}

}  // namespace cacao::reflect
