#include "rooms/eventos/catalogo.hpp"

#include "api/posiciones.hpp"
#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "engine/verbos/areas.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace cacao::eventos {
namespace {

using engine::Suceso;

// Records whose changes others hear of, and the operations that read them: whoever has one of these may hear of it.
struct Registro {
    std::string_view objeto;
    std::array<std::string_view, 2> lee;
    reflect::Use datos;
    std::span<const Suceso> sucesos;
    std::string_view guardado = {};  // its type in `eventoRegistro`, where that is another
};

template <class E>
Registro registro(std::string_view objeto, std::string_view lee, std::string_view o_lee = {}, std::string_view guardado = {}) {
    return {objeto, {lee, o_lee}, reflect::use_of<E>(), E::sucesos, guardado};
}

const std::vector<Registro>& registros() {
    using namespace engine::evento;
    static const std::vector<Registro> tabla{
        registro<DeRegistro>("Producto", "ProductosListar", "ProductoObtener"),
        registro<DeRegistro>("ProductoImagen", "ProductoImagenObtener"),
        registro<DeRegistro>("ClasificacionProducto", "ClasificacionesProductoListar"),
        registro<DeRegistro>("UnidadMedida", "UnidadesMedidaListar"),
        registro<DeRegistro>("ListaPrecios", "ListasPreciosListar", "ListaPreciosObtener"),
        registro<DeRegistro>("Precio", "PreciosListar"),
        registro<DeRegistro>("Promocion", "PromocionesListar"),
        registro<ExistenciaCambiada>("Existencia", "Existencias"),
        registro<ExistenciaBaja>("Existencia", "Existencias", {}, "ExistenciaBaja"),
        registro<DeRegistro>("NivelInventario", "NivelesInventarioListar"),
        registro<DeRegistro>("Lote", "LotesListar", "LoteObtener"),
        registro<DeRegistro>("Conteo", "ConteosListar", "ConteoObtener"),
        registro<DeRegistro>("Contacto", "ContactosListar", "ContactoObtener"),
        registro<DeRegistro>("ClasificacionContacto", "ContactoClasificacionesListar"),
        registro<CreditoExcedido>("Credito", "SaldoContacto", "SaldosContactos"),
        registro<DeRegistro>("Concepto", "ConceptosListar"),
        registro<DeRegistro>("Sucursal", "SucursalesListar"),
        registro<DeRegistro>("Almacen", "AlmacenesListar"),
        registro<DeRegistro>("Vendedor", "VendedoresListar"),
        registro<DeRegistro>("Canal", "CanalesListar"),
        registro<DeRegistro>("CuentaBancaria", "CuentasBancariasListar"),
        registro<DeRegistro>("TipoCambio", "TiposCambioListar"),
        registro<DeRegistro>("Recibido", "BuzonListar", "BuzonObtener"),
        registro<DeRegistro>("Suscripcion", "SuscripcionesListar", "SuscripcionObtener"),
        registro<SuscripcionDesactivada>("Suscripcion", "SuscripcionesListar", "SuscripcionObtener", "SuscripcionDesactivada"),
    };
    return tabla;
}

std::vector<Tipo> hacer_tipos() {
    std::vector<Tipo> lista;
    for (const engine::Documento* d : engine::todos_los_tipos())
        for (const engine::TipoEvento& e : engine::tipos_de_evento())
            for (const Suceso s : e.sucesos)
                // Two forms tell that money was settled, one of which is of requests for payment alone.
                if (engine::puede_contar(*d, s)) lista.push_back({std::string{d->tipo}, s, e.version, e.datos, true});
    for (const Registro& r : registros())
        for (const Suceso s : r.sucesos) lista.push_back({std::string{r.objeto}, s, 1, r.datos, false});
    // In the order of an alphabet, so that a list of them can be read.
    std::ranges::sort(lista, {}, [](const Tipo& t) { return std::pair{std::string_view{t.objeto}, t.suceso}; });
    return lista;
}

std::string id_de(std::int64_t organizacionId, std::int64_t posicion) {
    return fmt::format("evt_{}_{}", organizacionId, posicion);
}

// The fields that are stored, behind those that name whose they are.
std::string con_campos(std::string cabeza, std::string_view datos) {
    if (datos.size() <= 2) return cabeza;
    cabeza.pop_back();
    return cabeza.append(",").append(datos.substr(1));
}

std::optional<Leido> documento(const db::Row& row, std::int64_t organizacionId) {
    const auto datos = row.text(6);
    const auto contado = engine::leer_contado(row.text(4), datos);
    if (!contado) return std::nullopt;
    Leido l;
    l.objeto = row.text(1);
    l.suceso = reflect::enum_name(contado->suceso);
    l.clave = std::to_string(row.integer(2));
    l.evento = {l.objeto + "." + l.suceso,
                contado->tipo->version,
                Instante::de_micros(row.integer(5)),
                id_de(organizacionId, row.integer(0)),
                row.integer(0),
                {con_campos(reflect::objeto("transaccionId", row.integer(2), "consecutivo", row.integer(3)), datos)}};
    return l;
}

std::optional<Leido> de_registro(const db::Row& row, std::int64_t organizacionId) {
    const auto guardado = row.text(1);
    const auto& todos = registros();
    const auto suyo =
        std::ranges::find_if(todos, [&](const Registro& r) { return (r.guardado.empty() ? r.objeto : r.guardado) == guardado; });
    if (suyo == todos.end()) return std::nullopt;
    const auto datos = row.text(5);
    Leido l;
    l.objeto = suyo->objeto;
    // What was written down as a change is what this type of it tells.
    l.suceso = suyo->sucesos.size() == 1 ? reflect::enum_name(suyo->sucesos.front()) : row.text(3);
    l.clave = l.objeto + "/" + std::to_string(row.integer(2));
    l.evento = {l.objeto + "." + l.suceso,
                1,
                Instante::de_micros(row.integer(4)),
                id_de(organizacionId, row.integer(0)),
                row.integer(0),
                {datos.empty() ? reflect::objeto("registroId", row.integer(2)) : std::string{datos}}};
    return l;
}

// `cuales` says which, by $2 and $3.
template <class... Args>
std::vector<Leido> leer_donde(db::Reader& tx, const std::string& cuales, const Args&... args) {
    std::vector<Leido> leidos;
    tx.each(
        "SELECT e.posicion, d.tipo, e.transaccionId, e.consecutivo, e.evento, e.instante, e.datos FROM evento e "
        "JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = e.transaccionId WHERE e.organizacionId = $1 AND " +
            cuales,
        [&](const db::Row& row) {
            if (auto l = documento(row, tx.organizacion())) leidos.push_back(std::move(*l));
        },
        tx.organizacion(), args...);
    tx.each(
        "SELECT e.posicion, e.tipo, e.registroId, e.evento, e.instante, e.datos FROM eventoRegistro e "
        "WHERE e.organizacionId = $1 AND " +
            cuales,
        [&](const db::Row& row) {
            if (auto l = de_registro(row, tx.organizacion())) leidos.push_back(std::move(*l));
        },
        tx.organizacion(), args...);
    std::ranges::sort(leidos, {}, [](const Leido& l) { return l.evento.posicion; });
    return leidos;
}

Instante contados_desde(Instante ahora) { return ahora.mas_segundos(-dias_guardados * 24 * 60 * 60); }

std::optional<Instante> instante_de(db::Reader& tx, std::int64_t posicion) {
    return tx.one<Instante>(R"(SELECT instante FROM evento WHERE organizacionId = $1 AND posicion = $2
                               UNION ALL SELECT instante FROM eventoRegistro WHERE organizacionId = $1 AND posicion = $2)",
                            tx.organizacion(), posicion);
}

}  // namespace

