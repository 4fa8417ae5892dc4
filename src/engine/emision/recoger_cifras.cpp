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
           p.impuestos)";

// Kinds as a list of SQL.
std::string en_sql(bool (*cual)(const Documento&)) {
    std::string lista;
    for (const Documento* d : todos_los_tipos())
        if (cual(*d)) lista += fmt::format("{}'{}'", lista.empty() ? "" : ", ", d->tipo);
    return lista;
}

const std::string& que_devuelven() {
    static const std::string lista = en_sql([](const Documento& d) {
        return d.existencia == Existencia::devolucion_cliente || d.existencia == Existencia::devolucion_proveedor;
    });
    return lista;
}
const std::string& que_entregan() {
    static const std::string lista = en_sql([](const Documento& d) { return es_entrega(d); });
    return lista;
}

// Lines of documents in force that derive from one line, by themselves or by way of lines of other kinds (texts of SQL), once or
// twice.
void pedir_derivadas(db::Reader& tx, std::vector<CifrasFila>& filas, LlavePartida fuente, std::string_view por,
                     std::string_view por_dos = {}) {
    constexpr std::string_view en_vigor = R"( AND p.origenId <> 0
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado')";
    constexpr std::string_view de =
        " WHERE {0}.organizacionId = $1 AND {0}.origenId = $2 AND {0}.origenPartida = $3 AND {0}.origenId <> 0";
    constexpr std::string_view paso = R"(
        JOIN documento v{0} ON v{0}.organizacionId = $1 AND v{0}.transaccionId = r{0}.transaccionId AND v{0}.tipo IN ({1}))";
    const auto pedir = [&](const std::string& sql) {
        tx.all_later(filas, std::string{columnas} + sql, tx.organizacion(), fuente.transaccionId, fuente.numeroPartida);
    };
    pedir(
        " FROM partida p JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> "
        "'cancelado'" +
        fmt::format(fmt::runtime(de), "p"));
    pedir(" FROM partida r1" + fmt::format(paso, 1, por) +
          " JOIN partida p ON p.organizacionId = $1 AND p.origenId = r1.transaccionId AND p.origenPartida = r1.numeroPartida" +
          std::string{en_vigor} + fmt::format(fmt::runtime(de), "r1"));
    if (!por_dos.empty())
        pedir(
            " FROM partida r1" + fmt::format(paso, 1, por_dos) +
            " JOIN partida r2 ON r2.organizacionId = $1 AND r2.origenId = r1.transaccionId AND r2.origenPartida = "
            "r1.numeroPartida"
            " AND r2.origenId <> 0" +
            fmt::format(paso, 2, por) +
            " JOIN partida p ON p.organizacionId = $1 AND p.origenId = r2.transaccionId AND p.origenPartida = r2.numeroPartida" +
            std::string{en_vigor} + fmt::format(fmt::runtime(de), "r1"));
}

// What of a source counts as taken: of one that was sold, by the credits or, where a companion takes the sale back, by it as
// well; of one that was agreed, by sales.
bool toma(const Documento& tipo, const FuenteDicha& fuente, const LineaHallada& l) {
    if (fuente.pactada) return es_venta(tipo) && tipo.saldo != Saldo::favor_cliente;
    Avance avance = l.regla->avance;
    if (l.regla->acompania != nullptr)
        for (const Origen& o : l.regla->acompania->origenes)
            if (o.tipo == l.origen->tipo) avance = o.avance;
    return std::ranges::any_of(tipo.origenes, [&](const Origen& o) { return o.avance == avance; });
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
        auto& derivadas = h.fuentes[llave].derivadas;
        if (dicha->pactada) pedir_derivadas(tx, derivadas, llave, que_entregan());
        else pedir_derivadas(tx, derivadas, llave, que_devuelven(), que_entregan());
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
