#pragma once
// Which refusals an operation need not declare: the decoder and what stands around every operation make them of any request.

#include <algorithm>
#include <array>
#include <string_view>

namespace cacao::test {

inline bool de_toda_operacion(std::string_view codigo) {
    static constexpr std::array<std::string_view, 33> todas{
        "requerido",
        "campo_desconocido",
        "campo_repetido",
        "tipo_incorrecto",
        "json_invalido",
        "utf8_invalido",
        "demasiada_profundidad",
        "demasiados_valores",
        "cuerpo_requerido",
        "cuerpo_inesperado",
        "demasiados_decimales",
        "fuera_de_rango",
        "texto_muy_largo",
        "texto_muy_corto",
        "caracter_no_permitido",
        "lista_vacia",
        "lista_muy_larga",
        "valor_no_permitido",
        "fecha_invalida",
        "instante_invalido",
        "rfc_invalido",
        "rfc_digito",
        "curp_invalida",
        "uuid_invalido",
        "correo_invalido",
        "clabe_invalida",
        "codigo_postal_invalido",
        "version_no_soportada",
        "encabezado_invalido",
        "peticion_malformada",
        "simular_no_disponible",
        "permiso_denegado",
        "demasiadas_peticiones",
    };
    return std::ranges::find(todas, codigo) != todas.end();
}

}  // namespace cacao::test
