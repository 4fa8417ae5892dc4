#pragma once
// What students owe, by line of the documents that are open, with what is let off or added on the day that is asked about; and
// the statement of a student or a family.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/fecha_o_vacia.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/escuela/venta_escolar.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct PendienteEscolar {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::int64_t numeroPartida{};
    std::int64_t clienteId{};
    std::int64_t alumnoId{};
    std::string alumno;
    Nombrado<TipoCargoEscolar> tipo;
    std::string descripcion;
    FechaOVacia periodo;
    Fecha fecha;
    Fecha vencimiento;
    std::string moneda;
    Importe total;
    Importe saldo;  // of the line: its part of what the document still owes
    Importe prontoPago;
    Importe recargo;
    Importe porPagar;        // saldo - prontoPago + recargo
    std::string referencia;  // of a charge that a plan made
};
DESCRIBE_STRUCT(PendienteEscolar, (),
                (transaccionId, tipoDocumento, folio, numeroPartida, clienteId, alumnoId, alumno, tipo, descripcion, periodo,
                 fecha, vencimiento, moneda, total, saldo, prontoPago, recargo, porPagar, referencia))

struct MovimientoEscolar {
    Fecha fecha;
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::int64_t transaccionId2{};  // of what is paid or credited, the document; otherwise 0
    std::string folio2;
    std::int64_t alumnoId{};
    std::string alumno;
    std::string descripcion;
    std::string moneda;
    Importe cargo;
    Importe abono;
};
DESCRIBE_STRUCT(MovimientoEscolar, (),
                (fecha, transaccionId, tipoDocumento, folio, transaccionId2, folio2, alumnoId, alumno, descripcion, moneda, cargo,
                 abono))

// Of one currency.
struct SumaEscolar {
    std::string moneda;
    Importe saldoInicial;
    Importe cargos;
    Importe abonos;
    Importe saldoFinal;
    Importe saldo;  // today, whatever the period
    Importe vencido;
    Importe prontoPago;
    Importe recargos;
    Importe porPagar;
    Importe aFavor;  // of those who pay for them, not applied yet
};
DESCRIBE_STRUCT(SumaEscolar, (),
                (moneda, saldoInicial, cargos, abonos, saldoFinal, saldo, vencido, prontoPago, recargos, porPagar, aFavor))

struct EstadoCuentaEscolar {
    std::string referencia;
    Fecha fecha;  // on which pendientes are to be paid
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::vector<SumaEscolar> monedas;
    std::vector<PendienteEscolar> pendientes;
    std::vector<MovimientoEscolar> movimientos;
};
DESCRIBE_STRUCT(EstadoCuentaEscolar, (), (referencia, fecha, fechaInicial, fechaFinal, monedas, pendientes, movimientos))

struct PeriodoDeEstado {
    std::optional<Fecha> fecha;  // today
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
};
DESCRIBE_STRUCT(PeriodoDeEstado, (), (fecha, fechaInicial, fechaFinal))
struct EstadoDeAlumno : PeriodoDeEstado {
    Id alumnoId;
};
DESCRIBE_STRUCT(EstadoDeAlumno, (PeriodoDeEstado), (alumnoId))
struct EstadoDeFamilia : PeriodoDeEstado {
    Id familiaId;
};
DESCRIBE_STRUCT(EstadoDeFamilia, (PeriodoDeEstado), (familiaId))

// Whose: a student, the students of a family, or the student of one charge, of which the rest is left out.
struct DeQuienDebe {
    std::int64_t alumnoId = 0;
    std::int64_t familiaId = 0;
    std::int64_t cargoId = 0;
};
// What is open, the first due first, as it stands when it is paid on `fecha`.
struct Adeudo : PendienteEscolar {
    std::int64_t cargoId = 0;  // the note of the charge, where a plan made it
    std::int64_t nivelEscolarId = 0;
    std::int64_t pagadorId = 0;
    std::int64_t sucursalId = 0;
    std::int64_t conceptoRecargoId = 0;
    Importe prontoPagoBase;         // of prontoPago, without taxes
    std::int64_t recargoMeses = 0;  // that recargo is for
};
std::vector<Adeudo> adeudos_de(db::Reader& tx, const DeQuienDebe& quien, Fecha fecha);

// Months of being late that have begun on `fecha`, of which the first begins on `desde`.
std::int64_t meses_de_atraso(Fecha desde, Fecha fecha);

EstadoCuentaEscolar estado_de_alumno(const Context&, const EstadoDeAlumno&);
EstadoCuentaEscolar estado_de_familia(const Context&, const EstadoDeFamilia&);

void register_cuenta_escolar(api::Operations&);

}  // namespace cacao
