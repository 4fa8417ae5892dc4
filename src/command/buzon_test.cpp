// The mailbox with all rooms behind it: what comes in, what is proposed, what is registered, and that nothing is so twice.

#include "command/buzon.hpp"
#include "command/commands.hpp"
#include "command/installation.hpp"

#include "db/rows.hpp"
#include "fiscal/timbre.hpp"
#include "rooms/buzon/cuadre.hpp"
#include "rooms/buzon/registro.hpp"
#include "rooms/buzon/verificar.hpp"
#include "rooms/compras/compras.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/egresos/documentos/gasto.hpp"
#include "rooms/egresos/reportes/gasto_lista.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/validaciones/validacion.hpp"
#include "rooms/validaciones/vigilancia.hpp"
#include "support/autoridad.hpp"
#include "support/libro.hpp"
#include "support/recibidos.hpp"
#include "support/zip_hecho.hpp"
#include "tabla/zip.hpp"
#include "tabla/zip_lectura.hpp"

#include <gmock/gmock.h>

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

namespace cacao::command {
namespace {

using namespace literales;
using test::del_proveedor;
using test::emitido_por;
using test::en_zip;
using test::Libro;
using test::linea_de;
using test::Respuesta;
using test::rfc_numero;
using test::TasaDada;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class BuzonTest : public testing::TestWithParam<db::Motor> {
protected:
    explicit BuzonTest(std::string url = {}) : validador(quien(std::move(url))), l(GetParam(), salas()) {
        l.m.reloj.fijar(Instante::leer_iso("2026-11-18T18:00:00Z").value());
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
        l.escribe([](Context& ctx) {
            ctx.db().run("UPDATE organizacion SET rfc = $2 WHERE organizacionId = $1", ctx.organizacionId(), test::rfc_receptor);
        });
        gastos = l.concepto("GASTOS");
    }

    static std::shared_ptr<const validacion::Validador> quien(std::string url) {
        validacion::Validador::Ajustes a;
        a.consulta = {std::move(url), std::chrono::milliseconds{300}, std::chrono::milliseconds{300}};
        a.salida = {.privadas = red::Redes{{"127.0.0.1"}}, .sin_cifrar = true, .autoridades = ""};
        return std::make_shared<const validacion::Validador>(std::move(a));
    }
    std::vector<test::Registrar> salas() {
        return {[this](api::Operations& ops) {
            register_contactos(ops);
            register_compras(ops);
            register_gasto(ops);
            register_gasto_lista(ops);
            register_validaciones(ops, validador);
            register_buzon(ops, neighbours_of_mailbox(ops, validador));
        }};
    }

    Respuesta recibe(const std::vector<std::pair<std::string, std::string>>& archivos) {
        std::string cuerpo;
        for (const auto& [nombre, bytes] : archivos)
            cuerpo += "--x7Q\r\nContent-Disposition: form-data; name=\"archivos\"; filename=\"" + nombre + "\"\r\n\r\n" + bytes +
                      "\r\n";
        return l.m.pide("POST /api/Buzon/Recibir", cuerpo + "--x7Q--\r\n",
                        {{"Content-Type", "multipart/form-data; boundary=x7Q"}});
    }
    // One that is taken in; its number.
    std::string entra(const std::string& xml) {
        const auto r = recibe({{"a.xml", xml}});
        EXPECT_EQ(r.en("/data/archivos/0/entrada"), "recibido") << r.body;
        return r.en("/data/archivos/0/recibidoId");
    }
    Respuesta registra(const std::string& id, const std::string& cuerpo = "{}") {
        return l.m.pide("POST /api/Buzon/" + id + "/Registrar", cuerpo);
    }
    std::string estado(const std::string& id) { return l.m.pide("GET /api/Buzon/" + id).en("/data/estado"); }
    std::int64_t documentos() {
        return l.entero("SELECT COUNT(*) FROM documento WHERE organizacionId = $1 AND estado <> 'cancelado'");
    }
    void en_orden() {
        EXPECT_THAT(l.m.diferencias(verificar_buzon), IsEmpty());
        EXPECT_THAT(l.diferencias(), IsEmpty());
    }
    std::string con_concepto() const { return R"({"crearProveedor":true,"conceptoId":)" + std::to_string(gastos) + "}"; }

    std::shared_ptr<const validacion::Validador> validador;
    Libro l;
    std::int64_t gastos = 0;
};

std::string una_factura(int proveedor = 1, const std::string& folio = "1", std::string_view precio = "100") {
    auto c = del_proveedor(rfc_numero(proveedor), "PROVEEDOR " + std::to_string(proveedor));
    c.cfdi.folio = folio;
    c.lineas.push_back(linea_de("TONER", "Tóner negro", "2", precio));
    return emitido_por(c);
}

TEST_P(BuzonTest, TakesInEachOnceAndTellsWhatItDoesNot) {
    const auto xml = una_factura();
    auto otro = del_proveedor(rfc_numero(1), "PROVEEDOR 1");
    otro.cfdi.receptor.rfc = "CACX7605101P8";
    otro.cfdi.receptor.nombre = "XOCHILT CASAS CHAVEZ";
    otro.cfdi.receptor.domicilioFiscal = "36257";
    otro.cfdi.receptor.regimenFiscal = "605";
    otro.cfdi.receptor.usoCfdi = "S01";
    otro.lineas.push_back(linea_de("A", "Ajeno", "1", "10"));
    const auto r = recibe({{"bueno.xml", xml},
                           {"roto.xml", "<cfdi:Comprobante"},
                           {"otra.xml", "<a/>"},
                           {"ajeno.xml", emitido_por(otro)},
                           {"vacio.xml", ""},
                           {"varios.zip", en_zip({{"dentro/bueno.xml", xml}, {"leeme.txt", "hola"}})},
                           {"malo.zip", std::string{"PK\x03\x04", 4} + "basura"}});
    ASSERT_EQ(r.status, 200) << r.body;
    std::string dicho;
    for (int i = 0; !r.en("/data/archivos/" + std::to_string(i) + "/nombre").empty(); ++i) {
        const auto de = "/data/archivos/" + std::to_string(i);
        dicho += r.en(de + "/nombre") + ' ' + r.en(de + "/entrada") + ' ' + r.en(de + "/codigo") + '\n';
    }
    EXPECT_EQ(dicho,
              "bueno.xml recibido \nroto.xml rechazado xml_inseguro\notra.xml rechazado xml_sin_timbre\n"
              "ajeno.xml rechazado otro_contacto\nvacio.xml rechazado archivo_vacio\ndentro/bueno.xml repetido \n"
              "leeme.txt rechazado xml_inseguro\nmalo.zip rechazado archivo_otro_tipo\n");
    EXPECT_EQ(r.en("/data/recibidos") + r.en("/data/repetidos") + r.en("/data/rechazados"), "116");
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM recibido WHERE organizacionId = $1"), 1);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM contenido WHERE organizacionId = $1"), 1);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM validacion WHERE organizacionId = $1"), 1);

