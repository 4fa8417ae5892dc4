// Posting a count: what was found too much comes in, what is missing leaves, in at most one document each.

#include "rooms/inventario/documentos/conteo.hpp"

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/decode.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace cacao {
namespace {

struct Contada {
    std::int64_t productoId{};
    std::string lote;
    Cantidad existencia;
    Cantidad contado;
    Precio costoUnitario;
    Guardado<std::vector<std::string>> series;
    Guardado<std::vector<std::string>> seriesCongeladas;
    bool conSerie{};
};
DESCRIBE_STRUCT(Contada, (), (productoId, lote, existencia, contado, costoUnitario, series, seriesCongeladas, conSerie))

// Serials in the warehouse now.
std::set<std::string> presentes(db::Reader& tx, std::int64_t productoId, std::int64_t almacenId, const std::string& lote) {
    const auto lista = tx.all<std::string>(R"(
        SELECT n.serie FROM numeroSerie n
          LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = n.loteId
         WHERE n.organizacionId = $1 AND n.productoId = $2 AND n.almacenId = $3 AND n.almacenId <> 0 AND COALESCE(l.codigo, '') = $4)",
                                           tx.organizacion(), productoId, almacenId, lote);
    return {lista.begin(), lista.end()};
}

class Hoja {
public:
    Hoja(Context& ctx, const ConteoResumen& conteo) : ctx_(ctx), conteo_(conteo) {
        for (engine::SolicitudInventario* s : {&sobra_, &falta_}) {
            s->fecha = conteo.fecha;
            s->almacenId = conteo.almacenId;
            s->motivo = "Conteo " + std::to_string(conteo.conteoId);
        }
        sobra_.sucursalId = falta_.sucursalId =
            ctx.db()
                .one<std::int64_t>("SELECT sucursalId FROM almacen WHERE organizacionId = $1 AND almacenId = $2",
                                   ctx.organizacionId(), conteo.almacenId)
                .value_or(0);
    }

    void agregar(const Contada& c, std::size_t i, Faltas& faltas) {
        const std::string campo = "/partidas/" + std::to_string(i);
        if (!c.conSerie) {
            const Cantidad diferencia = c.contado - c.existencia;
            if (diferencia > Cantidad{}) entra(c, campo, diferencia, {}, faltas);
            else if (diferencia < Cantidad{}) sale(c, campo, -diferencia, {});
            return;
        }
        // A serial that left since was there, and one that came since was not missed: only what the books still have and
        // nobody found is missing, and only what nobody booked is too much.
        const auto halladas = reflect::recuperar(c.series);
        const auto congeladas = reflect::recuperar(c.seriesCongeladas);
        const auto ahora = presentes(ctx_.db(), c.productoId, conteo_.almacenId, c.lote);
        const std::set<std::string> vistas{halladas.begin(), halladas.end()};
        std::vector<std::string> faltan;
        std::vector<std::string> sobran;
        for (const auto& s : congeladas)
            if (ahora.contains(s) && !vistas.contains(s)) faltan.push_back(s);
        for (const auto& s : vistas)
            if (!ahora.contains(s) && std::ranges::find(congeladas, s) == congeladas.end()) sobran.push_back(s);
        const auto cuantas = [](const auto& v) { return Cantidad::de_enteros(static_cast<std::int64_t>(v.size())); };
        if (!sobran.empty()) entra(c, campo, cuantas(sobran), sobran, faltas);
        if (!faltan.empty()) sale(c, campo, cuantas(faltan), faltan);
    }

    std::int64_t registrar_sobrante() {
        return sobra_.partidas.empty() ? 0 : engine::emitir(ctx_, engine::SobranteConteo, sobra_).transaccionId;
    }
    std::int64_t registrar_faltante() {
        return falta_.partidas.empty() ? 0 : engine::emitir(ctx_, engine::FaltanteConteo, falta_).transaccionId;
    }

private:
    static engine::PartidaInventario partida(const Contada& c, const std::string& campo, Cantidad cantidad,
                                             const std::vector<std::string>& series) {
        engine::PartidaInventario p;
        p.campo = campo;
        p.productoId = c.productoId;
        p.cantidad = cantidad;
        p.precioUnitario = Precio{};
        p.series = series;
        if (!c.lote.empty()) p.lote = engine::LotePedido{c.lote, {}, {}, {}};
        return p;
    }
    void entra(const Contada& c, const std::string& campo, Cantidad cantidad, const std::vector<std::string>& series,
               Faltas& faltas) {
        auto p = partida(c, campo, cantidad, series);
        const auto costo = c.costoUnitario > Precio{}
                               ? c.costoUnitario
                               : engine::costo_conocido(ctx_.db(), c.productoId, std::array{conteo_.almacenId});
        if (costo) p.precioUnitario = *costo;
        else faltas.agregar(Codigo::requerido, campo + "/costoUnitario");
        sobra_.partidas.push_back(std::move(p));
    }
    void sale(const Contada& c, const std::string& campo, Cantidad cantidad, const std::vector<std::string>& series) {
        falta_.partidas.push_back(partida(c, campo, cantidad, series));
    }

    Context& ctx_;
    const ConteoResumen& conteo_;
    engine::SolicitudInventario sobra_;
    engine::SolicitudInventario falta_;
};

}  // namespace

ConteoResumen aplicar_conteo(Context& ctx, const ConteoPedido& pedido) {
    auto& tx = ctx.db();
    const ConteoResumen antes = retener_conteo(ctx, pedido.conteoId);
    const auto contadas = tx.all<Contada>(R"(
        SELECT p.productoId, p.lote, p.existencia, COALESCE(p.contado, p.existencia) AS contado, p.costoUnitario, p.series, p.seriesCongeladas,
               CASE WHEN p.contado IS NOT NULL AND q.seguimiento IN ('serie', 'loteSerie') THEN 1 ELSE 0 END AS conSerie
          FROM conteoPartida p
          JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
         WHERE p.organizacionId = $1 AND p.conteoId = $2 ORDER BY p.productoId, p.lote)",
                                          tx.organizacion(), pedido.conteoId.valor);
    Hoja hoja{ctx, antes};
    Faltas faltas;
    for (std::size_t i = 0; i < contadas.size(); ++i) hoja.agregar(contadas[i], i, faltas);
    faltas.lanzar();
    const std::int64_t sobranteId = hoja.registrar_sobrante();
    const std::int64_t faltanteId = hoja.registrar_faltante();
    tx.run(R"(UPDATE conteo SET estado = 'aplicado', sobranteId = $3, faltanteId = $4, version = version + 1
              WHERE organizacionId = $1 AND conteoId = $2)",
           tx.organizacion(), pedido.conteoId.valor, sobranteId, faltanteId);
    ConteoResumen conteo = antes;
    conteo.estado = reflect::enum_name(EstadoConteo::aplicado);
    conteo.sobranteId = sobranteId;
    conteo.faltanteId = faltanteId;
    ++conteo.version;
    ctx.auditar("Conteo", conteo.conteoId, antes, conteo);
    return conteo;
}

}  // namespace cacao
