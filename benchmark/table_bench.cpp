#include "table_bench.hpp"

#include "db/rows.hpp"
#include "inside.hpp"
#include "process.hpp"
#include "rooms/productos/producto_filas.hpp"

#include <fmt/format.h>

#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace cacao::bench {
namespace {

void run(const std::string& command) {
    if (std::system((command + " >/dev/null").c_str()) != 0) throw std::runtime_error("failed: " + command);
}

void write_products(const std::filesystem::path& file, std::int64_t rows) {
    std::ofstream out{file};
    out << "codigo,nombre,numeroParte,unidad,claveProdServ,precio,iva,metodoCosto,referenciaExterna\n";
    for (std::int64_t i = 0; i < rows; ++i)
        out << fmt::format("P{:07},Chocolate de mesa número {},75010{:08},PZA,50161813,{}.{:02},tasa,promedio,ext-{}\n", i,
                           i % 5000, i, 10 + i % 900, i % 100, i);
}

void write_contacts(const std::filesystem::path& file, std::int64_t rows) {
    std::ofstream out{file};
    out << "codigo,nombre,nombreFiscal,rfc,regimenFiscal,codigoPostal,usoCfdi,correo,telefono,roles,limiteCredito,diasCredito,"
           "direcciones\n";
    for (std::int64_t i = 0; i < rows; ++i) {
        const char a = static_cast<char>('A' + i % 26), b = static_cast<char>('A' + i / 26 % 26);
        out << fmt::format(
            "C{0:07},Abarrotes La Peña {0},ABARROTES LA PEÑA "
            "{0},{1}{2}X{3:02}0101AB{4},601,06000,G03,c{0}@ejemplo.mx,55{0:08},\"cliente,"
            "proveedor\",{0}.50,30,\"[{{\"\"calle\"\":\"\"Calle "
            "{0}\"\",\"\"colonia\"\":\"\"Centro\"\",\"\"codigoPostal\"\":\"\"06000\"\"}}]\"\n",
            i, a, b, 60 + i % 40, i % 10);
    }
}

std::string fresh_company(const TableOptions& options, const std::filesystem::path& folder) {
    run(fmt::format("'{}' org add Tablas --rfc EKU9003173C9 --user tablas@ejemplo.mx --data '{}' --log-level warning",
                    options.binary, folder.string()));
    return fmt::format("--data '{}' --log-level warning", folder.string());
}

double children_cpu() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Rows a second: from the command to its end, as whoever waits for it counts, and of its own CPU, whatever else the machine does.
struct Rate {
    double wall, cpu;
};
Rate import_rate(const TableOptions& options, const std::string& kind, const std::filesystem::path& file, std::int64_t rows,
                 const std::string& where) {
    const auto start = std::chrono::steady_clock::now();
    const double before = children_cpu();
    run(fmt::format("'{}' import {} '{}' {}", options.binary, kind, file.string(), where));
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return {static_cast<double>(rows) / wall, static_cast<double>(rows) / (children_cpu() - before)};
}

void bench_imports(Report& report, const TableOptions& options) {
    const TemporaryFolder folder;
    const auto where = fresh_company(options, folder.path() / "data");
    write_contacts(folder.path() / "contactos.csv", options.renglones);
    write_products(folder.path() / "productos.csv", options.renglones);
    for (const std::string kind : {"contactos", "productos"}) {
        const auto file = folder.path() / (kind + ".csv");
        const auto first = import_rate(options, kind, file, options.renglones, where);
        report.at_least(fmt::format("import of {} new {}, SQLite", options.renglones, kind), first.wall, 5000, "rows/s");
        report.note(fmt::format("import of new {}, by CPU", kind), first.cpu, "rows/s");
        report.note(fmt::format("import of the same {} again", kind),
                    import_rate(options, kind, file, options.renglones, where).wall, "rows/s");
    }
}

std::filesystem::path company(const TableOptions& options) {
    const auto folder = options.data / fmt::format("products-{}", options.productos);
    if (std::filesystem::exists(folder / "whole")) return folder;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    fmt::print(stderr, "making a company with {} products …\n", options.productos);
    const auto where = fresh_company(options, folder);
    write_products(folder / "productos.csv", options.productos);
    import_rate(options, "productos", folder / "productos.csv", options.productos, where);
    std::filesystem::remove(folder / "productos.csv");
    std::ofstream{folder / "whole"} << "1\n";
    return folder;
}

// The operation, with its cursor opened and the next one signed, against nothing but its statement.
void bench_pages(Report& report, const TableOptions& options) {
    Inside inside{company(options)};
    std::vector<std::int64_t> last;    // of a page, here and there in the catalog
    std::vector<std::string> cursors;  // the same places as the interface names them
    const auto page = [&](const ProductosFiltro& filter) {
        return inside.read([&](const Context& ctx) { return listar_productos(ctx, filter); });
    };
    for (std::int64_t n = 1; n <= 50; ++n) {
        ProductosFiltro filter;
        filter.pagina = n * (options.productos / 100) / 51;
        filter.conTotal = false;
        const auto p = page(filter);
        last.push_back(p.data.back().productoId);
        cursors.push_back(p.siguiente.value());
    }
    const auto bare = [&](std::int64_t after) {
        return inside.read([&](const Context& ctx) {
            return ctx.db().all<ProductoResumen>("SELECT" + std::string{columnas_de_producto} + R"( FROM producto p
                JOIN unidadMedida u ON u.organizacionId = p.organizacionId AND u.unidadMedidaId = p.unidadMedidaId
                WHERE p.organizacionId = $1 AND p.productoId > $2 ORDER BY p.productoId LIMIT $3 OFFSET $4)",
                                                 inside.organizacionId(), after, std::int64_t{101}, std::int64_t{0});
        });
    };
    ProductosFiltro filter;
    filter.cursor = cursors[7];
    if (page(filter).data.front().productoId != bare(last[7]).front().productoId)
        throw std::runtime_error("the bare statement reads another page");
    const double ratio = cpu_ratio(
        options.rounds, options.pages, [&](std::size_t i) { bare(last[i % last.size()]); },
        [&](std::size_t i) {
            filter.cursor = cursors[i % cursors.size()];
            page(filter);
        });
    report.at_least(fmt::format("100 products of {} by cursor against the same SQL through db/, CPU", options.productos), ratio,
                    0.85);
}

}  // namespace

void bench_tables(Report& report, const TableOptions& options) {
    bench_imports(report, options);
    bench_pages(report, options);
}

}  // namespace cacao::bench
