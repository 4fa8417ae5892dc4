// Migrating a PostgreSQL database, and the wall between organizations.

#include "db/postgres_schema.hpp"
#include "db/engines.hpp"
#include "db/rows.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace cacao::db::postgres {
namespace {

constexpr std::string_view lock_key = "4836172950361";  // any number, as long as every version takes the same

std::vector<Applied> applied_steps(Session& session) {
    std::vector<Applied> applied;
    if (session.rows("SELECT 1 FROM pg_class WHERE relname = 'migracion' AND relnamespace = current_schema()::regnamespace")
            .empty())
        return applied;
    for (auto& row : session.rows("SELECT nombre, suma FROM migracion ORDER BY nombre")) applied.push_back({row[0], row[1]});
    return applied;
}

void apply_step(Session& session, const Migration& step) {
    session.exec(translate(
        "CREATE TABLE IF NOT EXISTS migracion (nombre TEXTO PRIMARY KEY, suma TEXTO NOT NULL, aplicada INSTANTE NOT NULL);",
        Motor::postgres));
    try {
        session.exec(translate(step.sql, Motor::postgres));
    } catch (const DbError& error) {
        throw DbError(error.fallo(), fmt::format("Schema step {} failed: {}.", step.name, error.what()));
    }
    session.rows("INSERT INTO migracion (nombre, suma, aplicada) VALUES ($1, $2, $3::bigint)",
                 {std::string{step.name}, checksum(step.sql), std::to_string(Instante::ahora().micros())});
}

// A setting that is not there, or empty after an earlier transaction, gives no rows and no error.
constexpr std::string_view of_the_organization =
    "organizacionId = NULLIF(current_setting('cacao.organizacion', true), '')::bigint";

bool has_table(Session& session, std::string_view table) {
    return !session
                .rows("SELECT 1 FROM pg_class WHERE relname = lower($1) AND relnamespace = current_schema()::regnamespace",
                      {std::string{table}})
                .empty();
}

// The service adds rows to the audit log and seals each once; it takes none away and changes none. Behind the general grant,
// which gives more. (Policies that restrict would hold for the owner too, who is a member of the service's role and moves whole
// databases; so each act has its own permission instead.)
void protect_log(Session& session, const std::string& schema) {
    if (has_table(session, "bitacora"))
        session.exec(fmt::format(R"(
            REVOKE UPDATE, DELETE ON {0}.bitacora FROM {1};
            GRANT UPDATE (posicion, sello) ON {0}.bitacora TO {1};
            DROP POLICY IF EXISTS organizacion ON {0}.bitacora;
            DROP POLICY IF EXISTS agregar ON {0}.bitacora;
            DROP POLICY IF EXISTS sellar ON {0}.bitacora;
            CREATE POLICY organizacion ON {0}.bitacora FOR SELECT TO {1} USING ({2});
            CREATE POLICY agregar ON {0}.bitacora FOR INSERT TO {1} WITH CHECK ({2} AND posicion IS NULL);
            CREATE POLICY sellar ON {0}.bitacora FOR UPDATE TO {1}
                USING ({2} AND posicion IS NULL) WITH CHECK ({2} AND posicion IS NOT NULL);)",
                                 schema, service_role, of_the_organization));
    if (has_table(session, "bitacoraCabeza"))
        session.exec(fmt::format("REVOKE UPDATE, DELETE ON {0}.bitacoraCabeza FROM {1};", schema, service_role));
}

}  // namespace

void make_service_role(Session& session) {
    // Roles belong to the whole server: another database's migration may be making it at this moment.
    session.exec(fmt::format(R"(
        DO $$ BEGIN
            IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{0}') THEN
                CREATE ROLE {0} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
            END IF;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END $$;)",
                             service_role));
    // So that the owner can work as the service (SET ROLE); who may not grant it simply cannot use that.
    session.exec(fmt::format(R"(
        DO $$ BEGIN
            IF NOT pg_has_role(current_user, '{0}', 'MEMBER') THEN EXECUTE format('GRANT {0} TO %I', current_user); END IF;
        EXCEPTION WHEN insufficient_privilege OR internal_error THEN NULL;
        END $$;)",
                             service_role));
}

void protect_tables(Session& session) {
    const std::string schema = session.quoted(session.rows("SELECT current_schema()")[0][0]);
    const auto unprotected = session.rows(R"(
        SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
            AND a.attname = 'organizacionid' AND NOT a.attisdropped
            AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'organizacion'))");
    for (const auto& row : unprotected) {
        // Some global tables say which organization something belongs to; they are asked before that is known.
        const auto global = global_tables();
        if (std::any_of(global.begin(), global.end(), [&](std::string_view table) { return same_name(table, row[0]); })) continue;
        const std::string table = schema + '.' + session.quoted(row[0]);
        session.exec(fmt::format(R"(
            ALTER TABLE {0} ENABLE ROW LEVEL SECURITY;
            ALTER TABLE {0} FORCE ROW LEVEL SECURITY;
            CREATE POLICY organizacion ON {0} TO {1} USING ({2}) WITH CHECK ({2});
            CREATE POLICY propietario ON {0} TO CURRENT_USER USING (true) WITH CHECK (true);)",
                                 table, service_role, of_the_organization));
    }
    session.exec(fmt::format(R"(
        GRANT USAGE ON SCHEMA {0} TO {1};
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {0} TO {1};
        REVOKE INSERT, UPDATE, DELETE ON {0}.migracion FROM {1};)",
                             schema, service_role));
    protect_log(session, schema);
}

void apply_steps(Session& session, std::span<const Migration> steps) {
    for (const Migration& step : steps) {
        apply_step(session, step);
        protect_tables(session);  // in the same transaction: no table is ever seen without its wall
    }
}

SchemaReport schema_state(const std::string& url, std::span<const Migration> steps) {
    Session session{url};
    return compare_steps(steps, applied_steps(session));
}

void migrate(const std::string& url, std::span<const Migration> steps, const std::function<void(std::string_view)>& progress) {
    Session session{url};
    // Held by the session: it goes with the connection, whatever happens.
    if (session.rows(fmt::format("SELECT pg_try_advisory_lock({})::int", lock_key))[0][0] == "0") {
        spdlog::warn("another process is migrating this database; waiting for it");
        session.rows(fmt::format("SELECT pg_advisory_lock({})", lock_key));
    }
    auto applied = applied_steps(session);
    SchemaReport report = compare_steps(steps, applied);
    refuse_unless_ours(report);
    if (report.state == SchemaState::current) return;
    make_service_role(session);
    for (std::size_t i = applied.size(); i < steps.size(); ++i) {
        if (progress) progress(steps[i].name);
        session.exec("BEGIN");
        apply_steps(session, steps.subspan(i, 1));
        session.exec("COMMIT");
    }
}

}  // namespace cacao::db::postgres
