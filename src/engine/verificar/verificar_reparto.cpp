// Verification of how applications shared taxes out, and of the accounts that income and what is withheld of rent went to.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/entorno/eventos.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/precios/partes.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/cuentas.hpp"
#include "reflect/decode.hpp"

#include <algorithm>

namespace cacao::engine::verificacion {
namespace {

// One application with what it moved of the document.
struct Reparto {
    std::int64_t aplicacionId = 0;
    std::int64_t consecutivo = 0;
    Importe importe;
    Importe saldo;        // before it
    bool propio = false;  // of a credit of the document, which takes its own taxes
    std::map<LlaveImpuesto, Gravado> tomado;
    std::int64_t creditoId = 0;  // what settled it, if that is no money
};
// … as it was made, or as it was undone.
struct PasoReparto {
    const Reparto* reparto = nullptr;
    bool deshecho = false;
};

Importe lejos(Importe a, Importe b) { return a < b ? b - a : a - b; }

bool se_mueve(const Documento& tipo, std::string_view impuesto) {
    return std::ranges::any_of(tipo.asientos, [&](const Asiento& a) {
        if (a.liquidada == Cuenta::partida) return false;
        return (a.monto == Monto::iva && impuesto == nombre(Impuesto::iva)) ||
               (a.monto == Monto::ieps && impuesto == nombre(Impuesto::ieps)) ||
               (a.monto == Monto::iva_retenido && impuesto == nombre(Impuesto::ivaRetenido)) ||
               (a.monto == Monto::isr_retenido && impuesto == nombre(Impuesto::isrRetenido));
    });
}

// A payment takes what is open of each tax in proportion, what is cost and what is of rent with it (decision 32), but for
// roundings.
class PasosRevisados {
public:
    PasosRevisados(const Revision& r, const Cabecera& d, int decimales)
        : r_(r), d_(d), decimales_(decimales), abierto_(d.gravados) {}

    void dar(const PasoReparto& paso) {
        const Reparto& p = *paso.reparto;
        if (!paso.deshecho && !p.propio && p.saldo > Importe{})
            for (const auto& [clave, g] : abierto_)
                if (se_mueve(*d_.tipo, clave.impuesto)) revisar(p, clave, g);
        for (const auto& [clave, t] : p.tomado) {
            Gravado& g = abierto_[clave];
            const auto mover = [&](Importe& de, Importe cuanto) { de += paso.deshecho ? cuanto : -cuanto; };
            mover(g.base, t.base);
            mover(g.importe, t.importe);
            mover(g.alCosto, t.alCosto);
            mover(g.arrendamiento, t.arrendamiento);
            if (!paso.deshecho && d_.total > Importe{} && (g.base < Importe{} || g.importe < Importe{}))
                decir(p, clave,
                      fmt::format("takes {} of a base of {}, more than was open by {} and {}", t.importe.texto(), t.base.texto(),
                                  (-g.importe).texto(), (-g.base).texto()));
        }
    }

private:
    void revisar(const Reparto& p, const LlaveImpuesto& clave, const Gravado& g) const {
        const auto suyo = p.tomado.find(clave);
        const Gravado tomado = suyo == p.tomado.end() ? Gravado{} : suyo->second;
        const Importe redondeos = Importe::de_micros((3 + p.consecutivo) * unidad_de(decimales_).micros());
        const auto revisar_cifra = [&](std::string_view campo, Importe hay, Importe queda, Importe parte, Importe entera,
                                       Importe holgura) {
            const Importe debe = entera.es_cero() ? Importe{} : proporcion(queda, parte.micros(), entera.micros(), decimales_);
            if (lejos(hay, debe) <= redondeos + holgura) return;
            decir(p, clave,
                  fmt::format("{} is {} of {} that was open, expected {}: {} of {} was paid", campo, hay.texto(), queda.texto(),
                              debe.texto(), p.importe.texto(), p.saldo.texto()));
        };
        // A document of many small lines is off its rate, and so are its parts.
        const auto cargado = d_.gravados.find(clave);
        const Gravado entero = cargado == d_.gravados.end() ? Gravado{} : cargado->second;
        const Limites l = limites_de_la_autoridad(factor_de(clave.factor), Tasa::de_micros(clave.tasa), entero.base, decimales_);
        revisar_cifra("base", tomado.base, g.base, p.importe, p.saldo, {});
        revisar_cifra("importe", tomado.importe, g.importe, p.importe, p.saldo,
                      std::max({Importe{}, l.menor - entero.importe, entero.importe - l.mayor}));
        revisar_cifra("alCosto", tomado.alCosto, g.alCosto, tomado.importe, g.importe, {});
        revisar_cifra("renta", tomado.arrendamiento, g.arrendamiento, tomado.importe, g.importe, {});
    }
    void decir(const Reparto& p, const LlaveImpuesto& clave, std::string_view que) const {
        r_.decir("aplicacionImpuesto",
                 fmt::format("aplicacionId {}, transaccionId {}, {} {} {}", p.aplicacionId, d_.transaccionId, clave.impuesto,
                             clave.factor, Tasa::de_micros(clave.tasa).texto()),
                 que);
    }

