#include "rooms/contabilidad/reportes/flujo_partes.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

namespace cacao::flujo {
namespace {

using Indices = std::vector<std::size_t>;

constexpr std::array actividades{Actividad::financiamiento, Actividad::inversion, Actividad::operacion, Actividad::cambiaria};

Importe absoluto_de(Importe i) { return i < Importe{} ? -i : i; }
bool mismo_signo(Importe a, Importe b) { return (a > Importe{} && b > Importe{}) || (a < Importe{} && b < Importe{}); }
// `importe` with the sign of `como`.
Importe con_signo(Importe importe, Importe como) { return como < Importe{} ? -absoluto_de(importe) : absoluto_de(importe); }

// Takes `cuanto` out of the rows that have its sign, the greatest first; what each gave.
template <class Tomar>
Importe tomar_de(Indices filas, const std::vector<Importe>& de, Importe cuanto, Tomar&& tomar) {
    std::erase_if(filas, [&](std::size_t i) { return !mismo_signo(de[i], cuanto); });
    std::ranges::stable_sort(filas, [&](std::size_t a, std::size_t b) { return absoluto_de(de[a]) > absoluto_de(de[b]); });
    for (const std::size_t i : filas) {
        if (cuanto.es_cero()) break;
        const Importe uno = con_signo(std::min(absoluto_de(de[i]), absoluto_de(cuanto)), cuanto);
        tomar(i, uno);
        cuanto -= uno;
    }
    return cuanto;
}

class Entrada {
public:
    explicit Entrada(const std::vector<Renglon>& renglones)
        : renglones_(renglones), con_(renglones.size()), sin_(renglones.size()), repartos_(renglones.size()) {}

    std::vector<Reparto> repartir() {
        for (std::size_t i = 0; i < renglones_.size(); ++i) {
            const Renglon& r = renglones_[i];
            if (r.clase.efectivo) (r.importe > Importe{} ? entra_ : sale_) += absoluto_de(r.importe);
            else otros_.push_back(i);
        }
        if (!entra_.es_cero() || !sale_.es_cero()) {
            for (const std::size_t i : otros_) con_[i] = renglones_[i].importe;
            unir_cambiarias();
            quitar_permutas();
        }
        for (const std::size_t i : otros_) {
            sin_[i] = renglones_[i].importe - con_[i];
            repartos_[i].efectivo = con_[i];
        }
        repartir_lo_demas();
        for (const std::size_t i : otros_)
            if (clase(i).diferencia()) repartos_[i].sinEfectivo -= con_[i];
        return std::move(repartos_);
    }

private:
    const ClaseDeCuenta& clase(std::size_t i) const { return renglones_[i].clase; }
    template <class Condicion>
    Indices las(Condicion&& condicion) const {
        Indices lista;
        for (const std::size_t i : otros_)
            if (condicion(clase(i))) lista.push_back(i);
        return lista;
    }
    static Importe suma(const Indices& filas, const std::vector<Importe>& de) {
        return std::accumulate(filas.begin(), filas.end(), Importe{}, [&](Importe s, std::size_t i) { return s + de[i]; });
    }

    // An exchange difference is an effect on cash where cash passes from one own account to another, or where nothing else stands
    // beside cash. Otherwise it is part of what was collected or paid, which is what cash says.
    void unir_cambiarias() {
        if (!entra_.es_cero() && !sale_.es_cero()) return;
        const auto cambiarias = las([](const auto& c) { return c.actividad == Actividad::cambiaria; });
        auto otras = las([](const auto& c) { return c.actividad != Actividad::cambiaria; });
        if (cambiarias.empty() || otras.empty()) return;
        const auto mayor = *std::ranges::max_element(
            otras, [&](std::size_t a, std::size_t b) { return absoluto_de(con_[a]) < absoluto_de(con_[b]); });
        for (const std::size_t i : cambiarias) {
            con_[mayor] += con_[i];
            con_[i] = {};
        }
    }

    // What one activity gave another without cash in between: a truck half paid with a loan, a loan less its commission. Cash
    // that came bounds what was received, cash that went what was paid; the rest is nobody's flow. Within an activity nothing is
    // netted.
    void quitar_permutas() {
        std::map<Actividad, Importe> netos;
        for (const std::size_t i : otros_) netos[clase(i).actividad] += con_[i];
        Importe de_donde;  // credits
        Importe a_donde;
        for (const auto& [actividad, neto] : netos) (neto > Importe{} ? a_donde : de_donde) += absoluto_de(neto);
        const Importe permuta = std::min({std::max(de_donde - entra_, Importe{}), de_donde, a_donde});
        for (const bool cargos : {true, false}) {
            Importe resta = permuta;
            for (const Actividad actividad : actividades) {
                const Importe neto = netos[actividad];
                if (neto.es_cero() || (neto > Importe{}) != cargos) continue;
                const Importe suya = std::min(resta, absoluto_de(neto));
                resta -= suya;
                const auto antes = con_;
                tomar_de(las([&](const auto& c) { return c.actividad == actividad; }), antes, con_signo(suya, neto),
                         [&](std::size_t i, Importe uno) { con_[i] -= uno; });
            }
        }
    }

