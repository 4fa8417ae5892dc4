// Pages of documents, by date and identifier.

#include "db/rows.hpp"
#include "engine/cadena/abiertas.hpp"
#include "engine/consulta/consulta_interno.hpp"
#include "engine/consulta/pagina_documentos.hpp"
#include "engine/entorno/conteos.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ranges>
#include <set>

namespace cacao::engine {
namespace interno {

std::string documento_sql(std::string_view de, std::string_view columnas, std::string_view tablas) {
    return fmt::format(R"(
        SELECT d.transaccionId, d.tipo AS tipoDocumento, d.serie, '' AS folio, d.fecha, d.vencimiento, d.estado, d.sucursalId,
               d.proyectoId, d.centroCostoId, {1}, d.almacenId, d.moneda, d.tipoCambio, d.subtotal, d.descuento, d.iva, d.ieps,
               d.ivaRetenido, d.isrRetenido, d.total,
               COALESCE((SELECT max(b.saldo) FROM saldo b WHERE b.organizacionId = $1 AND b.transaccionId = d.transaccionId), 0) AS saldo,
               COALESCE(d.uuid, '') AS uuid, '' AS fechaTimbrado, d.notas, d.referencia,
               COALESCE(d.referenciaExterna, '') AS referenciaExterna, '' AS cancelacionFecha, d.cancelacionMotivo,
               COALESCE(d.uuidSustitucion, '') AS uuidSustitucion, d.version,
               d.creadoPor, d.creadoEn, d.modificadoEn, d.folio AS numero, d.fechaTimbrado AS timbrado, d.cancelacionFecha AS cancelado
        FROM {0} LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId{2})",
                       de, columnas, tablas);
}

}  // namespace interno

const std::vector<Codigo> rechazos_de_lista{Codigo::fuera_de_rango, Codigo::valor_no_permitido, Codigo::cursor_invalido};

