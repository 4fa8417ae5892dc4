// Stamping as the authority's providers make it: answers that are lost, late, repeated or of another document, and ends at every
// step. Nothing is stamped twice, nothing is lost, and the books agree.

#include "rooms/timbrado/timbrado.hpp"

#include "api/trabajos.hpp"
#include "base/azar.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "fiscal/juez.hpp"
#include "fiscal/timbre.hpp"
#include "rooms/timbrado/certificado_sello.hpp"
#include "rooms/timbrado/configuracion_fiscal.hpp"
#include "rooms/timbrado/timbrador.hpp"
#include "rooms/timbrado/verificar.hpp"
#include "rooms/ventas/documentos/nota_credito_cliente.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "support/libro.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <map>
#include <set>

namespace cacao {
namespace {

using namespace literales;
using test::Libro;
using timbrado::Abandonar;
using timbrado::Envio;
using timbrado::Respuesta;
using Como = Respuesta::Como;

// Ends a take as the end of the process would: it is no exception that anybody catches.
struct Muerte {};

// A provider with a memory of its own, which may not come through.
class PacInseguro final : public timbrado::Proveedor {
public:
    explicit PacInseguro(Instante ahora)
        : sandbox_(fiscal::Sandbox::nuevo(ahora.mas_segundos(-86'400), ahora.mas_segundos(86'400 * 3650))) {}

    std::string_view nombre() const override { return "sandbox"; }

    Respuesta timbrar(const Envio& e, const Abandonar&) const override {
        ++llamadas;
        if (azar_en(10) == 0) return {Como::sin_respuesta, {}, {}, "Se perdió la pregunta."};
        const auto antes = timbrados.find(e.xml);
        if (antes != timbrados.end()) {
            ++repetidas;
            return {Como::previo, azar_en(2) == 0 ? antes->second : "", "307", "El comprobante contiene un timbre previo."};
        }
        const auto timbre = sandbox_.timbrar(e.xml, e.hora);
        const auto xml = fiscal::con_timbre(e.xml, timbre->xml).value();
        timbrados[e.xml] = xml;
        por_documento[folio_de(e.xml)].insert(Uuid::leer(timbre->uuid)->texto());
        return entregar(xml);
    }
    Respuesta recuperar(const Envio& e, const Abandonar&) const override {
        const auto antes = timbrados.find(e.xml);
        if (antes == timbrados.end())
            return seguro || azar_en(10) != 0 ? Respuesta{Como::desconocido, {}, "603", "No está."}
                                              : Respuesta{Como::sin_respuesta};
        return entregar(antes->second);
    }
    Respuesta cancelar(const timbrado::EnvioDeCancelacion& e, const Abandonar&) const override {
        if (azar_en(4) == 0) return {Como::desconocido, {}, "205", "El UUID no existe."};
        if (azar_en(4) == 0) throw Muerte{};
        const bool nuevo = cancelados.insert(e.uuid).second;
        if (azar_en(3) == 0) return {Como::sin_respuesta};
        if (azar_en(4) == 0) return {Como::rechazado, {}, "302", "De otra."};
        return {Como::hecho, "<Acuse/>", nuevo ? "201" : "202", "Recibida."};
    }
    std::optional<fiscal::RespuestaSat> estado(const timbrado::ConsultaDeEstado& c, const Abandonar&) const override {
        if (azar_en(3) == 0) return std::nullopt;
        const bool esta = cancelados.contains(c.consulta.uuid);
        const bool espera = azar_en(3) == 0;
        return fiscal::RespuestaSat{esta && !espera ? fiscal::EstadoCfdi::cancelado : fiscal::EstadoCfdi::vigente,
                                    "S - Comprobante obtenido satisfactoriamente.", "Cancelable con aceptación",
                                    espera ? "En proceso"
                                    : esta ? "Cancelado con aceptación"
                                           : "",
                                    ""};
    }
    std::optional<std::int64_t> saldo(const Abandonar&) const override { return 7; }

    mutable std::map<std::string, std::string> timbrados;                // by what was sent
    mutable std::map<std::string, std::set<std::string>> por_documento;  // folios of each
    mutable std::set<std::string> cancelados;
    mutable int llamadas = 0;
    mutable int repetidas = 0;
    bool seguro = false;

