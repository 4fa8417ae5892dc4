#pragma once
// What the random sequences of a test must reach between them, so that what held in all of them means something: kinds that were
// registered, verbs that were done, refusals that were met. A test names it once, counts over all its seeds and asks at its end:
//
//     Alcance alcance{"Recepcion", "Entrega", {"refused", 20}};
//     …  alcance.hubo("Entrega");
//     EXPECT_EQ(alcance.falta(), "");

#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

namespace cacao::test {

class Alcance {
public:
    struct Debe {
        Debe(const char* este, std::int64_t tantas = 1) : que(este), veces(tantas) {}  // NOLINT(google-explicit-constructor)
        const char* que;
        std::int64_t veces;
    };
    Alcance(std::initializer_list<Debe> lista) {
        for (const Debe& d : lista) debe(d.que, d.veces);
    }

    void debe(std::string_view que, std::int64_t veces = 1) { cuentas_[std::string{que}].debe = veces; }
    // Also of what need not happen.
    void hubo(std::string_view que, std::int64_t veces = 1) { cuentas_[std::string{que}].hubo += veces; }

    // A line for each that was not reached; "" when all were.
    std::string falta() const {
        std::string texto;
        for (const auto& [que, c] : cuentas_)
            if (c.hubo < c.debe) texto += fmt::format("{}: reached {} of {} times\n", que, c.hubo, c.debe);
        return texto;
    }

private:
    struct Cuenta {
        std::int64_t debe = 0;
        std::int64_t hubo = 0;
    };
    std::map<std::string, Cuenta, std::less<>> cuentas_;
};

}  // namespace cacao::test
