// What another program (monedas.py) says of other currencies, done with the service: transfers, payments and the end of each
// month, to the cent. CACAO_TEST_MONEDAS says how many months, CACAO_TEST_MONEDAS_SEED from which seed; one in twenty on
// PostgreSQL.

#include "aritmetica/programa.hpp"
#include "db/rows.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/revaluacion.hpp"
#include "engine/verificar/verificar.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <sstream>

namespace cacao::test {
namespace {

using namespace engine;

// One company, with its documents by the numbers that the program gives them.
class Monedas {
public:
    explicit Monedas(db::Motor motor) : l(motor) {
        bancos_ = {{"MXN", l.bancoId}, {"USD", l.dolaresId}, {"EUR", cuenta("EUR")}, {"JPY", cuenta("JPY")}};
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE concepto SET iva = 'noObjeto', ivaFrontera = 0 WHERE organizacionId = $1", ctx.organizacionId());
        });
        venta_ = l.concepto("VENTA-SERV");
        gasto_ = l.concepto("GASTOS");
    }

    // What went wrong, or nothing.
    std::string linea(std::istringstream& en, const std::string& que) {
        if (que == "vende") return abre(en, FacturaVenta, venta_);
        if (que == "compra") return abre(en, Gasto, gasto_);
        if (que == "cobra") return abre(en, Deposito, 0);
        if (que == "paga") return abre(en, Egreso, 0);
        if (que == "aplica") return aplica(en);
        if (que == "traspasa") return traspasa(en);
        if (que == "revalua") return revalua(en);
        if (que == "deshace") return deshace(en);
        return "unknown: " + que;
    }

    std::string verificar() {
        std::string mal;
        l.m.lee([&](const Context& ctx) { engine::verificar(ctx.db(), [&](const std::string& d) { mal += d + '\n'; }); });
        return mal;
    }

private:
    std::int64_t cuenta(const std::string& moneda) {
        std::int64_t id = 0;
        l.escribe([&](Context& ctx) {
            auto& tx = ctx.db();
            id = tx.next_id();
            tx.run("INSERT INTO organizacionMoneda (organizacionId, moneda, activo) VALUES ($1, $2, 1)", ctx.organizacionId(),
                   moneda);
            tx.run(
                R"(INSERT INTO cuentaBancaria (organizacionId, cuentaBancariaId, codigo, nombre, tipo, moneda, cuentaId, sucursalId,
                                                  activo, version)
                      SELECT organizacionId, $2, $3, $3, 'banco', $3, cuentaId, 0, 1, 1 FROM cuentaBancaria
                      WHERE organizacionId = $1 AND cuentaBancariaId = $4)",
                ctx.organizacionId(), id, moneda, l.bancoId);
        });
        return id;
    }

    static Importe importe(std::istringstream& en) {
        std::string texto;
        en >> texto;
        return Importe::leer(texto).value();
    }
    static Precio precio(std::istringstream& en) { return Precio::de_micros(importe(en).micros()); }
    static Fecha dia(std::istringstream& en) {
        std::string texto;
        en >> texto;
        return Fecha::leer_iso(texto).value();
    }

    std::string abre(std::istringstream& en, const Documento& tipo, std::int64_t conceptoId) {
        int numero = 0;
        SolicitudEntera s;
        en >> numero;
        s.fecha = dia(en);
        en >> s.moneda;
        const Precio cambio = precio(en);
        if (s.moneda != "MXN") s.tipoCambio = cambio;
        const Importe cuanto = importe(en);
        s.entidadId = tipo.contacto == Contacto::cliente || tipo.saldo == Saldo::favor_cliente ? l.clienteId : l.proveedorId;
        if (tipo.banco || tipo.banco_sale) s.cuentaBancariaId = bancos_.at(s.moneda);
        if (tipo.renglones == Renglones::ninguno) {
            s.importe = cuanto;
        } else {
            auto& p = s.partidas.emplace_back();
            p.campo = "/partidas/0";
            p.conceptoId = conceptoId;
            p.cantidad = Cantidad::de_enteros(1);
            p.importe = cuanto;
            p.precioUnitario = Precio::de_micros(cuanto.micros());
        }
        documentos_[numero] = l.emite(tipo, s).transaccionId;
        return {};
    }

    std::string aplica(std::istringstream& en) {
        int pago = 0;
        int documento = 0;
        en >> pago >> documento;
        const Fecha fecha = dia(en);
        const Importe cuanto = importe(en);
        l.escribe([&](Context& ctx) {
            aplicar(ctx, documentos_.at(pago), {{"/asignaciones/0", documentos_.at(documento), cuanto, {}}}, fecha);
        });
        return diferencias(en);
    }

    std::string traspasa(std::istringstream& en) {
        SolicitudEntera s;
        s.fecha = dia(en);
        std::string de;
        std::string a;
        en >> de >> a;
        s.cuentaBancariaId = bancos_.at(de);
        s.cuentaDestinoId = bancos_.at(a);
        s.importe = importe(en);
        s.tipoCambio = precio(en);
        s.importeDestino = importe(en);
        s.tipoCambioDestino = precio(en);
        l.emite(TraspasoBancario, s);
        return diferencias(en);
    }

    std::string revalua(std::istringstream& en) {
        std::int64_t periodo = 0;
        std::size_t monedas = 0;
        en >> periodo >> monedas;
        std::vector<std::pair<std::string, Precio>> cambios(monedas);
        for (auto& [moneda, cambio] : cambios) {
            en >> moneda;
            cambio = precio(en);
        }
        Revaluado r;
        l.escribe([&](Context& ctx) { r = revaluar(ctx, periodo, cambios, {}); });
        revaluadas_[periodo] = r.revaluacion.transaccionId;
        std::string mal = igual("ganancia", r.ganancia, importe(en));
        mal += igual("perdida", r.perdida, importe(en));
        for (const auto& papel : {"revaluacion_clientes", "revaluacion_proveedores", "revaluacion_anticipo_clientes",
                                  "revaluacion_anticipo_proveedores", "revaluacion_bancos"})
            mal += igual(papel, asentado(r.revaluacion.transaccionId, papel), importe(en));
        return mal + diferencias(en);
    }

    std::string deshace(std::istringstream& en) {
        std::int64_t periodo = 0;
        en >> periodo;
        l.escribe([&](Context& ctx) { cancelar_revaluacion(ctx, revaluadas_.at(periodo), ""); });
        return diferencias(en);
    }

    // What a document put into the account of a part; debit positive.
    Importe asentado(std::int64_t transaccionId, const std::string& papel) {
        return Importe::de_micros(l.entero(fmt::format(R"(
            SELECT CAST(COALESCE(SUM(a.cargo - a.abono), 0) AS BIGINT)
            FROM poliza p
            JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId
            JOIN cuentaPapel k ON k.organizacionId = $1 AND k.papel = '{}' AND k.cuentaId = a.cuentaId
            WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.evento = 'registro')",
                                                       papel),
                                           transaccionId));
    }

    // All that was gained and lost so far.
    std::string diferencias(std::istringstream& en) {
        const Importe ganado = importe(en);
        return igual("ganancia_cambiaria", -l.cuenta("ganancia_cambiaria"), ganado) +
               igual("perdida_cambiaria", l.cuenta("perdida_cambiaria"), importe(en));
    }

    static std::string igual(std::string_view que, Importe hay, Importe debe) {
        return hay == debe ? "" : fmt::format("{} is {}, expected {}; ", que, hay.texto(), debe.texto());
    }

    Libro l;
    std::map<std::string, std::int64_t> bancos_;
    std::int64_t venta_ = 0;
    std::int64_t gasto_ = 0;
    std::map<int, std::int64_t> documentos_;
    std::map<std::int64_t, std::int64_t> revaluadas_;
};

class MonedasTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(MonedasTest);

TEST_P(MonedasTest, TheServiceSaysWhatTheOtherProgramSays) {
    constexpr long partes = 20;
    const long meses = del_entorno("CACAO_TEST_MONEDAS", 240);
    const long semilla = del_entorno("CACAO_TEST_MONEDAS_SEED", 1);
    const bool servidor = GetParam() == db::Motor::postgres;
    std::istringstream guion{
        leer_programa(fmt::format("python3 '{}' {} {}", CACAO_MONEDAS_PY, servidor ? meses / partes : meses - meses / partes,
                                  servidor ? -semilla : semilla))};
    std::unique_ptr<Monedas> empresa;
    std::string relato;
    int revaluadas = 0;
    for (std::string linea; std::getline(guion, linea);) {
        std::istringstream en{linea};
        std::string que;
        en >> que;
        if (que == "empresa") {
            ASSERT_EQ(empresa ? empresa->verificar() : "", "") << relato;
            empresa = std::make_unique<Monedas>(GetParam());
            relato.clear();
            continue;
        }
        revaluadas += que == "revalua" ? 1 : 0;
        relato += linea + '\n';
        std::string mal;
        try {
            mal = empresa->linea(en, que);
        } catch (const Error& e) {
            mal = Libro::falta([&] { throw e; });
        } catch (const std::exception& e) {
            mal = e.what();
        }
        ASSERT_EQ(mal, "") << relato;
    }
    ASSERT_NE(empresa, nullptr);
    EXPECT_EQ(empresa->verificar(), "");
    EXPECT_GT(revaluadas, 0);
}

}  // namespace
}  // namespace cacao::test
