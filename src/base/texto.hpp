#pragma once
// Text as people write it in Spanish: trimming, case, and folding for search.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

std::string_view recortado(std::string_view texto);
// ASCII and the Latin letters of Spanish (á → Á, ñ → Ñ); other characters stay.
std::string mayusculas(std::string_view texto);
// For searching: lower case, no accents, ñ → n, everything that is not a letter or digit becomes one blank.
std::string plegado(std::string_view texto);
// The distinct words of `plegado(texto)`, in order of appearance.
std::vector<std::string> palabras(std::string_view texto);
// Characters, not bytes.
std::size_t largo_utf8(std::string_view texto);
bool utf8_valido(std::string_view texto);
// As much of a valid text as fits into so many bytes, without a part of a character at the end.
std::string_view principio_utf8(std::string_view texto, std::size_t bytes);

// For a terminal: bytes that would steer it (control characters, also those above ASCII, and marks that turn the direction of
// writing) and bytes that are no UTF-8 stand as \xNN; line breaks too.
std::string imprimible(std::string_view texto);

std::string base64(std::string_view bytes);
std::string base64url(std::string_view bytes);  // no padding
// False when the text is not exactly what the encoder writes (padding, alphabet, stray bits).
bool leer_base64(std::string_view texto, std::string& bytes);
bool leer_base64url(std::string_view texto, std::string& bytes);
std::string hexadecimal(std::string_view bytes);

}  // namespace cacao
