#pragma once
// A company that trades: a Mundo with a customer, a supplier, products and the verbs of the engine in a word each, and the
// figures that an accountant would look at.

#include "engine/liquidacion/liquidar.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/cancelar.hpp"
#include "support/mundo.hpp"
#include "support/solicitud.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::test {

struct Renglon {
    std::int64_t productoId = 0;
    Cantidad cantidad;
    Precio precio;
};

class Libro {
public:
    explicit Libro(db::Motor motor, std::vector<Registrar> rooms = {});

    // As a write that is committed. What it throws comes out here.
    void escribe(const std::function<void(Context&)>& work);
    engine::Emitido emite(const engine::Documento& tipo, const test::SolicitudEntera& solicitud);
    // "codigo campo; codigo campo" of what `work` throws; "" when it does not.
    static std::string falta(const std::function<void()>& work);

    std::int64_t producto(const std::string& codigo, Importe precio = {}, std::string_view metodo = "peps",
                          std::string_view seguimiento = "ninguno", std::string_view iva = "tasa");
    std::int64_t concepto(std::string_view codigo);  // of those that every company starts with
    std::int64_t contacto(const std::string& codigo, bool cliente, bool proveedor, const std::string& rfc = "EKU9003173C9",
                          Importe limite = {});
    std::int64_t almacen(const std::string& codigo);
    void permite_negativos(bool si = true);  // whether goods may leave before they come in

    engine::Emitido entra(std::int64_t productoId, Cantidad cantidad, Precio costo, std::optional<Fecha> fecha = {});
    engine::Emitido factura(const std::vector<Renglon>& renglones);
    engine::Emitido factura_de_concepto(Precio precio, const std::string& moneda = {}, std::optional<Precio> tipoCambio = {});
    engine::Emitido deposito(Importe importe, const std::string& moneda = {}, std::optional<Precio> tipoCambio = {});
    engine::Emitido anticipo(Precio precio);
    engine::Aplicado aplica(std::int64_t pagoId, std::int64_t documentoId, Importe importe, std::optional<Importe> importe2 = {});
    void desaplica(std::int64_t aplicacionId);
    engine::Cancelado cancela(std::int64_t transaccionId);

    // A request with lines of one kind, for a kind of the customer or the supplier.
    test::SolicitudEntera solicitud(const engine::Documento& tipo, const std::vector<Renglon>& renglones) const;
    // The lines of `origen` again, in these quantities (0 leaves one out), deriving from it.
    test::SolicitudEntera derivada(const engine::Documento& tipo, std::int64_t origenId, const std::vector<Cantidad>& cantidades);

    // Gives a part an account that nobody uses, for everything or for one class, warehouse or contact. Their codes.
    struct CuentaCambiada {
        std::string antes;  // that plays it for everything
        std::string nueva;
    };
    CuentaCambiada cambia_cuenta(std::string_view papel, std::string_view ambito = "", std::int64_t ambitoId = 0);
    // `kit` is made of these from now on.
    void arma_kit(std::int64_t kit, const std::vector<std::pair<std::int64_t, Cantidad>>& partes);

    std::string asientos(std::int64_t transaccionId);  // "cargo clientes 232\n…" by account part
    Importe en(const std::string& codigo);             // balance of an account by its code; debit positive
    std::map<std::string, Importe> balanza();          // by account code, zeros left out
    Importe cuenta(std::string_view papel);            // balance of the account that plays a part; debit positive
    // What verify says, of everything or of what changed since.
    std::vector<std::string> diferencias(std::optional<Instante> desde = {});
    Importe saldo(std::int64_t transaccionId);
    Cantidad existencia(std::int64_t productoId, std::int64_t almacenId = 0);
    Importe valor(std::int64_t productoId, std::int64_t almacenId = 0);                 // Σ open layers
    std::int64_t entero(std::string_view sql, std::int64_t a = 0, std::int64_t b = 0);  // $1 is the organization

    Mundo m;
    std::int64_t clienteId = 0;
    std::int64_t proveedorId = 0;
    std::int64_t sucursalId = 0;
    std::int64_t almacenId = 0;
    std::int64_t transitoId = 0;
    std::int64_t bancoId = 0;
    std::int64_t dolaresId = 0;  // a bank account in USD
    std::int64_t piezaId = 0;
};

}  // namespace cacao::test