    const auto id = r.en("/data/archivos/0/recibidoId");
    const auto visto = l.m.pide("GET /api/Buzon/" + id);
    EXPECT_EQ(visto.en("/data/estado"), "pendiente");
    EXPECT_EQ(visto.en("/data/total"), "232");
    EXPECT_EQ(visto.en("/data/resultado"), "no_verificado") << visto.body;
    EXPECT_EQ(visto.en("/data/partidas/0/noIdentificacion"), "TONER");
    EXPECT_EQ(l.m.pide("GET /api/Buzon/" + id + "/Archivo").body, xml);
    EXPECT_EQ(l.m.pide("GET /api/Buzon?buscar=toner&estado=pendiente&importeMinimo=232&fechaInicial=2026-10-01")
                  .en("/data/0/recibidoId"),
              id);
    EXPECT_EQ(l.m.pide("GET /api/Buzon?buscar=toner&importeMinimo=233").en("/data/0/recibidoId"), "");
    en_orden();
}

TEST_P(BuzonTest, ProposesRegistersLearnsAndNothingTwice) {
    const auto id = entra(una_factura());
    const auto propuesta = l.m.pide("GET /api/Buzon/" + id + "/Propuesta");
    EXPECT_EQ(propuesta.en("/data/proveedor/nuevo"), "true");
    EXPECT_EQ(propuesta.en("/data/destino"), "gasto");
    EXPECT_EQ(propuesta.en("/data/cierta"), "false");
    EXPECT_EQ(propuesta.en("/data/porDecidir/0/campo"), "/partidas/0/productoId");
    EXPECT_EQ(registra(id).faltas(), "requerido /partidas/0/productoId; requerido /proveedorId");

    const auto hecho = registra(id, con_concepto());
    ASSERT_EQ(hecho.status, 200) << hecho.body;
    EXPECT_EQ(hecho.en("/data/tipoDocumento"), "Gasto");
    EXPECT_EQ(hecho.en("/data/total"), "232");
    EXPECT_EQ(hecho.en("/data/proveedorNuevo"), "true");
    const auto transaccionId = hecho.en("/data/transaccionId");
    EXPECT_EQ(estado(id), "registrado");
    const auto otra_vez = registra(id, con_concepto());
    EXPECT_EQ(otra_vez.en("/data/transaccionId"), transaccionId);
    EXPECT_EQ(otra_vez.en("/data/repetido"), "true");
    EXPECT_EQ(documentos(), 1);
    // Its XML and what was found in it go with the document.
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM archivoDigital WHERE organizacionId = $1 AND transaccionId = $2",
                       std::stoll(transaccionId)),
              1);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM contenido WHERE organizacionId = $1"), 1);
    EXPECT_EQ(
        l.entero("SELECT COUNT(*) FROM validacion WHERE organizacionId = $1 AND transaccionId = $2", std::stoll(transaccionId)),
        1);

    // The next of the same is certain.
    const auto siguiente = entra(una_factura(1, "2", "50"));
    const auto cierta = l.m.pide("GET /api/Buzon/" + siguiente + "/Propuesta");
    EXPECT_EQ(cierta.en("/data/cierta"), "true") << cierta.body;
    EXPECT_EQ(cierta.en("/data/partidas/0/conceptoId"), std::to_string(gastos));
    EXPECT_EQ(cierta.en("/data/proveedor/motivo"), "Por su RFC.");
    const auto varios = l.m.pide("POST /api/Buzon/Registrar", "{}");
    EXPECT_EQ(varios.en("/data/registrados"), "1") << varios.body;
    EXPECT_EQ(varios.en("/data/recibidos/0/recibidoId"), siguiente);
    EXPECT_EQ(estado(siguiente), "registrado");

    // What the sandbox stamped is no expense by itself: somebody says so, and only by hand.
    auto de_prueba = una_factura(1, "3", "50");
    const std::string en = "NoCertificadoSAT=\"";
    const auto numero = de_prueba.find(en) + en.size();
    de_prueba.replace(numero, fiscal::numero_sandbox.size(), fiscal::numero_sandbox);
    const auto prueba = entra(de_prueba);
    EXPECT_EQ(l.m.pide("GET /api/Buzon/" + siguiente).en("/data/validezFiscal"), "true");
    EXPECT_EQ(l.m.pide("GET /api/Buzon?estado=pendiente").en("/data/0/validezFiscal"), "false");
    const auto incierta = l.m.pide("GET /api/Buzon/" + prueba + "/Propuesta");
    EXPECT_EQ(incierta.en("/data/cierta"), "false") << incierta.body;
    EXPECT_THAT(incierta.en("/data/porDecidir/0/mensaje"), testing::HasSubstr("no tiene validez fiscal"));
    EXPECT_EQ(l.m.pide("POST /api/Buzon/Registrar", "{}").en("/data/registrados"), "0");
    EXPECT_EQ(registra(prueba).status, 200);
    const auto de_mas = l.m.pide("GET /api/Buzon/" + prueba).en("/data/transaccionId");
    EXPECT_EQ(l.m.pide("DELETE /api/Gasto/GastoCancelar/" + de_mas).status, 200);
    EXPECT_EQ(l.m.pide("POST /api/Buzon/" + prueba + "/Descartar", R"({"motivo":"Prueba"})").status, 200);

    // What is cancelled waits again, and is registered again.
    const auto cancelado = l.m.pide("DELETE /api/Gasto/GastoCancelar/" + transaccionId);
    ASSERT_EQ(cancelado.status, 200) << cancelado.body;
    EXPECT_EQ(estado(id), "pendiente");
    en_orden();
    EXPECT_EQ(registra(id).status, 200);
    EXPECT_EQ(documentos(), 2);
    en_orden();
}

