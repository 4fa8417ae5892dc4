// Random sequences of everything that stock can do, against a plain model of quantities by day: it must refuse exactly what the
// model refuses, and what always holds must hold after each step.

#include "base/azar.hpp"
#include "engine/existencia/bodega_test.hpp"
#include "modelo/corridas.hpp"
#include "support/alcance.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace cacao::test {
namespace {

using namespace literales;
using namespace engine;

struct Lugar {
    const Articulo* articulo = nullptr;
    std::int64_t almacenId = 0;
    std::string lote;
    auto operator<=>(const Lugar&) const = default;
};

enum class Hizo : std::uint8_t { entrada, salida, traspaso, devolucion, proveedor, costo, reempaque };
constexpr std::array nombres_de_hizo{"entrada", "salida", "traspaso", "devolucion", "proveedor", "costo", "reempaque"};

struct RenglonModelo {
    Lugar lugar;
    std::int64_t micros = 0;
    std::vector<std::string> series;
    std::int64_t pendiente = 0;        // of an exit: not yet returned
    std::vector<std::string> fuera{};  // its serials not yet returned
};

struct Doc {
    std::int64_t id = 0;
    Hizo hizo{};
    std::vector<RenglonModelo> renglones;
    std::int64_t destino = 0;
    std::size_t origen = 0;  // of a return or a cost: which document and line
    std::size_t origenRenglon = 0;
    Importe costo;
    bool vivo = true;
    std::string antes;  // the whole state before it
};

class Modelo {
public:
    Modelo(db::Motor motor, std::uint64_t semilla, Alcance& debe) : b{motor}, azar{semilla}, alcance{debe} {
        using S = Seguimiento;
        for (const auto& [codigo, seguimiento] : std::initializer_list<std::pair<const char*, S>>{
                 {"N", S::ninguno}, {"L", S::lote}, {"S", S::serie}, {"LS", S::loteSerie}})
            for (const MetodoCosto metodo : {MetodoCosto::peps, MetodoCosto::promedio})
                articulos.push_back(
                    &b.articulo(fmt::format("{}{}", codigo, metodo == MetodoCosto::peps ? "P" : "M"), seguimiento, metodo));
    }

    static bool con_series(const Articulo& a) {
        return a.seguimiento == Seguimiento::serie || a.seguimiento == Seguimiento::loteSerie;
    }
    static bool con_lotes(const Articulo& a) {
        return a.seguimiento == Seguimiento::lote || a.seguimiento == Seguimiento::loteSerie;
    }

    Lugar un_lugar() {
        const Articulo* a = articulos[static_cast<std::size_t>(azar.menor(static_cast<int>(articulos.size())))];
        return {a, azar.menor(2) == 0 ? b.norte : b.sur, con_lotes(*a) ? (azar.menor(2) == 0 ? "X" : "Y") : ""};
    }
    std::int64_t una_cantidad(const Articulo& a) {
        return con_series(a) ? (1 + azar.menor(4)) * 1'000'000LL : (1 + azar.menor(40)) * 250'000LL;
    }
    std::int64_t hay(const Lugar& lugar) const {
        const auto dias = movido.find(lugar);
        if (dias == movido.end()) return 0;
        return std::accumulate(dias->second.begin(), dias->second.end(), std::int64_t{0},
                               [](std::int64_t s, const auto& d) { return s + d.second; });
    }
    // Whether taking that much on that day leaves no later day below zero.
    bool alcanza(const Lugar& lugar, int dia, std::int64_t micros) const {
        const auto dias = movido.find(lugar);
        if (dias == movido.end()) return false;
        std::int64_t suma = 0;
        for (auto d = dias->second.begin(); d != dias->second.upper_bound(dia); ++d) suma += d->second;
        if (suma < micros) return false;
        for (auto d = dias->second.upper_bound(dia); d != dias->second.end(); ++d)
            if ((suma += d->second) < micros) return false;
        return true;
    }
    bool alcanzan(const std::vector<RenglonModelo>& renglones, int dia) const {
        std::map<Lugar, std::int64_t> suma;
        for (const RenglonModelo& r : renglones) suma[r.lugar] += r.micros;
        return std::ranges::all_of(suma, [&](const auto& s) { return alcanza(s.first, dia, s.second); });
    }

