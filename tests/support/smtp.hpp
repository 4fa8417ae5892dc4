#pragma once
// A mail server that others wrote, for as long as this lives: aiosmtpd (smtp.py, which says whom it refuses).

#include "support/programa.hpp"

#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace cacao::test {

class Smtp {
public:
    std::string url() const { return "smtp://127.0.0.1:" + std::to_string(programa_.puerto()); }
    std::string certificado() const { return programa_.carpeta() + "/certificate.pem"; }
    const std::string usuario = "ana";
    const std::string contrasena = "se creto\u00f1";
    // The message that it took as number `n`, from 1; nothing when there were not so many.
    std::optional<std::string> mensaje(int n) const {
        std::ifstream archivo{programa_.carpeta() + '/' + std::to_string(n) + ".eml", std::ios::binary};
        if (!archivo) return std::nullopt;
        return std::string{std::istreambuf_iterator<char>{archivo}, {}};
    }

private:
    Programa programa_{CACAO_SMTP, {"ana", "se creto\u00f1"}, "python3-aiosmtpd"};
};

}  // namespace cacao::test
