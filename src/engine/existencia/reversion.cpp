// Undoing the movements of a document: exits go back into the very layers they left, entries leave again.

#include "engine/existencia/inventario_interno.hpp"
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
    std::string metodoCosto;
    bool esFaltante = false;  // left a place that held nothing

    Clave clave() const { return {productoId, almacenId, loteId}; }
    bool promedio() const { return metodoCosto == "promedio"; }
};
DESCRIBE_STRUCT(Hecho, (),
                (movimientoId, numeroPartida, productoId, almacenId, loteId, capaId, cantidad, valor, devuelveId, metodoCosto,
                 esFaltante))

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
               p.metodoCosto,
               CASE WHEN f.capaId IS NULL THEN 0 ELSE 1 END AS esFaltante
          FROM movimiento m
          JOIN producto p ON p.organizacionId = m.organizacionId AND p.productoId = m.productoId
          LEFT JOIN faltante f ON f.organizacionId = m.organizacionId AND f.productoId = m.productoId
           AND f.almacenId = m.almacenId AND f.loteId = m.loteId AND f.capaId = m.capaId
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad <> 0 AND m.revierteId = 0
           AND NOT EXISTS (SELECT 1 FROM movimiento r
                            WHERE r.organizacionId = m.organizacionId AND r.revierteId = m.movimientoId AND r.revierteId <> 0)
         ORDER BY m.movimientoId DESC)",
                               ctx.organizacionId(), transaccionId);
}

