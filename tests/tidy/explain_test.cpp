// Every filter of every list, alone, finds its rows by an index. SQLite tells which statements ran and how it would run them.

#include "http/openapi.hpp"
#include "rooms/bancos/documentos/estado_cuenta_banco.hpp"
#include "rooms/bancos/reportes/deposito_lista.hpp"
#include "rooms/bancos/reportes/movimiento_bancario_lista.hpp"
#include "rooms/buzon/descarga.hpp"
#include "rooms/buzon/registro.hpp"
#include "rooms/cartera/cartera_global.hpp"
#include "rooms/cartera/estado_cuenta.hpp"
#include "rooms/cartera/recordatorio.hpp"
#include "rooms/cartera/saldo_contacto.hpp"
#include "rooms/compras/compras.hpp"
#include "rooms/conceptos/concepto.hpp"
#include "rooms/contabilidad/reportes/flujo_efectivo.hpp"
#include "rooms/contabilidad/reportes/libro_auxiliar.hpp"
#include "rooms/contabilidad/reportes/revaluacion_saldos.hpp"
#include "rooms/contabilidad/reportes/saldos_cuentas.hpp"
#include "rooms/contactos/clasificacion.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/correos/correo.hpp"
#include "rooms/egresos/reportes/egreso_lista.hpp"
#include "rooms/egresos/reportes/gasto_lista.hpp"
#include "rooms/egresos/reportes/solicitud_lista.hpp"
#include "rooms/escuela/alumno.hpp"
#include "rooms/escuela/cuenta_escolar.hpp"
#include "rooms/escuela/nivel_escolar.hpp"
#include "rooms/escuela/venta_escolar.hpp"
#include "rooms/eventos/suscripcion.hpp"
#include "rooms/inventario/catalogos/lote.hpp"
#include "rooms/inventario/catalogos/nivel_inventario.hpp"
#include "rooms/inventario/documentos/conteo.hpp"
#include "rooms/inventario/documentos/entrega_vista.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/inventario/documentos/reempaque.hpp"
#include "rooms/inventario/reportes/analisis_capas.hpp"
#include "rooms/inventario/reportes/centro_distribucion.hpp"
#include "rooms/inventario/reportes/existencias.hpp"
#include "rooms/inventario/reportes/nivel_servicio.hpp"
#include "rooms/inventario/reportes/series_lotes.hpp"
#include "rooms/mostrador/venta_caja.hpp"
#include "rooms/periodicos/corrida.hpp"
#include "rooms/precios/catalogos/lista_precios.hpp"
#include "rooms/precios/catalogos/precio.hpp"
#include "rooms/precios/catalogos/promocion.hpp"
#include "rooms/productos/producto.hpp"
#include "rooms/rutas/liquidacion.hpp"
#include "rooms/rutas/operacion.hpp"
#include "rooms/sat/catalogos_sat.hpp"
#include "rooms/seguridad/alta.hpp"
#include "rooms/servicio/equipo_servicio.hpp"
#include "rooms/servicio/orden_servicio.hpp"
#include "rooms/servicio/orden_trabajo.hpp"
#include "rooms/sistema/cambios.hpp"
#include "rooms/sistema/trabajo.hpp"
#include "rooms/sucursales/proyecto.hpp"
#include "rooms/timbrado/complemento.hpp"
#include "rooms/timbrado/timbrado.hpp"
#include "rooms/validaciones/validacion.hpp"
#include "rooms/ventas/documentos/cotizacion.hpp"
#include "rooms/ventas/documentos/devolucion_cliente.hpp"
#include "rooms/ventas/documentos/factura_venta.hpp"
#include "rooms/ventas/documentos/nota_credito_cliente.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"
#include "rooms/ventas/documentos/pedido_cliente.hpp"
#include "rooms/ventas/reportes/registro_venta.hpp"
#include "rooms/viajes/documento_viaje.hpp"
#include "rooms/viajes/factura_viaje.hpp"
#include "support/mundo.hpp"
#include "tidy/source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <map>
#include <mutex>
#include <set>