    const Revision& r_;
    const Cabecera& d_;
    int decimales_;
    std::map<LlaveImpuesto, Gravado> abierto_;
};

// ---- accounts

struct PapelSembrado {
    Cuenta papel;
    std::string_view codigo;
};
constexpr PapelSembrado sembrados[] = {
#define CACAO_PAPEL(nombre, codigo) {Cuenta::nombre, codigo},
#include "engine/tipos/papeles.inc"
#undef CACAO_PAPEL
};

// Posts what its lines earn, or give back, to income.
constexpr const Asiento* asiento_de_ingreso(const Documento& d) {
    for (const Asiento& a : d.asientos)
        if (a.monto == Monto::subtotal && (a.cuenta == Cuenta::ventas || a.cuenta == Cuenta::devoluciones_venta)) return &a;
    return nullptr;
}
constexpr bool con_ingreso(const Documento& d) { return asiento_de_ingreso(d) != nullptr; }

// By the rate that a line bears.
Cuenta papel_del_ingreso(Cuenta papel, const std::vector<ImpuestoPartida>& impuestos, Fecha fecha) {
    const bool venta = papel == Cuenta::ventas;
    for (const ImpuestoPartida& i : impuestos) {
        if (i.impuesto != nombre(Impuesto::iva)) continue;
        if (i.factor == nombre(Factor::exento)) return venta ? Cuenta::ventas_exentas : Cuenta::devoluciones_venta_exentas;
        if (i.factor != nombre(Factor::tasa)) return papel;
        if (es_de_frontera(i, fecha)) return venta ? Cuenta::ventas_frontera : Cuenta::devoluciones_venta_frontera;
        if (!i.tasa.es_cero()) return papel;
        if (!venta) return Cuenta::devoluciones_venta_cero;
        return es_de_exportacion(i) ? Cuenta::ventas_exportacion : Cuenta::ventas_cero;
    }
    return papel;
}

bool es_de_ingreso(Cuenta papel) {
    Cuenta raiz = papel;
    while (respaldo_de(raiz) != raiz) raiz = respaldo_de(raiz);
    return raiz == Cuenta::ventas || raiz == Cuenta::devoluciones_venta;
}

// What the history of accounts allows to compare.
struct PapelesVistos {
    std::map<std::int64_t, std::set<Cuenta>> de_cuenta;  // every part that an account plays or played
    std::map<Cuenta, std::set<std::int64_t>> cuentas;
    std::map<Cuenta, std::int64_t> desde_siempre;  // the account that was seeded for a part, and the only one it ever had
    bool por_ambito = false;                       // classes, warehouses or contacts have accounts of their own for income

