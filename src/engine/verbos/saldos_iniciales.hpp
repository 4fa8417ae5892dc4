#pragma once
// The first day of a company that comes from elsewhere: its trial balance as one journal entry, its open documents, its money and
// its stock, each as a document of its own. Asking twice for the same does nothing the second time; asking for something else
// where something is already registered is refused (`duplicado`), because what is registered is cancelled and never edited.

#include "engine/emision/solicitud.hpp"
#include "engine/existencia/inventario.hpp"

#include <span>

namespace cacao::engine {

enum class Puesto : std::uint8_t { creado, igual };

// What a customer still owes, or what is still owed to a supplier. `referencia` is the document's name where it comes from, by
// which it is known here too. `iva` stands inside `importe`: the part of the VAT that is not yet collected or paid.
struct SaldoContactoInicial {
    bool proveedor = false;
    std::int64_t entidadId = 0;
    std::string campo_entidad = "/contacto";  // what the caller calls it
    std::int64_t sucursalId = 0;
    std::string referencia;
    Fecha fecha;
    std::optional<Fecha> vencimiento;
    std::string moneda;  // empty: that of the books
    std::optional<Precio> tipoCambio;
    Importe importe;
    Importe iva;
    Tasa tasaIva = Tasa::de_micros(160'000);
};
// Nothing when it is there already.
std::optional<Emitido> poner_saldo_inicial(Context& ctx, const SaldoContactoInicial& saldo);

struct SaldoBancoInicial {
    std::int64_t cuentaBancariaId = 0;
    std::int64_t sucursalId = 0;
    Fecha fecha;
    std::optional<Precio> tipoCambio;
    Importe importe;
};
std::optional<Emitido> poner_saldo_inicial(Context& ctx, const SaldoBancoInicial& saldo);

// `campo` begins what a fault of the line points to.
struct CuentaInicial {
    std::string campo;
    std::int64_t cuentaId = 0;
    Importe cargo;
    Importe abono;
};
// One entry; accounts that documents, banks or stock answer for are refused, because those bring their own.
Puesto poner_cuentas_iniciales(Context& ctx, Fecha fecha, std::int64_t sucursalId, std::span<const CuentaInicial> cuentas);

struct ExistenciaInicial {
    std::string campo;
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    Cantidad cantidad;
    Precio costoUnitario;
    std::optional<LotePedido> lote;
    std::vector<std::string> series;
};
// As many documents as it takes; what each line came to.
std::vector<Puesto> poner_existencias_iniciales(Context& ctx, Fecha fecha, std::int64_t sucursalId,
                                                std::span<const ExistenciaInicial> existencias);

// What the opening account still holds, debit positive: nothing once everything is in.
Importe apertura_pendiente(db::Reader& tx);

}  // namespace cacao::engine
