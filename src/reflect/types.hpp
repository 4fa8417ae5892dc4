#pragma once
// Types that carry their own limits, so that the decoder, the schema and the documentation learn them from one place.

#include "base/decimal.hpp"
#include "base/error.hpp"
#include "base/fecha.hpp"
#include "base/rfc.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao {

// A text of at most Max characters (not bytes), and at least Min after trimming.
template <std::size_t Max, std::size_t Min = 0>
struct Texto : std::string {
    using std::string::string;
    Texto() = default;
    Texto(std::string s) : std::string(std::move(s)) {}  // NOLINT(google-explicit-constructor): a text is a text
    static constexpr std::size_t max = Max;
    static constexpr std::size_t min = Min;
};

// A list of at most Max items, and at least Min.
template <class T, std::size_t Max = 5000, std::size_t Min = 0>
struct Lista : std::vector<T> {
    using std::vector<T>::vector;
    static constexpr std::size_t max = Max;
    static constexpr std::size_t min = Min;
};
template <class T>
using NoVacia = Lista<T, 5000, 1>;

// A whole number within bounds.
template <std::int64_t Min, std::int64_t Max>
struct Entero {
    std::int64_t valor = Min > 0 ? Min : (Max < 0 ? Max : 0);
    Entero() = default;
    constexpr Entero(std::int64_t v) : valor(v) {}             // NOLINT(google-explicit-constructor)
    constexpr operator std::int64_t() const { return valor; }  // NOLINT(google-explicit-constructor)
    static constexpr std::int64_t min = Min;
    static constexpr std::int64_t max = Max;
};

// An identifier in a request: positive and below 2^53, so that every client keeps its digits.
using Id = Entero<1, 9'007'199'254'740'991>;
// An identifier where 0 means none (the session's value, no parent).
using IdOpcional = Entero<0, 9'007'199'254'740'991>;

// A decimal that may not be negative.
template <class D>
struct NoNegativo : D {
    NoNegativo() = default;
    NoNegativo(D d) : D(d) {}  // NOLINT(google-explicit-constructor)
};

// A day written dd/MM/yyyy, where the interface document says so.
struct FechaDmy : Fecha {
    FechaDmy() = default;
    FechaDmy(Fecha f) : Fecha(f) {}  // NOLINT(google-explicit-constructor)
};

// Field of a partial update: left out is unchanged, null (or "" for a text) is cleared.
template <class T>
struct Cambio {
    bool presente = false;
    std::optional<T> valor;
    // `actual` becomes the new value, or its empty form when cleared.
    template <class U>
    void aplicar_a(U& actual) const {
        if (presente) actual = valor ? U(*valor) : U{};
    }
    template <class U>
    void aplicar_a(std::optional<U>& actual) const {
        if (!presente) return;
        if (valor) actual = U(*valor);
        else actual.reset();
    }
};

// JSON as it stands: written as it is, read as a text that says the same.
struct JsonCrudo {
    std::string texto;
};

// A value kept as JSON text in one column: it goes into an answer as it stands, and is read into its type (reflect::recuperar)
// only where somebody looks inside. For lists without an identity of their own that are read and replaced as a whole.
template <class T>
struct Guardado {
    std::string texto;
};

// An item that is judged by itself: what is wrong with it is its own and refuses nobody beside it. For bundles that are answered
// row by row.
template <class T>
struct Juzgado {
    T valor;
    Faltas faltas;  // their places are within the item
};

// A file in a multipart/form-data request.
struct Archivo {
    std::string nombre;
    std::string tipo;  // as the client states it; trust the content instead
    std::string contenido;
};

struct Correo : std::string {
    Correo() = default;
    static std::optional<Correo> leer(std::string_view texto);
};
struct Clabe : std::string {
    Clabe() = default;
    static std::optional<Clabe> leer(std::string_view texto);
};
struct CodigoPostal : std::string {
    CodigoPostal() = default;
    static std::optional<CodigoPostal> leer(std::string_view texto);
};

// How a value that travels as text is read, written and described. Written either as the text that it holds (`texto`; a
// std::string is its own) or at a place with room for `largo_escrito` (`escribir`, behind the last). An empty text is how a
// caller clears the value.
inline constexpr std::size_t largo_escrito = 32;
template <class T>
struct TextForm {
    static constexpr bool es = false;
};

