// Registration: the promotions that lines name are judged as a point of sale would, and used by what is sold. What was agreed in
// a quotation or an order is taken as it stands.

#include "db/rows.hpp"
#include "engine/emision/emision.hpp"
#include "engine/entorno/monedas.hpp"

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

std::string con_motivo(std::string_view motivo) { return fmt::format(R"({{"motivo":"{}"}})", motivo); }

// The promotion that a line names by itself. One that it says again of what was agreed has been judged there.
std::int64_t nombrada(const Linea& l) { return l.tomada ? 0 : l.pedida->promocionId; }

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

}  // namespace

// A document of today is sold now; at which hour one of another day was, nobody says.
MomentoVenta Emision::momento() const {
    MomentoVenta m{fecha_, {}, sucursalId_};
    if (fecha_ == ctx_.hoy()) m.minuto = minuto_local(ctx_);
    return m;
}

void Emision::revisar_promociones() {
    std::set<std::int64_t> nombradas;
    for (const Linea& l : lineas_) nombradas.insert(nombrada(l));
    std::erase_if(promociones_, [&](const PromocionFila& p) { return !nombradas.contains(p.promocionId); });
    if (nombradas.size() == nombradas.count(0)) return;
    const MomentoVenta cuando = momento();
    for (const Linea& l : lineas_) {
        const PartidaPedida& p = *l.pedida;
        if (nombrada(l) == 0) continue;
        const auto it = std::ranges::find(promociones_, p.promocionId, &PromocionFila::promocionId);
        if (it == promociones_.end()) faltas_.agregar(Codigo::no_encontrado, campo(l, "/promocionId"));
        else if (!it->activa) faltas_.agregar(Codigo::inactivo, campo(l, "/promocionId"));
        else if (it->agotada) faltas_.agregar(Codigo::estado_invalido, campo(l, "/promocionId"));
        else if (const auto porque = no_procede(*it, cuando, p.productoId); !porque.empty())
            faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/promocionId"), En::donde_sea, con_motivo(porque));
        if (p.promocion.es_cero()) faltas_.agregar(Codigo::requerido, campo(l, "/promocion"));
    }
    // What a cart gets depends on its figures: wrong ones would only be told of twice.
    if (faltas_.vacia()) revisar_beneficios(cuando);
}

// The lines that name a promotion take together no more than it gives to this document. They may be others than a point of sale
// would choose: of equal goods nobody knows which one is the gift. A line names one promotion and may take what several give that
// add up, so those are judged together; with others that hold, unless they have a limit, which counts where they are named.
void Emision::revisar_beneficios(const MomentoVenta& cuando) {
    std::ranges::sort(promociones_, [](const PromocionFila& a, const PromocionFila& b) {
        return a.prioridad != b.prioridad ? a.prioridad > b.prioridad : a.codigo < b.codigo;
    });
    std::vector<PromocionVigente> nombradas;
    std::vector<std::set<std::int64_t>> grupos(1);  // the first one: those that add up
    for (const PromocionFila& f : promociones_) {
        nombradas.push_back(vigente_de(f));
        if (f.acumulable) grupos.front().insert(f.promocionId);
        else grupos.push_back({f.promocionId});
    }
    const auto calculado = calcular_carrito(nombradas);
    for (const auto& grupo : grupos) {
        Importe tomado;
        for (const Linea& l : lineas_)
            if (grupo.contains(nombrada(l))) tomado += l.pedida->promocion;
        Importe maximo = dado_por(calculado, grupo, {});
        if (&grupo == &grupos.front() && tomado > maximo) {
            auto vigentes = promociones_vigentes(ctx_.db(), cuando);
            std::erase_if(vigentes, [&](const PromocionVigente& p) {
                return (!p.acumulable || p.limitada) &&
                       std::ranges::find(promociones_, p.promocionId, &PromocionFila::promocionId) == promociones_.end();
            });
            std::set<std::int64_t> acumulables;
            for (const PromocionVigente& p : vigentes)
                if (p.acumulable) acumulables.insert(p.promocionId);
            maximo = std::max(maximo, dado_por(calcular_carrito(std::move(vigentes)), grupo, acumulables));
        }
        for (const Linea& l : lineas_) {
            const std::int64_t promocionId = nombrada(l);
            if (!grupo.contains(promocionId)) continue;
            if (dado_por(calculado, {promocionId}, {}).es_cero())
                faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/promocionId"), En::donde_sea, con_motivo("condicion"));
            else if (tomado > maximo)
                faltas_.agregar(Codigo::fuera_de_rango, campo(l, "/promocion"), En::donde_sea,
                                fmt::format(R"({{"maximo":{}}})", maximo.texto()));
        }
    }
}

// The lines as a cart, without those whose promotion was agreed before.
std::vector<LineaCarrito> Emision::calcular_carrito(std::vector<PromocionVigente> promociones) const {
    std::vector<LineaCarrito> carrito;
    for (const Linea& l : lineas_)
        if (!l.tomada || l.promocionId == 0) carrito.push_back({l.pedida->productoId, l.cantidadBase, l.rebajado, {}, {}});
    if (moneda_ != ajustes_.moneda)
        for (PromocionVigente& p : promociones) convertir(p, tipoCambio_, decimales_);
    aplicar_promociones(carrito, promociones, decimales_);
    return carrito;
}

// A quotation offers; what is ordered or sold uses. The last use goes to one document. What is sold of an order, at whatever
// price, is not awaited by it any more.
void Emision::usar_promociones() {
    if (!usa_promociones(tipo_)) return;
    if (std::ranges::any_of(lineas_, [](const Linea& l) { return l.promocionId != 0; }))
        for (const std::int64_t agotada : contar_promociones(ctx_, transaccionId_))
            for (const Linea& l : lineas_)
                if (nombrada(l) == agotada) faltas_.agregar(Codigo::estado_invalido, campo(l, "/promocionId"));
    faltas_.lanzar();
    const auto toma = [](const Linea& l) {
        return l.origen != nullptr && (l.origen->promocionId != 0 || !l.origen->origenTipo.empty());
    };
    if (std::ranges::any_of(lineas_, toma)) recontar_promociones(ctx_, transaccionId_);
}

}  // namespace cacao::engine
