#pragma once
// Mexican identifiers as types: a value of the type has the right form. The form is refused by the decoder, the check
// digit of an RFC only warns (the authority itself has issued some that do not match).

#include "base/fecha.hpp"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace cacao {

class Rfc {
public:
    Rfc() = default;
    // Upper-cases and trims; nothing when the form or the date inside is impossible. Form: t_RFC of the CFDI schema.
    static std::optional<Rfc> leer(std::string_view texto);
    const std::string& texto() const { return texto_; }
    bool vacio() const { return texto_.empty(); }
    bool es_generico() const { return texto_ == "XAXX010101000" || texto_ == "XEXX010101000"; }
    bool es_persona_moral() const { return texto_codepoints_ == 12; }
    bool digito_correcto() const;
    friend bool operator==(const Rfc& a, const Rfc& b) { return a.texto_ == b.texto_; }

private:
    std::string texto_;
    int texto_codepoints_ = 0;
};

// The RFC that stands for everybody who lives abroad and has none (RMF 2.7.1.23).
inline constexpr std::string_view rfc_extranjero = "XEXX010101000";
// Whether a text is the RFC of a company.
bool es_persona_moral(std::string_view rfc);

class Curp {
public:
    Curp() = default;
    // Form, real birth date, state key and check digit.
    static std::optional<Curp> leer(std::string_view texto);
    const std::string& texto() const { return texto_; }
    Fecha nacimiento() const { return nacimiento_; }
    friend bool operator==(const Curp&, const Curp&) = default;

private:
    std::string texto_;
    Fecha nacimiento_;
};

// The 18 digits of a standard bank account, with its control digit (ABM's rule: weights 3, 7, 1).
bool clabe_correcta(std::string_view clabe);

}  // namespace cacao
