#pragma once
// A received document confirmed: registered by the operations that a person would use, tied by its fiscal folio, with its XML and
// what was found in it. Or put aside, with a reason.

#include "rooms/buzon/propuesta.hpp"
#include "rooms/buzon/recibido.hpp"
#include "rooms/buzon/vecinos.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

// What a line is, in place of what is proposed.
struct PartidaDecidida {
    Entero<1, 5000> numeroPartida{1};
    std::optional<IdOpcional> productoId;
    std::optional<IdOpcional> conceptoId;
    std::optional<IdOpcional> unidadMedidaId;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Entero<0, 5000>> partidaOrigen;
    std::optional<engine::LoteNuevo> lote;
    std::optional<engine::SeriesNuevas> series;
};
DESCRIBE_STRUCT(PartidaDecidida, (),
                (numeroPartida, productoId, conceptoId, unidadMedidaId, transaccionIdOrigen, partidaOrigen, lote, series))

struct RegistroDeRecibido {
    Id id;
    std::optional<buzon::Destino> destino;
    std::optional<IdOpcional> proveedorId;
    std::optional<bool> crearProveedor;
    std::optional<Fecha> fecha;
    std::optional<Fecha> vencimiento;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> almacenId;
    std::optional<IdOpcional> centroCostoId;
    std::optional<IdOpcional> proyectoId;
    std::optional<IdOpcional> conceptoId;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Texto<2000>> notas;
    std::optional<Lista<PartidaDecidida>> partidas;
};
DESCRIBE_STRUCT(RegistroDeRecibido, (),
                (id, destino, proveedorId, crearProveedor, fecha, vencimiento, sucursalId, almacenId, centroCostoId, proyectoId,
                 conceptoId, transaccionIdOrigen, notas, partidas))

struct RecibidoRegistrado {
    std::int64_t recibidoId{};
    std::string uuid;
    Nombrado<EstadoDeRecibido> estado;
    std::int64_t transaccionId{};
    std::string tipoDocumento;
    std::string folio;
    Fecha fecha;
    std::string moneda;
    Importe total;
    std::int64_t proveedorId{};
    bool proveedorNuevo{};
    bool repetido{};  // it was registered before
};
DESCRIBE_STRUCT(RecibidoRegistrado, (),
                (recibidoId, uuid, estado, transaccionId, tipoDocumento, folio, fecha, moneda, total, proveedorId, proveedorNuevo,
                 repetido))

// Those that are certain, of some or of all that wait.
struct RegistroDeVarios {
    std::optional<Lista<Id, 200, 1>> ids;
    std::optional<Rfc> rfcEmisor;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<bool> crearProveedor;
    std::optional<IdOpcional> desde;
    std::optional<Entero<1, 200>> maximo;
};
DESCRIBE_STRUCT(RegistroDeVarios, (), (ids, rfcEmisor, fechaInicial, fechaFinal, crearProveedor, desde, maximo))

struct RecibidoConfirmado {
    std::int64_t recibidoId{};
    std::string uuid;
    bool registrado{};
    std::int64_t transaccionId{};
    std::string folio;
    Importe total;
    std::string codigo;  // why it was not; "" when it was
    std::string mensaje;
    JsonCrudo errores;
    std::vector<PorDecidir> porDecidir;
};
DESCRIBE_STRUCT(RecibidoConfirmado, (),
                (recibidoId, uuid, registrado, transaccionId, folio, total, codigo, mensaje, errores, porDecidir))

struct RecibidosConfirmados {
    std::int64_t registrados{};
    std::int64_t rechazados{};
    std::int64_t siguiente{};  // from where to go on; 0: nothing is left
    std::vector<RecibidoConfirmado> recibidos;
};
DESCRIBE_STRUCT(RecibidosConfirmados, (), (registrados, rechazados, siguiente, recibidos))

struct DescarteDeRecibido {
    Id id;
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(DescarteDeRecibido, (), (id, motivo))

namespace buzon {

// What is known before the transaction: the XML, and what the judge says of it now.
struct PorConfirmar {
    Juicio juicio;
    std::string bytes;
    std::string tipo;
    std::string lugar;
};
PorConfirmar preparar_registro(const Context& ctx, const Vecinos& vecinos, std::int64_t recibidoId);
RecibidoRegistrado registrar(Context& ctx, const Vecinos& vecinos, const RegistroDeRecibido& pedido, const PorConfirmar& listo);
// In the half before the transaction: each in one of its own.
RecibidosConfirmados registrar_varios(const Context& ctx, const Vecinos& vecinos, const RegistroDeVarios& pedido);

}  // namespace buzon

RecibidoListado descartar_recibido(Context&, const DescarteDeRecibido&);
RecibidoListado restituir_recibido(Context&, const RecibidoPedido&);

void register_buzon(api::Operations& ops, std::shared_ptr<const buzon::Vecinos> vecinos);

}  // namespace cacao
