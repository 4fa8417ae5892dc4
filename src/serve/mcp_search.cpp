#include "serve/mcp_search.hpp"

#include "api/router.hpp"
#include "base/renglones.hpp"
#include "base/texto.hpp"
#include "palabras/palabras.hpp"
#include "serve/embedded.hpp"
#include "serve/guides.hpp"
#include "serve/mcp_operation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace cacao::serve::mcp {
namespace {

// How much a word says where it stands.
constexpr float of_name = 3, of_summary = 3, of_group = 1.5F, of_description = 0.8F, of_field = 0.4F, of_guide = 0.3F;
// … and one that only begins as another does, or is only meant, or is meant as well.
constexpr float begins = 0.5F, meant = 0.8F, further = 0.3F;
// Of two that say the same, the one that asks and the one of the shorter name.
constexpr float rather_reads = 1.25F, shorter = 4;
// Whoever asks in words has seldom the identifier that a path wants.
constexpr float wants_identifier = 0.8F;

// Of when, not of what.
constexpr float when = 0.3F;
constexpr auto words_of_time = std::to_array<std::string_view>(
    {"mes", "pas", "seman", "dia", "hoy", "ayer", "ano", "month", "week", "day", "today", "yesterd", "last", "year"});

constexpr auto verbs_of_change =
    std::to_array<std::string_view>({"cre", "registr", "agreg", "cancel", "actualiz", "cambi", "autoriz", "cerr", "aplic", "envi",
                                     "quit", "devolu", "conciliar"});

constexpr auto empty_words = std::to_array<std::string_view>(
    {"a",    "al",    "ante", "como",  "con",  "cual", "cuales", "cuando", "cuanto", "cuantos", "de",  "del",  "desde", "donde",
     "el",   "ella",  "en",   "entre", "es",   "esa",  "ese",    "esta",   "este",   "fue",     "hay", "la",   "las",   "le",
     "les",  "lo",    "los",  "mas",   "me",   "mi",   "mis",    "muy",    "no",     "nos",     "o",   "para", "pero",  "por",
     "que",  "quien", "se",   "si",    "sin",  "son",  "su",     "sus",    "un",     "una",     "y",   "an",   "and",   "are",
     "at",   "by",    "did",  "do",    "does", "for",  "from",   "have",   "how",    "i",       "in",  "is",   "it",    "its",
     "many", "much",  "my",   "of",    "on",   "our",  "that",   "the",    "their",  "them",    "to",  "what", "which"});

// Of a name as the interface writes it: FacturaVentaCrear → Factura Venta Crear.
std::string parted(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool capital = name[i] >= 'A' && name[i] <= 'Z';
        const bool after_small =
            i > 0 && ((name[i - 1] >= 'a' && name[i - 1] <= 'z') || (name[i - 1] >= '0' && name[i - 1] <= '9'));
        if (capital && after_small) out.push_back(' ');
        out.push_back(name[i]);
    }
    return out;
}

std::string stem(std::string word) {
    const auto ends = [&](std::string_view end) { return word.size() >= end.size() + 3 && word.ends_with(end); };
    const auto cut = [&](std::size_t n) { word.resize(word.size() - n); };
    if (ends("ies")) cut(3), word.push_back('y');
    else if (ends("es")) cut(2);
    else if (ends("s") && !word.ends_with("ss")) cut(1);
    for (const std::string_view end :
         {"aciones", "acion", "iones", "ion", "ando", "iendo", "ados", "ado", "adas", "ada", "idos", "ido", "ing", "ed"})
        if (ends(end)) return cut(end.size()), word;
    for (const std::string_view end : {"ar", "er", "ir", "an", "en"})
        if (ends(end)) return cut(end.size()), word;
    if (word.size() > 3 && std::string_view{"aeoy"}.find(word.back()) != std::string_view::npos) cut(1);
    return word;
}

void add_fields(std::string& text, const reflect::Shape* shape, int depth) {
    while (shape->form == reflect::Form::list) shape = shape->items.shape;
    if (shape->form != reflect::Form::object || depth == 0) return;
    for (const auto& member : shape->members) {
        text.append(parted(member.name)).push_back(' ');
        if (const auto* word = glosario::palabra(shape->name, member.name)) text.append(word->etiqueta).push_back(' ');
        add_fields(text, member.use.shape, depth - 1);
    }
}

// `POST /api/FacturaVenta` of a block of a guide, without what follows.
std::pair<std::string_view, std::string_view> call_in(std::string_view line) {
    for (const std::string_view verb : {"GET ", "POST ", "PUT ", "DELETE "})
        if (line.starts_with(verb)) {
            line.remove_prefix(verb.size());
            return {verb.substr(0, verb.size() - 1), line.substr(0, line.find_first_of(" ?"))};
        }
    return {};
}

