#pragma once
// Small catalogs of the tax authority for CFDI 4.0, the same for every organization. Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ClaveSat {
    std::string clave;
    std::string descripcion;
};
BOOST_DESCRIBE_STRUCT(ClaveSat, (), (clave, descripcion))

struct VigenciaSat {
    Fecha vigenciaDesde;
    std::string vigenciaHasta;  // yyyy-MM-dd, or "" while it is in force
};
BOOST_DESCRIBE_STRUCT(VigenciaSat, (), (vigenciaDesde, vigenciaHasta))
template <>
inline constexpr reflect::Meta reflect::meta<&VigenciaSat::vigenciaHasta>{"yyyy-MM-dd; vacío mientras está vigente", R"("")"};

// c_RegimenFiscal
struct RegimenFiscal : ClaveSat, VigenciaSat {
    bool fisica{};
    bool moral{};
};
BOOST_DESCRIBE_STRUCT(RegimenFiscal, (ClaveSat, VigenciaSat), (fisica, moral))

// c_UsoCFDI
struct UsoCfdi : ClaveSat, VigenciaSat {
    bool fisica{};
    bool moral{};
    Guardado<std::vector<std::string>> regimenes;  // that the receiver may have
};
BOOST_DESCRIBE_STRUCT(UsoCfdi, (ClaveSat, VigenciaSat), (fisica, moral, regimenes))

// c_MetodoPago
struct MetodoPagoSat : ClaveSat, VigenciaSat {};
BOOST_DESCRIBE_STRUCT(MetodoPagoSat, (ClaveSat, VigenciaSat), ())

// c_FormaPago
struct FormaPagoSat : ClaveSat, VigenciaSat {
    bool bancarizado{};
};
BOOST_DESCRIBE_STRUCT(FormaPagoSat, (ClaveSat, VigenciaSat), (bancarizado))

enum class PersonaSat { fisica, moral };
BOOST_DESCRIBE_ENUM(PersonaSat, fisica, moral)

struct RegimenesFiltro {
    std::optional<PersonaSat> persona;
};
BOOST_DESCRIBE_STRUCT(RegimenesFiltro, (), (persona))

struct UsosCfdiFiltro {
    std::optional<PersonaSat> persona;
    std::optional<Texto<3, 3>> regimenFiscal;
};
BOOST_DESCRIBE_STRUCT(UsosCfdiFiltro, (), (persona, regimenFiscal))

std::vector<RegimenFiscal> listar_regimenes_fiscales(const Context&, const RegimenesFiltro&);
std::vector<UsoCfdi> listar_usos_cfdi(const Context&, const UsosCfdiFiltro&);
std::vector<MetodoPagoSat> listar_metodos_pago_sat(const Context&);
std::vector<FormaPagoSat> listar_formas_pago_sat(const Context&);

void register_catalogos_sat(api::Operations&);

}  // namespace cacao
