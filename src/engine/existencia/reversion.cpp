// Undoing the movements of a document: exits go back into the very layers they left, entries leave again.

#include "engine/entorno/monedas.hpp"
#include "engine/existencia/costo_tardio.hpp"
#include "reflect/describe.hpp"

#include <algorithm>

namespace cacao::engine {

using namespace interno;

namespace {

struct Hecho {
    std::int64_t movimientoId = 0;
    std::int64_t numeroPartida = 0;
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
    std::int64_t loteId = 0;
    std::int64_t capaId = 0;
    Cantidad cantidad;
    Importe valor;
    std::int64_t devuelveId = 0;
    std::int64_t vieneDeId = 0;
    std::int64_t pagoId = 0;
    std::string metodo;       // of its layer
    bool esFaltante = false;  // of goods that no layer held
    bool deFondo = false;     // its goods are valued in a pool
    bool espera = false;      // goods that were waited for in its place
    Importe reestimado;       // what these were held to be worth since, less what they were

    Clave clave() const { return {productoId, almacenId, loteId}; }
    bool promedio() const { return metodo == "promedio"; }
    bool sale() const { return cantidad < Cantidad{}; }
    bool de_capa_propia() const { return !sale() && !promedio() && !esFaltante; }
    // Goods that came from outside, or were made, into a pool.
    bool compra_de_fondo() const { return !sale() && promedio() && vieneDeId == 0 && devuelveId == 0; }
    // Goods that came back to the place that had owed them.
    bool perdona() const { return esFaltante && !sale() && !espera; }
};
DESCRIBE_STRUCT(Hecho, (),
                (movimientoId, numeroPartida, productoId, almacenId, loteId, capaId, cantidad, valor, devuelveId, vieneDeId,
                 pagoId, metodo, esFaltante, deFondo, espera, reestimado))

// Goods that came in for an exit that owed them, and have not been taken back.
struct Pagado {
    std::int64_t salidaId = 0;
    std::int64_t llegadaId = 0;
    std::int64_t capaId = 0;
    std::int64_t capaDebidaId = 0;
    Cantidad cantidad;
    Importe valor;
    Importe ajuste;
};
DESCRIBE_STRUCT(Pagado, (), (salidaId, llegadaId, capaId, capaDebidaId, cantidad, valor, ajuste))

// The other way round: what goods that came in paid of an exit, and is still outside.
struct PagadoPor {
    std::int64_t movimientoId = 0;
    std::int64_t pagoId = 0;
    std::int64_t capaId = 0;
    std::int64_t salidaId = 0;
    std::int64_t capaDebidaId = 0;
    Cantidad cantidad;
    Importe valor;
    Cantidad pagada;   // with what came back since
    Importe debia;     // what had been owed of that
    std::string tipo;  // of the document that the exit is of
};
DESCRIBE_STRUCT(PagadoPor, (), (movimientoId, pagoId, capaId, salidaId, capaDebidaId, cantidad, valor, pagada, debia, tipo))

// Goods that went on to the place that waited for them.
struct Llegado {
    std::int64_t pasaDeId = 0;
    std::int64_t salidaId = 0;
    std::int64_t llegadaId = 0;
    std::int64_t capaId = 0;
    Cantidad cantidad;
    Importe valor;
};
DESCRIBE_STRUCT(Llegado, (), (pasaDeId, salidaId, llegadaId, capaId, cantidad, valor))

struct Bloqueo {
    std::int64_t transaccionId = 0;
    std::string tipo;
    std::string serie;
    std::int64_t folio = 0;
};
DESCRIBE_STRUCT(Bloqueo, (), (transaccionId, tipo, serie, folio))

struct Bloqueos {
    std::vector<Bloqueo> bloqueos;
};
DESCRIBE_STRUCT(Bloqueos, (), (bloqueos))

std::vector<Hecho> por_deshacer(Context& ctx, std::int64_t transaccionId) {
    return ctx.db().all<Hecho>(R"(
        SELECT m.movimientoId, m.numeroPartida, m.productoId, m.almacenId, m.loteId, m.capaId, m.cantidad, m.valor, m.devuelveId,
               m.vieneDeId, m.pagoId, c.metodo,
               CASE WHEN f.capaId IS NULL THEN 0 ELSE 1 END AS esFaltante,
               CASE WHEN c.metodo = 'promedio' OR (f.capaId IS NOT NULL AND p.metodoCosto = 'promedio') THEN 1 ELSE 0 END AS deFondo,
               CASE WHEN l.llegadaId IS NULL THEN 0 ELSE 1 END AS espera,
               CASE WHEN l.llegadaId IS NULL THEN 0
                    ELSE COALESCE((SELECT CAST(SUM(a.ajuste) AS BIGINT) FROM faltantePago a
                                   WHERE a.organizacionId = m.organizacionId AND a.llegadaId = m.movimientoId AND a.llegadaId <> 0
                                     AND a.cantidad = 0 AND a.pasaDeId = 0), 0) END AS reestimado
          FROM movimiento m
          LEFT JOIN porLlegar l ON l.organizacionId = m.organizacionId AND l.llegadaId = m.movimientoId
          JOIN capa c ON c.organizacionId = m.organizacionId AND c.capaId = m.capaId
          JOIN producto p ON p.organizacionId = m.organizacionId AND p.productoId = m.productoId
          LEFT JOIN faltante f ON f.organizacionId = m.organizacionId AND f.productoId = m.productoId
           AND f.almacenId = m.almacenId AND f.loteId = m.loteId AND f.capaId = m.capaId
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad <> 0 AND m.revierteId = 0
           AND NOT EXISTS (SELECT 1 FROM movimiento r
                            WHERE r.organizacionId = m.organizacionId AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
         ORDER BY m.movimientoId DESC)",
                               ctx.organizacionId(), transaccionId);
}

std::vector<Pagado> pagados(Context& ctx, std::int64_t transaccionId) {
    return ctx.db().all<Pagado>(R"(
        SELECT p.salidaId, p.llegadaId, p.capaId, s.capaId AS capaDebidaId, CAST(sum(p.cantidad) AS BIGINT) AS cantidad,
               CAST(sum(p.valor) AS BIGINT) AS valor, CAST(sum(p.ajuste) AS BIGINT) AS ajuste
          FROM (SELECT q.pagoId, q.salidaId, q.llegadaId, q.capaId, q.cantidad, q.valor, q.ajuste FROM movimiento m
                  JOIN faltantePago q ON q.organizacionId = $1 AND q.salidaId = m.movimientoId AND q.salidaId <> 0
                   AND q.pasaDeId = 0
                 WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.revierteId = 0 AND m.cantidad < 0
                UNION ALL
                SELECT q.pagoId, q.salidaId, q.llegadaId, q.capaId, q.cantidad, q.valor, q.ajuste FROM movimiento m
                  JOIN faltantePago q ON q.organizacionId = $1 AND q.llegadaId = m.movimientoId AND q.llegadaId <> 0
                   AND q.pasaDeId = 0
                 WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.revierteId = 0 AND m.devuelveId <> 0) p
          JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = p.salidaId
         GROUP BY p.salidaId, p.llegadaId, p.capaId, s.capaId
        HAVING sum(p.cantidad) <> 0
         ORDER BY p.salidaId, p.llegadaId, min(p.pagoId))",
                                ctx.organizacionId(), transaccionId);
}

// What was paid of exits that are still in force, less what customers brought back of it, the last first. Not what went on to
// other places, nor into what was made.
std::vector<PagadoPor> pagados_por(Context& ctx, const std::string& de_donde, std::int64_t id) {
    return ctx.db().all<PagadoPor>(R"(
        SELECT p.movimientoId, p.pagoId, p.capaId, p.salidaId, s.capaId AS capaDebidaId, CAST(p.cantidad - p.vuelta AS BIGINT) AS cantidad,
               CAST(p.valor - p.vuelto AS BIGINT) AS valor, p.cantidad AS pagada, p.valor - p.ajuste AS debia,
               (SELECT x.tipo FROM documento x WHERE x.organizacionId = $1 AND x.transaccionId = s.transaccionId) AS tipo
          FROM (SELECT m.movimientoId, q.pagoId, q.capaId, q.salidaId, q.cantidad, q.valor, q.ajuste,
                       COALESCE((SELECT SUM(d.cantidad) FROM movimiento d
                                  WHERE d.organizacionId = $1 AND d.pagoId = q.pagoId AND d.pagoId <> 0), 0) AS vuelta,
                       COALESCE((SELECT SUM(d.valor) FROM movimiento d
                                  WHERE d.organizacionId = $1 AND d.pagoId = q.pagoId AND d.pagoId <> 0), 0) AS vuelto
                  FROM )" + de_donde + R"() p
          JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = p.salidaId AND s.capaDestinoId = 0
         WHERE p.cantidad > p.vuelta
           AND NOT EXISTS (SELECT 1 FROM movimiento r WHERE r.organizacionId = $1 AND r.revierteId = p.salidaId AND r.revierteId <> 0)
           AND NOT EXISTS (SELECT 1 FROM faltantePago n WHERE n.organizacionId = $1 AND n.salidaId = p.salidaId AND n.salidaId <> 0
                           AND n.llegadaId = 0 AND n.movimientoId = p.movimientoId AND n.cantidad < 0)
         ORDER BY p.pagoId DESC)",
                                   ctx.organizacionId(), id);
}
std::vector<PagadoPor> pagados_por_documento(Context& ctx, std::int64_t transaccionId) {
    static const std::string suyos = R"(movimiento m
                  JOIN faltantePago q ON q.organizacionId = $1 AND q.movimientoId = m.movimientoId AND q.movimientoId <> 0
                   AND q.salidaId <> 0 AND q.llegadaId = 0 AND q.pasaDeId = 0 AND q.cantidad > 0
                 WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad > 0 AND m.revierteId = 0)";
    return pagados_por(ctx, suyos, transaccionId);
}
// What a pool paid when the goods that had paid first were undone: whose they were nobody knows.
std::vector<PagadoPor> pagados_de_nuevo(Context& ctx, std::int64_t capaId) {
    static const std::string del_fondo = R"(faltantePago q
                  JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = q.movimientoId AND m.revierteId <> 0
                 WHERE q.organizacionId = $1 AND q.capaId = $2 AND q.movimientoId <> 0 AND q.salidaId <> 0 AND q.llegadaId = 0
                   AND q.pasaDeId = 0 AND q.cantidad > 0)";
    return pagados_por(ctx, del_fondo, capaId);
}

