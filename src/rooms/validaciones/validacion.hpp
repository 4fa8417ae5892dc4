#pragma once
// Validations of fiscal documents: of a file, of a folio, of a file that is stored, of the file of a document. Each is kept with
// its steps, and changes when the authority's word does.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/validaciones/pasos.hpp"
#include "rooms/validaciones/validador.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class PasoDeValidacion {
    xml,
    estructura,
    catalogos,
    rfc,
    certificado,
    sello,
    timbre,
    aritmetica,
    reglas,
    organizacion,
    estado_sat,
    documento,
    unicidad,
    lista_69b
};
DESCRIBE_ENUM(PasoDeValidacion, xml, estructura, catalogos, rfc, certificado, sello, timbre, aritmetica, reglas, organizacion,
              estado_sat, documento, unicidad, lista_69b)
enum class ResultadoDePaso { bien, aviso, no_verificado, mal };
DESCRIBE_ENUM(ResultadoDePaso, bien, aviso, no_verificado, mal)
enum class ResultadoDeValidacion { valido, con_avisos, no_verificado, no_valido };
DESCRIBE_ENUM(ResultadoDeValidacion, valido, con_avisos, no_verificado, no_valido)
enum class EstadoEnSat { vigente, cancelado, no_encontrado, no_verificado };
DESCRIBE_ENUM(EstadoEnSat, vigente, cancelado, no_encontrado, no_verificado)
enum class OrigenDeValidacion { archivo, folio, almacenado, transaccion };
DESCRIBE_ENUM(OrigenDeValidacion, archivo, folio, almacenado, transaccion)

struct PasoValidado {
    Nombrado<PasoDeValidacion> paso;
    Nombrado<ResultadoDePaso> resultado;
    std::string codigo;
    std::string mensaje;
    std::string donde;
    std::string detalle;
    std::string sat;
};
DESCRIBE_STRUCT(PasoValidado, (), (paso, resultado, codigo, mensaje, donde, detalle, sat))

struct Validacion {
    std::int64_t validacionId{};
    Nombrado<ResultadoDeValidacion> resultado;
    std::string mensaje;
    Nombrado<OrigenDeValidacion> origen;
    std::int64_t transaccionId{};
    std::int64_t archivoId{};
    std::string uuid;
    std::string versionCfdi;
    std::string tipoDeComprobante;
    std::string rfcEmisor;
    std::string rfcReceptor;
    std::string moneda;
    Importe total;
    Nombrado<EstadoEnSat> estadoSat;
    std::string codigoEstatus;
    std::string esCancelable;
    std::string estatusCancelacion;
    std::string verificadoEn;
    std::int64_t sinMostrar{};
    std::int64_t version{};
    std::int64_t creadoPor{};
    Instante creadoEn;
    std::vector<PasoValidado> pasos;
};
DESCRIBE_STRUCT(Validacion, (),
                (validacionId, resultado, mensaje, origen, transaccionId, archivoId, uuid, versionCfdi, tipoDeComprobante,
                 rfcEmisor, rfcReceptor, moneda, total, estadoSat, codigoEstatus, esCancelable, estatusCancelacion, verificadoEn,
                 sinMostrar, version, creadoPor, creadoEn, pasos))

struct ArchivoPorValidar {
    Archivo archivo;
    std::optional<IdOpcional> transaccionId;
};
DESCRIBE_STRUCT(ArchivoPorValidar, (), (archivo, transaccionId))

struct FolioPorValidar {
    Uuid uuid;
    Rfc rfcEmisor;
    Rfc rfcReceptor;
    NoNegativo<Importe> total;
    std::optional<Texto<8>> sello;
    std::optional<IdOpcional> transaccionId;
};
DESCRIBE_STRUCT(FolioPorValidar, (), (uuid, rfcEmisor, rfcReceptor, total, sello, transaccionId))

DESCRIBE_KEY(AlmacenadoPorValidar, id)
DESCRIBE_KEY(ValidacionPedida, validacionId)
DESCRIBE_KEY(VerificacionPedida, transaccionId)

