#include "rooms/escuela/alumno.hpp"

#include "api/catalogo.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/alumnos.hpp"
#include "reflect/objeto.hpp"
#include "rooms/escuela/referencia.hpp"

#include <algorithm>
#include <map>

namespace cacao {
namespace {

constexpr std::string_view grupo_de_escuela = "EscuelaPrivada";

const Catalogo<FamiliaGuardada>& catalogo_de_familias() {
    static const Catalogo<FamiliaGuardada> familias{
        {.tabla = "familia",
         .llave = "familiaId",
         .candados = {"familias"},
         .orden = "codigo",
         .unicos = {{"codigo"}, {"referenciaExterna", true}},
         .referencias = {
             {"clienteId", "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1"},
             {"pagadorId", "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2"}}}};
    return familias;
}

// The form that RENAPO gives is judged as it is read; the complement asks for more.
void revisar_alumno(Context& ctx, const AlumnoGuardado* antes, const AlumnoGuardado& a, Faltas& faltas) {
    const bool nueva = antes == nullptr || antes->curp != a.curp;
    if (a.curp.empty()) faltas.agregar(Codigo::requerido, "/curp");
    else if (nueva) {
        const auto curp = Curp::leer(a.curp);
        faltas.agregar_si(!curp || curp->nacimiento() > ctx.hoy() || !curp_de_complemento(a.curp), Codigo::curp_invalida,
                          "/curp");
    }
    faltas.agregar_si(a.beca + a.descuento > Tasa::de_enteros(1), Codigo::fuera_de_rango,
                      a.beca > Tasa::de_enteros(1) ? "/beca" : "/descuento");
    faltas.agregar_si(a.baja && *a.baja < a.ingreso, Codigo::fuera_de_rango, "/baja");
    if (antes != nullptr && antes->planes == a.planes) return;
    for (std::size_t i = 0; i < a.planes.size(); ++i) {
        const std::string campo = "/planes/" + std::to_string(i);
        const auto opcional =
            ctx.db().one<bool>("SELECT opcional FROM planEscolar WHERE organizacionId = $1 AND planEscolarId = $2",
                               ctx.organizacionId(), a.planes[i]);
        if (!opcional) faltas.agregar(Codigo::no_encontrado, campo);
        else faltas.agregar_si(!*opcional, Codigo::valor_no_permitido, campo);
        const auto aqui = a.planes.begin() + static_cast<std::ptrdiff_t>(i);
        faltas.agregar_si(std::find(a.planes.begin(), aqui, *aqui) != aqui, Codigo::duplicado, campo);
    }
}

// There after settle().
void pedir_planes(db::Reader& tx, AlumnoGuardado& a) {
    tx.all_later(a.planes,
                 "SELECT planEscolarId FROM alumnoPlan WHERE organizacionId = $1 AND alumnoId = $2 ORDER BY planEscolarId",
                 tx.organizacion(), a.alumnoId);
}
void leer_planes(db::Reader& tx, AlumnoGuardado& a) {
    pedir_planes(tx, a);
    tx.settle();
}

void guardar_planes(db::Writer& tx, const AlumnoGuardado* antes, const AlumnoGuardado& a) {
    // What he owes may be another thing now.
    tx.run("DELETE FROM periodoCobrado WHERE organizacionId = $1", tx.organizacion());
    if (antes != nullptr && antes->planes == a.planes) return;
    tx.run("DELETE FROM alumnoPlan WHERE organizacionId = $1 AND alumnoId = $2", tx.organizacion(), a.alumnoId);
    for (const std::int64_t plan : a.planes)
        tx.run("INSERT INTO alumnoPlan (organizacionId, alumnoId, planEscolarId) VALUES ($1, $2, $3)", tx.organizacion(),
               a.alumnoId, plan);
}

const Catalogo<AlumnoGuardado>& catalogo_de_alumnos() {
    static const Catalogo<AlumnoGuardado> alumnos{
        {.tabla = "alumno",
         .llave = "alumnoId",
         .candados = {"alumnos", "cargosEscolares"},  // of who charges them, too
         .orden = "matricula",
         .unicos = {{"matricula"}, {"curp"}, {"referenciaExterna", true}},
         .referencias = {{"familiaId", "SELECT activo FROM familia WHERE organizacionId = $1 AND familiaId = $2"},
                         {"clienteId",
                          "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1"},
                         {"pagadorId", "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2"},
                         {"nivelEscolarId", "SELECT activo FROM nivelEscolar WHERE organizacionId = $1 AND nivelEscolarId = $2"},
                         {"cicloEscolarId", "SELECT activo FROM cicloEscolar WHERE organizacionId = $1 AND cicloEscolarId = $2"}},
         .buscados = {"matricula", "nombre"}},
        revisar_alumno,
        {.leer = leer_planes, .guardar = guardar_planes}};
    return alumnos;
}

auto con_planes(const std::optional<PlanesDeAlumno>& pedidos) {
    return [&pedidos](AlumnoGuardado& a, Faltas&) {
        if (pedidos) a.planes.assign(pedidos->begin(), pedidos->end());
    };
}

Familia con_referencia(FamiliaGuardada f) {
    const auto id = f.familiaId;
    return {std::move(f), referencia_escolar(ClaseDeReferencia::familia, id)};
}
Alumno con_referencia(const NombresDeAlumnos& visto, AlumnoGuardado a) {
    const auto id = a.alumnoId;
    return {std::move(static_cast<AlumnoDatos&>(a)), visto(a.nombre), referencia_escolar(ClaseDeReferencia::alumno, id)};
}

}  // namespace

Pagina<Familia> listar_familias(const Context& ctx, const FamiliasFiltro& filtro) {
    FamiliasFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Familias", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.clienteId) donde.add("clienteId = $", filtro.clienteId->valor);
    donde.add_if(filtro.codigo, "codigo = $");
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    const Total total =
        recorrido.contar(ctx.db(), "SELECT 1 FROM familia WHERE organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("familiaId > $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = ctx.db().all_with<FamiliaGuardada>(R"(
        SELECT familiaId, codigo, nombre, clienteId, pagadorId, COALESCE(referenciaExterna, '') AS referenciaExterna, activo, version
        FROM familia WHERE organizacionId = $1)" + donde.and_sql() +
                                                        " ORDER BY familiaId" + tramo,
                                                    donde.params());
    return recorrido.pagina(std::move(filas), total, [](const FamiliaGuardada& f) { return std::vector{f.familiaId}; })
        .como([](FamiliaGuardada& f) { return con_referencia(std::move(f)); });
}
Familia obtener_familia(const Context& ctx, const FamiliaPedida& pedida) {
    return con_referencia(catalogo_de_familias().leer(ctx.db(), pedida.familiaId));
}
Familia crear_familia(Context& ctx, const FamiliaNueva& pedido) {
    return con_referencia(catalogo_de_familias().crear(ctx, pedido));
}
Familia actualizar_familia(Context& ctx, const FamiliaActualizacion& pedido) {
    return con_referencia(catalogo_de_familias().actualizar(ctx, pedido));
}

Pagina<Alumno> listar_alumnos(const Context& ctx, const AlumnosFiltro& filtro) {
    AlumnosFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "Alumnos", reflect::to_json(solo_filtros)};
    auto& tx = ctx.db();
    db::Where donde{ctx.organizacionId()};
    // Folded words hold no wildcard of LIKE.
    if (filtro.buscar)
        for (const auto& palabra : palabras(*filtro.buscar)) donde.add("a.busqueda LIKE $", "%" + palabra + "%");
    donde.add_if(filtro.matricula, "a.matricula = $");
    if (filtro.familiaId) donde.add("a.familiaId = $", filtro.familiaId->valor);
    if (filtro.nivelEscolarId) donde.add("a.nivelEscolarId = $", filtro.nivelEscolarId->valor);
    if (filtro.cicloEscolarId) donde.add("a.cicloEscolarId = $", filtro.cicloEscolarId->valor);
    donde.add_if(filtro.grado, "a.grado = $");
    donde.add_if(filtro.grupo, "a.grupo = $");
    if (filtro.activo) donde.add(*filtro.activo ? "a.activo = 1" : "a.activo = 0");
    donde.add_if(filtro.referenciaExterna, "a.referenciaExterna = $");
    const Total total =
        recorrido.contar(tx, "SELECT 1 FROM alumno a WHERE a.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("a.alumnoId > $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<AlumnoGuardado>(R"(
        SELECT a.alumnoId, a.matricula, a.nombre, a.curp, a.familiaId, a.clienteId, a.pagadorId, a.nivelEscolarId, a.cicloEscolarId,
               a.grado, a.grupo, a.beca, a.descuento, a.ingreso, a.baja, COALESCE(a.referenciaExterna, '') AS referenciaExterna, a.activo,
               a.version
        FROM alumno a WHERE a.organizacionId = $1)" +
                                                 donde.and_sql() + " ORDER BY a.alumnoId" + tramo,
                                             donde.params());
    for (AlumnoGuardado& a : filas) pedir_planes(tx, a);
    tx.settle();
    return recorrido.pagina(std::move(filas), total, [](const AlumnoGuardado& a) { return std::vector{a.alumnoId}; })
        .como([visto = NombresDeAlumnos{ctx}](AlumnoGuardado& a) { return con_referencia(visto, std::move(a)); });
}
Alumno obtener_alumno(const Context& ctx, const AlumnoPedido& pedido) {
    return con_referencia(NombresDeAlumnos{ctx}, catalogo_de_alumnos().leer(ctx.db(), pedido.alumnoId));
}
Alumno crear_alumno(Context& ctx, const AlumnoNuevo& pedido) {
    AlumnoGuardado nuevo;
    // Who does not say since when was there when the year began.
    nuevo.ingreso = ctx.db()
                        .one<Fecha>("SELECT inicio FROM cicloEscolar WHERE organizacionId = $1 AND cicloEscolarId = $2",
                                    ctx.organizacionId(), pedido.cicloEscolarId.valor)
                        .value_or(ctx.hoy());
    return con_referencia(NombresDeAlumnos{ctx},
                          catalogo_de_alumnos().crear(ctx, pedido, std::move(nuevo), con_planes(pedido.planes)));
}
Alumno actualizar_alumno(Context& ctx, const AlumnoActualizacion& pedido) {
    return con_referencia(NombresDeAlumnos{ctx}, catalogo_de_alumnos().actualizar(ctx, pedido, con_planes(pedido.planes)));
}

