#include "rooms/escuela/venta_escolar.hpp"

#include "api/archivos.hpp"
#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/archivo_revisado.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/escuela/linea_alumno.hpp"
#include "rooms/escuela/nombre_alumno.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cacao {
namespace {

// A student as a sale needs him.
struct AlumnoQueCompra {
    std::int64_t alumnoId = 0;
    std::int64_t clienteId = 0;
    std::int64_t pagadorId = 0;  // 0: the customer
    std::int64_t nivelEscolarId = 0;
    bool activo = false;
};
DESCRIBE_STRUCT(AlumnoQueCompra, (), (alumnoId, clienteId, pagadorId, nivelEscolarId, activo))

std::optional<AlumnoQueCompra> alumno_que_compra(db::Reader& tx, std::int64_t alumnoId) {
    return tx.one<AlumnoQueCompra>(R"(
        SELECT a.alumnoId, CASE WHEN a.clienteId <> 0 THEN a.clienteId ELSE f.clienteId END AS clienteId,
               CASE WHEN a.pagadorId <> 0 THEN a.pagadorId WHEN a.clienteId <> 0 THEN 0 ELSE f.pagadorId END AS pagadorId,
               a.nivelEscolarId, a.activo
        FROM alumno a JOIN familia f ON f.organizacionId = $1 AND f.familiaId = a.familiaId
        WHERE a.organizacionId = $1 AND a.alumnoId = $2)",
                                   tx.organizacion(), alumnoId);
}

// Of each line. A document is for whoever its students are charged to, or for who pays for them.
std::vector<AlumnoQueCompra> alumnos_de(db::Reader& tx, const NotaEscolarNueva& n, engine::SolicitudVenta& s) {
    std::map<std::int64_t, std::optional<AlumnoQueCompra>> vistos;
    std::vector<AlumnoQueCompra> r;
    s.entidadId = n.clienteId.value_or(0);
    for (std::size_t i = 0; i < n.partidas.size(); ++i) {
        const std::int64_t id = n.partidas[i].alumnoId;
        const std::string campo = fmt::format("/partidas/{}/alumnoId", i);
        const auto [este, nuevo] = vistos.try_emplace(id);
        if (nuevo) este->second = alumno_que_compra(tx, id);
        const auto& a = este->second;
        r.push_back(a.value_or(AlumnoQueCompra{}));
        if (!a) {
            s.faltas.agregar(Codigo::no_encontrado, campo);
            continue;
        }
        s.faltas.agregar_si(!a->activo, Codigo::inactivo, campo);
        if (s.entidadId == 0) s.entidadId = a->clienteId;
        if (s.entidadId == a->clienteId) continue;
        s.faltas.agregar_si(s.entidadId != a->pagadorId, Codigo::otro_contacto, campo);
        r.back().pagadorId = 0;  // it is for who pays
    }
    // Of students that nobody knows nobody can tell whom it is for.
    if (s.entidadId == 0) s.faltas.lanzar();
    return r;
}

engine::SolicitudVenta solicitud_escolar(const NotaEscolarNueva& n) {
    auto s = engine::solicitud<engine::SolicitudVenta>(n);
    engine::adjuntar(s, n);
    s.campo_entidad = "/clienteId";
    s.almacenId = n.almacenId.value_or(0);
    s.vencimiento = n.vencimiento;
    s.formaPago = n.formaPago.value_or("");
    s.partidas.reserve(n.partidas.size());
    for (const PartidaEscolarNueva& p : n.partidas) {
        auto& l = s.partidas.emplace_back(engine::partida_pedida<engine::PartidaVenta>(p, s.partidas.size()));
        l.conceptoId = p.conceptoId.value_or(0);
        l.descripcion = p.descripcion.value_or("");
        l.precioUnitario = p.precioUnitario;
        l.descuento = p.descuento.value_or(Importe{});
        l.incluyeImpuestos = p.incluyeImpuestos.value_or(false);
    }
    return s;
}

