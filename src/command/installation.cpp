#include "command/installation.hpp"

#include "api/bitacora.hpp"
#include "api/carpeta.hpp"
#include "api/organizacion.hpp"
#include "base/texto.hpp"
#include "command/almacen_s3.hpp"
#include "command/buzon.hpp"
#include "command/importar.hpp"
#include "command/periodicos.hpp"
#include "db/migrations.hpp"
#include "db/rows.hpp"
#include "engine/verbos/simulacion.hpp"
#include "rooms/activos/activo.hpp"
#include "rooms/activos/baja.hpp"
#include "rooms/activos/categoria_activo.hpp"
#include "rooms/activos/depreciacion.hpp"
#include "rooms/activos/fiscal.hpp"
#include "rooms/addendas/addenda.hpp"
#include "rooms/bancos/catalogos/banco.hpp"
#include "rooms/bancos/catalogos/cuenta_propia.hpp"
#include "rooms/bancos/catalogos/forma_pago.hpp"
#include "rooms/bancos/catalogos/moneda.hpp"
#include "rooms/bancos/documentos/anticipo.hpp"
#include "rooms/bancos/documentos/conciliacion.hpp"
#include "rooms/bancos/documentos/deposito.hpp"
#include "rooms/bancos/documentos/estado_cuenta_banco.hpp"
#include "rooms/bancos/documentos/movimiento_bancario.hpp"
#include "rooms/bancos/documentos/pago_especie.hpp"
#include "rooms/bancos/reportes/deposito_lista.hpp"
#include "rooms/bancos/reportes/movimiento_bancario_lista.hpp"
#include "rooms/bancos/reportes/saldos_bancos.hpp"
#include "rooms/buzon/descargador.hpp"
#include "rooms/buzon/registro.hpp"
#include "rooms/cartera/antiguedad_saldos.hpp"
#include "rooms/cartera/cartera_global.hpp"
#include "rooms/cartera/estado_cuenta.hpp"
#include "rooms/cartera/recordatorio.hpp"
#include "rooms/cartera/saldo_contacto.hpp"
#include "rooms/cartera/tablas_cartera.hpp"
#include "rooms/compras/compras.hpp"
#include "rooms/conceptos/clasificador_costo.hpp"
#include "rooms/conceptos/concepto.hpp"
#include "rooms/conceptos/objeto.hpp"
#include "rooms/consola/borrador.hpp"
#include "rooms/consola/tablero.hpp"
#include "rooms/consola/vista.hpp"
#include "rooms/contabilidad/catalogos/configuracion.hpp"
#include "rooms/contabilidad/catalogos/cuenta.hpp"
#include "rooms/contabilidad/catalogos/cuenta_papel.hpp"
#include "rooms/contabilidad/catalogos/formato_estado.hpp"
#include "rooms/contabilidad/catalogos/organizacion.hpp"
#include "rooms/contabilidad/catalogos/periodo.hpp"
#include "rooms/contabilidad/catalogos/presupuesto.hpp"
#include "rooms/contabilidad/catalogos/tipo_cambio.hpp"
#include "rooms/contabilidad/documentos/poliza.hpp"
#include "rooms/contabilidad/documentos/revaluacion.hpp"
#include "rooms/contabilidad/documentos/saldo_inicial.hpp"
#include "rooms/contabilidad/reportes/balance_general.hpp"
#include "rooms/contabilidad/reportes/cambios_capital.hpp"
#include "rooms/contabilidad/reportes/estado_resultados.hpp"
#include "rooms/contabilidad/reportes/flujo_efectivo.hpp"
#include "rooms/contabilidad/reportes/formato_previo.hpp"
#include "rooms/contabilidad/reportes/iva_cobrado.hpp"
#include "rooms/contabilidad/reportes/iva_retenido.hpp"
#include "rooms/contabilidad/reportes/libro_auxiliar.hpp"
#include "rooms/contabilidad/reportes/presupuesto_ejercido.hpp"
#include "rooms/contabilidad/reportes/revaluacion_saldos.hpp"
#include "rooms/contabilidad/reportes/saldos_cuentas.hpp"
#include "rooms/contactos/clasificacion.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/correos/correo.hpp"
#include "rooms/correos/repartidor.hpp"
#include "rooms/documentos/adjuntos.hpp"
#include "rooms/documentos/archivo_digital.hpp"
#include "rooms/documentos/buscar.hpp"
#include "rooms/documentos/documento.hpp"
#include "rooms/egresos/documentos/egreso.hpp"
#include "rooms/egresos/documentos/gasto.hpp"
#include "rooms/egresos/documentos/gasto_agencia.hpp"
#include "rooms/egresos/documentos/solicitud_decision.hpp"
#include "rooms/egresos/documentos/solicitud_pago.hpp"
#include "rooms/egresos/reportes/egreso_lista.hpp"
#include "rooms/egresos/reportes/gasto_lista.hpp"
#include "rooms/egresos/reportes/solicitud_lista.hpp"
#include "rooms/escuela/alumno.hpp"
#include "rooms/escuela/cuenta_escolar.hpp"
#include "rooms/escuela/nivel_escolar.hpp"
#include "rooms/escuela/pago_escolar.hpp"
#include "rooms/escuela/plan_escolar.hpp"
#include "rooms/escuela/venta_escolar.hpp"
#include "rooms/eventos/evento.hpp"
#include "rooms/eventos/suscripcion.hpp"
#include "rooms/importaciones/importacion.hpp"
#include "rooms/impresos/configuracion_impresos.hpp"
#include "rooms/impresos/impresor.hpp"
#include "rooms/impuestos/contabilidad_electronica.hpp"
#include "rooms/impuestos/diot.hpp"
#include "rooms/impuestos/diot_proveedor.hpp"
#include "rooms/impuestos/ieps.hpp"
#include "rooms/impuestos/isr_provisional.hpp"
#include "rooms/impuestos/isr_retenido.hpp"
#include "rooms/impuestos/iva_acreditable.hpp"
#include "rooms/impuestos/liquidacion_iva.hpp"
#include "rooms/inventario/catalogos/lote.hpp"
#include "rooms/inventario/catalogos/nivel_inventario.hpp"
#include "rooms/inventario/documentos/conteo.hpp"
#include "rooms/inventario/documentos/entrega.hpp"
#include "rooms/inventario/documentos/entrega_vista.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/inventario/documentos/reempaque.hpp"
#include "rooms/inventario/reportes/analisis_capas.hpp"
#include "rooms/inventario/reportes/centro_distribucion.hpp"
#include "rooms/inventario/reportes/disponibles.hpp"
#include "rooms/inventario/reportes/existencias.hpp"
#include "rooms/inventario/reportes/nivel_servicio.hpp"
#include "rooms/inventario/reportes/series_lotes.hpp"
#include "rooms/inventario/reportes/trazabilidad.hpp"
#include "rooms/mostrador/caja.hpp"
#include "rooms/mostrador/turno.hpp"
#include "rooms/mostrador/venta_caja.hpp"
#include "rooms/periodicos/cierre_mensual.hpp"
#include "rooms/periodicos/corrida.hpp"
#include "rooms/periodicos/diferido.hpp"
#include "rooms/periodicos/plantilla.hpp"
#include "rooms/precios/catalogos/canal.hpp"
#include "rooms/precios/catalogos/lista_precios.hpp"
#include "rooms/precios/catalogos/precio.hpp"
#include "rooms/precios/catalogos/promocion.hpp"
#include "rooms/precios/reportes/punto_venta.hpp"
#include "rooms/precios/reportes/resolver.hpp"
#include "rooms/productos/agrupador_servicio.hpp"
#include "rooms/productos/clasificacion_producto.hpp"
#include "rooms/productos/imagen.hpp"
#include "rooms/productos/modelo_producto.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/productos/unidad.hpp"
#include "rooms/rutas/jornada.hpp"
#include "rooms/rutas/liquidacion.hpp"
#include "rooms/rutas/operacion.hpp"
#include "rooms/rutas/reportes_ruta.hpp"
#include "rooms/rutas/ruta.hpp"
#include "rooms/rutas/sincronizacion.hpp"
#include "rooms/sat/catalogos_sat.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/seguridad/permisos.hpp"
#include "rooms/seguridad/sesion_filas.hpp"
#include "rooms/servicio/contrato_servicio.hpp"
#include "rooms/servicio/equipo_servicio.hpp"
#include "rooms/servicio/orden_partes.hpp"
#include "rooms/servicio/orden_servicio.hpp"
#include "rooms/servicio/orden_trabajo.hpp"
#include "rooms/servicio/personal_servicio.hpp"
#include "rooms/servicio/utilidad_servicio.hpp"
#include "rooms/sistema/cambios.hpp"
#include "rooms/sistema/salud.hpp"
#include "rooms/sistema/trabajo.hpp"
#include "rooms/sucursales/almacen.hpp"
#include "rooms/sucursales/centro_costo.hpp"
#include "rooms/sucursales/proyecto.hpp"
#include "rooms/sucursales/sucursal.hpp"
#include "rooms/textos.hpp"
#include "rooms/timbrado/carta_porte.hpp"
#include "rooms/timbrado/certificado_sello.hpp"
#include "rooms/timbrado/complemento.hpp"
#include "rooms/timbrado/configuracion_fiscal.hpp"
#include "rooms/timbrado/efirma.hpp"
#include "rooms/timbrado/proveedores.hpp"
#include "rooms/timbrado/saldo_timbres.hpp"
#include "rooms/timbrado/sustitucion.hpp"
#include "rooms/timbrado/timbrado.hpp"
#include "rooms/timbrado/timbrador.hpp"
#include "rooms/validaciones/validacion.hpp"
#include "rooms/validaciones/vigilancia.hpp"
#include "rooms/ventas/catalogos/vendedor.hpp"
#include "rooms/ventas/documentos/cotizacion.hpp"
#include "rooms/ventas/documentos/devolucion_cliente.hpp"
#include "rooms/ventas/documentos/factura_addenda.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/nota_credito_cliente.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"
#include "rooms/ventas/documentos/pedido_cliente.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "rooms/viajes/documento_viaje.hpp"
#include "rooms/viajes/factura_viaje.hpp"
#include "rooms/viajes/liquidacion_viaje.hpp"
#include "rooms/viajes/margen_viaje.hpp"

