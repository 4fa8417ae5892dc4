#include "engine/tipos/cuentas.hpp"

#include "base/error.hpp"
#include "base/recordadas.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

namespace cacao::engine {
namespace {

constexpr std::array<std::string_view, papeles + 3> nombres{
#define CACAO_PAPEL(nombre, codigo) #nombre,
#include "engine/tipos/papeles.inc"
#undef CACAO_PAPEL
    "partida", "banco", "banco_destino"};

struct CuentaNombrada {
    bool activo = false;
    bool esAcumulativa = false;
};
DESCRIBE_STRUCT(CuentaNombrada, (), (activo, esAcumulativa))

Recordadas<MapaCuentas>& recordadas() {
    static Recordadas<MapaCuentas> todas;
    return todas;
}

}  // namespace

std::string_view nombre(Cuenta papel) { return nombres.at(static_cast<std::size_t>(papel)); }

std::optional<Cuenta> papel_de(std::string_view nombre) {
    const auto* const fin = nombres.begin() + papeles;
    const auto* const hallado = std::find(nombres.begin(), fin, nombre);
    if (hallado == fin) return std::nullopt;
    return static_cast<Cuenta>(hallado - nombres.begin());
}

Cuenta respaldo_de(Cuenta papel) {
    switch (papel) {
        case Cuenta::ventas_frontera:
        case Cuenta::ventas_cero:
        case Cuenta::ventas_exentas: return Cuenta::ventas;
        case Cuenta::ventas_exportacion: return Cuenta::ventas_cero;
        case Cuenta::devoluciones_venta_frontera:
        case Cuenta::devoluciones_venta_cero:
        case Cuenta::devoluciones_venta_exentas: return Cuenta::devoluciones_venta;
        case Cuenta::isr_arrendamiento_por_pagar: return Cuenta::isr_retenido_por_pagar;
        default: return papel;
    }
}

bool es_de_control(Cuenta papel) {
    switch (papel) {
        case Cuenta::clientes:
        case Cuenta::anticipo_clientes:
        case Cuenta::proveedores:
        case Cuenta::anticipo_proveedores:
        case Cuenta::inventario:
        case Cuenta::recibido_no_facturado:
        case Cuenta::devoluciones_por_acreditar:
        case Cuenta::revaluacion_bancos:
        case Cuenta::revaluacion_clientes:
        case Cuenta::revaluacion_anticipo_clientes:
        case Cuenta::revaluacion_proveedores:
        case Cuenta::revaluacion_anticipo_proveedores: return true;
        default: return false;
    }
}

std::string de_control_sql(std::string_view columna) {
    std::string sql = "CASE WHEN EXISTS (SELECT 1 FROM cuentaPapelHistoria h WHERE h.organizacionId = $1 AND h.papel IN (";
    for (std::size_t i = 0; i < papeles; ++i)
        if (es_de_control(static_cast<Cuenta>(i))) sql.append(sql.back() == '(' ? "'" : ", '").append(nombres.at(i)).append("'");
    return sql.append(") AND h.cuentaId = ").append(columna).append(") THEN 1 ELSE 0 END");
}

bool es_cuenta_de_control(db::Reader& tx, std::int64_t cuentaId) {
    static const std::string sql = "SELECT " + de_control_sql("CAST($2 AS BIGINT)");
    return tx.one<std::int64_t>(sql, tx.organizacion(), cuentaId) == 1;
}

void exigir_cuenta_de_detalle(db::Reader& tx, std::int64_t cuentaId, std::string_view campo, Faltas& faltas) {
    const auto cuenta = tx.one<CuentaNombrada>(
        "SELECT activo, esAcumulativa FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2", tx.organizacion(), cuentaId);
    faltas.agregar_si(!cuenta, Codigo::no_encontrado, campo);
    faltas.agregar_si(cuenta && !cuenta->activo, Codigo::inactivo, campo);
    faltas.agregar_si(cuenta && cuenta->esAcumulativa, Codigo::cuenta_acumulativa, campo);
}

void exigir_cuenta_libre(db::Reader& tx, std::int64_t cuentaId, std::string_view campo, Faltas& faltas) {
    if (cuentaId == 0) return faltas.agregar(Codigo::requerido, std::string{campo});
    exigir_cuenta_de_detalle(tx, cuentaId, campo, faltas);
    faltas.agregar_si(es_cuenta_de_control(tx, cuentaId), Codigo::cuenta_de_control, campo);
}

void MapaCuentas::poner(std::string_view papel, std::string_view ambito, std::int64_t ambitoId, std::int64_t cuentaId) {
    // A part that a later version of the program has is none of ours.
    const auto cual = papel_de(papel);
    if (!cual) return;
    const auto* const lugar = std::ranges::find(ambitos, ambito);
    if (ambito.empty()) generales_.at(static_cast<std::size_t>(*cual)) = cuentaId;
    else if (lugar != ambitos.end())
        propias_.push_back({*cual, static_cast<std::size_t>(lugar - ambitos.begin()), ambitoId, cuentaId});
}

std::int64_t MapaCuentas::de(Cuenta papel, const Ambito& ambito) const {
    reject_if(static_cast<std::size_t>(papel) >= papeles, Codigo::interno, "");  // the document answers these itself
    std::vector<Cuenta> cuales{papel};
    while (respaldo_de(cuales.back()) != cuales.back()) cuales.push_back(respaldo_de(cuales.back()));
    const std::array<std::int64_t, ambitos.size()> ids{ambito.entidadId, ambito.almacenId, ambito.clasificacionId};
    for (const Cuenta cual : cuales)
        for (std::size_t i = 0; i < ids.size() && !propias_.empty(); ++i)
            for (const auto& p : propias_)
                if (ids[i] != 0 && p.papel == cual && p.ambito == i && p.ambitoId == ids[i]) return p.cuentaId;
    for (const Cuenta cual : cuales)
        if (const auto general = generales_.at(static_cast<std::size_t>(cual)); general != 0) return general;
    reject(Codigo::cuenta_sin_definir, "", reflect::objeto("papel", nombre(papel)));
}

MapaCuentas cuentas_de(db::Reader& tx, std::int64_t sello) {
    if (sello != 0)
        if (auto mapa = recordadas().de(sello)) return *std::move(mapa);
    MapaCuentas mapa;
    tx.each(
        "SELECT papel, ambito, ambitoId, cuentaId FROM cuentaPapel WHERE organizacionId = $1",
        [&mapa](const db::Row& row) { mapa.poner(row.text(0), row.text(1), row.integer(2), row.integer(3)); }, tx.organizacion());
    if (sello != 0) recordadas().guardar(sello, mapa);
    return mapa;
}

void renovar_papeles(db::Writer& tx) {
    // Drawn and not counted: a number that was rolled back, or that another database of this process has, must not come again.
    // The numbers of older organizations are small.
    const std::string bytes = azar(sizeof(std::int64_t));
    std::int64_t sello = 0;
    std::memcpy(&sello, bytes.data(), sizeof sello);
    sello = (sello & std::numeric_limits<std::int64_t>::max()) | (std::int64_t{1} << 62);
    tx.run("UPDATE configuracion SET papeles = $2 WHERE organizacionId = $1", tx.organizacion(), sello);
}

std::int64_t Cuentas::de(Cuenta papel, const Ambito& ambito) {
    if (!mapa_) {
        const auto sello =
            tx_.one<std::int64_t>("SELECT papeles FROM configuracion WHERE organizacionId = $1", tx_.organizacion());
        mapa_ = cuentas_de(tx_, sello.value_or(0));
    }
    return mapa_->de(papel, ambito);
}

}  // namespace cacao::engine