    explicit PapelesVistos(const Revision& r) {
        std::map<std::int64_t, std::string> codigos;
        r.tx.each(R"(SELECT h.papel, h.cuentaId, c.codigo FROM cuentaPapelHistoria h
                     JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = h.cuentaId WHERE h.organizacionId = $1)",
                  [&](const db::Row& f) {
                      const auto papel = papel_de(f.text(0));
                      if (!papel) return;
                      de_cuenta[f.integer(1)].insert(*papel);
                      cuentas[*papel].insert(f.integer(1));
                      codigos.emplace(f.integer(1), f.text(2));
                  },
                  r.org());
        for (const PapelSembrado& s : sembrados)
            if (const auto suyas = cuentas.find(s.papel); suyas != cuentas.end() && suyas->second.size() == 1)
                if (const auto id = *suyas->second.begin(); codigos.at(id) == s.codigo) desde_siempre.emplace(s.papel, id);
        r.tx.each(
            "SELECT papel FROM cuentaPapel WHERE organizacionId = $1 AND ambito <> ''",
            [&](const db::Row& f) {
                if (const auto papel = papel_de(f.text(0))) por_ambito = por_ambito || es_de_ingreso(*papel);
            },
            r.org());
    }
    bool solo_ingreso(std::int64_t cuentaId) const {
        const auto suyos = de_cuenta.find(cuentaId);
        return suyos != de_cuenta.end() && std::ranges::all_of(suyos->second, es_de_ingreso);
    }
};

}  // namespace

// Walked in order: what was open is what those before it left, and what those that were undone by then gave back. In which order
// they were undone the events of the document say, one for each.
void Ventana::revisar_reparto() {
    std::map<std::int64_t, std::vector<Reparto>> repartos;
    std::set<std::int64_t> deshechos;
    r_.tx.each(
        R"(SELECT a.documentoId, a.aplicacionId, a.consecutivo, a.importe2, a.saldoAnterior, p.tipo, a.estado,
                         COALESCE(i.impuesto, ''), COALESCE(i.factor, ''), COALESCE(i.tasa, 0), COALESCE(i.base, 0),
                         COALESCE(i.importe, 0), COALESCE(i.alCosto, 0), COALESCE(i.renta, 0), a.pagoId
                  FROM aplicacion a
                  JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
                  LEFT JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId
                                                AND i.transaccionId = a.documentoId
                  WHERE a.organizacionId = $1 AND a.documentoId > $2 AND a.documentoId <= $3
                  ORDER BY a.documentoId, a.consecutivo)",
        [&](const db::Row& f) {
            if (f.text(6) != "vigente") deshechos.insert(f.integer(0));
            auto& suyos = repartos[f.integer(0)];
            if (suyos.empty() || suyos.back().aplicacionId != f.integer(1)) {
                suyos.push_back({f.integer(1), f.integer(2), importe(f, 3), importe(f, 4), false, {}});
                if (cumple(f.text(5), descuenta)) suyos.back().creditoId = f.integer(14);
            }
            if (f.text(7).empty()) return;
            Gravado& g = suyos.back().tomado[{std::string{f.text(7)}, std::string{f.text(8)}, f.integer(9)}];
            g.base += importe(f, 10);
            g.importe += importe(f, 11);
            g.alCosto += importe(f, 12);
            g.arrendamiento += importe(f, 13);
        },
        r_.org(), t_.desde, t_.hasta);
    std::map<std::int64_t, std::vector<evento::AplicacionContada>> sucesos;
    if (!deshechos.empty())
        r_.tx.each(R"(SELECT e.transaccionId, e.datos FROM evento e
                      WHERE e.organizacionId = $1 AND e.transaccionId > $2 AND e.transaccionId <= $3
                        AND e.evento IN ('liquidado', 'cambiado')
                        AND EXISTS (SELECT 1 FROM aplicacion a WHERE a.organizacionId = $1 AND a.documentoId = e.transaccionId
                                    AND a.estado = 'cancelada')
                      ORDER BY e.transaccionId, e.consecutivo)",
                   [&](const db::Row& f) { sucesos[f.integer(0)].push_back(evento::leer_aplicacion(f.text(1))); }, r_.org(),
                   t_.desde, t_.hasta);
    for (auto& [id, suyos] : repartos) {
        const auto d = documentos_.find(id);
        if (d == documentos_.end() || d->second.tipo == nullptr || !con_impuestos(*d->second.tipo)) continue;
        const auto decimales = r_.decimales.find(d->second.moneda);
        if (decimales == r_.decimales.end()) continue;
        for (Reparto& x : suyos) x.propio = x.creditoId != 0 && acreditado_de(r_.tx, x.creditoId, id).propio;
        PasosRevisados pasos{r_, d->second, decimales->second};
        if (!deshechos.contains(id)) {
            for (const Reparto& x : suyos) pasos.dar({&x, false});
            continue;
        }
        for (const evento::AplicacionContada& e : sucesos[id])
            if (const auto x = std::ranges::find(suyos, e.aplicacionId, &Reparto::aplicacionId); x != suyos.end())
                pasos.dar({&*x, e.deshecha});
    }
}

