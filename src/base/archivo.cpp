#include "base/archivo.hpp"

#include "base/ascii.hpp"
#include "base/imagen.hpp"
#include "base/texto.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace cacao {
namespace {

constexpr std::size_t nombre_maximo = 200;
constexpr std::size_t extension_maxima = 10;

using namespace std::string_view_literals;

constexpr std::string_view xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
constexpr std::string_view docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
constexpr std::string_view pptx = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

// The first extension of a type is the one that a file without a name gets.
constexpr std::array<std::pair<std::string_view, std::string_view>, 27> extensiones{{
    {"application/pdf", "pdf"},
    {"application/xml", "xml"},
    {"application/xml", "svg"},
    {"image/png", "png"},
    {"image/jpeg", "jpg"},
    {"image/jpeg", "jpeg"},
    {"image/gif", "gif"},
    {"image/webp", "webp"},
    {"image/tiff", "tif"},
    {"image/tiff", "tiff"},
    {"image/heic", "heic"},
    {"application/zip", "zip"},
    {"application/gzip", "gz"},
    {"application/x-7z-compressed", "7z"},
    {"application/vnd.rar", "rar"},
    {xlsx, "xlsx"},
    {docx, "docx"},
    {pptx, "pptx"},
    {"application/x-ole-storage", "doc"},
    {"application/x-ole-storage", "xls"},
    {"application/x-ole-storage", "msg"},
    {"text/plain", "txt"},
    {"text/plain", "csv"},
    {"text/plain", "json"},
    {"text/plain", "htm"},
    {"text/plain", "html"},
    {"text/plain", "log"},
}};

// Other words for what is recognized, and what is written in a form that is.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> otros_nombres{{
    {"text/xml", "application/xml"},
    {"image/jpg", "image/jpeg"},
    {"image/pjpeg", "image/jpeg"},
    {"image/svg+xml", "application/xml"},
    {"application/x-pdf", "application/pdf"},
    {"application/x-zip-compressed", "application/zip"},
    {"application/x-gzip", "application/gzip"},
    {"application/x-rar-compressed", "application/vnd.rar"},
    {"application/msword", "application/x-ole-storage"},
    {"application/vnd.ms-excel", "application/x-ole-storage"},
    {"application/vnd.ms-outlook", "application/x-ole-storage"},
    {"application/json", "text/plain"},
    {"application/csv", "text/plain"},
    {"image/heif", "image/heic"},
    {"application/x-7z", "application/x-7z-compressed"},
    {"application/xhtml+xml", "application/xml"},
}};

bool contiene(std::string_view bytes, std::string_view que) { return bytes.find(que) != std::string_view::npos; }

std::string_view tipo_de_zip(std::string_view bytes) {
    if (contiene(bytes, "xl/workbook.xml")) return xlsx;
    if (contiene(bytes, "word/document.xml")) return docx;
    if (contiene(bytes, "ppt/presentation.xml")) return pptx;
    return "application/zip";
}

bool empieza_como_xml(std::string_view bytes) {
    // In two bytes for each character: no text that we read, but XML all the same to whoever does.
    if (bytes.starts_with("\xFF\xFE<\0"sv) || bytes.starts_with("\xFE\xFF\0<"sv)) return true;
    if (bytes.starts_with("<\0?\0"sv) || bytes.starts_with("\0<\0?"sv)) return true;
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    return recortado(bytes.substr(0, 1024)).starts_with("<?xml");
}

bool es_texto(std::string_view bytes) {
    const auto extrano = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f') || byte == 0x7F;
    };
    return std::ranges::none_of(bytes, extrano) && utf8_valido(bytes);
}

bool es_extension(std::string_view texto) {
    const auto fina = [](char c) { return (c >= '0' && c <= '9') || (minuscula_ascii(c) >= 'a' && minuscula_ascii(c) <= 'z'); };
    return !texto.empty() && texto.size() <= extension_maxima && std::ranges::all_of(texto, fina);
}

// Of valid UTF-8; moves behind it.
std::uint32_t caracter(std::string_view texto, std::size_t& i) {
    const auto primero = static_cast<unsigned char>(texto[i++]);
    if (primero < 0x80) return primero;
    std::uint32_t valor = primero & (primero >= 0xF0 ? 0x07U : primero >= 0xE0 ? 0x0FU : 0x1FU);
    while (i < texto.size() && (static_cast<unsigned char>(texto[i]) & 0xC0U) == 0x80U)
        valor = valor << 6U | (static_cast<unsigned char>(texto[i++]) & 0x3FU);
    return valor;
}

// Those that steer a terminal, turn the direction of writing, end lines or are not seen.
bool invisible(std::uint32_t c) {
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFB) ||
           (c >= 0xE0000 && c <= 0xE0FFF);
}

