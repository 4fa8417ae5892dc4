#include "engine/libros/flujo.hpp"

#include "engine/entorno/monedas.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/tipos/bancos.hpp"

#include <set>

namespace cacao::engine {
namespace {

struct PagoAutoridad {
    Fecha fecha;
    Importe importe;
    Precio tipoCambio;
    bool cancelacion{};
    bool registro{};
};
DESCRIBE_STRUCT(PagoAutoridad, (), (fecha, importe, tipoCambio, cancelacion, registro))

}  // namespace

Importe enterado(db::Reader& tx, std::initializer_list<Cuenta> papeles, Fecha desde, Fecha hasta) {
    const Flujo egresos{.columnas = "p.importe - p.descuento - p.promocion AS importe, d.tipoCambio",
                        .de = fmt::format(R"(
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.cuentaId = $4
        WHERE d.organizacionId = $1 AND d.tipo = '{}')",
                                          Egreso.tipo),
                        .tabla = "d",
                        .llave = "transaccionId",
                        .registro = true};
    std::set<std::int64_t> cuentas;
    for (const Cuenta papel : papeles)
        for (const auto cuentaId : cuentas_de_papel(tx, papel)) cuentas.insert(cuentaId);
    std::vector<PagoAutoridad> pagos;
    for (const auto cuentaId : cuentas) pedir_flujo(tx, pagos, egresos, desde, hasta, cuentaId);
    tx.settle();
    const int decimales = moneda_local(tx).decimales;
    Importe suma;
    for (const PagoAutoridad& p : pagos) {
        const Importe local = convertir(p.importe, p.tipoCambio, decimales);
        suma += p.cancelacion ? -local : local;
    }
    return suma;
}

}  // namespace cacao::engine