namespace cacao::test {
namespace {

// Statements of every connection opened while this lives.
class Watched {
public:
    Watched() {
        sqlite3_auto_extension(reinterpret_cast<void (*)()>(&attach));
        clear();
    }
    ~Watched() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(&attach)); }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

    static void clear() {
        const std::lock_guard lock{mutex};
        statements.clear();
    }
    static std::set<std::string> selects() {
        const std::lock_guard lock{mutex};
        return statements;
    }

private:
    static int attach(sqlite3* db, char**, const sqlite3_api_routines*) {
        return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, &seen, nullptr);
    }
    static int seen(unsigned, void*, void*, void* text) {
        const std::string_view sql = static_cast<const char*>(text);
        const std::lock_guard lock{mutex};
        // What the database asks of itself when it opens a connection is no statement of a list.
        if (sql.find("SELECT") != std::string_view::npos && sql.find("sqlite_master") == std::string_view::npos)
            statements.emplace(sql);
        return 0;
    }
    static inline std::mutex mutex;
    static inline std::set<std::string> statements;
};

// The steps of the plan that read a whole table.
std::vector<std::string> scans(sqlite3* db, const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    std::vector<std::string> found;
    if (sqlite3_prepare_v2(db, ("EXPLAIN QUERY PLAN " + sql).c_str(), -1, &statement, nullptr) != SQLITE_OK)
        return {sqlite3_errmsg(db)};
    std::set<std::string> inner;  // results of subqueries, which are read whole as they are made
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const std::string step = reinterpret_cast<const char*>(sqlite3_column_text(statement, 3));
        if (step.starts_with("CO-ROUTINE ") || step.starts_with("MATERIALIZE ")) inner.insert(step.substr(step.find(' ') + 1));
        // What a statement brings along as a parameter is read whole, and is no table.
        const bool brought = step.find(" VIRTUAL TABLE ") != std::string::npos;
        if (step.starts_with("SCAN ") && step != "SCAN CONSTANT ROW" && !brought && !inner.contains(step.substr(5)))
            found.push_back(step);
    }
    sqlite3_finalize(statement);
    return found;
}

