#include "rooms/precios/catalogos/promocion_filas.hpp"

#include "db/rows.hpp"
#include "engine/precios/promociones.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace cacao {
namespace {

constexpr std::string_view columnas_de_promocion = R"(
    SELECT promocionId, codigo, nombre, dias, sucursales, prioridad, acumulable, limitePorTicket, limiteTotal, usos, condicion,
           condicionImporte, condicionProductos, beneficio, beneficioValor, beneficioProductos,
           COALESCE(referenciaExterna, '') AS referenciaExterna, activa, version, vigenciaInicio, vigenciaFin, horaInicio, horaFin
    FROM promocion WHERE organizacionId = $1)";

}  // namespace

std::vector<FilaPromocion> leer_promociones(db::Reader& tx) {
    return tx.all<FilaPromocion>(std::string{columnas_de_promocion} + " ORDER BY codigo", tx.organizacion());
}

std::optional<FilaPromocion> leer_promocion(db::Reader& tx, std::int64_t promocionId) {
    return tx.one<FilaPromocion>(std::string{columnas_de_promocion} + " AND promocionId = $2", tx.organizacion(), promocionId);
}

std::vector<FilaPromocion> promociones_del_dia(db::Reader& tx, std::int64_t sucursalId, Fecha fecha) {
    auto todas = tx.all<FilaPromocion>(
        std::string{columnas_de_promocion} + R"( AND activa = 1 AND vigenciaFin >= $2 AND vigenciaInicio <= $2
        AND (limiteTotal = 0 OR usos < limiteTotal) ORDER BY prioridad DESC, codigo)",
        tx.organizacion(), fecha);
    std::erase_if(todas, [&](const FilaPromocion& p) { return !engine::no_vale(p, {fecha, {}, sucursalId}).empty(); });
    return todas;
}

void insertar_promocion(db::Writer& tx, const FilaPromocion& p) {
    tx.run(R"(
        INSERT INTO promocion (organizacionId, promocionId, codigo, nombre, vigenciaInicio, vigenciaFin, horaInicio, horaFin, dias,
                               sucursales, prioridad, acumulable, limitePorTicket, limiteTotal, usos, condicion, condicionImporte,
                               condicionProductos, beneficio, beneficioValor, beneficioProductos, referenciaExterna, activa, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, $15, $16, $17, $18, $19, $20, NULLIF($21, ''), 1, 1))",
           tx.organizacion(), p.promocionId, p.codigo, p.nombre, p.vigenciaInicio, p.vigenciaFin, p.horaInicio, p.horaFin, p.dias,
           p.sucursales, p.prioridad, p.acumulable, p.limitePorTicket, p.limiteTotal, p.condicion, p.condicionImporte,
           p.condicionProductos, p.beneficio, p.beneficioValor, p.beneficioProductos, p.referenciaExterna);
}

// Its uses are the engine's to count.
void modificar_promocion(db::Writer& tx, const FilaPromocion& p) {
    tx.run(R"(
        UPDATE promocion SET codigo = $3, nombre = $4, vigenciaInicio = $5, vigenciaFin = $6, horaInicio = $7, horaFin = $8, dias = $9,
                             sucursales = $10, prioridad = $11, acumulable = $12, limitePorTicket = $13, limiteTotal = $14,
                             condicion = $15, condicionImporte = $16, condicionProductos = $17, beneficio = $18, beneficioValor = $19,
                             beneficioProductos = $20, referenciaExterna = NULLIF($21, ''), activa = $22, version = $23
        WHERE organizacionId = $1 AND promocionId = $2)",
           tx.organizacion(), p.promocionId, p.codigo, p.nombre, p.vigenciaInicio, p.vigenciaFin, p.horaInicio, p.horaFin, p.dias,
           p.sucursales, p.prioridad, p.acumulable, p.limitePorTicket, p.limiteTotal, p.condicion, p.condicionImporte,
           p.condicionProductos, p.beneficio, p.beneficioValor, p.beneficioProductos, p.referenciaExterna, p.activa, p.version);
}

std::optional<int> minutos_de(std::string_view hora) {
    const auto digito = [&](std::size_t i) { return hora[i] >= '0' && hora[i] <= '9' ? hora[i] - '0' : 100; };
    if (hora.size() != 5 || hora[2] != ':') return std::nullopt;
    const int horas = digito(0) * 10 + digito(1);
    const int minutos = digito(3) * 10 + digito(4);
    if (horas > 23 || minutos > 59) return std::nullopt;
    return horas * 60 + minutos;
}

std::string hora_en_texto(int minutos) { return fmt::format("{:02}:{:02}", minutos / 60, minutos % 60); }

}  // namespace cacao
