#include "rooms/contabilidad/reportes/flujo_efectivo.hpp"

#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/flujo_efectivo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace cacao {
namespace {

void tabla_flujo_efectivo(const Context& ctx, const FlujoPedido& p, const Estado& e, tabla::Hoja& hoja) {
    const bool directo = p.metodo != MetodoFlujo::indirecto;
    estado::escribir_tabla(
        ctx, directo ? "Estado de flujos de efectivo, método directo" : "Estado de flujos de efectivo, método indirecto", p, e,
        hoja);
}

// Figures of one account that stand beside what the months tell of it: a part that moved no cash, or all of a result that is
// shown where it was paid.
enum class Aparte { efectivo, saldo, sinEfectivo, resultado };

std::int64_t id_aparte(std::int64_t cuentaId, Aparte que) { return -(cuentaId * 4 + static_cast<int>(que)) - 100; }
bool es_aparte(std::int64_t id) { return id <= -100; }
std::int64_t cuenta_aparte(std::int64_t id) { return (-id - 100) / 4; }
Aparte que_aparte(std::int64_t id) { return static_cast<Aparte>((-id - 100) % 4); }

struct Efectivo {
    Importe inicial;
    Importe final_;
    Importe cambio() const { return final_ - inicial; }
};

// The columns of the statement by either method, debit positive. What moved cash is the same in both: investing, financing and
// the effect of exchange rates are read once, for one and for the other.
class Flujo {
public:
    Flujo(db::Reader& tx, const FlujoPedido& p, std::map<std::int64_t, CuentaDeFormato>& cuentas)
        : tx_(tx),
          p_(p),
          directo_(p.metodo != MetodoFlujo::indirecto),
          parte_((p.sucursalId && *p.sucursalId != 0) || p.proyectoId),
          clases_(flujo::clases_de(cuentas)),
          cuentas_(cuentas) {
        cuentas_[estado::resultado_del_ejercicio] = {estado::resultado_del_ejercicio, "", "Utilidad o pérdida neta", "",
                                                     "resultado"};
        cuentas_[estado::efectivo_revaluado] = {estado::efectivo_revaluado, "", "Revaluación de cuentas propias", "702.01",
                                                "ingreso"};
        cuentas_[estado::entre_lugares] = {estado::entre_lugares, "", "Entre sucursales y proyectos", "", "capital"};
        cuentas_[estado::entre_lugares_sin_efectivo] = {
            estado::entre_lugares_sin_efectivo, "", "Entre sucursales y proyectos, sin efectivo", "", "capital", {}, true};
    }

    const flujo::Clases& clases() const { return clases_; }
    estado::Saldos columna(const estado::Rango& rango, Efectivo& efectivo) {
        const auto pedida = estado::pedida(p_, rango);
        const auto partes = flujo::leer_partes(tx_, pedida, clases_, directo_);
        auto saldos = con_efectivo(pedida, partes);
        const auto balanza = engine::balanza(tx_, pedida);
        for (const auto& [cuentaId, s] : balanza) {
            if (!clases_.at(cuentaId).efectivo) continue;
            efectivo.inicial += s.inicial;
            efectivo.final_ += s.inicial + s.cargos - s.abonos;
        }
        // Cash of one branch or project may be what entries of another are about.
        if (parte_) saldos[estado::entre_lugares] = -estado::suma(saldos) - efectivo.cambio();
        if (directo_) return saldos;

        std::erase_if(saldos, [&](const auto& s) { return es_de_operacion(s.first); });
        for (const auto& [cuentaId, s] : balanza) sumar_saldo(saldos, cuentaId, s.cargos - s.abonos);
        for (const flujo::Parte& una : partes.partes)
            if (una.parte != ParteFlujo::efectivo)
                sumar_aparte(saldos, una.asiento.cuentaId, una.parte == ParteFlujo::saldo ? Aparte::saldo : Aparte::sinEfectivo,
                             una.importe);
        if (parte_) saldos[estado::entre_lugares_sin_efectivo] = -estado::suma(saldos) - efectivo.cambio();
        return saldos;
    }

private:
    // What moved cash, by the account on its other side.
    estado::Saldos con_efectivo(const engine::BalanzaPedida& pedida, const flujo::Partes& partes) {
        auto saldos = engine::contrapartidas_de_efectivo(tx_, pedida);
        for (const auto& a : partes.revaluados) saldos[a.cuentaId] -= a.importe;
        for (const flujo::Parte& una : partes.partes)
            if (una.parte == ParteFlujo::efectivo) sumar_aparte(saldos, una.asiento.cuentaId, Aparte::efectivo, una.importe);
        if (!partes.efectivo_revaluado.es_cero()) saldos[estado::efectivo_revaluado] = -partes.efectivo_revaluado;
        return saldos;
    }
    bool es_de_operacion(std::int64_t id) const {
        const auto clase = clases_.find(es_aparte(id) ? cuenta_aparte(id) : id);
        return clase != clases_.end() && clase->second.de_operacion();
    }
    void sumar_saldo(estado::Saldos& saldos, std::int64_t cuentaId, Importe cambio) {
        const auto& clase = clases_.at(cuentaId);
        if (clase.resultado) saldos[estado::resultado_del_ejercicio] += cambio;
        else if (clase.de_operacion() && !clase.efectivo) saldos[cuentaId] += cambio;
        // Shown as what it paid, so the result goes without it.
        if (clase.resultado && clase.ajena()) sumar_aparte(saldos, cuentaId, Aparte::resultado, -cambio);
    }
    void sumar_aparte(estado::Saldos& saldos, std::int64_t cuentaId, Aparte que, Importe importe) {
        const auto id = id_aparte(cuentaId, que);
        saldos[id] += importe;
        if (cuentas_.contains(id)) return;
        auto cuenta = cuentas_.at(cuentaId);
        if (que != Aparte::resultado) cuenta.nombre += ", sin efectivo";
        cuenta.sinEfectivo = que == Aparte::sinEfectivo || que == Aparte::resultado;
        cuentas_.emplace(id, std::move(cuenta));
    }

