#include "engine/precios/precios.hpp"

#include "engine/precios/precios_datos.hpp"
#include "reflect/json_write.hpp"

#include <algorithm>
#include <tuple>

namespace cacao::engine {
namespace {

constexpr std::int64_t picos = 1'000'000;  // 10^-12 in a millionth

// A price on its way from the row that holds it to the line that asks.
struct Hallazgo {
    const PrecioFila* fila = nullptr;
    Precio precio;
    std::vector<PasoPrecio> pasos;
};

class Resolucion {
public:
    Resolucion(const MarcoPrecios& marco, DatosPrecios datos, bool autoriza)
        : marco_(marco), datos_(std::move(datos)), autoriza_(autoriza) {}

    PrecioResuelto resolver(const PrecioPedido& pedido, const std::optional<Unidad>& unidad) const;

private:
    std::optional<Hallazgo> en_filas(std::span<const PrecioFila> filas, const PrecioPedido& pedido, const Unidad& unidad,
                                     std::int64_t unidadBaseId) const;
    std::optional<Hallazgo> en_lista(const ListaFila& lista, const PrecioPedido& pedido, const Unidad& unidad,
                                     std::int64_t unidadBaseId) const;
    // To the currency of the question; nothing, with the reason, when it may not or cannot be.
    std::optional<Precio> en_moneda(Precio precio, std::string_view moneda, bool permitido, Codigo& porque) const;
    bool sirve(const ListaFila& lista) const;
    void vigilar(PrecioResuelto& r, const PrecioPedido& pedido, const ProductoPrecio& producto, const Unidad& unidad) const;
    const ListaFila* lista_que_vigila(const PrecioResuelto& r, const PrecioPedido& pedido) const;
    std::optional<Precio> minimo(const ListaFila& lista, const ProductoPrecio& producto, const Unidad& unidad) const;

