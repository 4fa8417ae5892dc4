// Whoever can write every table of the database, and has no key, leaves a trace that `cacao verify` finds.

#include "api/bitacora.hpp"

#include "base/digest.hpp"
#include "db/rows.hpp"
#include "support/database.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cacao::api {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class SelloDePrueba final : public HeadSeal {
public:
    explicit SelloDePrueba(std::string key) : key_(std::move(key)) {}
    std::string code(std::string_view text) const override { return sha256(key_ + std::string{text}); }
    std::string llave() const override { return sha256(key_).substr(0, 8); }

private:
    std::string key_;
};

class BitacoraTest : public testing::TestWithParam<db::Motor> {
protected:
    // Batches of 2, 3 and 1: positions 1 to 6 under heads 1 to 3.
    void fill() {
        for (const int rows : {2, 3, 1}) {
            add(rows);
            seal(&ours);
        }
    }
    void add(int rows, std::int64_t micros = 1000) {
        base->write_now(1, [&](db::Writer& tx) {
            for (int i = 0; i < rows; ++i) add_row(tx, 1, micros);
        });
    }
    // A record that was made, of which the log has a row.
    void make_record() {
        base->write_now(1, [&](db::Writer& tx) {
            const auto fila =
                tx.one<std::int64_t>("SELECT max(bitacoraId) FROM bitacora WHERE organizacionId = $1", tx.organizacion());
            tx.run(R"(INSERT INTO eventoRegistro (organizacionId, eventoId, tipo, registroId, evento, instante)
                      VALUES ($1, $2, 'Contacto', $3, 'registrado', 1000))",
                   tx.organizacion(), fila.value(), tx.next_id());
        });
    }
    // A document that was registered and one settlement, each with its row: positions 7 and 8 under heads 4 and 5.
    void make_document() {
        std::vector<std::int64_t> ids;
        for (int i = 0; i < 2; ++i) {
            base->write_now(1, [&](db::Writer& tx) { add_row(tx, ids.emplace_back(tx.next_id()), 1000); });
            seal(&ours);
        }
        tamper(fmt::format(R"(
            INSERT INTO sucursal (organizacionId, sucursalId, codigo, nombre, codigoPostal, zona, frontera, almacenId, cuentaBancariaId,
                activo, version) VALUES (1, 5, 'A', 'A', '', 'UTC', 0, 0, 0, 1, 1) ON CONFLICT DO NOTHING;
            INSERT INTO documento (organizacionId, transaccionId, tipo, serie, folio, fecha, vencimiento, estado, sucursalId, proyectoId,
                centroCostoId, entidadId, vendedorId, almacenId, almacenDestinoId, cuentaBancariaId, cuentaDestinoId, formaPagoId,
                origenId, moneda, tipoCambio, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido, total, notas, referencia,
                motivo, version, creadoPor, creadoEn, modificadoEn, cancelacionMotivo)
            VALUES (1, {0}, 'Deposito', 'DE', {0}, 0, 0, 'vigente', 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'MXN', 1000000, 0, 0, 0, 0, 0, 0, 0,
                '', '', '', 1, 7, 0, 0, '');
            INSERT INTO evento (organizacionId, transaccionId, consecutivo, evento, instante, datos)
            VALUES (1, {0}, 1, 'registrado', 1000, '');
            INSERT INTO aplicacion (organizacionId, aplicacionId, pagoId, documentoId, fecha, importe, importe2, localPago,
                localDocumento, consecutivo, saldoAnterior, saldoNuevo, polizaId, estado, creadoEn)
            VALUES (1, {1}, {0}, {0}, 0, 1, 1, 1, 1, 1, 1, 0, 1, 'vigente', 0))",
                           ids[0], ids[1]));
    }
    static void add_row(db::Writer& tx, std::int64_t registroId, std::int64_t micros) {
        tx.run(
            R"(INSERT INTO bitacora (organizacionId, bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId,
                                     antes, despues, traza) VALUES ($1, $2, $3, 7, 0, 'x', 'y', $4, '', '{}', ''))",
            tx.organizacion(), tx.next_id(), micros, registroId);
    }
    void seal(const HeadSeal* with) {
        base->write_now(1, [&](db::Writer& tx) { seal_rows(tx, with); });
    }
    // As somebody whom nothing in the database stops.
    void tamper(const std::string& sql) {
        if (GetParam() == db::Motor::postgres) return test::Postgres::instance().run(sql, base.name());
        for (std::size_t at = 0; at < sql.size();) {
            const auto end = std::min(sql.find(';', at), sql.size());
            const auto statement = sql.substr(at, end - at);
            if (statement.find_first_not_of(" \n") != std::string::npos)
                base->write_now(1, [&](db::Writer& tx) { tx.run(statement); });
            at = end + 1;
        }
    }
    std::vector<std::string> faults(const HeadSeal* with) {
        std::vector<std::string> list;
        base->read(1, [&](db::Reader& tx) { chain = verify_chain(tx, with, [&](const std::string& f) { list.push_back(f); }); });
        return list;
    }
    std::vector<std::string> faults() { return faults(&ours); }

    test::Database base{GetParam()};
    const SelloDePrueba ours{"la llave"};
    const SelloDePrueba other{"otra llave"};
    Cadena chain;
};
CACAO_EN_AMBOS_MOTORES(BitacoraTest);

