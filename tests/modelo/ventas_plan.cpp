#include "modelo/ventas_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cacao::test::modelo {
namespace {

// What nobody has taken yet, and what was given back by which step.
struct Bolsa {
    int libre = 0;
    std::vector<std::pair<int, int>> devuelto;  // step, how much

    int queda() const {
        int suma = libre;
        for (const auto& [paso, cuanto] : devuelto) suma += cuanto;
        return suma;
    }
    // Whoever takes what was given back waits for it.
    void tomar(int cuanto, std::set<int>& antes) {
        const int nuevo = std::min(libre, cuanto);
        libre -= nuevo;
        cuanto -= nuevo;
        for (auto& [paso, hay] : devuelto) {
            const int parte = std::min(hay, cuanto);
            if (parte == 0) continue;
            hay -= parte;
            cuanto -= parte;
            antes.insert(paso);
        }
    }
};

class Planeador {
public:
    Planeador(std::uint64_t semilla, int pasos) : azar_(semilla), cuantos_(pasos) {}
    Plan hacer();

private:
    struct Estado {
        bool vivo = true;
        int derivados = 0;           // documents and assignments in force that stand on it
        std::vector<int> deshechos;  // steps that undid others
        int cobrable = 0;            // at the beginning, per cent
        Bolsa dinero;                // per cent of it that nobody collects yet
        std::vector<int> notas;      // of an invoice of notes
        std::vector<int> cobros;     // assignments to it
        int ultimo = -1;             // last step of those that keep their order
        int barrera = -1;            // took all that was left: who comes later comes after it
        std::set<int> tocaron;
    };
    struct Asignacion {
        int pago = -1;
        int doc = -1;
        int porCiento = 0;
        int paso = -1;
        bool viva = true;
    };

    Bolsa& bolsa(const UsoDeLinea& u) {
        const auto [lugar, nueva] = bolsas_.try_emplace(u.llave());
        if (nueva) lugar->second.libre = linea(u.doc, u.linea).cantidad;
        return lugar->second;
    }
    int queda(int doc, int l, Uso uso) { return bolsa({doc, l, uso, 0}).queda(); }
    const LineaVenta& linea(int doc, int l) const {
        return plan_.docs[static_cast<std::size_t>(doc)].lineas[static_cast<std::size_t>(l)];
    }
    Estado& de(int doc) { return estados_[static_cast<std::size_t>(doc)]; }
    Hace que(int doc) const { return plan_.docs[static_cast<std::size_t>(doc)].hace; }
    bool mueve(int doc) const { return plan_.docs[static_cast<std::size_t>(doc)].mueve; }
    // What comes back of an invoice's delivery comes back of the invoice; what of the invoice of a delivery or a note, of those.
    bool con_devuelto(int origen, const Toma& padre) const {
        return padre.doc >= 0 && (que(padre.doc) == Hace::facturar || (!mueve(origen) && mueve(padre.doc)));
    }
    // What the line by which the goods left came from.
    Toma salio(int doc, int l) {
        const Toma t = linea(doc, l).origen;
        return mueve(doc) ? t : linea(t.doc, t.linea).origen;
    }
    // An invoice of a delivery has nothing to deliver.
    bool espera_entrega(int doc) const {
        const int padre = linea(doc, 0).origen.doc;
        return que(doc) == Hace::facturar && !mueve(doc) && !(padre >= 0 && que(padre) == Hace::entregar);
    }
    // Where goods were billed that left by this line: there, or by the invoice that the delivery is of.
    Toma vendio(const Toma& salida) const {
        if (que(salida.doc) != Hace::entregar) return salida;
        const Toma t = linea(salida.doc, salida.linea).origen;
        return que(t.doc) == Hace::facturar ? t : Toma{};
    }
    int numero() const { return static_cast<int>(plan_.pasos.size()); }

    std::vector<int> vivos(std::initializer_list<Hace> de_estos);
    void encadenar(int doc, PasoVenta& p);
    void tocar(const UsoDeLinea& u, PasoVenta& p);
    int poner(PasoVenta p, DocVenta doc);
    void usar(PasoVenta& p, UsoDeLinea u);
    bool derivar(PasoVenta& p, DocVenta& d, int origen, std::initializer_list<Uso> usos);
    void con_padre(PasoVenta& p, int origen, int l, Uso uso, int cantidad);

