// A model of debts and the requests to pay them beside the rooms: after any sequence of calls both say the same, and nothing is
// paid beyond what is owed or was authorized.

#include "db/rows.hpp"
#include "rooms/contabilidad/catalogos/configuracion.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/egresos/documentos/egreso.hpp"
#include "rooms/egresos/documentos/gasto.hpp"
#include "rooms/egresos/documentos/solicitud_decision.hpp"
#include "rooms/egresos/documentos/solicitud_pago.hpp"
#include "rooms/egresos/verificar.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace cacao::test {
namespace {

struct Deuda {
    std::string id;
    std::int64_t saldo = 0;  // in pesos
};
struct Peticion {
    std::string id;
    std::size_t deuda = 0;
    std::string estado = "solicitada";
    std::int64_t importe = 0;
    std::int64_t pagado = 0;
    bool abierta() const { return estado == "solicitada" || estado == "autorizada"; }
};
struct Egreso {
    std::string id;
    std::size_t deuda = 0;
    std::int64_t importe = 0;
    int peticion = -1;
    bool cancelado = false;
};

class SolicitudModeloTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(),
            {register_contactos, register_gasto, register_egreso, register_solicitud_pago, register_solicitud_decision,
             register_configuracion}};
    std::int64_t banco = m.cuenta("SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND codigo = 'BANCO'");
    std::int64_t gastos = m.cuenta("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'GASTOS'");
    std::string proveedor =
        m.pide("POST /api/Contactos", R"({"codigo":"P","nombre":"x","roles":["proveedor"]})").en("/data/entidadId");
    std::vector<Deuda> deudas;
    std::vector<Peticion> peticiones;
    std::vector<Egreso> egresos;

    std::int64_t pedido(std::size_t deuda, const Peticion* menos = nullptr) const {
        std::int64_t suma = 0;
        for (const Peticion& p : peticiones)
            if (p.deuda == deuda && p.abierta() && &p != menos) suma += p.importe - p.pagado;
        return suma;
    }
    // The answer is as the model says: done, or refused.
    std::optional<std::string> pide(const std::string& linea, const std::string& cuerpo, bool procede) {
        const auto r = m.pide(linea, cuerpo);
        EXPECT_EQ(r.status, procede ? 200 : 400) << linea << ' ' << cuerpo << '\n' << r.body;
        return r.status == 200 ? std::optional{r.en("/data/transaccionId")} : std::nullopt;
    }
    void endeudar(std::int64_t importe) {
        const auto id = pide(
            "POST /api/Gasto",
            fmt::format(R"({{"proveedorId":{},"partidas":[{{"conceptoId":{},"precioUnitario":{},"incluyeImpuestos":true}}]}})",
                        proveedor, gastos, importe),
            true);
        if (id) deudas.push_back({*id, importe});
    }
    void pedir(std::size_t d, std::int64_t importe) {
        const auto id =
            pide("POST /api/SolicitudPago/V1",
                 fmt::format(R"({{"beneficiarioId":{},"importe":{},"partidas":[{{"transaccionIdCompra":{},"importe":{}}}]}})",
                             proveedor, importe, deudas[d].id, importe),
                 pedido(d) + importe <= deudas[d].saldo);
        if (id) peticiones.push_back({*id, d, "solicitada", importe, 0});
    }
    void modificar(Peticion& p, std::int64_t importe) {
        const bool cabe = pedido(p.deuda, &p) + importe <= deudas[p.deuda].saldo;
        const auto id = pide("PUT /api/SolicitudPago/SolicitudPagoModificar/" + p.id,
                             fmt::format(R"({{"beneficiarioId":{},"partidas":[{{"transaccionIdCompra":{},"importe":{}}}]}})",
                                         proveedor, deudas[p.deuda].id, importe),
                             p.estado != "cancelada" && p.pagado == 0 && cabe);
        if (!id) return;
        p.estado = "solicitada";
        p.importe = importe;
    }
    void autorizar(Peticion& p) {
        if (pide("PUT /api/SolicitudPago/SolicitudPagoAutorizar/" + p.id, "", p.abierta())) p.estado = "autorizada";
    }
    void rechazar(Peticion& p) {
        if (pide("PUT /api/SolicitudPago/SolicitudPagoRechazar/" + p.id, R"({"motivo":"no"})",
                 p.estado == "solicitada" || p.estado == "rechazada"))
            p.estado = "rechazada";
    }
    void cancelar(Peticion& p) {
        const bool procede = p.estado == "cancelada" || p.estado == "solicitada" || (p.estado == "autorizada" && p.pagado == 0);
        if (pide("DELETE /api/SolicitudPago/SolicitudPagoCancelar/" + p.id, "", procede)) p.estado = "cancelada";
    }
    void pagar(std::size_t d, std::int64_t importe, int cual) {
        Deuda& deuda = deudas[d];
        Peticion* p = cual < 0 ? nullptr : &peticiones[static_cast<std::size_t>(cual)];
        const bool procede = p != nullptr ? p->estado == "autorizada" && importe <= p->importe - p->pagado
                                          : importe <= deuda.saldo && pedido(d) <= deuda.saldo - importe;
        const auto id = pide(
            "POST /api/Bancos/EgresoAgregar",
            fmt::format(
                R"({{"cuentaBancariaId":{},"beneficiarioId":{},"importe":{}{},"partidas":[{{"transaccionIdCompra":{},"importeAbono":{}}}]}})",
                banco, proveedor, importe, p == nullptr ? "" : ",\"solicitudPagoId\":" + p->id, deuda.id, importe),
            procede);
        if (!id) return;
        deuda.saldo -= importe;
        if (p != nullptr) p->pagado += importe;
        egresos.push_back({*id, d, importe, cual, false});
    }
    void cancelar(Egreso& e) {
        if (!pide("DELETE /api/Bancos/EgresoCancelar/" + e.id, "", true) || e.cancelado) return;
        e.cancelado = true;
        deudas[e.deuda].saldo += e.importe;
        if (e.peticion >= 0) peticiones[static_cast<std::size_t>(e.peticion)].pagado -= e.importe;
    }
};
CACAO_EN_AMBOS_MOTORES(SolicitudModeloTest);

