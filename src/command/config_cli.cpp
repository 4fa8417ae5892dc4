#include "command/config.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace cacao::command {
namespace {

std::string type_name(Kind kind) {
    switch (kind) {
        case Kind::path: return "PATH";
        case Kind::database:
        case Kind::mail_server:
        case Kind::url: return "URL";
        case Kind::address: return "HOST:PORT";
        case Kind::address_or_off: return "HOST:PORT|off";
        case Kind::integer: return "N";
        case Kind::duration: return "DURATION";
        case Kind::size: return "SIZE";
        case Kind::log: return "on|off|FILE";
        case Kind::mcp: return "off|lectura|escritura";
        case Kind::origins:
        case Kind::networks: return "LIST";
        default: return "TEXT";
    }
}

bool is_list(Kind kind) { return kind == Kind::origins || kind == Kind::networks; }

}  // namespace

struct CommonFlags::Options {
    std::vector<std::pair<const Setting*, CLI::Option*>> list;
};

CommonFlags::CommonFlags(CLI::App& app) : options_(std::make_unique<Options>()) {
    for (const Setting& setting : settings()) {
        const std::string flag = fmt::format("--{}", setting.name);
        const std::string help = setting.fallback.empty() || setting.kind == Kind::boolean
                                     ? std::string{setting.help}
                                     : fmt::format("{} [{}]", setting.help, setting.fallback);
        CLI::Option* option = nullptr;
        if (setting.kind == Kind::boolean) {
            option = app.add_flag(flag, help);  // also --production=false
        } else {
            option = app.add_option(flag, help)->type_name(type_name(setting.kind));
            if (is_list(setting.kind)) option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::Join)->delimiter(',');
        }
        option->group("Settings (also CACAO_… variables and the keys of the TOML file)");
        options_->list.emplace_back(&setting, option);
    }
}

CommonFlags::~CommonFlags() = default;

Values CommonFlags::given() const {
    Values values;
    for (const auto& [setting, option] : options_->list)
        if (option->count() > 0) values.emplace(setting->name, fmt::format("{}", fmt::join(option->results(), ",")));
    return values;
}

}  // namespace cacao::command
