#include "command/config_values.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>

#include <fstream>
#include <sstream>

namespace cacao::command {
namespace {

// A list may be written as a TOML array or as one text with commas; inside, both are the text.
std::optional<std::string> joined(const toml::array& array) {
    std::string out;
    for (const toml::node& item : array) {
        const auto text = item.value_exact<std::string>();
        if (!text || text->find(',') != std::string::npos) return std::nullopt;
        out.append(out.empty() ? "" : ",").append(*text);
    }
    return out;
}

std::optional<std::string> as_text(const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
    if (const auto yes = node.value_exact<bool>()) return *yes ? "true" : "false";
    if (const toml::array* array = node.as_array()) return joined(*array);
    return std::nullopt;
}

}  // namespace

Values read_config_file(const std::string& file, std::vector<std::string>& faults) {
    Values values;
    std::ifstream stream{file, std::ios::binary};
    std::ostringstream content;
    if (stream) content << stream.rdbuf();
    if (!stream || !content) {
        faults.push_back(fmt::format("The configuration file {} cannot be read.", file));
        return values;
    }
    try {
        const toml::table table = toml::parse(content.str());
        for (const auto& [key, node] : table) {
            if (auto text = as_text(node)) values.emplace(key.str(), std::move(*text));
            else
                faults.push_back(fmt::format("{}: {} must be a text, a whole number, true or false, or a list of texts.", file,
                                             std::string{key.str()}));
        }
    } catch (const toml::parse_error& error) {
        faults.push_back(fmt::format("{}: line {} is not TOML: {}.", file, error.source().begin.line, error.description()));
    }
    return values;
}

}  // namespace cacao::command
