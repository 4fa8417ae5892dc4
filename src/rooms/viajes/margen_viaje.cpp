#include "rooms/viajes/margen_viaje.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace cacao {
namespace {

// Which services: of invoices between two days ($2, $3), of a booking ($4 or 0), of a supplier ($5 or 0). What is about another
// service, as a commission is, goes with that one.
constexpr std::string_view raices = R"(
    SELECT s.servicioId FROM servicioViaje s
    JOIN documento f ON f.organizacionId = $1 AND f.transaccionId = s.transaccionId
    WHERE s.organizacionId = $1 AND s.referidoId = 0 AND f.fecha BETWEEN $2 AND $3 AND ($4 = 0 OR s.reservacionId = $4)
      AND ($5 = 0 OR s.proveedorId = $5))";

struct CualesViajes {
    std::int64_t desde = 0, hasta = 0, reservacionId = 0, proveedorId = 0;
    std::string facturas;  // their invoices
    std::string creditos;  // what was credited of these
    std::string gastos;    // what was spent for them

    CualesViajes(std::int64_t d, std::int64_t h, std::int64_t reservacion, std::int64_t proveedor)
        : desde(d), hasta(h), reservacionId(reservacion), proveedorId(proveedor) {
        facturas = fmt::format(R"(SELECT x.transaccionId FROM servicioViaje x WHERE x.organizacionId = $1
            AND (x.servicioId IN ({0}) OR (x.referidoId <> 0 AND x.referidoId IN ({0}))))",
                               raices);
        creditos = fmt::format(
            "SELECT n.transaccionId FROM partida n WHERE n.organizacionId = $1 AND n.origenId <> 0 AND n.origenId IN ({})",
            facturas);
        gastos = fmt::format(R"(SELECT g.transaccionId FROM gastoViaje g WHERE g.organizacionId = $1
            AND (g.servicioId IN (SELECT y.servicioId FROM servicioViaje y WHERE y.organizacionId = $1
                                  AND (y.servicioId IN ({0}) OR (y.referidoId <> 0 AND y.referidoId IN ({0}))))
                 OR (g.servicioId = 0 AND $5 = 0 AND g.reservacionId IN (
                     SELECT z.reservacionId FROM servicioViaje z WHERE z.organizacionId = $1 AND z.servicioId IN ({0})))))",
                             raices);
    }
};

using LlaveMargen = std::pair<std::int64_t, std::int64_t>;  // booking and service, or 0

struct ServicioMirado {
    LlaveMargen fila;
    Importe total;
    Precio tipoCambio;
    std::string moneda;
};

// What a service is to be charged by its supplier, in the currency of its invoice, and what came.
struct EsperadoDeServicio {
    Importe esperado;
    Importe llegado;
    bool vendido = false;    // for something
    bool por_saber = false;  // how much was not said
    bool algo = false;       // came
    bool ultimo = false;

    bool abierto() const { return !ultimo && (llegado < esperado || (por_saber && !algo)); }
};

struct ParteDeGasto {
    LlaveMargen fila;
    bool mirada = false;  // of what is asked for
    Importe importe;
    bool de_terceros = false;
};

class Margenes {
public:
    Margenes(db::Reader& tx, CualesViajes cuales)
        : tx_(tx), cuales_(std::move(cuales)), decimales_(engine::leer_ajustes(tx).decimales) {
        // Who sells no travel has no figures, and none of their books is read for it.
        if (!tx.one<std::int64_t>("SELECT 1 FROM facturaViaje WHERE organizacionId = $1 LIMIT 1", tx.organizacion())) return;
        leer_servicios();
        vender();
        gastar();
        cambiar();
        for (auto& [llave, f] : filas) cerrar(f);
    }

    std::map<LlaveMargen, MargenServicio> filas;
    MargenEnLibros libros;

private:
    template <class F>
    void cada(const std::string& sql, F&& f) {
        tx_.each(sql, std::forward<F>(f), tx_.organizacion(), cuales_.desde, cuales_.hasta, cuales_.reservacionId,
                 cuales_.proveedorId);
    }

    static Importe importe(const db::Row& f, int i) { return Importe::de_micros(f.integer(i)); }

