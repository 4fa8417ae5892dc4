// The service ends as if killed at every step between asking for a stamp and keeping it, and between asking for its cancellation
// and the books that follow. Started again it goes on: one stamp, one file, and everything agrees.

#include "db/rows.hpp"
#include "http/service.hpp"
#include "http/tienda.hpp"
#include "support/csd.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace cacao::test {
namespace {

class TimbradoCrashTest : public testing::TestWithParam<db::Motor> {
protected:
    TimbradoCrashTest() {
        const auto& csd = juego_de_csd();
        hecho("PUT", "/api/Organizacion", R"({"regimenFiscal":"601"})");
        const auto sucursal = service.ask("admin", "GET", "/api/Sucursales").at("/data/0/sucursalId");
        hecho("PUT", "/api/Sucursales/" + sucursal, R"({"codigoPostal":"42501"})");
        hecho("POST", "/api/CertificadosSello",
              fmt::format(R"({{"certificado":"{}","llave":"{}","contrasena":"{}"}})", base64(csd.bueno),
                          base64(llave_der(csd.llave)), contrasena_csd));
        hecho("PUT", "/api/Timbrado/Configuracion", R"({"proveedor":"sandbox"})");
        cliente =
            hecho(
                "POST", "/api/Contactos",
                R"({"codigo":"CFDI","nombre":"Almacenes","roles":["cliente"],"rfc":"IIA040805DZ4","nombreFiscal":"INDISTRIA ILUMINADORA DE ALMACENES","codigoPostal":"62661","regimenFiscal":"601","usoCfdi":"G03"})")
                .at("/data/entidadId");
        const auto unidad = service.ask("admin", "GET", "/api/UnidadesMedida/Base").at("/data/0/unidadMedidaId");
        producto =
            hecho("POST", "/api/Productos",
                  fmt::format(
                      R"({{"codigo":"CFDI","nombre":"Té","tipo":"servicio","unidadMedidaId":{},"claveProdServ":"50201706"}})",
                      unidad))
                .at("/data/productoId");
    }
    HttpAnswer hecho(std::string_view metodo, const std::string& destino, const std::string& cuerpo = {}) {
        auto r = service.ask("admin", metodo, destino, cuerpo);
        EXPECT_EQ(r.status, 200) << destino << ' ' << r.body;
        return r;
    }
    // Asked before the service ends at a step, or as it does.
    void pide_y_muere(std::string_view metodo, const std::string& destino, const std::string& paso,
                      const std::string& cuerpo = {}) {
        ASSERT_EQ(service.stop(), 0);
        service.start_with({"CACAO_TEST_END_AT=" + paso});
        try {
            service.ask("admin", metodo, destino, cuerpo);
        } catch (const std::runtime_error&) {
            // The service was faster than its answer.
        }
        ASSERT_EQ(service.process().wait(), 128 + SIGKILL) << paso;
        // As if the lease of whoever is gone had run out.
        db::open({.url = service.installation().url(), .connections = 1})
            ->write_now(service.person("admin").organizacionId, [](db::Writer& tx) {
                tx.run("UPDATE trabajo SET tomadoHasta = 1 WHERE organizacionId = $1 AND tomadoHasta > 0", tx.organizacion());
            });
        service.start_with({});
    }
    HttpAnswer hasta(const std::string& id, std::string_view estado) {
        HttpAnswer r;
        for (const auto fin = std::chrono::steady_clock::now() + std::chrono::minutes{1};
             std::chrono::steady_clock::now() < fin;) {
            r = service.ask("admin", "GET", "/api/Documentos/" + id + "/Timbrado");
            if (r.at("/data/estado") == estado) return r;
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
        }
        ADD_FAILURE() << "expected " << estado << ", got " << r.body;
        return r;
    }