// What a section of a guide says, to each operation that it uses.
void read_guide(std::string_view text,
                const std::function<void(std::string_view verb, std::string_view path, std::string_view words)>& use) {
    std::string words;
    std::vector<std::pair<std::string_view, std::string_view>> calls;
    const auto end_section = [&] {
        for (const auto& [verb, path] : calls) use(verb, path, words);
        words.clear();
        calls.clear();
    };
    bool block = false;
    while (!text.empty()) {
        const auto line = tomar_hasta(text, '\n');
        if (line.starts_with("```")) block = !block;
        else if (block) {
            if (const auto call = call_in(line); !call.second.empty()) calls.push_back(call);
        } else {
            if (line.starts_with("## ")) end_section();
            words.append(line).push_back(' ');
        }
    }
    end_section();
}

}  // namespace

std::vector<std::string> stems(std::string_view text) {
    std::vector<std::string> all;
    for (auto& word : palabras(text)) {
        if (std::ranges::find(empty_words, word) != empty_words.end()) continue;
        auto one = stem(std::move(word));
        if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
    }
    return all;
}

void Search::add(std::size_t which, std::string_view text, float weight) {
    for (const auto& one : stems(text)) {
        auto& found = words_[one];
        const auto known = std::ranges::find(found, which, &Found::which);
        if (known == found.end()) found.push_back({which, weight});
        else known->weight = std::max(known->weight, weight) + std::min(known->weight, weight) * 0.25F;
    }
}

Search::Search(const api::Operations& operations) {
    std::map<const api::Operation*, std::size_t> places;
    for (const auto& op : operations.all()) {
        if (!offered(op)) continue;
        const std::size_t which = known_.size();
        places.emplace(&op, which);
        known_.push_back(&op);
        add(which, parted(op.id), of_name);
        add(which, op.resumen, of_summary);
        add(which, parted(op.grupo), of_group);
        add(which, op.descripcion, of_description);
        std::string fields;
        add_fields(fields, op.versiones.back().request.shape, 2);
        if (const auto* answer = op.versiones.back().answer.data.shape) add_fields(fields, answer, 2);
        add(which, fields, of_field);
    }
    const api::Router router{operations};
    for (const auto& guide : guides())
        for (const auto& page : guide.pages)
            read_guide(page.text, [&](std::string_view verb, std::string_view path, std::string_view words) {
                const auto match = router.match(path);
                if (match.operations == nullptr) return;
                for (const auto* op : *match.operations)
                    if (op != nullptr && nombre(op->verb) == verb)
                        if (const auto place = places.find(op); place != places.end()) add(place->second, words, of_guide);
            });
    auto rows = embedded::mcp_sinonimos_tsv();
    while (!rows.empty()) {
        auto row = tomar_hasta(rows, '\n');
        const auto said = stems(tomar_hasta(row, '\t'));
        for (const auto& one : said)
            for (auto& other : stems(row)) means_[one].push_back(std::move(other));
    }
}

std::vector<const api::Operation*> Search::find(std::string_view text, std::size_t most,
                                                const std::function<bool(const api::Operation&)>& may) const {
    std::vector<float> scores(known_.size());
    const auto rarity = [&](std::size_t times) {
        return std::log(1.0F + static_cast<float>(known_.size()) / static_cast<float>(1 + times));
    };
    const auto asked = stems(text);
    bool changes = false;
    for (const auto& word : asked) {
        // By the word itself and by what is meant with it: the nearest counts most, the others a little.
        std::map<std::size_t, std::pair<float, float>> found;  // best, and all together
        const auto look = [&](std::string_view one, float factor) {
            changes = changes || std::ranges::find(verbs_of_change, one) != verbs_of_change.end();
            for (auto at = words_.lower_bound(one); at != words_.end() && at->first.starts_with(one); ++at) {
                const bool same = at->first.size() == one.size();
                if (!same && one.size() < 4) break;
                for (const Found& f : at->second) {
                    const float score = factor * (same ? 1 : begins) * f.weight * rarity(at->second.size());
                    auto& [best, all] = found[f.which];
                    best = std::max(best, score);
                    all += score;
                }
            }
        };
        look(word, 1);
        if (const auto also = means_.find(word); also != means_.end())
            for (const auto& other : also->second) look(other, meant);
        const float weight = std::ranges::find(words_of_time, word) == words_of_time.end() ? 1 : when;
        for (const auto& [which, score] : found) scores[which] += weight * (score.first + further * (score.second - score.first));
    }
    for (std::size_t i = 0; i < scores.size(); ++i) {
        // Who does not say that something is to be changed asks.
        if (!changes && !known_[i]->escribe()) scores[i] *= rather_reads;
        if (!known_[i]->path_names().empty()) scores[i] *= wants_identifier;
        scores[i] *= 1 + shorter / static_cast<float>(known_[i]->id.size());
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (scores[i] > 0 && may(*known_[i])) order.push_back(i);
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return scores[i]; });
    order.resize(std::min(order.size(), most));
    std::vector<const api::Operation*> found;
    for (const auto i : order) found.push_back(known_[i]);
    return found;
}

}  // namespace cacao::serve::mcp
