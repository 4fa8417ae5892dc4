#pragma once
// What the authority's massive download is asked for: a period at a time, by a person or each day by itself. What comes goes the
// way of every upload. A request goes through
//
//     porSolicitar ─► solicitada ─► enProceso ─► descargando ─► terminada, incompleta
//          ▲              └──────────────┴──────────────┴─────► rechazada, vencida
//          └── asked anew: the authority lost it, had the same one already, or let it lie too long
//
// one step at each take of its work (descargador.hpp): `solicitada` is stored before it is sent, so that whoever comes after an
// end knows that it may have been.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

enum class TipoDeDescarga { cfdi, metadata };
DESCRIBE_ENUM(TipoDeDescarga, cfdi, metadata)
enum class EstadoDeDescarga { porSolicitar, solicitada, enProceso, descargando, terminada, incompleta, rechazada, vencida };
DESCRIBE_ENUM(EstadoDeDescarga, porSolicitar, solicitada, enProceso, descargando, terminada, incompleta, rechazada, vencida)
enum class EstadoDePaquete { porBajar, bajado, terminado, danado };
DESCRIBE_ENUM(EstadoDePaquete, porBajar, bajado, terminado, danado)

struct DescargaListada {
    std::int64_t descargaId{};
    Nombrado<TipoDeDescarga> tipo;
    Fecha fechaInicial;
    Fecha fechaFinal;
    Nombrado<EstadoDeDescarga> estado;
    bool programada{};
    std::string idSolicitud;
    std::int64_t solicitudes{};
    std::string codigo;
    std::string mensaje;
    std::int64_t numeroCfdis{};
    std::int64_t recibidos{};
    std::int64_t repetidos{};
    std::int64_t rechazados{};
    std::int64_t cancelados{};
    std::int64_t desconocidos{};
    std::int64_t version{};
    std::int64_t creadoPor{};
    Instante creadoEn;
    std::optional<Instante> terminadaEn;
    std::optional<Instante> siguienteIntento;  // while it waits
    std::string error;                         // of the last attempt, when it failed
};
DESCRIBE_STRUCT(DescargaListada, (),
                (descargaId, tipo, fechaInicial, fechaFinal, estado, programada, idSolicitud, solicitudes, codigo, mensaje,
                 numeroCfdis, recibidos, repetidos, rechazados, cancelados, desconocidos, version, creadoPor, creadoEn,
                 terminadaEn, siguienteIntento, error))

// A document that was not taken in, or one of the metadata that is not in the mailbox.
struct AvisoDeDescarga {
    std::string nombre;
    std::string uuid;
    std::string codigo;
    std::string mensaje;
};
DESCRIBE_STRUCT(AvisoDeDescarga, (), (nombre, uuid, codigo, mensaje))

struct PaqueteDeDescarga {
    std::int64_t numero{};
    std::string idPaquete;
    Nombrado<EstadoDePaquete> estado;
    std::int64_t recibidos{};
    std::int64_t repetidos{};
    std::int64_t rechazados{};
    std::int64_t cancelados{};
    std::int64_t desconocidos{};
    std::string codigo;
    std::string mensaje;
    Guardado<std::vector<AvisoDeDescarga>> avisos;
};
DESCRIBE_STRUCT(PaqueteDeDescarga, (),
                (numero, idPaquete, estado, recibidos, repetidos, rechazados, cancelados, desconocidos, codigo, mensaje, avisos))

struct DescargaDetalle : DescargaListada {
    std::string inicio;
    std::string fin;
    std::vector<PaqueteDeDescarga> paquetes;
};
DESCRIBE_STRUCT(DescargaDetalle, (DescargaListada), (inicio, fin, paquetes))

struct DescargaNueva {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<TipoDeDescarga> tipo;
};
DESCRIBE_STRUCT(DescargaNueva, (), (fechaInicial, fechaFinal, tipo))

struct DescargaSolicitada : DescargaListada {
    bool repetida{};  // the same was under way
};
DESCRIBE_STRUCT(DescargaSolicitada, (DescargaListada), (repetida))

struct DescargasFiltro : PaginaPedida {
    std::optional<EstadoDeDescarga> estado;
    std::optional<TipoDeDescarga> tipo;
};
DESCRIBE_STRUCT(DescargasFiltro, (PaginaPedida), (estado, tipo))
DESCRIBE_KEY(DescargaPedida, id)

struct ProgramacionDeDescargas {
    std::int64_t diasCfdi{};
    std::int64_t diasMetadata{};
    std::optional<Fecha> cfdiHasta;
    std::optional<Fecha> metadataHasta;
    std::int64_t version{};
};
DESCRIBE_STRUCT(ProgramacionDeDescargas, (), (diasCfdi, diasMetadata, cfdiHasta, metadataHasta, version))

struct ProgramacionDeDescargasCambio {
    std::optional<Entero<0, 31>> diasCfdi;
    std::optional<Entero<0, 92>> diasMetadata;
};
DESCRIBE_STRUCT(ProgramacionDeDescargasCambio, (), (diasCfdi, diasMetadata))

namespace buzon {

inline constexpr std::string_view oficio_descarga = "DescargaMasiva";
inline constexpr std::string_view oficio_programada = "DescargaProgramada";

// The row as its work sees it.
struct FilaDescarga : DescargaListada {
    std::string inicio;
    std::string fin;
    std::int64_t corrimiento{};
    Instante solicitadaEn;
    bool es(EstadoDeDescarga e) const { return estado == reflect::enum_name(e); }
};
DESCRIBE_STRUCT(FilaDescarga, (DescargaListada), (inicio, fin, corrimiento, solicitadaEn))
std::optional<FilaDescarga> leer_descarga(db::Reader& tx, std::int64_t descargaId);

// What may change of one, for the log and those who follow it.
struct CambioDeDescarga {
    std::string tipo;
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::string estado;
    std::string idSolicitud;
    std::string codigo;
    std::string mensaje;
    std::int64_t version{};
};
DESCRIBE_STRUCT(CambioDeDescarga, (), (tipo, fechaInicial, fechaFinal, estado, idSolicitud, codigo, mensaje, version))
CambioDeDescarga cambio_de(const DescargaListada& d);

bool hay_efirma(db::Reader& tx, Instante ahora);
// One of that period and kind, made or under way already; its work is due now.
DescargaSolicitada encargar_descarga(Context& ctx, TipoDeDescarga tipo, Fecha desde, Fecha hasta, bool programada);
ProgramacionDeDescargas leer_programacion(db::Reader& tx);

}  // namespace buzon

DescargaSolicitada solicitar_descarga(Context&, const DescargaNueva&);
Pagina<DescargaListada> listar_descargas(const Context&, const DescargasFiltro&);
DescargaDetalle obtener_descarga(const Context&, const DescargaPedida&);
ProgramacionDeDescargas obtener_programacion(const Context&);
ProgramacionDeDescargas cambiar_programacion(Context&, const ProgramacionDeDescargasCambio&);

void register_descargas(api::Operations& ops);

}  // namespace cacao