namespace {

// "FV-123" as people name it: what stands before the last dash is the series.
void filtrar_folio(const std::string& folio, db::Where& donde) {
    const auto guion = folio.rfind('-');
    std::int64_t numero = 0;
    const char* fin = folio.data() + folio.size();
    const bool bien = guion != std::string::npos && guion > 0 &&
                      std::from_chars(folio.data() + guion + 1, fin, numero).ptr == fin && numero > 0;
    reject_if(!bien, Codigo::valor_no_permitido, "/folio");
    donde.add("d.serie = $ AND d.folio = $", folio.substr(0, guion), numero);
}

void filtrar_contacto(const FiltroCliente& f, db::Where& donde) {
    if (f.clienteId) donde.add("d.entidadId = $ AND d.entidadId <> 0", f.clienteId->valor);
    if (f.vendedorId) donde.add("d.vendedorId = $", f.vendedorId->valor);
    if (f.canalId) donde.add("d.canalId = $", f.canalId->valor);
}

void filtrar_contacto(const FiltroProveedor& f, db::Where& donde) {
    if (f.proveedorId) donde.add("d.entidadId = $ AND d.entidadId <> 0", f.proveedorId->valor);
    donde.add_if(f.uuid, "d.uuid = $");
    donde.add_if(
        f.folioProveedor,
        "d.transaccionId IN (SELECT s.transaccionId FROM documentoProveedor s WHERE s.organizacionId = $1 AND s.folio = $)");
}

// A state that documents of these kinds are never in, by their tables, is a mistake: nothing would be found.
void filtrar_estado(Estado estado, std::initializer_list<std::string_view> tipos, db::Where& donde) {
    std::set<Estado> suyos;
    for (const auto tipo : tipos) {
        const Documento& t = *tipo_de(tipo);
        suyos.insert(t.inicial);
        for (const Transicion& paso : t.transiciones) suyos.insert({paso.de, paso.a});
    }
    if (!suyos.contains(estado))
        reject(Codigo::valor_no_permitido, "/estado",
               reflect::objeto("permitidos", suyos | std::views::transform([](Estado suyo) { return nombre(suyo); })));
    donde.add("d.estado = $", nombre(estado));
}

// The progress by which what is open of goods ends.
Avance avance_de(QuePendiente que) {
    return que == QuePendiente::entregar  ? Avance::entregado
           : que == QuePendiente::recibir ? Avance::recibido
                                          : Avance::facturado;
}

// Literal, so that the partial indexes serve (sql/0101). What comes back to an order that was closed leaves its line open there,
// as it leaves nothing to wait for (engine/cadena/pendientes.hpp).
std::string con_pendiente(QuePendiente que, std::initializer_list<std::string_view> tipos) {
    if (que == QuePendiente::cobrar || que == QuePendiente::pagar)
        return fmt::format(
            "d.transaccionId IN (SELECT b.transaccionId FROM saldo b WHERE b.organizacionId = $1 AND b.naturaleza "
            "= '{}' AND b.saldo > 0)",
            reflect::enum_name(que));
    const Avance avance = avance_de(que);
    std::string donde;
    const auto agregar = [&](std::string_view sql) { donde.append(donde.empty() ? "" : " UNION ALL ").append(sql); };
    if (std::ranges::any_of(tipos, [&](auto t) { return tipo_de(t)->espera.avance == avance; }))
        agregar(
            fmt::format("SELECT n.transaccionId FROM pendiente n WHERE n.organizacionId = $1 AND n.avance = '{}' AND n.abierto "
                        "= 1",
                        nombre(avance)));
    for (const auto t : tipos)
        if (const Documento& tipo = *tipo_de(t); deja_abierta(tipo, avance)) agregar(con_abiertas_sql(tipo, avance));
    return fmt::format("d.estado NOT IN ('cancelado', 'cerrado', 'rechazada') AND d.transaccionId IN ({})", donde);
}

void filtrar_pendiente(QuePendiente que, std::initializer_list<std::string_view> tipos, db::Where& donde) {
    std::vector<std::string_view> suyos;
    for (const auto& otro : reflect::enumerators<QuePendiente>)
        if (std::ranges::any_of(tipos,
                                [&](auto t) { return deja_pendiente(*tipo_de(t), static_cast<QuePendiente>(otro.value)); }))
            suyos.push_back(otro.name);
    if (std::ranges::find(suyos, reflect::enum_name(que)) == suyos.end())
        reject(Codigo::valor_no_permitido, "/pendiente", reflect::objeto("permitidos", suyos));
    donde.add(con_pendiente(que, tipos));
}

template <class Filtro>
void filtrar(const Filtro& f, std::initializer_list<std::string_view> tipos, db::Where& donde) {
    Faltas faltas;
    faltas.agregar_si(f.fechaInicial && f.fechaFinal && *f.fechaFinal < *f.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    faltas.lanzar();
    donde.add_if(f.fechaInicial, "d.fecha >= $");
    donde.add_if(f.fechaFinal, "d.fecha <= $");
    if (f.sucursalId) donde.add("d.sucursalId = $", f.sucursalId->valor);
    if (f.proyectoId) donde.add("d.proyectoId = $", f.proyectoId->valor);
    if (f.centroCostoId) donde.add("d.centroCostoId = $", f.centroCostoId->valor);
    filtrar_contacto(f, donde);
    if (f.estado) filtrar_estado(*f.estado, tipos, donde);
    if (f.pendiente) filtrar_pendiente(*f.pendiente, tipos, donde);
    if (f.folio) filtrar_folio(*f.folio, donde);
    donde.add_if(f.referenciaExterna, "d.referenciaExterna = $");
}

// Whether a list is asked only for what documents are counted by, beside kind, day and state.
bool solo_contacto(const FiltroCliente& f) { return !f.vendedorId && !f.canalId; }
bool solo_contacto(const FiltroProveedor& f) { return !f.uuid && !f.folioProveedor; }
std::optional<Id> contacto_de(const FiltroCliente& f) { return f.clienteId; }
std::optional<Id> contacto_de(const FiltroProveedor& f) { return f.proveedorId; }

template <class Filtro>
std::optional<DocumentosContables> contables_de(const Filtro& f, std::initializer_list<std::string_view> tipos,
                                                const std::vector<OtroFiltro>& otros) {
    const bool mas = f.sucursalId || f.proyectoId || f.centroCostoId || f.folio || f.referenciaExterna || f.modificadoDesde ||
                     f.desdePosicion || f.pendiente || !otros.empty();
    if (mas || !solo_contacto(f)) return std::nullopt;
    DocumentosContables c{.tipos = tipos, .desde = f.fechaInicial, .hasta = f.fechaFinal, .entidadId = {}, .estado = {}};
    if (const auto contacto = contacto_de(f)) c.entidadId = contacto->valor;
    if (f.estado) c.estado = nombre(*f.estado);
    return c;
}

// Whatever touches a document writes an event, and events are found by their time and by their position.
constexpr std::string_view con_evento_desde =
    "d.transaccionId IN (SELECT e.transaccionId FROM evento e WHERE e.organizacionId = $1 AND e.instante >= $)";
constexpr std::string_view con_evento_tras =
    "d.transaccionId IN (SELECT e.transaccionId FROM evento e WHERE e.organizacionId = $1 AND e.posicion > $)";

// One branch per kind: each is walked in the order of its index, and the database merges them.
std::string ramas(std::initializer_list<std::string_view> tipos, std::string_view columnas, const std::string& condicion,
                  std::string_view antes = "", std::string_view despues = "") {
    std::string sql;
    for (const auto tipo : tipos)
        sql += fmt::format("{}{}SELECT {} FROM documento d WHERE d.organizacionId = $1 AND d.tipo = '{}'{}{}",
                           sql.empty() ? "" : " UNION ALL ", antes, columnas, tipo, condicion, despues);
    return sql;
}

// A cursor belongs to the filters it was given under.
template <class Filtro>
std::string consulta_de(const Filtro& filtro, const std::vector<OtroFiltro>& otros) {
    Filtro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    std::string consulta = reflect::to_json(solo_filtros);
    for (const OtroFiltro& o : otros) consulta += fmt::format(" {}{}", o.sql, o.valor);
    return consulta;
}

template <class Resumen, class Filtro>
Pagina<Resumen> listar(const Context& ctx, const Filtro& filtro, std::string_view lista,
                       std::initializer_list<std::string_view> tipos, const std::vector<OtroFiltro>& otros) {
    const PaginaDocumentos pagina{ctx, filtro, lista, tipos, otros};
    auto filas =
        ctx.db().all_with<interno::Fila<Resumen>>(interno::documento_sql<Resumen>(pagina.de()) + pagina.orden(), pagina.params());
    return pagina.con(interno::resumenes(std::move(filas), ctx.sesion()));
}

}  // namespace

bool deja_pendiente(const Documento& tipo, QuePendiente que) {
    if (que == QuePendiente::cobrar) return tipo.saldo == Saldo::por_cobrar;
    if (que == QuePendiente::pagar) return tipo.saldo == Saldo::por_pagar;
    return tipo.espera.avance == avance_de(que) || deja_abierta(tipo, avance_de(que));
}

template <class Filtro>
PaginaDocumentos::PaginaDocumentos(const Context& ctx, const Filtro& filtro, std::string_view lista,
                                   std::initializer_list<std::string_view> tipos, const std::vector<OtroFiltro>& otros)
    : recorrido_(ctx, filtro, lista, consulta_de(filtro, otros)), donde_(ctx.organizacionId()) {
    auto& tx = ctx.db();
    filtrar(filtro, tipos, donde_);
    recorrido_.seguir(ctx, filtro, con_evento_desde, con_evento_tras, donde_);
    for (const OtroFiltro& o : otros) donde_.add(o.sql, o.valor);
    if (const auto contables = contables_de(filtro, tipos, otros); !contables)
        total_ = recorrido_.contar(tx, ramas(tipos, "1", donde_.and_sql()), donde_.params());
    else if (recorrido_.con_total()) total_ = documentos_contados(tx, *contables);
    const bool baja = filtro.orden == Orden::descendente;
    if (const auto& desde = recorrido_.desde())
        donde_.add(baja ? "(d.fecha, d.transaccionId) < ($, $)" : "(d.fecha, d.transaccionId) > ($, $)", desde->at(0),
                   desde->at(1));
    const std::string_view sentido = baja ? " DESC" : "";
    const auto orden = fmt::format(" ORDER BY fecha{}, transaccionId{}", sentido, sentido);
    const std::string filtros = donde_.and_sql();
    const auto tramo = recorrido_.tramo_sql(donde_);
    // PostgreSQL merges branches only where each is told its order and where it ends; SQLite merges by itself, and would sort
    // them.
    const bool cortadas = tx.motor() == db::Motor::postgres && tipos.size() > 1;
    const auto de_cada_tipo =
        cortadas ? ramas(tipos, "d.transaccionId, d.fecha", filtros, "(", orden + recorrido_.parte_sql(donde_) + ")")
                 : ramas(tipos, "d.transaccionId, d.fecha", filtros);
    de_ = "(" + de_cada_tipo + orden + tramo +
          ") p JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId";
    orden_ = fmt::format(" ORDER BY p.fecha{}, p.transaccionId{}", sentido, sentido);
}

template PaginaDocumentos::PaginaDocumentos(const Context&, const DocumentosFiltro&, std::string_view,
                                            std::initializer_list<std::string_view>, const std::vector<OtroFiltro>&);
template PaginaDocumentos::PaginaDocumentos(const Context&, const ComprasFiltro&, std::string_view,
                                            std::initializer_list<std::string_view>, const std::vector<OtroFiltro>&);

Pagina<DocumentoResumen> listar_documentos(const Context& ctx, const DocumentosFiltro& filtro, std::string_view lista,
                                           std::initializer_list<std::string_view> tipos, const std::vector<OtroFiltro>& otros) {
    return listar<DocumentoResumen>(ctx, filtro, lista, tipos, otros);
}

Pagina<CompraResumen> listar_documentos(const Context& ctx, const ComprasFiltro& filtro, std::string_view lista,
                                        std::initializer_list<std::string_view> tipos, const std::vector<OtroFiltro>& otros) {
    return listar<CompraResumen>(ctx, filtro, lista, tipos, otros);
}

}  // namespace cacao::engine
