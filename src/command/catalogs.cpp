// Large catalogs of the tax authority, brought in from files.

#include "base/texto.hpp"
#include "command/catalog_file.hpp"
#include "command/commands.hpp"
#include "command/installation.hpp"
#include "rooms/sat/importacion.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>

namespace cacao::command {
namespace {

constexpr std::size_t shown_faults = 100;

std::string read_all(const std::string& file) {
    const bool standard = file == "-";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in{standard ? stdin : std::fopen(file.c_str(), "rb"),
                                                             standard ? [](std::FILE*) { return 0; } : std::fclose};
    if (!in) throw Plain(fmt::format("{} cannot be read: {}.", file, std::strerror(errno)));
    std::string bytes;
    std::array<char, 65536> piece;
    while (const auto n = std::fread(piece.data(), 1, piece.size(), in.get())) bytes.append(piece.data(), n);
    if (std::ferror(in.get()) != 0) throw Plain(fmt::format("{} cannot be read: {}.", file, std::strerror(errno)));
    if (bytes.starts_with("\xFD"
                          "7zXZ") ||
        bytes.starts_with("PK\x03\x04") || bytes.starts_with("\x1F\x8B"))
        throw Plain(fmt::format("{} is compressed: unpack it first (xz -dc FILE.xz | cacao catalogs import -).", file));
    return bytes;
}

// "Monterrey, Nuevo León", as far as the catalogs of places are there.
class Places {
public:
    explicit Places(db::Database& database) {
        database.read(0, [this](db::Reader& tx) {
            for (auto& f : sat::todas(tx, "Estados"))
                if (f.padre == "MEX") states_.emplace(f.clave, f.descripcion);
            for (auto& f : sat::todas(tx, "Municipios")) municipalities_.emplace(std::pair{f.padre, f.clave}, f.descripcion);
        });
    }
    std::string name(const std::string& estado, const std::string& municipio) const {
        const auto state = states_.find(estado);
        const auto municipality = municipalities_.find({estado, municipio});
        std::string text = municipality == municipalities_.end() ? "" : municipality->second;
        if (state != states_.end()) text += (text.empty() ? "" : ", ") + state->second;
        return text;
    }

private:
    std::map<std::string, std::string> states_;
    std::map<std::pair<std::string, std::string>, std::string> municipalities_;
};

void list_faults(const CatalogFile& read) {
    for (std::size_t i = 0; i < read.broken.size() && i < shown_faults; ++i) {
        const auto& b = read.broken[i];
        fmt::print(stderr, "line {}{}: {}\n", b.line, b.column.empty() ? "" : ", column " + imprimible(b.column),
                   imprimible(b.problem));
    }
    if (read.broken.size() > shown_faults) fmt::print(stderr, "… and {} more\n", read.broken.size() - shown_faults);
}

}  // namespace

int catalogs_import(const Config& config, const CatalogOptions& options) {
    auto bytes = read_all(options.file);
    const auto database = open_existing(config, false);
    const Places places{*database};
    const auto read = read_catalog(std::move(bytes), options.catalogo,
                                   [&](const std::string& e, const std::string& m) { return places.name(e, m); });
    list_faults(read);
    if (read.filas.empty()) throw Plain("The file holds no key of " + read.catalogo + ": nothing was changed.");
    if (options.dry_run) {
        fmt::print("{}: {} keys, {} faults; nothing was changed\n", read.catalogo, read.filas.size(), read.broken.size());
        return read.broken.empty() ? 0 : 1;
    }
    if (!read.broken.empty() && !options.partial)
        throw Plain(fmt::format("{} faults: nothing was changed. --parcial brings in the rest.", read.broken.size()));
    const bool show = isatty(STDERR_FILENO) == 1;
    sat::reemplazar(*database, read.catalogo, read.filas, Instante::ahora(), [&](std::int64_t done, std::int64_t all) {
        if (show) fmt::print(stderr, "\r{} {} of {}{}", read.catalogo, done, all, done == all ? "\n" : "");
    });
    note_everywhere(*database, "cacao catalogs import", "CatalogoSat", read.catalogo);
    fmt::print("{}: {} keys\n", read.catalogo, read.filas.size());
    return 0;
}

}  // namespace cacao::command
