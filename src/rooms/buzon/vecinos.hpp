#pragma once
// What the mailbox asks of other rooms: to judge a fiscal document and keep what was found, to make a supplier, to register what
// a received document becomes, by the very operations that a person would use. Who knows all rooms hands it over
// (command/buzon.cpp).

#include "api/context.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/verbos/pedidos.hpp"

#include <any>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::buzon {

// What the judge found in some bytes, without the authority's word.
struct Juicio {
    bool con_forma = false;  // it is a fiscal document, well formed
    bool es_xml = true;      // it can be read at all
    std::string mensaje;     // what is wrong with its form
    std::any presentado;     // for `validar`
};

struct Validado {
    std::int64_t validacionId = 0;
    std::string resultado;
    std::string estadoSat;
};

enum class Destino : std::uint8_t { facturaCompra, gasto, notaCredito, ninguno };
DESCRIBE_ENUM(Destino, facturaCompra, gasto, notaCredito, ninguno)

struct ProveedorPorCrear {
    std::string codigo;
    std::string nombre;
    std::string rfc;
    std::string regimenFiscal;
    std::string codigoPostal;
};

// A line as the paper has it, and what it is to us.
struct RenglonPorRegistrar {
    std::int64_t productoId = 0;
    std::int64_t conceptoId = 0;
    std::int64_t unidadMedidaId = 0;
    std::int64_t origenId = 0;
    std::int64_t origenPartida = 0;
    std::string descripcion;
    std::string claveProdServ;
    std::string claveUnidad;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe descuento;
    std::vector<engine::ImpuestoPartida> impuestos;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
};

struct PapelPorRegistrar {
    Destino destino{};
    std::int64_t proveedorId = 0;
    Fecha fecha;
    std::optional<Fecha> vencimiento;
    std::int64_t sucursalId = 0;
    std::int64_t almacenId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t proyectoId = 0;
    std::int64_t origenId = 0;  // what a credit note takes off
    std::string moneda;
    std::optional<Precio> tipoCambio;
    std::string uuid;
    Instante timbradoEn;
    std::string serie;
    std::string folio;
    std::string notas;
    std::vector<RenglonPorRegistrar> renglones;
};

struct Vecinos {
    // Before the transaction.
    std::function<Juicio(const Context&, std::string_view bytes)> juzgar;
    // Of a document of ours, with its stored file, or of none (0).
    std::function<Validado(Context&, const Juicio&, std::int64_t transaccionId, std::int64_t archivoId)> validar;
    // The authority has it as cancelled, in these words: what follows is the same as when it is asked for one document.
    std::function<void(Context&, const std::string& uuid, const std::string& dicho)> cancelado_segun_sat;
    std::function<std::int64_t(Context&, const ProveedorPorCrear&)> crear_proveedor;
    std::function<engine::DocumentoCreado(Context&, const PapelPorRegistrar&)> registrar;
};

}  // namespace cacao::buzon
