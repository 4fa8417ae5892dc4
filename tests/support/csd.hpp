#pragma once
// Files as the authority hands them out: certificates of seal and of e.firma, and the key encrypted with its password. Made for
// the run.

#include "support/comprobantes.hpp"

#include <openssl/pem.h>
#include <openssl/x509.h>

#include <string>

namespace cacao::test {

inline constexpr const char* contrasena_csd = "12345678a";
inline constexpr const char* de_efirma = "digitalSignature,nonRepudiation,dataEncipherment,keyAgreement";

// PKCS #8, DER, encrypted as those of the authority are.
inline std::string llave_der(const Llave& de, const std::string& contrasena = contrasena_csd) {
    const std::unique_ptr<BIO, decltype(&BIO_free)> bio{BIO_new(BIO_s_mem()), BIO_free};
    std::string clave = contrasena;
    i2d_PKCS8PrivateKey_bio(bio.get(), de.par.get(), EVP_des_ede3_cbc(), clave.data(), static_cast<int>(clave.size()), nullptr,
                            nullptr);
    char* bytes = nullptr;
    const auto largo = BIO_get_mem_data(bio.get(), &bytes);
    return {bytes, static_cast<std::size_t>(largo)};
}

struct JuegoDeCsd {
    Llave llave, otra;
    std::string certificado(const char* numero, const char* rfc, const char* uso = de_csd,
                            const char* hasta = "20990101000000Z") const {
        return certificado_der(llave, numero, rfc, "AC", mundillo().ac, "20200101000000Z", hasta, uso);
    }
    std::string bueno = certificado("30001000000600001234", "EKU9003173C9");
    std::string segundo = certificado("30001000000600001235", "EKU9003173C9");
    std::string efirma = certificado("30001000000600001236", "EKU9003173C9", de_efirma);
    std::string ajeno = certificado("30001000000600001237", "XIA190128J61");
    std::string vencido = certificado("30001000000600001238", "EKU9003173C9", de_csd, "20240101000000Z");
};
inline const JuegoDeCsd& juego_de_csd() {
    static const JuegoDeCsd uno;
    return uno;
}

}  // namespace cacao::test