    db::Reader& tx_;
    const FlujoPedido& p_;
    bool directo_;
    bool parte_;
    flujo::Clases clases_;
    std::map<std::int64_t, CuentaDeFormato>& cuentas_;
};

// What a figure is made of, in rows that add up to it.
std::string abrir_flujo(const flujo::Clases& clases, bool directo, std::int64_t id, const estado::Rango& r) {
    // The first day of a month takes the revaluation of the day before it back.
    if (id == estado::efectivo_revaluado) return "/api/Contabilidad/Revaluaciones?" + estado::por_dias({r.desde + -1, r.hasta});
    if (id == estado::resultado_del_ejercicio) return "/api/Contabilidad/EstadoResultados?" + estado::por_dias(r);
    if (es_aparte(id) && que_aparte(id) != Aparte::resultado)
        return fmt::format("/api/Contabilidad/FlujoEfectivo/Partidas?cuentaId={}&parte={}&{}", cuenta_aparte(id),
                           reflect::enum_name(static_cast<ParteFlujo>(que_aparte(id))), estado::por_dias(r));
    if (es_aparte(id)) return estado::movimientos_de(cuenta_aparte(id), r);
    const auto ruta = estado::movimientos_de(id, r);
    if (ruta.empty()) return ruta;
    return directo || !clases.at(id).de_operacion() ? ruta + "&conEfectivo=true" : ruta;
}

}  // namespace

Estado flujo_de_efectivo(const Context& ctx, const FlujoPedido& p, const FormatoElegido& formato) {
    auto& tx = ctx.db();
    const bool directo = p.metodo != MetodoFlujo::indirecto;
    Faltas faltas;
    faltas.agregar_si(p.comparar == Comparacion::presupuesto, Codigo::valor_no_permitido, "/comparar");
    estado::Hecho hecho{.formato = formato,
                        .rangos = estado::comparados(p, estado::rango_pedido(ctx, p), faltas),
                        .columnas = {},
                        .cuentas = estado::cuentas_de_detalle(tx)};
    faltas.lanzar();
    Flujo flujo{tx, p, hecho.cuentas};
    std::vector<Efectivo> efectivo;
    for (const auto& rango : hecho.rangos) hecho.columnas.push_back(flujo.columna(rango, efectivo.emplace_back()));
    auto e = estado::armar(
        p, hecho,
        {.ruta = "/api/Contabilidad/FlujoEfectivo",
         .dias = estado::por_dias,
         .cuenta = [&](std::int64_t id, const estado::Rango& r) { return abrir_flujo(flujo.clases(), directo, id, r); },
         .mas = directo ? "&metodo=directo" : "&metodo=indirecto"});
    // What came and went is what cash changed by.
    for (std::size_t i = 0; i < e.columnas.size(); ++i) {
        const Importe sobra = -estado::suma(hecho.columnas[i]) - efectivo[i].cambio();
        e.columnas[i].diferencia += sobra;
        e.diferencia += sobra;
    }
    if (p.linea) return e;
    LineaEstado inicial{"efectivoInicial", "Efectivo al inicio del periodo", ClaseLinea::subtotal, 1, {}, {}};
    LineaEstado final_{"efectivoFinal", "Efectivo al final del periodo", ClaseLinea::subtotal, 1, {}, {}};
    for (std::size_t i = 0; i < efectivo.size(); ++i) {
        const auto balance = [&](Fecha dia) {
            return fmt::format("/api/Contabilidad/BalanceGeneral?fecha={}&linea=efectivo&conCuentas=true{}", dia.iso(),
                               estado::filtros(p));
        };
        inicial.cifras.push_back({efectivo[i].inicial, balance(hecho.rangos[i].desde + -1)});
        final_.cifras.push_back({efectivo[i].final_, balance(hecho.rangos[i].hasta)});
    }
    e.lineas.push_back(std::move(inicial));
    e.lineas.push_back(std::move(final_));
    return e;
}

