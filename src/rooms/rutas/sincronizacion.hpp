#pragma once
// Devices that sell without a connection: they send what they did, in any order and as often as they like, and are given what
// they need to go on.

#include "api/operations.hpp"
#include "rooms/rutas/liquidacion.hpp"
#include "rooms/rutas/operacion.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class ResultadoEnvio { registrado, repetido, pendiente, descartado, rechazado };
DESCRIBE_ENUM(ResultadoEnvio, registrado, repetido, pendiente, descartado, rechazado)
enum class EstadoEnvio { pendiente, registrado, descartado };
DESCRIBE_ENUM(EstadoEnvio, pendiente, registrado, descartado)

struct Sincronizacion {
    Texto<60, 1> dispositivo;
    std::optional<Id> jornadaId;  // of ultimoConsecutivo
    std::optional<Entero<0, 2'000'000'000>> ultimoConsecutivo;
    std::optional<Lista<Juzgado<OperacionRutaNueva>, 200>> operaciones;
};
DESCRIBE_STRUCT(Sincronizacion, (), (dispositivo, jornadaId, ultimoConsecutivo, operaciones))

struct FaltaDeEnvio {
    std::string campo;
    std::string codigo;
    std::string mensaje;
    JsonCrudo datos;
};
DESCRIBE_STRUCT(FaltaDeEnvio, (), (campo, codigo, mensaje, datos))

struct EnvioSincronizado {
    std::int64_t consecutivo{};
    Nombrado<ResultadoEnvio> resultado;
    std::int64_t operacionId{};  // 0: none
    Guardado<std::vector<FaltaDeEnvio>> errores{"[]"};
};
DESCRIBE_STRUCT(EnvioSincronizado, (), (consecutivo, resultado, operacionId, errores))

struct Sincronizado {
    std::string dispositivo;
    Instante horaServidor;
    std::int64_t registrados{};
    std::int64_t repetidos{};
    std::int64_t pendientes{};
    std::int64_t rechazados{};
    std::vector<EnvioSincronizado> envios;
    std::vector<ConsecutivosFaltantes> faltantes;  // of the days that it named
};
DESCRIBE_STRUCT(Sincronizado, (), (dispositivo, horaServidor, registrados, repetidos, pendientes, rechazados, envios, faltantes))

struct EnvioRuta {
    std::string dispositivo;
    std::int64_t consecutivo{};
    std::int64_t jornadaId{};
    Nombrado<EstadoEnvio> estado;
    Nombrado<ClaseOperacion> clase;
    std::string motivo;
    Instante recibidoEn;
    Instante intentadoEn;
    Guardado<std::vector<FaltaDeEnvio>> errores;
};
DESCRIBE_STRUCT(EnvioRuta, (), (dispositivo, consecutivo, jornadaId, estado, clase, motivo, recibidoEn, intentadoEn, errores))

struct EnviosRutaFiltro {
    Id jornadaId;
    std::optional<EstadoEnvio> estado;
};
DESCRIBE_STRUCT(EnviosRutaFiltro, (), (jornadaId, estado))

struct EnvioDescarte {
    Texto<60, 1> dispositivo;
    Entero<1, 2'000'000'000> consecutivo;
    Texto<300, 1> motivo;
    std::optional<Entero<1, 2'000'000'000>> hasta;  // … and those up to it that never came
    std::optional<Id> jornadaId;                    // of what never came
};
DESCRIBE_STRUCT(EnvioDescarte, (), (dispositivo, consecutivo, motivo, hasta, jornadaId))

struct CargaDispositivoPedida {
    Texto<60, 1> dispositivo;
    Id rutaId;
    std::optional<Entero<0, 9'007'199'254'740'991>> desdePosicion;
};
DESCRIBE_STRUCT(CargaDispositivoPedida, (), (dispositivo, rutaId, desdePosicion))

struct PrecioDispositivo {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::int64_t unidadMedidaId{};
    std::int64_t clienteId{};  // 0: everybody who has none of his own
    Cantidad cantidadMinima;   // from which it holds
    Precio precioUnitario;
    bool incluyeImpuestos{};
};
DESCRIBE_STRUCT(PrecioDispositivo, (),
                (productoId, codigo, producto, unidadMedidaId, clienteId, cantidadMinima, precioUnitario, incluyeImpuestos))
struct ExistenciaAbordo {
    std::int64_t productoId{};
    std::int64_t loteId{};
    std::string lote;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(ExistenciaAbordo, (), (productoId, loteId, lote, cantidad))
struct ClienteDispositivo {
    std::int64_t clienteId{};
    std::string codigo;
    std::string cliente;
    std::string rfc;
    std::int64_t secuencia{};
    std::vector<Nombrado<DiaSemana>> dias;
    std::int64_t diasCredito{};
    Importe saldo;
};
DESCRIBE_STRUCT(ClienteDispositivo, (), (clienteId, codigo, cliente, rfc, secuencia, dias, diasCredito, saldo))
struct DocumentoAbierto {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    std::int64_t clienteId{};
    Fecha fecha;
    Fecha vencimiento;
    std::string moneda;
    Importe total;
    Importe saldo;
};
DESCRIBE_STRUCT(DocumentoAbierto, (), (transaccionId, tipoDocumento, folio, clienteId, fecha, vencimiento, moneda, total, saldo))

struct CargaDispositivo {
    std::string dispositivo;
    Instante horaServidor;
    std::int64_t posicion{};
    std::int64_t rutaId{};
    std::int64_t jornadaId{};  // 0: none is under way
    std::string estadoJornada;
    std::int64_t ultimoConsecutivo{};  // that is known of the device
    std::int64_t versionLista{};
    std::vector<PrecioDispositivo> precios;
    std::vector<ExistenciaAbordo> existencias;
    std::vector<ClienteDispositivo> clientes;
    std::vector<DocumentoAbierto> documentosAbiertos;
    std::vector<SaldoEnvase> envases;
};
DESCRIBE_STRUCT(CargaDispositivo, (),
                (dispositivo, horaServidor, posicion, rutaId, jornadaId, estadoJornada, ultimoConsecutivo, versionLista, precios,
                 existencias, clientes, documentosAbiertos, envases))

Sincronizado preparar_sincronizacion(const Context&, const Sincronizacion&);
Sincronizado sincronizar(Context&, const Sincronizacion&, const Sincronizado&);
std::vector<EnvioRuta> listar_envios(const Context&, const EnviosRutaFiltro&);
EnvioRuta descartar_envio(Context&, const EnvioDescarte&);
CargaDispositivo cargar_dispositivo(const Context&, const CargaDispositivoPedida&);

void register_sincronizacion(api::Operations&);

}  // namespace cacao
