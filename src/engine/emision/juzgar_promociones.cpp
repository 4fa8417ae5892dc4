// Registration, second step: the promotions that lines name are judged as a point of sale would. What was agreed in a quotation
// or an order is taken as it stands.

#include "engine/emision/juzgar.hpp"

#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace cacao::engine {
namespace {

bool nombra(const Guardado<std::vector<ProductoPromovido>>& productos, std::int64_t productoId) {
    const auto lista = reflect::recuperar(productos);
    return std::ranges::find(lista, productoId, &ProductoPromovido::productoId) != lista.end();
}

// Why a promotion is not one of this moment or this product; empty when it is.
std::string_view no_procede(const PromocionFila& p, const MomentoVenta& momento, std::int64_t productoId) {
    if (const auto porque = no_vale(p, momento); !porque.empty()) return porque;
    const bool de_todo = reflect::recuperar(p.beneficioProductos).empty();
    if (!de_todo && !nombra(p.beneficioProductos, productoId) && !nombra(p.condicionProductos, productoId)) return "producto";
    return {};
}

std::string con_motivo(std::string_view motivo) { return reflect::objeto("motivo", motivo); }

// What promotions of this document that are judged together gave to a cart. With others that add up with them, where they met.
Importe dado_por(const std::vector<LineaCarrito>& carrito, const std::set<std::int64_t>& ids,
                 const std::set<std::int64_t>& con_ellas) {
    Importe suma;
    for (const LineaCarrito& l : carrito) {
        const auto suya = [&](const PromocionAplicada& a) { return ids.contains(a.promocionId); };
        if (std::ranges::none_of(l.aplicadas, suya)) continue;
        for (const PromocionAplicada& a : l.aplicadas)
            if (suya(a) || con_ellas.contains(a.promocionId)) suma += a.importe;
    }
    return suma;
}

// The lines as a cart, without those whose promotion was agreed before.
std::vector<LineaCarrito> calcular_carrito(const Juicio& j, const Juzgado& d, std::vector<PromocionVigente> promociones) {
    std::vector<LineaCarrito> carrito;
    for (const Linea& l : d.lineas)
        if (!l.tomada || l.promocionId == 0)
            carrito.push_back({l.pedida->articulo.productoId, l.medida().cantidadBase, l.rebajado, {}, {}});
    const Encabezado& e = d.encabezado;
    if (e.moneda != j.hallado.ajustes.moneda)
        for (PromocionVigente& p : promociones) convertir(p, e.tipoCambio, e.decimales);
    aplicar_promociones(carrito, promociones, e.decimales);
    return carrito;
}

// The lines that name a promotion take together no more than it gives to this document. They may be others than a point of sale
// would choose: of equal goods nobody knows which one is the gift. A line names one promotion and may take what several give that
// add up, so those are judged together; with others that hold, unless they have a limit, which counts where they are named.
void juzgar_beneficios(const Juicio& j, const Juzgado& d, std::vector<PromocionFila> promociones) {
    std::ranges::sort(promociones, [](const PromocionFila& a, const PromocionFila& b) {
        return a.prioridad != b.prioridad ? a.prioridad > b.prioridad : a.codigo < b.codigo;
    });
    std::vector<PromocionVigente> nombradas;
    std::vector<std::set<std::int64_t>> grupos(1);  // the first one: those that add up
    for (const PromocionFila& f : promociones) {
        nombradas.push_back(vigente_de(f));
        if (f.acumulable) grupos.front().insert(f.promocionId);
        else grupos.push_back({f.promocionId});
    }
    const auto calculado = calcular_carrito(j, d, nombradas);
    for (const auto& grupo : grupos) {
        Importe tomado;
        for (const Linea& l : d.lineas)
            if (grupo.contains(nombrada(l))) tomado += l.pedida->precio.promocion;
        Importe maximo = dado_por(calculado, grupo, {});
        if (&grupo == &grupos.front() && tomado > maximo) {
            auto vigentes = j.hallado.acumulables;
            std::erase_if(vigentes, [&](const PromocionVigente& p) {
                return (!p.acumulable || p.limitada) &&
                       std::ranges::find(promociones, p.promocionId, &PromocionFila::promocionId) == promociones.end();
            });
            std::set<std::int64_t> acumulables;
            for (const PromocionVigente& p : vigentes)
                if (p.acumulable) acumulables.insert(p.promocionId);
            maximo = std::max(maximo, dado_por(calcular_carrito(j, d, std::move(vigentes)), grupo, acumulables));
        }
        for (const Linea& l : d.lineas) {
            const std::int64_t promocionId = nombrada(l);
            if (!grupo.contains(promocionId)) continue;
            if (dado_por(calculado, {promocionId}, {}).es_cero())
                j.faltas.agregar(Codigo::valor_no_permitido, l.campo("/promocionId"), En::donde_sea, con_motivo("condicion"));
            else if (tomado > maximo)
                j.faltas.agregar(Codigo::fuera_de_rango, l.campo("/promocion"), En::donde_sea,
                                 fmt::format(R"({{"maximo":{}}})", maximo.texto()));
        }
    }
}

}  // namespace

void juzgar_promociones(const Juicio& j, const Juzgado& d) {
    std::set<std::int64_t> nombradas;
    for (const Linea& l : d.lineas) nombradas.insert(nombrada(l));
    if (nombradas.size() == nombradas.count(0)) return;
    std::vector<PromocionFila> promociones;
    std::ranges::copy_if(j.hallado.promociones, std::back_inserter(promociones),
                         [&](const PromocionFila& p) { return nombradas.contains(p.promocionId); });
    for (const Linea& l : d.lineas) {
        const PartidaPedida& p = *l.pedida;
        if (nombrada(l) == 0) continue;
        const std::string donde = l.campo("/promocionId");
        const auto it = std::ranges::find(promociones, p.precio.promocionId, &PromocionFila::promocionId);
        if (it == promociones.end()) j.faltas.agregar(Codigo::no_encontrado, donde);
        else if (!it->activa) j.faltas.agregar(Codigo::inactivo, donde);
        else if (it->agotada) j.faltas.agregar(Codigo::estado_invalido, donde);
        else if (const auto porque = no_procede(*it, j.hallado.momento, p.articulo.productoId); !porque.empty())
            j.faltas.agregar(Codigo::valor_no_permitido, donde, En::donde_sea, con_motivo(porque));
        if (p.precio.promocion.es_cero()) j.faltas.agregar(Codigo::requerido, l.campo("/promocion"));
    }
    // What a cart gets depends on its figures: wrong ones would only be told of twice.
    if (j.faltas.vacia()) juzgar_beneficios(j, d, std::move(promociones));
}

}  // namespace cacao::engine
