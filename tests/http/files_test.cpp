// Files of documents in a real service: as large as the limit, beyond it, at once, backed up and brought back, and after its end
// in the middle of an addition.

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "http/service.hpp"
#include "http/tienda.hpp"
#include "support/postgres.hpp"
#include "support/swift.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>

namespace cacao::test {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(FilesTest);

const Headers form{{"Content-Type", "multipart/form-data; boundary=xxxx"}};

std::string part(const std::string& transaccionId, std::string_view bytes) {
    return fmt::format(
        "--xxxx\r\nContent-Disposition: form-data; name=\"transaccionId\"\r\n\r\n{}\r\n--xxxx\r\nContent-Disposition: form-data; "
        "name=\"archivo\"; filename=\"a.bin\"\r\n\r\n{}\r\n--xxxx--\r\n",
        transaccionId, bytes);
}

// Bytes that no two seeds have in common.
std::string bytes_of(std::size_t size, char seed) {
    std::string bytes(size, seed);
    for (std::size_t i = 0; i < size; i += 64) bytes[i] = static_cast<char>(i >> 6U);
    return bytes;
}

std::string invoice(Service& service, const Tienda& tienda) {
    const auto made = service.ask("admin", "POST", "/api/FacturaVenta", tienda.factura_de_servicio());
    EXPECT_EQ(made.status, 200) << made.body;
    return made.at("/data/transaccionId");
}

std::size_t kept_files(const std::string& folder) {
    std::size_t count = 0;
    if (!fs::exists(folder)) return 0;
    for (const auto& entry : fs::recursive_directory_iterator{folder}) count += entry.is_regular_file() ? 1U : 0U;
    return count;
}

TEST_P(FilesTest, AreTakenUpToTheLimitWhateverTheLimitOfOtherBodies) {
    Service service{GetParam(), {"--file-limit", "4MiB", "--body-limit", "64KiB"}};
    const Tienda tienda{service};
    const auto factura = invoice(service, tienda);
    constexpr std::size_t limit = 4U << 20U;
    const auto whole = bytes_of(limit, 'a');
    const auto taken = service.ask("admin", "POST", "/api/ArchivosDigitales/ArchivoAgregar", part(factura, whole), form);
    ASSERT_EQ(taken.status, 200) << taken.body;
    EXPECT_EQ(taken.at("/data/tamano"), std::to_string(limit));
    const auto read = service.ask("nadie", "GET", taken.at("/data/url"));
    EXPECT_EQ(read.status, 200);
    EXPECT_EQ(hexadecimal(sha256(read.body)), taken.at("/data/sha256"));
    EXPECT_EQ(read.header("Content-Length"), std::to_string(limit));
    EXPECT_THAT(read.header("Content-Disposition"), testing::StartsWith("attachment"));
    const auto in_json = service.ask(
        "admin", "POST", "/api/ArchivosDigitales/ArchivoAgregarBase64",
        fmt::format(R"({{"transaccionId":{},"nombre":"b","contenido":"{}"}})", factura, base64(bytes_of(limit, 'b'))));
    EXPECT_EQ(in_json.status, 200) << in_json.body;
    const auto more = service.ask("admin", "POST", "/api/ArchivosDigitales/ArchivoAgregar", part(factura, whole + "x"), form);
    EXPECT_EQ(more.faults(), "archivo_muy_grande /archivo");
    EXPECT_EQ(more.at("/errores/0/datos/maximo"), std::to_string(limit));
    EXPECT_EQ(kept_files(service.installation().data() + "/archivos"), 2U);
    const auto much =
        service.ask("admin", "POST", "/api/ArchivosDigitales/ArchivoAgregar", part(factura, bytes_of(3 * limit, 'c')), form);
    EXPECT_TRUE(much.status == 413 || much.status == 0) << much.status;
}

TEST_P(FilesTest, ConcurrencyOfTheSameContentLeavesOneOfIt) {
    Service service{GetParam(), {"--file-in-database", "1KiB"}};
    const Tienda tienda{service};
    std::vector<std::string> facturas;
    for (int i = 0; i < 4; ++i) facturas.push_back(invoice(service, tienda));
    for (const std::size_t size : {200U, 200'000U}) {
        const auto bytes = bytes_of(size, 'q');
        const auto answers = together(service.port(), 16, 64, [&](Client& client, std::size_t i) {
            auto headers = service.authorized("admin", form);
            return client.ask("POST", "/api/ArchivosDigitales/ArchivoAgregar", headers, part(facturas[i % 4], bytes));
        });
        std::set<std::string> ids;
        for (const auto& a : answers) {
            EXPECT_EQ(a.status, 200) << a.body;
            ids.insert(a.at("/data/archivoId"));
        }
        EXPECT_EQ(ids.size(), 4U);
    }
    EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM contenido WHERE organizacionId = $1"), 2);
    EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM archivoDigital WHERE organizacionId = $1"), 8);
    EXPECT_EQ(kept_files(service.installation().data() + "/archivos"), 1U);
    EXPECT_EQ(service.installation().run({"verify"}).out, "0 differences\n");
}

TEST_P(FilesTest, ABackupTakesThemAlongAndARestoreBringsThemBack) {
    Service service{GetParam(), {"--file-in-database", "1KiB"}};
    const auto& installation = service.installation();
    const Tienda tienda{service};
    const auto factura = invoice(service, tienda);
    const auto small = service.ask("admin", "POST", "/api/ArchivosDigitales/ArchivoAgregar", part(factura, "chico"), form);
    const auto large =
        service.ask("admin", "POST", "/api/ArchivosDigitales/ArchivoAgregar", part(factura, bytes_of(5000, 'g')), form);
    ASSERT_EQ(large.status, 200) << large.body;
    const TemporaryFolder backups;
    const auto file = backups.path() + "/respaldo";
    const auto done = installation.run({"backup"}, {file});
    ASSERT_EQ(done.exit, 0) << done.err;
    EXPECT_THAT(done.out, testing::HasSubstr("1 files, 5000 bytes"));
    EXPECT_EQ(kept_files(file + ".archivos"), 1U);
    fs::remove(file);
    EXPECT_THAT(installation.run({"backup"}, {file}).err, testing::HasSubstr("is there already"));
    fs::remove_all(file + ".archivos");
    // What is damaged is told, and not taken for what was kept; what is nobody's is left where it is.
    std::string kept_here;
    for (const auto& entry : fs::recursive_directory_iterator{installation.data() + "/archivos"})
        if (entry.is_regular_file()) kept_here = entry.path().string();
    const auto whole = bytes_of(5000, 'g');
    std::ofstream{installation.data() + "/archivos/LEEME.txt"} << "nada";
    std::ofstream{kept_here, std::ios::binary} << bytes_of(5000, 'h');
    fs::remove(file);
    const auto told = installation.run({"backup"}, {file});
    EXPECT_EQ(told.exit, 1);
    EXPECT_THAT(told.err, testing::HasSubstr("1 files of documents are missing or damaged"));
    std::ofstream{kept_here, std::ios::binary} << whole;
    fs::remove(file);
    fs::remove_all(file + ".archivos");
    ASSERT_EQ(installation.run({"backup"}, {file}).exit, 0);

    const TemporaryFolder folder;
    fs::copy_file(installation.data() + "/llave", folder.path() + "/llave");
    std::string url = "sqlite:" + folder.path() + "/cacao.db", owner = url, name;
    if (GetParam() == db::Motor::postgres) {
        name = Postgres::instance().create_empty_database();
        url = Postgres::instance().service_url(name);
        owner = Postgres::instance().owner_url(name);
    }
    const auto run = [&](std::vector<std::string> command) {
        const std::vector<std::string> place{"--data", folder.path(), "--db", url, "--db-owner", owner};
        command.insert(command.end(), place.begin(), place.end());
        return run_cacao(command);
    };
    // A file that is not what it was is told before anything is written.
    std::string kept;
    for (const auto& entry : fs::recursive_directory_iterator{file + ".archivos"})
        if (entry.is_regular_file()) kept = entry.path().string();
    const auto flip = [&](char c) {
        std::fstream stream{kept, std::ios::in | std::ios::out | std::ios::binary};
        stream.seekp(100);
        stream.put(c);
    };
    flip('!');
    const auto damaged = run({"restore", file});
    EXPECT_EQ(damaged.exit, 1);
    EXPECT_THAT(damaged.err, testing::HasSubstr("Nothing was restored"));
    EXPECT_EQ(kept_files(folder.path() + "/archivos"), 0U);
    flip('g');
    const auto restored = run({"restore", file});
    EXPECT_EQ(restored.exit, 0) << restored.out << restored.err;
    EXPECT_EQ(run({"verify"}).out, "0 differences\n");
    // Taken away, changed: verify tells each.
    const auto place = fs::path{folder.path()} / "archivos" / fs::relative(kept, file + ".archivos");
    {
        std::ofstream stream{place, std::ios::binary};
        stream << bytes_of(5000, 'h');
    }
    const auto changed = run({"verify"});
    EXPECT_EQ(changed.exit, 1);
    EXPECT_THAT(changed.out, testing::HasSubstr("the bytes are not those that were kept"));
    fs::remove(place);
    const auto missing = run({"verify"});
    EXPECT_EQ(missing.exit, 1);
    EXPECT_THAT(missing.out, testing::HasSubstr("is not in the store of files"));
    if (!name.empty()) Postgres::instance().drop(name);
}

TEST_P(FilesTest, ARestoreWithoutItsFilesSaysSo) {
    Service service{GetParam(), {"--file-in-database", "1KiB"}};
    const Tienda tienda{service};
    const auto factura = invoice(service, tienda);
    ASSERT_EQ(
        service.ask("admin", "POST", "/api/ArchivosDigitales/ArchivoAgregar", part(factura, bytes_of(5000, 'g')), form).status,
        200);
    const TemporaryFolder folder;
    const auto file = folder.path() + "/respaldo";
    ASSERT_EQ(service.installation().run({"backup"}, {file}).exit, 0);
    fs::remove_all(file + ".archivos");
    std::string url = "sqlite:" + folder.path() + "/cacao.db", owner = url, name;
    if (GetParam() == db::Motor::postgres) {
        name = Postgres::instance().create_empty_database();
        url = Postgres::instance().service_url(name);
        owner = Postgres::instance().owner_url(name);
    }
    const auto restored = run_cacao({"restore", file, "--data", folder.path(), "--db", url, "--db-owner", owner});
    EXPECT_EQ(restored.exit, 1);
    EXPECT_THAT(restored.out, testing::HasSubstr("1 files of documents are missing"));
    if (!name.empty()) Postgres::instance().drop(name);
}

// The same in a bucket: everything goes there, comes from there, and goes with a backup to wherever it is restored.
TEST_P(FilesTest, MayStandInABucket) {
    const Swift swift;
    const TemporaryFolder backups;
    const auto credentials = backups.path() + "/s3";
    {
        std::ofstream stream{credentials};
        stream << swift.llave << '\n' << swift.secreto << '\n';
    }
    fs::permissions(credentials, fs::perms::owner_read | fs::perms::owner_write);
    const std::vector<std::string> where{"--files",
                                         "s3:" + swift.cubeta + "/empresa",
                                         "--files-s3-address",
                                         swift.direccion(),
                                         "--files-s3-credentials",
                                         credentials,
                                         "--outgoing-networks",
                                         "127.0.0.0/8",
                                         "--outgoing-unencrypted"};
    auto arguments = where;
    arguments.insert(arguments.end(), {"--file-in-database", "1KiB"});
    Service service{GetParam(), arguments};
    const auto& installation = service.installation();
    const Tienda tienda{service};
    const auto factura = invoice(service, tienda);
    const auto bytes = bytes_of(300'000, 'b');
    const auto made = service.ask("admin", "POST", "/api/ArchivosDigitales/ArchivoAgregar", part(factura, bytes), form);
    ASSERT_EQ(made.status, 200) << made.body;
    EXPECT_EQ(kept_files(installation.data() + "/archivos"), 0U);
    EXPECT_EQ(service.ask("nadie", "GET", made.at("/data/url")).body, bytes);
    EXPECT_EQ(installation.run({"verify"}, where).out, "0 differences\n");
    const auto file = backups.path() + "/respaldo";
    auto to = where;
    to.insert(to.begin(), file);
    ASSERT_EQ(installation.run({"backup"}, to).exit, 0);
    EXPECT_EQ(kept_files(file + ".archivos"), 1U);
    if (GetParam() == db::Motor::postgres) return;
    const auto restored = run_cacao({"restore", file, "--data", backups.path() + "/nueva"});
    EXPECT_EQ(restored.exit, 0) << restored.err;
    EXPECT_EQ(kept_files(backups.path() + "/nueva/archivos"), 1U);
    EXPECT_THAT(run_cacao({"verify", "--data", backups.path() + "/nueva"}).out, testing::HasSubstr("0 differences\n"));
}

// The service ends as if killed right before the commit: the content waits outside, named by nobody, and the same addition
// succeeds afterwards with that very place.
TEST_P(FilesTest, CrashBeforeTheCommitLosesNothing) {
    Service service{GetParam(), {"--file-in-database", "1KiB"}};
    const Tienda tienda{service};
    const auto factura = invoice(service, tienda);
    service.stop();
    service.start_with({"CACAO_TEST_END_AT=antes_de_confirmar"});
    const auto bytes = bytes_of(5000, 'k');
    EXPECT_EQ(ask_once(service.port(), "POST", "/api/ArchivosDigitales/ArchivoAgregar", service.authorized("admin", form),
                       part(factura, bytes))
                  .status,
              0);
    service.process().wait();
    service.start_with({});
    EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM archivoDigital WHERE organizacionId = $1"), 0);
    EXPECT_EQ(tienda.cuenta("SELECT count(*) FROM contenido WHERE organizacionId = $1 AND listo = 0"), 1);
    EXPECT_EQ(kept_files(service.installation().data() + "/archivos"), 1U);
    EXPECT_EQ(service.installation().run({"verify"}).out, "0 differences\n");
    const auto again = service.ask("admin", "POST", "/api/ArchivosDigitales/ArchivoAgregar", part(factura, bytes), form);
    ASSERT_EQ(again.status, 200) << again.body;
    EXPECT_EQ(service.ask("nadie", "GET", again.at("/data/url")).body, bytes);
    EXPECT_EQ(kept_files(service.installation().data() + "/archivos"), 1U);
    EXPECT_EQ(service.installation().run({"verify"}).out, "0 differences\n");
}

}  // namespace
}  // namespace cacao::test