enum class CodigoDeVerificacion { valido, con_avisos, no_verificado, no_valido, sin_comprobante };
DESCRIBE_ENUM(CodigoDeVerificacion, valido, con_avisos, no_verificado, no_valido, sin_comprobante)

struct Verificacion {
    Nombrado<CodigoDeVerificacion> codigo;
    std::string mensaje;
    std::int64_t transaccionId{};
    std::int64_t validacionId{};  // 0: there was nothing to validate
    Nombrado<EstadoEnSat> estadoSat = EstadoEnSat::no_verificado;
    std::string verificadoEn;
};
DESCRIBE_STRUCT(Verificacion, (), (codigo, mensaje, transaccionId, validacionId, estadoSat, verificadoEn))

// In a list, without its steps.
struct ValidacionListada {
    std::int64_t validacionId{};
    Nombrado<ResultadoDeValidacion> resultado;
    Nombrado<OrigenDeValidacion> origen;
    std::int64_t transaccionId{};
    std::int64_t archivoId{};
    std::string uuid;
    std::string tipoDeComprobante;
    std::string rfcEmisor;
    std::string rfcReceptor;
    std::string moneda;
    Importe total;
    Nombrado<EstadoEnSat> estadoSat;
    std::string estatusCancelacion;
    std::string verificadoEn;
    bool ultima{};
    std::int64_t version{};
    std::int64_t creadoPor{};
    Instante creadoEn;
};
DESCRIBE_STRUCT(ValidacionListada, (),
                (validacionId, resultado, origen, transaccionId, archivoId, uuid, tipoDeComprobante, rfcEmisor, rfcReceptor,
                 moneda, total, estadoSat, estatusCancelacion, verificadoEn, ultima, version, creadoPor, creadoEn))

struct ValidacionesFiltro : PaginaPedida {
    std::optional<ResultadoDeValidacion> resultado;
    std::optional<EstadoEnSat> estadoSat;
    std::optional<Uuid> uuid;
    std::optional<Rfc> rfcEmisor;
    std::optional<bool> todas;
};
DESCRIBE_STRUCT(ValidacionesFiltro, (PaginaPedida), (resultado, estadoSat, uuid, rfcEmisor, todas))

struct CodigoDeValidacion {
    std::string codigo;
    Nombrado<PasoDeValidacion> paso;
    Nombrado<ResultadoDePaso> resultado;
    std::string sat;
    std::string mensaje;
};
DESCRIBE_STRUCT(CodigoDeValidacion, (), (codigo, paso, resultado, sat, mensaje))
struct CodigosDeValidacion {
    std::vector<CodigoDeValidacion> codigos;
};
DESCRIBE_STRUCT(CodigosDeValidacion, (), (codigos))

Pagina<ValidacionListada> listar_validaciones(const Context&, const api::Operations& ops, const ValidacionesFiltro&);
CodigosDeValidacion codigos_de_validacion(const Context&, const Nada&);

namespace validacion {

// For the part outside of requests (vigilancia.cpp): stores what the authority said of everything that is asked by this
// expression, and tells whether anything changed by it.
struct Asentada {
    bool alguna = false;  // that is still looked after
    bool cambio = false;
    Instante desde;  // since when the oldest is: stamped, or else validated
    bool encontrada = true;
};
Asentada asentar_respuesta(Context& ctx, const std::string& expresion, const fiscal::RespuestaSat& respuesta);
// It said by another way, of all documents of a folio, that its issuer cancelled it.
void asentar_cancelado(Context& ctx, const std::string& uuid, const std::string& dicho);

// Keeps what was found in bytes that came by another way than these operations; of the document of ours that they are of, or of
// none (0). Whoever asks has made sure that the caller may.
Validacion guardar_presentado(Context& ctx, const api::Operations& ops, std::shared_ptr<const Validador> validador,
                              const Presentado& presentado, std::int64_t transaccionId, std::int64_t archivoId);

}  // namespace validacion

void register_validaciones(api::Operations& ops, std::shared_ptr<const validacion::Validador> validador);

}  // namespace cacao
