#pragma once
// A company that stamps with the sandbox, and the work that does it, one take after the other.

#include "api/archivos.hpp"
#include "api/trabajos.hpp"
#include "db/rows.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "fiscal/juez.hpp"
#include "fiscal/sellado.hpp"
#include "fiscal/timbre.hpp"
#include "rooms/timbrado/certificado_sello.hpp"
#include "rooms/timbrado/complemento.hpp"
#include "rooms/timbrado/configuracion_fiscal.hpp"
#include "rooms/timbrado/sustitucion.hpp"
#include "rooms/timbrado/timbrado.hpp"
#include "rooms/timbrado/timbrador.hpp"
#include "rooms/timbrado/verificar.hpp"
#include "support/libro.hpp"

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cacao::test {

class Emisora {
public:
    explicit Emisora(db::Motor motor, std::vector<Registrar> rooms = {}) : l(motor, std::move(rooms)) {
        l.m.reloj.fijar(Instante::leer_iso("2026-10-01T19:00:00Z").value());
        l.m.token = l.m.token_de(l.m.empresa.usuarioId);
        const auto ahora = l.m.reloj.ahora();
        emisor = std::make_shared<const timbrado::Emisor>(auth::Sealer{l.m.maestra, "llave_csd"});
        // Pairs of keys cost more than everything else here: one for all tests.
        static const auto csd = fiscal::Csd::de_prueba("EKU9003173C9", "ESCUELA KEMPER URGATE", ahora.mas_segundos(-86'400),
                                                       ahora.mas_segundos(86'400 * 1000));
        static const auto sandbox = fiscal::Sandbox::nuevo(ahora.mas_segundos(-86'400), ahora.mas_segundos(86'400 * 3650));
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
            cambiar_configuracion_fiscal(ctx, {ProveedorDeTimbres::sandbox, {}},
                                         {sandbox.cer(), emisor->sellar(sandbox.llave())});
        });
        transferencia = l.entero("SELECT MIN(formaPagoId) FROM formaPago WHERE organizacionId = $1 AND claveSAT = '03'");
    }

    std::int64_t factura(Precio precio, const std::string& moneda = {}, std::optional<Precio> cambio = {}) {
        return l.factura_de_concepto(precio, moneda, cambio).transaccionId;
    }
    std::int64_t deposito(Importe importe, const std::string& moneda = {}, std::optional<Precio> cambio = {}) {
        SolicitudEntera s;
        s.entidadId = l.clienteId;
        s.cuentaBancariaId = moneda == "USD" ? l.dolaresId : l.bancoId;
        s.moneda = moneda;
        s.tipoCambio = cambio;
        s.formaPagoId = transferencia;
        s.importe = importe;
        return l.emite(engine::Deposito, s).transaccionId;
    }
    // With its taxes inside, as the concept of advances has them.
    std::int64_t anticipo(Importe importe, const std::string& moneda = {}, std::optional<Precio> cambio = {},
                          std::string_view concepto = "ANTICIPO") {
        SolicitudEntera s;
        s.entidadId = l.clienteId;
        s.cuentaBancariaId = moneda == "USD" ? l.dolaresId : l.bancoId;
        s.moneda = moneda;
        s.tipoCambio = cambio;
        s.formaPagoId = transferencia;
        auto& p = s.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.conceptoId = l.concepto(concepto);
        p.cantidad = Cantidad::de_enteros(1);
        p.precioUnitario = Precio::de_micros(importe.micros());
        p.incluyeImpuestos = true;
        return l.emite(engine::Anticipo, s).transaccionId;
    }
    void configura_anticipos(AnticiposEnFactura como) {
        l.escribe([&](Context& ctx) { cambiar_configuracion_fiscal(ctx, {.anticipos = como}, {}); });
    }
    void pide_timbre(std::int64_t id) {
        l.escribe([&](Context& ctx) { timbrar_documento(ctx, {Id{id}}); });
    }
    void timbra(std::int64_t id) {
        pide_timbre(id);
        trabaja();
        ASSERT_TRUE(fila(id).es(engine::EstadoTimbrado::timbrado)) << fila(id).estado << ' ' << fila(id).mensaje;
    }
    engine::FilaTimbrado fila(std::int64_t id) {
        engine::FilaTimbrado f;
        l.m.lee([&](const Context& ctx) { f = engine::leer_timbrado(ctx.db(), id).value_or(engine::FilaTimbrado{}); });
        return f;
    }
    std::vector<api::Oficio> oficios() const {
        return {timbrado::oficio_de_timbrado(emisor), timbrado::oficio_de_complementos(), timbrado::oficio_de_sustituciones()};
    }
    // Whatever is due, and as long as something is.
    void trabaja(int a_lo_mas = 100'000) {
        const auto org = l.m.empresa.organizacionId;
        api::Taller taller{l.m.base.db(), l.m.reloj, oficios(), "prueba"};
        for (int i = 0; i < a_lo_mas; ++i) {
            const auto tomado = taller.tomar(org);
            if (tomado) {
                taller.hacer(org, *tomado);
                continue;
            }
            const auto cuando = taller.siguiente(org);
            if (!cuando) return;
            l.m.reloj.fijar(std::max(l.m.reloj.ahora(), *cuando).mas_segundos(1));
        }
        ADD_FAILURE() << "there is no end of it";
    }
    std::string xml(std::int64_t id) {
        std::string bytes;
        l.m.lee([&](const Context& ctx) {
            auto archivo = engine::leer_archivo(ctx.db(), engine::leer_timbrado(ctx.db(), id)->archivoId);
            bytes = api::bytes_de(std::move(archivo->contenido));
        });
        return bytes;
    }
    // As it was stamped, judged as one that was received is.
    fiscal::Juicio juicio(std::int64_t id) {
        auto j = fiscal::Juez{}.juzgar(xml(id), fiscal::sin_medios());
        EXPECT_TRUE(j.veredicto.valido()) << xml(id);
        return j;
    }
    std::vector<ComplementoPagoVista> complementos(std::int64_t id) {
        std::vector<ComplementoPagoVista> todos;
        l.m.lee([&](const Context& ctx) { todos = listar_complementos(ctx, {Id{id}}); });
        return todos;
    }
    std::vector<std::string> diferencias() {
        auto todas = l.m.diferencias(verificar_timbrados);
        for (auto& d : l.m.diferencias(verificar_complementos)) todas.push_back(std::move(d));
        for (auto& d : l.diferencias()) todas.push_back(std::move(d));
        return todas;
    }

    Libro l;
    std::shared_ptr<const timbrado::Emisor> emisor;
    std::int64_t transferencia = 0;
};

}  // namespace cacao::test
