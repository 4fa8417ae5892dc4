#include "rooms/contactos/verificar.hpp"

#include "api/conteos.hpp"
#include "db/rows.hpp"
#include "reflect/decode.hpp"
#include "rooms/contactos/contacto_filas.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace cacao {

void verificar_contactos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    cada_contacto(tx, [&](const Contacto& contacto) {
        const auto id = contacto.entidadId;
        auto esperadas = palabras_de(contacto);
        std::ranges::sort(esperadas);
        const auto guardadas = tx.all<std::string>(
            "SELECT palabra FROM contactoPalabra WHERE organizacionId = $1 AND entidadId = $2 ORDER BY palabra",
            tx.organizacion(), id);
        if (guardadas != esperadas)
            diferencia(
                fmt::format("contactoPalabra: organizacionId {}, entidadId {}: the search words are not those of the contact",
                            tx.organizacion(), id));
        const auto adicionales = reflect::recuperar(contacto.contactosAdicionales);
        if (std::ranges::count_if(adicionales, [](const auto& a) { return a.principal; }) > 1)
            diferencia(
                fmt::format("contacto: organizacionId {}, entidadId {}: more than one main contact", tx.organizacion(), id));
        if (contacto.contactoPrincipal != principal_de(adicionales))
            diferencia(fmt::format("contacto: organizacionId {}, entidadId {}: contactoPrincipal is not the main one of the list",
                                   tx.organizacion(), id));
        for (const auto& cuenta : reflect::recuperar(contacto.cuentasBancarias))
            if (cuenta.cuenta.empty() && cuenta.clabe.empty())
                diferencia(fmt::format("contacto: organizacionId {}, entidadId {}: a bank account without number",
                                       tx.organizacion(), id));
    });
    verificar_conteo(tx, contacto_contado, R"(
        SELECT esCliente + 2 * esProveedor + 4 * esVendedor + 8 * esEmpleado + 16 * esOtro AS clase, activo
        FROM contacto WHERE organizacionId = $1)",
                     diferencia);
    // The flag against the rows; the reads above trust it.
    tx.each(R"(
        SELECT c.entidadId FROM contacto c WHERE c.organizacionId = $1 AND c.clasificado <>
            CASE WHEN EXISTS (SELECT 1 FROM contactoClasificacion x WHERE x.organizacionId = $1 AND x.entidadId = c.entidadId) THEN 1 ELSE 0 END)",
            [&](const db::Row& row) {
                diferencia(fmt::format(
                    "contacto: organizacionId {}, entidadId {}: clasificado does not tell whether it has classifications",
                    tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
    tx.each(R"(
        SELECT p.entidadId, count(*) FROM contactoPalabra p
        LEFT JOIN contacto c ON c.organizacionId = p.organizacionId AND c.entidadId = p.entidadId
        WHERE p.organizacionId = $1 AND c.entidadId IS NULL GROUP BY p.entidadId)",
            [&](const db::Row& row) {
                diferencia(fmt::format("contactoPalabra: organizacionId {}, entidadId {}: words of a contact that is not there",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
}

}  // namespace cacao
