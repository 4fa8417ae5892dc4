#include "support/vida.hpp"

#include "engine/saldos/saldos.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "engine/verbos/saldo_menor.hpp"

#include "db/rows.hpp"

#include <gtest/gtest.h>

#include <array>
#include <sstream>

namespace cacao::test {
namespace {

// How what is sold, or bought, is taxed.
struct Gravamen {
    const char* codigo;
    const char* iva = "tasa";
    const char* ieps = "0";
    const char* ivaRetenido = "0";
    const char* isrRetenido = "0";
    const char* isrPor = "servicios";
    const char* noAcreditable = "0";
};
constexpr Gravamen gravamenes[] = {{"GASTOS"},
                                   {"CERO", "cero"},
                                   {"EXENTO", "exento"},
                                   {"HONORARIOS", "tasa", "0", "0.106667", "0.1"},
                                   {"RENTA", "tasa", "0", "0.106667", "0.1", "arrendamiento"},
                                   {"FLETES", "tasa", "0", "0.04"},
                                   {"RETF", "tasa", "0", "0.06"},
                                   {"MEDIO", "tasa", "0", "0.04", "0", "servicios", "0.5"},
                                   {"IEPS", "tasa", "0.08"}};

}  // namespace

Vida::Vida(db::Motor motor) : l(motor), persona(l.contacto("PERSONA", false, true, "XOJI740919U48")) {
    for (const Gravamen& g : gravamenes) {
        const auto id = l.producto(g.codigo, {}, "peps", "ninguno", g.iva);
        const auto tasa = [](const char* t) { return *Tasa::leer(t); };
        l.escribe([&](Context& ctx) {
            ctx.db().run(R"(UPDATE producto SET tipo = 'servicio', iepsTasa = $3, ivaRetenido = $4, isrRetenido = $5, isrPor = $6,
                                                ivaNoAcreditable = $7
                            WHERE organizacionId = $1 AND productoId = $2)",
                         ctx.organizacionId(), id, tasa(g.ieps), tasa(g.ivaRetenido), tasa(g.isrRetenido), g.isrPor,
                         tasa(g.noAcreditable));
            ctx.db().run("UPDATE organizacion SET rfc = 'EKU9003173C9' WHERE organizacionId = $1", ctx.organizacionId());
        });
        productos_[g.codigo] = id;
    }
}

namespace {

// What is said between commas: up to three words each.
std::vector<std::array<std::string, 3>> dichos(const std::string& texto) {
    std::vector<std::array<std::string, 3>> lista;
    std::istringstream en{texto};
    for (std::string dicho; std::getline(en, dicho, ',');) {
        auto& [uno, dos, tres] = lista.emplace_back();
        std::istringstream{dicho} >> uno >> dos >> tres;
    }
    return lista;
}

}  // namespace

std::int64_t Vida::registra(bool compra, const std::string& lineas) {
    compra_ = compra;
    actos.clear();
    std::vector<Renglon> renglones;
    for (const auto& [codigo, cantidad, precio] : dichos(lineas))
        renglones.push_back({productos_.at(codigo), *Cantidad::leer(cantidad), *Precio::leer(precio)});
    const engine::Documento& tipo = compra ? engine::FacturaCompra : engine::FacturaVenta;
    auto s = l.solicitud(tipo, renglones);
    s.entidadId = quien();
    documentoId = l.emite(tipo, s).transaccionId;
    return documentoId;
}

void Vida::vive(const std::string& vida) {
    for (const auto& [que, uno, dos] : dichos(vida)) {
        if (que == "paga") actos.push_back(paga(*Importe::leer(uno)));
        else if (que == "salda") actos.push_back(paga(l.saldo(documentoId)));
        else if (que == "perdona") actos.push_back(perdona(*Importe::leer(uno)));
        else if (que == "acredita" || que == "espera")
            actos.push_back(acredita(std::stol(uno), *Cantidad::leer(dos), que == "acredita"));
        else if (que == "cancela") cancela(actos.at(std::stoul(uno)));
        else ADD_FAILURE() << que;
        EXPECT_EQ(l.diferencias(), std::vector<std::string>{}) << que << ' ' << uno << ' ' << dos;
    }
}

std::int64_t Vida::paga(Importe importe) {
    if (!compra_) {
        const auto d = l.deposito(importe);
        l.aplica(d.transaccionId, documentoId, importe);
        return d.transaccionId;
    }
    SolicitudEntera e;
    e.entidadId = persona;
    e.cuentaBancariaId = l.bancoId;
    auto& p = e.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.importe = importe;
    p.transaccionIdCompra = documentoId;
    return l.emite(engine::Egreso, e).transaccionId;
}

std::int64_t Vida::perdona(Importe importe) {
    std::int64_t id = 0;
    l.escribe([&](Context& ctx) {
        engine::Perdon p;
        p.encabezado.entidadId = quien();
        p.documentoId = documentoId;
        p.naturaleza = compra_ ? engine::Naturaleza::pagar : engine::Naturaleza::cobrar;
        p.importe = importe;
        p.saldo = engine::saldo_de(ctx.db(), documentoId, p.naturaleza);
        id = engine::perdonar(ctx, p).transaccionId;
    });
    return id;
}

std::int64_t Vida::acredita(std::int64_t partida, Cantidad cantidad, bool aplicar) {
    engine::CreditoPedido pedido;
    pedido.encabezado.entidadId = quien();
    pedido.aplicar = aplicar;
    engine::PartidaCreditoNueva p;
    p.transaccionIdOrigen = documentoId;
    p.partidaOrigen = partida;
    p.cantidad = cantidad;
    pedido.partidas.push_back(p);
    std::int64_t id = 0;
    const engine::Documento& tipo = compra_ ? engine::NotaCreditoProveedor : engine::NotaCreditoCliente;
    l.escribe([&](Context& ctx) { id = engine::registrar_nota_credito(ctx, tipo, pedido).transaccionId; });
    return id;
}

void Vida::cancela(std::int64_t transaccionId) {
    engine::Cancelacion c;
    c.con_aplicaciones = true;
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, transaccionId, c); });
}

}  // namespace cacao::test
