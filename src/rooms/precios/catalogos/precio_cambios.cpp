#include "rooms/precios/catalogos/precio_cambios.hpp"

#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/unidades.hpp"
#include "engine/precios/listas_precios.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace cacao {
namespace {

using engine::sin_fin;

struct ProductoDePrecio {
    std::int64_t productoId{};
    std::string codigo;
    std::int64_t unidadMedidaId{};
    bool activo{};
};
DESCRIBE_STRUCT(ProductoDePrecio, (), (productoId, codigo, unidadMedidaId, activo))

// A row that still governs some day from today on.
struct Vigente {
    std::int64_t precioId{};
    std::int64_t productoId{};
    std::int64_t unidadMedidaId{};
    Cantidad cantidadMinima;
    Precio precio;
    std::string moneda;
    bool incluyeImpuestos{};
    Fecha vigenciaInicio;
    Fecha vigenciaFin;
};
DESCRIBE_STRUCT(Vigente, (),
                (precioId, productoId, unidadMedidaId, cantidadMinima, precio, moneda, incluyeImpuestos, vigenciaInicio,
                 vigenciaFin))

using Clave = std::tuple<std::int64_t, std::int64_t, Cantidad>;
Clave clave(const Vigente& v) { return {v.productoId, v.unidadMedidaId, v.cantidadMinima}; }

// What the audit log keeps: who changed how many. The rows themselves say the rest, and are never rewritten.
struct Resumen {
    std::int64_t listaPreciosId{};
    std::int64_t entidadId{};
    std::int64_t registrados{};
    std::int64_t sinCambio{};
    std::int64_t rechazados{};
};
DESCRIBE_STRUCT(Resumen, (), (listaPreciosId, entidadId, registrados, sinCambio, rechazados))

class Cambios {
public:
    Cambios(Context& ctx, const DuenoDePrecios& dueno, const PreciosCambiados& pedidos)
        : ctx_(ctx), dueno_(dueno), pedidos_(pedidos), hoy_(ctx.hoy()) {}

    PreciosActualizados registrar(bool todo_o_nada) {
        reunir();
        std::vector<std::vector<Falta>> faltas(pedidos_.size());
        for (std::size_t i = 0; i < pedidos_.size(); ++i) faltas[i] = revisar(i);
        if (todo_o_nada) lanzar(faltas);
        PreciosActualizados r;
        r.filas.reserve(pedidos_.size());
        for (std::size_t i = 0; i < pedidos_.size(); ++i) {
            auto& fila = r.filas.emplace_back();
            fila.fila = static_cast<std::int64_t>(i);
            fila.productoId = nombrados_[i].productoId;
            if (const auto* de = producto(fila.productoId)) fila.codigo = de->codigo;
            if (faltas[i].empty()) {
                aplicar(i, fila);
            } else {
                fila.resultado = ResultadoPrecio::rechazado;
                for (const auto& f : faltas[i])
                    fila.errores.push_back(
                        {f.campo, std::string{nombre(f.codigo)}, std::string{mensaje(f.codigo, ctx_.idioma())}});
            }
            ++(fila.resultado == ResultadoPrecio::rechazado   ? r.rechazados
               : fila.resultado == ResultadoPrecio::sinCambio ? r.sinCambio
                                                              : r.registrados);
        }
        guardar();
        ctx_.auditar_alta("Precio", dueno_.listaPreciosId != 0 ? dueno_.listaPreciosId : dueno_.entidadId,
                          Resumen{dueno_.listaPreciosId, dueno_.entidadId, r.registrados, r.sinCambio, r.rechazados});
        return r;
    }

private:
    void reunir();
    std::vector<Falta> revisar(std::size_t i);
    void aplicar(std::size_t i, PrecioCambiado& fila);
    std::int64_t insertar(const Clave& clave, Precio precio, const std::string& moneda, bool incluye, Fecha inicio, Fecha fin);
    void guardar();
    void lanzar(const std::vector<std::vector<Falta>>& faltas) const;

    const ProductoDePrecio* producto(std::int64_t id) const {
        const auto it = std::ranges::lower_bound(productos_, id, {}, &ProductoDePrecio::productoId);
        return it == productos_.end() || it->productoId != id ? nullptr : &*it;
    }
    Clave clave_de(std::size_t i) const {
        const auto& p = pedidos_[i];
        return {nombrados_[i].productoId, unidades_[i],
                p.cantidadMinima ? static_cast<const Cantidad&>(*p.cantidadMinima) : Cantidad{}};
    }

