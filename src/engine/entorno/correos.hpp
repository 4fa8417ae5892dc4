#pragma once
// Documents by e-mail: asked for here, in the transaction that makes them due, a row and a work for each recipient. Who sends
// them (rooms/correos) does so outside of requests.

#include "api/context.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

inline constexpr std::string_view oficio_correo = "Correo";

// Addresses as mail servers take them: Correo, in ASCII.
bool es_direccion(std::string_view direccion);
// Whom the documents of a contact go to: its own address and those of its people who get invoices; each once.
std::vector<std::string> correos_del_contacto(db::Reader& tx, std::int64_t entidadId);

struct CorreosPorPedir {
    std::int64_t transaccionId = 0;
    std::vector<std::string> destinatarios;
    std::string asunto = {};  // "": what it is, its folio and of whom
    std::string texto = {};
    bool automatico = false;
};
// Their identifiers, in the order of the recipients.
std::vector<std::int64_t> pedir_correos(Context& ctx, const CorreosPorPedir& pedidos);

// Of what was stamped just now: to its contact, where the organization wants that and the contact has an address.
void enviar_al_timbrar(Context& ctx, std::int64_t transaccionId);

}  // namespace cacao::engine