    const MarcoPrecios& marco_;
    DatosPrecios datos_;
    bool autoriza_;
};

bool en_vigor(const ListaFila& l, Fecha fecha) { return l.activa && l.vigenciaInicio <= fecha && fecha <= l.vigenciaFin; }

bool Resolucion::sirve(const ListaFila& l) const {
    return en_vigor(l, marco_.fecha) &&
           (l.sucursales.empty() || std::ranges::find(l.sucursales, marco_.sucursalId) != l.sucursales.end());
}

// The greatest minimum that is reached, then the most recent validity. The unit's own rows come before the base unit's, whose
// minimum counts base units.
std::optional<Hallazgo> Resolucion::en_filas(std::span<const PrecioFila> filas, const PrecioPedido& pedido, const Unidad& unidad,
                                             std::int64_t unidadBaseId) const {
    const auto mejor = [&](std::int64_t unidadMedidaId, std::int64_t numerador, std::int64_t denominador) {
        const PrecioFila* elegida = nullptr;
        for (const PrecioFila& f : filas) {
            if (f.unidadMedidaId != unidadMedidaId) continue;
            if (static_cast<__int128>(f.cantidadMinima.micros()) * denominador >
                static_cast<__int128>(pedido.cantidad.micros()) * numerador)
                continue;
            if (elegida == nullptr ||
                std::tie(elegida->cantidadMinima, elegida->vigenciaInicio) < std::tie(f.cantidadMinima, f.vigenciaInicio))
                elegida = &f;
        }
        return elegida;
    };
    if (const auto* fila = mejor(unidad.unidadMedidaId, 1, 1)) return Hallazgo{fila, fila->precio, {}};
    if (unidad.unidadMedidaId == unidadBaseId) return std::nullopt;
    const auto* fila = mejor(unidadBaseId, unidad.numerador, unidad.denominador);
    if (fila == nullptr) return std::nullopt;
    Hallazgo h{fila, {}, {}};
    h.precio = Precio::de_micros(
        dividir_redondeando(static_cast<__int128>(fila->precio.micros()) * unidad.numerador, unidad.denominador));
    h.pasos.push_back({"unidad", 0, std::to_string(unidad.numerador) + '/' + std::to_string(unidad.denominador), h.precio});
    return h;
}

std::optional<Hallazgo> Resolucion::en_lista(const ListaFila& lista, const PrecioPedido& pedido, const Unidad& unidad,
                                             std::int64_t unidadBaseId) const {
    if (auto h = en_filas(datos_.precios_de(lista.listaPreciosId, pedido.productoId), pedido, unidad, unidadBaseId)) return h;
    const auto* base = datos_.lista(lista.listaBaseId);
    if (base == nullptr || !en_vigor(*base, marco_.fecha)) return std::nullopt;
    auto h = en_lista(*base, pedido, unidad, unidadBaseId);
    if (!h) return h;
    const __int128 producto = static_cast<__int128>(h->precio.micros()) * lista.factor.micros();
    h->precio = redondear_precio(producto, lista.redondeo, lista.redondeoMultiplo);
    if (lista.factor != Tasa::de_enteros(1))
        h->pasos.push_back({"factor", lista.listaPreciosId, lista.factor.texto(), redondear_precio(producto, "ninguno", {})});
    if (lista.redondeo != "ninguno")
        h->pasos.push_back({"redondeo", lista.listaPreciosId, lista.redondeo + ' ' + lista.redondeoMultiplo.texto(), h->precio});
    return h;
}

std::optional<Precio> Resolucion::en_moneda(Precio precio, std::string_view moneda, bool permitido, Codigo& porque) const {
    if (moneda == datos_.moneda) return precio;
    if (!permitido) {
        porque = Codigo::moneda_distinta;
        return std::nullopt;
    }
    const auto de = datos_.tipo_cambio(moneda);
    if (!de || !datos_.tipoCambio) {
        porque = Codigo::moneda_sin_tipo_cambio;
        return std::nullopt;
    }
    return Precio::de_micros(
        dividir_redondeando(static_cast<__int128>(precio.micros()) * de->micros(), datos_.tipoCambio->micros()));
}

PrecioResuelto Resolucion::resolver(const PrecioPedido& pedido, const std::optional<Unidad>& unidad) const {
    PrecioResuelto r;
    const auto* producto = datos_.producto(pedido.productoId);
    if (producto == nullptr) {
        r.faltas.push_back({Codigo::no_encontrado, "/productoId", En::donde_sea, {}});
        return r;
    }
    if (!producto->activo) r.faltas.push_back({Codigo::inactivo, "/productoId", En::donde_sea, {}});
    if (!unidad) r.faltas.push_back({Codigo::no_encontrado, "/unidadMedidaId", En::donde_sea, {}});
    if (pedido.cantidad <= Cantidad{}) r.faltas.push_back({Codigo::fuera_de_rango, "/cantidad", En::donde_sea, {}});
    if (!r.faltas.empty()) return r;

    Codigo porque = Codigo::sin_precio;
    const auto intentar = [&](ReglaPrecio regla, const ListaFila* lista, std::optional<Hallazgo> h) {
        if (r.precio || !h) return;
        const auto en = en_moneda(h->precio, h->fila->moneda, lista != nullptr && lista->convierteMoneda, porque);
        if (!en) return;
        if (h->fila->moneda != datos_.moneda) h->pasos.push_back({"moneda", 0, h->fila->moneda + " a " + datos_.moneda, *en});
        auto& p = r.precio.emplace();
        p.precioUnitario = *en;
        p.moneda = datos_.moneda;
        p.incluyeImpuestos = h->fila->incluyeImpuestos;
        p.regla = regla;
        p.listaPreciosId = lista != nullptr ? lista->listaPreciosId : 0;
        p.lista = lista != nullptr ? lista->codigo : "";
        p.listaOrigenId = h->fila->listaPreciosId;
        p.precioId = h->fila->precioId;
        p.precioOrigen = h->fila->precio;
        p.monedaOrigen = h->fila->moneda;
        p.unidadOrigenId = h->fila->unidadMedidaId;
        p.cantidadMinima = h->fila->cantidadMinima;
        if (h->fila->precioId != 0) p.vigenciaInicio = h->fila->vigenciaInicio.iso();
        p.pasos = std::move(h->pasos);
    };
    if (marco_.clienteId != 0)
        intentar(ReglaPrecio::acordado, nullptr,
                 en_filas(datos_.precios_de(0, pedido.productoId), pedido, *unidad, producto->unidadMedidaId));
    for (const auto& [regla, lista] : datos_.niveles) {
        if (r.precio) break;
        if (sirve(*lista)) intentar(regla, lista, en_lista(*lista, pedido, *unidad, producto->unidadMedidaId));
    }
    if (!r.precio && producto->precio > Precio{}) {
        const PrecioFila propia{0,     0, producto->productoId, producto->unidadMedidaId, {}, producto->precio, datos_.local,
                                false, {}};
        intentar(ReglaPrecio::producto, nullptr, en_filas({&propia, 1}, pedido, *unidad, producto->unidadMedidaId));
    }
    // No price is a fault, never 0: also one that fades away in a conversion.
    if (r.precio && r.precio->precioUnitario <= Precio{}) r.precio.reset();
    if (!r.precio && !pedido.propuesto) r.faltas.push_back({porque, "/precioUnitario", En::donde_sea, {}});
    vigilar(r, pedido, *producto, *unidad);
    return r;
}

// What a line comes to per unit, typed or found, once what was typed off it is taken off.
Precio neto_de(const PrecioResuelto& r, const PrecioPedido& pedido) {
    const Precio precio = pedido.propuesto ? *pedido.propuesto : r.precio ? r.precio->precioUnitario : Precio{};
    if (pedido.rebaja.es_cero() || pedido.cantidad <= Cantidad{}) return precio;
    return precio - Precio::de_micros(
                        dividir_redondeando(static_cast<__int128>(pedido.rebaja.micros()) * picos, pedido.cantidad.micros()));
}

// The list whose minimum counts: the one that answered. What was typed, unless it comes to at least what was agreed, meets the
// first list that would be asked and has a minimum.
const ListaFila* Resolucion::lista_que_vigila(const PrecioResuelto& r, const PrecioPedido& pedido) const {
    if (r.precio && r.precio->listaPreciosId != 0) return datos_.lista(r.precio->listaPreciosId);
    if (!pedido.propuesto && pedido.rebaja.es_cero()) return nullptr;
    const bool acordado = r.precio && r.precio->regla == ReglaPrecio::acordado &&
                          (!pedido.propuesto || r.precio->incluyeImpuestos == pedido.propuestoConImpuestos) &&
                          neto_de(r, pedido) >= r.precio->precioUnitario;
    if (acordado) return nullptr;
    for (const auto& [regla, lista] : datos_.niveles)
        if (sirve(*lista) && lista->margenMinimo) return lista;
    return nullptr;
}

// Cost on hand and margin, per unit of the line and in its currency. Without goods on hand there is no cost to look at.
std::optional<Precio> Resolucion::minimo(const ListaFila& lista, const ProductoPrecio& producto, const Unidad& unidad) const {
    const auto* costo = datos_.costo(producto.productoId);
    if (costo == nullptr || costo->cantidad <= 0 || !datos_.tipoCambio) return std::nullopt;
    const auto por_base = dividir_redondeando(static_cast<__int128>(costo->valor) * picos, costo->cantidad);
    const auto con_margen = dividir_redondeando(static_cast<__int128>(por_base) * (picos + lista.margenMinimo->micros()), picos);
    const auto por_unidad = dividir_redondeando(static_cast<__int128>(con_margen) * unidad.numerador, unidad.denominador);
    return Precio::de_micros(dividir_redondeando(static_cast<__int128>(por_unidad) * picos, datos_.tipoCambio->micros()));
}

void Resolucion::vigilar(PrecioResuelto& r, const PrecioPedido& pedido, const ProductoPrecio& producto,
                         const Unidad& unidad) const {
    const auto* lista = lista_que_vigila(r, pedido);
    if (lista == nullptr || !lista->margenMinimo) return;
    const auto limite = minimo(*lista, producto, unidad);
    if (!limite) return;
    if (r.precio) r.precio->precioMinimo = limite;
    if (!pedido.propuesto && !r.precio) return;
    Precio precio = neto_de(r, pedido);
    // Cost knows no taxes: what includes them is compared without.
    if (pedido.propuesto ? pedido.propuestoConImpuestos : r.precio->incluyeImpuestos) {
        const auto impuestos = debidos(producto, {.frontera = datos_.frontera, .exporta = datos_.exporta}, marco_.fecha);
        const Cantidad uno = Cantidad::de_enteros(1);
        const auto base = en_base(uno, unidad).value_or(uno);
        precio = calcular({uno, base, precio, {}, {}, true}, impuestos, 6).precioNeto;
    }
    if (precio >= *limite) return;
    if (autoriza_) {
        if (r.precio) r.precio->autorizado = true;
        r.bajoMinimo = limite;
        return;
    }
    r.precio.reset();
    r.faltas.push_back({Codigo::precio_bajo_minimo, "/precioUnitario", En::donde_sea,
                        R"({"precioMinimo":)" + limite->texto() + R"(,"lista":)" + reflect::to_json(lista->codigo) + "}"});
}

}  // namespace

bool puede_autorizar_precio(const api::Sesion& sesion) { return api::tiene_derecho(sesion, derecho_de_precio, grupo_de_precio); }

Precio redondear_precio(__int128 exacto, std::string_view regla, Precio multiplo) {
    if (regla == "ninguno") return Precio::de_micros(dividir_redondeando(exacto, picos));
    const __int128 paso = static_cast<__int128>(multiplo.micros()) * picos;
    __int128 veces = exacto / paso;
    const __int128 resto = exacto % paso;
    if (regla == "arriba" ? resto > 0 : regla == "cercano" && 2 * resto >= paso) ++veces;
    return Precio::de_micros(dividir_redondeando(veces * multiplo.micros(), 1));
}

std::vector<PrecioResuelto> resolver_precios(db::Reader& tx, const MarcoPrecios& marco, std::span<const PrecioPedido> pedidos,
                                             bool autoriza, Faltas& faltas) {
    auto datos = reunir_precios(tx, marco, pedidos, faltas);
    // Most lines ask in the product's own unit, which needs no question.
    std::vector<UnidadPedida> otras;
    std::vector<std::size_t> de_cual;
    std::vector<std::optional<Unidad>> unidades(pedidos.size());
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const auto* p = datos.producto(pedidos[i].productoId);
        if (p == nullptr) continue;
        if (pedidos[i].unidadMedidaId == 0 || pedidos[i].unidadMedidaId == p->unidadMedidaId) {
            unidades[i].emplace().unidadMedidaId = p->unidadMedidaId;
        } else {
            otras.push_back({p->productoId, p->unidadMedidaId, pedidos[i].unidadMedidaId});
            de_cual.push_back(i);
        }
    }
    auto halladas = unidades_de(tx, otras);
    for (std::size_t i = 0; i < otras.size(); ++i) unidades[de_cual[i]] = std::move(halladas[i]);

    const Resolucion resolucion{marco, std::move(datos), autoriza};
    std::vector<PrecioResuelto> respuestas;
    respuestas.reserve(pedidos.size());
    for (std::size_t i = 0; i < pedidos.size(); ++i) respuestas.push_back(resolucion.resolver(pedidos[i], unidades[i]));
    return respuestas;
}

}  // namespace cacao::engine