std::vector<Llegado> llegados(Context& ctx, std::int64_t transaccionId) {
    return ctx.db().all<Llegado>(R"(
        SELECT p.pasaDeId, p.salidaId, p.llegadaId, p.capaId, CAST(-sum(p.cantidad) AS BIGINT) AS cantidad,
               CAST(-sum(p.valor) AS BIGINT) AS valor
          FROM movimiento m
          JOIN faltantePago p ON p.organizacionId = m.organizacionId AND p.llegadaId = m.movimientoId AND p.llegadaId <> 0
           AND p.pasaDeId <> 0
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad > 0 AND m.revierteId = 0
         GROUP BY p.pasaDeId, p.salidaId, p.llegadaId, p.capaId
        HAVING sum(p.cantidad) <> 0
         ORDER BY p.llegadaId, p.pasaDeId)",
                                 ctx.organizacionId(), transaccionId);
}

// Documents that took from the layer, moved it on or changed its cost, and were not undone.
[[noreturn]] void rechazar_por_capa(Context& ctx, const Marco& marco, std::int64_t capaId) {
    Bloqueos datos;
    datos.bloqueos = ctx.db().all<Bloqueo>(R"(
        SELECT d.transaccionId, d.tipo, d.serie, d.folio FROM documento d
         WHERE d.organizacionId = $1 AND d.estado <> 'cancelado' AND d.transaccionId IN (
               SELECT m.transaccionId FROM movimiento m
                WHERE m.organizacionId = $1 AND m.capaId = $2 AND m.transaccionId <> $3 AND m.revierteId = 0
                  AND NOT EXISTS (SELECT 1 FROM movimiento r
                                   WHERE r.organizacionId = $1 AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
               UNION
               SELECT m.transaccionId FROM faltantePago p
                 JOIN movimiento m ON m.organizacionId = p.organizacionId AND m.movimientoId = p.salidaId
                WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.pasaDeId = 0 AND m.transaccionId <> $3
                GROUP BY m.transaccionId HAVING sum(p.cantidad) <> 0)
         ORDER BY d.transaccionId LIMIT 20)",
                                           ctx.organizacionId(), capaId, marco.transaccionId);
    reject(Codigo::con_dependientes, "/id", reflect::to_json(datos));
}

