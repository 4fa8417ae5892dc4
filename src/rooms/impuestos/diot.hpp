#pragma once
// The informative return of suppliers (DIOT) of a month: what was paid to each and its VAT, read from payments, in whole pesos
// and in the 54 fields of the authority's file (instructions of January 2025).

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"

#include <string>
#include <vector>

namespace cacao {

struct DiotPedida {
    Entero<190001, 219912> periodo;
};
DESCRIBE_STRUCT(DiotPedida, (), (periodo))

// One of the five categories, in the order in which the file has them where it says all of them.
struct DiotActos {
    std::int64_t valor{};
    std::int64_t devoluciones{};
    std::int64_t acreditable{};
    std::int64_t acreditableProporcion{};
    std::int64_t noAcreditableProporcion{};
    std::int64_t noAcreditableRequisitos{};
    std::int64_t noAcreditableExento{};
    std::int64_t noAcreditableNoObjeto{};
};
DESCRIBE_STRUCT(DiotActos, (),
                (valor, devoluciones, acreditable, acreditableProporcion, noAcreditableProporcion, noAcreditableRequisitos,
                 noAcreditableExento, noAcreditableNoObjeto))

// One for each third party, operation, and RFC or number abroad.
struct DiotLinea {
    std::string tipoTercero;
    std::string tipoOperacion;
    std::int64_t proveedorId{};  // the first of them, where several have one RFC
    std::string proveedor;
    std::string rfc;
    std::string idFiscal;
    std::string nombre;  // abroad
    std::string pais;
    std::string lugar;
    DiotActos norte;
    DiotActos sur;
    DiotActos general;
    DiotActos aduana;
    DiotActos intangibles;
    std::int64_t ivaRetenido{};
    std::int64_t importacionExenta{};
    std::int64_t exento{};
    std::int64_t tasaCero{};
    std::int64_t noObjeto{};
    std::int64_t noObjetoSinEstablecimiento{};
    bool efectosFiscales = true;
};
DESCRIBE_STRUCT(DiotLinea, (),
                (tipoTercero, tipoOperacion, proveedorId, proveedor, rfc, idFiscal, nombre, pais, lugar, norte, sur, general,
                 aduana, intangibles, ivaRetenido, importacionExenta, exento, tasaCero, noObjeto, noObjetoSinEstablecimiento,
                 efectosFiscales))

enum class AvisoDeDiot : std::uint8_t {
    sinProveedor,  // nobody says who was paid: declared as of all together
    sinRfc,        // likewise: its contact has none that the return takes
    sinDatosExtranjero,
    operacionOmitida,  // of somebody abroad: taken for services
    otraTasa,
    baseEstimada,     // customs: worked out of the VAT
    devolucionMayor,  // more was given back than was paid in the month
    sobreLoPagado,    // more VAT than the rate of what was paid allows
};
DESCRIBE_ENUM(AvisoDeDiot, sinProveedor, sinRfc, sinDatosExtranjero, operacionOmitida, otraTasa, baseEstimada, devolucionMayor,
              sobreLoPagado)

struct DiotAviso {
    Nombrado<AvisoDeDiot> aviso;
    std::int64_t proveedorId{};
    std::string proveedor;
    Importe importe;  // that it is about
};
DESCRIBE_STRUCT(DiotAviso, (), (aviso, proveedorId, proveedor, importe))

struct Diot {
    std::int64_t periodo{};
    Importe pagado;       // value of what was paid less what was given back, to the cent
    Importe acreditable;  // its VAT, customs too
    Importe retenido;
    Importe diferencia;  // against the accounts of VAT paid; not 0: somebody posted there by hand
    std::vector<DiotLinea> lineas;
    std::vector<DiotAviso> avisos;
};
DESCRIBE_STRUCT(Diot, (), (periodo, pagado, acreditable, retenido, diferencia, lineas, avisos))

Diot consultar_diot(const Context&, const DiotPedida&);
// The 54 fields of each line.
std::string archivo_de_diot(const std::vector<DiotLinea>& lineas);
Contenido descargar_diot(const Context&, const DiotPedida&);

void register_diot(api::Operations& ops);

}  // namespace cacao
