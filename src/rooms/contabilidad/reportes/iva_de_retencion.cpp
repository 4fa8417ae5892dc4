#include "rooms/contabilidad/reportes/iva_de_retencion.hpp"

#include "db/rows.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/tipos/cualidades.hpp"
#include "reflect/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace cacao {
namespace {

struct LineaRetenida {
    Guardado<std::vector<engine::ImpuestoPartida>> impuestos;
};
DESCRIBE_STRUCT(LineaRetenida, (), (impuestos))

struct BaseRetenida {
    Tasa tasa;
    Importe base;
    Importe restituida;  // of a credit: given back as it was registered
    std::string tipo;
    int decimales = 2;
};
DESCRIBE_STRUCT(BaseRetenida, (), (tasa, base, restituida, tipo, decimales))

struct MovimientoRetenido {
    std::int64_t aplicacionId{};
    std::int64_t pagoId{};
    std::int64_t documentoId{};
    std::string estado;
    std::string tipoPago;
    Tasa tasa;
    Importe base;
};
DESCRIBE_STRUCT(MovimientoRetenido, (), (aplicacionId, pagoId, documentoId, estado, tipoPago, tasa, base))

struct EventoGuardado {
    std::string datos;
};
DESCRIBE_STRUCT(EventoGuardado, (), (datos))

struct DocumentoRetenido {
    std::vector<LineaRetenida> lineas;
    std::vector<BaseRetenida> bases;
    std::vector<MovimientoRetenido> movimientos;  // by application
    std::vector<EventoGuardado> eventos;          // if something was undone

    bool perdona() const { return !bases.empty() && engine::cumple(bases.front().tipo, engine::perdona); }
    bool descuenta() const { return !bases.empty() && engine::cumple(bases.front().tipo, engine::descuenta); }
    int decimales() const { return bases.empty() ? 2 : bases.front().decimales; }
    Importe base_de(Tasa tasa) const {
        const auto suya = std::ranges::find(bases, tasa, &BaseRetenida::tasa);
        return suya == bases.end() ? Importe{} : suya->base;
    }
    // The VAT of the lines that withhold at that rate.
    Importe iva_de(Tasa tasa) const {
        Importe iva;
        for (const LineaRetenida& l : lineas) {
            const auto impuestos = reflect::recuperar(l.impuestos);
            const bool retiene = std::ranges::any_of(
                impuestos, [&](const engine::ImpuestoPartida& i) { return i.impuesto == "ivaRetenido" && i.tasa == tasa; });
            for (const engine::ImpuestoPartida& i : impuestos)
                if (retiene && i.impuesto == "iva") iva += i.importe;
        }
        return iva;
    }
    Importe iva_hasta(Tasa tasa, Importe base) const {
        const Importe entera = base_de(tasa);
        return entera <= Importe{} ? Importe{} : engine::proporcion(iva_de(tasa), base.micros(), entera.micros(), decimales());
    }
};
using Documentos = std::map<std::int64_t, DocumentoRetenido>;

// Those of the set that were not read yet.
void leer_documentos(db::Reader& tx, Documentos& documentos, const std::set<std::int64_t>& cuales) {
    std::vector<std::int64_t> nuevos;
    for (const auto id : cuales) {
        const auto [it, nuevo] = documentos.try_emplace(id);
        if (!nuevo) continue;
        nuevos.push_back(id);
        DocumentoRetenido& d = it->second;
        tx.all_later(d.lineas,
                     "SELECT impuestos FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND ivaRetenido <> 0",
                     tx.organizacion(), id);
        tx.all_later(d.bases,
                     R"(SELECT i.tasa, i.base, i.baseRestituida AS restituida, d.tipo, m.decimales FROM documentoImpuesto i
                        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = $2
                        JOIN moneda m ON m.moneda = d.moneda
                        WHERE i.organizacionId = $1 AND i.transaccionId = $2 AND i.impuesto = 'ivaRetenido')",
                     tx.organizacion(), id);
        for (const char* lado : {"documentoId", "pagoId"})
            tx.all_later(
                d.movimientos,
                fmt::format(R"(SELECT a.aplicacionId, a.pagoId, a.documentoId, a.estado, p.tipo AS tipoPago, i.tasa, i.base
                                        FROM aplicacion a
                                        JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId
                                                                 AND i.transaccionId = $2 AND i.impuesto = 'ivaRetenido'
                                        JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
                                        WHERE a.organizacionId = $1 AND a.{} = $2)",
                            lado),
                tx.organizacion(), id);
    }
    tx.settle();
    for (const auto id : nuevos) {
        DocumentoRetenido& d = documentos.at(id);
        std::ranges::stable_sort(d.movimientos, {}, &MovimientoRetenido::aplicacionId);
        if (std::ranges::find(d.movimientos, "cancelada", &MovimientoRetenido::estado) != d.movimientos.end())
            tx.all_later(d.eventos,
                         R"(SELECT datos FROM evento WHERE organizacionId = $1 AND transaccionId = $2
                            AND evento IN ('liquidado', 'cambiado') ORDER BY consecutivo)",
                         tx.organizacion(), id);
    }
    tx.settle();
}

