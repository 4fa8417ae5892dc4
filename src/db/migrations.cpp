#include "db/migrations.hpp"

#include "db/engines.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace cacao::db {

std::span<const std::string_view> global_tables() {
    static constexpr std::array<std::string_view, 8> tables{"migracion", "contador",    "acceso",   "llaveFirma",
                                                            "moneda",    "satCatalogo", "satClave", "intento"};
    return tables;
}

SchemaReport schema_state(const std::string& url) { return schema_state(url, migrations()); }

SchemaReport schema_state(const std::string& url, std::span<const Migration> steps) {
    return motor_of(url) == Motor::sqlite ? sqlite::schema_state(url, steps) : postgres::schema_state(url, steps);
}

void migrate(const std::string& url, const std::function<void(std::string_view)>& progress) {
    migrate(url, migrations(), progress);
}

void migrate(const std::string& url, std::span<const Migration> steps, const std::function<void(std::string_view)>& progress) {
    if (motor_of(url) == Motor::sqlite) {
        sqlite::migrate(url, steps, progress);
    } else {
        postgres::migrate(url, steps, progress);
    }
}

std::string checksum(std::string_view sql) {
    std::array<unsigned char, 32> digest{};
    unsigned size = 0;
    if (EVP_Digest(sql.data(), sql.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
        throw DbError(Fallo::other, "SHA-256 is not available");
    }
    std::string hex;
    for (const unsigned char byte : digest) fmt::format_to(std::back_inserter(hex), "{:02x}", byte);
    return hex;
}

SchemaReport compare_steps(std::span<const Migration> steps, std::span<const Applied> applied) {
    // A step that the binary does not know tells of a newer one; only then is a difference in the known ones an edit.
    for (const Applied& a : applied) {
        const bool known = std::any_of(steps.begin(), steps.end(), [&](const Migration& m) { return m.name == a.nombre; });
        if (!known) return {SchemaState::newer, a.nombre};
    }
    for (std::size_t i = 0; i < applied.size(); ++i) {
        if (applied[i].nombre != steps[i].name) return {SchemaState::edited, std::string{steps[i].name}};  // slipped in between
        if (applied[i].suma != checksum(steps[i].sql)) return {SchemaState::edited, applied[i].nombre};
    }
    if (applied.size() < steps.size()) return {SchemaState::behind, std::string{steps[applied.size()].name}, applied.empty()};
    return {};
}

void refuse_unless_ours(const SchemaReport& report) {
    if (report.state == SchemaState::newer) {
        throw DbError(
            Fallo::other,
            fmt::format("The database has step {}, which this version does not know: install a newer version.", report.detail));
    }
    if (report.state == SchemaState::edited) {
        throw DbError(Fallo::other,
                      fmt::format("Schema step {} is not the one that was applied to the database: it was changed afterwards.",
                                  report.detail));
    }
}

}  // namespace cacao::db