    MovimientoPedido pedido(const RenglonModelo& r, std::size_t numero, Importe valor = {}) const {
        MovimientoPedido p = Bodega::linea(*r.lugar.articulo, r.lugar.almacenId, Cantidad::de_micros(r.micros), valor);
        p.numeroPartida = static_cast<std::int64_t>(numero) + 1;
        if (!r.lugar.lote.empty()) p.lote = LotePedido{r.lugar.lote, {}, {}, {}};
        p.series = r.series;
        return p;
    }
    std::vector<MovimientoPedido> pedidos(const std::vector<RenglonModelo>& renglones, bool con_valor = false) {
        std::vector<MovimientoPedido> todos;
        for (std::size_t i = 0; i < renglones.size(); ++i)
            todos.push_back(pedido(renglones[i], i, con_valor ? Importe::de_micros(azar.menor(5000) * 10'000LL) : Importe{}));
        return todos;
    }

    // What is in a place, serials included, after a line moved there (+1) or away (−1).
    void mover(const RenglonModelo& r, const Lugar& lugar, int dia, int signo) {
        movido[lugar][dia] += signo * r.micros;
        for (const std::string& serie : r.series) {
            if (signo > 0) aqui[lugar].insert(serie);
            else aqui[lugar].erase(serie);
        }
    }
    void contar(const std::vector<ValorMovido>& valores) {
        for (const ValorMovido& v : valores) libro[{v.productoId, v.almacenId}] += v.valor.micros();
    }

    // Serials of a take: those that are there, or one that is not when there are too few.
    void elegir_series(RenglonModelo& r, std::map<Lugar, std::set<std::string>>& usadas) {
        if (!con_series(*r.lugar.articulo)) return;
        const auto cuantas = static_cast<std::size_t>(r.micros / 1'000'000);
        for (const std::string& serie : aqui[r.lugar])
            if (r.series.size() < cuantas && usadas[r.lugar].insert(serie).second) r.series.push_back(serie);
        while (r.series.size() < cuantas) r.series.push_back(fmt::format("NADA{}", ++serial));
    }
    std::vector<RenglonModelo> renglones_de_salida(std::int64_t almacenId = 0) {
        std::vector<RenglonModelo> renglones;
        std::map<Lugar, std::set<std::string>> usadas;
        for (int n = 1 + azar.menor(3); n > 0; --n) {
            RenglonModelo r{un_lugar(), 0, {}};
            if (almacenId != 0) r.lugar.almacenId = almacenId;
            r.micros = una_cantidad(*r.lugar.articulo);
            elegir_series(r, usadas);
            r.pendiente = r.micros;
            r.fuera = r.series;
            renglones.push_back(r);
        }
        return renglones;
    }

    void rehusado(const std::string& faltas) {
        alcance.hubo("refused");
        alcance.hubo(faltas.substr(0, faltas.find(' ')));
    }
    // Runs a document that the model allows or not; what it was refused for must be a lack of stock.
    bool registrar(Doc doc, int dia, bool debe_poder, const Bodega::Trabajo& trabajo) {
        doc.antes = con_estado ? b.estado() : "";
        std::vector<ValorMovido> valores;
        const auto faltas = Bodega::faltas([&] { doc.id = b.documento(dia, trabajo); });
        EXPECT_EQ(faltas.empty(), debe_poder) << faltas;
        if (!faltas.empty()) {
            rehusado(faltas);
            // A lot that never came in is not known, nor a serial; every other refusal is a lack of stock.
            EXPECT_TRUE(faltas.starts_with("existencia_") || faltas.starts_with("no_encontrado /partidas/0/lote") ||
                        faltas.starts_with("serie_no_disponible"))
                << faltas;
            return false;
        }
        contar(b.movido);
        alcance.hubo(nombres_de_hizo[static_cast<std::size_t>(doc.hizo)]);
        docs.push_back(std::move(doc));
        return true;
    }

    void entrar_algo(int dia) {
        Doc doc{.hizo = Hizo::entrada};
        for (int n = 1 + azar.menor(3); n > 0; --n) {
            RenglonModelo r{un_lugar(), 0, {}};
            r.micros = una_cantidad(*r.lugar.articulo);
            if (con_series(*r.lugar.articulo))
                for (std::int64_t i = 0; i < r.micros / 1'000'000; ++i) r.series.push_back(fmt::format("S{:06}", ++serial));
            doc.renglones.push_back(r);
        }
        const auto lineas = pedidos(doc.renglones, true);
        if (registrar(doc, dia, true, [&](Context& ctx, Marco& marco) { b.movido = entrar(ctx, marco, lineas); }))
            for (const RenglonModelo& r : doc.renglones) mover(r, r.lugar, dia, 1);
    }
    void sacar_algo(int dia) {
        Doc doc{.hizo = Hizo::salida, .renglones = renglones_de_salida()};
        // Now and then the right number of units, and one of them a stranger.
        const bool ajena = azar.menor(8) == 0 && !doc.renglones[0].series.empty();
        if (ajena) doc.renglones[0].series[0] = "AJENA";
        const auto lineas = pedidos(doc.renglones);
        if (registrar(doc, dia, !ajena && alcanzan(doc.renglones, dia),
                      [&](Context& ctx, Marco& marco) { b.movido = salir(ctx, marco, lineas); }))
            for (const RenglonModelo& r : doc.renglones) mover(r, r.lugar, dia, -1);
    }
    void traspasar_algo(int dia) {
        const bool al_sur = azar.menor(2) == 0;
        Doc doc{.hizo = Hizo::traspaso,
                .renglones = renglones_de_salida(al_sur ? b.norte : b.sur),
                .destino = al_sur ? b.sur : b.norte};
        const auto lineas = pedidos(doc.renglones);
        if (!registrar(doc, dia, alcanzan(doc.renglones, dia),
                       [&](Context& ctx, Marco& marco) { b.movido = traspasar(ctx, marco, lineas, doc.destino); }))
            return;
        Importe neto;
        for (const ValorMovido& v : b.movido) neto += v.valor;
        EXPECT_EQ(neto, 0_mxn);
        for (const RenglonModelo& r : doc.renglones) {
            mover(r, r.lugar, dia, -1);
            mover(r, {r.lugar.articulo, doc.destino, r.lugar.lote}, dia, 1);
        }
    }
    // A living document of a kind, or none.
    std::optional<std::size_t> alguno(Hizo hizo) {
        std::vector<std::size_t> vivos;
        for (std::size_t i = 0; i < docs.size(); ++i)
            if (docs[i].vivo && docs[i].hizo == hizo) vivos.push_back(i);
        if (vivos.empty()) return std::nullopt;
        return vivos[static_cast<std::size_t>(azar.menor(static_cast<int>(vivos.size())))];
    }
    void devolver_algo(int dia) {
        const auto cual = alguno(Hizo::salida);
        if (!cual) return;
        const auto renglon = static_cast<std::size_t>(azar.menor(static_cast<int>(docs[*cual].renglones.size())));
        RenglonModelo& origen = docs[*cual].renglones[renglon];
        if (origen.pendiente == 0) return;
        RenglonModelo r{origen.lugar, std::min(origen.pendiente, una_cantidad(*origen.lugar.articulo)), {}};
        if (azar.menor(3) == 0) r.lugar.almacenId = b.sur;
        if (con_series(*r.lugar.articulo))
            r.series.assign(origen.fuera.begin(), origen.fuera.begin() + static_cast<std::ptrdiff_t>(r.micros / 1'000'000));
        const Doc doc{.hizo = Hizo::devolucion, .renglones = {r}, .origen = *cual, .origenRenglon = renglon};
        const DevolucionPedida pedida{pedido(r, 0), docs[*cual].id, static_cast<std::int64_t>(renglon) + 1};
        if (!registrar(doc, dia, true, [&](Context& ctx, Marco& marco) { b.movido = devolver(ctx, marco, {pedida}); })) return;
        pendiente_de(docs.back(), -1);
        mover(r, r.lugar, dia, 1);
    }
    void pendiente_de(const Doc& devolucion, int signo) {
        RenglonModelo& origen = docs[devolucion.origen].renglones[devolucion.origenRenglon];
        origen.pendiente += signo * devolucion.renglones[0].micros;
        for (const std::string& serie : devolucion.renglones[0].series) {
            if (signo > 0) origen.fuera.push_back(serie);
            else std::erase(origen.fuera, serie);
        }
    }
    void devolver_al_proveedor(int dia) {
        const auto cual = alguno(Hizo::entrada);
        if (!cual) return;
        RenglonModelo r = docs[*cual].renglones[0];
        r.series.clear();
        std::map<Lugar, std::set<std::string>> usadas;
        elegir_series(r, usadas);
        const Doc doc{.hizo = Hizo::proveedor, .renglones = {r}};
        const DevolucionPedida pedida{pedido(r, 0), docs[*cual].id, 1};
        if (registrar(doc, dia, alcanzan(doc.renglones, dia),
                      [&](Context& ctx, Marco& marco) { b.movido = devolver_a_proveedor(ctx, marco, {pedida}); }))
            mover(r, r.lugar, dia, -1);
    }
    void encarecer(int dia, bool rebajas) {
        const auto cual = alguno(Hizo::entrada);
        if (!cual) return;
        const Importe costo = Importe::de_micros((azar.menor(2000) - (rebajas ? 700 : 0)) * 10'000LL);
        const Doc doc{.hizo = Hizo::costo, .renglones = {}, .origen = *cual, .costo = costo};
        registrar(doc, dia, true, [&](Context& ctx, Marco& marco) { cargar_costo(ctx, marco, doc, costo); });
    }
    void cargar_costo(Context& ctx, const Marco& marco, const Doc& doc, Importe costo) {
        const auto tardio = agregar_costo(ctx, marco, 1, docs[doc.origen].id, 1, costo);
        Importe suma = tardio.consumido;
        for (const ValorMovido& v : tardio.en_existencia) suma += v.valor;
        EXPECT_EQ(suma, costo);
        b.movido = tardio.en_existencia;
    }

    // Undoes a document on a day after all others; whether it let itself be undone.
    bool deshacer(std::size_t cual) {
        Doc& doc = docs[cual];
        const int dia = 100;
        if (doc.hizo == Hizo::costo) {
            b.retira_costo(doc.id, dia);
            contar(b.movido);
            doc.vivo = false;
            alcance.hubo("undone");
            return true;
        }
        Reversion reversion;
        const auto faltas = Bodega::faltas([&] { reversion = b.revertir(doc.id, dia); });
        if (!faltas.empty()) {
            rehusado(faltas);
            EXPECT_TRUE(faltas.starts_with("con_dependientes") || faltas.starts_with("existencia_insuficiente") ||
                        faltas.starts_with("serie_no_disponible"))
                << faltas;
            return false;
        }
        contar(reversion.valores);
        variacion += reversion.variacion().micros();
        doc.vivo = false;
        alcance.hubo("undone");
        const int signo = doc.hizo == Hizo::entrada || doc.hizo == Hizo::devolucion ? -1 : 1;
        for (const RenglonModelo& r : doc.renglones) {
            mover(r, r.lugar, dia, signo);
            if (doc.hizo == Hizo::traspaso) mover(r, {r.lugar.articulo, doc.destino, r.lugar.lote}, dia, -1);
        }
        if (doc.hizo == Hizo::devolucion) pendiente_de(doc, 1);
        return true;
    }

    void un_paso(bool deshaciendo) {
        const int dia = azar.menor(8);
        switch (azar.menor(deshaciendo ? 14 : 11)) {
            case 0:
            case 1:
            case 2: entrar_algo(dia); break;
            case 3:
            case 4:
            case 5: sacar_algo(dia); break;
            case 6:
            case 7: traspasar_algo(dia); break;
            case 8: devolver_algo(dia); break;
            case 9: devolver_al_proveedor(dia); break;
            case 10: encarecer(dia, deshaciendo); break;
            default: {
                std::vector<std::size_t> vivos;
                for (std::size_t i = 0; i < docs.size(); ++i)
                    if (docs[i].vivo) vivos.push_back(i);
                if (!vivos.empty()) deshacer(vivos[static_cast<std::size_t>(azar.menor(static_cast<int>(vivos.size())))]);
            }
        }
    }

    // Quantities and values as the model and the ledger have them.
    void comparar() {
        EXPECT_EQ(b.descuadres(), "");
        for (const Articulo* a : articulos)
            for (const std::int64_t almacenId : {b.norte, b.sur}) {
                std::int64_t suma = 0;
                for (const char* lote : {"", "X", "Y"}) suma += hay({a, almacenId, lote});
                EXPECT_EQ(b.existencia(*a, almacenId).micros(), suma) << a->codigo;
                EXPECT_EQ(b.valor(*a, almacenId).micros(), (libro[{a->productoId, almacenId}])) << a->codigo;
            }
    }

    Bodega b;
    Azar azar;
    Alcance& alcance;
    std::vector<const Articulo*> articulos;
    std::vector<Doc> docs;
    std::map<Lugar, std::map<int, std::int64_t>> movido;
    std::map<Lugar, std::set<std::string>> aqui;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> libro;
    std::int64_t variacion = 0;
    int serial = 0;
    bool con_estado = false;
};

class InventarioModeloTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(InventarioModeloTest);

TEST_P(InventarioModeloTest, EnCualquierOrdenTodoCuadra) {
    Alcance alcance{"entrada",
                    "salida",
                    "traspaso",
                    "devolucion",
                    "proveedor",
                    "costo",
                    {"undone", 21},
                    {"refused", 21},
                    "existencia_insuficiente",
                    "existencia_posterior",
                    "con_dependientes",
                    "serie_no_disponible"};
    Modelo modelo{GetParam(), 20'261'115, alcance};
    for (int paso = 1; paso <= 600 && !testing::Test::HasFailure(); ++paso) {
        modelo.un_paso(true);
        if (paso % 20 == 0) modelo.comparar();
    }
    EXPECT_EQ(alcance.falta(), "");
}

TEST_P(InventarioModeloTest, DeshacerTodoAlRevesDejaTodoComoEstaba) {
    Alcance alcance{"entrada", "salida", "traspaso", "devolucion", "proveedor", "costo"};
    Modelo modelo{GetParam(), 7, alcance};
    modelo.con_estado = true;
    for (int paso = 0; paso < 150 && !testing::Test::HasFailure(); ++paso) modelo.un_paso(false);
    EXPECT_EQ(alcance.falta(), "");
    for (std::size_t i = modelo.docs.size(); i-- > 0 && !testing::Test::HasFailure();) {
        EXPECT_TRUE(modelo.deshacer(i)) << i;
        EXPECT_EQ(modelo.b.estado(), modelo.docs[i].antes) << i << " of kind " << static_cast<int>(modelo.docs[i].hizo);
    }
    modelo.comparar();
    EXPECT_EQ(modelo.variacion, 0);
    EXPECT_EQ(modelo.b.m.cuenta("SELECT count(*) FROM existencia WHERE organizacionId = $1 AND cantidad <> 0"), 0);
}

// The same company twice: once with costs that come late and are undone, once without them. Whatever happened between, both end
// with the same goods at the same value, to the cent.
class DosMundos {
public:
    DosMundos(db::Motor motor, std::uint64_t semilla, bool negativos, Alcance& debe)
        : con{motor}, sin{motor}, azar{semilla}, alcance{debe} {
        con.negativos = sin.negativos = negativos;
        for (Bodega* b : {&con, &sin}) {
            auto& suyos = articulos[b == &con ? 0 : 1];
            for (const MetodoCosto metodo : {MetodoCosto::peps, MetodoCosto::promedio})
                for (const Seguimiento s : {Seguimiento::ninguno, Seguimiento::lote, Seguimiento::serie}) {
                    if (negativos && s != Seguimiento::ninguno) continue;
                    for (int n = negativos ? 2 : 1; n > 0; --n)
                        suyos.push_back(&b->articulo(fmt::format("A{}", suyos.size()), s, metodo));
                }
        }
    }

    struct Hecho {
        Hizo hizo{};
        std::array<std::int64_t, 2> id{};
        std::size_t articulo = 0;
        bool al_sur = false;
        std::string lote{};
        std::vector<std::string> series{};
        std::int64_t micros = 0;
        std::int64_t pendiente = 0;
        std::size_t origen = 0;
        bool vivo = true;
        bool encarecida = false;
    };

    // In both, or in neither.
    bool hacer(Hecho h, const std::function<void(Context&, Marco&, std::size_t mundo)>& trabajo) {
        const auto faltas =
            Bodega::faltas([&] { h.id[0] = con.documento(1, [&](Context& ctx, Marco& m) { trabajo(ctx, m, 0); }); });
        if (!faltas.empty()) return false;
        falla(Bodega::faltas([&] { h.id[1] = sin.documento(1, [&](Context& ctx, Marco& m) { trabajo(ctx, m, 1); }); }));
        alcance.hubo(nombres_de_hizo[static_cast<std::size_t>(h.hizo)]);
        if (tardios > 0) alcance.hubo(fmt::format("{} after a late cost", nombres_de_hizo[static_cast<std::size_t>(h.hizo)]));
        cuenta("{} {}: {} of {} {}", nombres_de_hizo[static_cast<std::size_t>(h.hizo)], h.id[0],
               Cantidad::de_micros(h.micros).texto(), h.articulo, h.al_sur ? "south" : "north");
        hechos.push_back(std::move(h));
        return true;
    }
    template <class... Args>
    void cuenta(fmt::format_string<Args...> texto, Args&&... args) {
        historia += fmt::format(texto, std::forward<Args>(args)...) + "\n";
    }
    MovimientoPedido linea(const Hecho& h, std::size_t mundo, Importe valor = {}) {
        Bodega& b = mundo == 0 ? con : sin;
        auto pedido =
            Bodega::linea(*articulos[mundo][h.articulo], h.al_sur ? b.sur : b.norte, Cantidad::de_micros(h.micros), valor);
        if (!h.lote.empty()) pedido.lote = LotePedido{h.lote, {}, {}, {}};
        pedido.series = h.series;
        return pedido;
    }
    std::int64_t hay(const Hecho& h) {
        return con.existencia(*articulos[0][h.articulo], h.al_sur ? con.sur : con.norte).micros();
    }
    std::int64_t en_capas(const Hecho& h) {
        return con.uno(
            "SELECT CAST(coalesce(sum(cantidadRestante), 0) AS BIGINT) FROM capa WHERE organizacionId = $1 AND productoId = $2 "
            "AND almacenId = $3",
            articulos[0][h.articulo]->productoId, h.al_sur ? con.sur : con.norte);
    }
    std::int64_t debe(const Hecho& h) {
        return con.uno(
            "SELECT CAST(coalesce(sum(cantidad), 0) AS BIGINT) FROM faltante WHERE organizacionId = $1 AND productoId = $2 "
            "AND almacenId = $3",
            articulos[0][h.articulo]->productoId, h.al_sur ? con.sur : con.norte);
    }
    // What a place owes and waits for is held to be worth, and so its last goods where no layer had them.
    std::string estimado(const Hecho& h, std::size_t mundo) {
        Bodega& b = mundo == 0 ? con : sin;
        const auto productoId = articulos[mundo][h.articulo]->productoId;
        const auto almacenId = h.al_sur ? b.sur : b.norte;
        return b.filas(fmt::format(R"(
            SELECT * FROM (SELECT m.cantidad, CASE WHEN f.capaId IS NULL THEN 0 ELSE m.valor END AS valor FROM movimiento m
                             LEFT JOIN faltante f ON f.organizacionId = $1 AND f.capaId = m.capaId
                            WHERE m.organizacionId = $1 AND m.productoId = {0} AND m.almacenId = {1} AND m.cantidad <> 0
                            ORDER BY m.fecha DESC, m.movimientoId DESC LIMIT 1) u
            UNION ALL SELECT cantidad, valor FROM faltante WHERE organizacionId = $1 AND productoId = {0} AND almacenId = {1}
            UNION ALL SELECT cantidad, valor FROM porLlegar WHERE organizacionId = $1 AND productoId = {0} AND almacenId = {1}
               AND cantidad > 0)",
                                   productoId, almacenId));
    }
    // Goods of some product in some place.
    Hecho alguna(Hizo hizo) {
        Hecho h;
        h.hizo = hizo;
        h.articulo = static_cast<std::size_t>(azar.menor(static_cast<int>(articulos[0].size())));
        h.al_sur = azar.menor(2) == 0;
        const Seguimiento s = articulos[0][h.articulo]->seguimiento;
        if (s == Seguimiento::lote) h.lote = azar.menor(2) == 0 ? "X" : "Y";
        h.micros = s == Seguimiento::serie ? (1 + azar.menor(3)) * 1'000'000LL : (1 + azar.menor(12)) * 500'000LL;
        if (s != Seguimiento::serie) return h;
        if (hizo == Hizo::entrada) {
            for (std::int64_t i = 0; i < h.micros / 1'000'000; ++i) h.series.push_back(fmt::format("S{:05}", ++serial));
            return h;
        }
        h.series = series_en(h);
        azar_de(h.series);
        if (h.series.size() > static_cast<std::size_t>(h.micros / 1'000'000))
            h.series.resize(static_cast<std::size_t>(h.micros / 1'000'000));
        h.micros = static_cast<std::int64_t>(h.series.size()) * 1'000'000;
        return h;
    }
    template <class Lista>
    void azar_de(Lista& lista) {
        for (std::size_t i = lista.size(); i > 1; --i) {
            const auto otro = static_cast<std::size_t>(azar.menor(static_cast<int>(i)));
            std::swap(lista[i - 1], lista[otro]);
        }
    }
    std::vector<std::string> series_en(const Hecho& h) {
        std::vector<std::string> series;
        con.m.base->read(con.m.empresa.organizacionId, [&](db::Reader& tx) {
            series = tx.all<std::string>(
                "SELECT serie FROM numeroSerie WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 ORDER BY serie",
                tx.organizacion(), articulos[0][h.articulo]->productoId, h.al_sur ? con.sur : con.norte);
        });
        return series;
    }
    std::optional<std::size_t> alguno(const std::function<bool(const Hecho&)>& cual) {
        std::vector<std::size_t> vivos;
        for (std::size_t i = 0; i < hechos.size(); ++i)
            if (hechos[i].vivo && cual(hechos[i])) vivos.push_back(i);
        if (vivos.empty()) return std::nullopt;
        return vivos[static_cast<std::size_t>(azar.menor(static_cast<int>(vivos.size())))];
    }

    void entrar_algo() {
        const Hecho h = alguna(Hizo::entrada);
        const auto valor = Importe::de_micros(azar.menor(5000) * 10'000LL);
        cuenta("at {}", valor.texto());
        hacer(h, [&](Context& ctx, Marco& m, std::size_t mundo) { entrar(ctx, m, {linea(h, mundo, valor)}); });
    }
    void sacar_algo() {
        Hecho h = alguna(Hizo::salida);
        if (h.micros == 0) return;
        h.pendiente = h.micros;
        hacer(h, [&](Context& ctx, Marco& m, std::size_t mundo) { salir(ctx, m, {linea(h, mundo)}); });
    }
    void traspasar_algo() {
        const Hecho h = alguna(Hizo::traspaso);
        if (h.micros <= 0) return;
        if (h.micros > hay(h)) alcance.hubo("transfer of what is not there");
        hacer(h, [&](Context& ctx, Marco& m, std::size_t mundo) {
            const Bodega& b = mundo == 0 ? con : sin;
            traspasar(ctx, m, {linea(h, mundo)}, h.al_sur ? b.norte : b.sur);
        });
    }
    void devolver_algo() {
        const auto cual = alguno([&](const Hecho& h) { return h.hizo == Hizo::salida && h.pendiente > 0; });
        if (!cual) return;
        if (*cual < desde) alcance.hubo("returned after a cost that it carried");
        if (debe(hechos[*cual]) != 0) alcance.hubo("return of what is owed");
        Hecho h = hechos[*cual];
        h.hizo = Hizo::devolucion;
        h.origen = *cual;
        h.micros = h.pendiente;
        if (h.series.empty()) h.micros = std::min(h.micros, std::int64_t{(1 + azar.menor(12)) * 500'000LL});
        if (!h.series.empty() && h.pendiente != static_cast<std::int64_t>(h.series.size()) * 1'000'000) return;
        h.pendiente = 0;
        if (azar.menor(3) == 0) h.al_sur = !h.al_sur;
        const auto origen = hechos[*cual].id;
        cuenta("of {}", origen[0]);
        if (hacer(h, [&](Context& ctx, Marco& m, std::size_t mundo) { devolver(ctx, m, {{linea(h, mundo), origen[mundo], 1}}); }))
            hechos[*cual].pendiente -= h.micros;
    }
    void devolver_al_proveedor() {
        const auto cual = alguno([](const Hecho& h) { return h.hizo == Hizo::entrada; });
        if (!cual) return;
        Hecho h = hechos[*cual];
        h.hizo = Hizo::proveedor;
        h.pendiente = h.micros;
        const auto origen = hechos[*cual].id;
        cuenta("of {}", origen[0]);
        hacer(h, [&](Context& ctx, Marco& m, std::size_t mundo) {
            devolver_a_proveedor(ctx, m, {{linea(h, mundo), origen[mundo], 1}});
        });
    }
    void reempacar_algo() {
        Hecho h = alguna(Hizo::reempaque);
        Hecho hace = alguna(Hizo::entrada);
        hace.al_sur = azar.menor(4) == 0 ? !h.al_sur : h.al_sur;
        if (h.micros <= 0 || hace.articulo == h.articulo || !h.series.empty()) return;
        if (h.micros > en_capas(h)) {
            // What is made is worth by then what is waited for, or what was estimated last: an estimate, which a cost that is
            // undone later may be part of.
            if (estimado(h, 0) != estimado(h, 1)) return;
            alcance.hubo("repackaging of what is not there");
        }
        cuenta("into {} of {} {}", Cantidad::de_micros(hace.micros).texto(), hace.articulo, hace.al_sur ? "south" : "north");
        hacer(h, [&](Context& ctx, Marco& m, std::size_t mundo) {
            const auto consumido = linea(h, mundo);
            const auto hecho = linea(hace, mundo);
            Bodega::reempacar(ctx, m, consumido, hecho);
        });
    }
    // One to three lines, of one document.
    void encarecer() {
        std::vector<std::pair<std::size_t, Importe>> cuales;
        for (int n = 1 + azar.menor(3); n > 0; --n) {
            const auto cual = alguno([](const Hecho& h) { return h.hizo == Hizo::entrada; });
            if (!cual) return;
            cuales.emplace_back(*cual, Importe::de_micros((azar.menor(2000) - 500) * 10'000LL));
        }
        costos.push_back(con.documento(1, [&](Context& ctx, Marco& m) {
            std::int64_t numero = 0;
            for (const auto& [cual, costo] : cuales) {
                const CostoTardio tardio = agregar_costo(ctx, m, ++numero, hechos[cual].id[0], 1, costo);
                Importe suma = tardio.consumido;
                for (const ValorMovido& v : tardio.en_existencia) suma += v.valor;
                if (suma != costo) falla("a cost is neither in goods nor consumed");
            }
        }));
        for (const auto& [cual, costo] : cuales) {
            hechos[cual].encarecida = true;
            cuenta("cost {} of {}: {}", costos.back(), hechos[cual].id[0], costo.texto());
        }
        if (cuales.size() > 1) alcance.hubo("late cost of several lines");
        ++tardios;
    }
    void abaratar() {
        if (costos.empty()) return;
        const auto cual = static_cast<std::size_t>(azar.menor(static_cast<int>(costos.size())));
        con.retira_costo(costos[cual]);
        cuenta("cost {} undone", costos[cual]);
        costos.erase(costos.begin() + static_cast<std::ptrdiff_t>(cual));
        desde = hechos.size();
        alcance.hubo("late cost undone");
    }
    void deshacer() {
        const auto cual = alguno([](const Hecho& h) { return !h.encarecida; });
        if (!cual) return;
        Hecho& h = hechos[*cual];
        if (h.hizo == Hizo::salida && h.pendiente != h.micros) return;
        if (!Bodega::faltas([&] { con.revertir(h.id[0], 1); }).empty()) return alcance.hubo("refused");
        falla(Bodega::faltas([&] { sin.revertir(h.id[1], 1); }));
        cuenta("{} undone", h.id[0]);
        if (*cual < desde) alcance.hubo("undone after a cost that it carried");
        h.vivo = false;
        if (h.hizo == Hizo::devolucion) hechos[h.origen].pendiente += h.micros;
        alcance.hubo("undone");
        if (tardios > 0) alcance.hubo("undone after a late cost");
    }

    // Drawn from what chance it is given, so that any step can be left out and the rest still means something. Chance after it.
    Azar paso(const Azar& con_este) {
        azar = con_este;
        un_paso();
        return azar;
    }
    void falla(std::string_view que) {
        if (mal.empty() && !que.empty()) mal = que;
    }
    void un_paso() {
        switch (azar.menor(18)) {
            case 0:
            case 1:
            case 2:
            case 3: return entrar_algo();
            case 4:
            case 5:
            case 6: return sacar_algo();
            case 7:
            case 8: return traspasar_algo();
            case 9:
            case 10: return devolver_algo();
            case 11: return devolver_al_proveedor();
            case 12:
            case 13: return encarecer();
            case 14:
            case 15: return reempacar_algo();
            case 16: return deshacer();
            default: return azar.menor(6) == 0 ? abaratar() : deshacer();
        }
    }
    void terminar() {
        for (std::size_t a = 0; a < articulos[0].size(); ++a)
            for (const bool al_sur : {false, true}) {
                Hecho h;
                h.hizo = Hizo::entrada;
                h.articulo = a;
                h.al_sur = al_sur;
                h.micros = -hay(h);
                if (h.micros > 0)
                    hacer(h, [&](Context& ctx, Marco& m, std::size_t mundo) { entrar(ctx, m, {linea(h, mundo, 7_mxn)}); });
            }
        while (!costos.empty()) abaratar();
        falla(con.descuadres());
        falla(sin.descuadres());
        for (std::size_t a = 0; a < articulos[0].size(); ++a)
            for (const bool al_sur : {false, true}) comparar(a, al_sur);
    }
    void comparar(std::size_t a, bool al_sur) {
        const Articulo& uno = *articulos[0][a];
        const Articulo& otro = *articulos[1][a];
        if (con.existencia(uno, al_sur ? con.sur : con.norte) != sin.existencia(otro, al_sur ? sin.sur : sin.norte))
            falla("other quantities");
        const Importe hay = con.valor(uno, al_sur ? con.sur : con.norte);
        const Importe debe = sin.valor(otro, al_sur ? sin.sur : sin.norte);
        if (hay == debe) return;
        falla("other values: ");
        mal += fmt::format("{} and not {} of {} {} ", hay.texto(), debe.texto(), a, al_sur ? "south" : "north");
    }

    std::string mal;
    std::string historia;
    Bodega con;
    Bodega sin;
    Azar azar;
    Alcance& alcance;
    std::array<std::vector<const Articulo*>, 2> articulos;
    std::vector<Hecho> hechos;
    std::vector<std::int64_t> costos;
    std::size_t desde = 0;
    int tardios = 0;
    int serial = 0;
};

// What became of them.
struct DosVidas {
    std::string mal;
    std::size_t hasta = 0;
    std::string historia;
    std::vector<Azar> pasos;  // chance before each step
};

// A whole life, or only these steps of it.
DosVidas vivir(db::Motor motor, std::uint64_t semilla, Alcance& alcance, const std::vector<Azar>* solo = nullptr) {
    DosMundos mundos{motor, semilla, semilla % 2 == 0, alcance};
    std::vector<Azar> pasos;
    Azar azar{semilla};
    for (const std::size_t todos = solo == nullptr ? 120 : solo->size(); pasos.size() < todos && mundos.mal.empty();) {
        if (solo != nullptr) azar = (*solo)[pasos.size()];
        pasos.push_back(azar);
        azar = mundos.paso(azar);
    }
    if (mundos.mal.empty()) mundos.terminar();
    return {mundos.mal, pasos.size(), mundos.historia, pasos};
}

TEST_P(InventarioModeloTest, LosCostosTardiosDeshechosSonComoSiNuncaHubieranSido) {
    Alcance alcance{"late cost undone",
                    "late cost of several lines",
                    "undone",
                    "undone after a late cost",
                    "undone after a cost that it carried",
                    "returned after a cost that it carried",
                    "refused",
                    "transfer of what is not there",
                    "repackaging of what is not there",
                    "return of what is owed"};
    for (const char* hizo : {"entrada", "salida", "traspaso", "devolucion", "proveedor", "reempaque"}) {
        alcance.debe(hizo);
        alcance.debe(fmt::format("{} after a late cost", hizo));
    }
    const auto desde = modelo::del_entorno("CACAO_TEST_MUNDOS_DESDE", 1);
    const auto semillas = modelo::del_entorno("CACAO_TEST_MUNDOS", GetParam() == db::Motor::sqlite ? 24 : 4);
    for (std::uint64_t semilla = desde; semilla < desde + semillas && !HasFailure(); ++semilla) {
        const DosVidas dos = vivir(GetParam(), semilla, alcance);
        if (dos.mal.empty()) continue;
        const auto solo = [&](const std::vector<Azar>& pasos) { return vivir(GetParam(), semilla, alcance, &pasos); };
        const DosVidas corta = solo(modelo::acortar(dos.pasos, dos.mal, solo));
        ADD_FAILURE() << "seed " << semilla << ": " << dos.mal << "\nthe shortest sequence that fails:\n"
                      << corta.historia << corta.mal;
    }
    EXPECT_EQ(alcance.falta(), "");
}

// Where stock may go below zero nothing is refused for lack of it, and the ledger still ties: what the layers are worth, less
// what is owed, is what was posted.
TEST_P(InventarioModeloTest, ConNegativosElLibroTambienCuadra) {
    Bodega b{GetParam()};
    b.negativos = true;
    Azar azar{11};
    const std::array articulos{&b.peps("A"), &b.promedio("B"), &b.articulo("C", Seguimiento::lote, MetodoCosto::peps),
                               &b.articulo("D", Seguimiento::lote, MetodoCosto::promedio)};
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> libro;
    const auto contar = [&](const std::vector<ValorMovido>& valores) {
        for (const ValorMovido& v : valores) libro[{v.productoId, v.almacenId}] += v.valor.micros();
    };
    const auto linea = [&](std::size_t cual, std::int64_t almacenId, Cantidad cantidad, Importe valor) {
        auto nueva = Bodega::linea(*articulos[cual], almacenId, cantidad, valor);
        if (cual >= 2) nueva.lote = LotePedido{azar.menor(2) == 0 ? "X" : "Y", {}, {}, {}};
        return nueva;
    };
    for (std::size_t cual = 2; cual < articulos.size(); ++cual)  // both lots are known
        for (const char* lote : {"X", "Y"}) {
            b.entra(0, Bodega::con_lote(Bodega::linea(*articulos[cual], b.norte, 1_pza, 5_mxn), lote));
            contar(b.movido);
        }
    std::vector<std::int64_t> docs;
    Alcance alcance{"below zero", "undone", "con_dependientes"};
    for (int paso = 1; paso <= 300 && !testing::Test::HasFailure(); ++paso) {
        const auto cual = static_cast<std::size_t>(azar.menor(4));
        const auto almacenId = azar.menor(2) == 0 ? b.norte : b.sur;
        const auto cantidad = Cantidad::de_micros((1 + azar.menor(20)) * 500'000LL);
        const auto pedido = linea(cual, almacenId, cantidad, Importe::de_micros(azar.menor(5000) * 10'000LL));
        switch (azar.menor(6)) {
            case 0:
            case 1: docs.push_back(b.entra(1, pedido)); break;
            case 2:
            case 3: docs.push_back(b.sale(1, pedido)); break;
            case 4: docs.push_back(b.traspasa(1, pedido, almacenId == b.norte ? b.sur : b.norte)); break;
            default: {
                b.movido.clear();
                if (docs.empty()) break;
                const auto doc = docs[static_cast<std::size_t>(azar.menor(static_cast<int>(docs.size())))];
                const auto faltas = Bodega::faltas([&] { b.movido = b.revertir(doc, 1).valores; });
                EXPECT_TRUE(faltas.empty() || faltas.starts_with("con_dependientes")) << faltas;
                alcance.hubo(faltas.empty() ? "undone" : "con_dependientes");
            }
        }
        contar(b.movido);
        b.movido.clear();
        EXPECT_EQ(b.descuadres(), "") << paso;
        for (const auto& [donde, valor] : libro)
            EXPECT_EQ(valor, b.uno(R"(
                SELECT CAST(coalesce((SELECT sum(c.valorRestante) FROM capa c
                                       WHERE c.organizacionId = $1 AND c.productoId = $2 AND c.almacenId = $3), 0)
                          - coalesce((SELECT sum(f.valor) FROM faltante f
                                       WHERE f.organizacionId = $1 AND f.productoId = $2 AND f.almacenId = $3), 0)
                          + coalesce((SELECT sum(l.valor) FROM porLlegar l
                                       WHERE l.organizacionId = $1 AND l.productoId = $2 AND l.almacenId = $3), 0) AS BIGINT))",
                                   donde.first, donde.second))
                << paso;
        alcance.hubo("below zero", b.m.cuenta("SELECT count(*) FROM faltante WHERE organizacionId = $1 AND cantidad > 0"));
    }
    EXPECT_EQ(alcance.falta(), "");
}

}  // namespace
}  // namespace cacao::test
