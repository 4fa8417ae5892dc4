// Registration: lines that take the figures of a line that was priced before, and an invoice of what a note sold already: a
// companion document takes the note's figures back, so that sale, tax and debt stand once.

#include "engine/emision/emision.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/saldos/saldos.hpp"

#include "db/rows.hpp"
#include "reflect/decode.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {
namespace {

struct CifrasFila {
    std::string tipo;
    Cantidad cantidadBase;
    std::int64_t unidadMedidaId = 0;
    Precio precioUnitario;
    Importe importe;
    Importe descuento;
    Importe promocion;
    std::int64_t promocionId = 0;
    Guardado<std::vector<ImpuestoPartida>> impuestos;
};
BOOST_DESCRIBE_STRUCT(CifrasFila, (),
                      (tipo, cantidadBase, unidadMedidaId, precioUnitario, importe, descuento, promocion, promocionId, impuestos))

// The rows of CifrasFila: `p` is the line and `d` its document.
constexpr std::string_view columnas = R"(
    SELECT d.tipo, p.cantidadBase, p.unidadMedidaId, p.precioUnitario, p.importe, p.descuento, p.promocion, p.promocionId,
           p.impuestos)";

// Lines of documents in force that derive from one line, by themselves or by way of lines of other kinds (texts of SQL), once or
// twice.
std::vector<CifrasFila> derivadas(db::Reader& tx, LlavePartida fuente, std::string_view por, std::string_view por_dos = {}) {
    constexpr std::string_view en_vigor = R"( AND p.origenId <> 0
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado')";
    constexpr std::string_view de =
        " WHERE {0}.organizacionId = $1 AND {0}.origenId = $2 AND {0}.origenPartida = $3 AND {0}.origenId <> 0";
    constexpr std::string_view paso = R"(
        JOIN documento v{0} ON v{0}.organizacionId = $1 AND v{0}.transaccionId = r{0}.transaccionId AND v{0}.tipo IN ({1}))";
    std::vector<CifrasFila> filas;
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
    tx.settle();
    return filas;
}

constexpr std::string_view devoluciones = "'NotaDevolucionCliente', 'NotaDevolucionProveedor'";

CifrasFila leer_cifras(db::Reader& tx, LlavePartida fuente) {
    return tx
        .one<CifrasFila>(std::string{columnas} + R"(
        FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                         tx.organizacion(), fuente.transaccionId, fuente.numeroPartida)
        .value();
}

CifrasTomadas tomada(const CifrasFila& f) {
    return {f.cantidadBase, f.importe, f.descuento, f.promocion, reflect::recuperar(f.impuestos)};
}

// Shares a line's figures out among the lines that take them, in proportion to their quantities.
class RepartoCifras {
public:
    RepartoCifras(CifrasFila fuente, std::vector<CifrasTomadas> antes, int decimales)
        : fuente_(std::move(fuente)), antes_(std::move(antes)), decimales_(decimales) {}