    // As the document itself has it, however often it is sealed anew.
    static std::string folio_de(const std::string& xml) {
        const fiscal::Xml leido{xml};
        return std::string{leido.raiz().valor("Folio")};
    }

private:
    int azar_en(int n) const { return seguro ? n - 1 : static_cast<int>(azar_.menor(n)); }
    // Three in ten are lost, some of them with whoever asked; some are of another document, refusals too, these not twice at
    // once.
    Respuesta entregar(const std::string& xml) const {
        const bool ajena = std::exchange(ajena_, false);
        switch (azar_en(10)) {
            case 0:
            case 1: return {Como::sin_respuesta, {}, {}, "Se perdió la respuesta."};
            case 2: throw Muerte{};
            case 3: return {Como::hecho, timbrados.begin()->second, "200", "De otro."};
            case 4:
                if (ajena) return {Como::hecho, xml, "200", "Timbrado."};
                ajena_ = true;
                return {Como::rechazado, {}, "205", "De otro."};
            default: return {Como::hecho, xml, "200", "Timbrado."};
        }
    }
    fiscal::Sandbox sandbox_;
    mutable Azar azar_{2026};
    mutable bool ajena_ = false;
};

class TimbradoTest : public testing::TestWithParam<db::Motor> {
protected:
    TimbradoTest() {
        l.m.reloj.fijar(Instante::leer_iso("2026-10-01T19:00:00Z").value());
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
        const auto ahora = l.m.reloj.ahora();
        pac = std::make_shared<PacInseguro>(ahora);
        emisor = std::make_shared<const timbrado::Emisor>(
            auth::Sealer{l.m.maestra, "llave_csd"},
            [this](const timbrado::Emisor&, const std::string&, const timbrado::FilaConfiguracionFiscal&) { return pac; });
        const auto csd = fiscal::Csd::de_prueba("EKU9003173C9", "ESCUELA KEMPER URGATE", ahora.mas_segundos(-86'400),
                                                ahora.mas_segundos(86'400 * 1000));
        l.escribe([&](Context& ctx) {
            auto& tx = ctx.db();
            tx.run(R"(UPDATE organizacion SET rfc = 'EKU9003173C9', regimenFiscal = '601', nombre = 'ESCUELA KEMPER URGATE'
                      WHERE organizacionId = $1)",
                   tx.organizacion());
            tx.run("UPDATE sucursal SET codigoPostal = '42501' WHERE organizacionId = $1", tx.organizacion());
            tx.run("UPDATE concepto SET claveProdServ = '84111506' WHERE organizacionId = $1", tx.organizacion());
            tx.run(
                R"(UPDATE contacto SET rfc = 'IIA040805DZ4', nombreFiscal = 'INDISTRIA ILUMINADORA DE ALMACENES', codigoPostal = '62661',
                                          regimenFiscal = '601', usoCfdi = 'G03'
                      WHERE organizacionId = $1 AND entidadId = $2)",
                tx.organizacion(), l.clienteId);
            agregar_certificado(ctx, preparar_certificado(*emisor, csd));
            cambiar_configuracion_fiscal(ctx, {ProveedorDeTimbres::sandbox, {}}, preparar_sandbox(*emisor, ahora));
        });
    }
    std::int64_t factura() { return l.factura_de_concepto(100_precio).transaccionId; }
    void pide_timbre(std::int64_t id) {
        l.escribe([&](Context& ctx) { timbrar_documento(ctx, {Id{id}}); });
    }
    engine::FilaTimbrado fila(std::int64_t id) {
        engine::FilaTimbrado f;
        l.m.lee([&](const Context& ctx) { f = engine::leer_timbrado(ctx.db(), id).value(); });
        return f;
    }
    // Whatever is due, and as long as something is: whoever takes it may die, and time goes on.
    int trabaja(int a_lo_mas = 100'000) {
        const auto org = l.m.empresa.organizacionId;
        int muertes = 0;
        for (int i = 0; i < a_lo_mas; ++i) {
            api::Taller taller{l.m.base.db(), l.m.reloj, {timbrado::oficio_de_timbrado(emisor)}, "prueba"};
            const auto tomado = taller.tomar(org);
            if (!tomado) {
                const auto cuando = taller.siguiente(org);
                if (!cuando) return muertes;
                l.m.reloj.fijar(std::max(l.m.reloj.ahora(), *cuando).mas_segundos(1));
                continue;
            }
            try {
                taller.hacer(org, *tomado);
            } catch (const Muerte&) {
                ++muertes;
            }
        }
        ADD_FAILURE() << "there is no end of it";
        return muertes;
    }
    void cuadra() {
        EXPECT_THAT(l.m.diferencias(verificar_timbrados), testing::IsEmpty());
        EXPECT_THAT(l.diferencias(), testing::IsEmpty());
    }

    Libro l{GetParam(), {register_registro_venta, register_nota_credito_cliente}};
    std::shared_ptr<PacInseguro> pac;
    std::shared_ptr<const timbrado::Emisor> emisor;
};

TEST_P(TimbradoTest, StampsWhatTheBooksSay) {
    pac->seguro = true;
    const auto id = factura();
    pide_timbre(id);
    EXPECT_TRUE(fila(id).es(engine::EstadoTimbrado::porTimbrar));
    trabaja();
    const auto f = fila(id);
    ASSERT_TRUE(f.es(engine::EstadoTimbrado::timbrado)) << f.estado << ' ' << f.codigo << ' ' << f.mensaje;
    EXPECT_EQ(f.total, 116_mxn);
    EXPECT_EQ(pac->llamadas, 1);
    ASSERT_EQ(pac->timbrados.size(), 1U);
    const auto juicio = fiscal::Juez{}.juzgar(pac->timbrados.begin()->second, fiscal::sin_medios());
    EXPECT_TRUE(juicio.veredicto.valido());
    EXPECT_EQ(juicio.cfdi->metodoPago, "PPD");
    cuadra();
}

TEST_P(TimbradoTest, NothingTwiceAndNothingLost) {
    const char* pedidas = std::getenv("CACAO_TEST_TIMBRES");
    const int cuantas = pedidas != nullptr ? std::atoi(pedidas) : 40;
    std::vector<std::int64_t> ids;
    for (int i = 0; i < cuantas; ++i) {
        ids.push_back(factura());
        pide_timbre(ids.back());
    }
    const int muertes = trabaja();
    EXPECT_GT(muertes, 0);
    EXPECT_GT(pac->repetidas + pac->llamadas, cuantas);
    std::set<std::string> folios;
    for (const auto id : ids) {
        const auto f = fila(id);
        EXPECT_TRUE(f.es(engine::EstadoTimbrado::timbrado)) << f.estado << ' ' << f.mensaje;
        const auto suyo =
            std::to_string(l.entero("SELECT folio FROM documento WHERE organizacionId = $1 AND transaccionId = $2", id));
        const auto& suyos = pac->por_documento[suyo];
        EXPECT_EQ(suyos.size(), 1U);
        EXPECT_TRUE(suyos.contains(f.uuid));
        folios.insert(f.uuid);
    }
    EXPECT_EQ(folios.size(), ids.size());
    EXPECT_EQ(pac->timbrados.size(), ids.size());
    cuadra();

    for (const auto id : ids) l.escribe([&](Context& ctx) { engine::cancelar(ctx, id, {.motivo = "02"}); });
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND estado = 'cancelado'"), 0);
    trabaja();
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND estado = 'cancelado'"), cuantas);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM timbrado WHERE organizacionId = $1 AND estado = 'cancelado'"), cuantas);
    cuadra();
}

TEST_P(TimbradoTest, ARefusalOfTheProviderIsKeptInItsWords) {
    class Necio final : public timbrado::Proveedor {
    public:
        std::string_view nombre() const override { return "sandbox"; }
        Respuesta timbrar(const Envio&, const Abandonar&) const override {
            return {Como::rechazado, {}, "CFDI40148", "El domicilio no es el registrado."};
        }
        Respuesta recuperar(const Envio&, const Abandonar&) const override { return {Como::desconocido, {}, "603", "No está."}; }
        Respuesta cancelar(const timbrado::EnvioDeCancelacion&, const Abandonar&) const override { return {}; }
        std::optional<fiscal::RespuestaSat> estado(const timbrado::ConsultaDeEstado&, const Abandonar&) const override {
            return {};
        }
        std::optional<std::int64_t> saldo(const Abandonar&) const override { return {}; }
    };
    const auto de_antes = emisor;
    emisor = std::make_shared<const timbrado::Emisor>(
        auth::Sealer{l.m.maestra, "llave_csd"},
        [](const timbrado::Emisor&, const std::string&, const timbrado::FilaConfiguracionFiscal&) {
            return std::make_shared<const Necio>();
        });
    const auto id = factura();
    pide_timbre(id);
    trabaja();
    auto f = fila(id);
    EXPECT_TRUE(f.es(engine::EstadoTimbrado::rechazado));
    EXPECT_EQ(f.codigo, "CFDI40148");
    EXPECT_EQ(f.mensaje, "El domicilio no es el registrado.");
    EXPECT_EQ(f.uuid, "");
    // Asked for again, it is sealed anew.
    emisor = de_antes;
    pac->seguro = true;
    pide_timbre(id);
    trabaja();
    EXPECT_TRUE(fila(id).es(engine::EstadoTimbrado::timbrado));
    cuadra();
}

// A refusal is the provider's word; whether the document still stands is the authority's, and it is waited for.
TEST_P(TimbradoTest, ARefusedCancellationIsOneWhenTheAuthoritySaysSo) {
    class Negado final : public timbrado::Proveedor {
    public:
        std::string_view nombre() const override { return "sandbox"; }
        Respuesta timbrar(const Envio&, const Abandonar&) const override { return {}; }
        Respuesta recuperar(const Envio&, const Abandonar&) const override { return {}; }
        Respuesta cancelar(const timbrado::EnvioDeCancelacion&, const Abandonar&) const override {
            return {Como::rechazado, {}, "204", "No es cancelable."};
        }
        std::optional<fiscal::RespuestaSat> estado(const timbrado::ConsultaDeEstado&, const Abandonar&) const override {
            if (++preguntas == 1) return std::nullopt;
            return fiscal::RespuestaSat{dicho, "S - Comprobante obtenido satisfactoriamente.", "No cancelable", "", ""};
        }
        std::optional<std::int64_t> saldo(const Abandonar&) const override { return {}; }
        fiscal::EstadoCfdi dicho = fiscal::EstadoCfdi::vigente;
        mutable int preguntas = 0;
    };
    pac->seguro = true;
    const auto uno = factura();
    const auto otro = factura();
    for (const auto id : {uno, otro}) pide_timbre(id);
    trabaja();
    const auto negado = std::make_shared<Negado>();
    emisor = std::make_shared<const timbrado::Emisor>(
        auth::Sealer{l.m.maestra, "llave_csd"},
        [negado](const timbrado::Emisor&, const std::string&, const timbrado::FilaConfiguracionFiscal&) { return negado; });
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, uno, {.motivo = "02"}); });
    trabaja();
    EXPECT_TRUE(fila(uno).es(engine::EstadoTimbrado::cancelacionRechazada));
    EXPECT_EQ(fila(uno).codigo, "204");
    EXPECT_EQ(negado->preguntas, 2) << "while nobody says, it waits";
    negado->dicho = fiscal::EstadoCfdi::cancelado;
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, otro, {.motivo = "02"}); });
    trabaja();
    EXPECT_TRUE(fila(otro).es(engine::EstadoTimbrado::cancelado));
    cuadra();
}