    // What moved no cash. Investing and financing of it go out against operating balances (what is owed for an asset), and
    // against results where those do not reach (depreciation). Where an asset goes, its result is what adjusts, and balances give
    // the rest.
    void repartir_lo_demas() {
        const auto ajenas = las([](const auto& c) { return c.ajena(); });
        const auto saldos = las([](const auto& c) { return c.de_operacion() && !c.resultado; });
        const auto resultados = las([](const auto& c) { return !c.ajena() && c.resultado; });
        const Importe ajeno = suma(ajenas, sin_);
        if (ajeno.es_cero()) return;
        const auto activos = las([](const auto& c) { return c.actividad == Actividad::inversion && !c.resultado; });
        const bool baja = suma(activos, sin_) < Importe{};
        Importe alcanza;
        for (const std::size_t i : saldos)
            if (mismo_signo(sin_[i], -ajeno)) alcanza += absoluto_de(sin_[i]);
        const Importe fuera = baja ? suma(saldos, sin_) : con_signo(std::min(absoluto_de(ajeno), alcanza), -ajeno);
        tomar_de(saldos, sin_, fuera, [&](std::size_t i, Importe uno) { repartos_[i].fuera = uno; });

        // Operating results, balances without what went out, and this are nothing together.
        Importe ajuste = fuera - suma(saldos, sin_) - suma(resultados, sin_);
        if (ajuste.es_cero()) return;
        Indices suyas;
        for (const std::size_t i : baja ? activos : ajenas)
            if (mismo_signo(sin_[i], baja ? -absoluto_de(ajuste) : ajeno)) suyas.push_back(i);
        std::ranges::stable_sort(suyas, [&](std::size_t a, std::size_t b) {
            return std::pair{clase(a).resultado, -absoluto_de(sin_[a])} < std::pair{clase(b).resultado, -absoluto_de(sin_[b])};
        });
        for (const std::size_t i : suyas) {
            if (!mismo_signo(sin_[i], ajuste)) break;
            const Importe uno = con_signo(std::min(absoluto_de(sin_[i]), absoluto_de(ajuste)), ajuste);
            repartos_[i].sinEfectivo += uno;
            ajuste -= uno;
        }
        if (!ajuste.es_cero()) repartos_[suyas.front()].sinEfectivo += ajuste;
    }

