#include "serve/examples.hpp"

#include "api/documented.hpp"
#include "serve/embedded.hpp"

#include <simdjson.h>

#include <map>

namespace cacao::serve {
namespace {

struct Recorded {
    std::string body, answer;  // JSON without blanks; empty where there is none
};

std::string minified(std::string_view json) {
    std::string out(json.size(), '\0');
    std::size_t size = 0;
    if (simdjson::minify(json.data(), json.size(), out.data(), size) != simdjson::SUCCESS) return {};
    out.resize(size);
    return out;
}

// The text of a member as it stands: a decimal keeps its digits.
std::string recorded_member(simdjson::ondemand::object& object, std::string_view name) {
    simdjson::ondemand::value value;
    std::string_view text;
    if (object.find_field_unordered(name).get(value) != simdjson::SUCCESS ||
        simdjson::to_json_string(value).get(text) != simdjson::SUCCESS)
        return {};
    return minified(text);
}

std::map<std::string_view, Recorded> read_examples() {
    std::map<std::string_view, Recorded> all;
    simdjson::ondemand::parser parser;
    for (const auto& file : embedded::examples()) {
        const simdjson::padded_string padded{file.text};
        auto document = parser.iterate(padded);
        simdjson::ondemand::object object = document.get_object();
        auto& one = all[file.path.substr(0, file.path.rfind('.'))];
        one.body = recorded_member(object, "body");
        one.answer = recorded_member(object, "answer");
    }
    return all;
}

const Recorded& recorded(const std::string& id) {
    static const auto all = read_examples();
    static const Recorded none;
    const auto found = all.find(id);
    return found == all.end() ? none : found->second;
}

}  // namespace

std::string shown_body(const api::Operation& op, const reflect::Words& words) {
    const auto& body = recorded(op.id).body;
    return body.empty() ? api::body_example(op, words) : body;
}

std::string shown_answer(const api::Operation& op, const reflect::Words& words) {
    const auto& answer = recorded(op.id).answer;
    return answer.empty() ? api::answer_example(op, words) : answer;
}

}  // namespace cacao::serve