// A value that each filter takes; a new filter says here what it takes.
const std::map<std::string, std::vector<std::string>> values{
    {"buscar", {"pena", "pena+dulc"}},
    {"codigo", {"A1"}},
    {"rfc", {"EKU9003173C9"}},
    {"rol", {"cliente", "proveedor", "vendedor", "empleado", "otro"}},
    {"clasificacionId", {"1"}},
    {"activo", {"true", "false"}},
    {"referenciaExterna", {"X"}},
    {"modificadoDesde", {"2026-01-01T00:00:00Z"}},
    {"desdePosicion", {"0"}},
    {"numeroParte", {"N"}},
    {"registroId", {"1&tipo=Contacto"}},
    {"usuarioId", {"1"}},
    {"operacion", {"ContactoCrear"}},
    {"desde", {"2026-01-01T00:00:00Z"}},
    {"hasta", {"2026-01-01T00:00:00Z"}},
    {"pagina", {"2"}},
    {"registrosPorPagina", {"10"}},
    {"conTotal", {"true", "false"}},
    {"productoId", {"1"}},
    {"almacenId", {"1"}},
    {"sucursalId", {"{sucursal}"}},
    {"proyectoId", {"{proyecto}"}},
    {"centroCostoId", {"1"}},
    {"soloConExistencia", {"true"}},
    {"clienteId", {"1"}},
    {"proveedorId", {"1"}},
    {"folioProveedor", {"9001"}},
    {"uuid", {"5f0b7a2e-6f0c-4c1d-9e53-0b8c9a7d1e22"}},
    {"fecha", {"2026-01-01"}},
    {"historia", {"true", "false"}},
    {"fechaInicial", {"2026-01-01"}},
    {"conciliado", {"true", "false"}},
    {"fechaFinal", {"2099-01-01"}},
    {"vendedorId", {"1"}},
    {"equipoServicioId", {"1"}},
    {"transaccionId", {"1"}},
    {"agrupadorServicioId", {"1"}},
    {"contratoServicioId", {"1"}},
    {"personalServicioId", {"1"}},
    {"rutaId", {"1"}},
    {"jornadaId", {"1"}},
    {"clase", {"venta"}},
    {"tipoOperacion", {"retorno", "descarga", "cliente"}},
    {"busqueda", {"DR-1", "luis"}},
    {"canalId", {"1"}},
    {"matricula", {"A1"}},
    {"familiaId", {"1"}},
    {"alumnoId", {"1"}},
    {"nivelEscolarId", {"1"}},
    {"cicloEscolarId", {"1"}},
    {"grado", {"3"}},
    {"grupo", {"B"}},
    {"entidadId", {"1"}},
    {"cajaId", {"1"}},
    {"modeloId", {"1"}},
    {"codigoBarras", {"7501"}},
    {"turnoId", {"1"}},
    {"cuentaBancariaId", {"1"}},
    {"cotizacionId", {"1"}},
    {"objId", {"1"}},
    {"estado", {"cancelado"}},  // one that every kind knows
    {"pendiente", {}},          // none that every kind knows
    {"folio", {"FV-1"}},
    {"orden", {"ascendente", "descendente"}},
    {"sinAsignar", {"true", "false"}},
    {"moneda", {"MXN"}},
    {"enMonedaLocal", {"true", "false"}},
    {"sinCancelados", {"true", "false"}},
    {"conCierre", {"true", "false"}},
    {"conEfectivo", {"true"}},
    {"periodoInicial", {"202601"}},
    {"periodoFinal", {"202601"}},
    {"periodo", {"202601"}},
    {"vencidos", {"true", "false"}},
    {"clave", {"01010101"}},
    {"padre", {"MEX"}},
    {"lote", {"L1"}},
    {"serie", {"S1"}},
    {"caducaHasta", {"2026-01-01"}},
    {"diasDemanda", {"30"}},
    {"agruparPor", {"sucursal", "cliente", "producto"}},
    {"clasificadorCostoId", {"1"}},
    {"sinPagar", {"true", "false"}},
    {"beneficiarioId", {"1"}},
    {"transaccionIdCompra", {"1"}},
    {"localizador", {"ABC123"}},
    {"referencia", {"AG-1"}},
    {"servicioId", {"1"}},
};
// Of a filter that means something else in each list.
const std::map<std::string, std::vector<std::string>> values_in_list{
    {"BitacoraListar.tipo", {"Contacto"}},
    {"AgenciaViajeDocumentos.tipoDocumento", {"FacturaVenta", "NotaCreditoCliente", "Gasto"}},
    {"OrdenesTrabajo.estado", {"pendiente"}},
    {"SuscripcionEntregasListar.estado", {"pendiente", "fallida"}},
    {"RutaLiquidaciones.estado", {"liquidada", "cerrada"}},
    {"RutaLiquidaciones.folio", {"JR-1"}},
    {"TurnosListar.estado", {"abierta", "cerrada"}},
    {"TurnosListar.folio", {"TK-1"}},
    {"OrdenesServicio.estado", {"capturada", "cerrada", "facturada"}},
    {"ProductosListar.tipo", {"producto", "servicio", "kit"}},
    {"CarteraGlobal.tipo", {"clientes", "proveedores"}},
    {"EstadoCuenta.tipo", {"clientes", "proveedores"}},
    {"SaldosContactos.tipo", {"clientes", "proveedores"}},
    {"MovimientosListar.tipo", {"entrada", "traspaso"}},
    {"MovimientosBancarios.tipo", {"traspaso", "pagoEspecie"}},
    {"FacturasVenta.pendiente", {"cobrar"}},
    {"RegistrosVenta.pendiente", {"cobrar"}},
    {"PedidosCliente.pendiente", {"entregar"}},
    {"OrdenesCompra.pendiente", {"recibir"}},
    {"FacturasCompra.pendiente", {"pagar"}},
    {"Gastos.pendiente", {"pagar"}},
    {"MovimientosListar.pendiente", {"recibir"}},
    {"Auxiliares.cuentaId", {"{cuenta}"}},
    {"FlujoEfectivoPartidas.cuentaId", {"{cuenta}"}},
    {"FlujoEfectivoPartidas.parte", {"saldo"}},
    {"ConteosListar.estado", {"abierto"}},
    {"CotizacionesCliente.estado", {"vigente", "vencida", "aceptada"}},
    {"LotesListar.estado", {"bloqueado"}},
    {"TrabajosListar.estado", {"pendiente", "fallido"}},
    {"TrabajosListar.tipo", {"Prueba"}},
    {"ValidacionesListar.estadoSat", {"cancelado"}},
    {"ValidacionesListar.resultado", {"no_valido"}},
    {"ValidacionesListar.rfcEmisor", {"EKU9003173C9"}},
    {"ValidacionesListar.todas", {"true", "false"}},
    {"ValidacionesListar.uuid", {"d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9"}},
    {"TimbradosListar.estado", {"timbrado", "rechazado"}},
    {"BuzonDescargasListar.estado", {"terminada"}},
    {"BuzonDescargasListar.tipo", {"metadata"}},
    {"BuzonListar.buscar", {"papel"}},
    {"BuzonListar.estado", {"pendiente"}},
    {"BuzonListar.estadoSat", {"cancelado"}},
    {"BuzonListar.importeMaximo", {"1"}},
    {"BuzonListar.importeMinimo", {"1000000"}},
    {"BuzonListar.rfcEmisor", {"EKU9003173C9"}},
    {"BuzonListar.tipoDeComprobante", {"P"}},
    {"CorreosListar.destinatario", {"compras@cliente.mx"}},
    {"CorreosListar.estado", {"enviado", "rechazado"}},
    {"CorreosListar.transaccionId", {"7"}},
    {"IdentidadesListar.proveedorIdentidadId", {"7"}},
    {"SolicitudesPago.estado", {"solicitada", "autorizada", "pagadaParcial", "pagada", "rechazada", "cancelada"}},
};
// What a list cannot be asked without.
const std::map<std::string, std::string> always{
    {"DepositosPorFechas", "fechaInicial=2026-01-01&fechaFinal=2099-01-01"},
    {"EgresosPorFechas", "fechaInicial=2026-01-01&fechaFinal=2099-01-01"},
    {"NivelServicio", "fechaInicial=2026-01-01&fechaFinal=2026-12-31"},
    {"EstadoCuentaBanco", "cuentaBancariaId={banco}"},
    {"MovimientosCuenta", "cuentaBancariaId={banco}"},
    {"EstadoCuenta", "entidadId={contacto}"},
    {"Auxiliares", "entidadId={contacto}"},
    {"FlujoEfectivoPartidas", "cuentaId={cuenta}&parte=saldo&fechaInicial=2026-01-01&fechaFinal=2026-12-31"},
};
// Reports that come whole and must not read history for it either.
const std::set<std::string> whole{"ExistenciasTotales", "AnalisisCapasTotales", "NivelServicio"};