#include <spdlog/spdlog.h>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

namespace cacao::command {
namespace {

db::Settings settings_of(const Config& config, const std::string& url) {
    db::Settings settings{.url = url, .connections = static_cast<int>(config.connections), .reports = reports_at_once(config)};
    settings.timeouts.connect = std::chrono::ceil<std::chrono::seconds>(config.db_connect_timeout);
    settings.timeouts.lock = config.db_lock_timeout;
    return settings;
}

std::unique_ptr<db::Database> open_as(const Config& config, const std::string& url, bool as_owner, bool mapped = true) {
    auto settings = settings_of(config, url);
    settings.as_owner = as_owner;
    if (!mapped) settings.mmap_bytes = 0;
    return db::open(settings);
}

void bring_up_to_date(const Config& config) {
    const auto report = db::schema_state(config.db);
    switch (report.state) {
        case db::SchemaState::current: return;
        case db::SchemaState::newer:
            throw Plain(fmt::format("The database was made by a newer version of cacao (it has step {}): install that version.",
                                    report.detail));
        case db::SchemaState::edited:
            throw Plain(fmt::format(
                "Step {} of the database's schema is not the one this version brings: it was edited after it was applied.",
                report.detail));
        case db::SchemaState::behind: break;
    }
    if (db::motor_of(config.db) == db::Motor::postgres && config.db_owner == config.db)
        throw Plain(
            "The database's schema is behind this version: run `cacao migrate --db` with the address of its owner, or give "
            "--db-owner.");
    db::migrate(config.db_owner, [](std::string_view step) { spdlog::debug("schema step {}", step); });
}

// The folder holds the key file and, with SQLite, the books. Its group may look into it, nobody else: one that is ours is closed,
// one that is not is refused.
void close_to_others(const std::string& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0 || (status.st_mode & 027U) == 0) return;
    const auto mode = static_cast<unsigned>(status.st_mode & 07777U);
    const bool shared = (status.st_mode & S_ISVTX) != 0;  // as /tmp is
    const auto closed = static_cast<mode_t>(mode & 07750U);
    if (shared || status.st_uid != ::geteuid() || ::chmod(folder.c_str(), closed) != 0)
        throw Plain(fmt::format(
            "The data folder {} is open to others (mode {:04o}): give cacao a folder of its own with mode 0700.", folder, mode));
    spdlog::warn("the data folder {} was open to others (mode {:04o}); its mode is {:04o} now", folder, mode,
                 static_cast<unsigned>(closed));
}

}  // namespace