// Goods that a customer has brought back since must not come back a second time.
void rechazar_devueltos(Context& ctx, const Marco& marco) {
    Bloqueos datos;
    datos.bloqueos = ctx.db().all<Bloqueo>(R"(
        SELECT d.transaccionId, d.tipo, d.serie, d.folio FROM documento d
         WHERE d.organizacionId = $1 AND d.transaccionId IN (
               SELECT v.transaccionId FROM movimiento m
                 JOIN movimiento v ON v.organizacionId = m.organizacionId AND v.devuelveId = m.movimientoId AND v.devuelveId <> 0
                WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad < 0
                GROUP BY v.transaccionId HAVING sum(v.cantidad) <> 0)
         ORDER BY d.transaccionId LIMIT 20)",
                                           ctx.organizacionId(), marco.transaccionId);
    if (!datos.bloqueos.empty()) reject(Codigo::con_dependientes, "/id", reflect::to_json(datos));
}

// Goods that went on to a place that waited for them, or into what had been made without them, are not there to be taken back.
void rechazar_lo_que_siguio(Context& ctx, const Marco& marco) {
    Bloqueos datos;
    datos.bloqueos = ctx.db().all<Bloqueo>(R"(
        SELECT d.transaccionId, d.tipo, d.serie, d.folio FROM documento d
         WHERE d.organizacionId = $1 AND d.estado <> 'cancelado' AND d.transaccionId <> $2 AND d.transaccionId IN (
               SELECT COALESCE(v.transaccionId, s.transaccionId) FROM movimiento m
                 JOIN faltantePago p ON p.organizacionId = $1 AND p.movimientoId = m.movimientoId AND p.movimientoId <> 0
                  AND p.pasaDeId = 0 AND p.cantidad > 0
                 JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = p.salidaId
                 LEFT JOIN movimiento v ON v.organizacionId = $1 AND v.movimientoId = p.llegadaId AND p.llegadaId <> 0
                WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad > 0 AND m.revierteId = 0
                  AND (p.llegadaId <> 0 OR s.capaDestinoId <> 0))
         ORDER BY d.transaccionId LIMIT 20)",
                                           ctx.organizacionId(), marco.transaccionId);
    if (!datos.bloqueos.empty()) reject(Codigo::con_dependientes, "/id", reflect::to_json(datos));
}

