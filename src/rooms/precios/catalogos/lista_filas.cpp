#include "rooms/precios/catalogos/lista_filas.hpp"

#include "db/rows.hpp"
#include "engine/precios/listas_precios.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_lista = R"(
    SELECT listaPreciosId, codigo, nombre, moneda, incluyeImpuestos, esGeneral, listaBaseId, factor, redondeo, redondeoMultiplo,
           convierteMoneda, margenMinimo, canalId, sucursales, COALESCE(referenciaExterna, '') AS referenciaExterna, activa, version,
           vigenciaInicio, vigenciaFin
    FROM listaPrecios WHERE organizacionId = $1)";

}  // namespace

std::string fin_en_texto(Fecha fin) { return fin == engine::sin_fin ? std::string{} : fin.iso(); }

std::vector<FilaLista> leer_listas(db::Reader& tx) {
    return tx.all<FilaLista>(std::string{columnas_de_lista} + " ORDER BY codigo", tx.organizacion());
}

std::optional<FilaLista> leer_lista(db::Reader& tx, std::int64_t listaPreciosId) {
    return tx.one<FilaLista>(std::string{columnas_de_lista} + " AND listaPreciosId = $2", tx.organizacion(), listaPreciosId);
}

FilaLista exigir_lista(db::Reader& tx, std::int64_t listaPreciosId) {
    auto l = leer_lista(tx, listaPreciosId);
    if (!l) reject(Codigo::no_encontrado, "/listaPreciosId");
    return std::move(*l);
}

void insertar_lista(db::Writer& tx, const FilaLista& l) {
    tx.run(R"(
        INSERT INTO listaPrecios (organizacionId, listaPreciosId, codigo, nombre, moneda, incluyeImpuestos, esGeneral, listaBaseId,
                                  factor, redondeo, redondeoMultiplo, convierteMoneda, canalId, sucursales, referenciaExterna,
                                  activa, version, vigenciaInicio, vigenciaFin)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, NULLIF($15, ''), $16, $17, $18, $19))",
           tx.organizacion(), l.listaPreciosId, l.codigo, l.nombre, l.moneda, l.incluyeImpuestos, l.esGeneral, l.listaBaseId,
           l.factor, l.redondeo, l.redondeoMultiplo, l.convierteMoneda, l.canalId, l.sucursales, l.referenciaExterna, l.activa,
           l.version, l.vigenciaInicio, l.vigenciaFin);
}

void modificar_lista(db::Writer& tx, const FilaLista& l) {
    tx.run(R"(
        UPDATE listaPrecios SET codigo = $3, nombre = $4, moneda = $5, incluyeImpuestos = $6, esGeneral = $7, listaBaseId = $8,
                                factor = $9, redondeo = $10, redondeoMultiplo = $11, convierteMoneda = $12, margenMinimo = $13,
                                canalId = $14, sucursales = $15, referenciaExterna = NULLIF($16, ''), activa = $17, version = $18,
                                vigenciaInicio = $19, vigenciaFin = $20
        WHERE organizacionId = $1 AND listaPreciosId = $2)",
           tx.organizacion(), l.listaPreciosId, l.codigo, l.nombre, l.moneda, l.incluyeImpuestos, l.esGeneral, l.listaBaseId,
           l.factor, l.redondeo, l.redondeoMultiplo, l.convierteMoneda, l.margenMinimo, l.canalId, l.sucursales,
           l.referenciaExterna, l.activa, l.version, l.vigenciaInicio, l.vigenciaFin);
}

std::string candado_de_precios(std::int64_t listaPreciosId, std::int64_t entidadId) {
    return listaPreciosId != 0 ? "precios/" + std::to_string(listaPreciosId) : "preciosAcordados/" + std::to_string(entidadId);
}

}  // namespace cacao
