#include "api/membrete.hpp"

#include "db/rows.hpp"

#include <initializer_list>

namespace cacao {
namespace {

std::string unir(std::initializer_list<std::string_view> partes, std::string_view entre) {
    std::string todo;
    for (const auto parte : partes) {
        if (parte.empty()) continue;
        if (!todo.empty()) todo += entre;
        todo += parte;
    }
    return todo;
}

}  // namespace

std::string en_un_renglon(const Domicilio& d) {
    const std::string interior = d.numeroInterior.empty() ? "" : "int. " + std::string{d.numeroInterior};
    const std::string lugar = unir(
        {unir({d.calle, d.numeroExterior, interior}, " "), d.colonia, unir({d.codigoPostal, d.municipio}, " "), d.estado}, ", ");
    return lugar.empty() || d.pais == "MEX" ? lugar : lugar + ", " + std::string{d.pais};
}

EncabezadoOrganizacion membrete_de(db::Reader& tx) {
    auto empresa = encabezado_de_organizacion(tx);
    if (empresa.domicilio.empty())
        empresa.domicilio = tx.one<std::string>(R"(
            SELECT direccion || CASE WHEN codigoPostal = '' THEN '' ELSE ', C.P. ' || codigoPostal END FROM sucursal
            WHERE organizacionId = $1 AND activo = 1 AND direccion <> '' ORDER BY sucursalId LIMIT 1)",
                                                tx.organizacion())
                                .value_or("");
    return empresa;
}

const Imagenes& logos_de_organizacion() {
    static const Imagenes imagenes{"organizacionLogo", "logoId"};
    return imagenes;
}

}  // namespace cacao