    const std::vector<Renglon>& renglones_;
    Indices otros_;  // rows that are no cash
    Importe entra_;
    Importe sale_;
    std::vector<Importe> con_;  // with cash, and without
    std::vector<Importe> sin_;
    std::vector<Reparto> repartos_;
};

bool pasa(const engine::AsientoDeFlujo& a, const engine::BalanzaPedida& p) {
    return (!p.sucursalId || a.sucursalId == *p.sucursalId) && (!p.proyectoId || a.proyectoId == *p.proyectoId);
}

// Entries one by one: `cada` gets the rows of each.
template <class Cada>
void por_poliza(const std::vector<engine::AsientoDeFlujo>& filas, Cada&& cada) {
    for (auto i = filas.begin(); i != filas.end();) {
        const auto j = std::find_if(i, filas.end(), [&](const auto& a) { return a.polizaId != i->polizaId; });
        cada(i, j);
        i = j;
    }
}

}  // namespace

ClaseDeCuenta clase_de(const CuentaDeFormato& cuenta) {
    static const auto por_linea = [] {
        const auto& lineas = formato_nif(EstadoFinanciero::flujoDirecto);
        std::vector<Actividad> lista(lineas.size(), Actividad::operacion);
        const auto poner = [&](std::string_view subtotal, Actividad actividad) {
            const auto suma = std::ranges::find_if(lineas, [&](const auto& l) { return l.clave == subtotal; })->suma;
            for (std::size_t i = 0; i < lineas.size(); ++i)
                if (std::ranges::find(*suma, lineas[i].clave) != suma->end()) lista[i] = actividad;
        };
        poner("flujoInversion", Actividad::inversion);
        poner("flujoFinanciamiento", Actividad::financiamiento);
        for (std::size_t i = 0; i < lineas.size(); ++i)
            if (lineas[i].clave == "efectoCambiario") lista[i] = Actividad::cambiaria;
        return lista;
    }();
    ClaseDeCuenta c;
    c.efectivo = engine::es_efectivo(cuenta.codigoAgrupador);
    c.resultado = cuenta.tipo == "ingreso" || cuenta.tipo == "costo" || cuenta.tipo == "gasto";
    if (const auto i = linea_de(formato_nif(EstadoFinanciero::flujoDirecto), cuenta); i && !c.efectivo)
        c.actividad = por_linea[*i];
    return c;
}

Clases clases_de(const std::map<std::int64_t, CuentaDeFormato>& cuentas) {
    Clases clases;
    for (const auto& [id, cuenta] : cuentas) clases.emplace(id, clase_de(cuenta));
    return clases;
}

std::vector<Reparto> repartir(const std::vector<Renglon>& renglones, bool al_reves) {
    if (!al_reves) return Entrada{renglones}.repartir();
    auto derechos = renglones;
    for (Renglon& r : derechos) r.importe = -r.importe;
    auto repartos = Entrada{derechos}.repartir();
    for (Reparto& r : repartos) r = {-r.efectivo, -r.fuera, -r.sinEfectivo};
    return repartos;
}

Partes leer_partes(db::Reader& tx, const engine::BalanzaPedida& p, const Clases& clases, bool directo) {
    Partes todo;
    const auto agregar = [&](const engine::AsientoDeFlujo& a, ParteFlujo parte, Importe importe) {
        if (!importe.es_cero() && pasa(a, p)) todo.partes.push_back({a, parte, importe});
    };

    const auto revaluaciones = engine::asientos_de_revaluacion(tx, p.desde, p.hasta);
    por_poliza(revaluaciones, [&](auto desde, auto hasta) {
        const bool con_efectivo = std::any_of(desde, hasta, [&](const auto& a) { return clases.at(a.cuentaId).efectivo; });
        for (auto a = desde; a != hasta; ++a) {
            const ClaseDeCuenta& c = clases.at(a->cuentaId);
            if (c.efectivo) {
                if (pasa(*a, p)) todo.efectivo_revaluado += a->importe;
                continue;
            }
            if (con_efectivo && pasa(*a, p)) todo.revaluados.push_back(*a);
            if (c.ajena()) continue;
            agregar(*a, c.resultado ? ParteFlujo::sinEfectivo : ParteFlujo::saldo, -a->importe);
        }
    });

    std::vector<std::int64_t> ajenas;
    std::vector<std::int64_t> cambiarias;
    for (const auto& [id, c] : clases) {
        if (c.ajena()) ajenas.push_back(id);
        if (c.actividad == Actividad::cambiaria) cambiarias.push_back(id);
    }
    auto filas = engine::asientos_con(tx, ajenas, directo, p.desde, p.hasta);
    // Exchange differences without cash are operation as any result is.
    const auto otras = engine::asientos_con(tx, cambiarias, true, p.desde, p.hasta);
    filas.insert(filas.end(), otras.begin(), otras.end());
    const auto lugar = [](const auto& a) { return std::pair{a.polizaId, a.renglon}; };
    std::ranges::sort(filas, {}, lugar);
    filas.erase(std::ranges::unique(filas, {}, lugar).begin(), filas.end());
    por_poliza(filas, [&](auto desde, auto hasta) {
        std::vector<Renglon> renglones;
        for (auto a = desde; a != hasta; ++a) renglones.push_back({a->importe, clases.at(a->cuentaId)});
        const bool con_efectivo = std::ranges::any_of(renglones, [](const Renglon& r) { return r.clase.efectivo; });
        const auto repartos = repartir(renglones, desde->al_reves);
        auto reparto = repartos.begin();
        for (auto a = desde; a != hasta; ++a, ++reparto) {
            if (clases.at(a->cuentaId).efectivo) continue;
            if (con_efectivo) agregar(*a, ParteFlujo::efectivo, reparto->efectivo - a->importe);
            agregar(*a, ParteFlujo::saldo, -reparto->fuera);
            agregar(*a, ParteFlujo::sinEfectivo, reparto->sinEfectivo);
        }
    });
    std::ranges::sort(todo.partes, {}, [](const Parte& x) {
        return std::tuple{x.asiento.fecha, x.asiento.polizaId, x.asiento.renglon, x.parte};
    });
    return todo;
}

}  // namespace cacao::flujo