TEST_P(BitacoraTest, WhatNobodyTouchedIsWhole) {
    EXPECT_THAT(faults(), IsEmpty());
    fill();
    add(2);
    EXPECT_THAT(faults(), IsEmpty()) << "rows that wait for their seal are none of its business";
    EXPECT_EQ(chain.ultima->numero, 3);
    EXPECT_EQ(chain.ultima->posicion, 6);
    EXPECT_EQ(chain.sin_llave, 0);
    seal(&ours);
    seal(&ours);  // nothing to seal lays no head
    EXPECT_THAT(faults(), IsEmpty());
    EXPECT_EQ(chain.ultima->numero, 4);
}

// Each is found at once, and still found after the service has gone on sealing over it.
TEST_P(BitacoraTest, EveryWayToChangeItIsFound) {
    const auto keep_heads = [&](const std::string& attack) {
        return "CREATE TABLE copia AS SELECT * FROM bitacoraCabeza; " + attack;
    };
    const std::string put_heads_back =
        "DELETE FROM bitacoraCabeza; INSERT INTO bitacoraCabeza SELECT * FROM copia; DROP TABLE copia";
    const std::string unseal = "UPDATE bitacora SET posicion = NULL, sello = NULL, usuarioId = 8 WHERE posicion > 3";
    struct Attack {
        std::string name;
        std::string sql;
        bool reseal = false;  // with seals worked out anew, by the program's own arithmetic
        std::string then;
        std::string says;  // where one look alone must find it, whatever others find beside it
    };
    const std::vector<Attack> attacks{
        {.name = "the newest rows are deleted",
         .sql = "DELETE FROM bitacora WHERE posicion > 4",
         .says = "ends at position 4, and its last head at 8"},
        {"the whole log is deleted", "DELETE FROM bitacora"},
        {.name = "a row in the middle is deleted", .sql = "DELETE FROM bitacora WHERE posicion = 2", .says = "lacks position 2"},
        {"a row is changed", "UPDATE bitacora SET usuarioId = 8 WHERE posicion = 2"},
        {"a moment is changed by a microsecond", "UPDATE bitacora SET instante = instante + 1 WHERE posicion = 2"},
        {"a row is laid before the first",
         "INSERT INTO bitacora (organizacionId, bitacoraId, instante, usuarioId, consumidorId, operacion, tipo, registroId, "
         "antes, "
         "despues, traza, posicion, sello) SELECT organizacionId, bitacoraId + 1000000, instante, 8, consumidorId, operacion, "
         "tipo, "
         "registroId, antes, despues, traza, -1, sello FROM bitacora WHERE posicion = 1"},
        {"the chain is rewritten under a head of a key that nobody has", unseal + "; DELETE FROM bitacoraCabeza WHERE numero > 1",
         true, "UPDATE bitacoraCabeza SET llave = codigo WHERE numero = 2"},
        {"the log is deleted with its heads", "DELETE FROM bitacora; DELETE FROM bitacoraCabeza"},
        {"rows are unsealed and changed", unseal},
        {"all rows are unsealed and changed", "UPDATE bitacora SET posicion = NULL, sello = NULL, usuarioId = 8"},
        {.name = "the last head is deleted",
         .sql = "DELETE FROM bitacoraCabeza WHERE numero = 5",
         .says = "positions 8 to 8 stand under no head"},
        {.name = "a head in the middle is deleted", .sql = "DELETE FROM bitacoraCabeza WHERE numero = 2", .says = "lacks head 2"},
        {"all heads are deleted", "DELETE FROM bitacoraCabeza"},
        {"a head is changed to fit",
         "DELETE FROM bitacora WHERE posicion > 4; DELETE FROM bitacoraCabeza WHERE numero >= 3; UPDATE bitacoraCabeza SET "
         "posicion "
         "= 4, cuenta = 2, sello = (SELECT b.sello FROM bitacora b WHERE b.posicion = 4) WHERE numero = 2"},
        {"the chain is rewritten under the same heads", keep_heads(unseal + "; DELETE FROM bitacoraCabeza"), true,
         put_heads_back},
        {"the chain is rewritten and its heads are laid anew", unseal + "; DELETE FROM bitacoraCabeza WHERE numero > 1", true},
        {"the rows of a document and its settlement are deleted with their heads",
         "DELETE FROM bitacora WHERE posicion > 6; DELETE FROM bitacoraCabeza WHERE numero > 3"},
        {"the row of a settlement is deleted with its head",
         "DELETE FROM bitacora WHERE posicion > 7; DELETE FROM bitacoraCabeza WHERE numero > 4"},
        {"a document is cancelled, of which the log has no row",
         "INSERT INTO evento (organizacionId, transaccionId, consecutivo, evento, instante, datos) SELECT organizacionId, "
         "transaccionId, 2, 'cancelado', 1000, '' FROM evento"},
        {"heads are numbered anew", "DELETE FROM bitacoraCabeza WHERE numero = 1; UPDATE bitacoraCabeza SET numero = numero - 1"},
    };
    for (const auto& attack : attacks) {
        SCOPED_TRACE(attack.name);
        tamper(
            "DELETE FROM bitacora; DELETE FROM bitacoraCabeza; DELETE FROM eventoRegistro; DELETE FROM aplicacion; DELETE FROM "
            "evento; DELETE FROM documento");
        fill();
        make_record();
        make_document();
        ASSERT_THAT(faults(), IsEmpty());
        tamper(attack.sql);
        if (attack.reseal) seal(nullptr);
        if (!attack.then.empty()) tamper(attack.then);
        EXPECT_THAT(faults(), testing::Contains(HasSubstr(attack.says)));
        add(1);
        seal(&ours);
        EXPECT_THAT(faults(), testing::Not(IsEmpty())) << "after more was sealed";
    }
}

