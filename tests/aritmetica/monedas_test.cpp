// What another program (monedas.py) says of other currencies, done with the service: transfers, payments and the end of each
// month, to the cent; and what is credited in parts at its own rate. CACAO_TEST_MONEDAS says how many months, CACAO_TEST_CREDITOS
// how many such lives, each with _SEED behind it from which seed; one in twenty on PostgreSQL.

#include "aritmetica/cuanto.hpp"
#include "db/rows.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "engine/verbos/revaluacion.hpp"
#include "support/libro.hpp"
#include "support/salida.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
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

    std::string verificar() { return fmt::format("{}", fmt::join(l.diferencias(), "\n")); }

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

// A sale or a purchase in dollars at a time, with what credits and pays it by the numbers that the program gives them.
class Acreditados {
public:
    explicit Acreditados(db::Motor motor) : l(motor) {
        for (const Articulo& a : std::initializer_list<Articulo>{{"G"},
                                                                 {"C", "cero"},
                                                                 {"B", "tasa", "0.08"},
                                                                 {"H", "tasa", "0", "0.106667", "0.1"},
                                                                 {"M", "tasa", "0.08", "0.106667", "0.1"},
                                                                 {"I", "tasa", "0.265", "0", "0", "0", 1},
                                                                 {"K", "tasa", "0", "0", "0", "0.5"}}) {
            producto(a, true);
            producto(a, false);
        }
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE organizacion SET rfc = 'EKU9003173C9' WHERE organizacionId = $1", ctx.organizacionId());
        });
        personaId_ = l.contacto("PERSONA", true, true, "XOJI740919U48");
    }

    // What went wrong, or nothing.
    std::string linea(std::istringstream& en, const std::string& que) {
        if (que == "vida") return vive(en);
        if (que == "acredita") return acredita(en);
        if (que == "bonifica") return bonifica(en);
        if (que == "cobra") return cobra(en);
        if (que == "cancela") return cancela(numero(en));
        if (que == "acaba") return acaba();
        if (que == "desaparece") return desaparece();
        return "unknown: " + que;
    }
    std::vector<std::string> diferencias() { return l.diferencias(); }