CurpDeAlumno leer_curp(const Context& ctx, const AlumnoPedido& pedido) {
    if (!api::tiene_derecho(ctx.sesion(), engine::derecho_de_curp, grupo_de_escuela))
        reject(Codigo::permiso_denegado, "/alumnoId", reflect::objeto("permiso", engine::derecho_de_curp));
    const auto a = catalogo_de_alumnos().leer(ctx.db(), pedido.alumnoId);
    return {a.alumnoId, a.curp};
}

void register_alumnos(api::Operations& ops) {
    using enum api::Verb;
    ops.group(grupo_de_escuela);
    ops.add(GET, "/api/EscuelaPrivada/Familias", "FamiliasListar", listar_familias)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/EscuelaPrivada/Familias/{familiaId}", "FamiliaObtener", obtener_familia)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/EscuelaPrivada/Familias", "FamiliaCrear", crear_familia)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo});
    ops.add(PUT, "/api/EscuelaPrivada/Familias/{familiaId}", "FamiliaActualizar", actualizar_familia)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::precondicion_fallida});
    ops.add(GET, "/api/EscuelaPrivada/Alumnos", "AlumnosListar", listar_alumnos)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/EscuelaPrivada/Alumnos/{alumnoId}", "AlumnoObtener", obtener_alumno)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/EscuelaPrivada/Alumnos", "AlumnoCrear", crear_alumno)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::curp_invalida,
                  Codigo::fuera_de_rango, Codigo::valor_no_permitido});
    ops.add(PUT, "/api/EscuelaPrivada/Alumnos/{alumnoId}", "AlumnoActualizar", actualizar_alumno)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::requerido, Codigo::curp_invalida,
                  Codigo::fuera_de_rango, Codigo::valor_no_permitido, Codigo::precondicion_fallida});
    ops.add(GET, "/api/EscuelaPrivada/Alumnos/{alumnoId}/Curp", "AlumnoCurp", leer_curp)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado});
    ops.right(engine::derecho_de_curp);
    ops.right(engine::derecho_de_nombre);
}

}  // namespace cacao