class Deshacer {
public:
    Deshacer(Context& ctx, const Marco& marco)
        : ctx_(ctx), marco_(marco), capas_(ctx, marco), deudas_(ctx, marco, capas_), mudanza_(ctx, marco) {}

    Reversion todo() {
        const auto hechos = por_deshacer(ctx_, marco_.transaccionId);
        if (hechos.empty()) return {};
        Cambios cambios;
        for (const Hecho& hecho : hechos) {
            Cambio& cambio = cambios[hecho.clave()];
            cambio.cambio -= hecho.cantidad;
            if (hecho.deFondo) cambios.try_emplace({hecho.productoId, hecho.almacenId, 0});
        }
        mover_existencias(ctx_, marco_, cambios);
        pagados_ = pagados(ctx_, marco_.transaccionId);
        llegados_ = llegados(ctx_, marco_.transaccionId);
        if (std::ranges::any_of(hechos, &Hecho::compra_de_fondo))
            pagados_por_ = pagados_por_documento(ctx_, marco_.transaccionId);
        apartar_costos(hechos);
        capas_.pedir_de_documento(marco_.transaccionId);
        for (const Pagado& pagado : pagados_) capas_.pedir_una(pagado.capaId);
        for (const Llegado& llegado : llegados_) capas_.pedir_una(llegado.capaId);
        for (const Hecho& hecho : hechos)
            if (hecho.deFondo || hecho.perdona()) capas_.pedir(hecho.clave(), metodo_de(hecho));
        ctx_.db().settle();
        const bool sale = std::ranges::any_of(hechos, &Hecho::sale);
        if (sale) rechazar_devueltos(ctx_, marco_);
        if (!std::ranges::all_of(hechos, &Hecho::sale)) rechazar_lo_que_siguio(ctx_, marco_);
        // Blockers say more than a lack of stock would, so they come first.
        for (const Hecho& hecho : hechos)
            if (hecho.de_capa_propia())
                exigir_intacta(capas_.de(hecho.capaId), hecho.vieneDeId != 0 || hecho.devuelveId != 0 || sale);
        for (const Llegado& llegado : llegados_) {
            const Capa& capa = capas_.de(llegado.capaId);
            if (!capa.promedio) exigir_intacta(capa, true);
        }
        for (auto& [clave, cambio] : cambios) cambio.campo = "/id";
        exigir_existencias(ctx_, marco_, cambios);
        capas_.contar_lotes(cambios);
        deudas_.leer(cambios);
        for (const Hecho& hecho : hechos)
            if (hecho.esFaltante && hecho.sale()) deudas_.leer_lugar(hecho.clave());

        // First nothing of the document is owed any more; then what comes back pays what others owe.
        std::map<std::int64_t, Parte> debia;
        for (const Hecho& hecho : hechos)
            if (hecho.esFaltante && hecho.sale()) debia[hecho.movimientoId] = deudas_.perdonar(hecho.clave(), hecho.movimientoId);
        for (const Hecho& hecho : hechos) {
            if (!hecho.sale()) continue;
            if (hecho.esFaltante) devolver_debida(hecho, debia.at(hecho.movimientoId));
            else devolver_salida(hecho);
        }
        for (const Hecho& hecho : hechos) {
            if (hecho.sale()) continue;
            if (hecho.espera) retirar_espera(hecho);
            else if (!hecho.esFaltante) retirar_entrada(hecho);
        }
        volver_a_pagar();
        // What is left takes the place of what is owed again.
        for (const Hecho& hecho : hechos)
            if (hecho.perdona()) volver_a_deber(hecho);
        deudas_.terminar(resultado_.valores);
        // What an undone cost took from goods that are back is what it gave to those that left: no difference in between.
        const auto quitado = mudanza_.despues(resultado_.valores);
        resultado_.cruces_de_clase = mudanza_.cruces();
        resultado_.destinos = mudanza_.destinos();
        const auto transforma = [](const Hecho& h) { return !h.sale() && h.vieneDeId == 0 && h.devuelveId == 0; };
        const bool reempaca = sale && std::ranges::any_of(hechos, transforma);
        if (!reempaca)
            for (const auto& [clase, importe] : mudanza_.cruces_de_deshechos()) resultado_.cruces_de_clase[clase] += importe;
        if (reempaca) descontar_de_lo_hecho(hechos, quitado);
        else if (std::ranges::any_of(hechos, [](const Hecho& h) { return !h.sale() && h.devuelveId == 0; }))
            for (const auto& [productoId, importe] : quitado) resultado_.variaciones[productoId] -= importe;
        Faltas faltas;
        series_revierten(ctx_, marco_, deshechos_, faltas);
        faltas.lanzar();
        resultado_.valores = sumados(resultado_.valores);
        return std::move(resultado_);
    }

private:
    // What an exit owes again.
    struct PorPagar {
        const Hecho* hecho;
        std::int64_t salidaId;
        std::int64_t capaDebidaId;
        Cantidad cantidad;
        Importe debe;
        Cuenta papel = Cuenta::costo_ventas;
    };

