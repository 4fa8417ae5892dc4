#pragma once
// A notice as Standard Webhooks 1.0.0 has it: who it is from is proven by a code over its identifier, its moment and its body.

#include "base/fecha.hpp"
#include "red/cliente.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cacao::eventos {

// 32 bytes of chance, and as its owner gets to see them: whsec_…
std::string nuevo_secreto();
std::string secreto_visible(std::string_view secreto);

// `v1,…` for each secret that is in force, with a blank between them.
std::string firmar(const std::vector<std::string>& secretos, std::string_view id, Instante cuando, std::string_view cuerpo);

// The whole call.
red::Peticion aviso(const std::string& url, const std::vector<std::string>& secretos, const std::string& id, std::string cuerpo,
                    Instante cuando, std::chrono::milliseconds limite);

// For how many seconds the receiver asks to be left alone: a number, or a day as HTTP writes it. 0: it does not say.
std::int64_t pausa_pedida(const red::Respuesta& respuesta, Instante ahora);

}  // namespace cacao::eventos
