#include "engine/precios/perfil_impuestos.hpp"

#include <algorithm>

namespace cacao::engine {
namespace {

// c_TasaOCuota: the whole VAT may be withheld, income tax up to 35 %; no IEPS rate is above 160 %.
constexpr Tasa ivaRetenido_maximo = Tasa::de_micros(160'000);
constexpr Tasa isrRetenido_maximo = Tasa::de_micros(350'000);
constexpr Tasa iepsTasa_maxima = Tasa::de_micros(1'600'000);

}  // namespace

PerfilImpuestos perfil_inicial() {
    PerfilImpuestos perfil;
    perfil.iva = reflect::enum_name(ClaseIva::tasa);
    perfil.ivaFrontera = true;
    return perfil;
}

void aplicar_perfil(const PerfilPedido& pedido, PerfilImpuestos& perfil, Faltas& faltas) {
    if (pedido.iva) {
        perfil.iva = reflect::enum_name(*pedido.iva);
        // Nothing to reduce: what nobody asked for goes with the VAT that it belonged to.
        if (*pedido.iva != ClaseIva::tasa && !pedido.ivaFrontera) perfil.ivaFrontera = false;
        if (*pedido.iva != ClaseIva::tasa && !pedido.ivaRetenido) perfil.ivaRetenido = {};
    }
    if (pedido.ivaFrontera) perfil.ivaFrontera = *pedido.ivaFrontera;
    if (pedido.iepsTasa) perfil.iepsTasa = *pedido.iepsTasa;
    if (pedido.iepsCuota) perfil.iepsCuota = *pedido.iepsCuota;
    if (pedido.ivaRetenido) perfil.ivaRetenido = *pedido.ivaRetenido;
    if (pedido.isrRetenido) perfil.isrRetenido = *pedido.isrRetenido;
    if (pedido.isrPor) perfil.isrPor = reflect::enum_name(*pedido.isrPor);
    pedido.ivaNoAcreditable.aplicar_a(perfil.ivaNoAcreditable);
    pedido.iepsAlCosto.aplicar_a(perfil.iepsAlCosto);
    const bool con_iva = perfil.iva == reflect::enum_name(ClaseIva::tasa);
    faltas.agregar_si(perfil.ivaFrontera && !con_iva, Codigo::valor_no_permitido, "/ivaFrontera");
    faltas.agregar_si(!perfil.ivaRetenido.es_cero() && !con_iva, Codigo::valor_no_permitido, "/ivaRetenido");
    faltas.agregar_si(perfil.iepsTasa > iepsTasa_maxima, Codigo::fuera_de_rango, "/iepsTasa");
    faltas.agregar_si(perfil.ivaRetenido > ivaRetenido_maximo, Codigo::fuera_de_rango, "/ivaRetenido");
    faltas.agregar_si(perfil.isrRetenido > isrRetenido_maximo, Codigo::fuera_de_rango, "/isrRetenido");
    faltas.agregar_si(perfil.ivaNoAcreditable > Tasa::de_enteros(1), Codigo::fuera_de_rango, "/ivaNoAcreditable");
}

bool es_clave_prod_serv(std::string_view clave) {
    return clave.size() == 8 && std::ranges::all_of(clave, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace cacao::engine
