#pragma once
// What was measured, line by line, each with its gate: a table for people, JSON for programs.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::bench {

struct Line {
    enum class Gate { none, at_least, at_most };
    std::string name;
    double value = 0;
    std::string unit;  // "×" for ratios
    Gate gate = Gate::none;
    double limit = 0;
    bool ok = true;
};

class Report {
public:
    void at_least(std::string name, double value, double limit, std::string unit = "×");
    void at_most(std::string name, double value, double limit, std::string unit = "×");
    void note(std::string name, double value, std::string unit);

    bool ok() const;
    std::string table() const;
    std::string json() const;

private:
    std::vector<Line> lines_;
};

double median(std::vector<double> values);

}  // namespace cacao::bench