// With the documents that credits and write-offs among them are about, and the credits and write-offs of the others.
Documentos leer_con_los_suyos(db::Reader& tx, const std::set<std::int64_t>& cuales) {
    Documentos documentos;
    std::set<std::int64_t> faltan = cuales;
    for (int vuelta = 0; vuelta < 3 && !faltan.empty(); ++vuelta) {
        leer_documentos(tx, documentos, faltan);
        faltan.clear();
        for (const auto& [id, d] : documentos)
            for (const MovimientoRetenido& m : d.movimientos)
                if (engine::cumple(m.tipoPago, engine::descuenta))
                    for (const auto otro : {m.pagoId, m.documentoId})
                        if (!documentos.contains(otro)) faltan.insert(otro);
    }
    return documentos;
}

// One document as its VAT is taken: made again in the order in which things were done and undone.
class RecorridoRetenido {
public:
    RecorridoRetenido(db::Reader& tx, const Documentos& documentos, std::int64_t id)
        : tx_(tx), documentos_(documentos), id_(id), d_(documentos.at(id)) {}

    IvasDeRetencion hacer(bool de_contado) {
        for (const BaseRetenida& b : d_.bases) {
            const Importe base = de_contado ? b.base : b.restituida;
            if (!base.es_cero()) tomar({0, b.tasa}, base, d_.iva_hasta(b.tasa, base));
        }
        if (d_.eventos.empty()) {
            for (const MovimientoRetenido& m : d_.movimientos) aplicar(m);
            return std::move(ivas_);
        }
        for (const EventoGuardado& e : d_.eventos) {
            const auto contada = engine::evento::leer_aplicacion(e.datos);
            for (const MovimientoRetenido& m : d_.movimientos)
                if (m.aplicacionId != contada.aplicacionId) continue;
                else if (contada.deshecha) deshacer(m);
                else aplicar(m);
        }
        return std::move(ivas_);
    }

private:
    struct Tomado {
        Importe base;
        Importe iva;
    };

    void tomar(std::pair<std::int64_t, Tasa> cual, Importe base, Importe iva) {
        ivas_[cual] = {base, iva};
        tomado_[cual.second].base += base;
        tomado_[cual.second].iva += iva;
    }

    void aplicar(const MovimientoRetenido& m) {
        const Importe iva = d_.descuenta() ? de_credito(m) : de_documento(m);
        tomar({m.aplicacionId, m.tasa}, m.base, iva);
        Tomado& suyo = por_credito_[{m.pagoId, m.tasa}];
        suyo.base += m.base;
        suyo.iva += iva;
    }

