#pragma once
// Payment methods of banks, with the fields that the interface document states. Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct FormaPago {
    std::int64_t formaPagoId{};
    std::string nombre;
    bool maneja_cheques{};
    std::int64_t monedaId{};  // the only currency it takes, or 0
    std::string referencia;
    std::string comentario;
    bool generaConsecutivo{};
    bool activo{};
    std::string claveSAT;
    std::string claveContabilidadElectronica;
    std::string claveSAT33;
};
DESCRIBE_STRUCT(FormaPago, (),
                (formaPagoId, nombre, maneja_cheques, monedaId, referencia, comentario, generaConsecutivo, activo, claveSAT,
                 claveContabilidadElectronica, claveSAT33))

// What its maintenance shows beside them.
struct FormaPagoGuardada : FormaPago {
    bool enEgreso{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(FormaPagoGuardada, (FormaPago), (enEgreso, version))

struct FormaPagoNueva {
    Texto<100, 1> nombre;
    std::optional<bool> maneja_cheques;
    std::optional<Entero<0, 999>> monedaId;
    std::optional<Texto<100>> referencia;
    std::optional<Texto<500>> comentario;
    std::optional<bool> generaConsecutivo;
    Texto<2, 2> claveSAT;
    std::optional<Texto<2>> claveContabilidadElectronica;
    std::optional<Texto<2>> claveSAT33;
    std::optional<bool> enEgreso;
};
DESCRIBE_STRUCT(FormaPagoNueva, (),
                (nombre, maneja_cheques, monedaId, referencia, comentario, generaConsecutivo, claveSAT,
                 claveContabilidadElectronica, claveSAT33, enEgreso))

// Left out is unchanged; "" or null clears.
struct FormaPagoActualizacion {
    Id formaPagoId;
    std::optional<Texto<100, 1>> nombre;
    std::optional<bool> maneja_cheques;
    Cambio<Entero<0, 999>> monedaId;
    Cambio<Texto<100>> referencia;
    Cambio<Texto<500>> comentario;
    std::optional<bool> generaConsecutivo;
    std::optional<Texto<2, 2>> claveSAT;
    Cambio<Texto<2>> claveContabilidadElectronica;
    Cambio<Texto<2>> claveSAT33;
    std::optional<bool> enEgreso;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(FormaPagoActualizacion, (),
                (formaPagoId, nombre, maneja_cheques, monedaId, referencia, comentario, generaConsecutivo, claveSAT,
                 claveContabilidadElectronica, claveSAT33, enEgreso, activo))

std::vector<FormaPago> listar_formas_pago(const Context&);
std::vector<FormaPago> listar_formas_pago_egreso(const Context&);
FormaPagoGuardada crear_forma_pago(Context&, const FormaPagoNueva&);
FormaPagoGuardada actualizar_forma_pago(Context&, const FormaPagoActualizacion&);

void register_formas_pago(api::Operations&);

}  // namespace cacao
