#pragma once
// The JSON of a token: one flat object of texts, whole numbers and booleans, exactly as our own writer writes it. Everything
// else that JSON allows (blanks, escapes, nesting, fractions, a member twice) is refused, so that no two readers of a token can
// understand it differently.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cacao::auth {

using FlatValue = std::variant<std::string_view, std::int64_t, bool>;

class FlatObject {
public:
    // Borrows from `json`. Nothing when the text is not a flat object in this narrow sense.
    static std::optional<FlatObject> parse(std::string_view json);

    std::size_t size() const { return members_.size(); }
    bool has(std::string_view name) const { return find(name) != nullptr; }
    std::optional<std::string_view> text(std::string_view name) const;
    std::optional<std::int64_t> integer(std::string_view name) const;

private:
    struct Member {
        std::string_view name;
        FlatValue value;
    };
    const FlatValue* find(std::string_view name) const;
    std::vector<Member> members_;
};

// Whether a text can stand between quotes as it is: valid UTF-8 without control characters, quotes and backslashes.
bool needs_no_escape(std::string_view text);

}  // namespace cacao::auth
