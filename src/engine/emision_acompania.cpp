// Registration: lines that take the figures of a line that was priced before, and an invoice of what a note sold already: a
// companion document takes the note's figures back, so that sale, tax and debt stand once.

#include "engine/emision.hpp"

#include "db/rows.hpp"
#include "reflect/decode.hpp"

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
    Guardado<std::vector<ImpuestoPartida>> impuestos;
};
BOOST_DESCRIBE_STRUCT(CifrasFila, (),
                      (tipo, cantidadBase, unidadMedidaId, precioUnitario, importe, descuento, promocion, impuestos))

// The rows of CifrasFila: `p` is the line and `d` its document.
constexpr std::string_view columnas = R"(
    SELECT d.tipo, p.cantidadBase, p.unidadMedidaId, p.precioUnitario, p.importe, p.descuento, p.promocion, p.impuestos)";

// Lines of documents in force that derive from one line, by themselves or by way of goods that came back.
std::vector<CifrasFila> derivadas(db::Reader& tx, std::int64_t transaccionId, std::int64_t numeroPartida) {
    std::vector<CifrasFila> filas;
    tx.all_later(filas, std::string{columnas} + R"(
        FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
        WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenPartida = $3 AND p.origenId <> 0 AND d.estado <> 'cancelado')",
                 tx.organizacion(), transaccionId, numeroPartida);
    tx.all_later(filas, std::string{columnas} + R"(
        FROM partida r
        JOIN documento v ON v.organizacionId = $1 AND v.transaccionId = r.transaccionId AND v.tipo IN ('NotaDevolucionCliente', 'NotaDevolucionProveedor')
        JOIN partida p ON p.organizacionId = $1 AND p.origenId = r.transaccionId AND p.origenPartida = r.numeroPartida
                      AND p.origenId <> 0
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
        WHERE r.organizacionId = $1 AND r.origenId = $2 AND r.origenPartida = $3 AND r.origenId <> 0 AND d.estado <> 'cancelado')",
                 tx.organizacion(), transaccionId, numeroPartida);
    tx.settle();
    return filas;
}

}  // namespace