TEST_P(BuzonTest, WhatIsRegisteredByHandIsNotRegisteredAgain) {
    const auto xml = una_factura();
    const auto uuid = test::atributo_de(xml, "tfd:TimbreFiscalDigital", "UUID");
    const auto proveedor = l.contacto("P7", false, true, rfc_numero(1));
    const auto por_mano = [&](const std::string& precio) {
        return l.m.pide("POST /api/Gasto", R"({"proveedorId":)" + std::to_string(proveedor) +
                                               R"(,"fecha":"2026-11-01","uuid":")" + uuid + R"(","partidas":[{"conceptoId":)" +
                                               std::to_string(gastos) + R"(,"precioUnitario":)" + precio +
                                               R"(,"impuestos":[{"impuesto":"iva","tasa":0.16}]}]})");
    };
    // Before it comes in, and after.
    const auto antes = por_mano("200");
    ASSERT_EQ(antes.status, 200) << antes.body;
    const auto id = entra(xml);
    EXPECT_EQ(estado(id), "registrado");
    EXPECT_EQ(l.m.pide("DELETE /api/Gasto/GastoCancelar/" + antes.en("/data/transaccionId")).status, 200);
    EXPECT_EQ(estado(id), "pendiente");
    const auto despues = por_mano("200");
    EXPECT_EQ(estado(id), "registrado");
    EXPECT_EQ(registra(id).en("/data/transaccionId"), despues.en("/data/transaccionId"));
    // While it is put aside nothing is tied to it; what was registered meanwhile is found when it comes back.
    EXPECT_EQ(l.m.pide("DELETE /api/Gasto/GastoCancelar/" + despues.en("/data/transaccionId")).status, 200);
    EXPECT_EQ(l.m.pide("POST /api/Buzon/" + id + "/Descartar", R"({"motivo":"Es personal"})").status, 200);
    const auto mientras = por_mano("200");
    EXPECT_EQ(estado(id), "descartado");
    EXPECT_EQ(l.m.pide("POST /api/Buzon/" + id + "/Restituir").en("/data/transaccionId"), mientras.en("/data/transaccionId"));
    EXPECT_EQ(estado(id), "registrado");
    // With other figures it is another thing: the folio is taken, and whoever registers it is told by what.
    EXPECT_EQ(l.m.pide("DELETE /api/Gasto/GastoCancelar/" + mientras.en("/data/transaccionId")).status, 200);
    const auto otro = por_mano("300");
    EXPECT_EQ(estado(id), "pendiente");
    const auto negado = registra(id, con_concepto());
    EXPECT_EQ(negado.faltas(), "regla_incumplida /id");
    EXPECT_THAT(negado.body, HasSubstr("duplicado"));
    EXPECT_THAT(negado.body, HasSubstr(otro.en("/data/transaccionId")));
    en_orden();
}