const std::vector<Tipo>& tipos() {
    static const std::vector<Tipo> lista = hacer_tipos();
    return lista;
}

bool coincide(std::string_view patron, std::string_view objeto, std::string_view suceso) {
    if (patron == "*") return true;
    const auto punto = patron.find('.');
    if (punto == std::string_view::npos) return false;
    const auto cosa = patron.substr(0, punto);
    const auto que = patron.substr(punto + 1);
    return (cosa == "*" || cosa == objeto) && (que == "*" || que == suceso);
}

bool coincide_alguno(const std::vector<std::string>& patrones, std::string_view objeto, std::string_view suceso) {
    return std::ranges::any_of(patrones, [&](const std::string& p) { return coincide(p, objeto, suceso); });
}

bool es_patron(std::string_view patron) {
    return std::ranges::any_of(tipos(), [&](const Tipo& t) { return coincide(patron, t.objeto, reflect::enum_name(t.suceso)); });
}

bool Oidos::puede(std::string_view objeto) {
    const auto conocido = juzgados_.find(objeto);
    if (conocido != juzgados_.end()) return conocido->second;
    return juzgados_.emplace(objeto, juzgar(objeto)).first->second;
}

bool Oidos::juzgar(std::string_view objeto) const {
    if (engine::tipo_de(objeto) != nullptr) return engine::puede_leer(ctx_, ops_, objeto);
    const auto permitida = [&](std::string_view id) {
        const api::Operation* op = id.empty() ? nullptr : ops_.find(id);
        return op != nullptr && ctx_.sesion().permitidas[op->index];
    };
    return std::ranges::any_of(registros(),
                               [&](const Registro& r) { return r.objeto == objeto && std::ranges::any_of(r.lee, permitida); });
}

std::vector<Leido> leer(db::Reader& tx, std::int64_t desde, std::int64_t hasta) {
    return leer_donde(tx, "e.posicion > $2 AND e.posicion <= $3", desde, hasta);
}

std::vector<Leido> leer(db::Reader& tx, const std::vector<std::int64_t>& posiciones) {
    db::Conjunto pedidas{"posicion"};
    for (const auto posicion : posiciones) pedidas.agregar(posicion);
    return leer_donde(tx, "e.posicion IN (SELECT f.posicion FROM " + pedidas.sql(tx.motor(), "$2") + " f)", pedidas.valor());
}

std::int64_t posicion_antes_de(db::Reader& tx, Instante momento) {
    // Positions rise with time but for what was committed together: so the half in which it stands is looked for.
    std::int64_t antes = 0;
    std::int64_t despues = api::last_position(tx) + 1;
    while (antes + 1 < despues) {
        const std::int64_t medio = antes + (despues - antes) / 2;
        const auto instante = instante_de(tx, medio);
        (instante && *instante < momento ? antes : despues) = medio;
    }
    return antes;
}

bool se_cuenta(db::Reader& tx, std::int64_t posicion, Instante ahora) {
    const auto instante = instante_de(tx, posicion);
    return instante && *instante >= contados_desde(ahora);
}

std::int64_t mas_antigua(db::Reader& tx, Instante ahora) { return posicion_antes_de(tx, contados_desde(ahora)); }

}  // namespace cacao::eventos
