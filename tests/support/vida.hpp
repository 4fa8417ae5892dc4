#pragma once
// One document, sold or bought, and what is done to it and undone, in a word each.

#include "support/libro.hpp"

#include <map>
#include <string>
#include <vector>

namespace cacao::test {

class Vida {
public:
    // We are a company; who sells to us is a natural person, from whom we withhold.
    explicit Vida(db::Motor motor);

    // "HONORARIOS 1 100, GASTOS 4 100": product, quantity, price. GASTOS is of the general rate, CERO and EXENTO say it, of
    // HONORARIOS and RENTA VAT and income tax are withheld, of FLETES and RETF VAT, of MEDIO half of the VAT is cost, IEPS bears
    // it.
    std::int64_t registra(bool compra, const std::string& lineas);
    // "paga 215", "salda" (what is owed), "acredita 2 3" (of a line so many), "espera 2 3" (the same, and it waits), "perdona
    // 50", "cancela 0" (which act).
    void vive(const std::string& vida);

    std::int64_t paga(Importe importe);
    std::int64_t perdona(Importe importe);
    std::int64_t acredita(std::int64_t partida, Cantidad cantidad, bool aplicar = true);
    void cancela(std::int64_t transaccionId);

    Libro l;
    std::int64_t persona;
    std::int64_t documentoId = 0;
    std::vector<std::int64_t> actos;  // what each of them registered

private:
    std::int64_t quien() const { return compra_ ? persona : l.clienteId; }

    std::map<std::string, std::int64_t> productos_;
    bool compra_ = false;
};

}  // namespace cacao::test