// What lines earned is posted to the account that each of them names, and that is the one of its rate.
void Ventana::revisar_ingresos() {
    static const std::string lineas = R"(
        SELECT p.transaccionId, p.numeroPartida, p.conceptoId, p.cuentaId, p.impuestos, p.importe - p.descuento - p.promocion,
               CASE WHEN d.creadoEn >= (SELECT COALESCE(MAX(m.aplicada), 0) FROM migracion m WHERE m.nombre LIKE '0042%')
                    THEN 1 ELSE 0 END
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.transaccionId > $2 AND d.transaccionId <= $3 AND )" +
                                      en_sql("d.tipo", con_ingreso);
    const PapelesVistos papeles_vistos{r_};
    std::map<std::pair<std::int64_t, std::int64_t>, Importe> ganado;  // by document and account
    r_.tx.each(
        lineas,
        [&](const db::Row& f) {
            const auto it = documentos_.find(f.integer(0));
            if (it == documentos_.end() || it->second.tipo == nullptr) return;
            const Cabecera& d = it->second;
            const Asiento& a = *asiento_de_ingreso(*d.tipo);
            const Importe local = convertir(importe(f, 5), d.tipoCambio, r_.ajustes.decimales);
            ganado[{f.integer(0), f.integer(3)}] += a.lado == Lado::abono ? local : -local;
            // A concept may have an account of its own.
            if (!papeles_vistos.solo_ingreso(f.integer(3)) || papeles_vistos.por_ambito || f.integer(6) == 0) return;
            const Cuenta papel = papel_del_ingreso(
                a.cuenta, reflect::recuperar(Guardado<std::vector<ImpuestoPartida>>{std::string{f.text(4)}}), d.fecha);
            const auto suya = papeles_vistos.desde_siempre.find(papel);
            if (suya == papeles_vistos.desde_siempre.end() || suya->second == f.integer(3)) return;
            const auto generales = papeles_vistos.cuentas.find(a.cuenta);
            if (f.integer(2) != 0 && (generales == papeles_vistos.cuentas.end() || generales->second.size() != 1 ||
                                      !generales->second.contains(f.integer(3))))
                return;
            r_.contar("partida", fmt::format("transaccionId {}, numeroPartida {}", f.integer(0), f.integer(1)),
                      fmt::format("cuentaId of {}", nombre(papel)), f.integer(3), suya->second);
        },
        r_.org(), t_.desde, t_.hasta);
    static const std::string asentado = R"(
        SELECT po.transaccionId, a.cuentaId, CAST(SUM(a.abono - a.cargo) AS BIGINT)
        FROM documento d
        JOIN poliza po ON po.organizacionId = $1 AND po.transaccionId = d.transaccionId AND po.evento = 'registro'
        JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = po.polizaId
        WHERE d.organizacionId = $1 AND d.transaccionId > $2 AND d.transaccionId <= $3 AND )" +
                                        en_sql("d.tipo", con_ingreso) + " GROUP BY po.transaccionId, a.cuentaId";
    std::map<std::pair<std::int64_t, std::int64_t>, Importe> puesto;
    r_.tx.each(
        asentado,
        [&](const db::Row& f) {
            if (papeles_vistos.solo_ingreso(f.integer(1))) puesto[{f.integer(0), f.integer(1)}] = importe(f, 2);
        },
        r_.org(), t_.desde, t_.hasta);
    for (const auto& [cual, importe_ganado] : ganado)
        if (papeles_vistos.solo_ingreso(cual.second)) puesto.try_emplace(cual);
    for (const auto& [cual, hay] : puesto) {
        const auto debe = ganado.find(cual);
        r_.comparar("asiento", fmt::format("transaccionId {}, cuentaId {}", cual.first, cual.second), "what its lines earned",
                    hay, debe == ganado.end() ? Importe{} : debe->second);
    }
}

