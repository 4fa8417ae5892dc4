#pragma once
// A believable small company to try the service with. Seeded: the same number of records is the same company.

#include "command/config.hpp"
#include "db/db.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace cacao::command {

struct DemoCredentials {
    std::int64_t organizacionId = 0;
    std::string usuario;
    std::string password;
    std::string apiKey;
};

// The credentials of the demo company; makes the company when the installation has none at all. Nothing when there are
// companies but no demo one: then this is somebody's real installation.
std::optional<DemoCredentials> ensure_demo(const Config& config);
// Makes a demo company and writes its credentials to demo.json (0600) in the data folder.
DemoCredentials make_demo(const Config& config, db::Database& database, std::int64_t contactos,
                          const std::function<void(std::int64_t, std::int64_t)>& progress);

std::optional<DemoCredentials> read_demo_file(const Config& config);

}  // namespace cacao::command