TEST_P(BuzonTest, AnOrderAndAReceptionAreInvoiced) {
    l.proveedorId = l.contacto("P7", false, true, rfc_numero(1));
    const auto toner = l.producto("TON-1", 150_mxn);
    const auto recibido = l.emite(engine::Recepcion, l.solicitud(engine::Recepcion, {{toner, 2_pza, 100_precio}}));
    // Nobody knows its code yet: quantity and amount tell, and a person says yes.
    const auto id = entra(una_factura());
    const auto propuesta = l.m.pide("GET /api/Buzon/" + id + "/Propuesta");
    EXPECT_EQ(propuesta.en("/data/destino"), "facturaCompra") << propuesta.body;
    EXPECT_EQ(propuesta.en("/data/partidas/0/transaccionIdOrigen"), std::to_string(recibido.transaccionId));
    EXPECT_EQ(propuesta.en("/data/partidas/0/productoId"), std::to_string(toner));
    EXPECT_EQ(propuesta.en("/data/cierta"), "false");
    const auto hecho = registra(id);
    ASSERT_EQ(hecho.status, 200) << hecho.body;
    EXPECT_EQ(hecho.en("/data/tipoDocumento"), "FacturaCompra");
    EXPECT_EQ(l.existencia(toner), 2_pza);
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), 0_mxn);
    // The next one is known by its code, and has its own reception.
    l.emite(engine::Recepcion, l.solicitud(engine::Recepcion, {{toner, 5_pza, 100_precio}}));
    const auto siguiente = entra(una_factura(1, "2"));
    const auto cierta = l.m.pide("GET /api/Buzon/" + siguiente + "/Propuesta");
    EXPECT_EQ(cierta.en("/data/cierta"), "true") << cierta.body;
    EXPECT_EQ(registra(siguiente).status, 200);
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), -300_mxn);
    en_orden();
}

TEST_P(BuzonTest, CreditsWithholdingsAndWhatIsKept) {
    auto honorarios = del_proveedor(rfc_numero(3, true), "PERSONA TRES");
    honorarios.lineas.push_back(linea_de("H", "Honorarios", "1", "1000.33",
                                         {TasaDada{}, {true, "001", "Tasa", "0.1"}, {true, "002", "Tasa", "0.106667"}}));
    const auto xml = emitido_por(honorarios);
    const auto id = entra(xml);
    const auto hecho = registra(id, con_concepto());
    ASSERT_EQ(hecho.status, 200) << hecho.body;
    EXPECT_EQ(hecho.en("/data/total"), test::atributo_de(xml, "cfdi:Comprobante", "Total"));

    auto nota = del_proveedor(rfc_numero(3, true), "PERSONA TRES", "E");
    nota.cfdi.relaciones.push_back({"01", {test::atributo_de(xml, "tfd:TimbreFiscalDigital", "UUID")}});
    nota.cfdi.receptor.usoCfdi = "G02";
    nota.lineas.push_back(
        linea_de("H", "Bonificación", "1", "100", {TasaDada{}, {true, "001", "Tasa", "0.1"}, {true, "002", "Tasa", "0.106667"}}));
    const auto credito = entra(emitido_por(nota));
    const auto propuesta = l.m.pide("GET /api/Buzon/" + credito + "/Propuesta");
    EXPECT_EQ(propuesta.en("/data/destino"), "notaCredito");
    EXPECT_EQ(propuesta.en("/data/transaccionIdOrigen"), hecho.en("/data/transaccionId"));
    const auto acreditado = registra(credito);
    ASSERT_EQ(acreditado.status, 200) << acreditado.body;
    EXPECT_EQ(acreditado.en("/data/tipoDocumento"), "NotaCreditoProveedor");
    EXPECT_EQ(l.saldo(std::stoll(hecho.en("/data/transaccionId"))),
              Importe::leer(hecho.en("/data/total")).value() - Importe::leer(acreditado.en("/data/total")).value());

    auto traslado = del_proveedor(rfc_numero(1), "PROVEEDOR 1", "T");
    traslado.lineas.push_back(linea_de("TONER", "Tóner", "1", "0", {}));
    const auto guardado = entra(emitido_por(traslado));
    EXPECT_EQ(estado(guardado), "conservado");
    EXPECT_EQ(registra(guardado, con_concepto()).faltas(), "estado_invalido /id");
    en_orden();
}

TEST_P(BuzonTest, AReceiptOfPaymentsIsLinkedAndNotBooked) {
    const auto xml = una_factura();
    const auto factura = registra(entra(xml), con_concepto());
    ASSERT_EQ(factura.status, 200) << factura.body;
    auto recibo = del_proveedor(rfc_numero(1), "PROVEEDOR 1", "P");
    fiscal::PagoDado pago;
    pago.fecha = "2026-10-15T12:00:00";
    pago.formaDePago = "03";
    pago.moneda = "MXN";
    pago.monto = test::pesos("116");
    fiscal::DocumentoDado pagado;
    pagado.uuid = test::atributo_de(xml, "tfd:TimbreFiscalDigital", "UUID");
    pagado.moneda = "MXN";
    pagado.saldoAnterior = pagado.total = test::pesos("232");
    pagado.pagado = pagado.aplicado = test::pesos("116");
    pagado.impuestos = {test::traslado("002", "Tasa", "0.16", "200", "32")};
    pago.documentos.push_back(pagado);
    recibo.pagos.push_back(pago);
    const auto id = entra(emitido_por(recibo));
    const auto visto = l.m.pide("GET /api/Buzon/" + id);
    EXPECT_EQ(visto.en("/data/estado"), "conservado");
    EXPECT_EQ(visto.en("/data/relacionados/0/transaccionId"), factura.en("/data/transaccionId")) << visto.body;
    EXPECT_EQ(visto.en("/data/relacionados/0/pagado"), "116");
    EXPECT_EQ(visto.en("/data/relacionados/0/pagos/0/transaccionId"), "");
    EXPECT_EQ(l.m.pide("GET /api/Buzon/" + id + "/Propuesta").en("/data/destino"), "ninguno");
    EXPECT_EQ(documentos(), 1);
    en_orden();
}