void prepare_data_folder(const Config& config) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!fs::exists(config.data, error)) {
        fs::create_directories(config.data, error);
        if (error) throw Plain(fmt::format("The data folder {} cannot be made: {}.", config.data, error.message()));
        fs::permissions(config.data, fs::perms::owner_all, error);
    }
    if (!fs::is_directory(config.data, error)) throw Plain(fmt::format("The data folder {} is not a folder.", config.data));
    close_to_others(config.data);
    if (access(config.data.c_str(), W_OK | X_OK) != 0)
        throw Plain(fmt::format("The data folder {} is not writable.", config.data));
}

std::unique_ptr<db::Database> open_database(const Config& config, bool mapped) {
    prepare_data_folder(config);
    if (db::motor_of(config.db) == db::Motor::sqlite) {
        bring_up_to_date(config);
        return open_as(config, config.db, false, mapped);
    }
    // The command line may come with the owner's address alone; it then works as the service's role.
    if (db::schema_state(config.db_owner).state == db::SchemaState::behind)
        db::migrate(config.db_owner, [](std::string_view step) { spdlog::debug("schema step {}", step); });
    else bring_up_to_date(config);
    return open_as(config, config.db, true);
}

void require_database(const Config& config) {
    if (!db::schema_state(config.db_owner).none) return;
    throw Plain(fmt::format("There is no database of cacao at {}: look at --data and --db. `cacao org add` makes one.",
                            masked_url(config.db_owner)));
}