    Cantidad queda() const {
        Cantidad c = fuente_.cantidadBase;
        for (const CifrasTomadas& t : antes_) c -= t.cantidadBase;
        return c;
    }
    // The part that completes the source takes what is left of each figure: all of it or, where the others may have been sold at
    // prices of their own (`suave`), what rounding left.
    CifrasPartida tomar(const Linea& l, bool suave) const {
        const bool completa = l.cantidadBase == queda();
        const auto redondeos = Importe::de_micros(unidad_de(decimales_).micros() * static_cast<std::int64_t>(antes_.size() + 1));
        const auto parte = [&](Importe entero, Importe hecho) {
            const Importe resto = entero - hecho;
            const Importe justa = proporcion(entero, l.cantidadBase.micros(), fuente_.cantidadBase.micros(), decimales_);
            if (suave) return completa && resto - justa <= redondeos && justa - resto <= redondeos ? resto : justa;
            return completa ? resto : std::min(resto, justa);
        };
        const auto suma = [&](Importe CifrasTomadas::*cifra) {
            Importe total;
            for (const CifrasTomadas& t : antes_) total += t.*cifra;
            return total;
        };
        CifrasPartida c;
        c.importe = parte(fuente_.importe, suma(&CifrasTomadas::importe));
        c.descuento = parte(fuente_.descuento, suma(&CifrasTomadas::descuento));
        c.promocion = parte(fuente_.promocion, suma(&CifrasTomadas::promocion));
        c.neto = c.importe - c.descuento - c.promocion;
        constexpr int decimales_de_precio = 6;
        c.precioNeto =
            l.unidadMedidaId == fuente_.unidadMedidaId || l.cantidad <= Cantidad{}
                ? fuente_.precioUnitario
                : Precio::de_micros(proporcion(c.importe, millonesimas, l.cantidad.micros(), decimales_de_precio).micros());
        for (const ImpuestoPartida& i : reflect::recuperar(fuente_.impuestos)) {
            Importe base;  // what others took of this tax
            Importe importe;
            for (const CifrasTomadas& t : antes_)
                for (const ImpuestoPartida& j : t.impuestos) {
                    if (j.impuesto != i.impuesto || j.factor != i.factor || j.tasa != i.tasa) continue;
                    base += j.base;
                    importe += j.importe;
                }
            ImpuestoPartida& mio = c.impuestos.emplace_back(i);
            mio.base = parte(i.base, base);
            mio.importe = parte(i.importe, importe);
            suma_de(c, impuesto_de(i.impuesto)) += mio.importe;
        }
        return c;
    }

private:
    CifrasFila fuente_;
    std::vector<CifrasTomadas> antes_;
    int decimales_;
};

}  // namespace

// The line at which something was sold: the source itself or, of goods that came back, where they were billed: the document that
// they came back from or, when that one is a delivery of an invoice, the invoice.
std::optional<LlavePartida> Emision::vendida(const Linea& l) const {
    const OrigenFila& o = *l.origen;
    const auto vende = [](std::string_view tipo) {
        const Documento* d = tipo_de(tipo);
        return d != nullptr && (d->renglones == Renglones::venta || d->renglones == Renglones::compra) &&
               (d->saldo == Saldo::por_cobrar || d->saldo == Saldo::por_pagar);
    };
    if (vende(o.tipo)) return LlavePartida{o.transaccionId, o.numeroPartida};
    if (vende(o.origenTipo)) return LlavePartida{o.origenId, o.origenPartida};
    if (vende(o.origenOrigenTipo)) return LlavePartida{o.origenOrigenId, o.origenOrigenPartida};
    return std::nullopt;
}

// What was agreed for a sale that names no price of its own: the line it derives from or, where that one only moved goods, what
// that one came from.
std::optional<LlavePartida> Emision::pactada(const Linea& l) const {
    const PartidaPedida& p = *l.pedida;
    if (l.origen == nullptr || !es_venta() || tipo_.saldo == Saldo::favor_cliente) return std::nullopt;
    if (p.impuestos) return std::nullopt;
    if (p.precioUnitario && (p.incluyeImpuestos || *p.precioUnitario != precio_de_origen(l))) return std::nullopt;
    const OrigenFila& o = *l.origen;
    if (tipo_de(o.tipo)->renglones == tipo_.renglones) return LlavePartida{o.transaccionId, o.numeroPartida};
    const Documento* antes = tipo_de(o.origenTipo);
    if (antes == nullptr || antes->renglones != tipo_.renglones || o.origenMoneda != moneda_) return std::nullopt;
    return LlavePartida{o.origenId, o.origenPartida};
}