TEST_P(BuzonTest, OtherMoneyAndATotalThatIsNotThatOfThePaper) {
    auto dolares = del_proveedor(rfc_numero(1), "PROVEEDOR 1");
    dolares.cfdi.moneda = "USD";
    dolares.cfdi.tipoCambio = "18.5";
    dolares.lineas.push_back(linea_de("TONER", "Tóner negro", "3", "33.333333"));
    const auto xml = emitido_por(dolares);
    const auto hecho = registra(entra(xml), con_concepto());
    ASSERT_EQ(hecho.status, 200) << hecho.body;
    EXPECT_EQ(hecho.en("/data/moneda"), "USD");
    EXPECT_EQ(hecho.en("/data/total"), "116");
    EXPECT_EQ(l.cuenta("proveedores"), -2146_mxn);

    // What takes off less tax than what it is about would not come to its own total.
    auto nota = del_proveedor(rfc_numero(1), "PROVEEDOR 1", "E");
    nota.cfdi.moneda = "USD";
    nota.cfdi.tipoCambio = "18.5";
    nota.cfdi.receptor.usoCfdi = "G02";
    nota.cfdi.relaciones.push_back({"01", {test::atributo_de(xml, "tfd:TimbreFiscalDigital", "UUID")}});
    nota.lineas.push_back(linea_de("TONER", "Bonificación", "1", "10", {TasaDada{false, "002", "Tasa", "0"}}));
    const auto id = entra(emitido_por(nota));
    const auto negado = registra(id);
    EXPECT_EQ(negado.faltas(), "regla_incumplida /id");
    EXPECT_THAT(negado.body, HasSubstr(R"("regla":"total_del_comprobante","total":10,"registrado":11.6,"diferencia":1.6)"));
    EXPECT_EQ(estado(id), "pendiente");
    EXPECT_EQ(documentos(), 1);
    // What would be registered, told without doing it.
    const auto otro = entra(una_factura(1, "2"));
    const auto simulado = l.m.pide("POST /api/Buzon/Registrar?simular=true", R"({"ids":[)" + otro + "]}");
    EXPECT_EQ(simulado.en("/data/registrados"), "1") << simulado.body;
    EXPECT_EQ(estado(otro), "pendiente");
    en_orden();
}

TEST_P(BuzonTest, PutAsideAndBack) {
    const auto id = entra(una_factura());
    const auto aparta = [&] { return l.m.pide("POST /api/Buzon/" + id + "/Descartar", R"({"motivo":"Es personal"})"); };
    EXPECT_EQ(aparta().en("/data/estado"), "descartado");
    EXPECT_EQ(aparta().en("/data/version"), "2");
    EXPECT_EQ(registra(id, con_concepto()).faltas(), "estado_invalido /id");
    EXPECT_EQ(l.m.pide("POST /api/Buzon/" + id + "/Restituir").en("/data/estado"), "pendiente");
    EXPECT_EQ(registra(id, con_concepto()).status, 200);
    EXPECT_EQ(aparta().faltas(), "estado_invalido /id");
    EXPECT_EQ(l.m.pide("POST /api/Buzon/" + id + "/Restituir").faltas(), "estado_invalido /id");
    en_orden();
}

TEST_P(BuzonTest, TwoAtOnceRegisterOne) {
    const auto id = entra(una_factura());
    std::vector<std::thread> hilos;
    std::array<Respuesta, 4> respuestas;
    for (std::size_t i = 0; i < respuestas.size(); ++i)
        hilos.emplace_back([&, i] { respuestas[i] = registra(id, con_concepto()); });
    for (auto& h : hilos) h.join();
    std::set<std::string> hechos;
    for (const auto& r : respuestas) {
        EXPECT_EQ(r.status, 200) << r.body;
        hechos.insert(r.en("/data/transaccionId"));
    }
    EXPECT_THAT(hechos, SizeIs(1));
    EXPECT_EQ(documentos(), 1);
    en_orden();
}

TEST_P(BuzonTest, DamageIsFound) {
    const auto id = entra(una_factura());
    ASSERT_EQ(registra(id, con_concepto()).status, 200);
    const auto otro = entra(una_factura(2));
    const auto dana = [&](const char* sql) {
        l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); });
        return l.m.diferencias(verificar_buzon);
    };
    EXPECT_THAT(dana("UPDATE documento SET total = total + 1000000, subtotal = subtotal + 1000000 WHERE organizacionId = $1"),
                SizeIs(1));
    EXPECT_THAT(dana("UPDATE documento SET total = total - 1000000, subtotal = subtotal - 1000000 WHERE organizacionId = $1"),
                IsEmpty());
    EXPECT_THAT(dana("UPDATE documento SET uuid = 'd63b2d99-72b0-4ae9-a52f-d7bd5a186ab9' WHERE organizacionId = $1"), SizeIs(1));
    EXPECT_THAT(
        dana("UPDATE documento SET uuid = (SELECT r.uuid FROM recibido r WHERE r.organizacionId = $1 AND r.transaccionId <> 0) "
             "WHERE organizacionId = $1"),
        IsEmpty());
    EXPECT_THAT(dana("UPDATE recibido SET estado = 'pendiente', transaccionId = 0 WHERE organizacionId = $1"), SizeIs(1));
    EXPECT_THAT(dana("UPDATE recibido SET total = total + 10000 WHERE organizacionId = $1"), SizeIs(2));
    EXPECT_NE(otro, "");
}