    // An amount of a document in the organization's currency.
    Importe local(Importe i, Precio cambio) const { return engine::convertir(i, cambio, decimales_); }

    void leer_servicios() {
        cada(fmt::format(R"(
            SELECT s.servicioId, s.reservacionId, r.localizador, s.tipo, s.modalidad, s.proveedorId, COALESCE(c.nombre, ''),
                   s.transaccionId, d.fecha, s.comision, s.costoEsperado, s.total, d.tipoCambio, d.moneda, s.referidoId, d.estado,
                   s.costoPorSaber
            FROM servicioViaje s
            JOIN reservacionViaje r ON r.organizacionId = $1 AND r.reservacionId = s.reservacionId
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
            LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = s.proveedorId AND s.proveedorId <> 0
            WHERE s.organizacionId = $1 AND s.transaccionId IN ({}) ORDER BY s.referidoId, s.servicioId)",
                         cuales_.facturas),
             [&](const db::Row& f) { leer_servicio(f); });
    }

    void leer_servicio(const db::Row& f) {
        const std::int64_t servicioId = f.integer(0);
        const std::int64_t referidoId = f.integer(14);
        const auto cambio = Precio::de_micros(f.integer(12));
        const LlaveMargen llave = referidoId == 0
                                      ? LlaveMargen{f.integer(1), servicioId}
                                      : (servicios_.contains(referidoId) ? servicios_.at(referidoId).fila : LlaveMargen{0, 0});
        const bool mirado = es_mirado(f, referidoId);
        servicios_[servicioId] = {mirado ? llave : LlaveMargen{0, 0}, importe(f, 11), cambio, std::string{f.text(13)}};
        if (!mirado || referidoId != 0) return;
        MargenServicio& m = filas[llave];
        m.reservacionId = f.integer(1);
        m.localizador = f.text(2);
        m.servicioId = servicioId;
        m.tipo = std::string{f.text(3)};
        m.modalidad = std::string{f.text(4)};
        m.proveedorId = f.integer(5);
        m.proveedor = f.text(6);
        m.transaccionId = f.integer(7);
        m.fecha = FechaOVacia{Fecha::de_dias(static_cast<std::int32_t>(f.integer(8)))};
        if (f.text(15) == "cancelado") return;
        m.comisionPorCobrar = local(importe(f, 9), cambio);
        EsperadoDeServicio& e = esperados_[llave];
        e.esperado = importe(f, 10);
        e.por_saber = f.integer(16) != 0;
        e.vendido = f.integer(11) != 0;
    }

    // An invoice has services that nobody asked for, too.
    bool es_mirado(const db::Row& f, std::int64_t referidoId) const {
        if (referidoId != 0) return servicios_.contains(referidoId) && servicios_.at(referidoId).fila != LlaveMargen{0, 0};
        const std::int64_t dia = f.integer(8);
        return dia >= cuales_.desde && dia <= cuales_.hasta &&
               (cuales_.reservacionId == 0 || f.integer(1) == cuales_.reservacionId) &&
               (cuales_.proveedorId == 0 || f.integer(5) == cuales_.proveedorId);
    }

    MargenServicio* fila_de(std::int64_t servicioId) {
        const auto s = servicios_.find(servicioId);
        if (s == servicios_.end() || s->second.fila == LlaveMargen{0, 0}) return nullptr;
        return &filas.at(s->second.fila);
    }

    // Lines of invoices and of their credits, and what the books have on their accounts.
    void vender() {
        static constexpr std::string_view lineas = R"(
            SELECT COALESCE(v.servicioId, 0), p.importe - p.descuento - p.promocion, d.tipoCambio, p.terceroId, COALESCE(s.tipo, '')
            FROM partida p
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
            LEFT JOIN partidaViaje v ON v.organizacionId = $1 AND v.transaccionId = {0} AND v.numeroPartida = {1}
            LEFT JOIN servicioViaje s ON s.organizacionId = $1 AND s.servicioId = v.servicioId
            WHERE p.organizacionId = $1 AND p.transaccionId IN ({2}){3})";
        const auto sumar = [&](int signo) {
            return [&, signo](const db::Row& f) {
                const Importe suyo = local(importe(f, 1), Precio::de_micros(f.integer(2)));
                const Importe con_signo = signo > 0 ? suyo : -suyo;
                MargenServicio* m = fila_de(f.integer(0));
                const bool tercero = f.integer(3) != 0;
                if (m == nullptr) {
                    (tercero ? libros.tercerosEnLibros : libros.ventaEnLibros) -= con_signo;
                    return;
                }
                (tercero ? m->cobradoTerceros : m->venta) += con_signo;
                if (!tercero && f.text(4) == "comision") m->comisionPorCobrar -= con_signo;
            };
        };
        cada(fmt::format(lineas, "p.transaccionId", "p.numeroPartida", cuales_.facturas, ""), sumar(1));
        const std::string de_cliente = " AND d.tipo = 'NotaCreditoCliente'";
        cada(fmt::format(lineas, "p.origenId", "p.origenPartida", cuales_.creditos, de_cliente), sumar(-1));
        const auto asentado = [&](const std::string& documentos, std::string_view ademas) {
            for (const bool tercero : {false, true})
                cada(fmt::format(R"(
                    SELECT COALESCE(CAST(SUM(a.abono - a.cargo) AS BIGINT), 0) FROM poliza q
                    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = q.transaccionId AND d.estado <> 'cancelado'{2}
                    JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = q.polizaId
                    WHERE q.organizacionId = $1 AND q.evento = 'registro' AND q.transaccionId IN ({0})
                      AND EXISTS (SELECT 1 FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = q.transaccionId
                                  AND p.cuentaId = a.cuentaId AND p.terceroId {1} 0))",
                                 documentos, tercero ? "<>" : "=", ademas),
                     [&](const db::Row& f) { (tercero ? libros.tercerosEnLibros : libros.ventaEnLibros) += importe(f, 0); });
        };
        asentado(cuales_.facturas, "");
        asentado(cuales_.creditos, de_cliente);
    }

    // The parts of a line share what it was posted at; what nobody asked for is taken off what the books have.
    void gastar() {
        struct LineaGastada {
            Importe neto;
            Precio tipoCambio;
            std::string moneda;
            bool de_terceros = false;
            std::vector<ParteDeGasto> partes;
        };
        std::map<std::int64_t, std::map<std::int64_t, LineaGastada>> documentos;
        cada(fmt::format(R"(
            SELECT p.transaccionId, p.numeroPartida, p.importe - p.descuento - p.promocion + p.alCosto, d.tipoCambio, d.moneda,
                   p.terceroId, COALESCE(g.reservacionId, 0), COALESCE(g.servicioId, 0), COALESCE(g.importe, 0), COALESCE(g.ultimo, 0)
            FROM partida p
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
            LEFT JOIN gastoViaje g ON g.organizacionId = $1 AND g.transaccionId = p.transaccionId AND g.numeroPartida = p.numeroPartida
            WHERE p.organizacionId = $1 AND p.transaccionId IN ({})
            ORDER BY p.transaccionId, p.numeroPartida, g.consecutivo)",
                         cuales_.gastos),
             [&](const db::Row& f) {
                 LineaGastada& l = documentos[f.integer(0)][f.integer(1)];
                 l.neto = importe(f, 2);
                 l.tipoCambio = Precio::de_micros(f.integer(3));
                 l.moneda = f.text(4);
                 l.de_terceros = f.integer(5) != 0;
                 if (f.integer(6) == 0) return;
                 l.partes.push_back(parte_de(f, l.de_terceros));
             });
        for (auto& [id, lineas] : documentos) {
            auto& suyas = repartos_[id];
            for (auto& [numero, l] : lineas) {
                const Importe puesto = local(l.neto, l.tipoCambio);
                (l.de_terceros ? libros.tercerosEnLibros : libros.costoEnLibros) += l.de_terceros ? puesto : -puesto;
                Importe atado;
                std::vector<std::int64_t> pesos;
                for (const ParteDeGasto& p : l.partes) {
                    atado += p.importe;
                    pesos.push_back(p.importe.micros());
                }
                if (atado < l.neto) suyas.push_back({{0, 0}, false, l.neto - atado, l.de_terceros});
                const auto partes = engine::repartir(puesto, pesos, decimales_);
                for (std::size_t i = 0; i < l.partes.size(); ++i) {
                    const ParteDeGasto& p = l.partes[i];
                    suyas.push_back(p);
                    if (p.mirada) cargar(p, partes[i], 1, l.moneda);
                }
            }
        }
        acreditar();
        asentar_gastos();
    }

    ParteDeGasto parte_de(const db::Row& f, bool de_terceros) {
        const std::int64_t reservacionId = f.integer(6);
        const std::int64_t servicioId = f.integer(7);
        ParteDeGasto p{{reservacionId, 0}, false, importe(f, 8), de_terceros};
        if (servicioId != 0) {
            const auto s = servicios_.find(servicioId);
            p.mirada = s != servicios_.end() && s->second.fila != LlaveMargen{0, 0};
            if (!p.mirada) return p;
            p.fila = s->second.fila;
            if (f.integer(9) != 0) esperados_[p.fila].ultimo = true;
            return p;
        }
        const auto suya = filas.lower_bound({reservacionId, 0});
        p.mirada = cuales_.proveedorId == 0 && suya != filas.end() && suya->first.first == reservacionId;
        if (p.mirada && !filas.contains(p.fila)) {
            MargenServicio& m = filas[p.fila];
            m.reservacionId = reservacionId;
            m.localizador = suya->second.localizador;
        }
        return p;
    }

    void cargar(const ParteDeGasto& p, Importe suyo, int signo, const std::string& moneda) {
        MargenServicio& m = filas.at(p.fila);
        (p.de_terceros ? m.pagadoTerceros : m.costo) += signo > 0 ? suyo : -suyo;
        if (signo < 0) return;
        // What came, in the currency of the invoice.
        EsperadoDeServicio& e = esperados_[p.fila];
        e.algo = true;
        const auto s = servicios_.find(p.fila.second);
        if (s == servicios_.end()) return;
        const bool misma = s->second.moneda == moneda;
        e.llegado += misma ? p.importe
                           : engine::proporcion(suyo, Precio::de_enteros(1).micros(), s->second.tipoCambio.micros(), decimales_);
    }

    // A credit of an expense as a whole is of all that it was spent for.
    void acreditar() {
        cada(fmt::format(R"(
            SELECT d.origenId, p.importe - p.descuento - p.promocion + p.alCosto, d.tipoCambio, d.moneda
            FROM documento d
            JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.origenId = 0
            WHERE d.organizacionId = $1 AND d.tipo = 'NotaCreditoProveedor' AND d.estado <> 'cancelado' AND d.origenId <> 0
              AND d.origenId IN ({}))",
                         cuales_.gastos),
             [&](const db::Row& f) {
                 const auto suyo = repartos_.find(f.integer(0));
                 if (suyo == repartos_.end()) return;
                 const Importe puesto = local(importe(f, 1), Precio::de_micros(f.integer(2)));
                 std::vector<std::int64_t> pesos;
                 for (const ParteDeGasto& p : suyo->second) pesos.push_back(p.importe.micros());
                 const auto partes = engine::repartir(puesto, pesos, decimales_);
                 for (std::size_t i = 0; i < partes.size(); ++i) {
                     const ParteDeGasto& p = suyo->second[i];
                     (p.de_terceros ? libros.tercerosEnLibros : libros.costoEnLibros) += p.de_terceros ? -partes[i] : partes[i];
                     if (p.mirada) cargar(p, partes[i], -1, std::string{f.text(3)});
                 }
             });
    }

    // So far what lines were posted at was taken off: what is left, with what was asked for, is what the books say of it.
    void asentar_gastos() {
        const std::string suyos = fmt::format(
            "({0} UNION SELECT c.transaccionId FROM documento c WHERE c.organizacionId = $1 AND c.tipo = "
            "'NotaCreditoProveedor' AND c.origenId <> 0 AND c.origenId IN ({0}))",
            cuales_.gastos);
        for (const bool tercero : {false, true})
            cada(fmt::format(R"(
                SELECT COALESCE(CAST(SUM(a.cargo - a.abono) AS BIGINT), 0) FROM poliza q
                JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = q.transaccionId AND d.estado <> 'cancelado'
                JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = q.polizaId
                WHERE q.organizacionId = $1 AND q.evento = 'registro' AND q.transaccionId IN {0}
                  AND EXISTS (SELECT 1 FROM partida p WHERE p.organizacionId = $1 AND p.transaccionId = q.transaccionId
                              AND p.cuentaId = a.cuentaId AND p.terceroId {1} 0))",
                             suyos, tercero ? "<>" : "="),
                 [&](const db::Row& f) {
                     (tercero ? libros.tercerosEnLibros : libros.costoEnLibros) += tercero ? -importe(f, 0) : importe(f, 0);
                 });
        for (const auto& [llave, m] : filas) {
            libros.costoEnLibros += m.costo;
            libros.tercerosEnLibros -= m.pagadoTerceros;
        }
    }

    // What was gained as invoices were collected and expenses paid, shared as they are.
    void cambiar() {
        std::map<std::int64_t, std::vector<ParteDeGasto>> de_quien = repartos_;
        cada(fmt::format("SELECT s.transaccionId, s.servicioId, s.total FROM servicioViaje s WHERE s.organizacionId = $1 AND "
                         "s.transaccionId IN ({}) ORDER BY s.servicioId",
                         cuales_.facturas),
             [&](const db::Row& f) {
                 const auto s = servicios_.find(f.integer(1));
                 const LlaveMargen fila = s == servicios_.end() ? LlaveMargen{0, 0} : s->second.fila;
                 de_quien[f.integer(0)].push_back({fila, fila != LlaveMargen{0, 0}, importe(f, 2), false});
             });
        cada(fmt::format(R"(
            SELECT x.documentoId, CAST(SUM(a.abono - a.cargo) AS BIGINT) FROM aplicacion x
            JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = x.polizaId
            WHERE x.organizacionId = $1 AND x.estado = 'vigente' AND (x.documentoId IN ({0}) OR x.documentoId IN ({1}))
              AND a.cuentaId IN (SELECT h.cuentaId FROM cuentaPapelHistoria h WHERE h.organizacionId = $1
                                 AND h.papel IN ('ganancia_cambiaria', 'perdida_cambiaria'))
            GROUP BY x.documentoId)",
                         cuales_.facturas, cuales_.gastos),
             [&](const db::Row& f) {
                 const auto suyo = de_quien.find(f.integer(0));
                 if (suyo == de_quien.end()) return;
                 std::vector<std::int64_t> pesos;
                 for (const ParteDeGasto& p : suyo->second) pesos.push_back(p.importe.micros());
                 const auto partes = engine::repartir(importe(f, 1), pesos, decimales_);
                 for (std::size_t i = 0; i < partes.size(); ++i)
                     if (suyo->second[i].mirada) filas.at(suyo->second[i].fila).cambio += partes[i];
             });
    }

    void cerrar(MargenServicio& m) {
        m.margen = m.venta - m.costo + m.cambio;
        m.saldoTerceros = m.cobradoTerceros - m.pagadoTerceros;
        if (m.comisionPorCobrar < Importe{}) m.comisionPorCobrar = {};
        const auto e = esperados_.find({m.reservacionId, m.servicioId});
        // Of a service that was credited whole nothing more is waited for.
        const bool acreditado = e != esperados_.end() && e->second.vendido && m.venta.es_cero() && m.cobradoTerceros.es_cero();
        if (acreditado) m.comisionPorCobrar = {};
        m.abierto = e != esperados_.end() && !acreditado && e->second.abierto();
        libros.total.venta += m.venta;
        libros.total.costo += m.costo;
        libros.total.cambio += m.cambio;
        libros.total.margen += m.margen;
        libros.total.cobradoTerceros += m.cobradoTerceros;
        libros.total.pagadoTerceros += m.pagadoTerceros;
        libros.total.saldoTerceros += m.saldoTerceros;
        libros.total.comisionPorCobrar += m.comisionPorCobrar;
    }

    db::Reader& tx_;
    CualesViajes cuales_;
    int decimales_;
    std::map<std::int64_t, ServicioMirado> servicios_;
    std::map<LlaveMargen, EsperadoDeServicio> esperados_;
    std::map<std::int64_t, std::vector<ParteDeGasto>> repartos_;  // of each expense
};

