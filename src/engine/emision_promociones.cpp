// Registration: the promotions that the lines name, each used once by the document.

#include "engine/emision.hpp"
#include "engine/promociones.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

bool nombra(const Guardado<std::vector<ProductoPromovido>>& productos, std::int64_t productoId) {
    const auto lista = reflect::recuperar(productos);
    return std::ranges::find(lista, productoId, &ProductoPromovido::productoId) != lista.end();
}

// Why a promotion is not one of this day, this branch or this product; empty when it is. At which hour, and of how much, whoever
// asked for the cart was told: a ticket may be registered later than it was sold.
std::string_view no_procede(const PromocionFila& p, Fecha fecha, std::int64_t sucursalId, std::int64_t productoId) {
    if (fecha < p.vigenciaInicio || fecha > p.vigenciaFin) return "vigencia";
    if (!incluye(p.dias, dia_de_semana(fecha))) return "dias";
    if (!incluye(p.sucursales, sucursalId)) return "sucursal";
    const bool de_todo = reflect::recuperar(p.beneficioProductos).empty();
    if (!de_todo && !nombra(p.beneficioProductos, productoId) && !nombra(p.condicionProductos, productoId)) return "producto";
    return {};
}

}  // namespace

void Emision::revisar_promociones() {
    for (const Linea& l : lineas_) {
        const PartidaPedida& p = *l.pedida;
        if (p.promocionId == 0) continue;
        const auto it = std::ranges::find(promociones_, p.promocionId, &PromocionFila::promocionId);
        if (it == promociones_.end()) faltas_.agregar(Codigo::no_encontrado, campo(l, "/promocionId"));
        else if (!it->activa) faltas_.agregar(Codigo::inactivo, campo(l, "/promocionId"));
        else if (it->agotada) faltas_.agregar(Codigo::estado_invalido, campo(l, "/promocionId"));
        else if (const auto porque = no_procede(*it, fecha_, sucursalId_, p.productoId); !porque.empty())
            faltas_.agregar(Codigo::valor_no_permitido, campo(l, "/promocionId"), En::donde_sea,
                            R"({"motivo":")" + std::string{porque} + "\"}");
        if (p.promocion.es_cero()) faltas_.agregar(Codigo::requerido, campo(l, "/promocion"));
    }
}

// In the order of their identifiers, so that two documents never wait for each other. The last use goes to one of them.
void Emision::usar_promociones() {
    // A quotation or an order promises; what is sold uses.
    if (tipo_.saldo != Saldo::por_cobrar) return;
    std::map<std::int64_t, Importe> usadas;
    for (const Linea& l : lineas_)
        if (l.pedida->promocionId != 0) usadas[l.pedida->promocionId] += l.cifras.promocion;
    for (const auto& [promocionId, importe] : usadas) {
        const auto tomada = ctx_.db().count(R"(
            UPDATE promocion SET usos = usos + 1
            WHERE organizacionId = $1 AND promocionId = $2 AND (limiteTotal = 0 OR usos < limiteTotal))",
                                            ctx_.organizacionId(), promocionId);
        if (tomada == 0)
            for (const Linea& l : lineas_)
                if (l.pedida->promocionId == promocionId) faltas_.agregar(Codigo::estado_invalido, campo(l, "/promocionId"));
        ctx_.db().run("INSERT INTO promocionUso (organizacionId, transaccionId, promocionId, importe) VALUES ($1, $2, $3, $4)",
                      ctx_.organizacionId(), transaccionId_, promocionId, importe);
    }
    faltas_.lanzar();
}

}  // namespace cacao::engine