std::vector<AlumnoDeVenta> leer_alumnos_de(const Context& ctx, std::int64_t transaccionId) {
    auto alumnos = ctx.db().all<AlumnoDeVenta>(R"(
        SELECT x.numeroPartida, x.alumnoId, a.matricula, a.nombre AS alumno, a.curp, a.familiaId, x.nivelEscolarId, n.nombre AS nivel,
               a.grado, a.grupo, x.tipo, p.descripcion, p.importe, p.descuento
        FROM partidaAlumno x
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = x.transaccionId AND p.numeroPartida = x.numeroPartida
        JOIN alumno a ON a.organizacionId = $1 AND a.alumnoId = x.alumnoId
        JOIN nivelEscolar n ON n.organizacionId = $1 AND n.nivelEscolarId = x.nivelEscolarId
        WHERE x.organizacionId = $1 AND x.transaccionId = $2 ORDER BY x.numeroPartida)",
                                               ctx.organizacionId(), transaccionId);
    const NombresDeAlumnos visto{ctx};
    for (AlumnoDeVenta& a : alumnos) a.alumno = visto(a.alumno);
    return alumnos;
}

VentaEscolarCreada vender(Context& ctx, const engine::Documento& tipo, const NotaEscolarNueva& n, engine::SolicitudVenta s) {
    auto& tx = ctx.db();
    const auto alumnos = alumnos_de(tx, n, s);
    const auto e = engine::emitir(ctx, tipo, s);
    for (std::size_t i = 0; i < alumnos.size(); ++i)
        apuntar_alumno(tx, {e.transaccionId, static_cast<std::int64_t>(i) + 1, alumnos[i].alumnoId, alumnos[i].nivelEscolarId,
                            reflect::enum_name(n.partidas[i].tipo), alumnos[i].pagadorId, s.entidadId});
    return {engine::creado(e), leer_alumnos_de(ctx, e.transaccionId)};
}

struct AlumnoDeNota {
    std::int64_t alumnoId = 0;
    std::string matricula;
    std::string alumno;
};
DESCRIBE_STRUCT(AlumnoDeNota, (), (alumnoId, matricula, alumno))

// The student that a file of a note is about: the one that is named, or its only one.
AlumnoDeNota alumno_de_nota(db::Reader& tx, std::int64_t transaccionId, std::int64_t alumnoId) {
    const auto suyos = tx.all<AlumnoDeNota>(R"(
        SELECT DISTINCT a.alumnoId, a.matricula, a.nombre AS alumno
        FROM partidaAlumno x JOIN alumno a ON a.organizacionId = $1 AND a.alumnoId = x.alumnoId
        WHERE x.organizacionId = $1 AND x.transaccionId = $2 ORDER BY a.alumnoId)",
                                            tx.organizacion(), transaccionId);
    reject_if(suyos.empty(), Codigo::no_encontrado, "/transaccionId");
    if (alumnoId == 0) {
        reject_if(suyos.size() > 1, Codigo::requerido, "/alumnoId");
        return suyos.front();
    }
    const auto este = std::ranges::find(suyos, alumnoId, &AlumnoDeNota::alumnoId);
    reject_if(este == suyos.end(), Codigo::no_encontrado, "/alumnoId");
    return *este;
}

// A document with students, as its files are told.
struct DocumentoEscolar {
    std::int64_t transaccionId = 0;
    std::string tipo;
    std::string serie;
    std::int64_t folio = 0;
};
DESCRIBE_STRUCT(DocumentoEscolar, (), (transaccionId, tipo, serie, folio))

struct FilaArchivoEscolar : engine::ArchivoVista {
    std::int64_t alumnoId{};
    std::string matricula;
    std::string alumno;
};
DESCRIBE_STRUCT(FilaArchivoEscolar, (engine::ArchivoVista), (alumnoId, matricula, alumno))

}  // namespace

VentaEscolarCreada crear_nota_escolar(Context& ctx, const NotaEscolarNueva& nueva) {
    return vender(ctx, engine::NotaVenta, nueva, solicitud_escolar(nueva));
}

VentaEscolarCreada crear_factura_escolar(Context& ctx, const FacturaEscolarNueva& nueva) {
    auto s = solicitud_escolar(nueva);
    if (nueva.metodoPago) s.metodoPago = reflect::enum_name(*nueva.metodoPago);
    return vender(ctx, engine::FacturaVenta, nueva, std::move(s));
}

VentaEscolarVista obtener_nota_escolar(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto alumnos = leer_alumnos_de(ctx, pedida.id);
    reject_if(alumnos.empty(), Codigo::no_encontrado, "/id");
    return {engine::exigir_documento(ctx, pedida.id, {engine::NotaVenta.tipo}), std::move(alumnos)};
}