Estado consultar_flujo_efectivo(const Context& ctx, const FlujoPedido& p) {
    return flujo_de_efectivo(
        ctx, p,
        formato_elegido(ctx.db(),
                        p.metodo == MetodoFlujo::indirecto ? EstadoFinanciero::flujoIndirecto : EstadoFinanciero::flujoDirecto,
                        p.formatoEstadoId));
}

Pagina<PartidaFlujo> consultar_partidas_flujo(const Context& ctx, const PartidasFlujoPedidas& p) {
    auto& tx = ctx.db();
    reject_if(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    const auto cuentas = estado::cuentas_de_detalle(tx);
    reject_if(!cuentas.contains(p.cuentaId), Codigo::no_encontrado, "/cuentaId");
    const Recorrido recorrido{
        ctx, p, "FlujoEfectivoPartidas",
        fmt::format("{}/{}/{}/{}/{}/{}", std::int64_t{p.cuentaId}, reflect::enum_name(p.parte), p.fechaInicial.dias(),
                    p.fechaFinal.dias(), p.sucursalId.value_or(-1), p.proyectoId.value_or(-1))};
    engine::BalanzaPedida pedida{.desde = p.fechaInicial, .hasta = p.fechaFinal};
    if (p.sucursalId && *p.sucursalId != 0) pedida.sucursalId = *p.sucursalId;
    if (p.proyectoId) pedida.proyectoId = *p.proyectoId;
    std::vector<PartidaFlujo> filas;
    const auto partes = flujo::leer_partes(tx, pedida, flujo::clases_de(cuentas), p.parte == ParteFlujo::efectivo);
    for (const flujo::Parte& una : partes.partes) {
        const auto& a = una.asiento;
        if (a.cuentaId != p.cuentaId || una.parte != p.parte) continue;
        filas.push_back({a.fecha,
                         a.polizaId,
                         a.renglon,
                         a.transaccionId,
                         {},
                         {},
                         {},
                         a.sucursalId,
                         a.proyectoId,
                         std::max(a.importe, Importe{}),
                         std::max(-a.importe, Importe{}),
                         -una.importe});
    }
    const Total total = recorrido.con_total() ? Total{static_cast<std::int64_t>(filas.size())} : Total{};
    if (const auto& desde = recorrido.desde())
        std::erase_if(filas, [&](const PartidaFlujo& f) {
            return std::tuple<std::int64_t, std::int64_t, std::int64_t>{f.fecha.dias(), f.polizaId, f.renglon} <=
                   std::tuple{desde->at(0), desde->at(1), desde->at(2)};
        });
    const auto primera = std::min(static_cast<std::size_t>(recorrido.salto()), filas.size());
    filas.erase(filas.begin(), filas.begin() + static_cast<std::ptrdiff_t>(primera));
    filas.resize(std::min(filas.size(), static_cast<std::size_t>(recorrido.limite_sql())));
    for (PartidaFlujo& f : filas)
        tx.each(R"(SELECT d.tipo, d.serie, d.folio, p.evento FROM poliza p
                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                   WHERE p.organizacionId = $1 AND p.polizaId = $2)",
                [&](const db::Row& r) {
                    f.tipoDocumento = std::string{r.text(0)};
                    f.folio = engine::folio_texto(r.text(1), r.integer(2));
                    f.evento = std::string{r.text(3)};
                },
                tx.organizacion(), f.polizaId);
    return recorrido.pagina(std::move(filas), total, [](const PartidaFlujo& f) {
        return std::vector<std::int64_t>{f.fecha.dias(), f.polizaId, f.renglon};
    });
}

void register_flujo_efectivo(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/FlujoEfectivo", "FlujoEfectivo", consultar_flujo_efectivo)
        .nuestra()
        .como_tabla(consultar_flujo_efectivo, tabla_flujo_efectivo)
        .rechaza({Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::fuera_de_rango, Codigo::requerido,
                  Codigo::no_encontrado, Codigo::inactivo});
    ops.add(GET, "/api/Contabilidad/FlujoEfectivo/Partidas", "FlujoEfectivoPartidas", consultar_partidas_flujo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::cursor_invalido, Codigo::pagina_y_cursor});
}

}  // namespace cacao
