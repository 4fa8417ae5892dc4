#include "api/organizacion.hpp"

#include "api/membrete.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"

namespace cacao {
namespace {

struct FilaEncabezado {
    std::string nombre, rfc, calle, numeroExterior, numeroInterior, colonia, codigoPostal, municipio, estado, pais;
};
DESCRIBE_STRUCT(FilaEncabezado, (),
                (nombre, rfc, calle, numeroExterior, numeroInterior, colonia, codigoPostal, municipio, estado, pais))

}  // namespace

EncabezadoOrganizacion encabezado_de_organizacion(db::Reader& tx) {
    const auto f = tx.one<FilaEncabezado>(R"(
        SELECT nombre, rfc, calle, numeroExterior, numeroInterior, colonia, codigoPostal, municipio, estado, pais
        FROM organizacion WHERE organizacionId = $1)",
                                          tx.organizacion());
    if (!f) return {};
    return {f->nombre, f->rfc,
            en_un_renglon(
                {f->calle, f->numeroExterior, f->numeroInterior, f->colonia, f->codigoPostal, f->municipio, f->estado, f->pais})};
}

std::int64_t subir_version_de_organizacion(db::Writer& tx) {
    return tx
        .one<std::int64_t>("UPDATE organizacion SET version = version + 1 WHERE organizacionId = $1 RETURNING version",
                           tx.organizacion())
        .value();
}

std::vector<std::int64_t> organizaciones(db::Database& database) {
    std::vector<std::int64_t> todas;
    database.read(0, [&](db::Reader& tx) {
        todas =
            tx.all<std::int64_t>("SELECT DISTINCT organizacionId FROM acceso WHERE organizacionId <> 0 ORDER BY organizacionId");
    });
    return todas;
}

std::string clave_rfc(std::string_view rfc) { return "rfc:" + mayusculas(rfc); }

bool tomar_rfc(db::Writer& tx, std::string_view antes, std::string_view rfc) {
    // One row for all organizations: of two that want it at once, one finds it taken.
    if (!rfc.empty()) {
        tx.run(R"(INSERT INTO acceso (clave, organizacionId, usuarioId, consumidorId, familia, venceEn)
                  VALUES ($1, $2, 0, 0, '', NULL) ON CONFLICT (clave) DO NOTHING)",
               clave_rfc(rfc), tx.organizacion());
        const auto suya = tx.one<std::int64_t>("SELECT organizacionId FROM acceso WHERE clave = $1", clave_rfc(rfc));
        if (suya != tx.organizacion()) return false;
    }
    if (!antes.empty() && clave_rfc(antes) != clave_rfc(rfc))
        tx.run("DELETE FROM acceso WHERE clave = $1 AND organizacionId = $2", clave_rfc(antes), tx.organizacion());
    return true;
}

}  // namespace cacao