// So that what comes afterwards does not take the places of rows that are gone: they stay missed, and nothing else does.
TEST_P(BitacoraTest, TheSealerGoesOnWhereTheLastHeadSays) {
    fill();
    tamper("DELETE FROM bitacora WHERE posicion > 4");
    add(1);
    seal(&ours);
    EXPECT_THAT(faults(), testing::ElementsAre(HasSubstr("lacks position 5"), HasSubstr("does not match its seal")));
    EXPECT_EQ(chain.ultima->posicion, 7);
}

TEST_P(BitacoraTest, RowsOfNobodyAreFound) {
    const auto owners = [&] {
        std::vector<std::string> list;
        base->read(0, [&](db::Reader& tx) { verify_owners(tx, [&](const std::string& f) { list.push_back(f); }); });
        return list;
    };
    EXPECT_THAT(owners(), IsEmpty());
    fill();
    tamper("INSERT INTO organizacion (organizacionId, nombre, rfc, zona, activo, creadoEn) VALUES (1, 'Una', '', 'UTC', 1, 0)");
    EXPECT_THAT(owners(), IsEmpty());
    tamper("UPDATE bitacora SET organizacionId = 77 WHERE posicion = 6; DELETE FROM bitacoraCabeza WHERE numero = 3");
    EXPECT_THAT(faults(), IsEmpty()) << "an older state is a whole one";
    EXPECT_THAT(owners(), testing::ElementsAre(HasSubstr("organizacionId 77 has rows, and there is no such organization")));
}

