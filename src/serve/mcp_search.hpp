#pragma once
// Which operations do what somebody asks for, in Spanish or in English: by the words of their texts, fields and groups, of the
// guides that use them, and of mcp_sinonimos.tsv, which leads from how people say it to how the interface does.

#include "api/operations.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::serve::mcp {

class Search {
public:
    // Of those operations that agents may know of.
    explicit Search(const api::Operations& operations);

    // The best first, of those that `may` says yes to.
    std::vector<const api::Operation*> find(std::string_view text, std::size_t most,
                                            const std::function<bool(const api::Operation&)>& may) const;

private:
    struct Found {
        std::size_t which;  // of known_
        float weight;
    };
    void add(std::size_t which, std::string_view text, float weight);

    std::vector<const api::Operation*> known_;
    std::map<std::string, std::vector<Found>, std::less<>> words_;  // by stem; of an operation once
    std::map<std::string, std::vector<std::string>, std::less<>> means_;
};

// What words of a kind have in common, whatever their accents and capitals: facturas, factura, Facturar → factur.
std::vector<std::string> stems(std::string_view text);

}  // namespace cacao::serve::mcp
