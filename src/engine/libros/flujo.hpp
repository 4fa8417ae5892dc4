#pragma once
// Taxes on cash flow: what was settled between two dates and, less, what was undone between them, each by the date of its own.

#include "base/decimal.hpp"
#include "db/rows.hpp"
#include "engine/tipos/cuentas.hpp"
#include "reflect/types.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// Tax that became due, or ceased to: by an application, or with the document itself where it is paid as it is registered.
struct ImpuestoEnFlujo {
    Fecha fecha;
    std::int64_t pagoId{};
    std::string pagoSerie;
    std::int64_t pagoFolio{};
    std::int64_t transaccionId{};
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
    std::int64_t entidadId{};
    std::string contacto;
    Tasa tasa;
    Importe base;
    Importe importe;
    Importe pendiente;  // what left the account it was in, at what it was posted at
    Precio tipoCambio;  // of the base
    bool cancelacion{};
    bool registro{};
};
DESCRIBE_STRUCT(ImpuestoEnFlujo, (),
                (fecha, pagoId, pagoSerie, pagoFolio, transaccionId, tipo, serie, folio, entidadId, contacto, tasa, base, importe,
                 pendiente, tipoCambio, cancelacion, registro))

// `columnas` but for the date and the two marks, `de` from FROM to the last condition that holds at any date.
struct Flujo {
    std::string columnas;
    std::string de;
    std::string_view tabla;  // alias whose fecha and cancelacionFecha count
    std::string_view llave;  // its order within a day
    bool registro = false;   // settled as it is registered, not by an application
};

// ImpuestoEnFlujo of a tax (i) by applications (a) to documents (d), with `mas` columns of `tablas` joined to it.
inline Flujo flujo_de_aplicaciones(std::string_view impuesto, std::string_view mas, std::string_view tablas = "") {
    return {.columnas = fmt::format(R"(
                a.pagoId, p.serie AS pagoSerie, p.folio AS pagoFolio, i.transaccionId, d.tipo, d.serie, d.folio, d.entidadId,
                COALESCE(c.nombre, '') AS contacto, i.tasa, i.baseLocal AS base, i.efectivoLocal AS importe, i.pendienteLocal AS pendiente,
                1000000 AS tipoCambio,
                {})",
                                    mas),
            .de = fmt::format(R"(
                FROM aplicacion a
                JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId AND i.impuesto = '{}'
                {}
                JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
                JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = i.transaccionId
                LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
                WHERE a.organizacionId = $1)",
                              impuesto, tablas),
            .tabla = "a",
            .llave = "aplicacionId"};
}

// … of documents of one kind ($4) as they are registered: of a credit, what it gives back of what was collected or paid before;
// of others, all of it.
inline Flujo flujo_de_registros(std::string_view impuesto, std::string_view mas, bool de_credito = false) {
    return {
        .columnas = fmt::format(R"(
                d.transaccionId AS pagoId, d.serie AS pagoSerie, d.folio AS pagoFolio, d.transaccionId, d.tipo, d.serie, d.folio,
                d.entidadId, COALESCE(c.nombre, '') AS contacto, i.tasa, i.{0} AS base, i.{1} AS importe, i.{1} AS pendiente,
                {2}, {3})",
                                de_credito ? "baseRestituidaLocal" : "base", de_credito ? "restituidoEfectivo" : "importeLocal",
                                de_credito ? "1000000 AS tipoCambio" : "d.tipoCambio", mas),
        .de = fmt::format(R"(
                FROM documento d
                JOIN documentoImpuesto i ON i.organizacionId = $1 AND i.transaccionId = d.transaccionId AND i.impuesto = '{}'
                LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
                WHERE d.organizacionId = $1 AND d.tipo = $4{})",
                          impuesto, de_credito ? " AND (i.baseRestituida <> 0 OR i.restituido <> 0)" : ""),
        .tabla = "d",
        .llave = "transaccionId",
        .registro = true};
}

// There after settle(): `fecha`, `columnas`, `cancelacion`, `registro`. More parameters are $4 and on.
template <class Fila, class... Mas>
void pedir_flujo(db::Reader& tx, std::vector<Fila>& filas, const Flujo& flujo, Fecha desde, Fecha hasta, const Mas&... mas) {
    for (const bool cancelacion : {false, true}) {
        const auto fecha = fmt::format("{}.{}", flujo.tabla, cancelacion ? "cancelacionFecha" : "fecha");
        // IS NOT NULL for the index of cancels, which has no others.
        tx.all_later(
            filas,
            fmt::format("SELECT {0} AS fecha, {1}, {2} AS cancelacion, {3} AS registro {4} AND {0} BETWEEN $2 AND $3 AND "
                        "{0} IS NOT NULL ORDER BY {0}, {5}.{6}",
                        fecha, flujo.columnas, cancelacion ? 1 : 0, flujo.registro ? 1 : 0, flujo.de, flujo.tabla, flujo.llave),
            tx.organizacion(), desde, hasta, mas...);
    }
}

// What egresses paid to the authority of some parts: lines of a concept whose account is one of theirs, less those of egresses
// that were cancelled in the range.
Importe enterado(db::Reader& tx, std::initializer_list<Cuenta> papeles, Fecha desde, Fecha hasta);

}  // namespace cacao::engine