Pagina<engine::DocumentoResumen> listar_notas_escolares(const Context& ctx, const VentasEscolaresFiltro& filtro) {
    std::vector<engine::OtroFiltro> otros;
    if (filtro.alumnoId)
        otros.push_back(
            {"d.transaccionId IN (SELECT x.transaccionId FROM partidaAlumno x WHERE x.organizacionId = $1 AND "
             "x.alumnoId = $)",
             filtro.alumnoId->valor});
    if (filtro.familiaId)
        otros.push_back(
            {"d.transaccionId IN (SELECT x.transaccionId FROM alumno a JOIN partidaAlumno x ON x.organizacionId = $1 "
             "AND x.alumnoId = a.alumnoId WHERE a.organizacionId = $1 AND a.familiaId = $)",
             filtro.familiaId->valor});
    if (otros.empty())
        otros.push_back(
            {"EXISTS (SELECT 1 FROM partidaAlumno x WHERE x.organizacionId = $1 AND x.transaccionId = "
             "d.transaccionId AND x.numeroPartida > $)",
             0});
    return engine::listar_documentos(ctx, filtro, "NotasVentaEscolares", {engine::NotaVenta.tipo}, otros);
}

engine::ArchivoPorGuardar preparar_archivo_escolar(const Context& ctx, const ArchivoEscolarNuevo& n) {
    const std::string_view nombre = n.nombre && !n.nombre->empty() ? std::string_view{*n.nombre} : n.archivo.nombre;
    auto revisado =
        engine::revisar_archivo(n.archivo.contenido, {nombre, n.extension.value_or(""), n.tipo.value_or("")}, "/archivo");
    if (revisado.falta) throw Error{{*revisado.falta}};
    // Before anything of it is kept anywhere; the transaction asks again.
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { alumno_de_nota(tx, n.transaccionId, n.alumnoId.value_or(0)); });
    return {std::move(revisado.nombre.nombre), std::move(revisado.nombre.extension),
            api::preparar_contenido(ctx, n.archivo.contenido, revisado.tipo)};
}

ArchivoEscolar agregar_archivo_escolar(Context& ctx, const ArchivoEscolarNuevo& n, const engine::ArchivoPorGuardar& archivo) {
    auto& tx = ctx.db();
    auto alumno = alumno_de_nota(tx, n.transaccionId, n.alumnoId.value_or(0));
    engine::apartar_archivos(ctx, n.transaccionId);
    auto hay = engine::buscar_digital(ctx, n.transaccionId, archivo.contenido.sha256);
    if (!hay) {
        const auto documento = engine::exigir_cualquiera(tx, n.transaccionId, "/transaccionId");
        ctx.exigir_version(documento.version);
        hay = engine::agregar_digital(ctx, documento, archivo, n.archivo.contenido, "/transaccionId");
    }
    tx.run(R"(INSERT INTO archivoAlumno (organizacionId, alumnoId, archivoId, transaccionId) VALUES ($1, $2, $3, $4)
              ON CONFLICT (organizacionId, transaccionId, alumnoId, archivoId) DO NOTHING)",
           tx.organizacion(), alumno.alumnoId, hay->archivoId, n.transaccionId.valor);
    return {std::move(*hay), alumno.alumnoId, std::move(alumno.matricula), NombresDeAlumnos{ctx}(alumno.alumno)};
}

