#pragma once
// A store of the S3 kind that others wrote, for as long as this lives: OpenStack Swift with s3api (swift_s3.py).

#include "support/programa.hpp"

#include <string>

namespace cacao::test {

class Swift {
public:
    std::string direccion() const { return "http://127.0.0.1:" + std::to_string(programa_.puerto()); }
    const std::string cubeta = "cubeta";
    const std::string llave = "prueba:ana";
    const std::string secreto = "secreto";

private:
    Programa programa_{CACAO_SWIFT, {"cubeta", "ana", "secreto"}, "python3-swift"};
};

}  // namespace cacao::test