TEST_P(TimbradoTest, BooksThatCannotFollowSayWhy) {
    pac->seguro = true;
    const auto id = factura();
    pide_timbre(id);
    trabaja();
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, id, {.motivo = "02"}); });
    // Paid before the authority answered, by what returned to it.
    const auto pago = l.deposito(116_mxn);
    std::int64_t aplicacionId = 0;
    l.escribe([&](Context& ctx) {
        aplicacionId = engine::aplicar(ctx, pago.transaccionId,
                                       {{.campo = "/asignaciones/0", .transaccionId = id, .importe = 116_mxn, .restituye = true}})
                           .front()
                           .aplicacionId;
    });
    trabaja();
    const auto f = fila(id);
    EXPECT_TRUE(f.es(engine::EstadoTimbrado::cancelado));
    EXPECT_THAT(f.mensaje, testing::HasSubstr(R"("transaccionId":)" + std::to_string(pago.transaccionId)));
    EXPECT_THAT(l.m.diferencias(verificar_timbrados), testing::SizeIs(1));
    l.desaplica(aplicacionId);
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, id, {.motivo = "02"}); });
    cuadra();
}

// What happened to it is told twice: whoever changes or deletes the row is found by the events.
TEST_P(TimbradoTest, ARowThatIsGoneOrSaysOtherwiseIsFound) {
    pac->seguro = true;
    const auto id = factura();
    pide_timbre(id);
    trabaja();
    cuadra();
    const auto hace = [&](std::string_view sql) {
        l.escribe([&](Context& ctx) { ctx.db().run(std::string{sql}, ctx.organizacionId()); });
        return l.m.diferencias(verificar_timbrados);
    };
    EXPECT_THAT(hace("UPDATE timbrado SET estado = 'cancelacionRechazada', motivo = '02' WHERE organizacionId = $1"),
                testing::Contains(testing::HasSubstr("came to be timbrado")));
    EXPECT_THAT(hace("UPDATE timbrado SET estado = 'timbrado', motivo = '' WHERE organizacionId = $1"), testing::IsEmpty());
    EXPECT_THAT(hace("DELETE FROM timbrado WHERE organizacionId = $1"),
                testing::Contains(testing::HasSubstr("was timbrado, and its row is gone")));
}