    static MetodoCosto metodo_de(const Hecho& hecho) { return hecho.deFondo ? MetodoCosto::promedio : MetodoCosto::peps; }

    void apartar_costos(const std::vector<Hecho>& hechos) {
        std::map<std::int64_t, std::int64_t> lineas;
        std::set<std::int64_t> dejan;
        for (const Hecho& hecho : hechos) {
            lineas.try_emplace(hecho.capaId, hecho.numeroPartida);
            if (!hecho.sale() && !hecho.esFaltante) dejan.insert(hecho.capaId);
        }
        for (const Llegado& llegado : llegados_) dejan.insert(llegado.capaId);
        mudanza_.antes(std::move(lineas), dejan);
    }

    // `seguida`: its goods came from other layers, and costs may have followed them.
    void exigir_intacta(const Capa& capa, bool seguida) {
        const bool intacta = capa.cantidad == capa.cantidadOriginal && capa.valor == capa.costoOriginal + capa.costoAgregado &&
                             (seguida || capa.costoAgregado.es_cero());
        if (!intacta) rechazar_por_capa(ctx_, marco_, capa.capaId);
    }

    void anotar(const Hecho& hecho, std::int64_t capaId, Cantidad cantidad, Importe valor) {
        deshechos_[hecho.movimientoId] = asentar(ctx_, marco_,
                                                 {hecho.numeroPartida, hecho.clave(), capaId, 0, cantidad, valor,
                                                  hecho.movimientoId, hecho.devuelveId, 0, 0, hecho.pagoId});
        resultado_.valores.push_back({hecho.numeroPartida, hecho.productoId, hecho.almacenId, cantidad, valor});
    }

    // Goods are back in a layer, unless somebody waits for them. Answers what goes on.
    std::vector<Pago> reponer(const Hecho& hecho, Capa& capa, Cantidad cantidad, Importe valor) {
        auto pagos = deudas_.pagar(hecho.clave(), cantidad, valor);
        for (const Pago& pago : pagos) {
            cantidad -= pago.cantidad;
            valor -= pago.valor;
        }
        capas_.cambiar(hecho.clave(), capa, cantidad, valor);
        return pagos;
    }