std::vector<ArchivoDeAlumno> archivos_escolares(const Context& ctx, const ArchivosEscolaresPedidos& pedidos) {
    auto& tx = ctx.db();
    const std::int64_t alumnoId = pedidos.alumnoId ? pedidos.alumnoId->valor : 0;
    reject_if(!tx.one<std::int64_t>(
                  "SELECT 1 FROM partidaAlumno WHERE organizacionId = $1 AND transaccionId = $2 AND ($3 = 0 OR alumnoId = $3) "
                  "LIMIT 1",
                  tx.organizacion(), pedidos.id.valor, alumnoId),
              Codigo::no_encontrado, alumnoId == 0 ? "/id" : "/alumnoId");
    // The note itself, and the invoices of its lines, or of those of that student.
    const auto documentos = tx.all<DocumentoEscolar>(R"(
        SELECT d.transaccionId, d.tipo, d.serie, d.folio FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = $2
        UNION
        SELECT d.transaccionId, d.tipo, d.serie, d.folio
        FROM partidaAlumno x
        JOIN partida p ON p.organizacionId = $1 AND p.origenId = x.transaccionId AND p.origenPartida = x.numeroPartida
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.tipo = 'FacturaVenta'
        WHERE x.organizacionId = $1 AND x.transaccionId = $2 AND ($3 = 0 OR x.alumnoId = $3)
        ORDER BY 2 DESC, 1)",
                                                     tx.organizacion(), pedidos.id.valor, alumnoId);
    const NombresDeAlumnos visto{ctx};
    std::vector<ArchivoDeAlumno> r;
    for (const DocumentoEscolar& d : documentos)
        for (FilaArchivoEscolar& f : tx.all<FilaArchivoEscolar>(R"(
                 SELECT a.extension, a.nombre, CASE WHEN a.extension = '' THEN a.nombre ELSE a.nombre || '.' || a.extension END
                            AS nombreExtension,
                        a.url, a.archivoId, COALESCE(x.alumnoId, 0) AS alumnoId, COALESCE(s.matricula, '') AS matricula,
                        COALESCE(s.nombre, '') AS alumno
                 FROM documentoArchivo a
                 LEFT JOIN archivoAlumno x ON x.organizacionId = $1 AND x.transaccionId = $2 AND x.archivoId = a.archivoId
                                          AND a.archivoId <> 0
                 LEFT JOIN alumno s ON s.organizacionId = $1 AND s.alumnoId = x.alumnoId
                 WHERE a.organizacionId = $1 AND a.transaccionId = $2
                   AND ($3 = 0 OR x.alumnoId IS NULL OR x.alumnoId = $3)
                 ORDER BY a.consecutivo, x.alumnoId)",
                                                                tx.organizacion(), d.transaccionId, alumnoId)) {
            const auto suyo = f.alumnoId;
            std::string matricula = f.matricula;
            std::string nombre = visto(f.alumno);
            r.push_back({std::move(static_cast<engine::ArchivoVista&>(f)), d.transaccionId, d.tipo,
                         engine::folio_texto(d.serie, d.folio), suyo, std::move(matricula), std::move(nombre)});
        }
    engine::poner_enlaces(ctx, r);
    return r;
}

void register_venta_escolar(api::Operations& ops) {
    using enum api::Verb;
    static const std::vector<Codigo> rechazos_escolares{
        Codigo::no_encontrado,  Codigo::inactivo,      Codigo::otro_contacto,        Codigo::requerido,
        Codigo::fuera_de_rango, Codigo::base_negativa, Codigo::demasiados_decimales, Codigo::duplicado,
        Codigo::periodo_cerrado};
    ops.group("EscuelaPrivada");
    ops.add(POST, "/api/EscuelaPrivada/NotaVenta", "NotaVentaEscolarCrear", crear_nota_escolar)
        .nuestra()
        .rechaza(rechazos_escolares);
    ops.add(GET, "/api/EscuelaPrivada/NotaVenta/{id}", "NotaVentaEscolarObtener", obtener_nota_escolar)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/EscuelaPrivada/NotaVenta", "NotasVentaEscolares", listar_notas_escolares)
        .nuestra()
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista)
        .rechaza({Codigo::pagina_y_cursor});
    ops.add(POST, "/api/EscuelaPrivada/FacturaVenta", "FacturaVentaEscolarCrear", crear_factura_escolar)
        .nuestra()
        .rechaza(rechazos_escolares)
        .rechaza({Codigo::valor_no_permitido});
    ops.add(POST, "/api/EscuelaPrivada/ArchivoDigital", "EscuelaArchivoDigital", preparar_archivo_escolar,
            agregar_archivo_escolar)
        .multiparte(api::cuerpo_de_archivos())
        .rechaza({Codigo::no_encontrado, Codigo::requerido, Codigo::archivo_vacio, Codigo::archivo_otro_tipo,
                  Codigo::xml_inseguro, Codigo::precondicion_fallida});
    ops.add(GET, "/api/EscuelaPrivada/ArchivoDigital/{id}", "EscuelaArchivos", archivos_escolares)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