Importe lejos(Importe a, Importe b) { return a < b ? b - a : a - b; }

MargenEnLibros cuadrado(MargenEnLibros libros) {
    libros.diferencia = lejos(libros.total.venta, libros.ventaEnLibros) + lejos(libros.total.costo, libros.costoEnLibros) +
                        lejos(libros.total.saldoTerceros, libros.tercerosEnLibros);
    return libros;
}

Margenes margenes_de(db::Reader& tx, const MargenPedido& p) {
    reject_if(p.fechaFinal < p.fechaInicial, Codigo::fuera_de_rango, "/fechaFinal");
    std::int64_t reservacionId = 0;
    if (p.localizador) {
        const auto id = reservacion_de(tx, *p.localizador);
        reject_if(!id, Codigo::no_encontrado, "/localizador");
        reservacionId = *id;
    }
    return {tx, {p.fechaInicial.dias(), p.fechaFinal.dias(), reservacionId, p.proveedorId ? p.proveedorId->valor : 0}};
}

void sumar_margen(MargenCifras& a, const MargenCifras& b) {
    a.venta += b.venta;
    a.costo += b.costo;
    a.cambio += b.cambio;
    a.margen += b.margen;
    a.cobradoTerceros += b.cobradoTerceros;
    a.pagadoTerceros += b.pagadoTerceros;
    a.saldoTerceros += b.saldoTerceros;
    a.comisionPorCobrar += b.comisionPorCobrar;
}

}  // namespace

