// Registration, first step: figures of lines that were priced before, and what others took of them.

#include "engine/emision/derivacion.hpp"
#include "engine/emision/recoger.hpp"
#include "engine/entorno/candados.hpp"

#include "db/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {
namespace {

// The rows of CifrasFila: `p` is the line and `d` its document.
constexpr std::string_view columnas = R"(
    SELECT d.tipo, p.cantidadBase, p.unidadMedidaId, p.precioUnitario, p.importe, p.descuento, p.promocion, p.promocionId,
           p.impuestos, p.impuestosTercero, d.tipoCambio, p.importeLocal)";

// Lines of documents in force that derive from one line: by themselves, by way of deliveries (of what was agreed) or of returns
// (of what was sold), which may be returns of its deliveries.
void pedir_derivadas(db::Reader& tx, std::vector<CifrasFila>& filas, LlavePartida fuente, bool pactada) {
    static const std::string de_linea =
        " WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenPartida = $3 AND p.origenId <> 0";
    static const std::string de_paso =
        " WHERE r1.organizacionId = $1 AND r1.origenId = $2 AND r1.origenPartida = $3 AND r1.origenId <> 0";
    static const std::string en_vigor =
        " JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'";
    const auto documento = [](int paso, Cualidad cualidad) {
        return fmt::format(" JOIN documento v{0} ON v{0}.organizacionId = $1 AND v{0}.transaccionId = r{0}.transaccionId AND {1}",
                           paso, en_sql(fmt::format("v{}.tipo", paso), cualidad));
    };
    const auto linea = [](std::string_view alias, int paso) {
        return fmt::format(
            " JOIN partida {0} ON {0}.organizacionId = $1 AND {0}.origenId = r{1}.transaccionId"
            " AND {0}.origenPartida = r{1}.numeroPartida AND {0}.origenId <> 0",
            alias, paso);
    };
    static const std::string directas = std::string{columnas} + " FROM partida p" + en_vigor + de_linea;
    static const std::string por_entregas =
        std::string{columnas} + " FROM partida r1" + documento(1, es_entrega) + linea("p", 1) + en_vigor + de_paso;
    static const std::string por_devoluciones =
        std::string{columnas} + " FROM partida r1" + documento(1, es_devolucion) + linea("p", 1) + en_vigor + de_paso;
    static const std::string por_devoluciones_de_entregas = std::string{columnas} + " FROM partida r1" +
                                                            documento(1, es_entrega) + linea("r2", 1) +
                                                            documento(2, es_devolucion) + linea("p", 2) + en_vigor + de_paso;
    const auto pedir = [&](const std::string& sql) {
        tx.all_later(filas, sql, tx.organizacion(), fuente.transaccionId, fuente.numeroPartida);
    };
    pedir(directas);
    if (pactada) return pedir(por_entregas);
    pedir(por_devoluciones);
    pedir(por_devoluciones_de_entregas);
}

// What of a source counts as taken: of one that was sold, by the credits or, where a companion takes the sale back, by it as
// well; of one that was agreed, by sales.
bool toma(const Documento& tipo, const FuenteDicha& fuente, const LineaHallada& l) {
    if (fuente.pactada) return es_venta(tipo) && tipo.saldo != Saldo::favor_cliente;
    Avance avance = l.regla->avance;
    if (l.regla->acompania != nullptr)
        for (const Origen& o : l.regla->acompania->origenes)
            if (o.tipo == l.origen->tipo) avance = o.avance;
    return tiene_avance(tipo, avance);
}

}  // namespace

void recoger_cifras(db::Writer& tx, const Documento& tipo, const Solicitud& pedida, Hallado& h) {
    std::vector<std::optional<FuenteDicha>> dichas(h.lineas.size());
    Candados candados;
    for (std::size_t i = 0; i < h.lineas.size(); ++i) {
        dichas[i] = fuente_de(tipo, h.encabezado.moneda, pedida.partidas[i], h.lineas[i]);
        if (dichas[i]) candados.cifras.insert(dichas[i]->linea.transaccionId);
    }
    if (candados.cifras.empty()) return;
    // What is left depends on what others take: one at a time.
    retener(tx, candados);
    std::map<LlavePartida, std::vector<CifrasFila>> cifras;
    for (const auto& dicha : dichas) {
        if (!dicha || cifras.contains(dicha->linea)) continue;
        const LlavePartida llave = dicha->linea;
        tx.all_later(cifras[llave], std::string{columnas} + R"(
            FROM partida p
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
            WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                     tx.organizacion(), llave.transaccionId, llave.numeroPartida);
        pedir_derivadas(tx, h.fuentes[llave].derivadas, llave, dicha->pactada);
    }
    tx.settle();
    for (std::size_t i = 0; i < dichas.size(); ++i) {
        if (!dichas[i] || !cifras.contains(dichas[i]->linea)) continue;
        FuenteCifras& fuente = h.fuentes[dichas[i]->linea];
        fuente.cifras = std::move(cifras.at(dichas[i]->linea).front());
        std::erase_if(fuente.derivadas, [&](const CifrasFila& f) { return !toma(*tipo_de(f.tipo), *dichas[i], h.lineas[i]); });
        cifras.erase(dichas[i]->linea);
    }
}

}  // namespace cacao::engine