std::string limpio(std::string_view dicho) {
    if (const auto barra = dicho.find_last_of("/\\"); barra != std::string_view::npos) dicho.remove_prefix(barra + 1);
    std::string out;
    for (std::size_t i = 0; i < dicho.size();) {
        const std::size_t desde = i;
        const auto c = caracter(dicho, i);
        if (invisible(c)) continue;
        if (c < 0x80 && "<>:\"|?*"sv.find(static_cast<char>(c)) != std::string_view::npos) out.push_back('_');
        else out.append(dicho.substr(desde, i - desde));
    }
    const auto primero = out.find_first_not_of(" .");
    if (primero == std::string::npos) return {};
    return out.substr(primero, out.find_last_not_of(" .") - primero + 1);
}

std::string_view primeros_caracteres(std::string_view texto, std::size_t cuantos) {
    std::size_t i = 0;
    while (i < texto.size() && cuantos-- > 0) caracter(texto, i);
    return texto.substr(0, i);
}

}  // namespace

std::string_view tipo_de_archivo(std::string_view bytes) {
    if (bytes.starts_with("%PDF-")) return "application/pdf";
    if (const auto imagen = reconocer_imagen(bytes)) return imagen->tipo;
    if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06")) return tipo_de_zip(bytes);
    if (bytes.starts_with("\xD0\xCF\x11\xE0")) return "application/x-ole-storage";
    if (bytes.starts_with("\x1F\x8B")) return "application/gzip";
    if (bytes.starts_with("7z\xBC\xAF\x27\x1C")) return "application/x-7z-compressed";
    if (bytes.starts_with("Rar!\x1A\x07")) return "application/vnd.rar";
    if (bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv)) return "image/tiff";
    if (bytes.size() > 12 && bytes.substr(4, 4) == "ftyp" && (bytes.substr(8, 4) == "heic" || bytes.substr(8, 4) == "mif1"))
        return "image/heic";
    if (empieza_como_xml(bytes)) return "application/xml";
    return es_texto(bytes) ? "text/plain" : "application/octet-stream";
}

bool dice_el_tipo(std::string_view dicho, std::string_view tipo) {
    std::string said = minusculas_ascii(recortado(dicho.substr(0, dicho.find(';'))));
    if (said.starts_with('.')) said.erase(0, 1);
    if (said.empty() || said == "application/octet-stream" || said == tipo) return true;
    for (const auto& [otro, suyo] : otros_nombres)
        if (said == otro) return tipo == suyo;
    if (tipo == "text/plain" && said.starts_with("text/")) return true;
    // Documents of offices and others in a container that is recognized by itself alone.
    if (tipo == "application/zip" && said.starts_with("application/vnd.")) return true;
    bool conocida = false;
    for (const auto& [suyo, extension] : extensiones) {
        if (said == extension && suyo == tipo) return true;
        conocida = conocida || said == extension || said == suyo;
    }
    return !conocida && (tipo == "application/octet-stream" || said.find('/') == std::string::npos);
}

void quitar_extension(std::string& nombre, std::string_view extension) {
    if (extension.empty() || nombre.size() <= extension.size() + 1) return;
    const std::string_view final = std::string_view{nombre}.substr(nombre.size() - extension.size());
    const bool igual = std::ranges::equal(final, extension, {}, minuscula_ascii, minuscula_ascii);
    if (igual && nombre[nombre.size() - extension.size() - 1] == '.') nombre.resize(nombre.size() - extension.size() - 1);
}

std::string con_extension(std::string_view nombre, std::string_view extension) {
    std::string entero{nombre};
    if (!extension.empty()) entero.append(".").append(extension);
    return entero;
}

NombreDeArchivo nombre_de_archivo(std::string_view dicho, std::string_view extension, std::string_view tipo) {
    NombreDeArchivo n{limpio(dicho), {}};
    if (extension.starts_with('.')) extension.remove_prefix(1);
    if (es_extension(extension)) {
        n.extension = extension;
    } else if (const auto punto = n.nombre.rfind('.'); punto != std::string::npos && es_extension(n.nombre.substr(punto + 1))) {
        n.extension = n.nombre.substr(punto + 1);
    } else {
        const auto usual = std::ranges::find(extensiones, tipo, &std::pair<std::string_view, std::string_view>::first);
        if (usual != extensiones.end()) n.extension = usual->second;
    }
    quitar_extension(n.nombre, n.extension);
    n.nombre = primeros_caracteres(n.nombre, nombre_maximo);
    // What was cut, or stood before the extension.
    n.nombre.resize(n.nombre.find_last_not_of(" .") + 1);
    if (n.nombre.empty()) n.nombre = "archivo";
    return n;
}

}  // namespace cacao
