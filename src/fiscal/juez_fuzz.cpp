// Two doors to the judge, chosen by the first byte: the input as a whole document, and as what stands inside of one that is good.

#include "fiscal/juez.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace cacao::fiscal;
    static const Juez juez;
    if (size == 0) return 0;
    const std::string_view input{reinterpret_cast<const char*>(data) + 1, size - 1};
    constexpr std::string_view before =
        R"(<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" xmlns:p="http://www.sat.gob.mx/Pagos20" xmlns:t="http://www.sat.gob.mx/TimbreFiscalDigital" Version="4.0" Moneda="MXN" TipoDeComprobante="I" Fecha="2026-10-01T12:00:00" )";
    const auto document = data[0] % 2 == 0 ? std::string{input} : std::string{before}.append(input).append("</c:Comprobante>");
    const auto juicio = juez.juzgar(document, sin_medios());
    // Whatever is found says where; whatever is good was read.
    if (juicio.veredicto.valido() && !juicio.cfdi) std::abort();
    for (const auto& h : juicio.veredicto.hallazgos())
        if (paso(h.falla) != Paso::xml && h.donde.empty()) std::abort();
    return 0;
}
