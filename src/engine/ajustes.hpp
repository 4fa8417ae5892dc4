#pragma once
// What the organization settled once for all its documents.

#include "db/db.hpp"

#include <boost/describe.hpp>

#include <optional>
#include <string>

namespace cacao::engine {

struct Ajustes {
    std::string moneda;
    int decimales = 2;
    bool existenciaNegativa = false;
    bool pagoDeTerceros = false;
    bool limiteCreditoEstricto = false;
    std::string rfc;         // of the organization
    bool conMargen = false;  // some price list has a minimum
    bool autorizaQuienSolicita = false;
};
BOOST_DESCRIBE_STRUCT(Ajustes, (),
                      (moneda, decimales, existenciaNegativa, pagoDeTerceros, limiteCreditoEstricto, rfc, conMargen,
                       autorizaQuienSolicita))

Ajustes leer_ajustes(db::Reader& tx);
// Asked for now, there after settle().
void pedir_ajustes(db::Reader& tx, std::optional<Ajustes>& ajustes);

}  // namespace cacao::engine
