#pragma once
// One blocking request over loopback, for setting a measurement up.

#include <cstdint>
#include <filesystem>
#include <string>

namespace cacao::bench {

struct Reply {
    int status = 0;
    std::string body;
};

// `token` may be empty. Throws when nothing answers.
Reply ask(std::uint16_t port, const std::string& method, const std::string& target, const std::string& token = {},
          const std::string& body = {});

// The text of `"name":"…"` or `"name":number`, first occurrence; "" when there is none.
std::string field(const std::string& json, const std::string& name);

// A token for that key, or for the one of a demo company that lives in `folder`.
std::string token_for_key(std::uint16_t port, const std::string& apiKey);
std::string token_of_demo(std::uint16_t port, const std::filesystem::path& folder);

}  // namespace cacao::bench
