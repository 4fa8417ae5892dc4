#pragma once
// The shift of a till: opened with a float, sold and collected in, counted and closed. What should be in the drawer is what the
// books say of its cash, whoever moved it.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class EstadoTurno { abierta, cerrada, cancelado };
DESCRIBE_ENUM(EstadoTurno, abierta, cerrada, cancelado)

struct TurnoNuevo {
    Id cajaId;
    std::optional<NoNegativo<Importe>> fondo;  // none: what the till says
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(TurnoNuevo, (), (cajaId, fondo, referenciaExterna, notas))

// What a shift came to: worked out while it is open, and as it was closed.
struct CifrasTurno {
    Importe fondo;
    Importe ventas;
    Importe ventasCredito;
    Importe efectivoVentas;
    Importe otrasFormas;
    Importe entradas;
    Importe retiros;
    Importe otros;
    Importe efectivoEsperado;
    Importe efectivoContado;
    Importe diferencia;
    Importe fondoSiguiente;
};
DESCRIBE_STRUCT(CifrasTurno, (),
                (fondo, ventas, ventasCredito, efectivoVentas, otrasFormas, entradas, retiros, otros, efectivoEsperado,
                 efectivoContado, diferencia, fondoSiguiente))

struct TurnoEnLista : CifrasTurno {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    Nombrado<EstadoTurno> estado;
    std::int64_t sucursalId{};
    std::int64_t cajaId{};
    std::string caja;
    std::int64_t usuarioId{};
    std::string usuario;
    Instante abiertoEn;
    std::optional<Instante> cerradoEn;
    std::string moneda;
    std::int64_t version{};
};
DESCRIBE_STRUCT(TurnoEnLista, (CifrasTurno),
                (transaccionId, folio, fecha, estado, sucursalId, cajaId, caja, usuarioId, usuario, abiertoEn, cerradoEn, moneda,
                 version))

struct TurnosFiltro : PaginaPedida {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> cajaId;
    std::optional<EstadoTurno> estado;
    std::optional<Texto<60, 1>> folio;
};
DESCRIBE_STRUCT(TurnosFiltro, (PaginaPedida), (fechaInicial, fechaFinal, sucursalId, cajaId, estado, folio))

struct FormaDeTurno {
    std::string formaPago;
    std::int64_t cobros{};
    Importe cobrado;
    std::optional<Importe> contado;  // none: it is open
};
DESCRIBE_STRUCT(FormaDeTurno, (), (formaPago, cobros, cobrado, contado))

struct DenominacionContada {
    Importe denominacion;
    std::int64_t cantidad{};
    Importe importe;
};
DESCRIBE_STRUCT(DenominacionContada, (), (denominacion, cantidad, importe))

// A document that opening or closing made, or by which money was put in or taken out.
enum class ClaseMovimientoTurno { entrada, retiro, apertura, cierre };
DESCRIBE_ENUM(ClaseMovimientoTurno, entrada, retiro, apertura, cierre)
struct MovimientoDeTurno {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    engine::EstadoDocumento estado;
    Nombrado<ClaseMovimientoTurno> clase;
    Importe importe;
    std::string motivo;
};
DESCRIBE_STRUCT(MovimientoDeTurno, (), (transaccionId, tipoDocumento, folio, estado, clase, importe, motivo))

struct TurnoVista : TurnoEnLista {
    std::int64_t almacenId{};
    std::int64_t cuentaBancariaId{};
    std::int64_t cuentaEntregaId{};
    std::int64_t clienteId{};
    std::int64_t cerradoPor{};
    std::string motivo;
    std::string referenciaExterna;
    std::string notas;
    std::vector<FormaDeTurno> formas;
    std::vector<DenominacionContada> efectivo;
    std::vector<MovimientoDeTurno> movimientos;
};
DESCRIBE_STRUCT(TurnoVista, (TurnoEnLista),
                (almacenId, cuentaBancariaId, cuentaEntregaId, clienteId, cerradoPor, motivo, referenciaExterna, notas, formas,
                 efectivo, movimientos))

DESCRIBE_KEY(TurnoPedido, id)

enum class SentidoEfectivo { entrada, retiro };
DESCRIBE_ENUM(SentidoEfectivo, entrada, retiro)
struct TurnoEfectivoNuevo {
    Id turnoId;
    SentidoEfectivo sentido{};
    Importe importe;
    std::optional<IdOpcional> cuentaBancariaId;  // where it comes from or goes to; none: where the till hands over
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(TurnoEfectivoNuevo, (), (turnoId, sentido, importe, cuentaBancariaId, motivo))

struct DenominacionNueva {
    Importe denominacion;
    Entero<1, 1'000'000> cantidad;
};
DESCRIBE_STRUCT(DenominacionNueva, (), (denominacion, cantidad))
struct FormaContada {
    Texto<2, 2> formaPago;
    NoNegativo<Importe> importe;
};
DESCRIBE_STRUCT(FormaContada, (), (formaPago, importe))

struct TurnoCierre {
    Id id;
    Lista<DenominacionNueva, 50> efectivo;
    std::optional<Lista<FormaContada, 50>> formas;
    std::optional<NoNegativo<Importe>> fondo;  // what stays in the drawer
    std::optional<Texto<300>> motivo;
    std::optional<IdOpcional> cargarA;
};
DESCRIBE_STRUCT(TurnoCierre, (), (id, efectivo, formas, fondo, motivo, cargarA))

// A shift as those who work in it read it.
struct TurnoFila {
    std::int64_t transaccionId = 0;
    std::string estado;
    std::int64_t sucursalId = 0;
    std::int64_t cajaId = 0;
    std::int64_t almacenId = 0;
    std::int64_t cuentaBancariaId = 0;
    std::int64_t cuentaEntregaId = 0;
    std::int64_t clienteId = 0;
    Importe fondo;
};
DESCRIBE_STRUCT(TurnoFila, (),
                (transaccionId, estado, sucursalId, cajaId, almacenId, cuentaBancariaId, cuentaEntregaId, clienteId, fondo))

TurnoFila leer_turno(db::Reader& tx, std::int64_t turnoId, std::string_view campo);
// For whoever registers something in it: nobody closes it meanwhile. Refuses (estado_invalido) what is not open.
TurnoFila entrar_al_turno(Context& ctx, std::int64_t turnoId, std::string_view campo);

enum class ClaseEnTurno { venta, cobro, entrada, retiro, apertura, cierre };
DESCRIBE_ENUM(ClaseEnTurno, venta, cobro, entrada, retiro, apertura, cierre)
void ligar_a_turno(Context& ctx, std::int64_t turnoId, std::int64_t transaccionId, ClaseEnTurno clase, std::int64_t ventaId = 0);

// Closing with a difference above the till's tolerance.
inline constexpr std::string_view derecho_de_diferencia = "TurnoDiferencia";

engine::DocumentoCreado abrir_turno(Context&, const TurnoNuevo&);
Pagina<TurnoEnLista> listar_turnos(const Context&, const TurnosFiltro&);
TurnoVista obtener_turno(const Context&, const TurnoPedido&);
TurnoVista mover_efectivo(Context&, const TurnoEfectivoNuevo&);
TurnoVista cerrar_turno(Context&, const TurnoCierre&);
engine::Cancelado cancelar_turno(Context&, const engine::CancelacionPedida&);

void register_turnos(api::Operations&);

}  // namespace cacao