// What the issuer cancels later stands on the row, and nobody registers it any more.
class BuzonConSatTest : public BuzonTest {
protected:
    BuzonConSatTest() : BuzonTest(sat().url()) {}
    ~BuzonConSatTest() override { autoridad().reset(); }
    static std::unique_ptr<test::Autoridad>& autoridad() {
        static std::unique_ptr<test::Autoridad> una;
        return una;
    }
    static test::Autoridad& sat() {
        if (!autoridad()) autoridad() = std::make_unique<test::Autoridad>();
        return *autoridad();
    }
    int trabaja() {
        api::Taller taller{l.m.base.db(), l.m.reloj, {validacion::oficio_de_estado(validador)}, "prueba"};
        int hechos = 0;
        while (const auto tomado = taller.tomar(l.m.empresa.organizacionId)) {
            EXPECT_TRUE(taller.hacer(l.m.empresa.organizacionId, *tomado));
            ++hechos;
        }
        return hechos;
    }
};

TEST_P(BuzonConSatTest, WhatIsCancelledLaterIsFlagged) {
    const auto id = entra(una_factura());
    EXPECT_EQ(l.m.pide("GET /api/Buzon/" + id).en("/data/estadoSat"), "no_verificado");
    EXPECT_EQ(trabaja(), 1);
    EXPECT_EQ(l.m.pide("GET /api/Buzon/" + id).en("/data/estadoSat"), "vigente");
    const auto otro = entra(una_factura(1, "2"));
    ASSERT_EQ(registra(otro, con_concepto()).status, 200);
    sat().cancelado();
    l.m.avanza(8 * 24 * 3600);
    l.m.token = l.m.token_de(l.m.empresa.usuarioId);
    EXPECT_EQ(trabaja(), 2);
    EXPECT_EQ(l.m.pide("GET /api/Buzon?estadoSat=cancelado&conTotal=true").en("/totalRegistros"), "2");
    EXPECT_EQ(registra(id, con_concepto()).faltas(), "comprobante_invalido /id");
    const auto varios = l.m.pide("POST /api/Buzon/Registrar", R"({"crearProveedor":true})");
    EXPECT_EQ(varios.en("/data/registrados"), "0");
    EXPECT_EQ(varios.en("/data/recibidos/0/codigo"), "comprobante_invalido");
    EXPECT_EQ(
        l.entero("SELECT COUNT(*) FROM eventoRegistro WHERE organizacionId = $1 AND tipo = 'Recibido' AND evento = 'cambiado'"),
        4);
}

// A folder of many: every third supplier is known, the first document of each is confirmed by a person, the rest all at once. The
// books come to what the texts of the XML come to, added up by nobody but this test; once more, and nothing happens.
struct Montones {
    std::vector<std::pair<std::string, std::string>> archivos;
    Importe total, iva, ieps, ivaRetenido, isrRetenido;
    std::map<std::string, Importe> por_rfc;
};

Importe cifra(const std::string& texto) { return texto.empty() ? Importe{} : Importe::leer(texto).value(); }

void sumar(Montones& m, const std::string& rfc, const std::string& xml) {
    const auto total = cifra(test::atributo_de(xml, "cfdi:Comprobante", "Total"));
    m.total += total;
    m.por_rfc[rfc] += total;
    // The summary stands behind the lines.
    auto en = xml.find("</cfdi:Conceptos>");
    const auto cada = [&](const std::string& elemento, auto suma) {
        for (auto i = xml.find('<' + elemento + ' ', en); i != std::string::npos; i = xml.find('<' + elemento + ' ', i + 1))
            suma(test::atributo_de(xml, elemento, "Impuesto", i), cifra(test::atributo_de(xml, elemento, "Importe", i)));
    };
    cada("cfdi:Traslado", [&](const std::string& cual, Importe i) { (cual == "002" ? m.iva : m.ieps) += i; });
    cada("cfdi:Retencion", [&](const std::string& cual, Importe i) { (cual == "001" ? m.isrRetenido : m.ivaRetenido) += i; });
}

constexpr int cuantos_proveedores = 40;
bool es_persona(int proveedor) { return proveedor % 5 == 0; }

fiscal::Comprobante uno_de_tantos(int proveedor, int n) {
    const auto persona = es_persona(proveedor);
    auto c = del_proveedor(rfc_numero(proveedor, persona), "PROVEEDOR NUMERO " + std::to_string(proveedor));
    c.cfdi.folio = std::to_string(n);
    c.cfdi.metodoPago = n % 2 == 0 ? "PUE" : "PPD";
    if (n % 2 != 0) c.cfdi.formaPago = "99";
    std::vector<TasaDada> tasas{TasaDada{}};
    if (persona) tasas = {TasaDada{}, {true, "001", "Tasa", "0.1"}, {true, "002", "Tasa", "0.106667"}};
    // The first of each has all that it sells.
    const auto precio = [&](int k) {
        return std::to_string(1 + (n * 37 + k * 11) % 900) + "." + std::to_string(1000 + (n * 13 + k) % 9000);
    };
    const auto agregar = [&](int k) {
        const auto codigo = "ART-" + std::to_string(k);
        const auto cantidad = std::to_string(1 + (n + k) % 7) + (k == 2 ? ".5" : "");
        if (k == 2 && !persona)
            c.lineas.push_back(
                linea_de(codigo, "Artículo " + codigo, cantidad, precio(k), {TasaDada{false, "002", "Tasa", "0"}}));
        else if (k == 3 && !persona)
            c.lineas.push_back(linea_de(codigo, "Artículo " + codigo, cantidad, precio(k),
                                        {TasaDada{false, "003", "Tasa", "0.08"}, TasaDada{}}));
        else c.lineas.push_back(linea_de(codigo, "Artículo " + codigo, cantidad, precio(k), tasas, n % 3 == 0 ? "0.37" : "0"));
    };
    for (int k = 1; k <= 3; ++k)
        if (n == 1 || (n + k) % 3 == 0) agregar(k);
    return c;
}