// Documents that took from the layer, moved it on or changed its cost, and were not undone.
[[noreturn]] void rechazar_por_capa(Context& ctx, const Marco& marco, std::int64_t capaId) {
    Bloqueos datos;
    datos.bloqueos = ctx.db().all<Bloqueo>(R"(
        SELECT d.transaccionId, d.tipo, d.serie, d.folio FROM documento d
         WHERE d.organizacionId = $1 AND d.transaccionId IN (
               SELECT m.transaccionId FROM movimiento m
                WHERE m.organizacionId = $1 AND m.capaId = $2 AND m.transaccionId <> $3 AND m.revierteId = 0
                  AND NOT EXISTS (SELECT 1 FROM movimiento r
                                   WHERE r.organizacionId = $1 AND r.revierteId = m.movimientoId AND r.revierteId <> 0))
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

class Deshacer {
public:
    Deshacer(Context& ctx, const Marco& marco) : ctx_(ctx), marco_(marco), capas_(ctx, marco) {}

    Reversion todo() {
        const auto hechos = por_deshacer(ctx_, marco_.transaccionId);
        if (hechos.empty()) return {};
        Cambios cambios;
        for (const Hecho& hecho : hechos) {
            Cambio& cambio = cambios[hecho.clave()];
            cambio.cambio -= hecho.cantidad;
            if (hecho.promedio()) cambios.try_emplace({hecho.productoId, hecho.almacenId, 0});
        }
        mover_existencias(ctx_, marco_, cambios);
        capas_.pedir_de_documento(marco_.transaccionId);
        for (const Hecho& hecho : hechos)
            if (hecho.promedio()) capas_.pedir(hecho.clave(), MetodoCosto::promedio);
        ctx_.db().settle();
        if (std::ranges::any_of(hechos, [](const Hecho& h) { return h.cantidad < Cantidad{}; })) rechazar_devueltos(ctx_, marco_);
        // Blockers say more than a lack of stock would, so they come first.
        for (const Hecho& hecho : hechos)
            if (hecho.cantidad > Cantidad{} && !hecho.promedio()) exigir_intacta(hecho);
        for (auto& [clave, cambio] : cambios) cambio.campo = "/id";
        exigir_existencias(ctx_, marco_, cambios);
        deudas_ = deudas_de(ctx_, cambios);

        for (const Hecho& hecho : hechos)
            if (hecho.cantidad < Cantidad{}) devolver_salida(hecho);
        for (const Hecho& hecho : hechos)
            if (hecho.cantidad > Cantidad{}) retirar_entrada(hecho);
        capas_.guardar();
        Faltas faltas;
        series_revierten(ctx_, marco_, deshechos_, faltas);
        faltas.lanzar();
        resultado_.valores = sumados(resultado_.valores);
        return std::move(resultado_);
    }

private:
    void exigir_intacta(const Hecho& hecho) {
        const Capa& capa = capas_.de(hecho.capaId);
        const bool intacta =
            capa.cantidad == capa.cantidadOriginal && capa.valor == capa.costoOriginal && capa.costoAgregado.es_cero();
        if (!intacta) rechazar_por_capa(ctx_, marco_, hecho.capaId);
    }

    void anotar(const Hecho& hecho, std::int64_t capaId, Cantidad cantidad, Importe valor) {
        deshechos_[hecho.movimientoId] = asentar(
            ctx_, marco_, {hecho.numeroPartida, hecho.clave(), capaId, 0, cantidad, valor, hecho.movimientoId, hecho.devuelveId});
        resultado_.valores.push_back({hecho.numeroPartida, hecho.productoId, hecho.almacenId, cantidad, valor});
    }

    void devolver_salida(const Hecho& hecho) {
        const Cantidad cantidad = -hecho.cantidad;
        const Importe valor = -hecho.valor;
        Parte perdonado;
        const auto deuda = deudas_.find(hecho.clave());
        if (hecho.esFaltante && deuda != deudas_.end())
            perdonado = perdonar(ctx_, marco_, deuda->second, hecho.clave(), cantidad, valor);
        const Cantidad vuelve = cantidad - perdonado.cantidad;
        const Importe vale = valor - parte_de(valor, perdonado.cantidad, cantidad, marco_.decimales);
        Capa& capa = hecho.promedio() ? capas_.fondo(hecho.clave()) : capas_.de(hecho.capaId);
        capa.cantidad += vuelve;
        capa.valor += vale;
        capa.cambiada = true;
        const Importe devuelto = perdonado.valor + vale;
        resultado_.variacion += valor - devuelto;
        anotar(hecho, hecho.capaId, cantidad, devuelto);
    }

    void retirar_entrada(const Hecho& hecho) {
        if (!hecho.promedio()) {
            Capa& capa = capas_.de(hecho.capaId);
            anotar(hecho, capa.capaId, -capa.cantidad, -capa.valor);
            capa.cantidad = {};
            capa.valor = {};
            capa.cambiada = true;
            return;
        }
        Capa& capa = capas_.fondo(hecho.clave());
        const Cantidad toma = std::min(capa.cantidad, hecho.cantidad);
        // At its original value as far as the pool holds it; the last unit takes all.
        const Importe valor = toma == capa.cantidad ? capa.valor : std::min(capa.valor, hecho.valor);
        capa.cantidad -= toma;
        capa.valor -= valor;
        capa.cambiada = true;
        anotar(hecho, capa.capaId, -toma, -valor);
        Importe salio = valor;
        if (toma < hecho.cantidad) {
            ValorMovido debido{hecho.numeroPartida, hecho.productoId, hecho.almacenId, {}, {}};
            deber(ctx_, marco_, hecho.clave(), hecho.numeroPartida, hecho.cantidad - toma, debido);
            salio -= debido.valor;
            resultado_.valores.push_back(debido);
        }
        resultado_.variacion += salio - hecho.valor;
    }

    Context& ctx_;
    const Marco& marco_;
    Capas capas_;
    std::map<Clave, Deuda> deudas_;
    std::map<std::int64_t, std::int64_t> deshechos_;
    Reversion resultado_;
};

}  // namespace

Reversion revertir_movimientos(Context& ctx, const Marco& marco) { return Deshacer{ctx, marco}.todo(); }

}  // namespace cacao::engine