// Two at once: it was looked at before somebody else cancelled it.
TEST_P(TimbradoTest, WhatIsCancelledIsNotAskedToBeStamped) {
    const auto id = factura();
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, id, {}); });
    EXPECT_EQ(Libro::falta([&] { pide_timbre(id); }), "documento_cancelado /transaccionId");
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM timbrado WHERE organizacionId = $1"), 0);
    cuadra();
}

// DELETE /api/RegistroVenta/RegistroVentaCancelar/ and DELETE /api/NotaCreditoCliente/NotaCreditoClienteCancelar/ refuse with
// comprobante_en_proceso while nobody knows whether there is a fiscal document.
TEST_P(TimbradoTest, WhatIsBeingStampedIsNotCancelled) {
    const auto id = factura();
    auto s = l.derivada(engine::NotaCreditoCliente, id, {1_pza});
    const auto nota = l.emite(engine::NotaCreditoCliente, s).transaccionId;
    l.escribe([&](Context& ctx) {
        for (const auto uno : {id, nota})
            ctx.db().run(R"(INSERT INTO timbrado (organizacionId, transaccionId, estado, xml, creadoEn, modificadoEn)
                            VALUES ($1, $2, 'enviado', '<x/>', 0, 0))",
                         ctx.organizacionId(), uno);
    });
    EXPECT_EQ(l.m.pide("DELETE /api/NotaCreditoCliente/NotaCreditoClienteCancelar/" + std::to_string(nota)).faltas(),
              "comprobante_en_proceso /id");
    EXPECT_EQ(l.m.pide("DELETE /api/RegistroVenta/RegistroVentaCancelar/" + std::to_string(id)).faltas(),
              "comprobante_en_proceso /id");
}

