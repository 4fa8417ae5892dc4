#pragma once
// Small catalogs of the tax authority for CFDI 4.0 that have a list of their own. Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ClaveSat {
    std::string clave;
    std::string descripcion;
};
DESCRIBE_STRUCT(ClaveSat, (), (clave, descripcion))

struct VigenciaSat {
    Fecha vigenciaInicio;
    std::string vigenciaFin;  // yyyy-MM-dd, or "" while it is in force
};
DESCRIBE_STRUCT(VigenciaSat, (), (vigenciaInicio, vigenciaFin))

// For whom a regime or a use is.
struct PersonasSat {
    bool fisica{};
    bool moral{};
};
DESCRIBE_STRUCT(PersonasSat, (), (fisica, moral))

// c_RegimenFiscal
struct RegimenFiscal : ClaveSat, VigenciaSat, PersonasSat {};
DESCRIBE_STRUCT(RegimenFiscal, (ClaveSat, VigenciaSat, PersonasSat), ())

// c_UsoCFDI
struct UsoCfdi : ClaveSat, VigenciaSat, PersonasSat {
    std::vector<std::string> regimenes;  // that the receiver may have
};
DESCRIBE_STRUCT(UsoCfdi, (ClaveSat, VigenciaSat, PersonasSat), (regimenes))

// c_MetodoPago
struct MetodoPagoSat : ClaveSat, VigenciaSat {};
DESCRIBE_STRUCT(MetodoPagoSat, (ClaveSat, VigenciaSat), ())

// c_FormaPago
struct FormaPagoSat : ClaveSat, VigenciaSat {
    bool bancarizado{};
};
DESCRIBE_STRUCT(FormaPagoSat, (ClaveSat, VigenciaSat), (bancarizado))

enum class PersonaSat { fisica, moral };
DESCRIBE_ENUM(PersonaSat, fisica, moral)

struct VigentesFiltro {
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(VigentesFiltro, (), (fecha))

struct RegimenesFiltro : VigentesFiltro {
    std::optional<PersonaSat> persona;
};
DESCRIBE_STRUCT(RegimenesFiltro, (VigentesFiltro), (persona))

struct UsosCfdiFiltro : VigentesFiltro {
    std::optional<PersonaSat> persona;
    std::optional<Texto<3, 3>> regimenFiscal;
};
DESCRIBE_STRUCT(UsosCfdiFiltro, (VigentesFiltro), (persona, regimenFiscal))

std::vector<RegimenFiscal> listar_regimenes_fiscales(const Context&, const RegimenesFiltro&);
std::vector<UsoCfdi> listar_usos_cfdi(const Context&, const UsosCfdiFiltro&);
std::vector<MetodoPagoSat> listar_metodos_pago_sat(const Context&, const VigentesFiltro&);
std::vector<FormaPagoSat> listar_formas_pago_sat(const Context&, const VigentesFiltro&);

void register_catalogos_sat(api::Operations&);

}  // namespace cacao
