#pragma once
// Goods on federal roads (Carta Porte 3.1, by road, inside the country): its values, and what they come to.

#include "base/decimal.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cacao::fiscal {

struct Elemento;

struct DomicilioPorte {
    std::string calle, numeroExterior, colonia, localidad, referencia, municipio;
    std::string estado;  // c_Estado
    std::string codigoPostal;
};

struct UbicacionPorte {
    bool destino = false;
    std::string rfc, nombre;
    std::string fechaHora;  // yyyy-MM-ddTHH:mm:ss
    Cantidad distancia;     // kilometres from the place before; of a destination
    DomicilioPorte domicilio;
};

struct MercanciaPorte {
    std::string bienesTransp, descripcion;
    Cantidad cantidad;
    std::string claveUnidad, unidad;
    std::string materialPeligroso;  // Sí, No, or nothing where the catalog does not ask
    std::string claveMaterialPeligroso, embalaje;
    Cantidad pesoKg;
};

struct RemolquePorte {
    std::string subTipo, placa;
};

struct AutotransportePorte {
    std::string permiso, numeroPermiso, configuracion;
    Cantidad pesoBruto;  // tonnes
    std::string placa, anio;
    std::string asegura, poliza, aseguraMedAmbiente, polizaMedAmbiente, aseguraCarga, polizaCarga;
    std::vector<RemolquePorte> remolques;
};

struct FiguraPorte {
    std::string tipo;  // c_FiguraTransporte; 01 drives
    std::string rfc, licencia, nombre;
};

struct CartaPorte {
    std::string idCcp;
    std::vector<UbicacionPorte> ubicaciones;
    std::vector<MercanciaPorte> mercancias;
    AutotransportePorte autotransporte;
    std::vector<FiguraPorte> figuras;
};

inline constexpr std::string_view espacio_carta_porte = "http://www.sat.gob.mx/CartaPorte31";

// As the complement prints them: weights to the gram, at least one; distances and tonnes to the hundredth.
Cantidad peso_impreso(Cantidad kilos);
// Into the node of complements. Its totals are the sums of what is printed.
void poner_carta_porte(Elemento& complemento, const CartaPorte& carta);

}  // namespace cacao::fiscal