TEST_P(TimbradoTest, TheKeyIsNowhereInTheClear) {
    std::string llave;
    l.m.lee([&](const Context& ctx) {
        llave = ctx.db()
                    .one<std::string>("SELECT llave FROM certificadoSello WHERE organizacionId = $1", ctx.organizacionId())
                    .value();
        const auto csd = emisor->csd(ctx.db(), ctx.ahora()).value();
        EXPECT_NE(llave, csd.llave());
        EXPECT_EQ(emisor->abrir(llave), csd.llave());
        EXPECT_EQ(llave.find(csd.llave().substr(30, 32)), std::string::npos);
        EXPECT_THAT(certificados_por_vencer(ctx.db(), ctx.ahora()), testing::IsEmpty());
        EXPECT_THAT(certificados_por_vencer(ctx.db(), ctx.ahora().mas_segundos(std::int64_t{86'400} * 980)), testing::SizeIs(1));
    });
    const timbrado::Emisor otro{auth::Sealer{auth::MasterKey::from_bytes(std::string(32, 'x')), "llave_csd"}};
    EXPECT_FALSE(otro.abrir(llave));
    l.m.lee([&](const Context& ctx) { EXPECT_THROW(otro.csd(ctx.db(), ctx.ahora()), Error); });
}

// A key file that was lost: what waits is refused and says why, the certificate is brought again, and one that was retired too.
// POST /api/Documentos/{transaccionId}/Timbrar refuses with the same llave_no_abre: it seals by the same function first.
TEST_P(TimbradoTest, AKeyThatDoesNotOpenIsBroughtAgain) {
    pac->seguro = true;
    std::optional<fiscal::Csd> csd;
    l.m.lee([&](const Context& ctx) { csd = emisor->csd(ctx.db(), ctx.ahora()); });
    const auto trae = [&] {
        CertificadoSello c;
        l.escribe([&](Context& ctx) { c = agregar_certificado(ctx, preparar_certificado(*emisor, *csd)); });
        return c;
    };
    const auto cerrados = [&] {
        std::vector<std::string> todos;
        l.m.lee([&](const Context& ctx) { todos = certificados_cerrados(ctx.db(), *emisor, ctx.ahora()); });
        return todos;
    };
    EXPECT_THROW(trae(), Error);
    EXPECT_THAT(cerrados(), testing::IsEmpty());
    emisor = std::make_shared<const timbrado::Emisor>(
        auth::Sealer{auth::MasterKey::from_bytes(std::string(32, 'x')), "llave_csd"},
        [this](const timbrado::Emisor&, const std::string&, const timbrado::FilaConfiguracionFiscal&) { return pac; });
    EXPECT_THAT(cerrados(), testing::ElementsAre(testing::HasSubstr("bring it again")));
    const auto id = factura();
    pide_timbre(id);
    trabaja();
    EXPECT_TRUE(fila(id).es(engine::EstadoTimbrado::rechazado));
    EXPECT_EQ(fila(id).codigo, "llave_no_abre");

    const auto otra_vez = trae();
    EXPECT_THAT(cerrados(), testing::IsEmpty());
    EXPECT_EQ(l.entero("SELECT certificadoId FROM certificadoSello WHERE organizacionId = $1"), otra_vez.certificadoId);
    EXPECT_THROW(trae(), Error);
    l.escribe([&](Context& ctx) { retirar_certificado(ctx, {Id{otra_vez.certificadoId}}); });
    EXPECT_EQ(trae().estado, "vigente");
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM certificadoSello WHERE organizacionId = $1 AND retiradoEn IS NULL"), 1);
    pide_timbre(id);
    trabaja();
    EXPECT_TRUE(fila(id).es(engine::EstadoTimbrado::timbrado)) << fila(id).mensaje;
    cuadra();
}

// However it is written, the public has one name, and what is sold to it alone is refused in words.
TEST_P(TimbradoTest, ThePublicHasOneNameHoweverItIsWritten) {
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE contacto SET rfc = 'XAXX010101000', nombreFiscal = $3 WHERE organizacionId = $1 AND entidadId = $2",
                     ctx.organizacionId(), l.clienteId, "Público en General");
    });
    const auto id = factura();
    pide_timbre(id);
    trabaja();
    EXPECT_TRUE(fila(id).es(engine::EstadoTimbrado::rechazado));
    EXPECT_EQ(fila(id).codigo, "comprobante_invalido");
    EXPECT_EQ(
        fila(id).mensaje,
        "Una venta al público en general lleva la información global (CFDI40130, en /cfdi:Comprobante). Las ventas al público "
        "en general se facturan con FacturaGlobal.");
}

CACAO_EN_AMBOS_MOTORES(TimbradoTest);

}  // namespace
}  // namespace cacao