std::size_t cuantos_recibidos() {
    const auto* n = std::getenv("CACAO_TEST_RECIBIDOS");  // NOLINT(concurrency-mt-unsafe): nobody else changes it
    return n == nullptr ? 120 : std::stoul(n);
}

const Montones& montones() {
    static const Montones unos = [] {
        Montones m;
        for (std::size_t i = 0; i < cuantos_recibidos(); ++i) {
            const int proveedor = static_cast<int>(i) % cuantos_proveedores;
            const auto xml = emitido_por(uno_de_tantos(proveedor, 1 + static_cast<int>(i) / cuantos_proveedores));
            m.archivos.emplace_back("F-" + std::to_string(i) + ".xml", xml);
            sumar(m, rfc_numero(proveedor, es_persona(proveedor)), xml);
        }
        return m;
    }();
    return unos;
}

TEST_P(BuzonTest, AFolderOfManyIsBookedOnce) {
    const auto& todos = montones();
    for (int p = 0; p < cuantos_proveedores; p += 3)
        l.contacto("K" + std::to_string(p), false, true, rfc_numero(p, es_persona(p)));
    std::size_t recibidos = 0;
    const auto mandar = [&](const char* cuenta) {
        std::size_t n = 0;
        for (std::size_t desde = 0; desde < todos.archivos.size(); desde += 250) {
            const auto hasta = std::min(todos.archivos.size(), desde + 250);
            const auto r = recibe({{"varios.zip", en_zip({todos.archivos.begin() + static_cast<std::ptrdiff_t>(desde),
                                                          todos.archivos.begin() + static_cast<std::ptrdiff_t>(hasta)})}});
            EXPECT_EQ(r.status, 200) << r.body.substr(0, 500);
            n += std::stoul(r.en(std::string{"/data/"} + cuenta));
        }
        return n;
    };
    recibidos = mandar("recibidos");
    ASSERT_EQ(recibidos, todos.archivos.size());

    // A person confirms the first of each supplier.
    std::int64_t propuestos = 0, nuevos = 0;
    for (int p = 0; p < cuantos_proveedores; ++p) {
        // The first documents have all that their supplier sells.
        const auto id =
            l.entero("SELECT MIN(recibidoId) FROM recibido WHERE organizacionId = $1 AND folio = '1' AND estado = 'pendiente'");
        const auto propuesta = l.m.pide("GET /api/Buzon/" + std::to_string(id) + "/Propuesta");
        propuestos += propuesta.status == 200 ? 1 : 0;
        nuevos += propuesta.en("/data/proveedor/nuevo") == "true" ? 1 : 0;
        const auto r = registra(std::to_string(id), con_concepto());
        ASSERT_EQ(r.status, 200) << r.body << propuesta.body;
    }
    EXPECT_EQ(propuestos, cuantos_proveedores);
    EXPECT_EQ(nuevos, cuantos_proveedores - 14);

    // The rest is certain.
    const auto confirmar = [&] {
        std::size_t n = 0;
        for (std::string desde = "0";;) {
            const auto r = l.m.pide("POST /api/Buzon/Registrar", R"({"maximo":200,"desde":)" + desde + "}");
            EXPECT_EQ(r.status, 200) << r.body;
            EXPECT_EQ(r.en("/data/rechazados"), "0") << r.body.substr(0, 2000);
            n += std::stoul(r.en("/data/registrados"));
            desde = r.en("/data/siguiente");
            if (desde == "0") return n;
        }
    };
    EXPECT_EQ(confirmar(), todos.archivos.size() - cuantos_proveedores);
    EXPECT_EQ(documentos(), static_cast<std::int64_t>(todos.archivos.size()));

    EXPECT_EQ(l.cuenta("proveedores"), -todos.total);
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), todos.iva);
    EXPECT_EQ(l.cuenta("ieps_acreditable_pendiente"), todos.ieps);
    EXPECT_EQ(l.cuenta("iva_retenido_pendiente"), -todos.ivaRetenido);
    EXPECT_EQ(l.cuenta("isr_retenido_pendiente"), -todos.isrRetenido);
    std::map<std::string, Importe> debe;
    l.m.lee([&](const Context& ctx) {
        ctx.db().each(R"(SELECT c.rfc, s.saldo FROM saldo s JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = s.entidadId
                         WHERE s.organizacionId = $1)",
                      [&](const db::Row& f) { debe[std::string{f.text(0)}] += Importe::de_micros(f.integer(1)); },
                      ctx.organizacionId());
    });
    EXPECT_EQ(debe, todos.por_rfc);
    en_orden();

    // Once more: nothing.
    EXPECT_EQ(mandar("repetidos"), todos.archivos.size());
    EXPECT_EQ(confirmar(), 0U);
    EXPECT_EQ(documentos(), static_cast<std::int64_t>(todos.archivos.size()));
    EXPECT_EQ(l.cuenta("proveedores"), -todos.total);
}