CifrasPartida Emision::cifras_de_origen(Linea& l) {
    const PartidaPedida& p = *l.pedida;
    const auto sin = [&](bool dado, std::string_view miembro) {
        if (dado) faltas_.agregar(Codigo::valor_no_permitido, campo(l, miembro));
    };
    sin(p.precioUnitario.has_value(), "/precioUnitario");
    sin(!p.descuento.es_cero(), "/descuento");
    sin(!p.promocion.es_cero(), "/promocion");
    const auto fuente = vendida(l);
    if (!fuente) throw std::logic_error("figures were to be taken of a line that sold nothing");
    auto& tx = ctx_.db();
    // What is left depends on what others take: one at a time.
    tx.lock("cifras/" + std::to_string(fuente->transaccionId));
    // Where a companion takes the sale back, what it and the credits took counts: together they are all that there is.
    Avance avance = l.regla->avance;
    if (l.regla->acompania != nullptr)
        for (const Origen& o : l.regla->acompania->origenes)
            if (o.tipo == l.origen->tipo) avance = o.avance;
    auto& antes = tomadas_[*fuente];
    std::vector<CifrasTomadas> todas = antes;
    for (const CifrasFila& f : derivadas(tx, *fuente, devoluciones, "'Entrega'"))
        if (std::ranges::any_of(tipo_de(f.tipo)->origenes, [&](const Origen& o) { return o.avance == avance; }))
            todas.push_back(tomada(f));
    CifrasFila cifras = leer_cifras(tx, *fuente);
    l.promocionId = cifras.promocionId;
    sin(p.promocionId != 0 && p.promocionId != l.promocionId, "/promocionId");
    const RepartoCifras reparto{std::move(cifras), std::move(todas), decimales_};
    if (l.cantidadBase > reparto.queda()) exceder(l, reparto.queda());
    auto c = reparto.tomar(l, false);
    antes.push_back({l.cantidadBase, c.importe, c.descuento, c.promocion, c.impuestos});
    return c;
}

// Price, discounts and taxes as they were agreed, unless the request states others: one that says again what was agreed says
// nothing. How much may still be taken is judged where the progress of the line is.
std::optional<CifrasPartida> Emision::cifras_pactadas(Linea& l) {
    const auto fuente = pactada(l);
    if (!fuente) return std::nullopt;
    auto& tx = ctx_.db();
    tx.lock("cifras/" + std::to_string(fuente->transaccionId));
    auto& antes = tomadas_[*fuente];
    std::vector<CifrasTomadas> todas = antes;
    for (const CifrasFila& f : derivadas(tx, *fuente, "'Entrega'")) {
        const Documento& tipo = *tipo_de(f.tipo);
        if (tipo.renglones == Renglones::venta && tipo.saldo != Saldo::favor_cliente) todas.push_back(tomada(f));
    }
    CifrasFila cifras = leer_cifras(tx, *fuente);
    const std::int64_t promocionId = cifras.promocionId;
    auto c = RepartoCifras{std::move(cifras), std::move(todas), decimales_}.tomar(l, true);
    const PartidaPedida& p = *l.pedida;
    const auto otro = [](auto dicho, auto pactado) { return dicho != decltype(dicho){} && dicho != pactado; };
    if (otro(p.descuento, c.descuento) || otro(p.promocion, c.promocion) || otro(p.promocionId, promocionId)) return std::nullopt;
    l.promocionId = promocionId;
    antes.push_back({l.cantidadBase, c.importe, c.descuento, c.promocion, c.impuestos});
    return c;
}

// Whether everything on this document was sold before: then its customer owes no more than already.
bool Emision::ya_vendida() const {
    return std::ranges::all_of(lineas_, [](const Linea& l) { return l.regla != nullptr && l.regla->acompania != nullptr; });
}

// Nothing where no line takes over what was sold before.
std::optional<Acompaniante> Emision::acompaniante() const {
    Acompaniante a;
    Solicitud& s = a.solicitud;
    for (const Linea& l : lineas_) {
        if (l.regla == nullptr || l.regla->acompania == nullptr) continue;
        a.tipo = l.regla->acompania;
        PartidaPedida p = *l.pedida;
        p.unidadMedidaId = l.unidadMedidaId;
        p.cifras = l.cifras;
        a.de_fuente[p.origenId] += l.cifras.total();
        s.partidas.push_back(std::move(p));
    }
    if (a.tipo == nullptr) return std::nullopt;
    s.fecha = fecha_;
    s.sucursalId = sucursalId_;
    s.proyectoId = proyectoId_;
    s.centroCostoId = centroCostoId_;
    s.entidadId = pedida_.entidadId;
    s.campo_entidad = pedida_.campo_entidad;
    s.vendedorId = vendedorId_;
    s.canalId = canalId_;
    s.origenId = transaccionId_;
    s.moneda = moneda_;
    if (moneda_ != ajustes_.moneda) s.tipoCambio = tipoCambio_;
    return a;
}

}  // namespace cacao::engine
