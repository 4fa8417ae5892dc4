// An RFC is of one organization, and those that shared one before are told.

#include "rooms/seguridad/alta.hpp"

#include "db/rows.hpp"
#include "support/libro.hpp"

#include <gmock/gmock.h>

namespace cacao::test {
namespace {

class Alta : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam()};

    std::int64_t crea(const std::string& usuario, const std::string& rfc) {
        return alta::crear_organizacion(m.base.db(), m.seguridad->contrasenas(), {.nombre = "Otra", .rfc = rfc}, usuario, "X",
                                        m.reloj.ahora())
            .organizacionId;
    }
    std::vector<std::string> diferencias(std::int64_t organizacionId) {
        return m.diferencias(alta::verificar_rfc, organizacionId);
    }
};
CACAO_EN_AMBOS_MOTORES(Alta);

TEST_P(Alta, AnRfcIsOfOneOrganization) {
    const auto una = crea("una", "XIA190128J61");
    EXPECT_EQ(alta::organizacion_con_rfc(m.base.db(), "xia190128j61"), una);
    EXPECT_EQ(Libro::falta([&] { crea("dos", "XIA190128J61"); }), "duplicado /rfc");
    EXPECT_EQ(Libro::falta([&] { crea("dos", "xia190128j61"); }), "duplicado /rfc");
    EXPECT_EQ(alta::buscar_usuario(m.base.db(), "dos").has_value(), false) << "nothing of it stays";
    for (const char* generico : {"XAXX010101000", "xexx010101000"})
        EXPECT_EQ(Libro::falta([&] { crea("tres", generico); }), "valor_no_permitido /rfc");
    // Without one there may be many.
    crea("cuatro", "");
    const auto cinco = crea("cinco", "");
    for (const auto id : {una, cinco, m.empresa.organizacionId}) EXPECT_THAT(diferencias(id), testing::IsEmpty());

    // As it was before there was a rule.
    m.base->write_now(cinco, [&](db::Writer& tx) {
        tx.run("UPDATE organizacion SET rfc = 'XIA190128J61' WHERE organizacionId = $1", tx.organizacion());
    });
    EXPECT_THAT(diferencias(cinco),
                testing::Contains(testing::HasSubstr("rfc XIA190128J61: it is that of organizacionId " + std::to_string(una))));
    EXPECT_THAT(diferencias(una), testing::IsEmpty());
    m.base->write_now(0, [](db::Writer& tx) { tx.run("DELETE FROM acceso WHERE clave = 'rfc:XIA190128J61'"); });
    EXPECT_THAT(diferencias(una), testing::Contains(testing::HasSubstr("nothing keeps another organization")));

    // One that nobody has access to is in no list; where one process sees all of them, it is found.
    if (GetParam() != db::Motor::sqlite) return;
    std::string sin_acceso;
    const auto buscar = [&] {
        m.base->read(0, [&](db::Reader& tx) { alta::verificar_sin_acceso(tx, [&](const std::string& d) { sin_acceso += d; }); });
    };
    buscar();
    EXPECT_EQ(sin_acceso, "");
    m.base->write_now(0, [&](db::Writer& tx) {
        tx.run(R"(INSERT INTO organizacion (organizacionId, nombre, rfc, zona, activo, creadoEn)
                  SELECT 987654, 'otra', rfc, zona, activo, creadoEn FROM organizacion WHERE organizacionId = $1)",
               una);
    });
    buscar();
    EXPECT_THAT(sin_acceso, testing::HasSubstr("organizacionId 987654, rfc XIA190128J61: it is that of organizacionId"));
}

}  // namespace
}  // namespace cacao::test