std::unique_ptr<db::Database> open_existing(const Config& config, bool mapped) {
    require_database(config);
    return open_database(config, mapped);
}

std::unique_ptr<db::Database> open_for_service(const Config& config) {
    prepare_data_folder(config);
    bring_up_to_date(config);
    // A command may look at everything for as long as it takes; a caller does not wait that long.
    auto settings = settings_of(config, config.db);
    settings.timeouts.statement = config.db_statement_timeout;
    settings.timeouts.answer = std::min(config.db_answer_timeout, config.db_statement_timeout);
    return db::open(settings);
}

std::unique_ptr<db::Database> open_as_it_is(const Config& config) {
    return open_as(config, config.db, db::motor_of(config.db) == db::Motor::postgres);
}

std::int64_t choose_organization(db::Database& database, std::int64_t asked) {
    const auto all = organizaciones(database);
    if (asked != 0) {
        if (std::ranges::find(all, asked) == all.end()) throw Plain(fmt::format("There is no organization {}.", asked));
        return asked;
    }
    if (all.empty()) throw Plain("There is no organization yet: make one with `cacao org add`.");
    if (all.size() > 1) throw Plain("There are several organizations: say which with --organization.");
    return all.front();
}

std::int64_t named_organization(db::Database& database, const std::string& rfc_or_id) {
    const auto numeric = [](char c) { return c >= '0' && c <= '9'; };
    constexpr std::size_t id_digits = 16;
    if (std::ranges::all_of(rfc_or_id, numeric) && rfc_or_id.size() <= id_digits)
        return choose_organization(database, rfc_or_id.empty() ? 0 : std::stoll(rfc_or_id));
    const auto rfc = Rfc::leer(rfc_or_id);
    std::vector<std::int64_t> found;
    for (const auto id : organizaciones(database))
        database.read(id, [&](db::Reader& tx) {
            const auto stored = tx.one<std::string>("SELECT rfc FROM organizacion WHERE organizacionId = $1", id);
            if (rfc && stored == rfc->texto()) found.push_back(id);
        });
    if (found.empty()) throw Plain(fmt::format("There is no organization with RFC {}.", rfc_or_id));
    if (found.size() > 1) throw Plain(fmt::format("Several organizations have RFC {}: say which by its number.", rfc_or_id));
    return found.front();
}