    void devolver_salida(const Hecho& hecho) {
        const auto pagos = reponer(hecho, capas_.de(hecho.capaId), -hecho.cantidad, -hecho.valor);
        anotar(hecho, hecho.capaId, -hecho.cantidad, -hecho.valor);
        deudas_.asentar_pagos(hecho.clave(), hecho.numeroPartida, pagos, hecho.capaId, deshechos_.at(hecho.movimientoId),
                              resultado_.valores);
    }

    // Value without goods, in the layer that stands for those that no layer holds.
    void corregir(const Hecho& hecho, const Clave& clave, std::int64_t capaId, Importe valor) {
        if (valor.es_cero()) return;
        asentar(ctx_, marco_, {hecho.numeroPartida, clave, capaId, 0, {}, valor, 0, 0});
        resultado_.valores.push_back({hecho.numeroPartida, clave.productoId, clave.almacenId, {}, valor, true});
    }

    // What was still owed is forgiven; what came in for it goes back into the layers it came into, at what it is worth there.
    void devolver_debida(const Hecho& hecho, const Parte& debia) {
        struct Repuesto {
            std::int64_t capaId;
            Pago vuelve;
            std::vector<Pago> pagos;
        };
        std::vector<Repuesto> repuestos;
        Cantidad pagada;
        Importe valor = debia.valor;
        for (const Pagado& p : pagados_) {
            if (p.salidaId != hecho.movimientoId) continue;
            pagada += p.cantidad;
            valor += p.valor;
            // Where it went on, its value was put right on both sides.
            if (p.llegadaId != 0) {
                valor -= p.ajuste;
                corregir(hecho, hecho.clave(), hecho.capaId, p.ajuste);
            }
            repuestos.push_back({p.capaId,
                                 {p.salidaId, p.capaDebidaId, -p.cantidad, -p.valor, -p.ajuste, p.llegadaId},
                                 reponer(hecho, capas_.de(p.capaId), p.cantidad, p.valor)});
        }
        // Of what was settled before payments were kept nobody knows the layer: the pool, or the one that stood for it, takes it.
        const Cantidad antes = -hecho.cantidad - debia.cantidad - pagada;
        if (!antes.es_cero()) {
            const Importe suyo = parte_de(-hecho.valor, antes, -hecho.cantidad, marco_.decimales);
            valor += suyo;
            Capa& capa = hecho.deFondo ? capas_.fondo(hecho.clave()) : capas_.de(hecho.capaId);
            repuestos.push_back(
                {capa.capaId, hecho.deFondo ? Pago{0, 0, -antes, -suyo, {}} : Pago{}, reponer(hecho, capa, antes, suyo)});
        }
        anotar(hecho, hecho.capaId, -hecho.cantidad, valor);
        const std::int64_t movimientoId = deshechos_.at(hecho.movimientoId);
        for (const Repuesto& r : repuestos) {
            if (!r.vuelve.cantidad.es_cero()) asentar_pago(ctx_, r.vuelve, r.capaId, movimientoId);
            deudas_.asentar_pagos(hecho.clave(), hecho.numeroPartida, r.pagos, r.capaId, movimientoId, resultado_.valores);
        }
    }

    // Goods that were waited for, and those that went on to them: the place has neither any more.
    void retirar_espera(const Hecho& hecho) {
        anotar(hecho, hecho.capaId, -hecho.cantidad, -hecho.valor - hecho.reestimado);
        const std::int64_t movimientoId = deshechos_.at(hecho.movimientoId);
        Importe de_mas;  // than what they were held to be worth
        for (const Llegado& l : llegados_) {
            if (l.llegadaId != hecho.movimientoId) continue;
            Capa& capa = capas_.de(l.capaId);
            if (capas_.hay(hecho.clave(), capa) < l.cantidad) rechazar_por_capa(ctx_, marco_, capa.capaId);
            const Importe valor = l.cantidad == capa.cantidad ? capa.valor : std::min(capa.valor, l.valor);
            // The customer would have it again at a cost that the pool does not give back.
            if (hecho.devuelveId != 0 && valor != l.valor) rechazar_por_capa(ctx_, marco_, capa.capaId);
            capas_.cambiar(hecho.clave(), capa, -l.cantidad, -valor);
            asentar_pago(ctx_, {l.salidaId, 0, l.cantidad, valor, {}, l.llegadaId, l.pasaDeId}, l.capaId, movimientoId);
            de_mas += valor - l.valor;
            resultado_.variaciones[hecho.productoId] += valor - l.valor;
        }
        for (const Pagado& p : pagados_) {
            if (p.llegadaId != hecho.movimientoId) continue;
            de_mas += p.ajuste;
            if (hecho.devuelveId == 0) continue;
            // The customer has again what came in for it.
            Pago pago{p.salidaId, p.capaDebidaId, -p.cantidad, -p.valor, -p.ajuste, p.llegadaId};
            asentar_pago(ctx_, pago, p.capaId, movimientoId);
            pago = {p.salidaId, p.capaDebidaId, p.cantidad, p.valor, p.ajuste};
            asentar_pago(ctx_, pago, p.capaId, movimientoId);
        }
        corregir(hecho, hecho.clave(), hecho.capaId, -de_mas);
        ctx_.db().run("UPDATE porLlegar SET cantidad = 0, valor = 0 WHERE organizacionId = $1 AND llegadaId = $2",
                      ctx_.organizacionId(), hecho.movimientoId);
    }