TEST_P(BitacoraTest, AKeyThatWasLostIsNoDifferenceAndTheNextOneSealsItsHeads) {
    fill();
    EXPECT_THAT(faults(nullptr), IsEmpty());
    EXPECT_EQ(chain.sin_llave, 3);
    EXPECT_THAT(faults(&other), IsEmpty());
    EXPECT_EQ(chain.sin_llave, 3);
    EXPECT_EQ(chain.sin_llave_hasta, 6);
    seal(&other);  // rows or no rows
    EXPECT_THAT(faults(&other), IsEmpty());
    EXPECT_EQ(chain.ultima->numero, 4);
    EXPECT_EQ(chain.ultima->cuenta, 0);
    EXPECT_EQ(chain.sin_llave, 3);
    add(1);
    seal(&other);
    EXPECT_THAT(faults(&other), IsEmpty());
    // From there on the old one is as safe as the new: its rows by their chain, its last head by the one above.
    tamper("UPDATE bitacoraCabeza SET cuenta = 2 WHERE numero = 3");
    EXPECT_THAT(faults(&other), testing::Contains(HasSubstr("head 4 does not have the code")));
    // Nobody gets rid of a code by naming a key that is not here.
    tamper("UPDATE bitacoraCabeza SET cuenta = 1 WHERE numero = 3; UPDATE bitacoraCabeza SET llave = codigo WHERE numero = 5");
    EXPECT_THAT(faults(&other), testing::ElementsAre(HasSubstr("head 5 is of another key")));
    // A head without rows is missed too, where no key is at hand to prove the ones behind it.
    EXPECT_THAT(faults(nullptr), IsEmpty());
    tamper("DELETE FROM bitacoraCabeza WHERE numero = 4");
    EXPECT_THAT(faults(nullptr), testing::ElementsAre(HasSubstr("lacks head 4")));
}

TEST_P(BitacoraTest, ItCanBeProvenFromAMomentOn) {
    fill();
    add(2, 5000);
    seal(&ours);
    tamper("UPDATE bitacora SET usuarioId = 8 WHERE posicion = 1");
    const auto since = [&](std::int64_t micros) {
        int count = 0;
        base->read(1, [&](db::Reader& tx) {
            verify_chain(
                tx, &ours, [&](const std::string&) { ++count; }, last_head_before(tx, Instante::de_micros(micros)));
        });
        return count;
    };
    EXPECT_EQ(since(5000), 0) << "older than what is looked at";
    EXPECT_EQ(since(1000), 1);
    tamper("UPDATE bitacora SET usuarioId = 8 WHERE posicion = 7");
    EXPECT_EQ(since(5000), 1);
}