namespace {

// Two lines of a file that is closed to others.
std::pair<std::string, std::string> s3_credentials(const std::string& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) throw Plain(fmt::format("{} cannot be read.", file));
    if ((status.st_mode & 027U) != 0) throw Plain(fmt::format("{} is open to others; set its mode to 0600 or 0640.", file));
    std::ifstream in{file};
    std::string key, secret;
    if (!std::getline(in, key) || !std::getline(in, secret) || key.empty() || secret.empty())
        throw Plain(fmt::format("{} does not hold an access key and, in its second line, its secret.", file));
    return {std::string{recortado(key)}, std::string{recortado(secret)}};
}

std::unique_ptr<api::Almacen> store_of(const Config& config) {
    constexpr std::string_view s3 = "s3:";
    if (!config.files.starts_with(s3)) return std::make_unique<api::Carpeta>(config.files);
    const auto where = config.files.substr(s3.size());
    const auto slash = std::min(where.find('/'), where.size());
    auto prefix = slash < where.size() ? where.substr(slash + 1) : std::string{};
    if (!prefix.empty() && !prefix.ends_with('/')) prefix += '/';
    auto [key, secret] = s3_credentials(config.files_s3_credentials);
    try {
        return std::make_unique<AlmacenEnS3>(outgoing(config),
                                             red::CuentaS3{.direccion = config.files_s3_address,
                                                           .region = config.files_s3_region,
                                                           .cubeta = where.substr(0, slash),
                                                           .llave = std::move(key),
                                                           .secreto = std::move(secret)},
                                             std::move(prefix));
    } catch (const std::invalid_argument& e) {
        throw Plain(fmt::format("The S3 store of files: {}.", e.what()));
    }
}

}  // namespace

Files::Files(const Config& config, const api::FirmaDeEnlaces* firma) : almacen_(store_of(config)) {
    api::poner_archivos({.maximo = static_cast<std::uint64_t>(config.file_limit),
                         .en_base = static_cast<std::uint64_t>(config.file_in_database),
                         .vigencia = std::chrono::ceil<std::chrono::seconds>(config.file_link_time),
                         .almacen = almacen_.get(),
                         .firma = firma});
}

Files::~Files() { api::poner_archivos({}); }

auth::MasterKey master_key(const Config& config) {
    prepare_data_folder(config);
    return auth::MasterKey::open_or_create(std::filesystem::path{config.data} / "llave");
}

std::optional<auth::MasterKey> existing_key(const Config& config) {
    return auth::MasterKey::open(std::filesystem::path{config.data} / "llave");
}

void note_everywhere(db::Database& database, std::string_view comando, std::string_view tipo, const std::string& nombre) {
    for (const auto organizacionId : organizaciones(database))
        database.write_now(organizacionId,
                           [&](db::Writer& tx) { alta::anotar_comando(tx, comando, tipo, 0, nombre, Instante::ahora()); });
}

std::string leer_archivo(const std::string& file) {
    std::ostringstream bytes;
    if (file == "-") {
        bytes << std::cin.rdbuf();
    } else {
        std::ifstream in{file, std::ios::binary};
        if (!in) throw Plain(fmt::format("{} cannot be read.", file));
        bytes << in.rdbuf();
    }
    return std::move(bytes).str();
}

void note_changes(Context& ctx, std::string_view comando) {
    api::Operation op;
    op.id = comando;
    if (!ctx.cambios().empty()) api::write_audit(ctx.db(), ctx, op, {}, {});
}

std::shared_ptr<const validacion::Validador> validator_of(const Config& config) {
    validacion::Validador::Ajustes a;
    a.consulta.url = config.sat_url;
    a.consulta.al_momento = config.sat_timeout;
    a.salida = outgoing(config);
    a.certificados = config.sat_certificates;
    a.cada = std::chrono::duration_cast<std::chrono::seconds>(config.sat_recheck);
    try {
        return std::make_shared<const validacion::Validador>(std::move(a));
    } catch (const std::runtime_error& e) {
        throw Plain(fmt::format("sat-certificates: {}", e.what()));
    }
}