    Context& ctx_;
    const DuenoDePrecios& dueno_;
    const PreciosCambiados& pedidos_;
    Fecha hoy_;
    std::vector<engine::ProductoNombrado> nombrados_;  // of each row
    std::vector<ProductoDePrecio> productos_;          // by identifier
    std::vector<std::int64_t> unidades_;               // of each row: 0 when the product is not counted in it
    std::vector<Vigente> vigentes_;                    // by key
    std::set<Clave> vistas_;
    db::Conjunto cierres_{"precioId", "vigenciaFin"};
    // Rows of another currency come only from a customer's earlier agreement, split by a new one.
    struct Nuevas {
        std::string moneda;
        bool incluyeImpuestos;
        db::Conjunto filas{"precioId", "productoId",     "unidadMedidaId", "cantidadMinima",
                           "precio",   "vigenciaInicio", "vigenciaFin"};
    };
    std::vector<Nuevas> nuevas_;
};

void Cambios::reunir() {
    auto& tx = ctx_.db();
    std::set<std::int64_t> ids;
    nombrados_ = engine::productos_nombrados(tx, pedidos_, "/precios");
    for (const auto& n : nombrados_)
        if (n.productoId != 0) ids.insert(n.productoId);
    db::Conjunto productos{"productoId"};
    for (const auto id : ids) productos.agregar(id);
    const auto texto = productos.valor();
    tx.all_later(productos_,
                 "SELECT p.productoId, p.codigo, p.unidadMedidaId, p.activo FROM " + productos.sql(tx.motor(), "$2") + R"( f
            JOIN producto p ON p.organizacionId = $1 AND p.productoId = f.productoId)",
                 tx.organizacion(), texto);
    tx.all_later(vigentes_,
                 R"(
        SELECT p.precioId, p.productoId, p.unidadMedidaId, p.cantidadMinima, p.precio, p.moneda, p.incluyeImpuestos,
               p.vigenciaInicio, p.vigenciaFin
        FROM )" + productos.sql(tx.motor(), "$2") +
                     R"( f
        CROSS JOIN precio p
        WHERE p.organizacionId = $1 AND p.listaPreciosId = $3 AND p.entidadId = $4 AND p.productoId = f.productoId
          AND p.vigenciaFin >= $5 AND p.vigenciaFin >= p.vigenciaInicio)",
                 tx.organizacion(), texto, dueno_.listaPreciosId, dueno_.entidadId, hoy_);
    tx.settle();
    std::ranges::sort(productos_, {}, &ProductoDePrecio::productoId);
    std::ranges::sort(vigentes_, {}, [](const Vigente& v) { return std::pair{clave(v), v.vigenciaInicio}; });

    unidades_.resize(pedidos_.size());
    std::vector<engine::UnidadPedida> otras;
    std::vector<std::size_t> de_cual;
    for (std::size_t i = 0; i < pedidos_.size(); ++i) {
        const auto* p = producto(nombrados_[i].productoId);
        if (p == nullptr) continue;
        const std::int64_t pedida = pedidos_[i].unidadMedidaId.value_or(0);
        if (pedida == 0 || pedida == p->unidadMedidaId) {
            unidades_[i] = p->unidadMedidaId;
        } else {
            otras.push_back({p->productoId, p->unidadMedidaId, pedida});
            de_cual.push_back(i);
        }
    }
    const auto halladas = engine::unidades_de(tx, otras);
    for (std::size_t i = 0; i < halladas.size(); ++i)
        if (halladas[i]) unidades_[de_cual[i]] = halladas[i]->unidadMedidaId;
}

std::vector<Falta> Cambios::revisar(std::size_t i) {
    const auto& p = pedidos_[i];
    std::vector<Falta> faltas;
    const auto falta_si = [&](bool mal, Codigo codigo, const char* campo) {
        if (mal) faltas.push_back({codigo, "/precios/" + std::to_string(i) + campo, En::cuerpo, {}});
    };
    if (const auto& mal = nombrados_[i].falta) faltas.push_back(*mal);
    const auto* de = producto(nombrados_[i].productoId);
    const bool termina = p.termina.value_or(false);
    const Fecha inicio = p.vigenciaInicio.value_or(hoy_);
    falta_si(de == nullptr && !nombrados_[i].falta, Codigo::no_encontrado, "/productoId");
    falta_si(de != nullptr && !de->activo && !termina, Codigo::inactivo, "/productoId");
    falta_si(de != nullptr && unidades_[i] == 0, Codigo::no_encontrado, "/unidadMedidaId");
    falta_si(!termina && !p.precio, Codigo::requerido, "/precio");
    falta_si(termina && p.precio, Codigo::valor_no_permitido, "/precio");
    falta_si(p.precio && *p.precio <= Precio{}, Codigo::fuera_de_rango, "/precio");
    falta_si(inicio < hoy_, Codigo::fuera_de_rango, "/vigenciaInicio");
    falta_si(p.vigenciaFin && *p.vigenciaFin < inicio, Codigo::fuera_de_rango, "/vigenciaFin");
    if (faltas.empty()) falta_si(!vistas_.insert(clave_de(i)).second, Codigo::duplicado, "/productoId");
    return faltas;
}