    Service service{GetParam()};
    std::string cliente, producto;
};

TEST_P(TimbradoCrashTest, OneStampWhateverTheStepOfTheEnd) {
    const bool todos = std::getenv("CACAO_TEST_CRASH_ROUNDS") != nullptr;
    const std::vector<std::string> al_timbrar{"trabajo_tomado",      "timbrado_enviado",  "trabajo_asentado",
                                              "timbrado_contestado", "trabajo_afuera:2",  "timbrado_timbrado",
                                              "trabajo_asentando:2", "trabajo_asentado:2"};
    const std::vector<std::string> al_cancelar{"trabajo_tomado", "timbrado_contestado", "timbrado_fin",      "trabajo_asentado",
                                               "timbrado_fin:2", "cancelar/revertir",   "trabajo_asentado:2"};
    for (std::size_t i = 0; i < al_timbrar.size(); ++i) {
        if (!todos && i % 3 != 0 && al_timbrar[i] != "timbrado_contestado") continue;
        SCOPED_TRACE(al_timbrar[i]);
        const auto id =
            hecho("POST", "/api/FacturaVenta",
                  fmt::format(R"({{"clienteId":{},"partidas":[{{"productoId":{},"cantidad":1,"precioUnitario":100}}]}})", cliente,
                              producto))
                .at("/data/transaccionId");
        pide_y_muere("POST", "/api/Documentos/" + id + "/Timbrar", al_timbrar[i]);
        // Whoever got no answer asks again.
        hecho("POST", "/api/Documentos/" + id + "/Timbrar");
        const auto uuid = hasta(id, "timbrado").at("/data/uuid");
        EXPECT_EQ(service.ask("admin", "GET", "/api/FacturaVenta/" + id).at("/data/uuid"), uuid);
        const auto adjuntos = service.ask("admin", "GET", "/api/Documentos/DocumentoAdjuntos/" + id);
        EXPECT_NE(adjuntos.at("/data/archivos/0/archivoId"), "");
        EXPECT_EQ(adjuntos.at("/data/archivos/1/archivoId"), "");
        if (i >= al_cancelar.size()) continue;
        SCOPED_TRACE(al_cancelar[i]);
        const auto cancelar = "/api/RegistroVenta/RegistroVentaCancelar/" + id + "?motivo=02";
        pide_y_muere("DELETE", cancelar, al_cancelar[i]);
        hecho("DELETE", cancelar);
        hasta(id, "cancelado");
        EXPECT_EQ(service.ask("admin", "GET", "/api/FacturaVenta/" + id).at("/data/estado"), "cancelado");
    }
    ASSERT_EQ(service.stop(), 0);
    const auto verificado = service.installation().run({"verify"});
    EXPECT_EQ(verificado.exit, 0) << verificado.out << verificado.err;
}

// What follows from a payment, or from one invoice in the place of another, is due in the transaction before it: one complement,
// and one invoice that lives.
TEST_P(TimbradoCrashTest, WhatFollowsGoesOnAfterTheEnd) {
    const auto banco = service.ask("admin", "GET", "/api/Sucursales").at("/data/0/cuentaBancariaId");
    const auto forma = service.ask("admin", "GET", "/api/Bancos/FormasPago").at("/data/0/formaPagoId");
    const auto pedida = fmt::format(R"({{"clienteId":{},"partidas":[{{"productoId":{},"cantidad":1,"precioUnitario":100}}]}})",
                                    cliente, producto);
    const auto factura = [&] {
        const auto id = hecho("POST", "/api/FacturaVenta", pedida).at("/data/transaccionId");
        hecho("POST", "/api/Documentos/" + id + "/Timbrar");
        hasta(id, "timbrado");
        return id;
    };
    const auto complementos = [&](const std::string& id, std::string_view donde, std::string_view valor) {
        HttpAnswer r;
        for (const auto fin = std::chrono::steady_clock::now() + std::chrono::minutes{1};
             std::chrono::steady_clock::now() < fin;) {
            r = service.ask("admin", "GET", "/api/Documentos/" + id + "/Complementos");
            if (r.at(donde) == valor) return r;
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
        }
        ADD_FAILURE() << "expected " << valor << ", got " << r.body;
        return r;
    };
    const auto cobrada = factura();
    pide_y_muere("POST", "/api/Bancos/DepositoAgregar", "complemento_hecho",
                 fmt::format(R"({{"cuentaBancariaId":{},"clienteId":{},"formaPagoId":{},"importe":116,)"
                             R"("asignaciones":[{{"transaccionId":{},"importe":116}}]}})",
                             banco, cliente, forma, cobrada));
    const auto uno = complementos(cobrada, "/data/0/timbrado", "timbrado");
    EXPECT_EQ(uno.at("/data/1/transaccionId"), "");
    pide_y_muere("DELETE", "/api/Bancos/DepositoCancelar/" + uno.at("/data/0/pagoId") + "?desasignar=true",
                 "timbrado_contestado");
    EXPECT_EQ(complementos(cobrada, "/data/0/estado", "cancelado").at("/data/1/transaccionId"), "");

    for (const auto* paso : {"timbrado_timbrado", "sustitucion_cancelada"}) {
        SCOPED_TRACE(paso);
        const auto vieja = factura();
        pide_y_muere("POST", "/api/FacturaVenta/" + vieja + "/Sustituir", paso, pedida);
        EXPECT_EQ(hasta(vieja, "cancelado").at("/data/motivo"), "01");
    }
    ASSERT_EQ(service.stop(), 0);
    const auto verificado = service.installation().run({"verify"});
    EXPECT_EQ(verificado.exit, 0) << verificado.out << verificado.err;
}

CACAO_EN_AMBOS_MOTORES(TimbradoCrashTest);

}  // namespace
}  // namespace cacao::test