    // Goods that had come back before they came in leave again: of those that are there by now, otherwise they are owed again.
    void volver_a_deber(const Hecho& hecho) {
        anotar(hecho, hecho.capaId, -hecho.cantidad, -hecho.valor);
        cambiar_deuda(ctx_, hecho.clave(), hecho.devuelveId, hecho.cantidad, hecho.valor);
        pagar_de_lo_que_hay({&hecho, hecho.devuelveId, hecho.capaId, hecho.cantidad, hecho.valor});
    }

    void retirar_entrada(const Hecho& hecho) {
        if (!hecho.promedio()) {
            Capa& capa = capas_.de(hecho.capaId);
            anotar(hecho, capa.capaId, -capa.cantidad, -capa.valor);
            variar(hecho, capa.valor);
            capa.cantidad = {};
            capa.valor = {};
            capa.cambiada = true;
            return;
        }
        Capa& capa = capas_.fondo(hecho.clave());
        if (hecho.compra_de_fondo()) retirar_pagos(hecho, capa);
        const Cantidad toma = std::min(capas_.hay(hecho.clave(), capa), hecho.cantidad);
        // Only of a purchase may goods be missing: those of a transfer or of a customer would have to be in two places.
        if (toma < hecho.cantidad && (hecho.vieneDeId != 0 || hecho.devuelveId != 0))
            rechazar_por_capa(ctx_, marco_, capa.capaId);
        // At its original value as far as the pool holds it; the last unit takes all.
        const Importe suyo = parte_de(hecho.valor, toma, hecho.cantidad, marco_.decimales);
        const Importe valor = toma == capa.cantidad ? capa.valor : std::min(capa.valor, suyo);
        capas_.cambiar(hecho.clave(), capa, -toma, -valor);
        anotar(hecho, capa.capaId, -toma, -valor);
        Importe salio = valor;
        if (toma < hecho.cantidad) {
            ValorMovido debido{hecho.numeroPartida, hecho.productoId, hecho.almacenId, {}, {}};
            deber(ctx_, marco_, hecho.clave(), hecho.numeroPartida, hecho.cantidad - toma, debido);
            salio -= debido.valor;
            resultado_.valores.push_back(debido);
        }
        variar(hecho, salio);
    }
    // What the goods had paid is owed again, as it was before they came in.
    void retirar_pagos(const Hecho& hecho, Capa& capa) {
        for (const PagadoPor& p : pagados_por_)
            if (p.movimientoId == hecho.movimientoId) retirar_pago(hecho, capa, p);
        if (!marco_.permiteNegativos || capas_.hay(hecho.clave(), capa) >= hecho.cantidad) return;
        ctx_.db().settle();
        for (const PagadoPor& p : pagados_de_nuevo(ctx_, capa.capaId))
            if (capas_.hay(hecho.clave(), capa) < hecho.cantidad) retirar_pago(hecho, capa, p);
    }
    void retirar_pago(const Hecho& hecho, Capa& capa, const PagadoPor& p) {
        const Importe debia = parte_de(p.debia, p.cantidad, p.pagada, marco_.decimales);
        const Importe ajuste = p.valor - debia;
        asentar_pago(ctx_, {p.salidaId, p.capaDebidaId, -p.cantidad, -p.valor, -ajuste}, capa.capaId, p.movimientoId);
        capas_.cambiar(hecho.clave(), capa, p.cantidad, p.valor);
        cambiar_deuda(ctx_, hecho.clave(), p.salidaId, p.cantidad, debia);
        const Cuenta papel = cuenta_de_lo_salido(p.tipo);
        corregir_deuda(hecho, p.capaDebidaId, ajuste, papel);
        por_pagar_.push_back({&hecho, p.salidaId, p.capaDebidaId, p.cantidad, debia, papel});
    }
    // … by what else is there by now, the oldest first.
    void volver_a_pagar() {
        std::ranges::stable_sort(por_pagar_, {}, &PorPagar::salidaId);
        for (const PorPagar& p : por_pagar_) pagar_de_lo_que_hay(p);
    }
    // A debt that is open takes what its place has.
    void pagar_de_lo_que_hay(PorPagar p) {
        const Clave clave = p.hecho->clave();
        Cantidad falta = p.cantidad;
        for (const Parte& parte : capas_.tomar(clave, metodo_de(*p.hecho), falta)) {
            const Importe provisional = parte_de(p.debe, parte.cantidad, p.cantidad, marco_.decimales);
            const Importe ajuste = parte.valor - provisional;
            p.cantidad -= parte.cantidad;
            p.debe -= provisional;
            cambiar_deuda(ctx_, clave, p.salidaId, -parte.cantidad, -provisional);
            asentar_pago(ctx_, {p.salidaId, p.capaDebidaId, parte.cantidad, parte.valor, ajuste}, parte.capaId,
                         deshechos_.at(p.hecho->movimientoId));
            corregir_deuda(*p.hecho, p.capaDebidaId, -ajuste, p.papel);
        }
    }
    void corregir_deuda(const Hecho& hecho, std::int64_t capaDebidaId, Importe valor, Cuenta papel) {
        if (valor.es_cero()) return;
        asentar(ctx_, marco_, {hecho.numeroPartida, hecho.clave(), capaDebidaId, 0, {}, valor, 0, 0});
        resultado_.valores.push_back({hecho.numeroPartida, hecho.productoId, hecho.almacenId, {}, valor, false, {}, papel});
    }