    void deshacer(const MovimientoRetenido& m) {
        const IvaDeRetencion& hecho = ivas_[{m.aplicacionId, m.tasa}];
        for (Tomado* t : {&tomado_[m.tasa], &por_credito_[{m.pagoId, m.tasa}]}) {
            t->base -= hecho.base;
            t->iva -= hecho.iva;
        }
    }

    // Where no more lines withhold, all that is left of the VAT. Money takes of it in proportion, a credit what its own lines
    // bear.
    Importe de_documento(const MovimientoRetenido& m) {
        const Tomado& t = tomado_[m.tasa];
        const Importe base = d_.base_de(m.tasa) - t.base;
        const Importe iva = d_.iva_de(m.tasa) - t.iva;
        if (m.base == base) return iva;
        const auto parte = [&](Importe queda, Importe de, Importe entera) {
            return entera <= Importe{} ? Importe{} : engine::proporcion(queda, de.micros(), entera.micros(), d_.decimales());
        };
        if (!acredita(m)) return parte(iva, m.base, base);
        const DocumentoRetenido& credito = documentos_.at(m.pagoId);
        const Tomado& suyo = por_credito_[{m.pagoId, m.tasa}];
        const Importe suya = std::clamp(credito.base_de(m.tasa) - suyo.base, Importe{}, m.base);
        const Importe propio =
            std::clamp(credito.iva_hasta(m.tasa, suyo.base + suya) - suyo.iva, Importe{}, std::max(Importe{}, iva));
        return propio + parte(iva - propio, m.base - suya, base - suya);
    }

    // What a write-off says of taxes is of no line: its VAT is what it took of the document.
    Importe de_credito(const MovimientoRetenido& m) {
        const auto documento = documentos_.find(m.documentoId);
        if (!d_.perdona() || documento == documentos_.end()) {
            const Tomado& t = tomado_[m.tasa];
            return d_.iva_hasta(m.tasa, t.base + m.base) - t.iva;
        }
        const auto tomados = RecorridoRetenido{tx_, documentos_, m.documentoId}.hacer(false);
        const auto suyo = tomados.find({m.aplicacionId, m.tasa});
        if (suyo == tomados.end() || suyo->second.base <= Importe{}) return documento->second.iva_hasta(m.tasa, m.base);
        return engine::proporcion(suyo->second.iva, m.base.micros(), suyo->second.base.micros(), d_.decimales());
    }

    // Whether it is a credit of this document.
    bool acredita(const MovimientoRetenido& m) {
        const auto credito = documentos_.find(m.pagoId);
        if (credito == documentos_.end() || !credito->second.descuenta() || credito->second.perdona()) return false;
        const auto [it, nuevo] = acreditan_.try_emplace(m.pagoId, false);
        if (nuevo) it->second = !engine::acreditado_de(tx_, m.pagoId, id_).composicion.empty();
        return it->second;
    }

    db::Reader& tx_;
    const Documentos& documentos_;
    std::int64_t id_;
    const DocumentoRetenido& d_;
    IvasDeRetencion ivas_;
    std::map<Tasa, Tomado> tomado_;
    std::map<std::pair<std::int64_t, Tasa>, Tomado> por_credito_;
    std::map<std::int64_t, bool> acreditan_;
};

}  // namespace

std::map<std::int64_t, IvasDeRetencion> ivas_de_retencion(db::Reader& tx, const std::set<std::int64_t>& cuales) {
    const Documentos documentos = leer_con_los_suyos(tx, cuales);
    std::map<std::int64_t, IvasDeRetencion> ivas;
    for (const auto id : cuales) {
        const DocumentoRetenido& d = documentos.at(id);
        // What is paid as it is registered has no applications.
        ivas[id] = RecorridoRetenido{tx, documentos, id}.hacer(!d.descuenta() && d.movimientos.empty());
    }
    return ivas;
}

}  // namespace cacao
