#pragma once
// A believable small company to try the service with. Seeded: the same number of records is the same company.

#include "command/config.hpp"
#include "command/demo_giro.hpp"
#include "db/db.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

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
struct DemoSize {
    std::int64_t contactos = 200;
    std::int64_t documentos = 0;  // twelve months of them, up to today
    Giro giro = Giro::comercio;
    bool con_factura = false;  // one of today, stamped by the sandbox as soon as the service runs
};
using DemoProgress = std::function<void(std::string_view what, std::int64_t done, std::int64_t of)>;
// Makes a demo company and writes its credentials to demo.json (0600) in the data folder.
DemoCredentials make_demo(const Config& config, db::Database& database, const DemoSize& size, const DemoProgress& progress);

std::optional<DemoCredentials> read_demo_file(const Config& config);

}  // namespace cacao::command
