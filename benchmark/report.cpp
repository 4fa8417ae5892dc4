#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace cacao::bench {
namespace {

std::string_view sign(Line::Gate gate) {
    switch (gate) {
        case Line::Gate::at_least: return ">=";
        case Line::Gate::at_most: return "<=";
        case Line::Gate::none: break;
    }
    return "";
}

std::string number(double value) { return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value); }

}  // namespace

void Report::at_least(std::string name, double value, double limit, std::string unit) {
    lines_.push_back({std::move(name), value, std::move(unit), Line::Gate::at_least, limit, value >= limit});
}

void Report::at_most(std::string name, double value, double limit, std::string unit) {
    lines_.push_back({std::move(name), value, std::move(unit), Line::Gate::at_most, limit, value <= limit});
}

void Report::note(std::string name, double value, std::string unit) {
    lines_.push_back({std::move(name), value, std::move(unit), Line::Gate::none, 0, true});
}

bool Report::ok() const {
    return std::all_of(lines_.begin(), lines_.end(), [](const Line& line) { return line.ok; });
}

std::string Report::table() const {
    std::string out;
    for (const Line& line : lines_) {
        const std::string limit = line.gate == Line::Gate::none ? "" : fmt::format("{} {}", sign(line.gate), number(line.limit));
        const std::string_view verdict = line.gate == Line::Gate::none ? "" : line.ok ? "ok" : "MISSED";
        fmt::format_to(std::back_inserter(out), "{:<64} {:>10} {:<5} {:>10}  {}\n", line.name, number(line.value), line.unit,
                       limit, verdict);
    }
    return out;
}

std::string Report::json() const {
    std::string out = "[";
    for (const Line& line : lines_) {
        fmt::format_to(std::back_inserter(out), R"({}{{"name":"{}","value":{:.6g},"unit":"{}")", out.size() > 1 ? ",\n " : "",
                       line.name, line.value, line.unit);
        if (line.gate != Line::Gate::none)
            fmt::format_to(std::back_inserter(out), R"(,"gate":"{}","limit":{:.6g},"ok":{})", sign(line.gate), line.limit,
                           line.ok);
        out += "}";
    }
    return out + "]\n";
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace cacao::bench