ReporteMargenServicio margen_por_servicio(const Context& ctx, const MargenPedido& p) {
    Margenes m = margenes_de(ctx.db(), p);
    ReporteMargenServicio r;
    static_cast<MargenEnLibros&>(r) = cuadrado(m.libros);
    for (auto& [llave, fila] : m.filas) r.renglones.push_back(std::move(fila));
    return r;
}

ReporteMargenReservacion margen_por_reservacion(const Context& ctx, const MargenPedido& p) {
    const Margenes m = margenes_de(ctx.db(), p);
    ReporteMargenReservacion r;
    static_cast<MargenEnLibros&>(r) = cuadrado(m.libros);
    for (const auto& [llave, fila] : m.filas) {
        if (r.renglones.empty() || r.renglones.back().reservacionId != fila.reservacionId) {
            auto& nueva = r.renglones.emplace_back();
            nueva.reservacionId = fila.reservacionId;
            nueva.localizador = fila.localizador;
        }
        auto& suya = r.renglones.back();
        sumar_margen(suya, fila);
        if (fila.servicioId != 0) ++suya.servicios;
        suya.abierto = suya.abierto || fila.abierto;
    }
    return r;
}

MargenEnLibros margen_de_siempre(db::Reader& tx) {
    constexpr std::int64_t siempre = 1'000'000;
    return cuadrado(Margenes{tx, {-siempre, siempre, 0, 0}}.libros);
}

void register_margen_viaje(api::Operations& ops) {
    using enum api::Verb;
    ops.group("AgenciaViaje");
    ops.add(GET, "/api/AgenciaViaje/Margen/PorServicio", "AgenciaViajeMargenServicio", margen_por_servicio)
        .nuestra()
        .totales(&MargenCifras::venta, &MargenCifras::costo, &MargenCifras::cambio, &MargenCifras::margen,
                 &MargenCifras::cobradoTerceros, &MargenCifras::pagadoTerceros, &MargenCifras::saldoTerceros,
                 &MargenCifras::comisionPorCobrar)
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado});
    ops.add(GET, "/api/AgenciaViaje/Margen/PorReservacion", "AgenciaViajeMargenReservacion", margen_por_reservacion)
        .nuestra()
        .totales(&MargenCifras::venta, &MargenCifras::costo, &MargenCifras::cambio, &MargenCifras::margen,
                 &MargenCifras::cobradoTerceros, &MargenCifras::pagadoTerceros, &MargenCifras::saldoTerceros,
                 &MargenCifras::comisionPorCobrar)
        .rechaza({Codigo::fuera_de_rango, Codigo::no_encontrado});
}

}  // namespace cacao