TEST_P(BitacoraTest, OnlyAnAnchorFindsAWholeOlderState) {
    fill();
    std::string kept;
    base->read(1, [&](db::Reader& tx) { kept = anchor_of(1, *last_head(tx)); });
    const auto anchored = [&] {
        bool found = false;
        base->read(1, [&](db::Reader& tx) { found = anchored_head(tx, read_anchor(kept).value()).has_value(); });
        return found;
    };
    EXPECT_TRUE(anchored());
    add(1);
    seal(&ours);
    EXPECT_TRUE(anchored());
    tamper("DELETE FROM bitacora WHERE posicion > 5; DELETE FROM bitacoraCabeza WHERE numero > 2");
    EXPECT_THAT(faults(), IsEmpty());
    EXPECT_FALSE(anchored());
    add(1);
    seal(&ours);
    EXPECT_THAT(faults(), IsEmpty());
    EXPECT_FALSE(anchored()) << "another head has its number now";
    for (const char* none : {"", "cacao1.", "cacao1.1", "cacao1.1.2", "cacao1.x.2.3", "cacao2.1.2.3.4.5"})
        EXPECT_FALSE(read_anchor(none)) << none;
}

// What was sealed by a version without heads.
TEST_P(BitacoraTest, ALogOfBeforeIsTakenOver) {
    const auto steps = db::migrations();
    const auto heads = std::ranges::find(steps, "0030_cabezas_de_bitacora", &db::Migration::name);
    ASSERT_NE(heads, steps.end());
    fill();
    tamper("DELETE FROM bitacoraCabeza");
    const std::string sql{heads->sql};
    tamper(db::translate(sql.substr(sql.find("INSERT INTO bitacoraCabeza")), GetParam()));
    EXPECT_THAT(faults(), IsEmpty());
    EXPECT_EQ(chain.sin_llave, 1);
    seal(&ours);
    add(1);
    seal(&ours);
    EXPECT_THAT(faults(), IsEmpty());
    EXPECT_EQ(chain.sin_llave_hasta, 6);
    tamper("UPDATE bitacora SET posicion = NULL, sello = NULL, usuarioId = 8 WHERE posicion > 3");
    EXPECT_THAT(faults(), testing::Not(IsEmpty()));
}

// The service's own login can add and seal, and nothing else.
TEST(BitacoraPostgresTest, TheServicesRoleTakesNothingAway) {
    test::Database base{db::Motor::postgres};
    const auto add = [](db::Writer& tx) {
        tx.run("INSERT INTO bitacora VALUES (1, $1, 0, 0, 0, '', '', 0, '', '', '', NULL, NULL)", tx.next_id());
    };
    base->write_now(1, add);
    base->write_now(1, [](db::Writer& tx) { seal_rows(tx, nullptr); });
    base->write_now(1, add);
    const auto refused = [&](const std::string& sql) {
        try {
            base->write_now(1, [&](db::Writer& tx) { tx.run(sql); });
        } catch (const db::DbError& e) {
            return std::string{e.what()};
        }
        return std::string{"it was done"};
    };
    for (const char* sql : {"DELETE FROM bitacora", "UPDATE bitacora SET usuarioId = 8", "TRUNCATE bitacora",
                            "DELETE FROM bitacoraCabeza", "UPDATE bitacoraCabeza SET cuenta = 0"})
        EXPECT_THAT(refused(sql), HasSubstr("permission denied")) << sql;
    EXPECT_THAT(refused("INSERT INTO bitacora VALUES (1, 99, 0, 0, 0, '', '', 0, '', '', '', 9, '\\x00')"),
                HasSubstr("row-level security"));
    EXPECT_THAT(refused("UPDATE bitacora SET posicion = NULL, sello = NULL"), HasSubstr("row-level security"));
    base->write_now(1, [](db::Writer& tx) {
        // What is sealed it does not even see for changing.
        EXPECT_EQ(tx.count("UPDATE bitacora SET posicion = 2, sello = '\\x00' WHERE posicion = 1"), 0);
        EXPECT_EQ(tx.count("UPDATE bitacora SET posicion = 2, sello = '\\x00' WHERE posicion IS NULL"), 1);
    });
}

}  // namespace
}  // namespace cacao::api