private:
    struct Articulo {
        const char* codigo = "";
        const char* iva = "tasa";
        const char* ieps = "0";
        const char* ivaRetenido = "0";
        const char* isrRetenido = "0";
        const char* noAcreditable = "0";
        std::int64_t iepsAlCosto = 0;
    };
    void producto(const Articulo& a, bool servicio) {
        const auto id = l.producto(a.codigo + std::string{servicio ? "" : "-M"});
        l.escribe([&](Context& ctx) {
            ctx.db().run(R"(UPDATE producto SET tipo = $3, iva = $4, iepsTasa = $5, ivaRetenido = $6, isrRetenido = $7,
                                                ivaNoAcreditable = $8, iepsAlCosto = $9, isrPor = 'servicios', ivaFrontera = 0
                            WHERE organizacionId = $1 AND productoId = $2)",
                         ctx.organizacionId(), id, servicio ? "servicio" : "producto", a.iva, *Tasa::leer(a.ieps),
                         *Tasa::leer(a.ivaRetenido), *Tasa::leer(a.isrRetenido), *Tasa::leer(a.noAcreditable), a.iepsAlCosto);
        });
        (servicio ? servicios_ : mercancias_)[a.codigo] = id;
    }

    static int numero(std::istringstream& en) {
        int n = 0;
        en >> n;
        return n;
    }
    static Precio cambio(std::istringstream& en) {
        std::string texto;
        en >> texto;
        return *Precio::leer(texto);
    }

    std::string vive(std::istringstream& en) {
        en >> lado_;
        hechos_.clear();
        antes_ = saldos();
        con_dinero_ = false;
        compra_ = lado_ != "cliente";
        tipo_ = compra_ ? &FacturaCompra : &FacturaVenta;
        credito_ = compra_ ? &NotaCreditoProveedor : &NotaCreditoCliente;
        SolicitudEntera s = l.solicitud(*tipo_, {});
        s.entidadId = entidadId_ = compra_ ? personaId_ : l.clienteId;
        s.moneda = "USD";
        s.tipoCambio = cambio_ = cambio(en);
        for (std::string r; en >> r;) {
            std::istringstream campos{r};
            std::array<std::string, 3> c;
            for (auto& campo : c) std::getline(campos, campo, ':');
            auto& p = s.partidas.emplace_back();
            p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
            p.productoId = (lado_ == "mercancia" ? mercancias_ : servicios_).at(c[0]);
            p.cantidad = Cantidad::de_enteros(std::stol(c[1]));
            p.precioUnitario = Precio::de_micros(std::stol(c[2]));
        }
        lineas_ = static_cast<std::int64_t>(s.partidas.size());
        facturaId_ = l.emite(*tipo_, s).transaccionId;
        return {};
    }

    // What of a line can still be credited, or of its goods still lies here.
    Cantidad queda(std::int64_t partida) {
        const std::string_view avance = lado_ == "mercancia" ? "devuelto" : "acreditado";
        return Cantidad::de_micros(l.entero(fmt::format(R"(
            SELECT p.cantidadBase - COALESCE((SELECT a.cantidad FROM avance a WHERE a.organizacionId = $1
                AND a.transaccionId = $2 AND a.numeroPartida = {0} AND a.avance = '{1}'), 0)
            FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = {0})",
                                                        partida, avance),
                                            facturaId_));
    }

    std::string acredita(std::istringstream& en) {
        const int n = numero(en);
        std::int64_t partida = 0;
        std::int64_t cuanto = 0;
        std::string como;
        en >> partida >> cuanto >> como;
        return acreditar(n, partida, std::min(queda(partida), Cantidad::de_enteros(cuanto)), como == "aplica");
    }
    // Goods go back first; what a bonus took off may leave no room.
    std::string acreditar(int n, std::int64_t partida, Cantidad cuanto, bool aplica) {
        if (cuanto <= Cantidad{}) return {};
        PartidaCreditoNueva p;
        p.transaccionIdOrigen = facturaId_;
        p.partidaOrigen = partida;
        p.cantidad = cuanto;
        if (lado_ == "mercancia") {
            std::vector<Cantidad> cantidades(static_cast<std::size_t>(lineas_));
            cantidades[static_cast<std::size_t>(partida - 1)] = cuanto;
            SolicitudEntera s = l.derivada(NotaDevolucionProveedor, facturaId_, cantidades);
            s.entidadId = entidadId_;
            hechos_[n].push_back(l.emite(NotaDevolucionProveedor, s).transaccionId);
            p.transaccionIdOrigen = hechos_[n].back();
            p.partidaOrigen = 1;
        }
        return acreditar(n, p, 0, aplica);
    }
    std::string acreditar(int n, const PartidaCreditoNueva& p, std::int64_t origenId, bool aplica) {
        CreditoPedido pedido;
        pedido.encabezado.entidadId = entidadId_;
        pedido.encabezado.moneda = "USD";
        pedido.encabezado.tipoCambio = cambio_;
        pedido.origenId = origenId;
        pedido.aplicar = aplica;
        pedido.partidas.push_back(p);
        const std::string falta = Libro::falta([&] {
            l.escribe([&](Context& ctx) { hechos_[n].push_back(registrar_nota_credito(ctx, *credito_, pedido).transaccionId); });
        });
        const bool sin_lugar = falta.starts_with("excede_pendiente") || falta.starts_with("fuera_de_rango");
        return sin_lugar ? "" : falta;
    }
    std::string bonifica(std::istringstream& en) {
        const int n = numero(en);
        std::int64_t milesimas = 0;
        en >> milesimas;
        const auto subtotal = Importe::de_micros(
            l.entero("SELECT subtotal FROM documento WHERE organizacionId = $1 AND transaccionId = $2", facturaId_));
        PartidaCreditoNueva p;
        p.conceptoId = l.concepto(compra_ ? "GASTOS" : "VENTA-SERV");
        p.precioUnitario = Precio::de_micros(centavos(subtotal, milesimas).micros());
        return acreditar(n, p, facturaId_, true);
    }
    static Importe centavos(Importe de, std::int64_t milesimas) {
        return std::max(Importe::de_micros(10'000), Importe::de_micros(de.micros() / 10'000 * milesimas / 1000 * 10'000));
    }

    std::string cobra(std::istringstream& en) {
        const int n = numero(en);
        std::int64_t milesimas = 0;
        en >> milesimas;
        const Importe saldo = l.saldo(facturaId_);
        if (saldo <= Importe{}) return {};
        SolicitudEntera s;
        s.entidadId = entidadId_;
        s.cuentaBancariaId = l.dolaresId;
        s.moneda = "USD";
        s.tipoCambio = cambio(en);
        const Importe importe = std::min(saldo, centavos(saldo, milesimas));
        if (compra_) {
            auto& p = s.partidas.emplace_back();
            p.campo = "/partidas/0";
            p.importe = importe;
        } else {
            s.importe = importe;
        }
        hechos_[n].push_back(l.emite(compra_ ? Egreso : Deposito, s).transaccionId);
        l.aplica(hechos_[n].back(), facturaId_, importe);
        pagos_.insert(n);
        con_dinero_ = true;
        return {};
    }

    std::string cancela(int n) {
        auto& suyos = hechos_[n];
        while (!suyos.empty()) {
            l.escribe([&](Context& ctx) {
                Cancelacion c;
                c.con_aplicaciones = true;
                cancelar(ctx, suyos.back(), c);
            });
            suyos.pop_back();
        }
        return {};
    }

    // Nothing was ever paid, nor given; all of it is credited.
    std::string acaba() {
        for (const auto& [n, suyos] : std::map{hechos_}) {
            const bool es_bono = !suyos.empty() && l.entero(R"(SELECT origenId FROM documento WHERE organizacionId = $1
                                                               AND transaccionId = $2)",
                                                            suyos.back()) != 0;
            if (pagos_.contains(n) || es_bono) cancela(n);
        }
        pagos_.clear();
        constexpr int despues = 1000;
        for (std::int64_t partida = 1; partida <= lineas_; ++partida)
            if (const std::string mal = acreditar(despues, partida, queda(partida), true); !mal.empty()) return mal;
        for (const auto& [n, suyos] : hechos_)
            for (const auto id : suyos)
                if (const Importe saldo =
                        l.entero(R"(SELECT count(*) FROM saldo WHERE organizacionId = $1 AND transaccionId = $2)", id) != 0
                            ? std::min(l.saldo(id), l.saldo(facturaId_))
                            : Importe{};
                    saldo > Importe{})
                    l.aplica(id, facturaId_, saldo);
        return vacio();
    }
    std::string desaparece() {
        // The last first: a credit may have become what another is rounded with.
        for (auto it = hechos_.rbegin(); it != hechos_.rend(); ++it) cancela(it->first);
        pagos_.clear();
        l.cancela(facturaId_);
        return vacio();
    }
    // What was earned, or spent, and what was given back of it, have accounts of their own: together they are nothing. So are
    // what was gained and lost, where money came and went at several rates; without any, nothing was gained.
    std::string vacio() {
        std::map<std::string, Importe> quedan;
        for (const auto& [papel, saldo] : saldos()) quedan[grupo(papel)] += saldo - antes_[papel];
        std::string mal;
        for (const auto& [papel, queda] : quedan)
            if (!queda.es_cero()) mal += fmt::format("{} keeps {}; ", papel, queda.texto());
        return mal;
    }
    std::map<std::string, Importe> saldos() {
        std::map<std::string, Importe> papeles;
        l.m.lee([&](const Context& ctx) {
            ctx.db().each(R"(SELECT h.papel, CAST(SUM(s.cargos - s.abonos) AS BIGINT) FROM saldoCuenta s
                             JOIN cuentaPapelHistoria h ON h.organizacionId = $1 AND h.cuentaId = s.cuentaId
                             WHERE s.organizacionId = $1 GROUP BY h.papel)",
                          [&](const db::Row& r) { papeles[std::string{r.text(0)}] = Importe::de_micros(r.integer(1)); },
                          ctx.organizacionId());
        });
        return papeles;
    }
    std::string grupo(const std::string& papel) const {
        if (papel.starts_with("ventas") || papel.starts_with("devoluciones_venta")) return "ventas";
        if (papel == "descuentos_compra") return "gastos";
        return papel == "perdida_cambiaria" && con_dinero_ ? "ganancia_cambiaria" : papel;
    }

    Libro l;
    std::map<std::string, std::int64_t> servicios_;
    std::map<std::string, std::int64_t> mercancias_;
    std::int64_t personaId_ = 0;
    std::string lado_;
    bool compra_ = false;
    const Documento* tipo_ = nullptr;
    const Documento* credito_ = nullptr;
    std::int64_t entidadId_ = 0;
    Precio cambio_;
    std::int64_t lineas_ = 0;
    std::int64_t facturaId_ = 0;
    std::map<int, std::vector<std::int64_t>> hechos_;
    std::set<int> pagos_;
    std::map<std::string, Importe> antes_;  // by part
    bool con_dinero_ = false;
};

class MonedasTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(MonedasTest);

// What `hacer` says went wrong, or throws.
std::string lo_malo(const std::function<std::string()>& hacer) {
    try {
        return hacer();
    } catch (const Error& e) {
        return Libro::falta([&] { throw e; });
    } catch (const std::exception& e) {
        return e.what();
    }
}

// As many as the variable says, one in twenty of them for PostgreSQL.
std::string dice_el_otro(db::Motor motor, const std::string& variable, std::string_view modo) {
    constexpr long partes = 20;
    const long cuantos = del_entorno(variable.c_str(), 240);
    const long semilla = del_entorno((variable + "_SEED").c_str(), 1);
    const bool servidor = motor == db::Motor::postgres;
    return salida_de(fmt::format("python3 '{}' {} {} {}", CACAO_MONEDAS_PY,
                                 servidor ? cuantos / partes : cuantos - cuantos / partes, servidor ? -semilla : semilla, modo));
}

TEST_P(MonedasTest, TheServiceSaysWhatTheOtherProgramSays) {
    std::istringstream guion{dice_el_otro(GetParam(), "CACAO_TEST_MONEDAS", "")};
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
        ASSERT_EQ(lo_malo([&] { return empresa->linea(en, que); }), "") << relato;
    }
    ASSERT_NE(empresa, nullptr);
    EXPECT_EQ(empresa->verificar(), "");
    EXPECT_GT(revaluadas, 0);
}

