#pragma once
// AWS Signature Version 4, by which stores of the S3 kind know who asks: what of a request is signed, and the line that says so.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::red {

struct Credencial {
    std::string llave;  // Access Key ID
    std::string secreto;
    std::string region;
    std::string servicio = "s3";
};

struct PorFirmar {
    std::string metodo;
    std::string ruta;                                              // as it is sent: encoded
    std::vector<std::pair<std::string, std::string>> consulta;     // not encoded, in any order
    std::vector<std::pair<std::string, std::string>> encabezados;  // all that are signed, with Host
    std::string huella;                                            // SHA-256 of the body, in hexadecimal
};

// a=1&b=2, encoded and in the order in which it is signed.
std::string consulta_canonica(const std::vector<std::pair<std::string, std::string>>& consulta);
std::string peticion_canonica(const PorFirmar& peticion);
// The value of the header Authorization; the moment as 20150830T123600Z.
std::string autorizacion(const Credencial& quien, const PorFirmar& peticion, const std::string& momento);

}  // namespace cacao::red
