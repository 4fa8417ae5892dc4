// The same shop twice, at random: once with acts that are cancelled again, the last first, once without them. Purchases and late
// costs come to both meanwhile, and some of these are cancelled. Account by account both come to the same; and once all of it is
// cancelled, nothing is left on any account.

#include "base/azar.hpp"
#include "engine/verbos/tienda_test.hpp"
#include "modelo/corridas.hpp"
#include "support/alcance.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace cacao::test {
namespace {

using engine::MetodoCosto;

// What a shop lives through. `propios`: acts that only one of the two does.
class VidaEnClases {
public:
    VidaEnClases(std::uint64_t semilla, bool negativos) : azar_{semilla}, negativos_{negativos} {
        for (int n = 3 + azar_.menor(4); n > 0; --n) comun();
        for (int n = 1 + azar_.menor(3); n > 0; --n) {
            propios.push_back(agrega(propio()));
            if (azar_.una_de(2)) tardio();
            if (negativos_ && azar_.una_de(2)) agrega(entrada());
        }
        for (auto p = propios.rbegin(); p != propios.rend(); ++p) {
            agrega(cancela(*p));
            if (azar_.una_de(4)) tardio();
        }
    }

    std::vector<Acto> actos;
    std::vector<int> propios;

private:
    int agrega(Acto acto) {
        actos.push_back(std::move(acto));
        return static_cast<int>(actos.size()) - 1;
    }
    int alguno() { return azar_.menor(3); }
    int alguna() { return 1 + azar_.menor(6); }
    bool al_sur() { return azar_.una_de(4); }
    Bulto bulto() {
        const int producto = alguno();
        return {producto, alguna()};
    }
    Bulto con_precio(bool kit) {
        static constexpr std::array precios{1000, 3333, 777, 7, 1235, 101};
        Bulto b = bulto();
        if (kit) b.producto = 3;
        b.centavos = azar_.uno(precios);
        return b;
    }
    Acto entrada() {
        const bool kit = azar_.una_de(6);
        std::vector<Bulto> lineas{con_precio(kit)};
        if (azar_.una_de(4)) lineas.push_back(con_precio(false));
        const bool en_sur = al_sur();
        return azar_.una_de(2) ? recibe(lineas, en_sur) : compra(lineas, en_sur);
    }
    Acto propio() {
        Bulto uno = bulto();
        const Bulto otro = bulto();
        const bool kit = azar_.una_de(6);
        const bool en_sur = al_sur();
        const auto que = azar_.menor(9);
        if (que == 6) return merma({uno});
        if (que == 7)
            if (const int cual = de_antes(Acto::Que::recibe, Acto::Que::compra); cual >= 0) return regresa(cual, uno.cantidad);
        if (que == 8)
            if (const int cual = de_antes(Acto::Que::vende, Acto::Que::vende); cual >= 0)
                return devuelve(cual, uno.cantidad, en_sur);
        if (que == 2) return traspasa(uno, en_sur);
        if (que == 3) return entrada();
        if (que > 3) return reempaque(uno, otro.cantidad, en_sur);
        if (kit) uno.producto = 3;
        return que == 0 ? vende({uno, otro}, en_sur) : vende({uno}, en_sur);
    }
    Acto reempaque(Bulto de, int cantidad, bool en_sur) {
        const int a = (de.producto + 1 + azar_.menor(2)) % 3;
        std::vector<Bulto> hace{{a, cantidad}};
        if (azar_.una_de(3)) hace.push_back({3 - de.producto - a, alguna()});
        return reempaca({de}, hace, en_sur, al_sur());
    }
    // An act of either kind that was done before, or none.
    int de_antes(Acto::Que uno, Acto::Que otro) {
        std::vector<int> suyos;
        for (std::size_t i = 0; i < actos.size(); ++i)
            if (actos[i].que == uno || actos[i].que == otro) suyos.push_back(static_cast<int>(i));
        return suyos.empty() ? -1 : azar_.uno(suyos);
    }
    void comun() {
        const Bulto uno = bulto();
        const bool en_sur = al_sur();
        const int entrada_anterior = azar_.una_de(6) ? de_antes(Acto::Que::recibe, Acto::Que::compra) : -1;
        if (entrada_anterior >= 0) agrega(regresa(entrada_anterior, uno.cantidad));
        else if (azar_.una_de(10)) agrega(merma({uno}));
        else if (azar_.una_de(4)) agrega(vende({uno}, en_sur));
        // What comes in goes on to where it is waited for, and is not called back for older debts.
        else if (!negativos_ && azar_.una_de(6)) agrega(traspasa(uno, en_sur));
        else if (azar_.una_de(4)) tardio();
        else agrega(entrada());
    }
    void tardio() {
        if (!costos_.empty() && azar_.una_de(3)) {
            const auto cual = azar_.menor(costos_.size());
            agrega(cancela(costos_[cual]));
            costos_.erase(costos_.begin() + static_cast<std::ptrdiff_t>(cual));
            return;
        }
        const int cual = de_antes(Acto::Que::recibe, Acto::Que::compra);
        if (cual < 0) return;
        static constexpr std::array costos{3333, 1000, 5, 10001, 4000};
        costos_.push_back(agrega(encarece(cual, azar_.uno(costos), 1)));
    }

