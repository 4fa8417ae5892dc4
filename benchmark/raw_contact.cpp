#include "raw_contact.hpp"

#include <endian.h>
#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>
#include <sqlite3.h>

#include <cstring>
#include <stdexcept>

namespace cacao::bench {
namespace {

// The statements of leer_contacto; ?1 and $1 are the same place.
constexpr std::array<const char*, 2> sql{
    "SELECT entidadId, codigo, nombre, nombreFiscal, rfc, regimenFiscal, codigoPostal, usoCfdi, correo, telefono, "
    "listaPreciosId, limiteCredito, "
    "diasCredito, moneda, notas, COALESCE(referenciaExterna, '') AS referenciaExterna, activo, contactoPrincipal, version, "
    "creadoEn, "
    "modificadoEn, esCliente, esProveedor, esVendedor, esEmpleado, esOtro, contactosAdicionales, direcciones, cuentasBancarias, "
    "clasificado "
    "FROM contacto WHERE organizacionId = @1 AND entidadId = @2",
    "SELECT x.clasificacionId, x.nombre FROM contactoClasificacion c JOIN clasificacionContacto x ON x.organizacionId = "
    "c.organizacionId "
    "AND x.clasificacionId = c.clasificacionId WHERE c.organizacionId = @1 AND c.entidadId = @2 ORDER BY x.nombre"};

std::string with(const char* text, char mark) {
    std::string out{text};
    for (char& c : out)
        if (c == '@') c = mark;
    return out;
}

// Fills the struct from any source of columns: `i` reads an integer, `t` a text.
template <class Int, class Text>
void fill_contact(Contacto& c, Int i, Text t) {
    c.entidadId = i(0);
    t(1, c.codigo), t(2, c.nombre), t(3, c.nombreFiscal), t(4, c.rfc), t(5, c.regimenFiscal), t(6, c.codigoPostal),
        t(7, c.usoCfdi);
    t(8, c.correo), t(9, c.telefono);
    c.listaPreciosId = i(10);
    c.limiteCredito = Importe::de_micros(i(11));
    c.diasCredito = i(12);
    t(13, c.moneda), t(14, c.notas), t(15, c.referenciaExterna);
    c.activo = i(16) != 0;
    t(17, c.contactoPrincipal);
    c.version = i(18);
    c.creadoEn = Instante::de_micros(i(19));
    c.modificadoEn = Instante::de_micros(i(20));
    constexpr std::array roles{Rol::cliente, Rol::proveedor, Rol::vendedor, Rol::empleado, Rol::otro};
    for (int r = 0; r < 5; ++r)
        if (i(21 + r) != 0) c.roles.push_back(roles[static_cast<std::size_t>(r)]);
    t(26, c.contactosAdicionales.texto), t(27, c.direcciones.texto), t(28, c.cuentasBancarias.texto);
}
template <class Int, class Text>
void fill(ClasificacionDeContacto& c, Int i, Text t) {
    c.clasificacionId = i(0);
    t(1, c.nombre);
}
void check(bool well, const char* what) {
    if (!well) throw std::runtime_error(what);
}

}  // namespace

RawSqlite::RawSqlite(const std::string& file) {
    check(sqlite3_open_v2(file.c_str(), &db_, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr) == SQLITE_OK, "open");
    sqlite3_exec(db_, "PRAGMA mmap_size = 274877906944; PRAGMA query_only = ON", nullptr, nullptr, nullptr);
    sqlite3_prepare_v3(db_, "BEGIN", -1, SQLITE_PREPARE_PERSISTENT, &begin_, nullptr);
    sqlite3_prepare_v3(db_, "COMMIT", -1, SQLITE_PREPARE_PERSISTENT, &commit_, nullptr);
    for (std::size_t n = 0; n < sql.size(); ++n)
        check(sqlite3_prepare_v3(db_, with(sql[n], '?').c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statements_[n], nullptr) ==
                  SQLITE_OK,
              sqlite3_errmsg(db_));
}

RawSqlite::~RawSqlite() {
    for (auto* s : {begin_, commit_}) sqlite3_finalize(s);
    for (auto* s : statements_) sqlite3_finalize(s);
    sqlite3_close(db_);
}

Contacto RawSqlite::read(std::int64_t organizacionId, std::int64_t entidadId) {
    Contacto c;
    sqlite3_step(begin_);
    sqlite3_reset(begin_);
    auto each = [&](std::size_t n, auto row) {
        sqlite3_stmt* s = statements_[n];
        sqlite3_bind_int64(s, 1, organizacionId);
        sqlite3_bind_int64(s, 2, entidadId);
        while (sqlite3_step(s) == SQLITE_ROW)
            row([s](int i) { return sqlite3_column_int64(s, i); },
                [s](int i, std::string& out) {
                    out.assign(reinterpret_cast<const char*>(sqlite3_column_text(s, i)),
                               static_cast<std::size_t>(sqlite3_column_bytes(s, i)));
                });
        sqlite3_reset(s);
    };
    bool classified = false;
    each(0, [&](auto i, auto t) {
        fill_contact(c, i, t);
        classified = i(29) != 0;
    });
    if (classified) each(1, [&](auto i, auto t) { fill(c.clasificaciones.emplace_back(), i, t); });
    sqlite3_step(commit_);
    sqlite3_reset(commit_);
    return c;
}

RawPostgres::RawPostgres(const std::string& url) : connection_(PQconnectdb(url.c_str())) {
    check(PQstatus(connection_) == CONNECTION_OK, "connect");
    PQclear(PQexec(connection_, "SET ROLE cacao_servicio"));
    const std::array<Oid, 2> types{20, 20};
    for (std::size_t n = 0; n < sql.size(); ++n)
        PQclear(PQprepare(connection_, ("q" + std::to_string(n)).c_str(), with(sql[n], '$').c_str(), 2, types.data()));
    PQclear(PQexec(connection_, "SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on"));
    PQclear(PQprepare(connection_, "org", "SELECT set_config('cacao.organizacion', $1, true)", 1, nullptr));
    PQsetnonblocking(connection_, 1);
    PQenterPipelineMode(connection_);
}

RawPostgres::~RawPostgres() { PQfinish(connection_); }

Contacto RawPostgres::read(std::int64_t organizacionId, std::int64_t entidadId) {
    Contacto c;
    const std::string org = std::to_string(organizacionId);
    const std::int64_t a = static_cast<std::int64_t>(htobe64(static_cast<std::uint64_t>(organizacionId)));
    const std::int64_t b = static_cast<std::int64_t>(htobe64(static_cast<std::uint64_t>(entidadId)));
    const std::array<const char*, 2> values{reinterpret_cast<const char*>(&a), reinterpret_cast<const char*>(&b)};
    const std::array<int, 2> lengths{8, 8};
    const std::array<int, 2> formats{1, 1};
    const char* org_value = org.c_str();
    PQsendQueryPrepared(connection_, "org", 1, &org_value, nullptr, nullptr, 1);
    for (std::size_t n = 0; n < sql.size(); ++n)
        PQsendQueryPrepared(connection_, ("q" + std::to_string(n)).c_str(), 2, values.data(), lengths.data(), formats.data(), 1);
    PQpipelineSync(connection_);
    PQflush(connection_);
    auto next = [&]() -> PGresult* {
        while (PQisBusy(connection_) != 0) {
            pollfd p{PQsocket(connection_), POLLIN, 0};
            poll(&p, 1, -1);
            PQconsumeInput(connection_);
        }
        return PQgetResult(connection_);
    };
    auto skip = [&] {
        PQclear(next());
        next();
    };
    auto each = [&](std::size_t, auto row) {
        PGresult* r = next();
        check(PQresultStatus(r) == PGRES_TUPLES_OK, PQresultErrorMessage(r));
        for (int n = 0; n < PQntuples(r); ++n)
            row(
                [&](int i) -> std::int64_t {
                    if (PQgetlength(r, n, i) == 4) {
                        std::uint32_t v{};
                        std::memcpy(&v, PQgetvalue(r, n, i), 4);
                        return static_cast<std::int32_t>(be32toh(v));
                    }
                    std::uint64_t v{};
                    std::memcpy(&v, PQgetvalue(r, n, i), 8);
                    return static_cast<std::int64_t>(be64toh(v));
                },
                [&](int i, std::string& out) {
                    out.assign(PQgetvalue(r, n, i), static_cast<std::size_t>(PQgetlength(r, n, i)));
                });
        PQclear(r);
        next();
    };
    skip();
    each(0, [&](auto i, auto t) { fill_contact(c, i, t); });
    each(1, [&](auto i, auto t) { fill(c.clasificaciones.emplace_back(), i, t); });
    PQclear(next());
    return c;
}

}  // namespace cacao::bench
