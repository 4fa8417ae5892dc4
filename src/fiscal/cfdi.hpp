#pragma once
// A document as values: what it says, figures exact and with the decimals that they were printed with, whether it was read or is
// going to be written. Nothing is judged here; what is missing is empty, and a figure that is no number, or larger than ours, is
// missing too.

#include "base/decimal.hpp"
#include "fiscal/carta_porte.hpp"
#include "fiscal/xml.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::fiscal {

inline constexpr std::string_view espacio_cfdi40 = "http://www.sat.gob.mx/cfd/4";
inline constexpr std::string_view espacio_pagos20 = "http://www.sat.gob.mx/Pagos20";
inline constexpr std::string_view espacio_iedu = "http://www.sat.gob.mx/iedu";
inline constexpr std::string_view espacio_timbre = "http://www.sat.gob.mx/TimbreFiscalDigital";

// A figure and the decimals that it was printed with: the authority's limits depend on them.
template <class D>
struct Impreso {
    D valor{};
    int decimales = 0;
};
using ImporteImpreso = std::optional<Impreso<Importe>>;
using TasaImpresa = std::optional<Impreso<Tasa>>;

struct ImpuestoCfdi {
    const Nodo* nodo = nullptr;
    ImporteImpreso base;
    std::string impuesto;    // 001 ISR, 002 IVA, 003 IEPS
    std::string tipoFactor;  // Tasa, Cuota, Exento
    TasaImpresa tasaOCuota;
    ImporteImpreso importe;
};

struct TerceroCfdi {
    const Nodo* nodo = nullptr;
    std::string rfc, nombre, regimenFiscal, domicilioFiscal;
};

struct AlumnoCfdi {
    std::string nombre, curp, nivelEducativo, autRvoe, rfcPago;
};

struct ConceptoCfdi {
    const Nodo* nodo = nullptr;
    std::string claveProdServ, noIdentificacion, claveUnidad, unidad, descripcion, objetoImp;
    std::optional<Impreso<Cantidad>> cantidad;
    std::optional<Impreso<Precio>> valorUnitario;
    ImporteImpreso importe, descuento;
    std::vector<ImpuestoCfdi> traslados, retenciones;
    std::optional<TerceroCfdi> tercero;
    std::vector<std::string> pedimentos, cuentasPrediales;
    std::vector<AlumnoCfdi> alumnos;
};

struct EmisorCfdi {
    const Nodo* nodo = nullptr;
    std::string rfc, nombre, regimenFiscal, facAtrAdquirente;
};

struct ReceptorCfdi {
    const Nodo* nodo = nullptr;
    std::string rfc, nombre, domicilioFiscal, regimenFiscal, residenciaFiscal, numRegIdTrib, usoCfdi;
};

struct RelacionCfdi {
    std::string tipoRelacion;
    std::vector<std::string> uuids;
};

struct GlobalCfdi {
    const Nodo* nodo = nullptr;
    std::string periodicidad, meses, anio;
};

struct LocalCfdi {
    std::string nombre;
    ImporteImpreso importe;
};

struct LocalesCfdi {
    const Nodo* nodo = nullptr;
    ImporteImpreso totalRetenciones, totalTraslados;
    std::vector<LocalCfdi> retenciones, traslados;
};

struct DocumentoPagado {
    const Nodo* nodo = nullptr;
    std::string idDocumento, serie, folio, moneda, objetoImp;
    std::string equivalencia;  // as printed, up to ten decimals; "" for none
    std::string numParcialidad;
    ImporteImpreso saldoAnterior, pagado, saldoInsoluto;
    std::vector<ImpuestoCfdi> traslados, retenciones;
};

// Where the money came from and went to.
struct CuentasDePago {
    std::string numOperacion, rfcEmisorCtaOrd, nomBancoOrdExt, ctaOrdenante, rfcEmisorCtaBen, ctaBeneficiario;
};

struct PagoCfdi {
    const Nodo* nodo = nullptr;
    std::string fecha, formaDePago, moneda;
    std::string tipoCambio;  // as printed; "" for none
    ImporteImpreso monto;
    CuentasDePago cuentas;
    std::vector<DocumentoPagado> documentos;
    std::vector<ImpuestoCfdi> traslados, retenciones;
};

struct TotalDePagos {
    std::string nombre;  // MontoTotalPagos, TotalTrasladosBaseIVA16 …
    ImporteImpreso importe;
};

struct PagosCfdi {
    const Nodo* nodo = nullptr;
    const Nodo* totales = nullptr;  // of version 2.0
    std::string version;
    std::vector<TotalDePagos> enPesos;  // what stands in there
    std::vector<PagoCfdi> pagos;
};

struct TimbreCfdi {
    const Nodo* nodo = nullptr;
    std::string uuid, fechaTimbrado, rfcProvCertif, leyenda, selloCfd, noCertificadoSat, selloSat;
};

// `nodo` is where a part stands in the tree that it was read from, and lives as long as that; of what was not read there is none.
struct Cfdi {
    const Nodo* nodo = nullptr;
    std::string version, serie, folio, fecha, sello, formaPago, noCertificado, certificado, condicionesDePago, moneda, tipoCambio,
        tipoDeComprobante, exportacion, metodoPago, lugarExpedicion, confirmacion;
    ImporteImpreso subTotal, descuento, total;
    std::optional<GlobalCfdi> informacionGlobal;
    std::vector<RelacionCfdi> relaciones;
    EmisorCfdi emisor;
    ReceptorCfdi receptor;
    std::vector<ConceptoCfdi> conceptos;
    const Nodo* impuestos = nullptr;  // the summary
    ImporteImpreso totalRetenidos, totalTrasladados;
    std::vector<ImpuestoCfdi> traslados, retenciones;
    std::vector<LocalesCfdi> locales;
    std::vector<PagosCfdi> pagos;
    std::vector<TimbreCfdi> timbres;
    std::vector<const Nodo*> complementos;  // all of them, in order
    std::optional<CartaPorte> cartaPorte;   // of what is issued: in what was read it is among the complements
};

// Of a tree whose root is a Comprobante of 4.0 or 3.3.
Cfdi leer_cfdi(const Xml& xml);

// The fiscal folio of whatever document the authority's stamp stands in, as it is written there; "" where there is no stamp, or
// more than one.
std::string folio_fiscal(const Xml& xml);

}  // namespace cacao::fiscal