    Azar azar_;
    bool negativos_;
    std::vector<int> costos_;
};

class CostoDeClasesModelo : public testing::TestWithParam<db::Motor> {
protected:
    // Where both shops differ; "" where they do not, or where one refused what the other did not.
    std::string difieren(const VidaEnClases& vida, MetodoCosto metodo, const std::set<int>& fuera) {
        const Quedo con = t.vivir(vida.actos, metodo, fuera);
        std::set<int> sin = fuera;
        sin.insert(vida.propios.begin(), vida.propios.end());
        const Quedo otra = t.vivir(vida.actos, metodo, sin);
        rechazada = con.faltas != otra.faltas;
        if (rechazada || al_centavo(con.costos, otra.costos, con.resto == otra.resto)) return {};
        return fmt::format("with\n{}without\n{}", con.libros, otra.libros);
    }
    // All of them cancelled, the last first or in any order; what is left.
    std::string queda(const VidaEnClases& vida, MetodoCosto metodo, std::uint64_t desorden, const std::set<int>& fuera) {
        std::vector<Acto> todo = vida.actos;
        std::set<int> ya;
        for (const Acto& a : vida.actos)
            if (a.que == Acto::Que::cancela) ya.insert(a.de);
        std::vector<int> faltan;
        for (int i = static_cast<int>(vida.actos.size()) - 1; i >= 0; --i)
            if (vida.actos[static_cast<std::size_t>(i)].que != Acto::Que::cancela && !ya.contains(i)) faltan.push_back(i);
        Azar azar{desorden};
        for (std::size_t i = faltan.size(); desorden != 0 && i > 1; --i) std::swap(faltan[i - 1], faltan.at(azar.menor(i)));
        for (const int i : faltan) todo.push_back(cancela(i));
        const Quedo quedo = t.vivir(todo, metodo, fuera);
        rechazada = !quedo.faltas.empty();
        return rechazada || al_centavo(quedo.costos, {}, quedo.resto.empty()) ? "" : quedo.libros;
    }
    // A cost that went through a repackaging and back is rounded in each class on its way: a cent may stay between the accounts
    // of what left, and nowhere else.
    static bool al_centavo(std::map<std::string, Importe> unos, const std::map<std::string, Importe>& otros, bool lo_demas) {
        for (const auto& [cuenta, importe] : otros) unos[cuenta] -= importe;
        return lo_demas && std::ranges::all_of(unos, [](const auto& c) { return std::abs(c.second.micros()) <= 10'000; });
    }
    template <class Mirar>
    void mirar(const VidaEnClases& vida, MetodoCosto metodo, const char* que, const Mirar& mira) {
        std::string mal = mira(std::set<int>{});
        alcance.hubo(rechazada ? "refused" : que);
        if (mal.empty()) return;
        // Without whatever does not matter.
        std::set<int> fuera;
        for (int i = 0; i < static_cast<int>(vida.actos.size()); ++i) {
            if (vida.actos[static_cast<std::size_t>(i)].que == Acto::Que::cancela) continue;
            std::set<int> menos = fuera;
            menos.insert(i);
            if (const auto otro = mira(menos); !otro.empty()) {
                mal = otro;
                fuera = menos;
            }
        }
        std::string cuento;
        for (int i = 0; i < static_cast<int>(vida.actos.size()); ++i)
            if (const Acto& a = vida.actos[static_cast<std::size_t>(i)];
                !fuera.contains(i) && !(a.que == Acto::Que::cancela && fuera.contains(a.de)))
                cuento += fmt::format("{}: {}{}\n", i, texto(a), std::ranges::count(vida.propios, i) > 0 ? " *" : "");
        ADD_FAILURE() << que << (metodo == MetodoCosto::peps ? ", peps\n" : ", promedio\n") << cuento << mal;
    }

    Tienda t{GetParam()};
    Alcance alcance{{"as if never", 5}, {"nothing left", 3}, "nothing left in any order"};
    bool rechazada = false;
};
CACAO_EN_AMBOS_MOTORES(CostoDeClasesModelo);

TEST_P(CostoDeClasesModelo, LoCanceladoEsComoSiNuncaHubieraSido) {
    const auto desde = modelo::del_entorno("CACAO_TEST_SEMILLA", 1);
    const auto vidas = modelo::del_entorno("CACAO_TEST_MUNDOS", GetParam() == db::Motor::sqlite ? 60 : 20);
    for (std::uint64_t semilla = desde; semilla < desde + vidas; ++semilla) {
        SCOPED_TRACE(semilla);
        const bool negativos = semilla % 2 == 0;
        const MetodoCosto metodo = semilla % 4 < 2 ? MetodoCosto::peps : MetodoCosto::promedio;
        t.l.permite_negativos(negativos);
        const VidaEnClases vida{semilla, negativos};
        mirar(vida, metodo, "as if never", [&](const std::set<int>& fuera) { return difieren(vida, metodo, fuera); });
        mirar(vida, metodo, "nothing left", [&](const std::set<int>& fuera) { return queda(vida, metodo, 0, fuera); });
        mirar(vida, metodo, "nothing left in any order",
              [&](const std::set<int>& fuera) { return queda(vida, metodo, semilla, fuera); });
    }
    EXPECT_EQ(alcance.falta(), "");
    EXPECT_EQ(fmt::format("{}", fmt::join(t.l.diferencias(), "\n")), "");
}

}  // namespace
}  // namespace cacao::test