std::shared_ptr<const timbrado::Emisor> issuer_of(const Config& config, const auth::Sealer& seal,
                                                  std::shared_ptr<const validacion::Validador> validador) {
    const bool asks = validador != nullptr && !validador->consulta().apagada();
    timbrado::PreguntarAlSat ask;
    if (asks)
        ask = [validador = std::move(validador)](const std::string& expression,
                                                 const timbrado::Abandonar& give_up) -> std::optional<fiscal::RespuestaSat> {
            try {
                return validador->consulta().preguntar(expression, give_up);
            } catch (const red::Fallo&) {
                return std::nullopt;
            }
        };
    return std::make_shared<const timbrado::Emisor>(seal, timbrado::proveedores_en_red({.sw = config.sw_url,
                                                                                        .swDatos = config.sw_data_url,
                                                                                        .swPruebas = config.sw_test_url,
                                                                                        .swPruebasDatos = config.sw_test_data_url,
                                                                                        .finkok = config.finkok_url,
                                                                                        .finkokPruebas = config.finkok_test_url},
                                                                                       outgoing(config), std::move(ask)));
}

eventos::Vecinos neighbours_of_subscriptions(const Config& config, const api::Operations& operations,
                                             const Seguridad& seguridad) {
    eventos::Vecinos v;
    v.sesion_de = [&operations](db::Reader& tx, std::int64_t consumidorId) {
        return sesion_de_consumidor(tx, operations, consumidorId);
    };
    v.puede_mas = [&operations](const Context& ctx, std::int64_t consumidorId) {
        const auto usuarioId =
            ctx.db().one<std::int64_t>("SELECT usuarioId FROM consumidorApi WHERE organizacionId = $1 AND consumidorId = $2",
                                       ctx.organizacionId(), consumidorId);
        return usuarioId && puede_mas(ctx, operations, *usuarioId, leer_alcances(ctx.db(), consumidorId));
    };
    v.sello = &seguridad.secretos_de_suscripciones();
    v.salida = outgoing(config);
    if (config.webhook_timeout.count() > 0) v.limite = config.webhook_timeout;
    if (config.webhook_subscriptions > 0) v.maximo = config.webhook_subscriptions;
    return v;
}

void register_rooms(api::Operations& operations, Seguridad& seguridad, std::shared_ptr<const validacion::Validador> validador,
                    std::shared_ptr<const timbrado::Emisor> emisor, bool mail,
                    std::shared_ptr<const eventos::Vecinos> suscripciones, api::SpoolFolder temporary) {
    register_salud(operations);
    register_seguridad(operations, seguridad);
    register_rooms_of_business(operations, seguridad, std::move(validador), std::move(emisor), mail, std::move(suscripciones),
                               std::move(temporary));
}

