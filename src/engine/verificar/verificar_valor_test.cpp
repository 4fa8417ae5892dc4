// Documents in another currency: a rate that was changed by hand is found, whatever the kind.

#include "db/rows.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verificar/verificar.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class VerificarValor : public testing::TestWithParam<db::Motor> {
protected:
    Libro l{GetParam()};
    const Precio cambio = *Precio::leer("18.4375");

    test::SolicitudEntera en_dolares(test::SolicitudEntera s) const {
        s.moneda = "USD";
        s.tipoCambio = cambio;
        return s;
    }
    std::int64_t de_banco(const Documento& tipo, std::int64_t entidadId, Importe importe) {
        test::SolicitudEntera s;
        s.entidadId = entidadId;
        s.cuentaBancariaId = l.dolaresId;
        s.importe = importe;
        return l.emite(tipo, en_dolares(std::move(s))).transaccionId;
    }
    std::int64_t egreso() {
        test::SolicitudEntera s;
        s.entidadId = l.proveedorId;
        s.cuentaBancariaId = l.dolaresId;
        for (const Importe importe : {*Importe::leer("10.33"), *Importe::leer("7.77")}) {
            auto& p = s.partidas.emplace_back();
            p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
            p.importe = importe;
        }
        return l.emite(Egreso, en_dolares(std::move(s))).transaccionId;
    }
    std::int64_t poliza() {
        std::vector<std::int64_t> cuentas;
        l.m.lee([&](const Context& ctx) {
            cuentas =
                ctx.db().all<std::int64_t>(R"(SELECT MIN(cuentaId) FROM cuenta WHERE organizacionId = $1 AND esAcumulativa = 0
                                                    AND activo = 1 AND tipo IN ('orden', 'gasto') GROUP BY tipo)",
                                           ctx.organizacionId());
        });
        test::SolicitudEntera s;
        for (const bool carga : {true, false}) {
            auto& p = s.partidas.emplace_back();
            p.campo = fmt::format("/partidas/{}", s.partidas.size() - 1);
            p.cuentaId = cuentas.at(carga ? 0 : 1);
            (carga ? p.cargo : p.abono) = *Importe::leer("33.33");
        }
        return l.emite(Poliza, en_dolares(std::move(s))).transaccionId;
    }
    std::vector<std::string> diferencias(std::int64_t id, std::string_view poner) {
        std::vector<std::string> lista;
        struct Basta {};
        EXPECT_THROW(l.escribe([&](Context& ctx) {
            lista.clear();
            if (id != 0)
                ctx.db().run("UPDATE documento SET " + std::string{poner} + " WHERE organizacionId = $1 AND transaccionId = $2",
                             ctx.organizacionId(), id);
            verificar(ctx.db(), [&](const std::string& d) { lista.push_back(d); });
            throw Basta{};
        }),
                     Basta);
        return lista;
    }
};
CACAO_EN_AMBOS_MOTORES(VerificarValor);

TEST_P(VerificarValor, AChangedRateIsFoundWhateverTheKind) {
    const auto p = l.producto("A", {}, "peps", "ninguno", "exento");
    const Precio precio = *Precio::leer("3.33");
    const std::map<std::string, std::int64_t> documentos{
        {"Deposito", de_banco(Deposito, l.clienteId, *Importe::leer("100.01"))},
        {"Reembolso", de_banco(Reembolso, l.clienteId, *Importe::leer("5.05"))},
        {"ReembolsoProveedor", de_banco(ReembolsoProveedor, l.proveedorId, *Importe::leer("6.07"))},
        {"Egreso", egreso()},
        {"Poliza", poliza()},
        {"Recepcion",
         l.emite(Recepcion, en_dolares(l.solicitud(Recepcion, {{p, 7_pza, precio}, {p, 3_pza, precio}}))).transaccionId},
        {"FacturaCompra", l.emite(FacturaCompra, en_dolares(l.solicitud(FacturaCompra, {{p, 7_pza, precio}}))).transaccionId},
        {"FacturaVenta", l.emite(FacturaVenta, en_dolares(l.solicitud(FacturaVenta, {{p, 2_pza, precio}}))).transaccionId},
    };
    ASSERT_THAT(diferencias(0, ""), IsEmpty());
    for (const auto& [tipo, id] : documentos) {
        const auto halladas = diferencias(id, "tipoCambio = tipoCambio + 10000");
        EXPECT_THAT(halladas, Contains(HasSubstr(fmt::format("transaccionId {}", id)))) << tipo;
        EXPECT_THAT(halladas, Contains(HasSubstr("(at the rate of the document) is"))) << tipo;
    }
    EXPECT_THAT(diferencias(0, ""), IsEmpty());
}

}  // namespace
}  // namespace cacao::engine