TEST(Explain, NoFilterReadsAWholeTable) {
    // Opened once before watching begins, because the database sets SQLite up at its first use.
    { Database{db::Motor::sqlite}.db(); }
    const Watched watched;
    Mundo m{db::Motor::sqlite,
            {register_contactos,
             register_clasificaciones_contacto,
             register_trabajos,
             [](api::Operations& ops) {
                 validacion::Validador::Ajustes nobody;
                 nobody.consulta.url.clear();
                 register_validaciones(ops, std::make_shared<const validacion::Validador>(std::move(nobody)));
             },
             [](api::Operations& ops) { register_timbrado(ops, nullptr); },
             [](api::Operations& ops) { register_buzon(ops, nullptr); },
             register_descargas,
             [](api::Operations& ops) { register_correos(ops, true); },
             register_complementos,
             register_productos,
             register_conceptos,
             register_existencias,
             register_analisis_capas,
             register_centro_distribucion,
             register_conteos,
             register_lotes,
             register_movimiento_inventario,
             register_niveles_inventario,
             register_nivel_servicio,
             register_reempaque,
             register_series_lotes,
             register_flujo_efectivo,
             register_libro_auxiliar,
             register_saldos_cuentas,
             register_revaluacion_saldos,
             register_catalogos_sat,
             register_listas_precios,
             register_promociones,
             register_precios,
             register_cotizacion,
             register_pedido_cliente,
             register_nota_venta,
             register_factura_venta,
             register_devolucion_cliente,
             register_nota_credito_cliente,
             register_registro_venta,
             register_compras,
             register_deposito_lista,
             register_estado_cuenta_banco,
             register_movimiento_bancario_lista,
             register_entrega_vista,
             register_gasto_lista,
             register_egreso_lista,
             register_solicitud_lista,
             register_cartera_global,
             register_saldo_contacto,
             register_estado_cuenta,
             register_proyectos,
             register_equipos_servicio,
             register_factura_viaje,
             register_documento_viaje,
             register_orden_servicio,
             register_orden_trabajo,
             register_rutas,
             register_jornadas,
             register_operaciones_ruta,
             register_devoluciones_ruta,
             register_liquidaciones,
             register_turnos,
             [](api::Operations& ops) { register_corridas(ops, nullptr); },
             [](api::Operations& ops) { register_recordatorios(ops, true); },
             register_ventas_caja,
             register_alumnos,
             register_venta_escolar,
             [](api::Operations& ops) { register_suscripciones(ops, std::make_shared<const eventos::Vecinos>()); }}};
    const auto cuentaId = std::to_string(m.cuenta("SELECT MIN(cuentaId) FROM cuenta WHERE organizacionId = $1"));
    const auto sucursal = std::to_string(m.cuenta("SELECT MIN(sucursalId) FROM sucursal WHERE organizacionId = $1"));
    const auto banco = std::to_string(m.cuenta("SELECT MIN(cuentaBancariaId) FROM cuentaBancaria WHERE organizacionId = $1"));
    const auto listaId = m.pide("POST /api/ListasPrecios", R"({"codigo":"L","nombre":"x"})").en("/data/listaPreciosId");
    const auto proyectoId = m.pide("POST /api/Proyecto", R"({"codigo":"P","nombre":"x"})").en("/data/proyectoId");
    const auto promocionId =
        m.pide("POST /api/Promociones", R"({"codigo":"P","nombre":"x","condicion":"importe","condicionImporte":1,)"
                                        R"("beneficio":"importe","beneficioValor":1})")
            .en("/data/promocionId");
    const auto contacto =
        m.pide("POST /api/Contactos", R"({"codigo":"C","nombre":"x","roles":["cliente"]})").en("/data/entidadId");
    const auto equipo =
        m.pide("POST /api/EquiposServicio", fmt::format(R"({{"codigo":"E","nombre":"x","clienteId":{}}})", contacto))
            .en("/data/equipoServicioId");
    // Of a consumer, which is made by a longer way.
    constexpr std::int64_t suscripcionId = 1'000'001;
    m.escribe([&](Context& ctx) {
        const auto consumidorId = alta::agregar_consumidor(ctx.db(), {"x", "x", ctx.usuarioId(), {}}, ctx.ahora());
        ctx.db().run(
            R"(INSERT INTO suscripcion (organizacionId, suscripcionId, consumidorId, usuarioId, nombre, url, tipos, secreto, activo,
                                                 motivo, hastaPosicion, version, creadoEn, modificadoEn)
                        VALUES ($1, $2, $3, $4, 'x', 'https://x.example/', '*', $5, 0, '', 0, 1, 0, 0))",
            ctx.organizacionId(), suscripcionId, consumidorId, ctx.usuarioId(), db::Bytes{"x"});
    });
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(m.base.service_url().substr(7).c_str(), &db), SQLITE_OK);
    const auto json = read_source("openapi.json");
    const Document document{json};
    int looked = 0;
    for (const auto& o : document.operations()) {
        const bool paged = std::ranges::any_of(o.in_query, [](const auto& p) { return p.name == "cursor"; });
        if (o.method != "GET" || (!paged && !whole.contains(o.id))) continue;
        for (const auto& filter : o.in_query) {
            if (filter.name == "cursor") continue;
            const auto own = values_in_list.find(o.id + '.' + filter.name);
            ASSERT_TRUE(own != values_in_list.end() || values.contains(filter.name))
                << "say in this test what " << o.id << " takes for " << filter.name;
            for (const auto& value : own != values_in_list.end() ? own->second : values.at(filter.name)) {
                Watched::clear();
                auto path = o.path;
                if (const auto at = path.find("{cuentaId}"); at != std::string::npos) path.replace(at, 10, cuentaId);
                if (const auto at = path.find("{catalogo}"); at != std::string::npos) path.replace(at, 10, "Estados");
                if (const auto at = path.find("{listaPreciosId}"); at != std::string::npos) path.replace(at, 16, listaId);
                if (const auto at = path.find("{proyectoId}"); at != std::string::npos) path.replace(at, 12, proyectoId);
                if (const auto at = path.find("{promocionId}"); at != std::string::npos) path.replace(at, 13, promocionId);
                if (const auto at = path.find("{equipoServicioId}"); at != std::string::npos) path.replace(at, 18, equipo);
                if (const auto at = path.find("{suscripcionId}"); at != std::string::npos)
                    path.replace(at, 15, std::to_string(suscripcionId));
                if (const auto at = path.find("{id}"); at != std::string::npos) path.replace(at, 4, "0");
                auto target = o.method + ' ' + path + '?';
                const auto needed = always.find(o.id);
                if (needed != always.end() && needed->second.find(filter.name + '=') != std::string::npos)
                    target += needed->second;
                else target += filter.name + '=' + value + (needed != always.end() ? '&' + needed->second : "");
                if (const auto at = target.find("{sucursal}"); at != std::string::npos) target.replace(at, 10, sucursal);
                if (const auto at = target.find("{proyecto}"); at != std::string::npos) target.replace(at, 10, proyectoId);
                if (const auto at = target.find("{banco}"); at != std::string::npos) target.replace(at, 7, banco);
                if (const auto at = target.find("{cuenta}"); at != std::string::npos) target.replace(at, 8, cuentaId);
                if (const auto at = target.find("{contacto}"); at != std::string::npos) target.replace(at, 10, contacto);
                const auto r = m.pide(target);
                ASSERT_EQ(r.status, 200) << target << ' ' << r.body;
                for (const auto& sql : Watched::selects()) {
                    EXPECT_EQ(fmt::format("{}", fmt::join(scans(db, sql), "; ")), "") << target << '\n' << sql;
                    ++looked;
                }
            }
        }
    }
    EXPECT_GT(looked, 50);
    EXPECT_EQ(scans(db, "SELECT nombre FROM contacto WHERE telefono = ?1"), (std::vector<std::string>{"SCAN contacto"}));
    sqlite3_close(db);
}

