#pragma once
// Reminders of what customers owe, by e-mail: a policy says how many days before and after a document is due and in which words.
// Each step of a document is sent once.

#include "api/operations.hpp"
#include "api/trabajos.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

using PasosDeRecordatorio = Lista<Entero<-60, 365>, 20, 1>;

struct PoliticaRecordatorioNueva {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    PasosDeRecordatorio dias;
    std::optional<Texto<200, 1>> asunto;
    std::optional<Texto<4000, 1>> texto;
    std::optional<NoNegativo<Importe>> saldoMinimo;
    std::optional<bool> general;
};
DESCRIBE_STRUCT(PoliticaRecordatorioNueva, (), (codigo, nombre, dias, asunto, texto, saldoMinimo, general))

struct PoliticaRecordatorioActualizacion {
    Id politicaId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<PasosDeRecordatorio> dias;
    std::optional<Texto<200, 1>> asunto;
    std::optional<Texto<4000, 1>> texto;
    std::optional<NoNegativo<Importe>> saldoMinimo;
    std::optional<bool> general;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(PoliticaRecordatorioActualizacion, (),
                (politicaId, codigo, nombre, dias, asunto, texto, saldoMinimo, general, activo))

struct PoliticaRecordatorio {
    std::int64_t politicaId{};
    std::string codigo;
    std::string nombre;
    std::string asunto;
    std::string texto;
    Importe saldoMinimo;
    bool general{};
    bool activo{};
    std::int64_t version{};
    std::vector<std::int64_t> dias;
};
DESCRIBE_STRUCT(PoliticaRecordatorio, (),
                (politicaId, codigo, nombre, asunto, texto, saldoMinimo, general, activo, version, dias))

DESCRIBE_KEY(PoliticaRecordatorioPedida, politicaId)

// Of one contact: its own policy, none (0), or again the general one (null).
struct PoliticaDeContactoCambio {
    Id entidadId;
    Cambio<IdOpcional> politicaId;
};
DESCRIBE_STRUCT(PoliticaDeContactoCambio, (), (entidadId, politicaId))
struct PoliticaDeContacto {
    std::int64_t entidadId{};
    std::optional<std::int64_t> politicaId;  // none: the general one
};
DESCRIBE_STRUCT(PoliticaDeContacto, (), (entidadId, politicaId))
DESCRIBE_KEY(PoliticaDeContactoPedida, entidadId)

struct RecordatorioPendiente {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::int64_t entidadId{};
    std::string cliente;
    Fecha vencimiento;
    std::int64_t dias{};         // of the step
    std::int64_t diasVencido{};  // negative: it is not due yet
    std::string moneda;
    Importe saldo;
    std::int64_t politicaId{};
    std::vector<std::string> destinatarios;  // none: nobody to write to
};
DESCRIBE_STRUCT(RecordatorioPendiente, (),
                (transaccionId, tipoDocumento, folio, entidadId, cliente, vencimiento, dias, diasVencido, moneda, saldo,
                 politicaId, destinatarios))

struct RecordatoriosPendientesFiltro {
    std::optional<Id> entidadId;
};
DESCRIBE_STRUCT(RecordatoriosPendientesFiltro, (), (entidadId))

// How many documents at once.
inline constexpr std::size_t recordatorios_a_la_vez = 500;

struct RecordatoriosPorEnviar {
    std::optional<Lista<Id, recordatorios_a_la_vez, 1>> transaccionIds;  // none: all that are due
};
DESCRIBE_STRUCT(RecordatoriosPorEnviar, (), (transaccionIds))
struct RecordatoriosEnviados {
    std::int64_t enviados{};
    std::int64_t mensajes{};
    std::int64_t sinDestinatario{};
    bool quedan{};  // more than may be sent at once
};
DESCRIBE_STRUCT(RecordatoriosEnviados, (), (enviados, mensajes, sinDestinatario, quedan))

struct RecordatorioEnviado {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::int64_t entidadId{};
    std::string cliente;
    std::int64_t dias{};
    std::int64_t politicaId{};
    std::string moneda;
    Importe saldo;  // then
    std::int64_t correoId{};
    std::int64_t mensajes{};
    Instante creadoEn;
};
DESCRIBE_STRUCT(RecordatorioEnviado, (),
                (transaccionId, tipoDocumento, folio, entidadId, cliente, dias, politicaId, moneda, saldo, correoId, mensajes,
                 creadoEn))
struct RecordatoriosFiltro : PaginaPedida {
    std::optional<Id> entidadId;
    std::optional<Id> transaccionId;
};
DESCRIBE_STRUCT(RecordatoriosFiltro, (PaginaPedida), (entidadId, transaccionId))

struct ProgramacionRecordatorio {
    bool automatico{};
    std::int64_t hora{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ProgramacionRecordatorio, (), (automatico, hora, version))
struct ProgramacionRecordatorioCambio {
    std::optional<bool> automatico;
    std::optional<Entero<0, 23>> hora;
};
DESCRIBE_STRUCT(ProgramacionRecordatorioCambio, (), (automatico, hora))

std::vector<PoliticaRecordatorio> listar_politicas_recordatorio(const Context&);
PoliticaRecordatorio obtener_politica_recordatorio(const Context&, const PoliticaRecordatorioPedida&);
PoliticaRecordatorio crear_politica_recordatorio(Context&, const PoliticaRecordatorioNueva&);
PoliticaRecordatorio actualizar_politica_recordatorio(Context&, const PoliticaRecordatorioActualizacion&);
PoliticaDeContacto obtener_politica_de_contacto(const Context&, const PoliticaDeContactoPedida&);
PoliticaDeContacto cambiar_politica_de_contacto(Context&, const PoliticaDeContactoCambio&);
std::vector<RecordatorioPendiente> listar_recordatorios_pendientes(const Context&, const RecordatoriosPendientesFiltro&);
RecordatoriosEnviados enviar_recordatorios(Context&, const RecordatoriosPorEnviar&);
Pagina<RecordatorioEnviado> listar_recordatorios(const Context&, const RecordatoriosFiltro&);
ProgramacionRecordatorio obtener_programacion_recordatorio(const Context&);
ProgramacionRecordatorio cambiar_programacion_recordatorio(Context&, bool hay_servidor, const ProgramacionRecordatorioCambio&);

// Each day at its hour, where the organization wants that.
api::Oficio oficio_de_recordatorios();

// What must hold of them.
void verificar_recordatorios(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

// Without a mail server nothing can be sent.
void register_recordatorios(api::Operations& ops, bool hay_servidor);

}  // namespace cacao
