#pragma once
// Which account plays which part. A kind names the part (`Cuenta::ventas`); the organization's table says which account that is
// for a product class, a warehouse or a contact, and otherwise for everything.

#include "base/error.hpp"
#include "db/db.hpp"
#include "reflect/describe.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

enum class Cuenta : std::uint8_t {
#define CACAO_PAPEL(nombre, codigo) nombre,
#include "engine/tipos/papeles.inc"
#undef CACAO_PAPEL
    // Not parts but answers of the document itself:
    partida,        // what the line says: a concept's account, inventory, goods received and not invoiced
    banco,          // of the document's own bank account
    banco_destino,  // of the other one
};

// The part that plays another one's where the organization gave that one no account; the same part where there is none.
Cuenta respaldo_de(Cuenta papel);

// How many parts an organization may assign: those before `partida`.
inline constexpr std::size_t papeles = static_cast<std::size_t>(Cuenta::partida);

std::string_view nombre(Cuenta papel);
// Nothing for a text that names no part; `partida`, `banco` and `banco_destino` are none.
std::optional<Cuenta> papel_de(std::string_view nombre);

// What may have an account of its own, most particular first.
inline constexpr std::array<std::string_view, 3> ambitos{"contacto", "almacen", "clasificacion"};
struct Ambito {
    std::int64_t clasificacionId = 0;
    std::int64_t almacenId = 0;
    std::int64_t entidadId = 0;
};

// On which side an account grows.
enum class NaturalezaCuenta : std::uint8_t { deudora, acreedora };
DESCRIBE_ENUM(NaturalezaCuenta, deudora, acreedora)

// Accounts that carry what is kept elsewhere too, piece by piece: what contacts owe and are owed, goods, what was received and is
// not invoiced yet, what a revaluation adds to balances. Nothing but the documents behind it may move such a balance, or the two
// no longer agree.
bool es_de_control(Cuenta papel);
// SQL, 1 or 0: whether the account in `columna` plays such a part or once did (of the organization $1).
std::string de_control_sql(std::string_view columna);
// The same of one account.
bool es_cuenta_de_control(db::Reader& tx, std::int64_t cuentaId);
// An account that a record names must be there, in use and one of detail …
void exigir_cuenta_de_detalle(db::Reader& tx, std::int64_t cuentaId, std::string_view campo, Faltas& faltas);
// … and, where the record posts to it, none of those of control. Of 0 it is required.
void exigir_cuenta_libre(db::Reader& tx, std::int64_t cuentaId, std::string_view campo, Faltas& faltas);

// Entries by hand to such accounts need a right of their own.
inline constexpr std::string_view derecho_de_control = "PolizaEnControl";
inline constexpr std::string_view grupo_de_control = "Contabilidad";

// Which account plays which part, as it was read.
class MapaCuentas {
public:
    // A part that stands for another one (respaldo_de) leaves the word to what that one says of the same class, warehouse or
    // contact. Throws Error(cuenta_sin_definir) with the part in its data when nobody said which account it is.
    std::int64_t de(Cuenta papel, const Ambito& ambito = {}) const;
    void poner(std::string_view papel, std::string_view ambito, std::int64_t ambitoId, std::int64_t cuentaId);

private:
    struct Propia {
        Cuenta papel{};
        std::size_t ambito = 0;  // its place in `ambitos`
        std::int64_t ambitoId = 0;
        std::int64_t cuentaId = 0;
    };
    std::array<std::int64_t, papeles> generales_{};
    std::vector<Propia> propias_;
};
// As it is while `configuracion.papeles` is `sello`: read when this process sees that number for the first time, remembered then.
MapaCuentas cuentas_de(db::Reader& tx, std::int64_t sello);
// After every change to cuentaPapel, in the same transaction: what was remembered is no longer asked for.
void renovar_papeles(db::Writer& tx);

// The same for one transaction, read when first asked.
class Cuentas {
public:
    explicit Cuentas(db::Reader& tx) : tx_(tx) {}
    std::int64_t de(Cuenta papel, const Ambito& ambito = {});

private:
    db::Reader& tx_;
    std::optional<MapaCuentas> mapa_;
};

}  // namespace cacao::engine