// The days from the first to the last get the new price: what governed them before ends where they begin, and goes on behind
// them.
void Cambios::aplicar(std::size_t i, PrecioCambiado& fila) {
    const auto& p = pedidos_[i];
    const Clave k = clave_de(i);
    const auto suyas = std::ranges::equal_range(vigentes_, k, {}, [](const Vigente& v) { return clave(v); });
    const Fecha inicio = p.vigenciaInicio.value_or(hoy_);
    Fecha fin = p.vigenciaFin.value_or(sin_fin);
    // Without an end it lasts until the next one that is already planned.
    if (!p.vigenciaFin)
        for (const auto& v : suyas)
            if (v.vigenciaInicio > inicio) {
                fin = v.vigenciaInicio + -1;
                break;
            }
    bool habia = false;
    for (const auto& v : suyas) {
        if (v.vigenciaFin < inicio || v.vigenciaInicio > fin) continue;
        const bool igual =
            p.precio && v.precio == *p.precio && v.moneda == dueno_.moneda && v.incluyeImpuestos == dueno_.incluyeImpuestos;
        if (igual && v.vigenciaInicio <= inicio && v.vigenciaFin == fin) {
            fila.resultado = ResultadoPrecio::sinCambio;
            fila.precioId = v.precioId;
            return;
        }
        habia = true;
        cierres_.agregar(v.precioId, (v.vigenciaInicio < inicio ? inicio : v.vigenciaInicio) + -1);
        if (v.vigenciaFin > fin) insertar(k, v.precio, v.moneda, v.incluyeImpuestos, fin + 1, v.vigenciaFin);
    }
    if (p.precio) {
        fila.resultado = habia ? ResultadoPrecio::cambiado : ResultadoPrecio::creado;
        fila.precioId = insertar(k, *p.precio, dueno_.moneda, dueno_.incluyeImpuestos, inicio, fin);
    } else {
        fila.resultado = habia ? ResultadoPrecio::terminado : ResultadoPrecio::sinCambio;
    }
}

std::int64_t Cambios::insertar(const Clave& k, Precio precio, const std::string& moneda, bool incluye, Fecha inicio, Fecha fin) {
    auto it = std::ranges::find_if(nuevas_, [&](const Nuevas& n) { return n.moneda == moneda && n.incluyeImpuestos == incluye; });
    if (it == nuevas_.end()) it = nuevas_.insert(nuevas_.end(), Nuevas{moneda, incluye});
    const auto id = ctx_.db().next_id();
    it->filas.agregar(id, std::get<0>(k), std::get<1>(k), std::get<2>(k), precio, inicio, fin);
    return id;
}

void Cambios::guardar() {
    auto& tx = ctx_.db();
    if (cierres_.filas() > 0)
        tx.run("WITH f AS " + cierres_.sql(tx.motor(), "$2") + R"(
            UPDATE precio SET vigenciaFin = f.vigenciaFin FROM f WHERE precio.organizacionId = $1 AND precio.precioId = f.precioId)",
               tx.organizacion(), cierres_.valor());
    for (const auto& n : nuevas_)
        tx.run(R"(
            INSERT INTO precio (organizacionId, precioId, listaPreciosId, entidadId, productoId, unidadMedidaId, cantidadMinima,
                                precio, moneda, incluyeImpuestos, vigenciaInicio, vigenciaFin, creadoPor, creadoEn)
            SELECT $1, f.precioId, $3, $4, f.productoId, f.unidadMedidaId, f.cantidadMinima, f.precio, $5, $6, f.vigenciaInicio,
                   f.vigenciaFin, $7, $8
            FROM )" +
                   n.filas.sql(tx.motor(), "$2") + " f",
               tx.organizacion(), n.filas.valor(), dueno_.listaPreciosId, dueno_.entidadId, n.moneda, n.incluyeImpuestos,
               ctx_.usuarioId(), ctx_.ahora());
}

void Cambios::lanzar(const std::vector<std::vector<Falta>>& faltas) const {
    std::vector<Falta> todas;
    for (const auto& f : faltas) todas.insert(todas.end(), f.begin(), f.end());
    if (!todas.empty()) throw Error{std::move(todas)};
}

}  // namespace

PreciosActualizados cambiar_precios(Context& ctx, const DuenoDePrecios& dueno, const PreciosCambiados& pedidos,
                                    bool todo_o_nada) {
    return Cambios{ctx, dueno, pedidos}.registrar(todo_o_nada);
}

}  // namespace cacao
