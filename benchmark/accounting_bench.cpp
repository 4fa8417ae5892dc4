#include "accounting_bench.hpp"

#include "db/rows.hpp"
#include "inside.hpp"
#include "process.hpp"
#include "rooms/impuestos/contabilidad_electronica.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace cacao::bench {
namespace {

void sql(sqlite3* db, const std::string& statement) {
    char* why = nullptr;
    if (sqlite3_exec(db, statement.c_str(), nullptr, nullptr, &why) != SQLITE_OK)
        throw std::runtime_error(why == nullptr ? "SQL" : why);
}

// A company whose March has so many entries of two rows each, spread over its days: put where registrations would have.
void fill(const std::filesystem::path& folder, std::int64_t documents) {
    std::filesystem::path file;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
        if (entry.path().extension() == ".db" || entry.path().extension() == ".sqlite") file = entry.path();
    sqlite3* db = nullptr;
    if (file.empty() || sqlite3_open(file.c_str(), &db) != SQLITE_OK)
        throw std::runtime_error("no database in " + folder.string());
    sql(db, "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN");
    const auto numbers =
        fmt::format("WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {}) ", documents);
    const std::string day = "CAST(unixepoch('2026-03-01') / 86400 + i * 31 / " + std::to_string(documents) + " AS INTEGER)";
    const std::string id = "(1000000000 + i)";
    const std::string organization = "(SELECT MIN(organizacionId) FROM organizacion)";
    sql(db,
        numbers +
            "INSERT INTO documento (organizacionId, transaccionId, tipo, serie, folio, fecha, vencimiento, estado, sucursalId, "
            "proyectoId, centroCostoId, entidadId, vendedorId, almacenId, almacenDestinoId, cuentaBancariaId, cuentaDestinoId, "
            "formaPagoId, origenId, moneda, tipoCambio, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido, total, notas, "
            "referencia, motivo, uuid, version, creadoPor, creadoEn, modificadoEn, cancelacionMotivo) SELECT " +
            organization + ", " + id + ", 'Poliza', 'B', i + 1, " + day + ", " + day +
            ", 'vigente', (SELECT MIN(sucursalId) FROM sucursal), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'MXN', 1000000, 116000000, 0, 0, "
            "0, 0, "
            "0, 116000000, '', '', '', printf('%08x-72b0-4ae9-a52f-d7bd5a186ab9', i), 1, 0, 0, 0, '' FROM n");
    sql(db, numbers +
                "INSERT INTO poliza (organizacionId, polizaId, transaccionId, evento, fecha, periodo, cargo, abono, revierteId, "
                "instante) SELECT " +
                organization + ", " + id + ", " + id + ", 'registro', " + day + ", 202603, 116000000, 116000000, 0, 0 FROM n");
    for (const bool debit : {true, false})
        sql(db, numbers +
                    "INSERT INTO asiento (organizacionId, polizaId, renglon, fecha, cuentaId, sucursalId, proyectoId, entidadId, "
                    "cargo, abono, moneda, original) SELECT " +
                    organization + ", " + id + (debit ? ", 1, " : ", 2, ") + day +
                    ", (SELECT cuentaId FROM cuenta WHERE codigo = '" + (debit ? "105.01" : "401.01") +
                    "'), (SELECT MIN(sucursalId) FROM sucursal), 0, 0, " + (debit ? "116000000, 0" : "0, 116000000") +
                    ", 'MXN', 116000000 FROM n");
    for (const bool debit : {true, false})
        sql(db,
            fmt::format(
                "INSERT INTO saldoCuenta (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja, cargos, abonos) "
                "SELECT {}, 202603, cuentaId, (SELECT MIN(sucursalId) FROM sucursal), 0, 0, {}, {} FROM cuenta WHERE codigo = "
                "'{}'",
                organization, debit ? documents * 116'000'000 : 0, debit ? 0 : documents * 116'000'000,
                debit ? "105.01" : "401.01"));
    sql(db, "COMMIT");
    sqlite3_close(db);
}

std::uint64_t own_memory() {
    std::ifstream status{"/proc/self/status"};
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("RssAnon:")) return std::stoull(line.substr(8)) * 1024;
    return 0;
}

}  // namespace

void bench_accounting(Report& report, const AccountingOptions& options) {
    const TemporaryFolder folder;
    const auto data = folder.path() / "data";
    if (std::system(
            fmt::format(
                "'{}' org add Libros --rfc EKU9003173C9 --user libros@ejemplo.mx --data '{}' --log-level warning >/dev/null",
                options.binary, data.string())
                .c_str()) != 0)
        throw std::runtime_error("no company");
    fill(data, options.documents);
    Inside inside{data};
    api::Operations operations;
    register_contabilidad_electronica(operations, {nullptr, folder.path().string()});
    for (const auto& [name, id] :
         {std::pair{"entries", "ContabilidadPolizas"}, std::pair{"accounts", "ContabilidadAuxiliarCuentas"},
          std::pair{"folios", "ContabilidadAuxiliarFolios"}}) {
        const api::Operation* operation = operations.find(id);
        SolicitudContable request;
        request.periodo = 202603;
        request.tipoSolicitud = TipoSolicitudContable::AF;
        request.numOrden = Texto<13>{"ABC1234567/26"};
        const std::uint64_t before = own_memory();
        std::atomic<std::uint64_t> most = before;
        std::atomic<bool> done = false;
        std::thread watch{[&] {
            while (!done) {
                most = std::max<std::uint64_t>(most, own_memory());
                std::this_thread::sleep_for(std::chrono::milliseconds{5});
            }
        }};
        const auto start = std::chrono::steady_clock::now();
        std::uint64_t bytes = 0;
        inside.read([&](const Context& ctx) {
            Context copy = ctx;
            const auto out = operation->versiones.front().run(*operation, copy, &request, nullptr);
            bytes = out.file != nullptr ? out.file->size() : out.shared_body->size();
            return true;
        });
        done = true;
        watch.join();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        report.at_most(fmt::format("{} of a month with {} documents, memory", name, options.documents),
                       static_cast<double>(most - before) / (1 << 20), 64, "MiB");
        report.note(fmt::format("{}: time", name), seconds, "s");
        report.note(fmt::format("{}: size of its ZIP", name), static_cast<double>(bytes) / (1 << 20), "MiB");
    }
}

}  // namespace cacao::bench
