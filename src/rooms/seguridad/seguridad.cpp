#include "rooms/seguridad/seguridad.hpp"

#include "rooms/seguridad/intentos.hpp"

namespace cacao {

Seguridad::Seguridad(db::Database& database, const auth::MasterKey& maestra, const api::Operations& operations,
                     const Reloj& reloj, const std::string& issuer, auth::PasswordCost contrasenas, red::Salida salida)
    : database_(database),
      reloj_(reloj),
      operaciones_(operations),
      llaves_(database, maestra, reloj),
      signer_(llaves_.keys(), {issuer, issuer}),
      contrasenas_(contrasenas),
      cursores_(maestra),
      bitacora_(maestra),
      enlaces_(maestra),
      llaves_de_sello_(maestra, sello_de_llaves),
      llaves_de_efirma_(maestra, sello_de_efirmas),
      secretos_de_identidad_(maestra, sello_de_identidad),
      secretos_de_suscripciones_(maestra, sello_de_suscripciones),
      identidades_(std::move(salida)),
      autenticador_(database, operations, reloj, llaves_, {issuer, issuer}) {
    llaves_.refresh();
}

void Seguridad::refresh() {
    llaves_.refresh();
    database_.write_now(0, [&](db::Writer& tx) { olvidar_viejos(tx, reloj_.ahora()); });
}

void register_seguridad(api::Operations& ops, Seguridad& seguridad) {
    register_autenticacion(ops, seguridad);
    register_sesiones(ops, seguridad);
    register_usuarios(ops, seguridad);
    register_contrasenas(ops, seguridad);
    register_roles(ops, seguridad);
    register_consumidores(ops, seguridad);
    register_identidades(ops, seguridad);
    register_bitacora(ops, seguridad);
}

}  // namespace cacao
