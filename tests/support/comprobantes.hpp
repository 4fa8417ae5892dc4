#pragma once
// Documents of our own, sealed and stamped by keys that are made for the run: an invoice, a global one, a receipt of payments.
// The parties are those that the authority publishes for testing.

#include "base/texto.hpp"
#include "fiscal/cadena.hpp"
#include "fiscal/certificado.hpp"

#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace cacao::test {

using fiscal::Autoridades;
using fiscal::Certificado;
using fiscal::Esquema;
using fiscal::Xml;

struct Llave {
    std::shared_ptr<EVP_PKEY> par{EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", std::size_t{2048}), EVP_PKEY_free};
    std::string firmar(std::string_view texto) const {
        const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> c{EVP_MD_CTX_new(), EVP_MD_CTX_free};
        EVP_DigestSignInit(c.get(), nullptr, EVP_sha256(), nullptr, par.get());
        std::string firma(512, '\0');
        std::size_t largo = firma.size();
        EVP_DigestSign(c.get(), reinterpret_cast<unsigned char*>(firma.data()), &largo,
                       reinterpret_cast<const unsigned char*>(texto.data()), texto.size());
        firma.resize(largo);
        return base64(firma);
    }
};

// A certificate as the authority makes them, signed by whoever has `firmante`.
inline std::string certificado_der(const Llave& de, const std::string& numero, const std::string& quien,
                                   const std::string& emisor, const Llave& firmante, const char* desde, const char* hasta,
                                   const char* uso) {
    const std::unique_ptr<X509, decltype(&X509_free)> x{X509_new(), X509_free};
    X509_set_version(x.get(), 2);
    const std::unique_ptr<BIGNUM, decltype(&BN_free)> serie{
        BN_bin2bn(reinterpret_cast<const unsigned char*>(numero.data()), static_cast<int>(numero.size()), nullptr), BN_free};
    BN_to_ASN1_INTEGER(serie.get(), X509_get_serialNumber(x.get()));
    ASN1_TIME_set_string_X509(X509_getm_notBefore(x.get()), desde);
    ASN1_TIME_set_string_X509(X509_getm_notAfter(x.get()), hasta);
    const auto nombrar = [](X509_NAME* n, int nid, const std::string& texto) {
        X509_NAME_add_entry_by_NID(n, nid, MBSTRING_UTF8, reinterpret_cast<const unsigned char*>(texto.data()),
                                   static_cast<int>(texto.size()), -1, 0);
    };
    nombrar(X509_get_subject_name(x.get()), NID_commonName, quien);
    nombrar(X509_get_subject_name(x.get()), NID_x500UniqueIdentifier, quien + " / VADA800927DJ3");
    nombrar(X509_get_issuer_name(x.get()), NID_commonName, emisor);
    nombrar(X509_get_issuer_name(x.get()), NID_x500UniqueIdentifier, emisor + " / VADA800927DJ3");
    X509_set_pubkey(x.get(), de.par.get());
    for (const auto& [nid, valor] :
         {std::pair{NID_key_usage, uso},
          std::pair{NID_basic_constraints, quien == emisor ? "critical,CA:TRUE" : "critical,CA:FALSE"}}) {
        const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> e{X509V3_EXT_conf_nid(nullptr, nullptr, nid, valor),
                                                                                X509_EXTENSION_free};
        X509_add_ext(x.get(), e.get(), -1);
    }
    X509_sign(x.get(), firmante.par.get(), EVP_sha256());
    unsigned char* bytes = nullptr;
    const int largo = i2d_X509(x.get(), &bytes);
    std::string der{reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(largo)};
    OPENSSL_free(bytes);
    return der;
}

inline constexpr const char* numero_emisor = "30001000000600001234";
inline constexpr const char* numero_pac = "30001000000600009999";
inline constexpr const char* de_csd = "digitalSignature,nonRepudiation";

// One who issues, one who stamps, and the authority of both.
struct Mundillo {
    Llave ac, emisor, pac;
    std::string certificado_emisor =
        certificado_der(emisor, numero_emisor, "EKU9003173C9", "AC", ac, "20240101000000Z", "20280101000000Z", de_csd);
    Certificado certificado_pac = Certificado::leer(certificado_der(pac, numero_pac, "SPR190613I52", "AC", ac, "20240101000000Z",
                                                                    "20280101000000Z", de_csd))
                                      .value();
    std::shared_ptr<Autoridades> autoridades = std::make_shared<Autoridades>();
    Mundillo() {
        autoridades->agregar(certificado_der(ac, "1", "AC", "AC", ac, "20200101000000Z", "20300101000000Z", "keyCertSign"));
    }
};
inline const Mundillo& mundillo() {
    static const Mundillo uno;
    return uno;
}

inline std::string cambiado(std::string texto, std::string_view este, std::string_view otro) {
    const auto i = texto.find(este);
    if (i == std::string::npos) throw std::logic_error{"the document has no " + std::string{este}};
    return texto.replace(i, este.size(), otro);
}

inline constexpr std::string_view espacios =
    R"(xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:pago20="http://www.sat.gob.mx/Pagos20" xmlns:implocal="http://www.sat.gob.mx/implocal" xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital")";
inline constexpr std::string_view timbre_vacio =
    R"(<tfd:TimbreFiscalDigital Version="1.1" UUID="d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9" FechaTimbrado="2026-10-01T12:05:00" RfcProvCertif="SPR190613I52" SelloCFD="%cfd" NoCertificadoSAT="30001000000600009999" SelloSAT="%sat"/>)";

inline std::string ingreso() {
    return "<cfdi:Comprobante " + std::string{espacios} +
           R"( Version="4.0" Serie="A" Folio="1" Fecha="2026-10-01T12:00:00" Sello="%sello" FormaPago="03" NoCertificado="30001000000600001234" Certificado="%certificado" CondicionesDePago="30 días" SubTotal="300.00" Descuento="50.00" Moneda="MXN" TipoCambio="1" Total="280.50" TipoDeComprobante="I" Exportacion="01" MetodoPago="PUE" LugarExpedicion="42501"><cfdi:Emisor Rfc="EKU9003173C9" Nombre="ESCUELA KEMPER URGATE" RegimenFiscal="601"/><cfdi:Receptor Rfc="IIA040805DZ4" Nombre="INDISTRIA ILUMINADORA DE ALMACENES" DomicilioFiscalReceptor="62661" RegimenFiscalReceptor="601" UsoCFDI="G03"/><cfdi:Conceptos><cfdi:Concepto ClaveProdServ="43211503" Cantidad="2.000000" ClaveUnidad="H87" Descripcion="Uno" ValorUnitario="100.00" Importe="200.00" Descuento="50.00" ObjetoImp="02"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="150.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="24.00"/></cfdi:Traslados><cfdi:Retenciones><cfdi:Retencion Base="150.00" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000" Importe="15.00"/></cfdi:Retenciones></cfdi:Impuestos><cfdi:ACuentaTerceros RfcACuentaTerceros="CACX7605101P8" NombreACuentaTerceros="XOCHILT CASAS CHAVEZ" RegimenFiscalACuentaTerceros="605" DomicilioFiscalACuentaTerceros="36257"/></cfdi:Concepto><cfdi:Concepto ClaveProdServ="43211503" Cantidad="1" ClaveUnidad="H87" Descripcion="Dos" ValorUnitario="100.00" Importe="100.00" ObjetoImp="02"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="100.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/><cfdi:Traslado Base="10.00" Impuesto="003" TipoFactor="Exento"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto></cfdi:Conceptos><cfdi:Impuestos TotalImpuestosRetenidos="15.00" TotalImpuestosTrasladados="40.00"><cfdi:Retenciones><cfdi:Retencion Impuesto="001" Importe="15.00"/></cfdi:Retenciones><cfdi:Traslados><cfdi:Traslado Base="250.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="40.00"/><cfdi:Traslado Base="10.00" Impuesto="003" TipoFactor="Exento"/></cfdi:Traslados></cfdi:Impuestos><cfdi:Complemento><implocal:ImpuestosLocales version="1.0" TotaldeRetenciones="1.00" TotaldeTraslados="6.50"><implocal:RetencionesLocales ImpLocRetenido="5 al millar" TasadeRetencion="0.50" Importe="1.00"/><implocal:TrasladosLocales ImpLocTrasladado="ISH" TasadeTraslado="2.60" Importe="6.50"/></implocal:ImpuestosLocales>)" +
           std::string{timbre_vacio} + "</cfdi:Complemento></cfdi:Comprobante>";
}

inline std::string global() {
    return "<cfdi:Comprobante " + std::string{espacios} +
           R"( Version="4.0" Fecha="2026-10-01T12:00:00" Sello="%sello" FormaPago="01" NoCertificado="30001000000600001234" Certificado="%certificado" SubTotal="100.00" Moneda="MXN" Total="116.00" TipoDeComprobante="I" Exportacion="01" MetodoPago="PUE" LugarExpedicion="42501"><cfdi:InformacionGlobal Periodicidad="01" Meses="10" Año="2026"/><cfdi:Emisor Rfc="EKU9003173C9" Nombre="ESCUELA KEMPER URGATE" RegimenFiscal="601"/><cfdi:Receptor Rfc="XAXX010101000" Nombre="PUBLICO EN GENERAL" DomicilioFiscalReceptor="42501" RegimenFiscalReceptor="616" UsoCFDI="S01"/><cfdi:Conceptos><cfdi:Concepto ClaveProdServ="01010101" NoIdentificacion="1" Cantidad="1" ClaveUnidad="ACT" Descripcion="Venta" ValorUnitario="100.00" Importe="100.00" ObjetoImp="02"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="100.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto></cfdi:Conceptos><cfdi:Impuestos TotalImpuestosTrasladados="16.00"><cfdi:Traslados><cfdi:Traslado Base="100.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="16.00"/></cfdi:Traslados></cfdi:Impuestos><cfdi:Complemento>)" +
           std::string{timbre_vacio} + "</cfdi:Complemento></cfdi:Comprobante>";
}

inline std::string pago() {
    return "<cfdi:Comprobante " + std::string{espacios} +
           R"( Version="4.0" Fecha="2026-10-01T12:00:00" Sello="%sello" NoCertificado="30001000000600001234" Certificado="%certificado" SubTotal="0" Moneda="XXX" Total="0" TipoDeComprobante="P" Exportacion="01" LugarExpedicion="42501"><cfdi:Emisor Rfc="EKU9003173C9" Nombre="ESCUELA KEMPER URGATE" RegimenFiscal="601"/><cfdi:Receptor Rfc="IIA040805DZ4" Nombre="INDISTRIA ILUMINADORA DE ALMACENES" DomicilioFiscalReceptor="62661" RegimenFiscalReceptor="601" UsoCFDI="CP01"/><cfdi:Conceptos><cfdi:Concepto ClaveProdServ="84111506" Cantidad="1" ClaveUnidad="ACT" Descripcion="Pago" ValorUnitario="0" Importe="0" ObjetoImp="01"/></cfdi:Conceptos><cfdi:Complemento><pago20:Pagos Version="2.0"><pago20:Totales TotalTrasladosBaseIVA16="3400.00" TotalTrasladosImpuestoIVA16="544.00" MontoTotalPagos="3944.00"/><pago20:Pago FechaPago="2026-09-30T12:00:00" FormaDePagoP="03" MonedaP="USD" TipoCambioP="17" Monto="232.00"><pago20:DoctoRelacionado IdDocumento="6F35D3B5-3651-5370-BC2C-14CDBE384CD7" MonedaDR="USD" EquivalenciaDR="1" NumParcialidad="1" ImpSaldoAnt="200.00" ImpPagado="116.00" ImpSaldoInsoluto="84.00" ObjetoImpDR="02"><pago20:ImpuestosDR><pago20:TrasladosDR><pago20:TrasladoDR BaseDR="100.00" ImpuestoDR="002" TipoFactorDR="Tasa" TasaOCuotaDR="0.160000" ImporteDR="16.00"/></pago20:TrasladosDR></pago20:ImpuestosDR></pago20:DoctoRelacionado><pago20:DoctoRelacionado IdDocumento="6F35D3B5-3651-5370-BC2C-14CDBE384CD8" MonedaDR="MXN" EquivalenciaDR="17" NumParcialidad="1" ImpSaldoAnt="1972.00" ImpPagado="1972.00" ImpSaldoInsoluto="0" ObjetoImpDR="02"><pago20:ImpuestosDR><pago20:TrasladosDR><pago20:TrasladoDR BaseDR="1700.00" ImpuestoDR="002" TipoFactorDR="Tasa" TasaOCuotaDR="0.160000" ImporteDR="272.00"/></pago20:TrasladosDR></pago20:ImpuestosDR></pago20:DoctoRelacionado><pago20:ImpuestosP><pago20:TrasladosP><pago20:TrasladoP BaseP="200.00" ImpuestoP="002" TipoFactorP="Tasa" TasaOCuotaP="0.160000" ImporteP="32.00"/></pago20:TrasladosP></pago20:ImpuestosP></pago20:Pago></pago20:Pagos>)" +
           std::string{timbre_vacio} + "</cfdi:Complemento></cfdi:Comprobante>";
}

// Sealed by its issuer and stamped, as it stands.
inline std::string sellado(std::string texto, const std::string& certificado = mundillo().certificado_emisor) {
    if (texto.find("%certificado") != std::string::npos) texto = cambiado(texto, "%certificado", base64(certificado));
    if (texto.find("%sello") != std::string::npos) {
        const Xml xml{texto};
        if (!xml.bien()) return texto;
        const auto sello = mundillo().emisor.firmar(cadena_original(xml.raiz(), Esquema::sat()).texto);
        texto = cambiado(texto, "%sello", sello);
        if (texto.find("%cfd") != std::string::npos) texto = cambiado(texto, "%cfd", sello);
    }
    if (texto.find("%sat") != std::string::npos) {
        const Xml xml{texto};
        if (!xml.bien()) return texto;
        const auto* t = xml.raiz().hijo("Complemento")->primero;
        while (t->nombre != "TimbreFiscalDigital") t = t->siguiente;
        texto = cambiado(texto, "%sat", mundillo().pac.firmar(cadena_original(*t, Esquema::sat()).texto));
    }
    return texto;
}

}  // namespace cacao::test
