#pragma once
// What is told of goods that ride on federal roads (Carta Porte), kept beside the document that they ride with: rooms that move
// goods write it, and whoever issues the fiscal document reads it. It is whole only when that is sealed.

#include "api/context.hpp"
#include "reflect/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

struct RemolquePorteNuevo {
    Texto<10, 1> subtipo;
    Texto<7, 5> placa;
};
DESCRIBE_STRUCT(RemolquePorteNuevo, (), (subtipo, placa))

// Of goods: what the line of that number does not say, or, of freight, all of it.
struct MercanciaPorteNueva {
    std::optional<Entero<1, 100'000>> numeroPartida;
    std::optional<Texto<8, 8>> claveProdServ;
    std::optional<Texto<1000, 1>> descripcion;
    std::optional<Cantidad> cantidad;
    std::optional<Texto<3, 1>> claveUnidad;
    std::optional<Cantidad> pesoKg;
    std::optional<bool> materialPeligroso;
    std::optional<Texto<5>> claveMaterialPeligroso;
    std::optional<Texto<4>> embalaje;
};
DESCRIBE_STRUCT(MercanciaPorteNueva, (),
                (numeroPartida, claveProdServ, descripcion, cantidad, claveUnidad, pesoKg, materialPeligroso,
                 claveMaterialPeligroso, embalaje))

struct CartaPorteNueva {
    std::optional<bool> tramoFederal;
    std::optional<Texto<7>> placas;
    std::optional<Entero<1900, 2100>> anioModelo;
    std::optional<Texto<10>> configuracionVehicular;
    std::optional<Texto<10>> permisoSct;
    std::optional<Texto<50>> numeroPermisoSct;
    std::optional<Texto<50>> aseguradora;
    std::optional<Texto<30>> poliza;
    std::optional<NoNegativo<Cantidad>> pesoBruto;
    std::optional<Texto<150>> operador;
    std::optional<Rfc> rfcOperador;
    std::optional<Texto<16>> licencia;
    std::optional<CodigoPostal> origenCodigoPostal;
    std::optional<CodigoPostal> destinoCodigoPostal;
    std::optional<NoNegativo<Cantidad>> distancia;
    std::optional<Instante> salida;
    std::optional<Instante> llegada;
    std::optional<Rfc> origenRfc;
    std::optional<Texto<254>> origenNombre;
    std::optional<Rfc> destinoRfc;
    std::optional<Texto<254>> destinoNombre;
    std::optional<Texto<50>> aseguradoraAmbiental;
    std::optional<Texto<30>> polizaAmbiental;
    std::optional<Texto<50>> aseguradoraCarga;
    std::optional<Texto<30>> polizaCarga;
    std::optional<Lista<RemolquePorteNuevo, 2>> remolques;
    std::optional<Lista<MercanciaPorteNueva, 1000>> mercancias;
};
DESCRIBE_STRUCT(CartaPorteNueva, (),
                (tramoFederal, placas, anioModelo, configuracionVehicular, permisoSct, numeroPermisoSct, aseguradora, poliza,
                 pesoBruto, operador, rfcOperador, licencia, origenCodigoPostal, destinoCodigoPostal, distancia, salida, llegada,
                 origenRfc, origenNombre, destinoRfc, destinoNombre, aseguradoraAmbiental, polizaAmbiental, aseguradoraCarga,
                 polizaCarga, remolques, mercancias))

struct RemolquePorte {
    std::string subtipo;
    std::string placa;
};
DESCRIBE_STRUCT(RemolquePorte, (), (subtipo, placa))

struct MercanciaPorte {
    std::int64_t numeroPartida{};  // of the document, or 0
    std::string claveProdServ;
    std::string descripcion;
    Cantidad cantidad;
    std::string claveUnidad;
    Cantidad pesoKg;
    std::optional<bool> materialPeligroso;  // nothing: the authority's catalog does not ask of that key
    std::string claveMaterialPeligroso;
    std::string embalaje;
};
DESCRIBE_STRUCT(MercanciaPorte, (),
                (numeroPartida, claveProdServ, descripcion, cantidad, claveUnidad, pesoKg, materialPeligroso,
                 claveMaterialPeligroso, embalaje))

struct CartaPorte {
    bool tramoFederal = false;  // only then it is issued
    std::string placas;
    std::int64_t anioModelo = 0;
    std::string configuracionVehicular;
    std::string permisoSct;
    std::string numeroPermisoSct;
    std::string aseguradora;
    std::string poliza;
    Cantidad pesoBruto;  // tonnes, of the vehicle with its load
    std::string operador;
    std::string rfcOperador;
    std::string licencia;
    std::string origenCodigoPostal;
    std::string destinoCodigoPostal;
    Cantidad distancia;  // kilometres
    std::optional<Instante> salida;
    std::optional<Instante> llegada;
    std::string origenRfc;  // none: whose the goods are
    std::string origenNombre;
    std::string destinoRfc;  // none: who the document is for, or ourselves
    std::string destinoNombre;
    std::string aseguradoraAmbiental;
    std::string polizaAmbiental;
    std::string aseguradoraCarga;
    std::string polizaCarga;
    std::vector<RemolquePorte> remolques;
    std::vector<MercanciaPorte> mercancias;
};
DESCRIBE_STRUCT(CartaPorte, (),
                (tramoFederal, placas, anioModelo, configuracionVehicular, permisoSct, numeroPermisoSct, aseguradora, poliza,
                 pesoBruto, operador, rfcOperador, licencia, origenCodigoPostal, destinoCodigoPostal, distancia, salida, llegada,
                 origenRfc, origenNombre, destinoRfc, destinoNombre, aseguradoraAmbiental, polizaAmbiental, aseguradoraCarga,
                 polizaCarga, remolques, mercancias))

// What was asked for, as it is kept. Faults of values go to `faltas`, under /cartaPorte; what is missing is nobody's yet.
CartaPorte carta_porte_de(const CartaPorteNueva& nueva, Faltas& faltas);
// What a federal road asks for of vehicle, driver and way and is not there: names of fields.
std::vector<std::string_view> lo_que_falta(const CartaPorte& carta);

struct CartaPorteGuardada {
    std::string idCcp;
    std::int64_t version = 0;
    CartaPorte carta;
};
std::optional<CartaPorteGuardada> leer_carta_porte(db::Reader& tx, std::int64_t transaccionId);
// Beside a document that the caller holds; one that is there takes its place and keeps its folio.
CartaPorteGuardada guardar_carta_porte(Context& ctx, std::int64_t transaccionId, const CartaPorte& carta);

// The state of a postal code (c_Estado); "" of one that is nowhere.
std::string_view estado_del_codigo_postal(std::string_view codigo);

}  // namespace cacao::engine