// What is withheld of rent is owed by its own account, where no other part was ever played by it.
void Ventana::revisar_rentas() {
    const PapelesVistos papeles_vistos{r_};
    const auto rentas = papeles_vistos.cuentas.find(Cuenta::isr_arrendamiento_por_pagar);
    if (rentas == papeles_vistos.cuentas.end()) return;
    const auto sola = [&](std::int64_t id) { return papeles_vistos.de_cuenta.at(id).size() == 1; };
    if (!std::ranges::all_of(rentas->second, sola)) return;
    std::map<std::int64_t, std::pair<Importe, Importe>> por_poliza;  // posted, and moved
    r_.tx.each(R"(SELECT a.polizaId, d.tipo, i.pendienteLocal, i.efectivoLocal, i.arrendamiento
                  FROM aplicacion a
                  JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId AND i.impuesto = 'isrRetenido'
                  JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = i.transaccionId
                  WHERE a.organizacionId = $1 AND a.pagoId > $2 AND a.pagoId <= $3 AND i.arrendamiento <> 0)",
               [&](const db::Row& f) {
                   const Documento* tipo = tipo_de(f.text(1));
                   if (tipo == nullptr || f.integer(2) == 0) return;
                   for (const Asiento& a : tipo->asientos) {
                       if (a.liquidada != Cuenta::isr_retenido_por_pagar) continue;
                       const Importe local = proporcion(importe(f, 3), f.integer(4), f.integer(2), r_.ajustes.decimales);
                       por_poliza[f.integer(0)].second += a.lado == Lado::abono ? local : -local;
                   }
               },
               r_.org(), t_.desde, t_.hasta);
    r_.tx.each(R"(SELECT s.polizaId, CAST(SUM(s.abono - s.cargo) AS BIGINT)
                  FROM aplicacion a
                  JOIN asiento s ON s.organizacionId = $1 AND s.polizaId = a.polizaId
                  JOIN cuentaPapelHistoria h ON h.organizacionId = $1 AND h.papel = 'isr_arrendamiento_por_pagar'
                                            AND h.cuentaId = s.cuentaId
                  WHERE a.organizacionId = $1 AND a.pagoId > $2 AND a.pagoId <= $3 GROUP BY s.polizaId)",
               [&](const db::Row& f) { por_poliza[f.integer(0)].first = importe(f, 1); }, r_.org(), t_.desde, t_.hasta);
    for (const auto& [polizaId, x] : por_poliza)
        r_.comparar("asiento", fmt::format("polizaId {}", polizaId), "what is withheld of rent", x.first, x.second);
}

}  // namespace cacao::engine::verificacion