    void libre(Hace hace);
    void pedir();
    void entregar();
    void notar();
    void facturar();
    void facturar_notas(bool resto);
    void devolver();
    void reabrir_pedido(PasoVenta& p, Toma t, int cantidad);
    void acreditar();
    void cobrar(bool justo);
    void desasignar();
    void cancelar();
    void soltar(int asignacion, PasoVenta& p);
    DocVenta libres();
    // What derives at the agreed price takes its cents too, and then it matters who comes last.
    std::int64_t derivado(std::int64_t precio) const { return plan_.exacto ? precio : precio + 1; }
    std::int64_t precio() { return plan_.exacto ? 2500 * (1 + azar_.menor(6)) : 100 + azar_.menor(90'000); }
    int cobrable() {
        constexpr std::array partes{0, 40, 100};
        return azar_.uno(partes);
    }

    Azar azar_;
    int cuantos_;
    bool vueltas_ = true;
    Plan plan_;
    std::vector<Estado> estados_;
    std::vector<Asignacion> asignaciones_;
    std::map<std::tuple<int, int, Uso>, Bolsa> bolsas_;
};

std::vector<int> Planeador::vivos(std::initializer_list<Hace> de_estos) {
    std::vector<int> r;
    for (std::size_t i = 0; i < plan_.docs.size(); ++i)
        if (estados_[i].vivo && std::ranges::find(de_estos, plan_.docs[i].hace) != de_estos.end())
            r.push_back(static_cast<int>(i));
    return r;
}

// These steps of a document keep the order in which they were drawn.
void Planeador::encadenar(int doc, PasoVenta& p) {
    Estado& e = de(doc);
    if (e.ultimo >= 0 && e.ultimo != numero()) p.antes.insert(e.ultimo);
    e.ultimo = numero();
}

void Planeador::tocar(const UsoDeLinea& u, PasoVenta& p) {
    if (u.uso != Uso::acreditado) return;
    Estado& e = de(u.doc);
    if (e.barrera >= 0 && e.barrera != numero()) p.antes.insert(e.barrera);
    e.tocaron.insert(numero());
    // The part that completes a line takes its odd cents: which one that is depends on the order.
    if (!plan_.exacto) encadenar(u.doc, p);
}

void Planeador::usar(PasoVenta& p, UsoDeLinea u) {
    bolsa(u).tomar(u.cantidad, p.antes);
    tocar(u, p);
    p.usa.push_back(u);
}

int Planeador::poner(PasoVenta p, DocVenta doc) {
    p.doc = static_cast<int>(plan_.docs.size());
    doc.hace = p.hace;
    doc.paso = numero();
    std::set<int> fuentes;
    for (const LineaVenta& l : doc.lineas)
        if (l.origen.doc >= 0) fuentes.insert(l.origen.doc);
    for (const int f : fuentes) {
        p.antes.insert(plan_.docs[static_cast<std::size_t>(f)].paso);
        ++de(f).derivados;
    }
    plan_.docs.push_back(std::move(doc));
    plan_.pasos.push_back(std::move(p));
    estados_.emplace_back();
    return plan_.pasos.back().doc;
}

DocVenta Planeador::libres() {
    DocVenta d;
    for (int n = 1 + azar_.menor(3); n > 0; --n)
        d.lineas.push_back({azar_.menor(static_cast<int>(plan_.articulos.size())), 2 + azar_.menor(9), precio(), {}});
    return d;
}

// What a line came from learns of it too.
void Planeador::con_padre(PasoVenta& p, int origen, int l, Uso uso, int cantidad) {
    const Toma& padre = linea(origen, l).origen;
    if (padre.doc >= 0 && que(padre.doc) == Hace::pedir && !(uso == Uso::facturado && que(origen) == Hace::notar))
        usar(p, {padre.doc, padre.linea, uso, cantidad});
}

// Parts of some lines of another document, as far as all the named uses of them allow.
bool Planeador::derivar(PasoVenta& p, DocVenta& d, int origen, std::initializer_list<Uso> usos) {
    const auto& lineas = plan_.docs[static_cast<std::size_t>(origen)].lineas;
    for (int l = 0; l < static_cast<int>(lineas.size()); ++l) {
        const LineaVenta suya = linea(origen, l);
        int cabe = suya.cantidad;
        for (const Uso u : usos) {
            cabe = std::min(cabe, queda(origen, l, u));
            const Toma& padre = suya.origen;
            // A note has billed its order already, and what comes back bills nothing.
            const bool sube = padre.doc >= 0 && que(padre.doc) == Hace::pedir &&
                              ((u == Uso::entregado && p.hace != Hace::acreditar) ||
                               (u == Uso::facturado && que(origen) != Hace::notar && p.hace != Hace::devolver));
            if (sube || (u == Uso::devuelto && con_devuelto(origen, padre)))
                cabe = std::min(cabe, queda(padre.doc, padre.linea, u));
        }
        if (cabe == 0 || azar_.una_de(4)) continue;
        const int cantidad = azar_.una_de(3) ? cabe : 1 + azar_.menor(cabe);
        for (const Uso u : usos) {
            usar(p, {origen, l, u, cantidad});
            if ((u == Uso::entregado && p.hace != Hace::acreditar) || (u == Uso::facturado && p.hace != Hace::devolver))
                con_padre(p, origen, l, u, cantidad);
            if (u == Uso::devuelto && con_devuelto(origen, suya.origen))
                usar(p, {suya.origen.doc, suya.origen.linea, u, cantidad});
        }
        d.lineas.push_back({suya.articulo, cantidad, derivado(suya.precio), {origen, l, cantidad}});
    }
    return !d.lineas.empty();
}

void Planeador::pedir() {
    PasoVenta p{.hace = Hace::pedir, .si = azar_.una_de(2)};
    const auto cotizaciones = vivos({Hace::cotizar});
    if (cotizaciones.empty() || azar_.una_de(2)) {
        poner(std::move(p), libres());
        return;
    }
    DocVenta d;
    if (derivar(p, d, azar_.uno(cotizaciones), {Uso::pedido})) poner(std::move(p), std::move(d));
}

void Planeador::libre(Hace hace) {
    DocVenta d = libres();
    d.mueve = hace == Hace::notar || hace == Hace::facturar;
    const int doc = poner({.hace = hace}, std::move(d));
    if (hace == Hace::cotizar) {
        if (azar_.una_de(2)) {
            de(doc).deshechos.push_back(numero());  // a cancelled one is not accepted any more
            plan_.pasos.push_back({.hace = Hace::aceptar, .doc = doc, .antes = {numero() - 1}});
        }
        return;
    }
    de(doc).cobrable = de(doc).dinero.libre = cobrable();
}

void Planeador::entregar() {
    auto fuentes = vivos({Hace::pedir, Hace::facturar});
    std::erase_if(fuentes, [&](int f) { return que(f) == Hace::facturar && !espera_entrega(f); });
    if (fuentes.empty()) return;
    const int f = azar_.uno(fuentes);
    PasoVenta p{.hace = Hace::entregar};
    DocVenta d{.mueve = true};
    if (derivar(p, d, f, {Uso::entregado})) poner(std::move(p), std::move(d));
}

void Planeador::notar() {
    const auto pedidos = vivos({Hace::pedir});
    if (pedidos.empty() || azar_.una_de(3)) return libre(Hace::notar);
    PasoVenta p{.hace = Hace::notar};
    DocVenta d{.mueve = true};
    if (!derivar(p, d, azar_.uno(pedidos), {Uso::facturado, Uso::entregado})) return;
    const int doc = poner(std::move(p), std::move(d));
    de(doc).cobrable = de(doc).dinero.libre = cobrable();
}

void Planeador::facturar() {
    auto fuentes = vivos({Hace::pedir, Hace::entregar});
    // A delivery of an invoice was invoiced before.
    std::erase_if(fuentes, [&](int f) { return que(f) == Hace::entregar && que(linea(f, 0).origen.doc) == Hace::facturar; });
    if (fuentes.empty() || azar_.una_de(6)) return libre(Hace::facturar);
    const int f = azar_.uno(fuentes);
    PasoVenta p{.hace = Hace::facturar, .si = que(f) == Hace::pedir && azar_.una_de(2)};
    DocVenta d{.mueve = que(f) == Hace::pedir && !p.si};
    const bool hay = d.mueve ? derivar(p, d, f, {Uso::facturado, Uso::entregado}) : derivar(p, d, f, {Uso::facturado});
    if (!hay) return;
    const int doc = poner(std::move(p), std::move(d));
    de(doc).cobrable = de(doc).dinero.libre = cobrable();
}

void Planeador::facturar_notas(bool resto) {
    auto notas = vivos({Hace::notar});
    if (notas.empty()) return;
    std::vector<int> estas{azar_.uno(notas)};
    // Who pays which of several notes is only the same in every order where the figures are exact.
    const auto junta = [&](int n) { return plan_.exacto || de(n).cobrable == 0; };
    if (azar_.una_de(3) && junta(estas[0]))
        for (const int n : notas)
            if (n != estas[0] && junta(n) && estas.size() < 3) estas.push_back(n);
    PasoVenta p{.hace = resto ? Hace::facturar_resto : Hace::facturar_nota};
    DocVenta d;
    for (const int n : estas) {
        if (resto) {
            const auto cuantas = static_cast<int>(plan_.docs[static_cast<std::size_t>(n)].lineas.size());
            bool cabe = true;
            for (int l = 0; l < cuantas; ++l) {
                cabe = cabe && queda(n, l, Uso::facturado) >= queda(n, l, Uso::acreditado);
            }
            if (!cabe) continue;
            const auto tocaron = de(n).tocaron;
            bool algo = false;
            for (int l = 0; l < cuantas; ++l) {
                const int falta = queda(n, l, Uso::acreditado);
                if (falta == 0) continue;
                algo = true;
                usar(p, {n, l, Uso::facturado, falta});
                usar(p, {n, l, Uso::acreditado, falta});
                d.lineas.push_back({linea(n, l).articulo, falta, derivado(linea(n, l).precio), {n, l, falta}});
            }
            if (!algo) continue;
            p.antes.insert(tocaron.begin(), tocaron.end());
            de(n).barrera = numero();
        } else {
            derivar(p, d, n, {Uso::acreditado, Uso::facturado});
        }
    }
    if (d.lineas.empty()) return;
    std::set<int> usadas;
    for (const LineaVenta& l : d.lineas) usadas.insert(l.origen.doc);
    bool cobradas = false;
    for (const int n : usadas) {
        cobradas = cobradas || de(n).cobrable > 0;
        if (!plan_.exacto && de(n).cobrable > 0) encadenar(n, p);
    }
    const int doc = poner(std::move(p), std::move(d));
    de(doc).notas.assign(usadas.begin(), usadas.end());
    // What notes collected pays their invoices; who still collects, collects by the note.
    if (!cobradas) de(doc).cobrable = de(doc).dinero.libre = cobrable();
}

void Planeador::devolver() {
    auto fuentes = vivos({Hace::entregar, Hace::notar, Hace::facturar, Hace::facturar_nota, Hace::facturar_resto});
    // An invoice of what left before it takes the goods back as well, for the note or the delivery by which they left.
    std::erase_if(fuentes, [&](int f) { return !mueve(f) && !(linea(f, 0).origen.doc >= 0 && mueve(linea(f, 0).origen.doc)); });
    if (fuentes.empty()) return;
    const int f = azar_.uno(fuentes);
    PasoVenta p{.hace = Hace::devolver};
    DocVenta d;
    // What comes back of a delivery takes the place of its invoice.
    const bool hay =
        que(f) == Hace::entregar ? derivar(p, d, f, {Uso::devuelto, Uso::facturado}) : derivar(p, d, f, {Uso::devuelto});
    if (!hay) return;
    const int paso = numero();
    // What came back can be delivered again, by every line that counted it as delivered.
    for (const LineaVenta& l : d.lineas)
        for (Toma t = salio(f, l.origen.linea); t.doc >= 0; t = linea(t.doc, t.linea).origen) {
            if (que(t.doc) == Hace::cotizar) break;
            const UsoDeLinea u{t.doc, t.linea, Uso::entregado, l.cantidad};
            bolsa(u).devuelto.emplace_back(paso, l.cantidad);
            p.reabre.push_back(u);
        }
    poner(std::move(p), std::move(d));
}

// What was billed of the order behind a line can be billed again.
void Planeador::reabrir_pedido(PasoVenta& p, Toma t, int cantidad) {
    while (t.doc >= 0 && que(t.doc) != Hace::pedir) t = linea(t.doc, t.linea).origen;
    if (t.doc < 0) return;
    const UsoDeLinea u{t.doc, t.linea, Uso::facturado, cantidad};
    bolsa(u).devuelto.emplace_back(numero(), cantidad);
    p.reabre.push_back(u);
}

void Planeador::acreditar() {
    auto fuentes = vivos({Hace::notar, Hace::facturar, Hace::facturar_nota, Hace::facturar_resto, Hace::devolver});
    // What a delivery of an order took out has no price of its own.
    std::erase_if(fuentes, [&](int f) { return que(f) == Hace::devolver && vendio(linea(f, 0).origen).doc < 0; });
    if (fuentes.empty()) return;
    const int f = azar_.uno(fuentes);
    PasoVenta p{.hace = Hace::acreditar};
    DocVenta d;
    int venta = f;
    if (que(f) == Hace::devolver) {
        const auto& lineas = plan_.docs[static_cast<std::size_t>(f)].lineas;
        venta = vendio(lineas[0].origen).doc;
        for (int l = 0; l < static_cast<int>(lineas.size()); ++l) {
            const Toma salida = linea(f, l).origen;
            const Toma t = vendio(salida);
            // Where the invoice came before the delivery, it waits no more for what is credited.
            const bool por_entrega = que(salida.doc) == Hace::entregar;
            int cabe = std::min(queda(f, l, Uso::acreditado), queda(t.doc, t.linea, Uso::acreditado));
            if (por_entrega) cabe = std::min(cabe, queda(t.doc, t.linea, Uso::entregado));
            if (cabe == 0) continue;
            const int cantidad = 1 + azar_.menor(cabe);
            usar(p, {f, l, Uso::acreditado, cantidad});
            usar(p, {t.doc, t.linea, Uso::acreditado, cantidad});
            if (por_entrega) usar(p, {t.doc, t.linea, Uso::entregado, cantidad});
            d.lineas.push_back({linea(f, l).articulo, cantidad, 0, {f, l, cantidad}});
            reabrir_pedido(p, t, cantidad);
        }
        if (d.lineas.empty()) return;
    } else {
        p.retira = espera_entrega(f) && azar_.una_de(2);
        if (!(p.retira ? derivar(p, d, f, {Uso::acreditado, Uso::entregado}) : derivar(p, d, f, {Uso::acreditado}))) return;
        if (p.retira)
            for (const LineaVenta& l : d.lineas) reabrir_pedido(p, l.origen, l.cantidad);
    }
    // A credit may settle its sale at once where nobody collects it: what is collected after a credit moves what taxes are left,
    // and the cents depend on which came first.
    const Estado& v = de(venta);
    const bool de_notas = std::ranges::any_of(v.notas, [&](int n) { return de(n).cobrable > 0; });
    p.si = !de_notas && v.cobrable == 0;
    poner(std::move(p), std::move(d));
}

void Planeador::cobrar(bool justo) {
    auto ventas = vivos({Hace::notar, Hace::facturar, Hace::facturar_nota, Hace::facturar_resto});
    std::erase_if(ventas, [&](int v) { return de(v).dinero.queda() == 0; });
    const auto pagos = vivos({Hace::depositar, Hace::anticipar});
    if (ventas.empty() || (!justo && pagos.empty())) return;
    const int v = azar_.uno(ventas);
    PasoVenta p{.hace = justo ? Hace::cobrar : Hace::asignar};
    p.cobrado = v;
    const int hay = de(v).dinero.queda();
    p.porCiento = azar_.una_de(3) ? hay : 1 + azar_.menor(hay);
    de(v).dinero.tomar(p.porCiento, p.antes);
    p.antes.insert(plan_.docs[static_cast<std::size_t>(v)].paso);
    // An invoice of a note that was cancelled: the money is collected after that, so that it never stands in its way.
    if (que(v) == Hace::notar) {
        p.antes.insert(de(v).deshechos.begin(), de(v).deshechos.end());
        if (!plan_.exacto) encadenar(v, p);
    }
    const int asignacion = static_cast<int>(asignaciones_.size());
    const int paso = numero();
    ++de(v).derivados;
    if (justo) {
        const int doc = poner(std::move(p), {});
        asignaciones_.push_back({doc, v, plan_.pasos.back().porCiento, paso});
    } else {
        p.pago = azar_.uno(pagos);
        p.doc = asignacion;
        p.antes.insert(plan_.docs[static_cast<std::size_t>(p.pago)].paso);
        ++de(p.pago).derivados;
        asignaciones_.push_back({p.pago, v, p.porCiento, paso});
        plan_.pasos.push_back(std::move(p));
    }
    de(v).cobros.push_back(asignacion);
}

// The share of an assignment is free again from this step on.
void Planeador::soltar(int cual, PasoVenta& p) {
    Asignacion& a = asignaciones_[static_cast<std::size_t>(cual)];
    a.viva = false;
    p.antes.insert(a.paso);
    de(a.doc).dinero.devuelto.emplace_back(numero(), a.porCiento);
    --de(a.doc).derivados;
    de(a.doc).deshechos.push_back(numero());
    if (que(a.doc) == Hace::notar && !plan_.exacto) encadenar(a.doc, p);
    if (que(a.pago) != Hace::cobrar) {
        --de(a.pago).derivados;
        de(a.pago).deshechos.push_back(numero());
    }
}

void Planeador::desasignar() {
    std::vector<int> vivas;
    for (std::size_t i = 0; i < asignaciones_.size(); ++i)
        if (asignaciones_[i].viva && que(asignaciones_[i].pago) != Hace::cobrar) vivas.push_back(static_cast<int>(i));
    if (vivas.empty()) return;
    const int cual = azar_.uno(vivas);
    PasoVenta p{.hace = Hace::desasignar, .doc = cual};
    p.pago = asignaciones_[static_cast<std::size_t>(cual)].pago;
    soltar(cual, p);
    plan_.pasos.push_back(std::move(p));
}

void Planeador::cancelar() {
    std::vector<int> libres;
    for (std::size_t i = 0; i < plan_.docs.size(); ++i) {
        const int doc = static_cast<int>(i);
        const PasoVenta& hizo = plan_.pasos[static_cast<std::size_t>(plan_.docs[i].paso)];
        bool puede = estados_[i].vivo && estados_[i].derivados == 0;
        // What a return gave back may have been used again.
        for (const UsoDeLinea& u : hizo.reabre)
            puede = puede &&
                    std::ranges::find(bolsa(u).devuelto, std::pair{plan_.docs[i].paso, u.cantidad}) != bolsa(u).devuelto.end();
        // What is collected of a note may have settled its invoice, in some order.
        for (const int n : de(doc).notas)
            puede = puede &&
                    std::ranges::none_of(de(n).cobros, [&](int a) { return asignaciones_[static_cast<std::size_t>(a)].viva; });
        if (puede) libres.push_back(doc);
    }
    if (libres.empty()) return;
    const int doc = azar_.uno(libres);
    const int hizo = plan_.docs[static_cast<std::size_t>(doc)].paso;
    PasoVenta p{.hace = Hace::cancelar, .doc = doc};
    p.antes.insert(hizo);
    p.antes.insert(de(doc).deshechos.begin(), de(doc).deshechos.end());
    de(doc).vivo = false;
    for (const int n : de(doc).notas) p.antes.insert(de(n).deshechos.begin(), de(n).deshechos.end());
    const PasoVenta origen = plan_.pasos[static_cast<std::size_t>(hizo)];
    for (const UsoDeLinea& u : origen.usa) {
        bolsa(u).devuelto.emplace_back(numero(), u.cantidad);
        tocar(u, p);
    }
    for (const UsoDeLinea& u : origen.reabre) {
        auto& devuelto = bolsa(u).devuelto;
        devuelto.erase(std::ranges::find(devuelto, std::pair{hizo, u.cantidad}));
    }
    std::set<int> fuentes;
    for (const LineaVenta& l : plan_.docs[static_cast<std::size_t>(doc)].lineas)
        if (l.origen.doc >= 0) fuentes.insert(l.origen.doc);
    for (const int f : fuentes) {
        --de(f).derivados;
        de(f).deshechos.push_back(numero());
    }
    for (std::size_t a = 0; a < asignaciones_.size(); ++a)
        if (asignaciones_[a].viva && asignaciones_[a].pago == doc) {
            p.si = true;
            soltar(static_cast<int>(a), p);
        }
    plan_.pasos.push_back(std::move(p));
}

Plan Planeador::hacer() {
    plan_.exacto = azar_.una_de(2);
    vueltas_ = azar_.menor(4) != 0;
    const std::array<std::string, 3> ivas{"tasa", "cero", "exento"};
    for (int i = 0; i < 3; ++i)
        plan_.articulos.push_back(
            {!vueltas_ && i != 1, i == 1, plan_.exacto ? "tasa" : ivas[static_cast<std::size_t>(azar_.una_de(2) ? 0 : i)]});
    // Goods that come back do so at the cost of the ones that left, which then depends on the order: only goods of one cost.
    if (azar_.una_de(2)) libre(Hace::cotizar);
    pedir();
    while (numero() < cuantos_) {
        const int antes = numero();
        const int cual = azar_.menor(vueltas_ ? 100 : 66);
        if (cual < 5) pedir();
        else if (cual < 17) entregar();
        else if (cual < 27) notar();
        else if (cual < 39) facturar();
        else if (cual < 46) facturar_notas(false);
        else if (cual < 49) facturar_notas(true);
        else if (cual < 52) {
            poner({.hace = azar_.una_de(2) ? Hace::depositar : Hace::anticipar}, {});
        } else if (cual < 59) cobrar(true);
        else if (cual < 66) cobrar(false);
        else if (cual < 74) devolver();
        else if (cual < 82) acreditar();
        else if (cual < 86) desasignar();
        else cancelar();
        if (numero() == antes && azar_.una_de(60)) break;  // nothing more to do
    }
    return std::move(plan_);
}

}  // namespace

std::string_view nombre(Hace hace) {
    constexpr std::array<std::string_view, 16> nombres{
        "quote",  "accept", "order",   "deliver", "note",    "invoice", "invoice of notes", "invoice the rest of",
        "return", "credit", "deposit", "advance", "collect", "assign",  "unassign",         "cancel"};
    return nombres[static_cast<std::size_t>(hace)];
}

std::string_view nombre(Uso uso) {
    constexpr std::array<std::string_view, 5> nombres{"entregado", "facturado", "devuelto", "acreditado", "pedido"};
    return nombres[static_cast<std::size_t>(uso)];
}

std::string Plan::decir(int cual) const {
    const PasoVenta& p = pasos[static_cast<std::size_t>(cual)];
    if (p.hace == Hace::aceptar || p.hace == Hace::cancelar)
        return fmt::format("s{} {} d{}{}", cual, nombre(p.hace), p.doc, p.si ? " with its assignments" : "");
    if (p.hace == Hace::asignar) return fmt::format("s{} a{} = {} % of d{} by d{}", cual, p.doc, p.porCiento, p.cobrado, p.pago);
    if (p.hace == Hace::desasignar) return fmt::format("s{} unassign a{}", cual, p.doc);
    std::string texto = fmt::format("s{} d{} = {}", cual, p.doc, nombre(p.hace));
    if (p.hace == Hace::cobrar) texto += fmt::format(" {} % of d{}", p.porCiento, p.cobrado);
    if (p.si) texto += p.hace == Hace::pedir ? " put aside" : p.hace == Hace::facturar ? " goods later" : " settling";
    if (p.retira) texto += " not to be delivered";
    for (const LineaVenta& l : docs[static_cast<std::size_t>(p.doc)].lineas) {
        texto += fmt::format(" [{}×p{}", l.cantidad, l.articulo);
        if (l.origen.doc >= 0) texto += fmt::format(" ← d{}.{}", l.origen.doc, l.origen.linea);
        else texto += fmt::format(" at {}", l.precio);
        texto += "]";
    }
    return texto;
}

Plan planear(std::uint64_t semilla, int pasos) { return Planeador{semilla, pasos}.hacer(); }

}  // namespace cacao::test::modelo