    // What left instead of what had come. Where that is because of a cost that was undone, what a customer has again costs that
    // much less.
    void variar(const Hecho& hecho, Importe salio) {
        if (hecho.devuelveId == 0 || !mudanza_.hay_deshechos()) resultado_.variaciones[hecho.productoId] += salio - hecho.valor;
    }

    // A repackaging is undone: costs that were undone since are missing in what it made as well as in what it had consumed, and
    // so is what the goods that it still owes were held to be worth because of them. What it made left for that much less.
    void descontar_de_lo_hecho(const std::vector<Hecho>& hechos, const std::map<std::int64_t, Importe>& quitado) {
        auto falta = *ctx_.db().one<Importe>(R"(
            SELECT CAST(COALESCE(SUM(p.ajuste), 0) AS BIGINT) FROM movimiento m
              JOIN faltantePago p ON p.organizacionId = $1 AND p.salidaId = m.movimientoId AND p.salidaId <> 0 AND p.cantidad = 0
             WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad < 0 AND m.revierteId = 0)",
                                             ctx_.organizacionId(), marco_.transaccionId);
        resultado_.cruces[hechos.back().productoId] += falta;  // of what it consumed
        for (const auto& [productoId, importe] : quitado) {
            falta += importe;
            resultado_.cruces[productoId] += importe;
        }
        std::map<std::int64_t, std::int64_t> pesos;
        for (const Hecho& hecho : hechos)
            if (!hecho.sale()) pesos[hecho.productoId] = std::abs(resultado_.variaciones[hecho.productoId].micros());
        std::vector<std::int64_t> de_cada_uno;
        for (const auto& [productoId, peso] : pesos) de_cada_uno.push_back(peso);
        const auto partes = repartir(falta, de_cada_uno, marco_.decimales);
        for (std::size_t i = 0; const auto& [productoId, peso] : pesos) {
            resultado_.variaciones[productoId] -= partes[i];
            resultado_.cruces[productoId] -= partes[i++];
        }
    }

    Context& ctx_;
    const Marco& marco_;
    Capas capas_;
    Deudas deudas_;
    Mudanza mudanza_;
    std::vector<Pagado> pagados_;
    std::vector<PagadoPor> pagados_por_;
    std::vector<Llegado> llegados_;
    std::vector<PorPagar> por_pagar_;
    std::map<std::int64_t, std::int64_t> deshechos_;
    Reversion resultado_;
};

}  // namespace

Reversion revertir_movimientos(Context& ctx, const Marco& marco) { return Deshacer{ctx, marco}.todo(); }

}  // namespace cacao::engine
