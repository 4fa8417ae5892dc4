#pragma once
// Price lists: in which currency, for which channel and branches, for how long, and on which other list they stand. Listed whole;
// their prices are in precio.hpp.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class Redondeo { ninguno, cercano, arriba, abajo };
DESCRIBE_ENUM(Redondeo, ninguno, cercano, arriba, abajo)

struct ListaPreciosBase {
    std::int64_t listaPreciosId{};
    std::string codigo;
    std::string nombre;
    std::string moneda;
    bool incluyeImpuestos{};
    bool esGeneral{};
    std::int64_t listaBaseId{};
    Tasa factor;
    std::string redondeo;
    Precio redondeoMultiplo;
    bool convierteMoneda{};
    std::optional<Tasa> margenMinimo;
    std::int64_t canalId{};
    Guardado<std::vector<std::int64_t>> sucursales;  // [] for all
    std::string referenciaExterna;
    bool activa{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ListaPreciosBase, (),
                (listaPreciosId, codigo, nombre, moneda, incluyeImpuestos, esGeneral, listaBaseId, factor, redondeo,
                 redondeoMultiplo, convierteMoneda, margenMinimo, canalId, sucursales, referenciaExterna, activa, version))

struct ListaPrecios : ListaPreciosBase {
    std::string vigenciaInicio;
    std::string vigenciaFin;
};
DESCRIBE_STRUCT(ListaPrecios, (ListaPreciosBase), (vigenciaInicio, vigenciaFin))

struct ListaPreciosNueva {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    std::optional<Texto<3, 3>> moneda;
    std::optional<bool> incluyeImpuestos;
    std::optional<bool> esGeneral;
    std::optional<Fecha> vigenciaInicio;
    std::optional<Fecha> vigenciaFin;
    std::optional<IdOpcional> listaBaseId;
    std::optional<Tasa> factor;
    std::optional<Redondeo> redondeo;
    std::optional<NoNegativo<Precio>> redondeoMultiplo;
    std::optional<bool> convierteMoneda;
    std::optional<IdOpcional> canalId;
    std::optional<Lista<Id, 500>> sucursales;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(ListaPreciosNueva, (),
                (codigo, nombre, moneda, incluyeImpuestos, esGeneral, vigenciaInicio, vigenciaFin, listaBaseId, factor, redondeo,
                 redondeoMultiplo, convierteMoneda, canalId, sucursales, referenciaExterna))

// Left out is unchanged; null clears.
struct ListaPreciosActualizacion {
    Id listaPreciosId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Texto<3, 3>> moneda;
    std::optional<bool> incluyeImpuestos;
    std::optional<bool> esGeneral;
    std::optional<Fecha> vigenciaInicio;
    Cambio<Fecha> vigenciaFin;
    Cambio<IdOpcional> listaBaseId;
    std::optional<Tasa> factor;
    std::optional<Redondeo> redondeo;
    std::optional<NoNegativo<Precio>> redondeoMultiplo;
    std::optional<bool> convierteMoneda;
    Cambio<IdOpcional> canalId;
    std::optional<Lista<Id, 500>> sucursales;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activa;
};
DESCRIBE_STRUCT(ListaPreciosActualizacion, (),
                (listaPreciosId, codigo, nombre, moneda, incluyeImpuestos, esGeneral, vigenciaInicio, vigenciaFin, listaBaseId,
                 factor, redondeo, redondeoMultiplo, convierteMoneda, canalId, sucursales, referenciaExterna, activa))

DESCRIBE_KEY(ListaPreciosPedida, listaPreciosId)

struct MargenMinimoCambio {
    Id listaPreciosId;
    Cambio<NoNegativo<Tasa>> margenMinimo;  // 0.15; null takes the minimum away
};
DESCRIBE_STRUCT(MargenMinimoCambio, (), (listaPreciosId, margenMinimo))

std::vector<ListaPrecios> listar_listas_precios(const Context&);
ListaPrecios obtener_lista_precios(const Context&, const ListaPreciosPedida&);
ListaPrecios crear_lista_precios(Context&, const ListaPreciosNueva&);
ListaPrecios actualizar_lista_precios(Context&, const ListaPreciosActualizacion&);
ListaPrecios cambiar_margen_minimo(Context&, const MargenMinimoCambio&);

void register_listas_precios(api::Operations&);

}  // namespace cacao
