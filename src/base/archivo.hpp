#pragma once
// What a file is by its bytes, and a name for it that harms nobody who keeps it.

#include <string>
#include <string_view>

namespace cacao {

// A media type, without parameters, by the content alone: application/pdf. What is not known is text/plain where it is text of
// any kind (also HTML, which nobody is to be shown as such), and application/octet-stream else. What begins as XML does is
// application/xml, well formed or not.
std::string_view tipo_de_archivo(std::string_view bytes);

// Whether what somebody says of a file, a media type or an extension ("text/xml", "XML"), fits its type by content. What says
// nothing ("", application/octet-stream) fits all; a type that is not known here fits what was not recognized.
bool dice_el_tipo(std::string_view dicho, std::string_view tipo);

struct NombreDeArchivo {
    std::string nombre;     // never empty; 200 characters at the most
    std::string extension;  // letters and digits, 10 at the most; may be empty
};
// The last part of a path, without control characters, marks that turn the direction of writing and what file systems take for
// their own. The extension is the one that is said, that of the name, or the usual one of the type.
NombreDeArchivo nombre_de_archivo(std::string_view dicho, std::string_view extension, std::string_view tipo);

// The name without its extension, which says it again; case ignored. A name that is nothing else stays.
void quitar_extension(std::string& nombre, std::string_view extension);

// As people write it: name, point, extension.
std::string con_extension(std::string_view nombre, std::string_view extension);

}  // namespace cacao
