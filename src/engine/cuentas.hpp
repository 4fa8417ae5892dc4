#pragma once
// Which account plays which part. A kind names the part (`Cuenta::ventas`); the organization's table says which account that is
// for a product class, a warehouse or a contact, and otherwise for everything.

#include "db/db.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cacao::engine {

enum class Cuenta : std::uint8_t {
#define CACAO_PAPEL(nombre, codigo) nombre,
#include "engine/papeles.inc"
#undef CACAO_PAPEL
    // Not parts but answers of the document itself:
    partida,        // what the line says: a concept's account, inventory, goods received and not invoiced
    banco,          // of the document's own bank account
    banco_destino,  // of the other one
};

std::string_view nombre(Cuenta papel);

// What may have an account of its own, most particular first: contacto, almacen, clasificacion.
struct Ambito {
    std::int64_t clasificacionId = 0;
    std::int64_t almacenId = 0;
    std::int64_t entidadId = 0;
};

// The accounts of one organization as one transaction sees them. Reads the table once, when first asked.
class Cuentas {
public:
    explicit Cuentas(db::Reader& tx) : tx_(tx) {}
    // Throws Error(cuenta_sin_definir) with the part in its data when nobody said which account it is.
    std::int64_t de(Cuenta papel, const Ambito& ambito = {});

private:
    struct Fila {
        Cuenta papel{};
        char ambito = 0;  // first letter of the scope, 0 for all
        std::int64_t ambitoId = 0;
        std::int64_t cuentaId = 0;
    };
    void leer();
    db::Reader& tx_;
    bool leidas_ = false;
    std::vector<Fila> filas_;
};

}  // namespace cacao::engine