template <class T, Codigo C>
struct TextFormBase {
    static constexpr bool es = true;
    static constexpr Codigo codigo = C;
    static std::optional<T> leer(std::string_view t) { return T::leer(t); }
};

template <>
struct TextForm<Rfc> : TextFormBase<Rfc, Codigo::rfc_invalido> {
    static std::optional<Rfc> leer(std::string_view t) { return t.empty() ? Rfc{} : Rfc::leer(t); }
    static std::string_view texto(const Rfc& v) { return v.texto(); }
    static constexpr std::string_view esquema =
        R"("type":"string","maxLength":13,"description":"RFC, 12 o 13 caracteres; vacío si no tiene")";
    static constexpr std::string_view ejemplo = "EKU9003173C9";
};
template <>
struct TextForm<Curp> : TextFormBase<Curp, Codigo::curp_invalida> {
    static std::optional<Curp> leer(std::string_view t) { return t.empty() ? Curp{} : Curp::leer(t); }
    static std::string_view texto(const Curp& v) { return v.texto(); }
    static constexpr std::string_view esquema =
        R"("type":"string","maxLength":18,"description":"CURP, 18 caracteres; vacía si no tiene")";
    static constexpr std::string_view ejemplo = "HEGG560427MVZRRL04";
};
template <>
struct TextForm<Uuid> : TextFormBase<Uuid, Codigo::uuid_invalido> {
    static std::string_view texto(const Uuid& v) { return v.texto(); }
    static constexpr std::string_view esquema = R"("type":"string","format":"uuid")";
    static constexpr std::string_view ejemplo = "01932c07-209f-7a3b-8f5c-1c2d3e4f5a6b";
};
template <>
struct TextForm<Fecha> : TextFormBase<Fecha, Codigo::fecha_invalida> {
    static std::optional<Fecha> leer(std::string_view t) { return Fecha::leer_iso(t); }
    static char* escribir(char* out, const Fecha& v) { return v.escribir_iso(out); }
    static constexpr std::string_view esquema = R"("type":"string","format":"date")";
    static constexpr std::string_view ejemplo = "2026-11-15";
};
template <>
struct TextForm<FechaDmy> : TextFormBase<FechaDmy, Codigo::fecha_invalida> {
    static std::optional<FechaDmy> leer(std::string_view t) {
        if (auto f = Fecha::leer_dmy(t)) return FechaDmy{*f};
        return std::nullopt;
    }
    static char* escribir(char* out, const FechaDmy& v);
    static constexpr std::string_view esquema =
        R"("type":"string","pattern":"^[0-3][0-9]/[0-1][0-9]/(19|20|21)[0-9]{2}$","description":"dd/MM/yyyy")";
    static constexpr std::string_view ejemplo = "15/11/2026";
};
template <>
struct TextForm<Instante> : TextFormBase<Instante, Codigo::instante_invalido> {
    static std::optional<Instante> leer(std::string_view t) { return Instante::leer_iso(t); }
    static char* escribir(char* out, const Instante& v) { return v.escribir_iso(out); }
    static constexpr std::string_view esquema = R"("type":"string","format":"date-time")";
    static constexpr std::string_view ejemplo = "2026-11-15T16:30:00Z";
};
template <>
struct TextForm<Correo> : TextFormBase<Correo, Codigo::correo_invalido> {
    static constexpr std::string_view esquema =
        R"("type":"string","maxLength":254,"description":"Correo electrónico; vacío si no tiene")";
    static constexpr std::string_view ejemplo = "compras@ejemplo.mx";
};
template <>
struct TextForm<Clabe> : TextFormBase<Clabe, Codigo::clabe_invalida> {
    static constexpr std::string_view esquema =
        R"("type":"string","maxLength":18,"description":"CLABE, 18 dígitos; vacía si no tiene")";
    static constexpr std::string_view ejemplo = "032180000118359719";
};
template <>
struct TextForm<CodigoPostal> : TextFormBase<CodigoPostal, Codigo::codigo_postal_invalido> {
    static constexpr std::string_view esquema =
        R"("type":"string","maxLength":5,"description":"Cinco dígitos; vacío si no tiene")";
    static constexpr std::string_view ejemplo = "06000";
};

template <class T>
concept TextLike = TextForm<T>::es;

}  // namespace cacao
