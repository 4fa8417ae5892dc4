#pragma once
// Requests into described structs: from JSON, from query strings, from path parameters. Every fault is collected with its
// place; nothing sent is dropped in silence.

#include "reflect/json_value.hpp"
#include "reflect/shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::reflect {

class PathStep;

// How much memory a request may become: lists ask before they grow, because a few bytes of text may stand for many of those.
class Allowance {
public:
    virtual ~Allowance() = default;
    // False when it has had all that a request may have.
    bool take(std::size_t bytes) {
        if (bytes > left_ && !more(bytes)) return false;
        left_ -= bytes;
        return true;
    }

protected:
    explicit Allowance(std::size_t free) : left_(free) {}
    // Makes `left_` at least so large, or answers false; throws when it is others who have all there is.
    virtual bool more(std::size_t bytes) = 0;
    std::size_t left_;
};

// Where the decoder stands, and what it has found wrong.
struct Decoding {
    Faltas& faltas;
    En en = En::cuerpo;
    const PathStep* step = nullptr;  // the last one on the way to the value being read
    Allowance* room = nullptr;       // none: as much as it takes

    // For one more item of a list.
    bool may_keep(const Shape& list) const { return room == nullptr || room->take(list.listing->stride * 2); }

    std::string path() const;  // JSON Pointer of that value
    void fault(Codigo codigo, std::string datos = {}) { faltas.agregar(codigo, path(), en, std::move(datos)); }
};

// One step further down while it lives. Its text is written only when something is wrong there: most values are right.
class PathStep {
public:
    PathStep(Decoding& d, std::string_view name) : d_(d), above_(d.step), name_(name) { d.step = this; }
    PathStep(Decoding& d, std::size_t index) : d_(d), above_(d.step), index_(index), is_index_(true) { d.step = this; }
    ~PathStep() { d_.step = above_; }
    PathStep(const PathStep&) = delete;
    PathStep& operator=(const PathStep&) = delete;

    // `/step`, escaped as RFC 6901 says, behind those above it.
    void write(std::string& path) const;

private:
    Decoding& d_;
    const PathStep* const above_;
    const std::string_view name_;
    const std::size_t index_ = 0;
    const bool is_index_ = false;
};

// A value that stands in one token: a JSON scalar, a query value, a path segment. `text` is the string or the digits.
void read_token(std::string_view text, void* out, const Shape& shape, Decoding& d);

void read_json(JsonValue& v, void* out, const Use& use, Decoding& d);

// What was sent for one member: a JSON value, or a text (of a query, a path, a form), or a file of a form.
struct Sent {
    JsonValue* json = nullptr;
    std::string_view text = {};
    Archivo* file = nullptr;  // moved from
};
// Into that member of the struct at `object`.
void read_sent(const Sent& sent, void* object, const Shape& shape, const ShapeMember& member, Decoding& d);

// Faults for required members that are not in `seen`, one bit per member.
void require_members(ShapeMembers members, std::uint64_t seen, Decoding& d);
// `outside`: members that come from elsewhere (path, query), one bit each; in the body they are unknown. Which members were
// there, those included.
std::uint64_t read_object(JsonValue& v, void* out, const Shape& shape, Decoding& d, std::uint64_t outside = 0);
// The member that a body names next, marked in `seen`; nothing, and a fault where `d` stands, when there is none, when it comes
// from elsewhere or was there before.
const ShapeMember* next_member(ShapeMembers members, std::string_view name, std::uint64_t outside, std::uint64_t& seen,
                               Decoding& d);
// The bit of the member called `name`; nothing when there is none.
std::optional<std::size_t> find_member(ShapeMembers members, std::string_view name);
// Reads one text value into the member called `name`; false when there is none.
bool read_member(void* out, const Shape& shape, std::string_view name, std::string_view text, Decoding& d);

template <Described T>
void read_object(JsonValue& v, T& out, Decoding& d) {
    read_object(v, &out, ShapeOf<T, For::reading>::value, d);
}
template <Described T>
bool read_member(T& out, std::string_view name, std::string_view text, Decoding& d) {
    return read_member(&out, ShapeOf<T, For::reading>::value, name, text, d);
}

// Throws std::logic_error for a text that guardar() did not write.
void read_kept(std::string_view text, void* out, const Use& use);

template <class T>
T recuperar(const Guardado<T>& kept) {
    T value{};
    read_kept(kept.texto, &value, UseOf<T, For::reading>::value);
    return value;
}

}  // namespace cacao::reflect