void register_rooms_of_business(api::Operations& operations, const Seguridad& seguridad,
                                std::shared_ptr<const validacion::Validador> validador,
                                std::shared_ptr<const timbrado::Emisor> emisor, bool mail,
                                std::shared_ptr<const eventos::Vecinos> suscripciones, api::SpoolFolder temporary) {
    register_cambios(operations);
    register_trabajos(operations);
    register_contactos(operations);
    register_clasificaciones_contacto(operations);
    register_cuentas(operations);
    register_cuentas_papel(operations);
    register_periodos(operations);
    register_configuracion(operations);
    register_organizacion(operations);
    register_tipos_cambio(operations);
    register_sucursales(operations);
    register_almacenes(operations);
    register_proyectos(operations);
    register_centros_costo(operations);
    register_bancos(operations);
    register_cuentas_propias(operations);
    register_formas_pago(operations);
    register_monedas(operations);
    register_conceptos(operations);
    register_objetos(operations);
    register_clasificadores_costo(operations);
    register_catalogos_sat(operations);
    register_unidades(operations);
    register_clasificaciones_producto(operations);
    register_agrupadores_servicio(operations);
    register_productos(operations);
    register_modelos_producto(operations);
    register_cotizacion(operations);
    register_pedido_cliente(operations);
    register_nota_venta(operations);
    register_imagenes(operations);
    register_addendas(operations);
    register_personal_servicio(operations);
    register_equipos_servicio(operations);
    register_orden_servicio(operations);
    register_orden_partes(operations);
    register_orden_trabajo(operations);
    register_utilidad_servicio(operations);
    register_contratos_servicio(operations);
    register_rutas(operations);
    register_jornadas(operations);
    register_cargas(operations);
    register_operaciones_ruta(operations);
    register_devoluciones_ruta(operations);
    register_liquidaciones(operations);
    register_sincronizacion(operations);
    register_reportes_ruta(operations);
    register_iva_acreditable(operations);
    register_liquidacion_iva(operations);
    register_diot_proveedores(operations);
    register_diot(operations);
    register_ieps(operations);
    register_isr_retenido(operations);
    register_isr_provisional(operations);
    register_cajas(operations);
    register_turnos(operations);
    register_ventas_caja(operations);
    register_niveles_escolares(operations);
    register_alumnos(operations);
    register_planes_escolares(operations);
    register_venta_escolar(operations);
    register_cuenta_escolar(operations);
    register_pago_escolar(operations);
    register_canales(operations);
    register_listas_precios(operations);
    register_precios(operations);
    register_resolver(operations);
    register_promociones(operations);
    register_punto_venta(operations);
    register_vendedores(operations);
    operations.simulacion(reflect::use_of<engine::Simulacion>(), &engine::contar_simulacion);
    register_factura_venta(operations);
    register_factura_addenda(operations);
    register_devolucion_cliente(operations);
    register_nota_credito_cliente(operations);
    register_registro_venta(operations);
    register_compras(operations);
    register_deposito(operations);
    register_deposito_lista(operations);
    register_anticipo(operations);
    register_pago_especie(operations);
    register_movimiento_bancario(operations);
    register_saldos_bancos(operations);
    register_estado_cuenta_banco(operations);
    register_conciliacion(operations);
    register_movimiento_bancario_lista(operations);
    register_gasto(operations);
    register_gasto_lista(operations);
    register_gasto_agencia(operations);
    register_factura_viaje(operations);
    register_documento_viaje(operations);
    register_margen_viaje(operations);
    register_liquidacion_viaje(operations);
    register_egreso(operations);
    register_egreso_lista(operations);
    register_solicitud_pago(operations);
    register_solicitud_decision(operations);
    register_solicitud_lista(operations);
    register_movimiento_inventario(operations);
    register_entrega(operations);
    register_entrega_vista(operations);
    register_reempaque(operations);
    register_conteos(operations);
    register_lotes(operations);
    register_disponibles(operations);
    register_trazabilidad(operations);
    register_existencias(operations);
    register_series_lotes(operations);
    register_centro_distribucion(operations);
    register_nivel_servicio(operations);
    register_analisis_capas(operations);
    register_niveles_inventario(operations);
    register_saldo_contacto(operations);
    register_antiguedad_saldos(operations);
    register_cartera_global(operations);
    register_estado_cuenta(operations);
    register_iva_cobrado(operations);
    register_iva_retenido(operations);
    register_saldos_cuentas(operations);
    register_libro_auxiliar(operations);
    register_estado_resultados(operations);
    register_balance_general(operations);
    register_formatos_estado(operations);
    register_formato_previo(operations);
    register_presupuestos(operations);
    register_presupuesto_ejercido(operations);
    register_cambios_capital(operations);
    register_flujo_efectivo(operations);
    register_poliza(operations);
    register_revaluacion(operations);
    register_revaluacion_saldos(operations);
    register_saldo_inicial(operations);
    register_categorias_activo(operations);
    register_activos(operations);
    register_depreciaciones(operations);
    register_bajas(operations);
    register_fiscal_de_activos(operations);
    register_plantillas(operations);
    register_diferidos(operations);
    register_corridas(operations, neighbours_of_generator(operations));
    register_cierre_mensual(operations, neighbours_of_generator(operations));
    register_adjuntos(operations);
    register_archivos_digitales(operations);
    register_impresos(operations);
    register_configuracion_impresos(operations);
    register_complementos(operations);
    register_carta_porte(operations);
    register_documento(operations);
    if (emisor == nullptr) emisor = issuer_of({}, seguridad.llaves_de_sello(), nullptr);
    register_contabilidad_electronica(
        operations, {[emisor](db::Reader& tx, Instante ahora) { return emisor->csd(tx, ahora); }, std::move(temporary)});
    register_certificados_sello(operations, emisor);
    register_efirmas(operations, std::make_shared<const timbrado::Efirmas>(seguridad.llaves_de_efirma()));
    register_configuracion_fiscal(operations, emisor);
    register_saldo_timbres(operations, emisor);
    register_timbrado(operations, emisor);
    register_correos(operations, mail);
    register_recordatorios(operations, mail);
    if (validador == nullptr) {
        validacion::Validador::Ajustes nadie;
        nadie.consulta.url.clear();
        validador = std::make_shared<const validacion::Validador>(std::move(nadie));
    }
    register_validaciones(operations, validador);
    register_buzon(operations, neighbours_of_mailbox(operations, std::move(validador)));
    register_descargas(operations);
    register_eventos(operations);
    if (suscripciones == nullptr)
        suscripciones = std::make_shared<const eventos::Vecinos>(neighbours_of_subscriptions({}, operations, seguridad));
    register_suscripciones(operations, std::move(suscripciones));
    register_buscar(operations);
    register_tablero(operations);
    register_vistas(operations);
    register_borradores(operations);
    register_importaciones(operations, &importador_de);
    explicar_operaciones(operations);
}

