#include "rooms/seguridad/seguridad.hpp"

#include "reflect/objeto.hpp"
#include "rooms/seguridad/intentos.hpp"
#include "rooms/seguridad/proveedor_identidad.hpp"

namespace cacao {

Seguridad::Seguridad(db::Database& database, const auth::MasterKey& maestra, const api::Operations& operations,
                     const Reloj& reloj, const std::string& issuer, auth::PasswordCost contrasenas, red::Salida salida,
                     std::string recurso)
    : database_(database),
      reloj_(reloj),
      operaciones_(operations),
      llaves_(database, maestra, reloj),
      signer_(llaves_.keys(), {issuer, issuer}),
      contrasenas_(contrasenas),
      cursores_(maestra),
      bitacora_(maestra),
      enlaces_(maestra, "enlaces"),
      confirmaciones_(maestra, "confirmaciones"),
      llaves_de_sello_(maestra, sello_de_llaves),
      llaves_de_efirma_(maestra, sello_de_efirmas),
      secretos_de_identidad_(maestra, sello_de_identidad),
      renovaciones_(maestra, "renovacion"),
      secretos_de_suscripciones_(maestra, sello_de_suscripciones),
      identidades_(std::move(salida)),
      recurso_(std::move(recurso)),
      autenticador_(database, operations, reloj, llaves_, {issuer, issuer}, identidades_, recurso_) {
    llaves_.refresh();
}

std::optional<std::string> Seguridad::recurso_protegido() const {
    if (recurso_.empty()) return std::nullopt;
    std::vector<std::string> emisores;
    std::vector<std::string> alcances;
    database_.read(0, [&](db::Reader& tx) { leer_anunciados(tx, emisores, alcances); });
    if (emisores.empty()) return std::nullopt;
    auto dicho = reflect::objeto("resource", recurso_, "resource_name", "Cacao", "authorization_servers", emisores,
                                 "bearer_methods_supported", std::vector<std::string>{"header"});
    if (alcances.empty()) return dicho;
    dicho.pop_back();
    return dicho + R"(,"scopes_supported":)" + reflect::to_json(alcances) + "}";
}

void Seguridad::refresh() {
    llaves_.refresh();
    database_.write_now(0, [&](db::Writer& tx) { olvidar_viejos(tx, reloj_.ahora()); });
}

void register_seguridad(api::Operations& ops, Seguridad& seguridad) {
    register_autenticacion(ops, seguridad);
    register_instalacion(ops, seguridad);
    register_sesiones(ops, seguridad);
    register_usuarios(ops, seguridad);
    register_contrasenas(ops, seguridad);
    register_roles(ops, seguridad);
    register_consumidores(ops, seguridad);
    register_identidades(ops, seguridad);
    register_bitacora(ops, seguridad);
}

}  // namespace cacao