TEST_P(SolicitudModeloTest, NingunaSecuenciaPagaDeMas) {
    m.pide("PUT /api/Contabilidad/Configuracion",
           R"({"existenciaNegativa":false,"pagoDeTerceros":false,"limiteCreditoEstricto":false,"autorizaQuienSolicita":true})");
    std::mt19937 azar{20261115};
    const auto hasta = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>{0, n - 1}(azar); };
    endeudar(1000);
    for (int paso = 0; paso < 300 && !HasFailure(); ++paso) {
        const auto d = hasta(deudas.size());
        const auto importe = static_cast<std::int64_t>(hasta(600)) + 1;
        const std::size_t que = hasta(10);
        if (que == 0 && deudas.size() < 8) endeudar(importe * 2);
        else if (que <= 2 || peticiones.empty()) pedir(d, importe);
        else if (que == 3) pagar(d, importe, -1);
        else if (que == 4 && !egresos.empty()) cancelar(egresos[hasta(egresos.size())]);
        else {
            const auto cual = hasta(peticiones.size());
            Peticion& p = peticiones[cual];
            if (que == 5) modificar(p, importe);
            else if (que == 6) rechazar(p);
            else if (que == 7 && hasta(3) == 0) cancelar(p);
            else if (p.estado == "solicitada") autorizar(p);
            else pagar(p.deuda, importe, static_cast<int>(cual));
        }
    }
    for (const Deuda& d : deudas)
        EXPECT_EQ(m.cuenta("SELECT saldo FROM saldo WHERE organizacionId = $1 AND transaccionId = " + d.id), d.saldo * 1'000'000);
    for (const Peticion& p : peticiones)
        EXPECT_EQ(m.cuenta("SELECT pagado FROM solicitudPago WHERE organizacionId = $1 AND transaccionId = " + p.id),
                  p.pagado * 1'000'000);
    EXPECT_EQ(m.diferencias(verificar_egresos), std::vector<std::string>{});
}

}  // namespace
}  // namespace cacao::test