std::unique_ptr<const api::Impresor> printer_of_rooms() {
    auto printer = std::make_unique<ImpresorDeDocumentos>();
    printer->agregar("EstadoCuenta", [](const Context& ctx, const void* request) {
        return formulario_estado_cuenta(ctx, *static_cast<const EstadoCuentaPedido*>(request));
    });
    return printer;
}

std::vector<api::Oficio> work_of_rooms(const Config& config, const red::Cliente&, const api::Operations& operations,
                                       const api::Impresor& printer, std::shared_ptr<const timbrado::Emisor> emisor,
                                       std::shared_ptr<const validacion::Validador> validador, const auth::Sealer& efirmas) {
    std::vector<api::Oficio> work{timbrado::oficio_de_timbrado(std::move(emisor)), timbrado::oficio_de_complementos(),
                                  timbrado::oficio_de_sustituciones()};
    work.push_back(buzon::oficio_de_programacion());
    work.push_back(oficio_de_periodicos(neighbours_of_generator(operations)));
    if (!config.sat_download_request_url.empty()) {
        const auto opener = std::make_shared<const timbrado::Efirmas>(efirmas);
        work.push_back(
            buzon::oficio_de_descarga({.servicio = std::make_shared<const buzon::DescargaDelSat>(
                                           buzon::DescargaDelSat::Ajustes{.solicitudes = config.sat_download_request_url,
                                                                          .paquetes = config.sat_download_url},
                                           outgoing(config)),
                                       .efirma = [opener](db::Reader& tx, Instante ahora) { return opener->vigente(tx, ahora); },
                                       .vecinos = neighbours_of_mailbox(operations, validador)}));
    }
    // Whoever does not ask the authority leaves it to the others, and to the day on which it does.
    if (!validador->consulta().apagada()) work.push_back(validacion::oficio_de_estado(std::move(validador)));
    if (!config.mail_server.empty())
        work.push_back(correos::oficio_de_correo({.servidor = {.url = config.mail_server,
                                                               .usuario = config.mail_user,
                                                               .contrasena = config.mail_password,
                                                               .sin_cifrar = config.mail_unencrypted,
                                                               .autoridades = config.outgoing_authorities},
                                                  .remitente = config.mail_sender},
                                                 operations, printer));
    if (!config.mail_server.empty()) work.push_back(oficio_de_recordatorios());
    return work;
}

red::Salida outgoing(const Config& config) {
    return {.privadas = red::Redes{config.outgoing_networks},
            .sin_cifrar = config.outgoing_unencrypted,
            .autoridades = config.outgoing_authorities};
}

}  // namespace cacao::command