// The command: every file of a folder, as often as one likes; what was taken in goes where it is told to.
TEST(BuzonDeCarpeta, IsReadAsOftenAsOneLikes) {
    namespace fs = std::filesystem;
    std::string plantilla = (fs::temp_directory_path() / "buzon-XXXXXX").string();
    const fs::path raiz = ::mkdtemp(plantilla.data());
    Config config;
    config.data = (raiz / "datos").string();
    config.db = config.db_owner = "sqlite:" + (raiz / "cacao.db").string();
    config.files = (raiz / "archivos").string();
    config.file_limit = std::int64_t{10} << 20U;
    config.file_in_database = std::int64_t{1} << 20U;
    config.sat_url.clear();
    {
        const auto base = open_database(config);
        auth::PasswordPool contrasenas;
        alta::crear_organizacion(*base, contrasenas, {.nombre = "Almacenes", .rfc = test::rfc_receptor}, "admin", "Administrador",
                                 Instante::ahora());
    }
    const auto carpeta = raiz / "cfdi";
    fs::create_directory(carpeta);
    const auto poner = [&](const std::string& nombre, const std::string& bytes) {
        std::ofstream{carpeta / nombre, std::ios::binary} << bytes;
    };
    poner("uno.xml", una_factura());
    poner("otros.ZIP", en_zip({{"a.xml", una_factura(2)}, {"b.xml", una_factura(3)}}));
    poner("notas.txt", "no es de aquí");
    const auto leer = [&](const std::string& mover = {}) {
        testing::internal::CaptureStdout();
        const int salida = mailbox_import(config, {carpeta.string(), mover, ""});
        return testing::internal::GetCapturedStdout() + std::to_string(salida);
    };
    EXPECT_EQ(leer(), "buzon: 3 received, 0 already there, 0 refused\n0");
    poner("roto.xml", "<a");
    EXPECT_THAT(leer((raiz / "hechos").string()),
                testing::AllOf(HasSubstr("roto.xml: xml_inseguro"), HasSubstr("0 received, 3 already there, 1 refused\n1")));
    EXPECT_TRUE(fs::exists(raiz / "hechos" / "uno.xml"));
    EXPECT_TRUE(fs::exists(carpeta / "roto.xml"));
    EXPECT_TRUE(fs::exists(carpeta / "notas.txt"));
    EXPECT_THROW(mailbox_import(config, {(raiz / "ninguna").string(), "", ""}), Plain);
    fs::remove_all(raiz);
}

TEST(Cuadre, LinesComeToTheSummary) {
    const auto micros = [](std::initializer_list<std::int64_t> lista) {
        std::vector<Importe> r;
        for (const auto m : lista) r.push_back(Importe::de_micros(m));
        return r;
    };
    // Three thirds of 31: the cents go to the largest remainders, the first of equals.
    EXPECT_EQ(buzon::repartir_centavos(micros({10'333'333, 10'333'333, 10'333'334}), Importe::leer("31").value()),
              micros({10'330'000, 10'330'000, 10'340'000}));
    EXPECT_EQ(buzon::repartir_centavos(micros({5'005'000, 5'005'000}), Importe::leer("10.01").value()),
              micros({5'010'000, 5'000'000}));
    // What no cents can mend is rounded by itself.
    EXPECT_EQ(buzon::repartir_centavos(micros({5'006'000, 5'006'000}), Importe::leer("12").value()),
              micros({5'010'000, 5'010'000}));
    EXPECT_THAT(buzon::repartir_centavos({}, Importe{}), IsEmpty());
}

TEST(Zip, OfAStranger) {
    const auto zip = en_zip({{"a.xml", "<a/>"}, {"carpeta/b.xml", std::string(100'000, 'b')}});
    const auto leido = tabla::leer_zip(zip);
    ASSERT_THAT(leido.entradas, SizeIs(2));
    EXPECT_EQ(tabla::inflar(leido.entradas[0]), "<a/>");
    EXPECT_EQ(leido.entradas[1].nombre, "carpeta/b.xml");
    EXPECT_EQ(tabla::inflar(leido.entradas[1]), std::string(100'000, 'b'));
    // Bounds hold by entry, in all and in number, before anything is inflated.
    EXPECT_EQ(tabla::leer_zip(zip, {.por_entrada = 1000}).entradas[1].falla, tabla::FallaZip::muy_grande);
    EXPECT_EQ(tabla::leer_zip(zip, {.bytes = 1000}).falla, tabla::FallaZip::muy_grande);
    EXPECT_EQ(tabla::leer_zip(zip, {.entradas = 1}).falla, tabla::FallaZip::muchas_entradas);
    // Cut anywhere, or with any byte turned, it is read as what it was, or told to be damaged.
    for (std::size_t i = 0; i < zip.size(); i += 7) {
        EXPECT_EQ(tabla::leer_zip(std::string_view{zip}.substr(0, i)).falla, tabla::FallaZip::danado) << i;
        auto otro = zip;
        otro[i] = static_cast<char>(otro[i] ^ 0x41);
        for (const auto& e : tabla::leer_zip(otro).entradas)
            EXPECT_TRUE(e.nombre != "a.xml" || tabla::inflar(e).value_or("<a/>") == "<a/>") << i;
    }
}

CACAO_EN_AMBOS_MOTORES(BuzonTest);
CACAO_EN_AMBOS_MOTORES(BuzonConSatTest);

}  // namespace
}  // namespace cacao::command