// Every life of a script, each that goes wrong by itself.
void vivir_creditos(db::Motor motor, std::istringstream guion) {
    Acreditados empresa{motor};
    std::string relato;
    std::string mal;
    for (std::string linea; std::getline(guion, linea);) {
        std::istringstream en{linea};
        std::string que;
        en >> que;
        if (que == "vida") relato.clear();
        else if (!mal.empty()) continue;
        relato += linea + '\n';
        mal = lo_malo([&] { return empresa.linea(en, que); });
        EXPECT_EQ(mal, "") << relato;
    }
    EXPECT_NE(relato, "");
    EXPECT_EQ(empresa.diferencias(), std::vector<std::string>{});
}

TEST_P(MonedasTest, WhatIsCreditedAtItsOwnRateLeavesNothing) {
    vivir_creditos(GetParam(), std::istringstream{dice_el_otro(GetParam(), "CACAO_TEST_CREDITOS", "creditos")});
}

// Lives that once left something, as small as they get: of payments at two rates one is undone while credits have given back; a
// credit is cancelled that returned more than it gave for another; credits that took a cent more, and less, than their own.
TEST_P(MonedasTest, WhatOnceWasLeft) {
    vivir_creditos(GetParam(), std::istringstream{R"(vida proveedor 18.907 G:3:100000000
cobra 1 735 18
cobra 2 67 10
acredita 3 1 1 aplica
acredita 4 1 1 aplica
acaba
vida cliente 20.1847 G:12:100000000
cobra 1 655 10
cobra 2 710 18
acredita 3 1 6 aplica
bonifica 4 300
acaba
vida cliente 19.9983 G:3:100000000
bonifica 1 100
cobra 2 599 10
cobra 3 921 18
acredita 4 1 1 aplica
acredita 5 1 1 aplica
acaba
vida mercancia 18.1538 G:7:25060000 G:2:100000000
cobra 1 651 10
cobra 2 716 18
acredita 3 1 4 aplica
acredita 4 1 5 aplica
cancela 3
acredita 5 2 2 aplica
acaba
vida proveedor 19.2291 G:7:53262150 K:7:100000000
cobra 1 455 10
acredita 2 2 6 aplica
acredita 3 2 6 aplica
cancela 1
cancela 2
acaba
vida proveedor 18.3714 I:7:59170000 H:7:100000000
cobra 1 459 10
cobra 2 374 10
acredita 3 2 3 aplica
acredita 4 1 4 aplica
acaba
vida proveedor 18.3259 H:2:99655415 G:12:117210000 C:2:117190000
cobra 1 316 10
cobra 2 252 10
acredita 3 2 5 aplica
acredita 4 2 8 aplica
acaba
vida proveedor 17.3351 B:7:88041929 B:3:100000000
cobra 1 853 17.0502
bonifica 2 300
acredita 3 2 3 aplica
bonifica 4 189
acaba
)"});
}

}  // namespace
}  // namespace cacao::test