// The steps of the plan that look for rows of a table.
std::vector<std::string> searches(sqlite3* db, const std::string& sql, const std::string& index) {
    sqlite3_stmt* statement = nullptr;
    std::vector<std::string> found;
    if (sqlite3_prepare_v2(db, ("EXPLAIN QUERY PLAN " + sql).c_str(), -1, &statement, nullptr) != SQLITE_OK)
        return {sqlite3_errmsg(db)};
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const std::string step = reinterpret_cast<const char*>(sqlite3_column_text(statement, 3));
        if (step.find("INDEX " + index + ' ') != std::string::npos) found.push_back(step);
    }
    sqlite3_finalize(statement);
    return found;
}

// What a family paid before the first day that its statement tells of is not read: documents and what was applied to them are
// found by contact and day.
TEST(Explain, AStatementOfASchoolReadsWhatItTells) {
    { Database{db::Motor::sqlite}.db(); }
    const Watched watched;
    Mundo m{db::Motor::sqlite,
            {register_contactos, register_alumnos, register_niveles_escolares, register_venta_escolar, register_cuenta_escolar,
             register_conceptos}};
    const auto made = [&](const std::string& target, const std::string& body, const std::string& id) {
        const auto r = m.pide("POST " + target, body);
        EXPECT_EQ(r.status, 200) << target << ' ' << r.body;
        return r.en("/data/" + id);
    };
    const auto customer = made("/api/Contactos", R"({"codigo":"C","nombre":"x","roles":["cliente"]})", "entidadId");
    const auto family = made("/api/EscuelaPrivada/Familias",
                             fmt::format(R"({{"codigo":"F","nombre":"F","clienteId":{}}})", customer), "familiaId");
    const auto level = made("/api/EscuelaPrivada/Niveles",
                            R"({"codigo":"P","nombre":"P","nivelEducativo":"primaria","autRvoe":"1"})", "nivelEscolarId");
    const auto year = made("/api/EscuelaPrivada/Ciclos",
                           R"({"codigo":"C","nombre":"C","inicio":"2026-01-01","fin":"2026-12-31"})", "cicloEscolarId");
    const auto student = made(
        "/api/EscuelaPrivada/Alumnos",
        fmt::format(
            R"({{"matricula":"A","nombre":"A","curp":"PERJ150203HDFRMNA9","familiaId":{},"nivelEscolarId":{},"cicloEscolarId":{}}})",
            family, level, year),
        "alumnoId");
    const auto concept_id = m.cuenta("SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'VENTA-SERV'");
    made("/api/EscuelaPrivada/NotaVenta",
         fmt::format(R"({{"partidas":[{{"alumnoId":{},"tipo":"otro","conceptoId":{},"cantidad":1,"precioUnitario":1}}]}})",
                     student, concept_id),
         "transaccionId");
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(m.base.service_url().substr(7).c_str(), &db), SQLITE_OK);
    for (const auto& target : {"GET /api/EscuelaPrivada/Familias/" + family + "/EstadoCuenta",
                               "GET /api/EscuelaPrivada/Alumnos/" + student + "/EstadoCuenta"}) {
        Watched::clear();
        ASSERT_EQ(m.pide(target).status, 200);
        std::vector<std::string> payments, documents;
        for (const auto& sql : Watched::selects()) {
            EXPECT_EQ(fmt::format("{}", fmt::join(scans(db, sql), "; ")), "") << target << '\n' << sql;
            for (auto& step : searches(db, sql, "aplicacion_cliente")) payments.push_back(std::move(step));
            if (sql.find("'NotaVenta', 'FacturaVenta'") != std::string::npos)
                for (auto& step : searches(db, sql, "documento_contacto")) documents.push_back(std::move(step));
        }
        ASSERT_EQ(payments.size(), 1U) << target;
        EXPECT_NE(payments.front().find("clienteId=? AND fecha>?"), std::string::npos) << payments.front();
        ASSERT_EQ(documents.size(), 1U) << target;
        EXPECT_NE(documents.front().find("entidadId=? AND fecha>?"), std::string::npos) << documents.front();
    }
    sqlite3_close(db);
}

}  // namespace
}  // namespace cacao::test