// In proportion to the quantity; the part that completes the source line takes all that is left of each figure.
CifrasPartida Emision::cifras_de_origen(const Linea& l) {
    const PartidaPedida& p = *l.pedida;
    const auto sin = [&](bool dado, std::string_view miembro) {
        if (dado) faltas_.agregar(Codigo::valor_no_permitido, campo(l, miembro));
    };
    sin(p.precioUnitario.has_value(), "/precioUnitario");
    sin(!p.descuento.es_cero(), "/descuento");
    sin(!p.promocion.es_cero(), "/promocion");
    // Goods that came back have no price: it stands where they were sold.
    const bool vuelta = tipo_de(l.origen->tipo)->renglones == Renglones::inventario;
    const std::int64_t id = vuelta ? l.origen->origenId : l.origen->transaccionId;
    const std::int64_t numero = vuelta ? l.origen->origenPartida : l.origen->numeroPartida;
    auto& tx = ctx_.db();
    // What is left depends on what others take: one at a time.
    tx.lock("cifras/" + std::to_string(id));
    const auto fuente = tx.one<CifrasFila>(std::string{columnas} + R"(
        FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                                           ctx_.organizacionId(), id, numero)
                            .value();
    // Where a companion takes the sale back, what it and the credits took counts: together they are all that there is.
    Avance avance = l.regla->avance;
    if (l.regla->acompania != nullptr)
        for (const Origen& o : l.regla->acompania->origenes)
            if (o.tipo == l.origen->tipo) avance = o.avance;
    auto antes = derivadas(tx, id, numero);
    std::erase_if(antes, [&](const CifrasFila& f) {
        const auto& origenes = tipo_de(f.tipo)->origenes;
        return std::ranges::none_of(origenes, [&](const Origen& o) { return o.avance == avance; });
    });
    Cantidad queda = fuente.cantidadBase;
    for (const CifrasFila& f : antes) queda -= f.cantidadBase;
    if (l.cantidadBase > queda) exceder(l, queda);
    const bool completa = l.cantidadBase == queda;
    const auto parte = [&](Importe entero, Importe hecho) {
        const Importe resto = entero - hecho;
        if (completa) return resto;
        return std::min(resto, proporcion(entero, l.cantidadBase.micros(), fuente.cantidadBase.micros(), decimales_));
    };
    const auto suma = [&](Importe CifrasFila::*cifra) {
        Importe total;
        for (const CifrasFila& f : antes) total += f.*cifra;
        return total;
    };

    CifrasPartida c;
    c.importe = parte(fuente.importe, suma(&CifrasFila::importe));
    c.descuento = parte(fuente.descuento, suma(&CifrasFila::descuento));
    c.promocion = parte(fuente.promocion, suma(&CifrasFila::promocion));
    c.neto = c.importe - c.descuento - c.promocion;
    constexpr int decimales_de_precio = 6;
    c.precioNeto =
        l.unidadMedidaId == fuente.unidadMedidaId
            ? fuente.precioUnitario
            : Precio::de_micros(proporcion(c.importe, millonesimas, l.cantidad.micros(), decimales_de_precio).micros());
    for (const ImpuestoPartida& i : reflect::recuperar(fuente.impuestos)) {
        Importe base;  // what others took of this tax
        Importe importe;
        for (const CifrasFila& f : antes)
            for (const ImpuestoPartida& j : reflect::recuperar(f.impuestos)) {
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

// Whether everything on this document was sold before: then its customer owes no more than already.
bool Emision::ya_vendida() const {
    return std::ranges::all_of(lineas_, [](const Linea& l) { return l.regla != nullptr && l.regla->acompania != nullptr; });
}

// What the companion is worth goes first to what the sources still owe; the rest was paid of them, and pays this document.
void Emision::acompaniar() {
    const Documento* tipo = nullptr;
    Solicitud s;
    std::map<std::int64_t, Importe> de_fuente;
    for (const Linea& l : lineas_) {
        if (l.regla == nullptr || l.regla->acompania == nullptr) continue;
        tipo = l.regla->acompania;
        PartidaPedida p = *l.pedida;
        p.unidadMedidaId = l.unidadMedidaId;
        p.cifras = l.cifras;
        de_fuente[p.origenId] += l.cifras.total();
        s.partidas.push_back(std::move(p));
    }
    if (tipo == nullptr) return;
    s.fecha = fecha_;
    s.sucursalId = sucursalId_;
    s.proyectoId = proyectoId_;
    s.centroCostoId = centroCostoId_;
    s.entidadId = pedida_.entidadId;
    s.campo_entidad = pedida_.campo_entidad;
    s.vendedorId = pedida_.vendedorId;
    s.origenId = transaccionId_;
    s.moneda = moneda_;
    if (moneda_ != ajustes_.moneda) s.tipoCambio = tipoCambio_;
    const Emitido acompaniante = emitir(ctx_, *tipo, s);

    std::vector<AplicacionPedida> pagos;
    Importe resto = acompaniante.total;
    for (const auto& [id, importe] : de_fuente) {
        const auto debe = ctx_.db().one<Importe>(R"(SELECT saldo FROM saldo
                                                    WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = 'cobrar')",
                                                 ctx_.organizacionId(), id);
        const Importe paga = std::min(importe, debe.value_or(Importe{}));
        if (paga > Importe{}) pagos.push_back({"/partidas", id, paga, {}});
        resto -= paga;
    }
    if (resto > Importe{}) pagos.push_back({"/partidas", transaccionId_, resto, {}});
    aplicar(ctx_, acompaniante.transaccionId, pagos, fecha_);
}

}  // namespace cacao::engine
