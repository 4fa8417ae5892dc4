#include "rooms/egresos/documentos/reparto.hpp"

#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"

#include <fmt/format.h>

#include <set>

namespace cacao {
namespace {

struct FilaReparto : ClasificadorVista {
    std::int64_t numeroPartida{};
};
DESCRIBE_STRUCT(FilaReparto, (ClasificadorVista), (numeroPartida))

struct Clasificador {
    bool aceptaMovimientos{};
    bool activo{};
};
DESCRIBE_STRUCT(Clasificador, (), (aceptaMovimientos, activo))

void revisar_clasificador(db::Reader& tx, std::int64_t clasificadorCostoId, const std::string& campo, Faltas& faltas) {
    const auto c = tx.one<Clasificador>(R"(SELECT aceptaMovimientos, activo FROM clasificadorCosto
                                           WHERE organizacionId = $1 AND clasificadorCostoId = $2)",
                                        tx.organizacion(), clasificadorCostoId);
    if (!c) faltas.agregar(Codigo::no_encontrado, campo);
    else if (!c->activo) faltas.agregar(Codigo::inactivo, campo);
    else if (!c->aceptaMovimientos) faltas.agregar(Codigo::valor_no_permitido, campo);
}

}  // namespace

void revisar_repartos(db::Reader& tx, const std::vector<RepartoPedido>& repartos, Faltas& faltas) {
    for (const RepartoPedido& r : repartos) {
        std::set<std::int64_t> vistos;
        Tasa porcentajes;
        const bool por_importe = !r.clasificadores.empty() && r.clasificadores.front().importe.has_value();
        for (std::size_t i = 0; i < r.clasificadores.size(); ++i) {
            const ClasificadorNuevo& c = r.clasificadores[i];
            const std::string campo = fmt::format("{}/clasificadores/{}", r.campo, i);
            revisar_clasificador(tx, c.clasificadorCostoId, campo + "/clasificadorCostoId", faltas);
            if (!vistos.insert(c.clasificadorCostoId).second) faltas.agregar(Codigo::duplicado, campo + "/clasificadorCostoId");
            // All lines of a split say the same: the first tells which.
            const auto pide = [&](bool este, bool hay, bool positivo, std::string_view miembro) {
                if (este && !hay) faltas.agregar(Codigo::requerido, campo + std::string{miembro});
                if (!este && hay) faltas.agregar(Codigo::valor_no_permitido, campo + std::string{miembro});
                if (este && hay && !positivo) faltas.agregar(Codigo::fuera_de_rango, campo + std::string{miembro});
            };
            pide(por_importe, c.importe.has_value(), c.importe && *c.importe > Importe{}, "/importe");
            pide(!por_importe, c.porcentaje.has_value(), c.porcentaje && *c.porcentaje > Tasa{}, "/porcentaje");
            if (c.porcentaje) porcentajes += *c.porcentaje;
        }
        constexpr std::int64_t cien = 100;
        if (!r.clasificadores.empty() && !por_importe && porcentajes != Tasa::de_enteros(cien))
            faltas.agregar(Codigo::reparto_descuadrado, r.campo + "/clasificadores", En::donde_sea,
                           fmt::format(R"({{"suma":{}}})", porcentajes.texto()));
    }
}

void guardar_repartos(Context& ctx, const engine::Emitido& documento, const std::vector<RepartoPedido>& repartos) {
    auto& tx = ctx.db();
    Faltas faltas;
    for (const RepartoPedido& r : repartos) {
        if (r.clasificadores.empty()) continue;
        // What it costs: taxes that are not credited are in it.
        const auto neto = tx.one<Importe>(R"(SELECT importe - descuento - promocion + alCosto FROM partida
                                             WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
                                          tx.organizacion(), documento.transaccionId, r.numeroPartida)
                              .value();
        std::vector<Importe> partes;
        if (r.clasificadores.front().importe) {
            Importe suma;
            for (const ClasificadorNuevo& c : r.clasificadores) suma += partes.emplace_back(*c.importe);
            if (suma != neto)
                faltas.agregar(Codigo::reparto_descuadrado, r.campo + "/clasificadores", En::donde_sea,
                               fmt::format(R"({{"suma":{},"importe":{}}})", suma.texto(), neto.texto()));
        } else {
            std::vector<std::int64_t> pesos;
            for (const ClasificadorNuevo& c : r.clasificadores) pesos.push_back(c.porcentaje->micros());
            const auto moneda = engine::moneda_de(tx, documento.moneda);
            partes = engine::repartir(neto, pesos, moneda.value().decimales);
        }
        for (std::size_t i = 0; i < partes.size(); ++i)
            tx.run(
                R"(INSERT INTO partidaClasificador (organizacionId, transaccionId, numeroPartida, clasificadorCostoId, porcentaje,
                                                       importe)
                      VALUES ($1, $2, $3, $4, $5, $6))",
                tx.organizacion(), documento.transaccionId, r.numeroPartida,
                std::int64_t{r.clasificadores[i].clasificadorCostoId}, r.clasificadores[i].porcentaje, partes[i]);
    }
    faltas.lanzar();
}

std::map<std::int64_t, std::vector<ClasificadorVista>> leer_repartos(db::Reader& tx, std::int64_t transaccionId) {
    std::map<std::int64_t, std::vector<ClasificadorVista>> repartos;
    for (FilaReparto& f :
         tx.all<FilaReparto>(R"(SELECT x.numeroPartida, x.clasificadorCostoId, c.codigo, c.nombre, x.porcentaje, x.importe
                                   FROM partidaClasificador x
                                   JOIN clasificadorCosto c ON c.organizacionId = $1
                                                           AND c.clasificadorCostoId = x.clasificadorCostoId
                                   WHERE x.organizacionId = $1 AND x.transaccionId = $2
                                   ORDER BY x.numeroPartida, c.codigo)",
                             tx.organizacion(), transaccionId))
        repartos[f.numeroPartida].push_back(std::move(f));
    return repartos;
}

}  // namespace cacao
