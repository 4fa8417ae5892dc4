#include "modelo/empresa.hpp"

#include "engine/cadena/avance.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/ventas.hpp"

#include <algorithm>

namespace cacao::test::modelo {

using engine::Avance;
using engine::Existencia;
using engine::Renglones;
using engine::Saldo;

namespace {

constexpr Micros centavo = 10'000;

// Half away from zero, to cents.
Micros a_centavos(__int128 numerador, __int128 divisor) {
    divisor *= centavo;
    const __int128 medio = numerador >= 0 ? divisor / 2 : -(divisor / 2);
    return static_cast<Micros>((numerador + medio) / divisor) * centavo;
}
Micros por_tasa(Micros importe, Micros tasa) { return a_centavos(static_cast<__int128>(importe) * tasa, uno); }

}  // namespace

std::string_view naturaleza(const engine::Documento& tipo) {
    switch (tipo.saldo) {
        case Saldo::ninguno: return "";
        case Saldo::por_cobrar: return "cobrar";
        case Saldo::por_pagar: return "pagar";
        case Saldo::favor_cliente: return "favorCliente";
        case Saldo::favor_proveedor: return "favorProveedor";
        case Saldo::compensacion: return "favorCliente";
    }
    return "";
}

Empresa::Empresa(bool con_negativos) : negativos(con_negativos) {
    articulos = {
        {"A", false, false, {}},
        {"B", true, false, {}},
        {"L", false, true, {}},
        {"M", true, true, {.iva = "cero"}},
        {"E", false, false, {.iva = "exento"}},
        {"I", false, false, {.iepsTasa = 80'000}},
        {"Q", true, false, {.iepsCuota = 1'575'700}},
        {"R", true, false, {.frontera = false, .ivaRetenido = 60'000, .isrRetenido = 12'500}},
        {"K", false, false, {}, {{0, 2 * uno}, {1, uno}}},
    };
    conceptos = {
        {"VENTA-SERV", true, false, false, {}},
        {"GASTOS", false, true, true, {}},
        {"HONORARIOS", false, true, true, {.ivaRetenido = 106'667, .isrRetenido = 100'000}},
        {"FLETES", false, true, true, {.ivaRetenido = 40'000}},
        {"COMISIONES", false, true, true, {}},
        {"INTERESES", false, false, false, {.iva = "exento"}, true},
        {"SOCIOS", false, false, false, {.iva = "noObjeto"}, true},
        {"OTROS-INGRESOS", false, false, false, {}, true},
    };
    personas = {{"C1", true, false, true},
                {"C2", true, false, false},
                {"CP", true, true, true},
                {"P1", false, true, true},
                {"P2", false, true, false}};
}

bool Empresa::cerrado(int dia) const { return dia < (meses_cerrados == 0 ? -1 : meses_cerrados == 1 ? 30 : 61); }

bool Empresa::en_libros(const Doc& doc) const {
    return !doc.tipo->asientos.empty() || doc.tipo->renglones == Renglones::diario ||
           doc.tipo->existencia == Existencia::reempaque;
}

Empresa::Linea Empresa::gravar(const Doc& doc, const Renglon& r) const {
    Linea l;
    const Renglones clase = doc.tipo->renglones;
    const Perfil* perfil = r.articulo >= 0   ? &articulos[static_cast<std::size_t>(r.articulo)].perfil
                           : r.concepto >= 0 ? &conceptos[static_cast<std::size_t>(r.concepto)].perfil
                                             : nullptr;
    const bool bancario = clase == Renglones::egreso || clase == Renglones::ingreso;
    l.neto = bancario ? r.precio : a_centavos(static_cast<__int128>(r.cantidad) * r.precio, uno) - r.descuento;
    if (perfil == nullptr || clase == Renglones::inventario) return l;
    // Whoever charges says at which rate; none of our suppliers is of the border.
    const bool vende = clase == Renglones::venta || clase == Renglones::ingreso;
    const bool en_frontera = vende && doc.sucursal == 1 && perfil->frontera;
    const Micros iva = perfil->iva != "tasa" ? 0 : en_frontera ? 80'000 : 160'000;
    // We are a company: of us nobody withholds two thirds of the VAT, nor income tax; we withhold them of persons, and of those
    // we do not know.
    const bool a_empresa = vende || (doc.contacto >= 0 && personas[static_cast<std::size_t>(doc.contacto)].moral);
    const Micros retenido = a_empresa && perfil->ivaRetenido == 106'667 ? 0 : perfil->ivaRetenido;
    const Micros isr = a_empresa ? 0 : perfil->isrRetenido;
    const Micros tasa_retenida = iva == 160'000  ? retenido
                                 : iva == 80'000 ? (retenido == 106'667 ? 53'333 : std::min<Micros>(retenido, iva))
                                                 : 0;
    const auto retener = [&] {
        l.ivaRetenido = por_tasa(l.neto, tasa_retenida);
        l.isrRetenido = por_tasa(l.neto, isr);
    };
    if (bancario) {
        // What is paid is gross less what is withheld: the smallest gross that leaves it, looked for cent by cent.
        const auto de_bruto = [&](Micros bruto) {
            l.iva = a_centavos(static_cast<__int128>(bruto) * iva, uno + iva);
            l.neto = bruto - l.iva;
            retener();
        };
        const Micros queda = uno + iva - tasa_retenida - isr;
        const Micros cerca = a_centavos(static_cast<__int128>(r.precio) * (uno + iva), queda);
        const bool de_centavos = r.precio > 0 && r.precio % centavo == 0;  // anything else is refused
        Micros bruto = de_centavos ? std::max(r.precio, cerca - 5 * centavo) : r.precio;
        for (de_bruto(bruto); de_centavos && l.total() != r.precio; de_bruto(bruto)) bruto += centavo;
        return l;
    }
    l.ieps = por_tasa(l.neto, perfil->iepsTasa) + a_centavos(static_cast<__int128>(r.cantidad) * perfil->iepsCuota, uno);
    l.iva = por_tasa(l.neto + l.ieps, iva);
    // Whoever pays withholds if it is a company; we are one.
    const bool retiene = !vende || (doc.contacto >= 0 && personas[static_cast<std::size_t>(doc.contacto)].moral);
    if (retiene) retener();
    return l;
}

void Empresa::sumar(Doc& doc) const {
    doc.total = doc.abierto = 0;
    switch (doc.tipo->renglones) {
        case Renglones::ninguno: doc.total = doc.importe; break;
        case Renglones::diario:
            for (const Renglon& r : doc.renglones) doc.total += r.cargo;
            break;
        default:
            for (const Renglon& r : doc.renglones) {
                doc.total += gravar(doc, r).total();
                if (doc.tipo->renglones == Renglones::egreso && r.concepto < 0) doc.abierto += r.precio;
            }
    }
    if (doc.tipo->renglones != Renglones::egreso) doc.abierto = doc.total;
    if (doc.tipo->saldo == Saldo::ninguno) doc.abierto = 0;
}

const engine::Origen* Empresa::regla(const Doc& doc, const Renglon& r) const {
    if (r.origen < 0) return nullptr;
    const Doc& origen = docs[static_cast<std::size_t>(r.origen)];
    for (const engine::Origen& o : doc.tipo->origenes)
        if (o.tipo == origen.tipo->tipo) return &o;
    return nullptr;
}

bool Empresa::mueve(const Doc& doc, const Renglon& r) const {
    if (doc.tipo->existencia == Existencia::ninguna || r.articulo < 0 || doc.sinExistencia) return false;
    const engine::Origen* o = regla(doc, r);
    return o == nullptr || !o->sin_existencia;
}

// What a line stands for in its warehouse, kits taken apart.
std::map<Lugar, Micros> Empresa::demanda(const Renglon& r) const {
    std::map<Lugar, Micros> suma;
    const Articulo& a = articulos[static_cast<std::size_t>(r.articulo)];
    if (a.kit.empty()) suma[{r.articulo, r.almacen, r.lote}] = r.cantidad;
    for (const auto& [parte, cuantas] : a.kit) suma[{parte, r.almacen, ""}] += r.cantidad * (cuantas / uno);
    return suma;
}

// Whether what came back with a line was billed: by what it came back from or, of a delivery, before that.
bool Empresa::vendido(const Renglon& vuelta) const {
    const Doc& de = docs[static_cast<std::size_t>(vuelta.origen)];
    if (de.tipo->saldo == Saldo::por_cobrar) return true;
    const int antes = de.renglones[static_cast<std::size_t>(vuelta.origenRenglon)].origen;
    return antes >= 0 && docs[static_cast<std::size_t>(antes)].tipo->saldo == Saldo::por_cobrar;
}

void Empresa::revisar_origen(const Doc& doc, const Renglon& r, std::set<std::string>& codigos) const {
    if (r.origen < 0) return;
    const Doc& o = docs[static_cast<std::size_t>(r.origen)];
    const engine::Origen* re = regla(doc, r);
    // Goods leave once: with the source, with what the source came from, or with this document.
    const Renglon& suyo = o.renglones[static_cast<std::size_t>(r.origenRenglon)];
    const engine::Origen* antes = regla(o, suyo);
    const bool salieron = mueve(o, suyo) || (antes != nullptr && antes->sin_existencia);
    const bool otra_vez = doc.tipo->existencia == Existencia::salida && o.tipo->existencia == Existencia::salida && salieron &&
                          re != nullptr && !re->sin_existencia;
    // Only what was invoiced is credited,
    const bool sin_factura = doc.tipo->saldo == Saldo::favor_proveedor &&
                             o.tipo->existencia == Existencia::devolucion_proveedor &&
                             docs[static_cast<std::size_t>(suyo.origen)].tipo->saldo != Saldo::por_pagar;
    const bool sin_venta =
        doc.tipo->saldo == Saldo::favor_cliente && o.tipo->existencia == Existencia::devolucion_cliente && !vendido(suyo);
    // … and once.
    const bool ya_facturado = re != nullptr && re->avance == Avance::facturado && suyo.origen >= 0 &&
                              docs[static_cast<std::size_t>(suyo.origen)].tipo == doc.tipo;
    if (re == nullptr || otra_vez || sin_factura || sin_venta || ya_facturado) {
        codigos.insert("origen_no_permitido");
        return;
    }
    if (o.dia > doc.dia) codigos.insert("fuera_de_rango");
    if (!o.vivo()) codigos.insert("documento_cancelado");
    else if (o.estado != "vigente" && o.estado != "autorizado" && o.estado != "aceptada") codigos.insert("estado_invalido");
    if (doc.tipo->contacto != engine::Contacto::ninguno && o.contacto != doc.contacto) codigos.insert("otro_contacto");
    const bool con_precio = doc.tipo->renglones == Renglones::venta || doc.tipo->renglones == Renglones::compra;
    if (con_precio && o.tipo->renglones == doc.tipo->renglones && o.moneda != doc.moneda) codigos.insert("moneda_distinta");
}

namespace {

// Whether what the source came from learns of it too: not where the source told it already.
bool aprende(const engine::Documento& tipo, const engine::Documento& padre, const engine::Documento& abuelo, Avance avance) {
    const auto usa = [&](const engine::Documento& d) {
        return std::ranges::any_of(d.origenes,
                                   [&](const engine::Origen& q) { return q.tipo == abuelo.tipo && q.avance == avance; });
    };
    return usa(tipo) && !usa(padre);
}

}  // namespace

// The order's line behind a line, however far.
std::pair<int, int> Empresa::pedido_detras(const Renglon& r) const {
    std::pair<int, int> l{r.origen, r.origenRenglon};
    while (l.first >= 0 && docs[static_cast<std::size_t>(l.first)].tipo->tipo != engine::PedidoCliente.tipo) {
        const Renglon& suyo = docs[static_cast<std::size_t>(l.first)].renglones[static_cast<std::size_t>(l.second)];
        l = {suyo.origen, suyo.origenRenglon};
    }
    return l;
}

// Of a credit of goods that came back: the invoice's line that a delivery had brought them for, which waits for them no more.
std::pair<int, int> Empresa::factura_entregada(const Doc& doc, const Renglon& r) const {
    constexpr std::pair ninguna{-1, -1};
    if (doc.tipo->saldo != Saldo::favor_cliente || r.origen < 0) return ninguna;
    const Doc& vuelta = docs[static_cast<std::size_t>(r.origen)];
    if (vuelta.tipo->existencia != Existencia::devolucion_cliente) return ninguna;
    const Renglon& devuelto = vuelta.renglones[static_cast<std::size_t>(r.origenRenglon)];
    const Doc& salida = docs[static_cast<std::size_t>(devuelto.origen)];
    if (salida.tipo->tipo != engine::Entrega.tipo) return ninguna;
    const Renglon& entregado = salida.renglones[static_cast<std::size_t>(devuelto.origenRenglon)];
    if (entregado.origen < 0 || docs[static_cast<std::size_t>(entregado.origen)].tipo->saldo != Saldo::por_cobrar) return ninguna;
    return {entregado.origen, entregado.origenRenglon};
}

Micros Empresa::usado(int doc, int renglon, Avance avance, int sin) const {
    Micros suma = 0;
    for (std::size_t i = 0; i < docs.size(); ++i) {
        const Doc& x = docs[i];
        if (!x.vivo() || static_cast<int>(i) == sin) continue;
        for (const Renglon& r : x.renglones) {
            if (r.origen < 0) continue;
            const engine::Origen* o = regla(x, r);
            if (o == nullptr) continue;
            if (r.origen == doc && r.origenRenglon == renglon) {
                if (o->avance == avance) suma += r.cantidad;
                if (o->al_mover == avance && mueve(x, r)) suma += r.cantidad;
            }
            const Doc& padre = docs[static_cast<std::size_t>(r.origen)];
            const Renglon& suyo = padre.renglones[static_cast<std::size_t>(r.origenRenglon)];
            // Goods that came back can be delivered again.
            if (o->reabre == avance) suma -= r.cantidad * std::ranges::count(esperan_otra_vez(r), std::pair{doc, renglon});
            // What came back and was credited can be billed again.
            if (avance == Avance::facturado && x.tipo->saldo == Saldo::favor_cliente &&
                padre.tipo->existencia == Existencia::devolucion_cliente && pedido_detras(r) == std::pair{doc, renglon})
                suma -= r.cantidad;
            if ((avance == Avance::acreditado || avance == Avance::entregado) &&
                factura_entregada(x, r) == std::pair{doc, renglon})
                suma += r.cantidad;
            if (suyo.origen != doc || suyo.origenRenglon != renglon) continue;
            // The document before the source learns of it too.
            const auto& abuelo = docs[static_cast<std::size_t>(doc)];
            if (aprende(*x.tipo, *padre.tipo, *abuelo.tipo, o->avance) && o->avance == avance) suma += r.cantidad;
        }
    }
    return suma;
}

// Lines that wait again for what comes back with this one: what the line that moved it came from and, behind an invoice that was
// delivered, its order. An invoice of what had moved before moved nothing itself.
std::vector<std::pair<int, int>> Empresa::esperan_otra_vez(const Renglon& r) const {
    using Cual = std::pair<int, int>;
    const auto doc = [&](Cual l) -> const Doc& { return docs[static_cast<std::size_t>(l.first)]; };
    const auto renglon = [&](Cual l) -> const Renglon& { return doc(l).renglones[static_cast<std::size_t>(l.second)]; };
    const auto antes = [&](Cual l) { return Cual{renglon(l).origen, renglon(l).origenRenglon}; };
    const auto movio = [&](Cual l) { return doc(l).tipo->existencia != Existencia::reserva && mueve(doc(l), renglon(l)); };
    Cual con{r.origen, r.origenRenglon};
    if (!movio(con)) con = antes(con);
    if (con.first < 0 || !movio(con) || antes(con).first < 0) return {};
    std::vector<Cual> esperan{antes(con)};
    const Cual pedido = antes(esperan[0]);
    if (doc(con).tipo->tipo == engine::Entrega.tipo && pedido.first >= 0 && doc(pedido).tipo->tipo == engine::PedidoCliente.tipo)
        esperan.push_back(pedido);
    return esperan;
}

// The line of the order that a line which takes goods out serves, by itself or by the invoice in between.
std::pair<int, int> Empresa::pedido_de(const Renglon& r) const {
    const auto es_pedido = [&](int d) {
        return d >= 0 && docs[static_cast<std::size_t>(d)].tipo->existencia == Existencia::reserva;
    };
    if (r.origen < 0 || es_pedido(r.origen)) return {r.origen, r.origenRenglon};
    const Renglon& suyo = docs[static_cast<std::size_t>(r.origen)].renglones[static_cast<std::size_t>(r.origenRenglon)];
    return es_pedido(suyo.origen) ? std::pair{suyo.origen, suyo.origenRenglon} : std::pair{-1, -1};
}

// Whether lines would use up more of their sources than is open.
bool Empresa::excede(const Doc& doc) const {
    std::map<std::tuple<int, int, Avance>, Micros> pide;
    for (const Renglon& r : doc.renglones) {
        const engine::Origen* o = regla(doc, r);
        if (o == nullptr) continue;
        if (o->avance != Avance::ninguno) pide[{r.origen, r.origenRenglon, o->avance}] += r.cantidad;
        if (o->al_mover != Avance::ninguno && mueve(doc, r)) pide[{r.origen, r.origenRenglon, o->al_mover}] += r.cantidad;
        if (const auto [factura, linea] = factura_entregada(doc, r); factura >= 0) {
            pide[{factura, linea, Avance::acreditado}] += r.cantidad;
            pide[{factura, linea, Avance::entregado}] += r.cantidad;
        }
        const Renglon& suyo = docs[static_cast<std::size_t>(r.origen)].renglones[static_cast<std::size_t>(r.origenRenglon)];
        if (suyo.origen < 0 || o->avance == Avance::ninguno) continue;
        const Doc& padre = docs[static_cast<std::size_t>(r.origen)];
        const Doc& abuelo = docs[static_cast<std::size_t>(suyo.origen)];
        if (aprende(*doc.tipo, *padre.tipo, *abuelo.tipo, o->avance))
            pide[{suyo.origen, suyo.origenRenglon, o->avance}] += r.cantidad;
    }
    return std::ranges::any_of(pide, [&](const auto& p) {
        const auto& [de, cuanto] = p;
        const auto& [d, l, avance] = de;
        return usado(d, l, avance) + cuanto > docs[static_cast<std::size_t>(d)].renglones[static_cast<std::size_t>(l)].cantidad;
    });
}

Micros Empresa::existencia(const Lugar& lugar) const {
    const auto dias = dias_.find(lugar);
    Micros suma = 0;
    if (dias != dias_.end())
        for (const auto& [dia, movido] : dias->second) suma += movido;
    return suma;
}

Micros Empresa::reservado(const Lugar& lugar) const {
    Micros suma = 0;
    for (const Doc& d : docs)
        for (const auto& apartado : d.apartado)
            if (const auto este = apartado.find(lugar); este != apartado.end()) suma += este->second;
    return suma;
}

std::set<Lugar> Empresa::lugares() const {
    std::set<Lugar> todos;
    for (const auto& [lugar, dias] : dias_) todos.insert(lugar);
    return todos;
}

bool Empresa::alcanza_por_dia(const Lugar& lugar, int dia, Micros cuanto) const {
    Micros suma = 0;
    for (const auto& [cuando, movido] : dias_.at(lugar)) {
        if (cuando > dia && suma < cuanto) return false;
        suma += movido;
    }
    return suma >= cuanto;
}

std::set<std::string> Empresa::falta_existencia(const Doc& doc, const std::map<Lugar, Micros>& sale,
                                                const std::map<Lugar, Micros>& libera) const {
    std::set<std::string> codigos;
    if (negativos) return codigos;
    for (const auto& [lugar, cuanto] : sale) {
        const auto libre = libera.find(lugar);
        const Micros aparte = reservado(lugar) - (libre == libera.end() ? 0 : libre->second);
        if (existencia(lugar) - cuanto < aparte) codigos.insert("existencia_insuficiente");
    }
    if (!codigos.empty()) return codigos;
    for (const auto& [lugar, cuanto] : sale)
        if (dias_.contains(lugar) && !alcanza_por_dia(lugar, doc.dia, cuanto)) codigos.insert("existencia_posterior");
    return codigos;
}

// What a document that serves an order frees of what the order had put aside.
std::map<Lugar, Micros> Empresa::libera(const Doc& doc) const {
    std::map<Lugar, Micros> suma;
    if (doc.tipo->existencia != Existencia::salida) return suma;
    std::map<std::pair<int, int>, std::map<Lugar, Micros>> queda;
    for (const Renglon& r : doc.renglones) {
        const auto [de, linea] = pedido_de(r);
        if (de < 0 || !mueve(doc, r)) continue;
        const Doc& pedido = docs[static_cast<std::size_t>(de)];
        auto& suyo = queda.try_emplace({de, linea}, pedido.apartado[static_cast<std::size_t>(linea)]).first->second;
        std::map<int, Micros> falta;
        for (const auto& [lugar, cuanto] : demanda(r)) falta[lugar.articulo] += cuanto;
        for (auto& [lugar, apartado] : suyo) {
            const Micros baja = std::min(apartado, falta[lugar.articulo]);
            apartado -= baja;
            falta[lugar.articulo] -= baja;
            suma[lugar] += baja;
        }
    }
    return suma;
}

// The line that took the goods out, of a line that a return names.
std::pair<int, int> Empresa::raiz(int doc, int renglon) const {
    const Doc& d = docs[static_cast<std::size_t>(doc)];
    const Renglon& r = d.renglones[static_cast<std::size_t>(renglon)];
    return mueve(d, r) || r.origen < 0 ? std::pair{doc, renglon} : std::pair{r.origen, r.origenRenglon};
}

// What left by that line and has not come back.
Micros Empresa::fuera(int doc, int renglon, const Lugar& que) const {
    Micros suma = 0;
    const Doc& d = docs[static_cast<std::size_t>(doc)];
    for (const auto& [lugar, cuanto] : d.movido[static_cast<std::size_t>(renglon)])
        if (lugar.articulo == que.articulo && lugar.lote == que.lote && cuanto < 0) suma -= cuanto;
    for (const Doc& x : docs) {
        if (!x.vivo() || x.tipo->existencia != Existencia::devolucion_cliente) continue;
        for (std::size_t i = 0; i < x.renglones.size(); ++i) {
            if (raiz(x.renglones[i].origen, x.renglones[i].origenRenglon) != std::pair{doc, renglon}) continue;
            for (const auto& [lugar, cuanto] : x.movido[i])
                if (lugar.articulo == que.articulo && lugar.lote == que.lote) suma -= cuanto;
        }
    }
    return suma;
}

Pronostico Empresa::puede_emitir(Doc& doc) const {
    Pronostico p;
    auto& codigos = p.codigos;
    sumar(doc);
    doc.estado = nombre(doc.tipo->inicial);
    doc.movido.assign(doc.renglones.size(), {});
    doc.apartado.assign(doc.renglones.size(), {});
    if (en_libros(doc) && cerrado(doc.dia)) codigos.insert("periodo_cerrado");
    if (doc.contactoAjeno && doc.tipo->renglones != Renglones::egreso) codigos.insert("no_encontrado");
    if (doc.tipo->renglones == Renglones::diario) {
        Micros suma = 0;
        for (const Renglon& r : doc.renglones) suma += r.cargo - r.abono;
        if (suma != 0) codigos.insert("poliza_descuadrada");
    } else {
        for (const Renglon& r : doc.renglones) revisar_origen(doc, r, codigos);
        // Money that leaves goes somewhere: to a concept, or to the supplier's account where the kind keeps one.
        const bool sin_cuenta = doc.tipo->renglones == Renglones::egreso && doc.tipo->saldo == Saldo::ninguno && en_libros(doc);
        for (const Renglon& r : doc.renglones)
            if (sin_cuenta && r.concepto < 0) codigos.insert("requerido");
    }
    if (doc.tipo->renglones == Renglones::ninguno && doc.importe <= 0) codigos.insert("fuera_de_rango");
    else if (codigos.empty() && doc.tipo->saldo != Saldo::ninguno && doc.total <= 0) codigos.insert("fuera_de_rango");
    if (doc.tipo->existencia == Existencia::traspaso)
        for (const Renglon& r : doc.renglones)
            if (r.almacen == doc.almacenDestino) codigos.insert("valor_no_permitido");
    if (!codigos.empty()) return p;
    if (excede(doc)) {
        codigos.insert("excede_pendiente");
        return p;
    }

    std::map<Lugar, Micros> sale;
    std::map<std::tuple<int, int, int, std::string>, Micros> vuelve;
    for (std::size_t i = 0; i < doc.renglones.size(); ++i) {
        const Renglon& r = doc.renglones[i];
        if (!mueve(doc, r)) continue;
        for (const auto& [lugar, cuanto] : demanda(r)) {
            switch (doc.tipo->existencia) {
                case Existencia::ninguna:
                case Existencia::costo_tardio: break;  // of value, which the model does not follow
                case Existencia::reempaque:
                    doc.movido[i][lugar] += r.produce ? cuanto : -cuanto;
                    if (!r.produce) sale[lugar] += cuanto;
                    break;
                case Existencia::entrada: doc.movido[i][lugar] += cuanto; break;
                case Existencia::devolucion_cliente: {
                    doc.movido[i][lugar] += cuanto;
                    const auto [d, l] = raiz(r.origen, r.origenRenglon);
                    vuelve[{d, l, lugar.articulo, lugar.lote}] += cuanto;
                    break;
                }
                case Existencia::reserva:
                    doc.apartado[i][lugar] += cuanto;
                    sale[lugar] += cuanto;
                    break;
                case Existencia::traspaso:
                    doc.movido[i][{lugar.articulo, doc.almacenDestino, lugar.lote}] += cuanto;
                    [[fallthrough]];
                case Existencia::salida:
                case Existencia::devolucion_proveedor:
                    doc.movido[i][lugar] -= cuanto;
                    sale[lugar] += cuanto;
                    break;
            }
        }
    }
    for (const auto& [de, cuanto] : vuelve) {
        const auto& [d, l, articulo, lote] = de;
        if (fuera(d, l, {articulo, 0, lote}) < cuanto) codigos.insert("excede_pendiente");
    }
    if (doc.tipo->existencia == Existencia::reserva) {
        for (const auto& [lugar, cuanto] : sale)
            if (existencia(lugar) - reservado(lugar) < cuanto) codigos.insert("existencia_insuficiente");
    } else if (!sale.empty()) {
        codigos.merge(falta_existencia(doc, sale, libera(doc)));
    }
    if (!codigos.empty() || doc.tipo->renglones != Renglones::egreso || doc.tipo->saldo == Saldo::ninguno) return p;

    // Lines of an egress settle what they pay.
    std::map<int, Micros> paga;
    for (const Renglon& r : doc.renglones) {
        if (r.paga < 0) continue;
        const Doc& d = docs[static_cast<std::size_t>(r.paga)];
        paga[r.paga] += r.precio;
        if (!d.vivo()) codigos.insert("documento_cancelado");
        if (d.contacto != doc.contacto) codigos.insert("otro_contacto");
        if (d.dia > doc.dia) codigos.insert("fuera_de_rango");
        if (d.moneda != doc.moneda) codigos.insert("requerido");
        else if (r.precio > saldo(r.paga)) codigos.insert("excede_saldo");
    }
    for (const auto& [d, cuanto] : paga) {
        const Doc& suyo = docs[static_cast<std::size_t>(d)];
        if (suyo.vivo() && suyo.moneda == doc.moneda && cuanto <= saldo(d) && cuanto > disponible(d, doc.dia))
            codigos.insert("fuera_de_rango");
    }
    if (codigos.empty())
        for (const auto& [d, cuanto] : paga)
            if (cuanto > saldo(d)) codigos.insert("excede_saldo");
    return p;
}

void Empresa::emitido(const Doc& nuevo) {
    // What the order had put aside is used first.
    if (nuevo.tipo->existencia == Existencia::salida)
        for (const Renglon& r : nuevo.renglones) {
            const auto [de, linea] = pedido_de(r);
            if (de < 0 || !mueve(nuevo, r)) continue;
            Doc& pedido = docs[static_cast<std::size_t>(de)];
            std::map<int, Micros> falta;
            for (const auto& [lugar, cuanto] : demanda(r)) falta[lugar.articulo] += cuanto;
            for (auto& [lugar, apartado] : pedido.apartado[static_cast<std::size_t>(linea)]) {
                const Micros baja = std::min(apartado, falta[lugar.articulo]);
                apartado -= baja;
                falta[lugar.articulo] -= baja;
            }
        }
    for (const auto& movido : nuevo.movido)
        for (const auto& [lugar, cuanto] : movido) dias_[lugar][nuevo.dia] += cuanto;
    // Which layers a late cost reaches the model does not know, nor which ones a repackaging made of which.
    const bool de_valor = nuevo.tipo->existencia == Existencia::costo_tardio || nuevo.tipo->existencia == Existencia::reempaque;
    for (const Renglon& r : nuevo.renglones)
        if (const engine::Origen* o = regla(nuevo, r); (de_valor || (o != nullptr && o->por_valor)) && r.articulo >= 0)
            for (const auto& [lugar, cuanto] : demanda(r)) encarecidos_.insert(lugar.articulo);
    docs.push_back(nuevo);
}

bool Empresa::tocado(const Lugar& lugar, int por_otro_que) const {
    if (encarecidos_.contains(lugar.articulo)) return true;
    for (std::size_t i = 0; i < docs.size(); ++i) {
        if (!docs[i].vivo() || static_cast<int>(i) == por_otro_que) continue;
        for (const auto& movido : docs[i].movido)
            if (const auto este = movido.find(lugar); este != movido.end() && este->second < 0) return true;
    }
    return false;
}

bool Empresa::con_derivados(int cual) const {
    return std::ranges::any_of(docs, [&](const Doc& x) {
        return x.vivo() && std::ranges::any_of(x.renglones, [&](const Renglon& r) { return r.origen == cual; });
    });
}

Pronostico Empresa::puede_cancelar(int cual, bool con_aplicaciones) const {
    Pronostico p;
    const Doc& doc = docs[static_cast<std::size_t>(cual)];
    if (!doc.vivo()) return p;  // answers as the first time
    const bool permitido = std::ranges::any_of(doc.tipo->transiciones, [&](const engine::Transicion& t) {
        return t.accion == "cancelar" && nombre(t.de) == doc.estado;
    });
    if (!permitido) {
        p.codigos.insert("estado_invalido");
        return p;
    }
    if (con_derivados(cual)) p.codigos.insert("con_dependientes");
    for (const Aplicacion& a : aplicaciones)
        if (a.viva && (a.documento == cual || (a.pago == cual && !con_aplicaciones))) p.codigos.insert("con_dependientes");
    if (!p.codigos.empty()) return p;

    for (const Renglon& r : doc.renglones) {
        const engine::Origen* o = regla(doc, r);
        if (o == nullptr) continue;
        const auto exceder = [&](std::pair<int, int> l, Avance avance) {
            if (usado(l.first, l.second, avance, cual) >
                docs[static_cast<std::size_t>(l.first)].renglones[static_cast<std::size_t>(l.second)].cantidad)
                p.codigos.insert("excede_pendiente");
        };
        if (o->reabre != Avance::ninguno)
            for (const auto& l : esperan_otra_vez(r)) exceder(l, o->reabre);
        const auto& de = docs[static_cast<std::size_t>(r.origen)];
        if (doc.tipo->saldo == Saldo::favor_cliente && de.tipo->existencia == Existencia::devolucion_cliente)
            if (const auto pedido = pedido_detras(r); pedido.first >= 0) exceder(pedido, Avance::facturado);
    }
    if (!p.codigos.empty()) return p;

    std::map<Lugar, Micros> sale;
    for (const auto& movido : doc.movido)
        for (const auto& [lugar, cuanto] : movido) sale[lugar] += cuanto;
    std::erase_if(sale, [](const auto& s) { return s.second <= 0; });
    bool falta = false;
    for (const auto& [lugar, cuanto] : sale) {
        if (!negativos && existencia(lugar) - cuanto < reservado(lugar)) falta = true;
        // Where goods went for what had left before they came in, the model does not know.
        const bool en_capas = !articulos[static_cast<std::size_t>(lugar.articulo)].promedio;
        if (negativos || (en_capas && tocado(lugar, cual))) p.quizas = true;
    }
    if (p.quizas) p.codigos.insert("con_dependientes");
    if (falta) {
        p.codigos.insert("existencia_insuficiente");
        p.alguno = true;
        p.quizas = false;
    }
    return p;
}

void Empresa::cancelado(int cual) {
    Doc& doc = docs[static_cast<std::size_t>(cual)];
    if (!doc.vivo()) return;
    doc.estado = "cancelado";
    for (auto& apartado : doc.apartado) apartado.clear();
    for (const auto& movido : doc.movido)
        for (const auto& [lugar, cuanto] : movido) dias_[lugar][hoy] -= cuanto;
    for (Aplicacion& a : aplicaciones)
        if (a.pago == cual) a.viva = false;
}

Micros Empresa::saldo(int cual, bool lado_proveedor) const { return disponible(cual, hoy, lado_proveedor); }

Micros Empresa::disponible(int cual, int desde, bool lado_proveedor) const {
    const Doc& doc = docs[static_cast<std::size_t>(cual)];
    if (!doc.vivo()) return 0;
    std::map<int, Micros> tomado{{desde, 0}};  // from a day on
    for (const Aplicacion& a : aplicaciones) {
        if (a.documento != cual && a.pago != cual) continue;
        const bool de_proveedor = naturaleza(*docs[static_cast<std::size_t>(a.documento)].tipo) == "pagar";
        Micros importe = a.documento == cual ? a.importe2 : 0;
        if (a.pago == cual && (doc.tipo->saldo != Saldo::compensacion || de_proveedor == lado_proveedor)) importe = a.importe;
        tomado[std::max(desde, a.dia)] += importe;
        if (!a.viva) tomado[hoy] -= importe;
    }
    Micros menos = doc.abierto;
    Micros queda = doc.abierto;
    for (const auto& [dia, importe] : tomado) {
        queda -= importe;
        menos = std::min(menos, queda);
    }
    return menos;
}

// What a credit takes off each document that it is about: the source of its lines or, of goods that came back, where they were
// billed.
std::map<int, Micros> Empresa::acreditado(int cual) const {
    std::map<int, Micros> suyos;
    const Doc& doc = docs[static_cast<std::size_t>(cual)];
    if (!engine::descuenta(*doc.tipo) || doc.tipo->acompaniante) return suyos;
    for (const Renglon& r : doc.renglones) {
        if (r.origen < 0) continue;
        const Doc& de = docs[static_cast<std::size_t>(r.origen)];
        int fuente = r.origen;
        if (engine::es_devolucion(*de.tipo)) {
            const Renglon& vuelta = de.renglones[static_cast<std::size_t>(r.origenRenglon)];
            fuente = vuelta.origen;
            if (fuente >= 0 && engine::es_entrega(*docs[static_cast<std::size_t>(fuente)].tipo))
                fuente = docs[static_cast<std::size_t>(fuente)].renglones[static_cast<std::size_t>(vuelta.origenRenglon)].origen;
        }
        if (fuente >= 0) suyos[fuente] += gravar(doc, r).total();
    }
    return suyos;
}

// … and what of it is owed there, which no other document gets.
std::map<int, Micros> Empresa::apartado(int cual, const std::map<int, Micros>& reabierto) const {
    std::map<int, Micros> apartados;
    for (auto [fuente, importe] : acreditado(cual)) {
        if (docs[static_cast<std::size_t>(fuente)].moneda != docs[static_cast<std::size_t>(cual)].moneda) continue;
        for (const Aplicacion& a : aplicaciones)
            if (a.viva && a.pago == cual && a.documento == fuente) importe -= a.importe;
        const auto mas = reabierto.find(fuente);
        const auto debe = naturaleza(*docs[static_cast<std::size_t>(fuente)].tipo);
        if (debe != "cobrar" && debe != "pagar") continue;
        importe = std::min(importe, saldo(fuente) + (mas == reabierto.end() ? 0 : mas->second));
        if (importe > 0) apartados[fuente] = importe;
    }
    return apartados;
}

bool Empresa::llama_de_vuelta(const std::map<int, Micros>& reabierto, int pago) const {
    for (int c = 0; c < static_cast<int>(docs.size()); ++c) {
        if (c == pago || !docs[static_cast<std::size_t>(c)].vivo()) continue;
        const auto suyos = acreditado(c);
        if (std::ranges::none_of(suyos, [&](const auto& s) { return reabierto.contains(s.first); })) continue;
        const bool fuera = std::ranges::any_of(
            aplicaciones, [&](const Aplicacion& a) { return a.viva && a.pago == c && !suyos.contains(a.documento); });
        Micros suma = 0;
        for (const auto& [fuente, importe] : apartado(c, reabierto)) {
            suma += importe;
            // What is left of one that took all that was owed goes with it.
            const bool tomo = std::ranges::any_of(
                aplicaciones, [&](const Aplicacion& a) { return a.viva && a.pago == c && a.documento == fuente; });
            if (tomo && reabierto.contains(fuente) && saldo(c) > 0) return true;
        }
        if (fuera && suma > saldo(c)) return true;
    }
    return false;
}

Pronostico Empresa::puede_aplicar(int cual, const std::vector<Pago>& pagos, std::optional<int> pedido) const {
    Pronostico p;
    const Doc& pago = docs[static_cast<std::size_t>(cual)];
    const auto suya = naturaleza(*pago.tipo);
    const auto rechazar = [&](const char* codigo) { p.codigos.insert(codigo); };
    if (!suya.starts_with("favor") || pago.abierto == 0) rechazar("no_encontrado");
    else if (!pago.vivo()) rechazar("documento_cancelado");
    if (!p.codigos.empty()) return p;
    const int dia = pedido.value_or(hoy);
    if (dia < pago.dia) rechazar("fuera_de_rango");
    if (cerrado(dia)) rechazar("periodo_cerrado");
    const auto lado = [&](int d) { return naturaleza(*docs[static_cast<std::size_t>(d)].tipo) == "pagar"; };
    std::map<bool, Micros> de_pago;
    std::map<int, Micros> de_documento;
    for (const Pago& x : pagos) {
        const Doc& d = docs[static_cast<std::size_t>(x.documento)];
        const auto otra = naturaleza(*d.tipo);
        if (otra != "cobrar" && otra != "pagar") {
            rechazar("no_encontrado");
            continue;
        }
        const bool casa =
            pago.tipo->saldo == Saldo::compensacion || suya == (otra == "cobrar" ? "favorCliente" : "favorProveedor");
        if (!casa) {
            rechazar("valor_no_permitido");
            continue;
        }
        if (!d.vivo()) rechazar("documento_cancelado");
        if (d.contacto != pago.contacto) rechazar("otro_contacto");
        if (d.dia > dia || x.importe <= 0) rechazar("fuera_de_rango");
        const bool misma = pago.moneda == d.moneda;
        if (!misma && !x.importe2) rechazar("requerido");
        const Micros importe2 = misma ? x.importe : x.importe2.value_or(0);
        if (x.importe > saldo(cual, lado(x.documento))) rechazar("excede_por_asignar");
        if (importe2 > saldo(x.documento)) rechazar("excede_saldo");
        if (!d.vivo() || x.importe <= 0) continue;
        de_pago[lado(x.documento)] += x.importe;
        de_documento[x.documento] += importe2;
    }
    // A credit is for what it is about, as long as that owes it.
    if (const auto suyos = acreditado(cual); !suyos.empty()) {
        auto apartados = apartado(cual);
        Micros queda = saldo(cual);
        Micros a_otros = 0;
        for (const Pago& x : pagos) {
            if (!suyos.contains(x.documento)) {
                a_otros += x.importe;
                continue;
            }
            queda -= x.importe;
            if (apartados.contains(x.documento)) apartados[x.documento] -= x.importe;
        }
        std::erase_if(apartados, [](const auto& a) { return a.second <= 0; });
        for (const auto& [fuente, importe] : apartados) queda -= importe;
        const bool hay_otros = std::ranges::any_of(pagos, [&](const Pago& x) { return !suyos.contains(x.documento); });
        if (hay_otros && !apartados.empty() && a_otros > queda) rechazar("origen_con_saldo");
    }
    // What is there now was there on every day since.
    const auto antes_no = [&](int d, bool de_proveedor, Micros importe) {
        if (importe <= saldo(d, de_proveedor) && importe > disponible(d, dia, de_proveedor)) rechazar("fuera_de_rango");
    };
    for (const auto& [de_proveedor, importe] : de_pago) antes_no(cual, de_proveedor, importe);
    for (const auto& [d, importe] : de_documento) antes_no(d, false, importe);
    if (!p.codigos.empty()) return p;
    // One after the other.
    de_pago.clear();
    de_documento.clear();
    for (const Pago& x : pagos) {
        if ((de_pago[lado(x.documento)] += x.importe) > saldo(cual, lado(x.documento))) {
            rechazar("excede_por_asignar");
            break;
        }
        if ((de_documento[x.documento] += x.importe2.value_or(x.importe)) > saldo(x.documento)) {
            rechazar("excede_saldo");
            break;
        }
    }
    return p;
}

void Empresa::aplicado(int pago, const Pago& hecho, std::int64_t id, std::optional<int> dia) {
    aplicaciones.push_back(
        {id, pago, hecho.documento, hecho.importe, hecho.importe2.value_or(hecho.importe), dia.value_or(hoy), true});
}

Pronostico Empresa::puede_transitar(int cual, std::string_view accion, std::string& estado) const {
    Pronostico p;
    const Doc& doc = docs[static_cast<std::size_t>(cual)];
    bool ya = false;
    for (const engine::Transicion& t : doc.tipo->transiciones) {
        if (t.accion != accion) continue;
        if (nombre(t.de) == doc.estado) {
            estado = nombre(t.a);
            // What was ordered is not rejected any more.
            if (t.a == engine::Estado::rechazada && con_derivados(cual)) p.codigos.insert("con_dependientes");
            return p;
        }
        ya = ya || nombre(t.a) == doc.estado;
    }
    estado = doc.estado;
    if (!ya) p.codigos.insert("estado_invalido");
    return p;
}

void Empresa::transitado(int cual, const std::string& estado) {
    Doc& doc = docs[static_cast<std::size_t>(cual)];
    doc.estado = estado;
    if (estado == "cerrado")
        for (auto& apartado : doc.apartado) apartado.clear();
}

}  // namespace cacao::test::modelo
